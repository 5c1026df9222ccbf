"""An advisory lock on a file: one process at a time, freed by the system when its holder ends, however it ends."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
    import time

    def _take(handle: int) -> None:
        while True:
            try:
                msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
            except OSError:  # given up after ten tries: somebody still holds it
                time.sleep(0.1)
            else:
                return
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)


@contextlib.contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock while the block runs; waits until it is free.  Closing the file frees it."""
    with path.open("ab") as file:
        _take(file.fileno())
        yield
