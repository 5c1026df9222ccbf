"""Sources of JSON lines: split into lines, lines into games, and what belongs to no game.

Owns the boundaries between games and the ledger's blank and orphan lines; what a line says is its game's business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from data.events import Message, Orphan, Reading
from ingest.formats.gamelog import GameLog
from ingest.formats.jsonfields import BadField, Record, decode, excerpt

Sniff = Callable[[bytes], bool]
Read = Callable[..., Reading]


def physical_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers from 1; what ends a line is cut off."""
    lines = data.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    for line, raw in enumerate(lines, start=1):
        yield line, raw.removesuffix(b"\r")


def door(program: re.Pattern[bytes], log_type: type[GameLog]) -> tuple[Sniff, Read]:
    """`sniff` and `read` of a format whose lines name their program."""

    def sniff(head: bytes) -> bool:
        """Whether the beginning of a source names this program."""
        return program.search(head) is not None

    def read_source(data: bytes, name: str, *, mode: str = "normal") -> Reading:
        """Read one source of this program, whole games one after another."""
        return read(data, name, log_type, mode=mode)

    return sniff, read_source


def read(data: bytes, name: str, log_type: type[GameLog], *, mode: str = "normal") -> Reading:
    """Read a whole source; in `strict` mode what follows the first error is left unread, as orphans."""
    source = _Source(Reading(name, log_type.FORMAT), log_type, strict=mode == "strict")
    for line, raw in physical_lines(data.removeprefix(b"\xef\xbb\xbf")):
        source.take(line, raw)
    source.close("")
    return source.reading


class _Source:
    """A source while it is read: the game that is open, or why the lines that come belong to none."""

    def __init__(self, reading: Reading, log_type: type[GameLog], *, strict: bool) -> None:
        self.reading = reading
        self.log_type = log_type
        self.strict = strict
        self.stopped = False
        self.log: GameLog | None = None
        self.why = "before the line that starts a game"

    def take(self, line: int, raw: bytes) -> None:
        self.reading.ledger.lines += 1
        shown = raw.decode("utf-8", "replace")
        if not raw.strip():
            self.reading.ledger.blank += 1
            return
        record, problem = _decoded(raw)
        if record.get("type") == "match" and not self.stopped:
            self.close("")
            self.log = self.log_type(self.reading, line)
        elif self.log is not None and self.log.is_foreign(record):
            self.close("a deal that does not follow; the line that starts its game is missing")
        if self.log is None:
            self._orphan(line, shown)
            return
        self.log.line = line
        self.log.take(record, shown, problem)
        if self.log.ended:
            self.close("after the end of a game")
        if self.strict and any(message.is_error for message in self.reading.messages):
            self.stopped = True
            self.close("after an error (mode strict)")

    def close(self, why: str) -> None:
        """End the game that is open, if there is one."""
        if self.log is not None:
            self.log.finish()
            self.log = None
            self.why = why

    def _orphan(self, line: int, raw: str) -> None:
        reading = self.reading
        if not reading.orphans or reading.orphans[-1].reason != self.why:
            reading.messages.append(Message("E203", line, 1, "a line that starts a game", excerpt(raw)))
        reading.orphans.append(Orphan(line, raw, self.why))
        reading.ledger.orphans += 1


def _decoded(raw: bytes) -> tuple[Record, BadField | None]:
    try:
        return decode(raw), None
    except BadField as problem:
        return {}, problem
