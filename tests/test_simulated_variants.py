"""Simulated games of the variants family: legal under every ruleset, and what such games have happens in them."""

from collections import Counter
from itertools import pairwise

import pytest

from data import ruleset
from data.actions import Kind
from data.cards import JOKER, french
from data.events import Events, Game
from replay import replay_game
from replay.simulate import simulate

RULESETS = [name for name in ruleset.names() if ruleset.load(name).family == "variants"]

KINDS = french().kinds


@pytest.mark.parametrize("name", RULESETS)
def test_games_are_legal(name: str) -> None:
    for events, game in simulate(name, games=2, seed=3):
        result = replay_game(events, game)
        assert not [(f.rule, f.deal, f.turn, f.message) for f in result.findings], game.id
        assert {claim.verdict for claim in result.claims} == {"equal"}
        assert result.status == "complete"


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
