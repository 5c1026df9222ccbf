"""CGN text, the project's own notation: bytes -> Reading (docs/NOTATION.md).

Owns files: decoding, lines, the boundaries of games and what belongs to none.  Damage stays where it is: a line that
cannot be read is kept as it stands, `@game` always begins anew, and every line is counted once in the ledger.
"""

from __future__ import annotations

from data.events import Game, Message, Orphan, Reading
from ingest.formats import cgn_headers, cgn_roster, cgn_says, cgn_scan, cgn_table
from ingest.formats import cgn_lines as lines
from ingest.formats.cgn_alike import compare_games
from ingest.formats.cgn_cards import MODES, NORMAL, STRICT, Note, Unreadable, shown
from ingest.formats.cgn_game import Line, OpenGame
from ingest.formats.cgn_writer import write
from ingest.formats.scan_cards import Scan
from ingest.formats.scan_flush import columns_for
from ingest.formats.scan_reader import COMPILED, ScanReader, is_ordinary

__all__ = ["NAME", "read", "sniff", "split_lines", "write"]

NAME = "cgn"
VERSION = "1"
MARK = "\ufeff"
REPLACED = "\ufffd"


def sniff(head: bytes) -> bool:
    """Whether the first bytes of a file look like CGN text."""
    text = head.removeprefix(MARK.encode())
    rows = [row.strip() for row in text.split(b"\n")]
    return any(row.startswith((b"@cgn", b"@game ", b"@hand ")) or row == b"@game" for row in rows)


def read(data: bytes, name: str = "<text>", *, mode: str = NORMAL, scanned: bool = COMPILED) -> Reading:
    """Read a whole file; never raises because of what the file holds.

    `scanned`: ordinary lines are taken by the scanner, which means the same and is fast where it is compiled.
    """
    if mode not in MODES:
        raise ValueError(f"mode {mode!r} is none of {', '.join(MODES)}")
    data = data.removeprefix(MARK.encode())
    if data and not data.endswith(b"\n"):
        data += b"\n"
    reader = _Reader(Reading(name, NAME), data, mode)
    scan = ScanReader(Scan(data, columns_for(data)), cgn_scan.scan, data, reader.reading.events) if scanned else None
    reader.read(scan)
    return reader.reading


