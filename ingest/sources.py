"""Where logs come from: files, folders, compressed files, standard input.  Bytes and their hash, not their meaning.

Owns finding, reading, hashing and unpacking within limits.  Never follows a folder into the lake itself, and never
fails because of one file: what cannot be read is a source with a status and a reason.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from data.gunzip import GZIP, LARGEST, unpack
from data.lake import LABEL

STDIN = "-"
_CHUNK = 2**20

READ, DAMAGED, UNKNOWN, UNREADABLE, TOO_LARGE = "read", "damaged", "unknown", "unreadable", "too_large"


@dataclass(slots=True)
class Source:
    """One file: `content` as found, `data` unpacked.  Both are empty where `status` is unreadable or too_large.

    `reader` says who reads it: version, mode, and the format if it was named.
    """

    name: str
    sha256: str
    size: int = 0
    content: bytes = b""
    data: bytes = b""
    status: str = READ
    reason: str = ""
    reader: str = ""


@dataclass(slots=True)
class Listing:
    """The files that some paths stand for, in order, and what was passed over in folders."""

    files: list[str]
    hidden: int = 0
    lakes: int = 0


def find(paths: Iterable[str | Path]) -> Listing:
    """All files under some paths; FileNotFoundError if a path that was named does not exist."""
    listing = Listing([])
    for path in map(str, paths):
        if path == STDIN:
            listing.files.append(path)
        elif not path:
            raise FileNotFoundError(2, "expected a file or folder, found an empty name")
        elif Path(path).is_dir():
            listing.files += _walk(path, listing)
        elif Path(path).exists():
            listing.files.append(path)
        else:
            raise FileNotFoundError(2, "there is no such file or folder", path)
    listing.files = list(dict.fromkeys(listing.files))
    return listing


def _walk(top: str, listing: Listing) -> Iterator[str]:
    for folder, folders, files in os.walk(top):
        if LABEL in files:
            listing.lakes += 1
            folders.clear()
            continue
        shown = [name for name in folders if not name.startswith(".")]
        listing.hidden += len(folders) - len(shown) + sum(name.startswith(".") for name in files)
        folders[:] = sorted(shown)
        yield from (os.path.join(folder, name) for name in sorted(files) if not name.startswith("."))  # noqa: PTH118


def load(path: str, largest: int = LARGEST) -> Source:
    """Read and unpack one file of a listing."""
    name = "<stdin>" if path == STDIN else _printable(path)
    try:
        content, digest, size = _read(path, largest)
    except OSError as error:
        reason = error.strerror or str(error)
        # There are no bytes to name it by; the same failure of the same file is one source.
        key = hashlib.sha256(f"unreadable\0{name}\0{reason}".encode()).hexdigest()
        return Source(name, key, status=UNREADABLE, reason=reason)
    source = Source(name, digest, size, content, content)
    if size > largest:
        return _too_large(source, largest)
    if content.startswith(GZIP):
        source.data, source.reason = unpack(content, largest)
        if len(source.data) > largest:
            return _too_large(source, largest)
        source.status = DAMAGED if source.reason else READ
    return source


def _too_large(source: Source, largest: int) -> Source:
    source.content = source.data = b""
    source.status, source.reason = TOO_LARGE, f"more than {largest // 2**20} MB; split it"
    return source


def _printable(path: str) -> str:
    """A name that is no UTF-8 keeps its bytes as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _read(path: str, largest: int) -> tuple[bytes, str, int]:
    """Bytes (none if there are too many), their hash and their number.

    What is no file may never end: of more than can be used only that much is read, and the hash is of that much.
    """
    if path == STDIN:
        return _drain(sys.stdin.buffer, largest, ends=False)
    ends = stat.S_ISREG(Path(path).stat().st_mode)
    if not ends and not path.startswith("/dev/"):
        raise OSError(None, "not a regular file")
    with Path(path).open("rb") as file:
        return _drain(file, largest, ends=ends)


def _drain(file: BinaryIO, largest: int, *, ends: bool) -> tuple[bytes, str, int]:
    digest = hashlib.sha256()
    parts: list[bytes] = []
    size = 0
    while (ends or size <= largest) and (chunk := file.read(_CHUNK)):
        digest.update(chunk)
        size += len(chunk)
        if size <= largest:
            parts.append(chunk)
        else:
            parts.clear()
    return b"".join(parts), digest.hexdigest(), size


__all__ = [
    "DAMAGED", "GZIP", "LARGEST", "READ", "TOO_LARGE", "UNKNOWN", "UNREADABLE", "Listing", "Source", "find", "load",
    "unpack",
]  # fmt: skip
