"""Several processes that replay units of games of one lake side by side.

Owns the processes: each gets its units when it begins, commits their results itself and tells what it did.  A process
may be killed at any moment; what it had committed stays, as after any interruption.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from replay.run import Summary, Unit


def share(lake: Path, units: Sequence[Unit], jobs: int) -> Iterator[Summary]:
    """What was done of each unit, as it is done, in no order.

    Raises what a process raised, and ChildProcessError if one ends without a word.  However this ends, no process is
    left behind.
    """
    shares = [units[first::jobs] for first in range(jobs) if units[first::jobs]]
    running: dict[Connection, SpawnProcess] = {}
    try:
        for mine in shares:
            here, there = get_context("spawn").Pipe(duplex=False)
            process = get_context("spawn").Process(target=_work, args=(lake, mine, there), daemon=True)
            process.start()
            there.close()
            running[here] = process
        yield from _told(running)
    finally:
        for process in running.values():
            process.terminate()
            process.join()


def _told(running: dict[Connection, SpawnProcess]) -> Iterator[Summary]:
    left = dict(running)
    while left:
        for pipe in cast(list[Connection], wait(list(left))):
            try:
                said = pipe.recv()
            except EOFError:
                process = left[pipe]
                process.join()
                code = process.exitcode
                raise ChildProcessError(
                    f"a process ended with code {code}; what was done stays: run the same command again for the rest"
                ) from None
            if isinstance(said, BaseException):
                raise said
            if said is None:
                del left[pipe]
            else:
                yield said


def _work(path: Path, units: Sequence[Unit], pipe: Connection) -> None:
    """What a process does: its units, and at last None.  An interrupt is for the process that shared the work."""
    from data.lake import Lake
    from replay.run import Replayer, Summary

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    replayer = Replayer(Lake(path))
    try:
        for unit in units:
            summary = Summary()
            replayer.replay(unit, summary)
            pipe.send(summary)
        pipe.send(None)
    except Exception as error:
        pipe.send(error)
