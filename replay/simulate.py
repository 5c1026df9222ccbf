"""Simulated games: bots that play legal, varied games under any ruleset, the same ones for the same seed.

The front door of replay.simulation.  Games come as events, so that any writer of a log format can write them; a share
of the decks is stacked so that rare situations are not rare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from data.events import Events, Game, Reading
from replay.simulation.faults import FAULTS, UNBREAKABLE, FaultError, fault_named, lacks
from replay.simulation.faults.fault import Fault
from replay.simulation.game import Match, Setting
from replay.simulation.seating import SEATS, sides_of
from replay.simulation.temperament import TEMPERAMENTS
from replay.simulation.turn import Stuck
from replay.simulation.views import seen_by

__all__ = ["FAULTS", "TEMPERAMENTS", "UNBREAKABLE", "FaultError", "Stuck", "simulate", "simulate_reading"]

ATTEMPTS = 400  # games played in search of one that offers the chance for a fault


def simulate(
    ruleset: str = "classic",
    players: int = 0,
    games: int = 1,
    seed: int = 0,
    *,
    options: Sequence[tuple[str, str]] = (),
    view: str = "all",
    fault: str | Sequence[str] | None = None,
    temperaments: Sequence[str] | None = None,
) -> Iterator[tuple[Events, Game]]:
    """Games one by one, each with events of its own.

    `players` 0 = as many as the ruleset is usually played by; `view` is `all`, `public`, `scores` or a seat's letter;
    `fault` the id of the one rule that each game breaks once, or several ids, which the games take in turn;
    `temperaments` those of the seats in order, repeated (none: drawn for each game).

    Raises data.ruleset.RulesetError for rules that do not exist, FaultError for a fault that cannot be made under
    them, ValueError for a view or a temperament that is none and for a game that the bots cannot play.
    """
    if unknown := set(temperaments or ()) - set(TEMPERAMENTS):
        raise ValueError(f"expected temperaments of {', '.join(TEMPERAMENTS)}, found {', '.join(sorted(unknown))}")
    broken = [fault] if isinstance(fault, str) else list(fault or ())
    chosen: list[Fault | None] = [fault_named(rule) for rule in broken] or [None]
    settings = [setting_of(ruleset, players, list(options), one) for one in chosen]
    for setting in settings:
        setting.temperaments = tuple(temperaments or ())
    for number in range(games):
        setting = settings[number % len(settings)]
        yield seen_by(*play(setting, number, seed), _view(view, setting.fault))


def _view(view: str, fault: Fault | None) -> str:
    """The view asked for; in full view the one in which the fault shows."""
    return fault.view if view == "all" and fault is not None and fault.view else view


def simulate_reading(name: str, games: Iterator[tuple[Events, Game]]) -> Reading:
    """Many games in one reading, for writers and for a lake: their rows stand one after the other."""
    reading = Reading(name, "simulated")
    for events, game in games:
        append(reading.events, events)
        game.first += len(reading.events) - len(events)
        game.last = len(reading.events)
        reading.games.append(game)
    return reading


def append(to: Events, events: Events) -> None:
    """All rows of `events` behind those of `to`."""
    texts, cards, roles, readings = len(to.texts), len(to.cards), len(to.roles), len(to.readings)
    for name in Events.COLUMNS:
        column = getattr(events, name)
        if name in ("text", "time"):
            getattr(to, name).extend(at + texts if at >= 0 else at for at in column)
        else:
            getattr(to, name).extend(column)
    to.texts += events.texts
    for name, offset in (("card_start", cards), ("role_start", roles), ("reading_start", readings)):
        getattr(to, name).extend(at + offset for at in getattr(events, name)[1:])
    to.cards.extend(events.cards)
    to.roles.extend(events.roles)
    to.readings.extend(events.readings)


def setting_of(ruleset: str, players: int, options: list[tuple[str, str]], fault: Fault | None) -> Setting:
    """What the games of a run have in common; a fault that needs a house rule brings it along."""
    from data.ruleset import resolve as resolved_of
    from replay.ruleset import resolve

    resolved = resolved_of(ruleset, players, options)
    rules = resolve(ruleset, resolved.players, 0, options).rules
    setting = Setting(ruleset, resolved, rules, options, fault=fault)
    if fault is None:
        return setting
    if fault.options and not fault.ready(rules):
        missing = [pair for pair in fault.options if pair[0] not in {name for name, _ in options}]
        if not missing:
            raise FaultError(f"{fault.rule} is broken only with {' '.join('='.join(pair) for pair in fault.options)}")
        return setting_of(ruleset, players, [*options, *missing], fault)
    if why := lacks(fault, rules, len(sides_of(SEATS[resolved.players], str(resolved["sides"])))):
        raise FaultError(f"{fault.rule} cannot be broken under {ruleset}: {why}")
    return setting


def play(setting: Setting, number: int, seed: int) -> tuple[Events, Game]:
    """Game `number` of a run, played until it is what was asked for; FaultError if it never is."""
    for attempt in range(ATTEMPTS):
        events = Events()
        match = Match(setting, number, Random(f"{seed}/{setting.ruleset}/{number}/{attempt}"), events)
        try:
            game = match.play()
        except Stuck:
            continue
        if match.people.saboteur.done:
            game.id = f"sim/{setting.ruleset}/{seed}/{number}"
            return events, game
    raise FaultError(f"no game of {ATTEMPTS} under {setting.ruleset} offers a chance for this fault")
