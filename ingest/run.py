"""`canasta ingest`: files into the lake, batch by batch.

Owns the run: which files, in which batches, what is skipped, what is reported.  Every batch that was committed stays,
so a run that was interrupted is continued by running it again.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from time import perf_counter

from data.events import Events, Game, Reading
from data.lake import Lake
from data.source_hash import source_hash
from ingest.batch import Batch, known_sources
from ingest.formats import FORMATS, detect, get
from ingest.formats.cgn_cards import MODES
from ingest.ledger import Report
from ingest.reading import read_source
from ingest.sources import Source, find, load

BATCH_BYTES = 64 * 2**20
BATCH_SOURCES = 5_000

Progress = Callable[[int, int, Report], None]


def ingest(
    paths: Iterable[str | Path], lake: Lake, *, format: str | None = None, mode: str = "normal",
    progress: Progress | None = None,
) -> Report:  # fmt: skip
    """Read every file under `paths` into `lake` and say what became of each.

    `format` names the format instead of having it detected.  `progress(done, all, report)` is called after each file.
    An interrupt ends the run after the last committed batch, with `interrupted` set.  OSError if a named path does
    not exist or the lake cannot be written to; ValueError for an unknown format or mode.
    """
    listing = find(paths)
    run = _Run(lake, mode, format)
    run.report.hidden, run.report.lakes = listing.hidden, listing.lakes
    with _seldom_collected():
        try:
            for done, path in enumerate(listing.files, 1):
                run.take(path)
                if progress:
                    progress(done, len(listing.files), run.report)
            run.flush()
        except KeyboardInterrupt:
            run.report.interrupted = True
    run.report.seconds = perf_counter() - run.report.began
    return run.report


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Readings are many objects in no cycles: looking through them as often as usual is a sixth of the whole time."""
    usual = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def read_text(text: str, name: str = "typed") -> Reading:
    """What can be read of a log that somebody typed; nothing is stored."""
    data = text.encode()
    return read_source(Source(name, "", len(data), data, data))


def spell(events: Events, game: Game) -> list[str]:
    """The lines of a game in CGN, whatever its log was written in."""
    from ingest.formats.cgn_writer import game_lines

    return game_lines(Reading(game.id, "", events, [game]), game)


@lru_cache(maxsize=64)
def reader_version(form: str | None) -> str:
    """A hash of the reader of a format and of the contract it fills in: with another one, the bytes are read again.

    What no reader knows is read again when any of them has changed.
    """
    modules = [FORMATS[form]] if form else ["ingest.formats", *FORMATS.values()]
    return source_hash([*modules, "data.actions", "data.cards", "data.events", "data.keys"], "ingest.formats")


class _Run:
    def __init__(self, lake: Lake, mode: str, format: str | None) -> None:
        if mode not in MODES:
            raise ValueError(f"mode {mode!r} is none of {', '.join(MODES)}")
        if format:
            get(format)
        self.lake = lake
        self.mode = mode
        self.format = format
        self.known = known_sources(lake)
        self.forgotten = set(lake.read("forgotten", ["sha256"])["sha256"].to_pylist())
        self.batch = Batch()
        self.report = Report()

    def take(self, path: str) -> None:
        """Read one file into the batch, unless its bytes are stored already."""
        began = perf_counter()
        source = load(path)
        self.report.found += 1
        if source.sha256 in self.forgotten:
            self.report.forgotten += 1
            return
        form = self.format or detect(source.data)
        source.reader = "/".join(filter(None, (reader_version(form), self.mode, self.format)))
        if (source.sha256, source.reader) in self.known:
            self.report.same += 1
            return
        reading = read_source(source, format=form, mode=self.mode)
        self.known.add((source.sha256, source.reader))
        self.batch.add(source, reading, perf_counter() - began)
        if self.batch.size >= BATCH_BYTES or len(self.batch) >= BATCH_SOURCES:
            self.flush()

    def flush(self) -> None:
        """Commit the batch and count it."""
        batch, self.batch = self.batch, Batch()
        if not batch:
            return
        read = len(batch)
        rows = batch.commit(self.lake)
        self.report.same += read - len(rows)
        for row in rows:
            self.report.add(row)
        for entry in batch.entries:
            for message in entry.reading.messages:
                self.report.codes[message.code] = self.report.codes.get(message.code, 0) + 1
        if rows:
            self.report.batches.append(batch.name)
