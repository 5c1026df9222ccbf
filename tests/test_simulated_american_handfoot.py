"""Simulated games of Modern American and of Hand and Foot: clean under every profile, and all that is special happens.

What the bots do not bring about stands in a case of tests/cases; a test below fails where neither has it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from data import ruleset
from data.actions import PACKETS, SCORE_ITEMS, Kind
from data.events import Events, Game
from data.option_values import Value, to_text
from data.options import options
from ingest.formats import cgn
from replay.act import Act, add_card
from replay.ruleset import resolve as rules_of
from replay.special_hands import best_of
from tests.simulated_games import clean_games
from tests.situations import is_black_three, is_red_three, is_wild, situations
from tests.test_cases import ALL, Case, log_of, outcome

FAMILIES = ("american", "handfoot")
PROFILES = [name for name in ruleset.names() if ruleset.load(name).family in FAMILIES]
# Other numbers of players than the usual one.
SEATS = (("hf_whitnack", 2), ("hf_whitnack", 3), ("hf_whitnack", 5), ("hf_whitnack", 6), ("hf_knee_twr", 3))
HAPPENS = {
    "american": (
        "talon taken", "talon of a packet", "opened before the take", "special hand",
        "closed by out", "closed by stock", "closed by special", "asked: yes", "out with a discard",
        "red three drawn", "dealt red three laid in turn", "black three laid",
    ),
    "handfoot": (
        "foot taken up in mid-turn", "foot taken up after the discard", "knee taken up", "turn ended by the foot",
        "red three laid on a book", "red three discarded", "part of the pile taken", "wild top taken",
        "wild cards alone", "closed by out", "closed by stock", "asked: yes", "asked: no", "out with a discard",
        "out without a discard",
    ),
}  # fmt: skip
SHOWS = {
    "american": ("am_cla", "am_mac", "am_wings", "am_nvso"),
    "handfoot": ("hf_whitnack", "hf_cut22", "hf_quad26", "hf_grandma_sue", "hf_knee_twr", "hf_rochelle", "hf_wiki"),
}
UNPAID = {("american", "black3_hand")}  # a black three is a bonus card there, and red3_held its price
NAMED = {(rule, case.name): case for rule, case in ALL}
PARTS = (3, 5, 6, 7)  # cards of the pile that a take brings where it does not bring all
# Score items that neither family has.
NEVER = {"sequence_canastas", "other_canastas", "concealed"}
# Amounts that a case must turn on, by option; a map has one for each of its keys.
PRICES = ("bonus", "unfinished", "out_bonus", "three_in_hand_penalty", "deal_bonus", "red3_held", "red3_in_packet",
          "seven_twos_extra", "aggregate", "black3_hand")  # fmt: skip


@pytest.mark.parametrize("name", PROFILES)
def test_games_are_clean(name: str) -> None:
    seats = int(str(ruleset.load(name).values["players"].value))
    for _, game, result in clean_games(name, seats, few=1):
        assert result.status in ("complete", "unfinished"), game.id


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_games_of_other_numbers_of_players_are_clean(name: str, players: int) -> None:
    assert all(len(game.seats) == players for _, game, _ in clean_games(name, players, few=1))


def happenings(events: Events, game: Game) -> Counter[str]:
    """How often what only these families have occurs in one game."""
    found: Counter[str] = Counter()
    turns: dict[tuple[int, int], list[int]] = {}
    for row in range(game.first, game.last):
        if events.turn[row] > 0:
            turns.setdefault((events.deal[row], events.turn[row]), []).append(row)
    for rows in turns.values():
        kinds = [events.kind[row] for row in rows]
        for at, row in enumerate(rows):
            found += of_row(events, row, kinds[:at])
        found["turn ended by the foot"] += kinds[-1] == Kind.TAKE_PACKET and Kind.DISCARD not in kinds
    return found


def of_row(events: Events, row: int, before: list[int]) -> Counter[str]:
    kind, cards = events.kind[row], events.cards_of(row)
    packet = PACKETS[events.target[row]] if kind == Kind.TAKE_PACKET else ""
    late = Kind.DISCARD in before
    taken = kind == Kind.TAKE_PILE
    shown = {
        "talon taken": packet == "talon",
        "talon of a packet": packet == "talon" and not cards,
        "knee taken up": packet == "knee",
        "foot taken up in mid-turn": packet == "foot" and bool(before) and not late,
        "foot taken up after the discard": packet == "foot" and late,
        "opened before the take": taken and Kind.MELD in before,
        "part of the pile taken": taken and events.amount[row] in PARTS,
        "special hand": kind == Kind.SPECIAL,
        "wild cards alone": kind == Kind.MELD and len(cards) > 2 and all(map(is_wild, cards)),
        "red three discarded": kind == Kind.DISCARD and is_red_three(cards[0]),
        "black three laid": kind == Kind.BONUS and any(map(is_black_three, cards)),
        "red three laid on a book": kind == Kind.BONUS and Kind.MELD in before,
        "wild top taken": taken and is_wild_take(events, row),
    }
    return Counter(name for name, happened in shown.items() if happened)


def is_wild_take(events: Events, row: int) -> bool:
    """Whether the meld after a take is of wild cards alone."""
    melds = [at for at in range(row + 1, min(row + 4, len(events))) if events.kind[at] == Kind.MELD]
    return bool(melds) and all(map(is_wild, events.cards_of(melds[0])))


@cache
def played(family: str) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Situations, score items and special hands of the games of a family."""
    found: Counter[str] = Counter()
    items: Counter[str] = Counter()
    hands: Counter[str] = Counter()
    for name in SHOWS[family]:
        for events, game, result in clean_games(name, few=6, seed=4):
            found += happenings(events, game) + situations(events, game, result)
            for side in (side for deal in result.deals for side in deal.sides):
                items.update(item for item, amount in side.items.items() if amount.known)
            hands.update(events.text_of(row) or "" for row in rows_of(events, game, Kind.SPECIAL))
    return found, items, hands