class _Reader:
    """Goes through the lines of one file; a game in which a line stands is `game`, None between games."""

    def __init__(self, reading: Reading, data: bytes, mode: str) -> None:
        self.reading = reading
        self.data = data
        self.mode = mode
        self.at = 0  # behind the last line read
        self.number = 0  # of the last line read
        self.filled = 0  # the last line, among those read before it, that was not blank
        self.game: OpenGame | None = None
        self.begin = self.begin_at = 0  # line and offset in which the open game begins
        self.orphaned = False  # the run of orphans has been reported
        self.has_version = False
        self.seen = 0  # messages that were asked about

    def read(self, fast: ScanReader[Scan] | None) -> None:
        self.reading.ledger.lines = self.data.count(b"\n")
        size = len(self.data)
        while self.at < size:
            if fast is not None and self.game is not None and self._is_ordinary(self.game):
                fast.read(self.game, self.at, self.number)
                self.at, self.number = fast.scan.at, fast.scan.line_number
                self.filled = max(self.filled, fast.scan.last_filled)
                if self.at >= size:
                    break
            self._row(self._next_row())
            if self.mode == STRICT and self._found_error():
                self._stop()
        self._close_game(size)
        compare_games(self.reading)
        if self.reading.games and not self.has_version and not self.reading.orphans:
            self.reading.messages.append(Message("W311", 1, 1, f"@cgn {VERSION} first", "none"))
        self.reading.messages.sort(key=lambda message: (message.line, message.column))

    def _is_ordinary(self, game: OpenGame) -> bool:
        """Whether the scanner may look at the next line; the headers are over with the first `@hand` or `@end`.

        Strict mode asks for errors after each line, and leaves the end of the headers to the careful reader.
        """
        if game.waiting is not None and self.mode != STRICT and self.data.startswith((b"@hand", b"@end"), self.at):
            row = self.data[self.at : self.data.find(b"\n", self.at)]
            if row.isascii() and len(row) <= lines.MAX_LINE:
                self._close_headers(game)
        return is_ordinary(game)

    def _next_row(self) -> str:
        """The next line: LF or CRLF and nothing else ends one; bytes that are no UTF-8 become lone surrogates."""
        end = self.data.find(b"\n", self.at)
        row = self.data[self.at : end].removesuffix(b"\r").decode("utf-8", "surrogateescape")
        self.at = end + 1
        self.number += 1
        return row

    def _row(self, row: str) -> None:
        if not row or (row.isspace() and not row.strip(lines.BLANKS)):
            self.reading.ledger.blank += 1
            return
        if row[0] == "@" or row[0] == MARK:
            self._at_line(self.number, row)
        elif self.game is not None and self.game.waiting is not None:
            self.game.waiting.append(split_line(self.number, row))
        else:
            self._line(self.number, row)
        self.filled = self.number

    def _found_error(self) -> bool:
        """Whether a message since the last question is an error."""
        news, self.seen = self.reading.messages[self.seen :], len(self.reading.messages)
        return any(message.is_error for message in news)

    def _stop(self) -> None:
        """Strict mode ends with the first error; what was not read is kept all the same (R12)."""
        while self.at < len(self.data):
            row = self._next_row()
            if row.strip(lines.BLANKS):
                self._keep_orphan(self.number, row, "not read: strict mode stops at the first error")
                self.filled = self.number
            else:
                self.reading.ledger.blank += 1

    def _at_line(self, number: int, row: str) -> None:
        """A line that may be a boundary: `@game` and `@cgn` are, wherever they stand (R4)."""
        word = lines.first_word(row[:100])
        if word == "@game":
            self._boundary(number, row)
        elif word.lstrip(MARK) == "@cgn":
            self._version(number, row.lstrip(MARK))
        else:
            self._line(number, row)

    def _line(self, number: int, row: str) -> None:
        line = split_line(number, row)
        game = self.game
        if game is None or game.end_line:
            self._orphan(line)
        elif game.waiting is None:
            self._take(game, line)
        elif line.damage or not line.text.startswith(("@hand", "@end")):
            game.waiting.append(line)
        else:
            self._close_headers(game)
            self._take(game, line)

    def _close_headers(self, game: OpenGame) -> None:
        for line in cgn_headers.close_headers(game):
            self._take(game, line)

    def _take(self, game: OpenGame, line: Line) -> None:
        """One line of a game behind its headers."""
        if line.damage:
            game.bad(line, line.damage)
            return
        if not line.text:
            self.reading.ledger.comments += 1
            game.comment(line)
            return
        try:
            turn = _content(game, line)
        except Unreadable as unreadable:
            game.bad(line, unreadable.note)
            return
        self.reading.ledger.events += 1
        if line.comment is not None and not line.text.startswith("@ruling"):
            game.comment(line, turn)

    def _boundary(self, number: int, row: str) -> None:
        """`@game` begins a new game, whatever came before; without an id it is anonymous (R4, R6)."""
        begin_at = self.data.rfind(b"\n", 0, self.at - 1) + 1
        self._close_game(begin_at)
        line = split_line(number, row)
        words = lines.tokens(line.text, 5)
        damage = line.damage
        if not damage and len(words) != 1:
            damage = Note("E202", 5, "one id without blanks", shown(line.text, 5, len(line.text)))
        game = Game(f"anonymous-{number}" if damage else words[0].text, line=number, first=len(self.reading.events))
        self.reading.games.append(game)
        self.game = OpenGame(self.reading, game, self.mode)
        self.begin, self.begin_at, self.orphaned = number, begin_at, False
        if damage:
            self.game.bad(line, damage)
            return
        self.reading.ledger.events += 1
        if line.comment is not None:
            self.game.comment(line)

    def _version(self, number: int, row: str) -> None:
        self.has_version = True
        line = split_line(number, row)
        words = lines.tokens(line.text, 4)
        if line.damage or len(words) != 1 or words[0].text != VERSION:
            note = line.damage or Note("E201", 0, f"@cgn {VERSION}", shown(line.raw, 0, len(row)))
            self._refuse(line, note)
            return
        self.reading.ledger.events += 1

    def _refuse(self, line: Line, note: Note) -> None:
        """Keep an unreadable line that is no line of a game, in the game or among the orphans."""
        if self.game is not None and not self.game.end_line:
            self.game.bad(line, note)
            return
        self.reading.messages.append(Message(note.code, line.number, note.at + 1, note.expected, note.found))
        self._keep_orphan(line.number, line.raw, "no version of the notation that is known")

    def _orphan(self, line: Line) -> None:
        """A line that belongs to no game: kept, never attached to the game above, reported once (R5)."""
        if not line.text and not line.damage:
            self.reading.ledger.comments += 1
            self.reading.orphans.append(Orphan(line.number, line.raw, "comment outside any game"))
            return
        if not self.orphaned:
            self.orphaned = True
            found = shown(line.raw, 0, len(line.raw))
            self.reading.messages.append(Message("E203", line.number, 1, "@game", found))
        self._keep_orphan(line.number, line.raw, "outside any game")

    def _keep_orphan(self, number: int, row: str, reason: str) -> None:
        self.reading.ledger.orphans += 1
        self.reading.orphans.append(Orphan(number, displayed(row), reason))

    def _close_game(self, end: int) -> None:
        """Close the open game, which has lines up to an offset."""
        game, self.game = self.game, None
        if game is None:
            return
        self._close_headers(game)
        rows = None
        if game.seal_line:
            rows = split_lines(self.data[self.begin_at : end])
            if game.end_line:
                rows = rows[: game.end_line - self.begin + 1]
        cgn_roster.close_game(game, max(self.filled, self.begin), rows)


