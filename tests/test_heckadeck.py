"""Canasta on the Heckadeck as a whole: the example of the notation, the values of all cards, and games by bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from operator import mul
from pathlib import Path

import pytest

from dashboards.cards import style_sheet
from dashboards.faces import face
from dashboards.wording import Perspective, Teller
from data.actions import Kind
from data.cards import ARROW, CRONE, DARKNESS, HUNTER, JOKER, OMNIHEDRON, TRAVELLER, WATCHER, WHEEL, deck_named
from data.events import Events, Game
from data.options import compounds, options
from data.options import resolve as resolve_option
from data.ruleset import load
from ingest.formats.cgn import read
from ingest.formats.cgn_writer import write
from replay import replay_game
from replay.audit import audit_text
from replay.batching import batch_of
from replay.codes import MELDS
from replay.fold import Fold
from replay.judging import order_of
from replay.kernel_rules import Rules
from replay.readings import Referee
from replay.result import GameResult
from replay.review import table_at
from replay.ruleset import resolve
from replay.simulate import simulate, simulate_reading
from replay.state import State
from tests.places import SAMPLES
from tests.simulated_games import GAMES, clean_games
from tests.test_cases import ALL, has_default, shown_option

CORPUS = Path(__file__).parent / "corpus" / "valid"
GOLDEN = Path(__file__).parent / "games"
DECK = deck_named("heckadeck")
FACE_VALUES = 1750
WITHOUT_VALUE = (CRONE, DARKNESS, WHEEL)
PROFILES = (("heckadeck", 4, 8), ("heckadeck", 3, 5), ("heckadeck", 2, 6), ("heckadeck_samba", 4, 6),
            ("heckadeck_american", 4, 2))  # fmt: skip
WILDS = (JOKER, ARROW, WATCHER, OMNIHEDRON)


def test_the_example_of_the_notation_replays_with_its_scores() -> None:
    reading = read((CORPUS / "003-heckadeck-with-specials.cgn").read_bytes(), "example")
    result = replay_game(reading.events, reading.games[0])
    assert not result.findings
    assert {claim.verdict for claim in result.claims} == {"equal"}
    assert [side.items["total"].known for side in result.deals[0].sides] == [1095, 430]


def test_the_top_of_the_bonus_table_is_reached() -> None:
    """Four Hunters and the Wheel as a fifth, and four Travellers: 50 x (25 + 16)."""
    log = next((GOLDEN / "heckadeck-bonus-cards").glob("log.*"))
    reading = read(log.read_bytes(), log.name)
    result = replay_game(reading.events, reading.games[0])
    assert not [finding.message for finding in result.findings]
    assert result.deals[0].sides[0].items["bonus_cards"].known == 2050


# -- the values of all cards


def values_of(r: Rules) -> list[int]:
    """Face value of each card kind; none of a card that removes, ends or stands for others."""
    kinds = range(r.kinds)
    return [0 if k >= r.declared or r.rank[k] in WITHOUT_VALUE else max(0, r.points[k]) for k in kinds]


def face_values(values: list[int], s: State) -> int:
    """Values of all cards: in hands, packets, melds, before their owners, in pile and stock, and out of the deal."""
    melds = [table * MELDS + number for table in range(s.sides) for number in range(s.meld_count[table])]
    zones = [s.hand, s.packet, s.bonus, s.removed, *(s.meld_cards[m * s.kinds : (m + 1) * s.kinds] for m in melds)]
    total = sum(sum(map(mul, zone, cycle(values))) for zone in zones)
    return total + sum(values[kind] for kind in (*s.pile[: s.pile_size], *s.stock[s.stock_at : s.stock_listed]))


def listed(events: Events, game: Game) -> bool:
    """Whether the log lists the stock of each deal, so that every card is known at every moment."""
    rows = range(game.first, game.last)
    deals = sum(events.kind[i] == Kind.DEAL_START for i in rows)
    return sum(events.kind[i] == Kind.STOCK for i in rows) == deals


@pytest.mark.parametrize("ruleset", ["heckadeck", "heckadeck_samba"])
def test_the_values_of_all_cards_add_up_at_every_moment(ruleset: str) -> None:
    moments = crones = 0
    for events, game in simulate(ruleset, games=20, seed=4):
        if not listed(events, game):
            continue
        rules = resolve(game.rules, len(game.seats), len(game.sides), game.options)
        fold = Fold(batch_of(events, [game]), Referee(events, rules))
        values = values_of(rules.rules)
        fold.open_game(0, rules.rules, order_of(rules), uncertain=False)
        row = game.first
        while row < game.last:
            if events.kind[row] == Kind.DEAL_START:
                fold.finish_deal(1)
                fold.start_deal(row)
                row += 1
                continue
            row = fold.step(row) if fold.in_deal else row + 1
            if fold.started and fold.in_deal:
                assert face_values(values, fold.s) == FACE_VALUES, (game.id, row)
                moments += 1
                crones = max(crones, fold.s.removed_count)
    assert moments > 500
    assert crones > 1, "a Crone has removed cards in these games"


# -- games by bots


def part_of(events: Events, row: int) -> tuple[int, int]:
    """Rank of the one special card of a row and of what it stands for, 0 where there is none."""
    cards, roles = events.cards_of(row), events.roles_of(row)
    for n, card in enumerate(cards):
        rank = DECK.kinds[card].rank
        if rank == WHEEL and roles and roles[n]:
            return rank, DECK.kinds[roles[n]].rank
    ranks = [DECK.kinds[card].rank for card in cards if DECK.kinds[card].rank >= JOKER or DECK.kinds[card].rank == 1]
    return (max(ranks), 0) if ranks else (0, 0)


def name(rank: int) -> str:
    if 1 < rank < JOKER:
        return "a natural card"
    short = {0: "", 1: "zero", JOKER: "Joker"}.get(rank)
    return short or DECK.name_of(next(kind.id for kind in DECK.kinds if kind.rank == rank))


def ways(events: Events, game: Game) -> Counter[str]:
    """In which ways special cards are used in a game."""
    words = {Kind.MELD: "melded", Kind.DISCARD: "discarded", Kind.BONUS: "laid", Kind.TURN_UP: "turned up",
             Kind.DEALT: "dealt", Kind.DRAW: "drawn"}  # fmt: skip
    found: Counter[str] = Counter()
    for row in range(game.first, game.last):
        kind = Kind(events.kind[row])
        if kind == Kind.VIEW:
            found["a look at a hand"] += 1
        elif kind == Kind.PENALTY and "fumble" in (events.text_of(row) or ""):
            found["a look that others saw"] += 1
        elif kind in words:
            rank, role = part_of(events, row)
            if rank:
                found[f"{name(rank)}{f' as {name(role)}' if role else ''} {words[kind]}"] += 1
    return found


def stories(events: Events, game: Game) -> Counter[str]:
    """What becomes of the Wheel in a deal: back from the pile in another part, or left in a hand."""
    found: Counter[str] = Counter()
    part, held, back = 0, False, False
    for row in range(game.first, game.last):
        kind = Kind(events.kind[row])
        rank, role = part_of(events, row)
        if kind == Kind.DEAL_START:
            part, held, back = 0, False, False
        elif kind == Kind.TAKE_PILE and part:
            held, back = True, True
        elif kind == Kind.CLOSE and held:
            found["Wheel left in a hand"] += 1
        elif CRONE in (rank, role):
            part = 0
        elif WHEEL in (DECK.kinds[card].rank for card in events.cards_of(row)):
            held = kind in (Kind.DEALT, Kind.DRAW)
            if back and role not in (0, part):
                found["Wheel back from the pile in another part"] += 1
            part = role if kind == Kind.DISCARD else 0
    return found


def endings(events: Events, game: Game, result: GameResult) -> Counter[str]:
    """How deals end: by Darkness, with bonus cards against a side, with a natural canasta that has the Wheel."""
    found: Counter[str] = Counter()
    for deal in result.deals:
        found.update(item for side in deal.sides for item, amount in side.items.items() if amount.known)
        found["bonus cards against a side"] += any((side.items["bonus_cards"].known or 0) < 0 for side in deal.sides)
        if deal.closing == "darkness":
            concealed = any((side.items["concealed"].known or 0) > 0 for side in deal.sides)
            forced = not concealed and deal.out_seat < 0 and deal.turns[-1].hand_after == 0
            out = " going out" if deal.out_seat >= 0 else " concealed" if concealed else " forced" if forced else ""
            found[f"Darkness{out}"] += 1
        rows = [row for row in range(game.first, game.last) if events.deal[row] == deal.number]
        if any(events.kind[row] == Kind.MELD and part_of(events, row)[0] == WHEEL for row in rows):
            melds = (meld for side in table_at(events, game, rows[-1]).sides for meld in side.melds)
            found["natural canasta with the Wheel"] += any(
                meld.canasta == "natural" and any(card >= len(DECK.kinds) for card in meld.cards)  # a declared one
                for meld in melds
            )
    return found


ITEMS = ("meld_cards", "natural_canastas", "mixed_canastas", "bonus_cards", "going_out", "concealed", "hand_cards",
         "penalties", "total")  # fmt: skip
ITEMS_OF = {
    "heckadeck_samba": ("sequence_canastas",),
    "heckadeck_american": ("wild_canastas", "special_hands", "unfinished_melds"),
}
EVERYWHERE = (
    *(f"{name(rank)} {how}" for rank in (1, *WILDS) for how in ("dealt", "drawn", "discarded")),
    *(f"{name(rank)} melded" for rank in WILDS),
    *(f"{name(rank)} laid" for rank in (HUNTER, TRAVELLER)),
    *(f"{name(rank)} discarded" for rank in (CRONE, DARKNESS)),
    "Wheel as a natural card melded", "Wheel dealt", "Wheel drawn", "a look at a hand", "Darkness",
)  # fmt: skip
SOMEWHERE = (
    "Wheel as Hunter laid", "Wheel as Traveller laid", "Wheel as Joker melded", "Wheel as Omnihedron melded",
    "Wheel as Arrow melded", "Wheel as Talisman melded", "Wheel as Watcher melded", "a look that others saw",
    "zero melded", "zero turned up", "Watcher turned up", "Crone turned up", "Darkness turned up", "Wheel turned up",
    "Hunter turned up", "Wheel as zero melded", "Wheel as zero discarded", "Wheel as Crone discarded",
    "Wheel as Darkness discarded", "Wheel as Watcher discarded", "Wheel as a natural card discarded",
    "Wheel as Joker discarded", "Wheel as Omnihedron discarded", "Wheel as Arrow discarded",
    "Wheel as Talisman discarded", "Darkness going out", "Darkness concealed", "Darkness forced",
    "bonus cards against a side", "natural canasta with the Wheel", "Wheel left in a hand",
    "Wheel back from the pile in another part",
)  # fmt: skip


@pytest.mark.parametrize(("ruleset", "players", "few"), PROFILES)
def test_games_by_bots_are_legal_and_use_every_card(ruleset: str, players: int, few: int) -> None:
    found: Counter[str] = Counter()
    for events, game, result in clean_games(ruleset, players, few):
        found += ways(events, game) + stories(events, game) + endings(events, game, result)
    upcard = load(ruleset).values["upcard"].value
    wanted = [way for way in (*EVERYWHERE, *SOMEWHERE) if upcard or not way.endswith("turned up")]
    wanted += [*ITEMS, *ITEMS_OF.get(ruleset, ())]
    if not upcard:  # two canastas at once need a large pile, which no deal begins with there: tests/cases show it
        wanted = [way for way in wanted if way not in ("Darkness concealed", "concealed")]
    assert not GAMES or not [way for way in wanted if not found[way]]


@pytest.mark.parametrize("ruleset", ["heckadeck", "heckadeck_samba"])
def test_simulated_games_are_written_and_read_back(ruleset: str) -> None:
    text = write(simulate_reading("games", simulate(ruleset, games=3, seed=9)))
    reading = read(text.encode(), "games")
    assert not [(message.code, message.sentence) for message in reading.messages]
    assert write(reading) == text
    for game in reading.games:
        assert not replay_game(reading.events, game).findings


@pytest.mark.parametrize("view", ["public", "scores", "E"])
def test_hiding_cards_finds_nothing_in_a_legal_game(view: str) -> None:
    for events, game in simulate("heckadeck", games=4, seed=3, view=view):
        result = replay_game(events, game)
        assert not [(f.rule, f.deal, f.turn, f.message) for f in result.findings], game.id
        assert "differs" not in {claim.verdict for claim in result.claims}


# -- options

WITHOUT_A_CASE = {
    "hd_view_duration=until_turn_end": "how long a hand is looked at changes no verdict and no score",
}
RULESETS = ("heckadeck", "heckadeck_samba", "heckadeck_american")


def named_values() -> Iterator[tuple[str, str]]:
    """The names that the rules page gives its options, with each value they may have there."""
    for option in options().values():
        words = {"bool": ["true", "false"], "choice": option.values}.get(option.type, [])
        for alias in option.aliases:
            if alias.family == "heckadeck" and alias.name.startswith(("hd_", "am_")):
                yield from ((alias.name, str(word)) for word in alias.values or words)
    for compound in compounds():
        if compound.family == "heckadeck":
            yield from ((compound.name, word) for word in compound.values)


def test_every_value_of_a_heckadeck_option_makes_a_difference_somewhere() -> None:
    shown = []
    for case in (case for _, case in ALL if has_default(case) and case.ruleset in RULESETS):
        name = shown_option(case)
        shown += [(one.option, one.value) for one in resolve_option(name, case.options[name], "heckadeck") or ()]
    given = [load(ruleset).values for ruleset in RULESETS]
    lacking = set()
    for name, word in named_values():
        for setting in resolve_option(name, word, "heckadeck") or ():
            usual = any(values[setting.option].value == setting.value for values in given if setting.option in values)
            if not usual and not setting.part and (setting.option, setting.value) not in shown:
                lacking.add(f"{name}={word}")
    assert lacking <= set(WITHOUT_A_CASE)


def test_a_meld_that_was_united_with_another_leaves_nothing_on_the_table() -> None:
    log = SAMPLES / "heckadeck-samba.cgn"
    reading = read(log.read_bytes(), log.name)
    merges = [row for row in range(len(reading.events)) if reading.events.kind[row] == Kind.MERGE]
    assert merges
    for row in merges:
        view = table_at(reading.events, reading.games[0], row)
        assert not [meld for side in view.sides for meld in side.melds if meld.void or not meld.cards]


def test_a_declared_card_is_drawn_and_counted_as_what_it_stands_for() -> None:
    log = SAMPLES / "heckadeck.cgn"
    reading = read(log.read_bytes(), log.name)
    words = audit_text(reading.events, reading.games[0])
    assert "Ba Bd Bh Bw <wh>=B <ar:g> <ta:u> = 5 x 10 + 2 x 20 = 90, mixed canasta" in words
    teller = Teller(reading.events, reading.games[0], Perspective())
    melds = [row for row in range(len(reading.events)) if part_of(reading.events, row)[0] == WHEEL]
    assert any("Wheel = B" in teller.act(row) for row in melds)
    for card in DECK.declared:
        assert f".cd-h{card.id}{{" in style_sheet("heckadeck")
        assert "Wheel" in face(DECK, card.id)
