"""Recorded games out of the lake: events and games in memory, exactly as the reader made them.

Owns finding a game and loading what is stored of it.  Judges nothing and writes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from data.columns import LISTS, NUMBERS, claim_of, events_of, game_of
from data.events import Claim, Events, Game
from data.gunzip import GZIP, unpack
from data.lake import Lake, LakeError, among, family_of

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]

COLUMNS = [*NUMBERS, "text", "time", *(name for name, _ in LISTS)]
SHORTEST_KEY = 6  # digits of a key that are taken to mean the whole
CHUNK = 2**15  # events that are turned into memory at once; what replays one of their games looks at them all


@dataclass(frozen=True, slots=True)
class Recorded:
    """One stored game; its events are rows `game.first` to `game.last` of `events`."""

    key: str
    batch: str
    source: str
    game: Game
    events: Events


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


def load_file(lake: Lake, name: str, keys: Collection[tuple[str, str]] | None = None) -> Iterator[list[Recorded]]:
    """The games of one file of a batch (those with these keys and batches), in order, some at a time.

    A merged file holds the games of several batches.  Duplicates have no events and are passed over.
    """
    rows = lake.read("games", batches=[name]).to_pylist()
    starts = list(accumulate((row["events"] for row in rows), initial=0))
    wanted = [
        (row, start)
        for row, start in zip(rows, starts, strict=False)
        if row["duplicate_of"] is None and (keys is None or (row["game_key"], row["batch"]) in keys)
    ]
    if not wanted:
        return
    events = lake.read("events", COLUMNS, batches=[name])
    claims: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    figures = lake.read("claims", batches=[name])
    noted = lake.note(family_of("claims"), name).get("rows", {}).get("claims", 0)
    _expect(lake, name, "events", starts[-1], events)
    _expect(lake, name, "claims", noted, figures)
    for row in figures.to_pylist():
        claims[row["game_key"], row["batch"]].append(claim_of(row))
    for chunk in _chunks(wanted):
        yield _load(chunk, events, claims)


def _expect(lake: Lake, batch: str, table: str, rows: int, found: pa.Table) -> None:
    """LakeError where a file of a batch has lost rows, or is gone."""
    if found.num_rows != rows:
        counts = f"expected {rows:,} rows, found {found.num_rows:,}"
        raise LakeError(f"{lake.file(table, batch)}: {counts}; canasta lake verify tells what is damaged")


def _chunks(wanted: list[tuple[Row, int]]) -> Iterator[list[tuple[Row, int]]]:
    chunk: list[tuple[Row, int]] = []
    size = 0
    for row, start in wanted:
        if chunk and size + row["events"] > CHUNK:
            yield chunk
            chunk, size = [], 0
        chunk.append((row, start))
        size += row["events"]
    yield chunk


def _load(
    chunk: list[tuple[Row, int]], stored: pa.Table, claims: Mapping[tuple[str, str], list[Claim]]
) -> list[Recorded]:
    import pyarrow as pa

    spans: list[list[int]] = []  # neighbouring games are cut out as a whole
    for row, start in chunk:
        if spans and spans[-1][1] == start:
            spans[-1][1] += row["events"]
        else:
            spans.append([start, start + row["events"]])
    events = events_of(pa.concat_tables([stored.slice(first, last - first) for first, last in spans]))
    games, first = [], 0
    for row, _ in chunk:
        key = row["game_key"], row["batch"]
        game = game_of(row, claims.get(key, []), first)
        games.append(Recorded(*key, row["source"], game, events))
        first = game.last
    return games
