"""The game that a command names: one of a log, or one of the lake, with the lines of its log.

Finds and hands over; judges and prints nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from data.terminal import CannotRun

if TYPE_CHECKING:
    from data.events import Events, Game, Message, Reading

MOST_IDS = 10  # ids that are listed where one has to be chosen
OpenLogs = Callable[[str], Iterable[tuple["Reading", list[str]]]]  # a path -> what was read there, with its lines


@dataclass(frozen=True, slots=True)
class NamedGame:
    """One game, its events, what its reader could not take, and the lines of the log it stands in.

    `key` is its key in the lake, if it comes from there.
    """

    events: Events
    game: Game
    source: Sequence[str]
    messages: Sequence[Message] = ()
    key: str = ""


def find_game(open_logs: OpenLogs, name: str, game: str, lake: Path | None) -> NamedGame:
    """The game `name`: a log (of several games the one with the id `game`), or an id or key in the lake.

    CannotRun where it is none, or more than one.
    """
    if name == "-" or Path(name).exists():
        return _from_log(open_logs, name, game)
    return _from_lake(lake, name)


def _from_log(open_logs: OpenLogs, path: str, name: str) -> NamedGame:
    there = [(reading, game, source) for reading, source in open_logs(path) for game in reading.games]
    chosen = [one for one in there if name in ("", one[1].id)]
    if not there:
        raise CannotRun(f"{path}: no game that can be read; canasta check tells why")
    if len(chosen) != 1:
        ids = ", ".join(game.id for _, game, _ in there[:MOST_IDS])
        raise CannotRun(f"{path}: --game has to name one of its {len(there)} games: {ids}")
    reading, game, source = chosen[0]
    return NamedGame(reading.events, game, source, [m for m in reading.messages if m.game in ("", game.id)])


def _from_lake(lake: Path | None, name: str) -> NamedGame:
    from data.lake import open_lake
    from data.recorded import find_games, source_lines

    opened = open_lake(lake)
    found = find_games(opened, name)
    if not found:
        raise CannotRun(f"{name}: neither a file nor a game in the lake")
    if len(found) > 1:
        keys = ", ".join(one.key for one in found)
        raise CannotRun(f"{name}: {len(found)} games have this id; name one by its key: {keys}")
    return NamedGame(found[0].events, found[0].game, source_lines(opened, found[0].source), key=found[0].key)
