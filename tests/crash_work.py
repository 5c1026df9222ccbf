"""The work that tests of crashes kill, each time in a process of its own that has loaded all it needs.

Small batches, so that most of the time is spent where it hurts.
"""

from __future__ import annotations

import multiprocessing
import resource
import signal
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import duckdb  # noqa: F401
import pyarrow.dataset
import pyarrow.parquet  # noqa: F401

import ingest.formats.cgn
import ingest.run
import replay.judging
import replay.run
from data.compact import compact
from data.lake import open_lake

SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(["tests.crash_work"])

LONGEST = 120  # seconds


class Work:
    """One process at work on a lake: `ingest`, `replay` or `compact`; `room`: the bytes that a file may have."""

    def __init__(self, what: str, lake: Path, *paths: Path, room: int = 0) -> None:
        self.said, there = SERVER.Pipe(duplex=False)
        self.process: ForkServerProcess = SERVER.Process(target=_do, args=(there, what, lake, paths, room))
        self.process.start()
        there.close()
        assert self.said.recv() == "ready"

    def kill_after(self, seconds: float) -> bool:
        """Kill without warning, so long after the work began; False if it had ended by then."""
        self.process.join(seconds)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        assert self.process.exitcode in (0, -signal.SIGKILL)
        return self.process.exitcode != 0

    def result(self) -> object:
        """What the work gave: a number of games, or the name of what ended it."""
        found = self.said.recv() if self.said.poll(LONGEST) else None
        self.process.join()
        return found


def _do(there: Connection, what: str, lake: Path, paths: tuple[Path, ...], room: int) -> None:
    ingest.run.BATCH_SOURCES = 4
    replay.run.BATCH_EVENTS = 150
    if room:  # writing fails in the middle of a file, as it does where the disk is full
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    there.send("ready")
    try:
        there.send(_work(what, lake, paths))
    except (OSError, KeyboardInterrupt) as error:
        there.send(type(error).__name__)


def _work(what: str, lake: Path, paths: tuple[Path, ...]) -> int:
    if what == "ingest":
        return ingest.run.ingest(paths, open_lake(lake, create=True)).new_games
    if what == "replay":
        return replay.run.replay_new(open_lake(lake)).games
    return sum(after for _, after in compact(open_lake(lake)).values())
