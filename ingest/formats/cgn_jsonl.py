"""CGN-JSONL, the notation as JSON lines: bytes -> Reading, and back (docs/NOTATION.md).

Owns files: lines, the boundaries of games, and what belongs to none.  Records are read by cgn_jsonl_records; what holds
for a game (roster, order, recovery) is the same code as for text.  Lines of rows and messages are those of this file.
"""

from __future__ import annotations

from data.events import Game, Message, Orphan, Reading
from ingest.formats import cgn_roster, jsonfields
from ingest.formats.cgn_alike import compare_games
from ingest.formats.cgn_cards import MODES, NORMAL, STRICT, Note
from ingest.formats.cgn_game import Line, OpenGame
from ingest.formats.cgn_jsonl_fast import RecordReader
from ingest.formats.cgn_jsonl_records import Records
from ingest.formats.cgn_jsonl_writer import FORMAT_VERSION, write
from ingest.formats.jsonfields import BadField, Record, excerpt
from ingest.formats.scan_reader import COMPILED

__all__ = ["NAME", "read", "sniff", "write"]

NAME = "cgn-jsonl"
MAX_LINE = 100_000  # bytes of one record


def sniff(head: bytes) -> bool:
    """Whether the first line of a source is a record of ours."""
    first = head.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
    return first.startswith(b"{") and b'"v"' in first and b'"type"' in first and (
        b'"file"' in first or b'"game_start"' in first or b'"seq"' in first
    )  # fmt: skip


def read(data: bytes, name: str = "<text>", *, mode: str = NORMAL, scanned: bool = COMPILED) -> Reading:
    """Read a whole file; never raises because of what the file holds.

    `scanned`: ordinary records are taken by the scanner, which means the same and is fast where it is compiled.
    """
    if mode not in MODES:
        raise ValueError(f"mode {mode!r} is none of {', '.join(MODES)}")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data and not data.endswith(b"\n"):
        data += b"\n"
    reader = _Reader(Reading(name, NAME), mode)
    reader.read(data, RecordReader(data, reader.reading.events) if scanned else None)
    return reader.reading


class _Reader:
    """Goes through the records of one file."""

    def __init__(self, reading: Reading, mode: str) -> None:
        self.reading = reading
        self.mode = mode
        self.game: OpenGame | None = None
        self.records: Records | None = None
        self.orphaned = False
        self.is_of_text = False  # `src` is a place in CGN text, where each line of a turn is a turn

    def read(self, data: bytes, fast: RecordReader | None) -> None:
        self.reading.ledger.lines = data.count(b"\n")
        at = number = seen = 0
        stopped = False
        while at < len(data):
            if fast is not None and not stopped and self._is_ordinary(fast):
                assert self.game is not None
                fast.read(self.game, at, number)
                at, number = fast.scan.at, fast.scan.line_number
                if at >= len(data):
                    break
            end = data.find(b"\n", at)
            row, at, number = data[at:end], end + 1, number + 1
            if not row.strip():
                self.reading.ledger.blank += 1
            elif stopped:
                self._keep_orphan(number, row, "not read: strict mode stops at the first error")
            else:
                self._line(number, row)
                news, seen = self.reading.messages[seen:], len(self.reading.messages)
                stopped = self.mode == STRICT and any(message.is_error for message in news)
        self._close_game(number)
        compare_games(self.reading)
        self.reading.messages.sort(key=lambda message: (message.line, message.column))

    def _is_ordinary(self, fast: RecordReader) -> bool:
        return self.game is not None and self.records is not None and fast.is_ordinary(self.game, self.records)

    def _line(self, number: int, row: bytes) -> None:
        try:
            record = _decoded(row)
            kind = jsonfields.text(record, "type")
        except BadField as problem:
            self._damaged(number, row, Note("E140", 0, problem.expected, problem.found))
            return
        if kind == "file":
            self.is_of_text = record.get("reader") == "cgn"
            self.reading.ledger.events += 1
        elif kind == "game_start":
            self._boundary(number, row, record)
        elif kind == "orphan":
            raw = record.get("raw")
            self._orphan(number, raw.encode() if isinstance(raw, str) else row)
        elif self.records is not None and self._is_of_game(record, kind):
            self.records.take(Line(number, row.decode(), ""), kind, record)
        else:
            self._orphan(number, row)

    def _is_of_game(self, record: Record, kind: str) -> bool:
        """Whether a record belongs to the open game; behind its end only a comment on that end does."""
        if self.game is None or self.records is None:
            return False
        if self.game.end_line:
            return kind == "comment" and record.get("game") == self.game.game.id
        return bool(record.get("game", self.game.game.id) == self.game.game.id)

    def _damaged(self, number: int, row: bytes, note: Note) -> None:
        if self.records is None or self.game is None or self.game.end_line:
            self._orphan(number, row)
        else:
            self.records.damaged(Line(number, row.decode("utf-8", "replace"), "", damage=note))

    def _boundary(self, number: int, row: bytes, record: Record) -> None:
        self._close_game(number - 1)
        name = record.get("game")
        readable = isinstance(name, str) and name != "" and not any(c in name for c in " \t\n")
        game = Game(str(name) if readable else f"anonymous-{number}", line=number, first=len(self.reading.events))
        self.reading.games.append(game)
        self.game = OpenGame(self.reading, game, self.mode, has_columns=False)
        self.records = Records(self.game, record, is_of_text=self.is_of_text)
        self.orphaned = False
        if not readable:
            self.game.bad(Line(number, row.decode(), ""), Note("E202", 0, "one id without blanks", excerpt(name)))
            return
        self.reading.ledger.events += 1
        self.records.keep_unknown(Line(number, row.decode(), ""), kind="game_start", record=record)

    def _orphan(self, number: int, row: bytes) -> None:
        """A line that belongs to no game; a run of them is reported once (R5)."""
        if row.startswith(b";"):
            self.reading.ledger.comments += 1
            self.reading.orphans.append(Orphan(number, row.decode("utf-8", "replace"), "comment outside any game"))
            return
        if not self.orphaned:
            self.orphaned = True
            found = excerpt(row[:60].decode("utf-8", "replace"))
            self.reading.messages.append(Message("E203", number, 1, "a game_start record", found))
        self._keep_orphan(number, row, "outside any game")

    def _keep_orphan(self, number: int, row: bytes, reason: str) -> None:
        self.reading.ledger.orphans += 1
        self.reading.orphans.append(Orphan(number, row.decode("utf-8", "replace"), reason))

    def _close_game(self, last: int) -> None:
        if self.game is not None and self.records is not None:
            if self.game.waiting is not None:
                self.records.close_headers()
            cgn_roster.close_game(self.game, max(last, self.game.game.line), None)
        self.game = self.records = None


def _decoded(row: bytes) -> Record:
    """One record of a version that is known."""
    if len(row) > MAX_LINE:
        raise BadField(f"at most {MAX_LINE:,} bytes in a record", f"{len(row):,}")
    record = jsonfields.decode(row)
    if "v" in record:
        jsonfields.number(record, "v", FORMAT_VERSION, FORMAT_VERSION)
    return record
