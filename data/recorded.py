"""Recorded games out of the lake: events and games in memory, exactly as the reader made them.

Owns finding a game and loading what is stored of it.  Judges nothing and writes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from data.columns import LISTS, NUMBERS, claims_in, events_of, game_of
from data.events import Events, Game
from data.gunzip import GZIP, unpack
from data.lake import Lake, LakeError, among, family_of
from data.row_groups import RowGroups
from data.schema import arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa

Key = tuple[str, str]  # of a game: game_key and batch

COLUMNS = [*NUMBERS, "text", "time", *(name for name, _ in LISTS)]
SHORTEST_KEY = 6  # digits of a key that are taken to mean the whole
STRETCH = 2**18  # events that are read from a file at once
CHUNK = 2**15  # of them, those that become events in memory at once


@dataclass(frozen=True, slots=True)
class Recorded:
    """One stored game; its events are rows `game.first` to `game.last` of `events`.

    `deal_hashes` are those of data.keys.deal_hashes, as they are stored.
    """

    key: str
    batch: str
    source: str
    game: Game
    events: Events
    deal_hashes: Mapping[int, str] = field(default_factory=dict)


def newest_readings(lake: Lake, sources: Collection[str] | None = None) -> dict[str, str]:
    """The batch with the newest reading of each source (of those named)."""
    where = None if sources is None else among("sha256", sources)
    rows = lake.read("sources", ["sha256", "batch", "imported_at"], where=where).to_pylist()
    return {row["sha256"]: row["batch"] for row in sorted(rows, key=lambda row: (row["imported_at"], row["batch"]))}


def find_games(lake: Lake, name: str) -> list[Recorded]:
    """The games whose id is `name`, or whose key begins with it, each in its newest reading."""
    newest = newest_readings(lake)
    found = []
    for batch in lake.batches(family_of("games")):
        rows = lake.read("games", ["game", "game_key", "batch", "source", "duplicate_of"], batches=[batch]).to_pylist()
        keys = {
            (row["game_key"], row["batch"])
            for row in rows
            if (row["game"] == name or (len(name) >= SHORTEST_KEY and row["game_key"].startswith(name)))
            and row["duplicate_of"] is None
            and newest[row["source"]] == row["batch"]
        }
        if keys:
            found += [recorded for chunk in load_file(lake, batch, keys) for recorded in chunk]
    return found


def source_lines(lake: Lake, source: str) -> list[str]:
    """The lines of a log by the hash of its bytes, as they stand; none where the bytes are not kept."""
    kept = lake.read("raw", ["content"], where=among("sha256", [source]))["content"].to_pylist()
    if not kept:
        return []
    data = unpack(kept[0])[0] if kept[0].startswith(GZIP) else kept[0]
    return data.decode("utf-8", "replace").split("\n")


def load_file(lake: Lake, name: str, keys: Collection[Key] | None = None) -> Iterator[list[Recorded]]:
    """The games of one file of a batch (those with these keys and batches), in order, some at a time."""
    return BatchFile(lake, name).load(keys)


class BatchFile:
    """One file of an import, open for loading games; of the events only those are read that are asked for.

    A merged file holds the games of several batches.  Duplicates have no events and are passed over.  LakeError where
    the file has lost rows.
    """

    def __init__(self, lake: Lake, name: str) -> None:
        self.games = lake.read("games", batches=[name])
        self.claims = lake.read("claims", batches=[name])
        self.events = RowGroups(lake.files("events", [name])[-1], arrow_schema("events"), COLUMNS)
        said = self.games.select(["game_key", "batch", "duplicate_of", "events"]).to_pydict()
        self.keys = list(zip(said["game_key"], said["batch"], strict=True))
        self.has_events = [original is None for original in said["duplicate_of"]]
        self.starts = list(accumulate(said["events"], initial=0))
        self.figures = _figures(self.claims)
        noted = lake.note(family_of("claims"), name).get("rows", {}).get("claims", 0)
        for table, rows, found in (("events", self.starts[-1], self.events.count),
                                   ("claims", noted, self.claims.num_rows)):  # fmt: skip
            if found != rows:
                counts = f"expected {rows:,} rows, found {found:,}"
                raise LakeError(f"{lake.file(table, name)}: {counts}; canasta lake verify tells what is damaged")

    def load(self, keys: Collection[Key] | None = None) -> Iterator[list[Recorded]]:
        """The games with these keys and batches, or all, in order, some at a time."""
        wanted = [n for n, key in enumerate(self.keys) if self.has_events[n] and (keys is None or key in keys)]
        for stretch in self._parts(wanted, STRETCH):
            first = self.starts[stretch[0]]
            stored = self.events.read(first, self.starts[stretch[-1] + 1])
            for chunk in self._parts(stretch, CHUNK):
                yield self._loaded(chunk, stored, first)

    def _parts(self, wanted: list[int], size: int) -> Iterator[list[int]]:
        """Games of so many events, or a little more; what lies between them counts too."""
        part: list[int] = []
        for number in wanted:
            if part and self.starts[number + 1] - self.starts[part[0]] > size:
                yield part
                part = []
            part.append(number)
        if part:
            yield part

    def _loaded(self, chunk: list[int], stored: pa.Table, origin: int) -> list[Recorded]:
        """The games with these numbers, of which the events are among those stored, from row `origin` of the file."""
        import pyarrow as pa

        spans: list[list[int]] = []  # neighbouring games are cut out as a whole
        for number in chunk:
            if spans and spans[-1][1] == self.starts[number]:
                spans[-1][1] = self.starts[number + 1]
            else:
                spans.append([self.starts[number], self.starts[number + 1]])
        events = events_of(pa.concat_tables([stored.slice(first - origin, last - first) for first, last in spans]))
        games, at = [], 0
        for number, row in zip(chunk, self.games.take(chunk).to_pylist(), strict=True):
            key = self.keys[number]
            first, last = self.figures.get(key, (0, 0))
            game = game_of(row, claims_in(self.claims.slice(first, last - first)), at)
            hashes = {each["deal"]: each["hash"] for each in row["deal_hashes"]}
            games.append(Recorded(*key, row["source"], game, events, hashes))
            at = game.last
        return games


def _figures(claims: pa.Table) -> dict[Key, tuple[int, int]]:
    """First and last row of the claims of each game that has any."""
    import pyarrow.compute as pc

    firsts = pc.indices_nonzero(pc.equal(claims["position"], 1))
    keys = zip(claims["game_key"].take(firsts).to_pylist(), claims["batch"].take(firsts).to_pylist(), strict=True)
    bounds = [*firsts.to_pylist(), claims.num_rows]
    return dict(zip(keys, pairwise(bounds), strict=True))