def rows_of(events: Events, game: Game, kind: Kind) -> list[int]:
    return [row for row in range(game.first, game.last) if events.kind[row] == kind]


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_special_happens(family: str) -> None:
    found, _, _ = played(family)
    assert not [name for name in HAPPENS[family] if not found[name]]


def cases_of(family: str) -> list[Case]:
    return [case for _, case in ALL if ruleset.load(case.ruleset).family == family and not case.disputed]


def hands_of(case: Case) -> set[str]:
    """The special hands that a case declares, by the cards that it shows."""
    reading = cgn.read(log_of(case, case.options), case.name)
    events, game = reading.events, reading.games[0]
    rules = rules_of(game.rules, len(game.seats), len(game.sides), game.options).rules
    found = set()
    for row in rows_of(events, game, Kind.SPECIAL):
        a = Act()
        a.reset(Kind.SPECIAL, events.seat[row], row)
        for card in events.cards_of(row):
            add_card(rules, a, card)
        if hand := best_of(rules, a):
            found.add(options()["special_hands"].values[hand - 1])
    return found


def test_every_special_hand_is_declared() -> None:
    """In a game, or in a case that is legal."""
    known = set[str]().union(*(prices_of(name, 0, (), "special_hands") for name in PROFILES))
    declared = set(played("american")[2])
    for rule, case in ALL:
        if rule == "special.has_its_shape" and not case.findings and ruleset.load(case.ruleset).family == "american":
            declared |= hands_of(case)
    assert len(known) > 10
    assert known <= declared


@pytest.mark.parametrize("family", FAMILIES)
def test_every_score_item_occurs(family: str) -> None:
    items = set(played(family)[1])
    for case in cases_of(family):
        for amounts in case.scores.values():
            items |= {item for item, points in amounts.items() if points}
    special = {"special_hands", "unfinished_melds"} if family == "handfoot" else {"aggregate", "penalties"}
    assert set(SCORE_ITEMS) - NEVER - special <= items


def amounts(value: object) -> dict[str, Value]:
    """Each amount of a value by its name, and the value without it."""
    if isinstance(value, dict):
        return {str(key): {other: value[other] for other in value if other != key} for key in value if value[key]}
    if isinstance(value, (list, tuple)):
        return {str(entry): tuple(other for other in value if other != entry) for entry in value}
    return {"": 0} if value else {}


@cache
def prices_of(name: str, players: int, texts: tuple[tuple[str, str], ...], option: str) -> dict[str, Value]:
    return amounts(ruleset.resolve(name, players, list(texts))[option])


@cache
def scores_of(rule: str, name: str) -> list[object]:
    return scored(NAMED[rule, name], {})


def scored(case: Case, changed: dict[str, str | int | bool]) -> list[object]:
    """The score of every side under changed options."""
    result = outcome(case, {**case.options, **changed})
    return [side.items for deal in result.deals for side in deal.sides]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("option", PRICES)
def test_every_price_and_penalty_is_paid_in_a_case(family: str, option: str) -> None:
    if (family, option) in UNPAID:
        return
    of_family = [name for name in PROFILES if ruleset.load(name).family == family]
    unpaid = {key for name in of_family for key in prices_of(name, 0, (), option)}
    for (rule, name), case in NAMED.items():
        if not unpaid or case.ruleset not in of_family or not rule.startswith("score."):
            continue
        given = tuple((key, str(value).lower()) for key, value in case.options.items())
        for key, less in prices_of(case.ruleset, case.players, given, option).items():
            if key in unpaid:
                changed = scored(case, {option: to_text(options()[option], less)})
                unpaid -= {key} if changed != scores_of(rule, name) else set()
    assert not unpaid
