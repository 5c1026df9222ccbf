"""Where logs come from: files, folders and standard input, plain or gzip.  Owns names and bytes; reads no format.

What is wrong with a source as a whole (damaged gzip, too large, not to be opened) is a message beside its bytes, so
that one bad file in a folder costs only itself.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from data.events import Message

STDIN = "-"
GZIP = b"\x1f\x8b"
LARGEST = 512 * 1024 * 1024  # bytes of one source, decompressed: ten million turns are less
_STEP = 1 << 20


@dataclass(slots=True)
class Source:
    """One log as found: `raw` as stored, `data` decompressed (as far as possible), `problems` of the whole."""

    name: str
    raw: bytes = b""
    data: bytes = b""
    problems: list[Message] = field(default_factory=list)


def find(paths: Iterable[str]) -> list[str]:
    """Names of all sources that `paths` mean, folders searched through, in a stable order, each once.

    FileNotFoundError for a path that is not there.  Hidden files and files that are no regular files (pipes, devices)
    are left out of folders.
    """
    found: dict[str, None] = {}
    for path in paths:
        if path == STDIN or not Path(path).is_dir():
            if path != STDIN:
                Path(path).stat()
            found[path] = None
        else:
            found.update(dict.fromkeys(_inside(path)))
    return list(found)


def _inside(folder: str) -> Iterator[str]:
    for root, folders, files in os.walk(folder, onerror=_raise):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(root, name)
            if not name.startswith(".") and path.is_file():
                yield str(path)


def _raise(error: OSError) -> None:
    raise error


def load(name: str) -> Source:
    """The bytes of one source; what hinders reading it is among its problems, never an exception."""
    try:
        raw = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        return Source(name, problems=[_problem("E001", "a file that can be opened", error.strerror or str(error))])
    return unpacked(name, raw)


def unpacked(name: str, raw: bytes) -> Source:
    """A source from its bytes as stored, decompressed where they are gzip."""
    source = Source(name, raw, raw)
    if raw.startswith(GZIP):
        source.data, problem = _gunzip(raw)
        source.problems += [problem] if problem else []
    if len(source.data) > LARGEST:
        source.data = b""
        source.problems.append(_problem("E003", f"at most {LARGEST >> 20} MiB", "more"))
    return source


def _gunzip(raw: bytes) -> tuple[bytes, Message | None]:
    """A gzip file decompressed as far as it can be read, but hardly further than LARGEST bytes."""
    data = bytearray()
    with gzip.GzipFile(fileobj=io.BytesIO(raw)) as stream:
        try:
            while len(data) <= LARGEST and (part := stream.read(_STEP)):
                data += part
        except (OSError, EOFError, zlib.error) as error:
            return bytes(data), _problem("E002", "a whole gzip stream", str(error), bytes(data))
    return bytes(data), None


def _problem(code: str, expected: str, found: str, data: bytes = b"") -> Message:
    """A message about a whole source; it stands in the last line that could be read."""
    return Message(code, data.count(b"\n") + 1, 1, expected, found)