def _content(game: OpenGame, line: Line) -> int:
    """Record a line of a deal; returns its turn, 0 outside turns.  Raises Unreadable."""
    text = line.text
    if text[0] == "@":
        cgn_says.directive(game, line)
        return 0
    word = lines.first_word(text)
    if word in lines.DEAL_WORDS:
        cgn_table.deal_line(game, line, word)
        return 0
    lines.refuse_indent(text)
    if lines.HEADER_LINE.match(text) and not lines.TURN_LIKE.match(text):
        raise Unreadable("E205", 0, "headers before the first @hand", shown(text, 0, len(text)))
    return cgn_table.turn_line(game, line)


def split_lines(data: bytes) -> list[str]:
    """The lines of a file: LF or CRLF and nothing else ends one; bytes that are no UTF-8 become lone surrogates."""
    text = data.decode("utf-8", "surrogateescape").removeprefix(MARK)
    rows = text.split("\n")
    if rows[-1] == "":
        rows.pop()
    return [row.removesuffix("\r") for row in rows]


def split_line(number: int, row: str) -> Line:
    """A line with its comment split off, or with what keeps it from being read at all."""
    if ";" not in row and len(row) <= lines.MAX_LINE and row.isascii():
        return Line(number, row, row.rstrip(lines.BLANKS))
    damage = _damage(row)
    if damage:
        return Line(number, displayed(row), displayed(row[: lines.MAX_LINE]), damage=damage)
    text, comment, at = lines.split_comment(row)
    return Line(number, row, text, comment, at)


def _damage(row: str) -> Note | None:
    if not row.isascii():
        for at, character in enumerate(row):
            if "\ud800" <= character <= "\udfff":
                return Note("E103", at, "UTF-8", f"byte {ord(character) - 0xDC00:#04x}")
            if character == REPLACED:
                return Note("E103", at, "UTF-8", "U+FFFD, which stands for bytes that are lost")
    if len(row) > lines.MAX_LINE:
        return Note("E106", lines.MAX_LINE, f"at most {lines.MAX_LINE:,} characters in a line", f"{len(row):,}")
    return None


def displayed(row: str) -> str:
    """The line with U+FFFD for each byte that is no UTF-8; the bytes themselves are kept with the source."""
    return row if row.isascii() else row.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
