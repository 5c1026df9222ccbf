"""The formats of logs: one module each, this table of them, and which one a source is written in.

A format is added by writing its module and entering it here (CONTRIBUTING.md).  Modules are imported when they are
used, so that this package costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol, cast

from data.events import Message, Orphan, Reading

# Asked in this order whether a source is theirs: those that name their program first, ours last.
FORMATS = {
    "rvenning": "ingest.formats.rvenning",
    "feudalism": "ingest.formats.feudalism",
    "familycanasta": "ingest.formats.familycanasta",
    "speed1405": "ingest.formats.speed1405",
    "cgn-jsonl": "ingest.formats.cgn_jsonl",
    "cgn": "ingest.formats.cgn",
}
EXTENSIONS = {".cgn": "cgn", ".jsonl": "cgn-jsonl"}  # for files that are to be written
HEAD = 1 << 16  # bytes that tell a format


class Format(Protocol):
    """What a module of this table offers; those that can write also have `write`."""

    NAME: str

    def sniff(self, head: bytes) -> bool:
        """Whether the first bytes of a source look like this format."""
        ...

    def read(self, data: bytes, name: str, *, mode: str = "normal") -> Reading:
        """Read a whole source; what it holds never makes this raise."""
        ...


class UnknownFormat(ValueError):
    """A format that is not in the table."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown format {name!r}; there are {', '.join(FORMATS)}")


def get(name: str) -> Format:
    """The module of a format; UnknownFormat for a name that is none."""
    if name not in FORMATS:
        raise UnknownFormat(name)
    return cast(Format, import_module(FORMATS[name]))


def writer(name: str) -> Callable[[Reading], str]:
    """The `write` of a format; UnknownFormat where it has none."""
    write = getattr(get(name), "write", None)
    if write is None:
        raise UnknownFormat(name)
    return cast(Callable[[Reading], str], write)


def detect(data: bytes) -> str | None:
    """The format of a source by what stands in it, None if it is none of ours."""
    head = data[:HEAD]
    return next((name for name in FORMATS if get(name).sniff(head)), None)


def read_any(
    data: bytes, name: str, format: str | None = None, *, mode: str = "normal", largest: int | None = None
) -> Reading:
    """Read one source, compressed or not, in the format named or else found; `largest` limits the bytes unpacked.

    Never raises because of what the source holds: what cannot be read is in the messages and in the ledger.
    """
    from ingest.sources import GZIP, LARGEST, unpack

    limit = LARGEST if largest is None else largest
    problem = None
    if data.startswith(GZIP):
        data, reason = unpack(data, limit)
        if reason:
            problem = Message("E002", data.count(b"\n") + 1, 1, "a whole gzip stream", reason)
    if len(data) > limit:
        return Reading(name, messages=[Message("E003", 1, 1, f"at most {limit:,} bytes, unpacked", "more")])
    chosen = format or detect(data)
    reading = get(chosen).read(data, name, mode=mode) if chosen else _unread(data, name)
    if problem:
        reading.messages.append(problem)
    return reading


def _unread(data: bytes, name: str) -> Reading:
    """The reading of a source in no known format: counted and kept, not a line of it understood."""
    reading = Reading(name)
    lines = data.count(b"\n") + (data != b"" and not data.endswith(b"\n"))
    reading.ledger.lines = reading.ledger.orphans = lines
    expected = f"a log in a known format ({', '.join(FORMATS)})"
    head = data[:60].decode("utf-8", "replace")
    reading.messages.append(Message("E004", 1, 1, expected, repr(head) if data else "an empty file"))
    if lines:
        reading.orphans.append(Orphan(1, head, f"no known format; {lines:,} lines are kept with the source"))
    return reading
