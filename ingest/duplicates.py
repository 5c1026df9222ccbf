"""Which games of an import are stored already, under which relation.

Owns the comparison of keys (data.keys) with those in the lake.  *Duplicate*: the same record, under the same id or
with the same date and players.  *Twin*: the same plays, otherwise.  *Conflict*: the same id, other plays, and no
header `replaces`.  Decides nothing about statistics: the views do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from data.events import Game
from data.keys import Keys
from data.lake import Lake, among
from data.recorded import newest_readings

ANONYMOUS = "anonymous-"  # how readers name games that have no id (NOTATION R6)
_COLUMNS = ["game_key", "source", "batch", "game", "date", "seats", "players", "plays_hash", "record_hash"]


@dataclass(frozen=True, slots=True)
class Known:
    """A game that is stored: what is needed to compare another with it."""

    key: str
    game: str
    date: str
    players: tuple[str, ...]
    plays: str
    record: str

    def is_same_game(self, other: Known) -> bool:
        """Whether two equal records speak of one game: the same id or the same date and players."""
        if self.key == other.key:
            return True
        if self.date and other.date and self.date != other.date:
            return False
        same_id = self.game == other.game and not self.game.startswith(ANONYMOUS)
        return same_id or (bool(self.date) and self.date == other.date and self.players == other.players)


@dataclass(slots=True)
class Relation:
    """How a game stands to those stored before; None = it does not."""

    duplicate_of: str | None = None
    twin_of: str | None = None
    conflicts_with: str | None = None


class Stored:
    """The stored games that could be related to those of one import, and those of the import settled so far."""

    def __init__(self) -> None:
        self._by_record: dict[str, list[Known]] = defaultdict(list)
        self._by_plays: dict[str, Known] = {}
        self._by_id: dict[str, Known] = {}

    @classmethod
    def related(cls, lake: Lake, keys: Iterable[Keys], ids: Iterable[str], sources: set[str]) -> Stored:
        """What the lake holds under any of these keys and ids, in sources other than those being read again."""
        import pyarrow.compute as pc

        keys = list(keys)
        where = (
            among("record_hash", {key.record for key in keys})
            | among("plays_hash", {key.plays for key in keys} - {""})
            | among("game", {name for name in ids if not name.startswith(ANONYMOUS)})
        )
        rows = lake.read("games", _COLUMNS, where=where & pc.field("duplicate_of").is_null()).to_pylist()
        newest = newest_readings(lake, {row["source"] for row in rows})
        stored = cls()
        for row in rows:
            if row["source"] not in sources and row["batch"] == newest[row["source"]]:
                stored._learn(_known(row))
        return stored

    def settle(self, game: Game, keys: Keys) -> Relation:
        """The relation of one game, which is stored from now on unless it is a duplicate."""
        mine = Known(keys.game, game.id, game.header("date") or "", _players(game.seats, game.players), *keys[1:])
        for known in self._by_record[keys.record]:
            if known.is_same_game(mine):
                return Relation(duplicate_of=known.key)
        twin = self._by_plays.get(keys.plays) if keys.plays else None
        named = self._by_id.get(game.id)
        words = (game.header("replaces") or "").split()
        replaced = named is not None and words[:1] in ([named.game], [named.key])
        self._learn(mine)
        if twin:
            return Relation(twin_of=twin.key)
        return Relation(conflicts_with=named.key if named and not replaced else None)

    def _learn(self, known: Known) -> None:
        self._by_record[known.record].append(known)
        if known.plays:
            self._by_plays.setdefault(known.plays, known)
        if not known.game.startswith(ANONYMOUS):
            self._by_id.setdefault(known.game, known)


def _known(row: Mapping[str, Any]) -> Known:
    players = _players(row["seats"], dict(row["players"]))
    return Known(row["game_key"], row["game"], row["date"] or "", players, row["plays_hash"], row["record_hash"])


def _players(seats: Iterable[str], players: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(players.get(seat, "") for seat in seats)
