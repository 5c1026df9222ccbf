"""Files of people and small files of ours, written as a whole or not at all.

A full disk, a power cut or a kill leaves what was there before.  Knows no format and no lake.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

PART = ".part"  # the suffix of files being written


def write_whole(path: Path, data: bytes) -> None:
    """Put bytes into a file, new or not, and wait until they are on the disk; OSError if they cannot be put there.

    A link stays a link, and a file keeps its rights.  What is no file (a terminal, a pipe) is written to as it is.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    part = path.with_name(path.name + PART)
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    flush_directory(path.parent)


def write_text(path: Path, text: str) -> None:
    """The same for text, which goes to the disk as UTF-8 with the line ends that it has."""
    write_whole(path, text.encode())


def flush_directory(path: Path) -> None:
    """Make renames in a directory last; systems that cannot do so for directories do it by themselves."""
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
