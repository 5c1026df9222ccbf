"""A rule that is asked at certain moments only cannot be broken at others: asked always, it says the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from data.events import Events, Game
from ingest.formats.cgn import read
from replay.batching import batch_of
from replay.fold import Fold
from replay.order import Order
from replay.readings import Referee
from replay.rules import BY_ID, CATALOGUE, WHEN, order
from replay.ruleset import resolve
from replay.simulate import FAULTS, FaultError, simulate
from tests import test_cases
from tests.hostile import damaged, noise

NOISE = (("classic", "NESW", 2), ("samba", "NESW", 2), ("hf_whitnack", "NESW", 2), ("am_cla", "NESW", 2),
         ("heckadeck_american", "NESW", 2))  # fmt: skip
TABLES = ("told", "deals", "side_rows")


def always(asked: Order) -> Order:
    """The same rules, each asked at every moment."""
    for n in range(len(asked.when)):
        asked.when[n] = 0
    return asked


def rows(events: Events, game: Game, *, everything: bool) -> dict[str, list[list[int]]]:
    """What the kernel tells of a game; the numbers that only stand in a row by chance are left out."""
    rules = resolve(game.rules, len(game.seats), len(game.sides), game.options)
    referee = Referee(events, rules)
    fold = Fold(batch_of(events, [game]), referee)
    asked = order(rules.rules)
    fold.open_game(0, rules.rules, always(asked) if everything else asked, uncertain=referee.uncertain)
    fold.run()
    found: dict[str, list[list[int]]] = {name: list(getattr(fold, name).rows()) for name in TABLES}
    for row in found["told"]:
        facts = len(CATALOGUE[row[0]].facts)
        row[10 + facts : 16] = [0] * (6 - facts)
    return found


def games() -> Iterator[tuple[Events, Game]]:
    for _, case in test_cases.ALL:
        reading = read(test_cases.log_of(case, case.options), "case.cgn")
        yield reading.events, reading.games[0]
    for rule in FAULTS:
        try:
            yield next(simulate("classic", seed=2, fault=rule))
        except FaultError:
            continue


def hostile() -> Iterator[tuple[Events, Game]]:
    for number in range(20):
        for rules, seats, sides in NOISE:
            yield noise(rules, seats, sides, Random(f"{number}{rules}"))
    for events, game in simulate("classic", games=3, seed=8):
        for number in range(6):
            yield damaged(events, Random(number)), game


def test_rules_that_are_not_asked_hold() -> None:
    broken: set[str] = set()
    for events, game in (*games(), *hostile()):
        asked, everything = (rows(events, game, everything=all_of_them) for all_of_them in (False, True))
        assert asked == everything, game.id
        broken |= {CATALOGUE[row[0]].id for row in asked["told"]}
    assert not set(WHEN) - broken, "no game here breaks these, so nothing is shown of them"


def test_moments_are_those_of_rules_that_exist() -> None:
    assert not set(WHEN) - set(BY_ID)
