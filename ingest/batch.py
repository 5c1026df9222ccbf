"""One batch of an import: sources read, their games settled, their rows as tables, committed together.

Owns the translation of readings into the tables of an import.  Reads no files and knows no format.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from data.actions import Kind
from data.columns import Placed, claims_table, events_table, game_columns
from data.events import Game, Reading
from data.keys import Keys, deal_hashes, keys_of
from data.lake import Lake, Writer, account, among, family_of, now
from data.schema import arrow_schema
from ingest.duplicates import Relation, Stored
from ingest.sources import READ, UNREADABLE, Source

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]

LARGEST_NUMBER = 2**63


@dataclass(slots=True)
class Entry:
    """One source with all that was read from it, and the keys of its games."""

    source: Source
    reading: Reading
    imported_at: datetime
    seconds: float
    keys: list[Keys] = field(default_factory=list)


class Batch:
    """Sources on their way into the lake.  Nothing of it can be seen before `commit` has ended."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.size = 0
        self.name = ""  # known when it is known what goes in

    def __len__(self) -> int:
        return len(self.entries)

    def add(self, source: Source, reading: Reading, seconds: float) -> None:
        """Take one source in; a reading that no table can hold becomes an unreadable source."""
        reason = _cannot_be_stored(reading)
        if reason:
            source.status, source.reason = UNREADABLE, reason
            reading = Reading(reading.name, reading.format)
        keys = [keys_of(reading.events, game) for game in reading.games]
        source.data = b""
        self.entries.append(Entry(source, reading, now(), seconds, keys))
        self.size += len(source.content)

    def commit(self, lake: Lake) -> list[Row]:
        """Store what is new, under the lock of the lake, and return its rows of `sources`.

        Sources that another process has stored meanwhile are left out.
        """
        with lake.writing() as writer:
            stored = known_sources(lake, {entry.source.sha256 for entry in self.entries})
            mine = {(entry.source.sha256, entry.source.reader): entry for entry in self.entries}
            self.entries = [entry for key, entry in mine.items() if key not in stored]
            words = [" ".join(key) for key in sorted(mine.keys() - stored)]
            self.name = hashlib.sha256("\n".join(words).encode()).hexdigest()[:32]
            return self._store(lake, writer) if self.entries else []

    def _store(self, lake: Lake, writer: Writer) -> list[Row]:
        import pyarrow as pa

        relations = self._settle(lake)
        rows = [self._source_row(entry, relations) for entry in self.entries]
        placed = list(self._placed(relations))
        tables = {
            "raw": _table("raw", self._raw_rows(lake)),
            "games": _table("games", self._game_rows(relations)),
            "events": events_table(placed, self.name),
            "claims": claims_table(placed, self.name),
            "messages": _table("messages", self._message_rows()),
            "sources": pa.Table.from_pylist(rows, arrow_schema("sources")),
        }
        writer.commit(family_of("sources"), self.name, tables)
        return rows

    def _settle(self, lake: Lake) -> dict[int, Relation]:
        """How each game (by its identity in memory) stands to those stored before it."""
        keys = [key for entry in self.entries for key in entry.keys]
        ids = [game.id for entry in self.entries for game in entry.reading.games]
        stored = Stored.related(lake, keys, ids, {entry.source.sha256 for entry in self.entries})
        return {id(game): stored.settle(game, key) for _, game, key in self._games()}

    def _games(self) -> Iterator[tuple[Entry, Game, Keys]]:
        for entry in self.entries:
            for game, keys in zip(entry.reading.games, entry.keys, strict=True):
                yield entry, game, keys

    def _placed(self, relations: dict[int, Relation]) -> Iterator[Placed]:
        for entry, game, keys in self._games():
            if not relations[id(game)].duplicate_of:
                yield Placed(entry.reading.events, game, keys.game, entry.source.sha256)

    def _raw_rows(self, lake: Lake) -> Iterator[Row]:
        """The bytes of each source that the lake has not got yet."""
        hashes = {entry.source.sha256 for entry in self.entries}
        there = set(lake.read("raw", ["sha256"], where=among("sha256", hashes))["sha256"].to_pylist())
        for entry in self.entries:
            if entry.source.content and entry.source.sha256 not in there:
                yield {"sha256": entry.source.sha256, "batch": self.name, "content": entry.source.content}

    def _source_row(self, entry: Entry, relations: dict[int, Relation]) -> Row:
        source, reading, ledger = entry.source, entry.reading, entry.reading.ledger
        related = [relations[id(game)] for game in reading.games]
        stored = [game for game in reading.games if not relations[id(game)].duplicate_of]
        errors = sum(message.is_error for message in reading.messages)
        return {
            "sha256": source.sha256, "name": source.name, "batch": self.name, "reader": source.reader,
            "format": reading.format, "imported_at": entry.imported_at, "imported_by": account(),
            "status": source.status, "reason": source.reason, "bytes": source.size, "lines": ledger.lines,
            "event_lines": ledger.events, "comment_lines": ledger.comments, "blank_lines": ledger.blank,
            "bad_lines": ledger.bad, "orphan_lines": ledger.orphans, "balanced": is_balanced(reading),
            "games": len(related), "duplicates": sum(relation.duplicate_of is not None for relation in related),
            "twins": sum(relation.twin_of is not None for relation in related),
            "conflicts": sum(relation.conflicts_with is not None for relation in related),
            "events": sum(game.last - game.first for game in stored), "errors": errors,
            "warnings": len(reading.messages) - errors, "seconds": entry.seconds,
        }  # fmt: skip

    def _game_rows(self, relations: dict[int, Relation]) -> Iterator[Row]:
        for entry in self.entries:
            for position, (game, keys) in enumerate(zip(entry.reading.games, entry.keys, strict=True), 1):
                relation = relations[id(game)]
                kinds = entry.reading.events.kind[game.first : game.last]
                hashes = deal_hashes(entry.reading.events, game)
                yield game_columns(game) | {
                    "game_key": keys.game, "source": entry.source.sha256, "batch": self.name,
                    "imported_at": entry.imported_at, "position": position, "deals": kinds.count(Kind.DEAL_START),
                    "events": 0 if relation.duplicate_of else game.last - game.first, "plays_hash": keys.plays,
                    "record_hash": keys.record, "deal_hashes": [{"deal": deal, "hash": word} for deal, word in hashes],
                    "duplicate_of": relation.duplicate_of, "twin_of": relation.twin_of,
                    "conflicts_with": relation.conflicts_with,
                }  # fmt: skip

    def _message_rows(self) -> Iterator[Row]:
        for entry in self.entries:
            rows: list[Row] = [
                {
                    "kind": "message", "code": message.code, "severity": "error" if message.is_error else "warning",
                    "line": message.line, "column": message.column, "game": message.game, "deal": message.deal,
                    "expected": message.expected, "found": message.found,
                }
                for message in entry.reading.messages
            ]  # fmt: skip
            rows += (
                {"kind": "orphan", "line": orphan.line, "raw": orphan.text, "reason": orphan.reason}
                for orphan in entry.reading.orphans
            )
            place = {"source": entry.source.sha256, "batch": self.name}
            yield from (place | {"position": position} | row for position, row in enumerate(rows, 1))


