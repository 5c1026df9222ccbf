"""Simulated games: bots that play legal, varied games under any ruleset, the same ones for the same seed.

The front door of replay.simulation.  Games come as events, so that any writer of a log format can write them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from data.events import Events, Game
from replay.simulation.game import Match, Setting
from replay.simulation.turn import Stuck

ATTEMPTS = 40


def simulate(
    ruleset: str = "classic",
    players: int = 0,
    games: int = 1,
    seed: int = 0,
    *,
    options: Sequence[tuple[str, str]] = (),
    view: str = "all",
    fault: str | None = None,
    temperaments: Sequence[str] | None = None,
) -> Iterator[tuple[Events, Game]]:
    """Games one by one, each with events of its own.  `players` = 0: as many as the ruleset is usually played by."""
    setting = make_setting(ruleset, players, options, temperaments or ())
    for number in range(games):
        events = Events()
        yield events, play(setting, number, seed, events)


def make_setting(
    ruleset: str, players: int, options: Sequence[tuple[str, str]], temperaments: Sequence[str]
) -> Setting:
    from data.ruleset import resolve as resolve_data
    from replay.ruleset import resolve

    resolved = resolve_data(ruleset, players, list(options))
    rules = resolve(ruleset, resolved.players, 0, list(options)).rules
    return Setting(ruleset, resolved, rules, list(options), temperaments)


def play(setting: Setting, number: int, seed: int, events: Events) -> Game:
    for attempt in range(ATTEMPTS):
        rng = Random(f"{seed}/{setting.ruleset}/{number}/{attempt}")
        trial = Events()
        try:
            game = Match(setting, number, rng, trial).play()
        except Stuck as e:
            print("stuck", e)
            continue
        for name in vars(trial):
            setattr(events, name, getattr(trial, name))
        return game
    raise Stuck
