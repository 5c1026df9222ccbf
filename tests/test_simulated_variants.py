"""Simulated games of the variants family: legal under every ruleset, and what such games have happens in them."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from data import ruleset
from data.actions import Kind
from data.cards import JOKER, french
from data.events import Events, Game
from replay.simulate import simulate
from tests.ruleset_games import GAMES, MANY, VARIANTS, Played

KINDS = french().kinds
# Rules that no ruleset has together: a club writes them into a file, and no code changes.
HOUSES = {
    "harbour": """
extends = "samba"
[values]
wildmeld = true
wildmeld_form = "twos_rank"
wild_lock = "twos"
pile_seed = 3
draft_on_opening = 4
seq_max_wilds = 1
seq_extend_complete = "going_out"
out_need = { seq = 1, natural = 1 }
ask_partner = "required"
discard_ban = [["black3", "round1"]]
bands = [["below", 15], [0, 60], [1000, 0, "canasta"], [2500, 150, "natural"]]
target = 3000
""",
    "orchard": """
extends = "classic"
[values]
packs = 3
jokers = 6
hand_size = 9
packet_size = 6
packet_trigger = "first_own_canasta"
black3_role = "bonus"
black3_bonus_table = { 1 = 50, 2 = 150, 3 = 300, 4 = 600 }
wildmeld = true
dup_sets = true
pile_before_opening = "forbidden"
out_discard = "facedown"
out_canastas = 2
out_exclude = ["wild"]
special_hands = { canasta_in_dealt_hand = 700 }
aggregate = [["five_natural", 1500]]
target = 4000
""",
    "station": """
extends = "classic_3_cutthroat"
[values]
seq = true
pile_top_to_seq = "incomplete"
pile_frozen = "always"
set_max = 7
set_min_naturals = 3
opening_wilds = false
red3_plus_if = "canasta>=2"
short_seq_penalty = [5, 300]
last_discard_ban = ["A"]
sweep = [4, 1000, true]
target = 2500
""",
}


@pytest.mark.parametrize("name", VARIANTS)
def test_games_are_legal(name: str) -> None:
    played = Played(name, GAMES)
    assert played.findings == []
    assert (played.wrong_claims, played.unfinished) == (0, 0)


@pytest.mark.skipif(GAMES < MANY, reason=f"some are rare: CANASTA_GAMES={MANY} plays enough games for all of them")
@pytest.mark.parametrize("name", VARIANTS)
def test_every_score_item_that_a_ruleset_knows_occurs(name: str) -> None:
    assert Played(name, GAMES).missing() == []


@pytest.mark.parametrize("name", HOUSES)
def test_house_rules_are_a_file_and_no_code(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\ntitle = "{name}"\n{HOUSES[name].lstrip()}')
    monkeypatch.setenv("CANASTA_RULES", str(tmp_path))
    assert ruleset.validate(tmp_path / f"{name}.toml") == []
    played = Played(name, 3)
    assert played.findings == []
    assert (played.wrong_claims, played.unfinished) == (0, 0)
    assert played.closings["out"] > 0


def is_wild(card: int) -> bool:
    return KINDS[card].rank in (2, JOKER)


def happenings(events: Events, game: Game) -> Counter[str]:
    """How often what only games of this family have occurs in one game."""
    found: Counter[str] = Counter()
    rows = [(events.kind[row], events.cards_of(row)) for row in range(game.first, game.last)]
    for (before, taken), (kind, cards) in pairwise(rows):
        ranks = {KINDS[card].rank for card in cards if not is_wild(card)}
        laid = kind == Kind.MELD
        found["sequence"] += laid and len(ranks) > 1
        found["sequence with a wild card"] += laid and len(ranks) > 1 and any(map(is_wild, cards))
        found["wild cards alone"] += laid and len(cards) > 2 and not ranks
        found["sets united"] += kind == Kind.MERGE
        found["pair shown for a wild top card"] += kind == Kind.SHOW
        found["many drawn"] += kind == Kind.DRAW and len(cards) > 3
        found["hidden cards named"] += before == Kind.TAKE_PILE and len(taken) > 4
    return found


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("samba", ("sequence", "sets united")),
        ("bolivia", ("sequence", "wild cards alone")),
        ("brazilian", ("sequence", "wild cards alone")),
        ("italian", ("hidden cards named",)),
        ("mexicana", ("many drawn",)),
        ("hollywood", ("sequence with a wild card", "pair shown for a wild top card")),
    ],
)
def test_what_the_family_has_happens(name: str, shown: tuple[str, ...]) -> None:
    found: Counter[str] = Counter()
    for events, game in simulate(name, games=6, seed=11):
        found += happenings(events, game)
    assert not [what for what in shown if not found[what]], found