def known_sources(lake: Lake, hashes: Collection[str] | None = None) -> set[tuple[str, str]]:
    """Hash and reader of every stored reading (of these sources)."""
    where = None if hashes is None else among("sha256", hashes)
    rows = lake.read("sources", ["sha256", "reader"], where=where)
    return set(zip(rows["sha256"].to_pylist(), rows["reader"].to_pylist(), strict=True))


def is_balanced(reading: Reading) -> bool:
    """Whether every line has its place, and every line that could not be read was kept."""
    ledger = reading.ledger
    kept = reading.events.kind.count(Kind.BAD)
    return ledger.balances() and kept == ledger.bad and bool(reading.orphans) == bool(ledger.orphans)


def _table(name: str, rows: Iterator[Row]) -> pa.Table:
    import pyarrow as pa

    return pa.Table.from_pylist(list(rows), arrow_schema(name))


def _cannot_be_stored(reading: Reading) -> str:
    """Why no table can hold a reading ("" = one can): text that is no Unicode, or a figure beyond any game."""
    words = [
        *reading.events.texts,
        *(word for game in reading.games for header in game.headers for word in header[:2]),
        *(word for message in reading.messages for word in (message.expected, message.found, message.game)),
        *(orphan.text for orphan in reading.orphans),
        *(claim.item + claim.claimant for game in reading.games for claim in game.claims),
    ]
    try:
        "".join([word for word in words if not word.isascii()]).encode()
    except UnicodeEncodeError as error:
        return f"the reader made text that is no Unicode ({error.reason})"
    numbers = (claim.amount for game in reading.games for claim in game.claims)
    if any(not -LARGEST_NUMBER <= number < LARGEST_NUMBER for number in numbers):
        return "a figure is too large to be stored"
    return ""


__all__ = ["READ", "Batch", "known_sources"]
