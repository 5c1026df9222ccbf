"""CGN text, the project's own notation: bytes -> Reading (docs/NOTATION.md).

Owns files: decoding, lines, the boundaries of games and what belongs to none.  Damage stays where it is: a line that
cannot be read is kept as it stands, `@game` always begins anew, and every line is counted once in the ledger.
"""

from __future__ import annotations

from data.actions import Kind
from data.events import Game, Message, Orphan, Reading
from ingest.formats import cgn_headers, cgn_roster, cgn_says, cgn_table
from ingest.formats import cgn_lines as lines
from ingest.formats.cgn_cards import MODES, NORMAL, STRICT, Note, Unreadable, shown
from ingest.formats.cgn_game import Line, OpenGame

NAME = "cgn"
VERSION = "1"
MARK = "\ufeff"


def sniff(head: bytes) -> bool:
    """Whether the first bytes of a file look like CGN text."""
    text = head.removeprefix(MARK.encode())
    rows = [row.strip() for row in text.split(b"\n")]
    return any(row.startswith((b"@cgn", b"@game ", b"@hand ")) or row == b"@game" for row in rows)


def read(data: bytes, name: str = "<text>", *, mode: str = NORMAL) -> Reading:
    """Read a whole file; never raises because of what the file holds."""
    if mode not in MODES:
        raise ValueError(f"mode {mode!r} is none of {', '.join(MODES)}")
    reader = _Reader(Reading(name, NAME), mode)
    reader.read(data)
    return reader.reading


class _Reader:
    def __init__(self, reading: Reading, mode: str) -> None:
        self.reading = reading
        self.mode = mode
        self.game: OpenGame | None = None
        self.begin = 0  # line index of the open game
        self.rows: list[str] = []
        self.orphaned = False  # the run of orphans has been reported
        self.version_line = 0
        self.stopped = False

    def read(self, data: bytes) -> None:
        self.rows = split_lines(data)
        for number, row in enumerate(self.rows, 1):
            self.reading.ledger.lines += 1
            if not row.strip(lines.BLANKS):
                self.reading.ledger.blank += 1
            elif self.stopped:
                self._keep_orphan(number, row, "not read: strict mode stops at the first error")
            else:
                self._line(number, row)
                self.stopped = self.mode == STRICT and self._has_error()
        self._close_game(len(self.rows))
        self.reading.messages.sort(key=lambda message: (message.line, message.column))

    def _has_error(self) -> bool:
        return bool(self.reading.messages) and self.reading.messages[-1].is_error

    def _line(self, number: int, row: str) -> None:
        if row.startswith("@game") and (len(row) == 5 or row[5] in lines.BLANKS):  # noqa: PLR2004
            self._boundary(number, row)
            return
        if row.lstrip(MARK).startswith("@cgn"):
            self._version(number, row.lstrip(MARK))
            return
        if self.game is None or self.game.end_line:
            self._orphan(number, row)
            return
        damage = _damage(row)
        if damage:
            line = Line(number, _displayed(row), "", None, -1)
            self._flush_headers_before(row)
            self.game.bad(line, damage)
            return
        self._game_line(self.game, split_line(number, row))

    def _flush_headers_before(self, row: str) -> None:
        """Headers are read late, so that a damaged `@hand` or `@end` must still close them."""
        del row

    def _game_line(self, game: OpenGame, line: Line) -> None:
        if game.waiting is not None:
            if not line.text.startswith(("@hand", "@end")):
                game.waiting.append(line)
                return
            cgn_headers.close_headers(game)
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
        """`@game` begins a new game, whatever came before (R4); without an id it is anonymous (R6)."""
        self._close_game(number - 1)
        damage = _damage(row)
        line = split_line(number, _displayed(row))
        words = lines.tokens(line.text, 5)
        if not damage and len(words) != 1:
            damage = Note("E202", 5, "one id without blanks", shown(line.text, 5, len(line.text)))
        game = Game(words[0].text if words and not damage else f"anonymous-{number}", line=number)
        game.first = len(self.reading.events)
        self.reading.games.append(game)
        self.game = OpenGame(self.reading, game, self.mode)
        self.begin, self.orphaned = number - 1, False
        if damage:
            self.game.bad(line, damage)
            return
        self.reading.ledger.events += 1
        if line.comment is not None:
            self.game.comment(line)

    def _version(self, number: int, row: str) -> None:
        line = split_line(number, row)
        words = lines.tokens(line.text, 0)
        if len(words) != 2 or words[0].text != "@cgn" or words[1].text != VERSION:  # noqa: PLR2004
            self.reading.messages.append(Message("E201", number, 1, f"@cgn {VERSION}", shown(row, 0, len(row))))
            if self.game is None or self.game.end_line:
                self._keep_orphan(number, row, "not a version of the notation that is known")
            else:
                self.reading.ledger.bad += 1
                self.game.events.add(Kind.BAD, deal=self.game.deal_number, text=_displayed(row), line=number)
            return
        self.version_line = number
        self.reading.ledger.events += 1

    def _orphan(self, number: int, row: str) -> None:
        """A line that belongs to no game: kept, never attached to the game above, reported once (R5)."""
        line = split_line(number, row)
        if not line.text and not _damage(row):
            self.reading.ledger.comments += 1
            self.reading.orphans.append(Orphan(number, row, "comment outside any game"))
            return
        if not self.orphaned:
            self.orphaned = True
            found = shown(_displayed(row), 0, len(row))
            self.reading.messages.append(Message("E203", number, 1, "@game", found))
        self._keep_orphan(number, row, "outside any game")

    def _keep_orphan(self, number: int, row: str, reason: str) -> None:
        self.reading.ledger.orphans += 1
        self.reading.orphans.append(Orphan(number, _displayed(row), reason))

    def _close_game(self, last: int) -> None:
        if self.game is not None:
            cgn_headers.close_headers(self.game)
            while last > self.begin + 1 and not self.rows[last - 1].strip(lines.BLANKS):
                last -= 1
            end = self.game.end_line or last
            cgn_roster.close_game(self.game, last, self.rows[self.begin : end])
        self.game = None


def _content(game: OpenGame, line: Line) -> int:
    """Record a line of a deal; returns its turn, 0 outside turns."""
    if line.text.startswith("@"):
        cgn_says.directive(game, line)
        return 0
    _ = game.deal
    word = lines.first_word(line.text)
    if word in lines.DEAL_WORDS:
        cgn_table.deal_line(game, line, word)
        return 0
    if line.text[0] in lines.BLANKS:
        code, expected = ("E105", "@ in column 1") if line.text.lstrip(lines.BLANKS)[0] == "@" else ("E210", "no blanks")
        raise Unreadable(code, 0, expected, "blanks at the start of the line")
    if lines.HEADER_LINE.match(line.text) and not lines.TURN_LIKE.match(line.text):
        raise Unreadable("E205", 0, "headers before the first @hand", shown(line.text, 0, len(line.text)))
    return cgn_table.turn_line(game, line)


def split_lines(data: bytes) -> list[str]:
    """The lines of a file: LF or CRLF and nothing else ends one; bytes that are no UTF-8 become lone surrogates."""
    text = data.decode("utf-8", "surrogateescape").removeprefix(MARK)
    rows = text.split("\n")
    if rows[-1] == "":
        rows.pop()
    return [row.removesuffix("\r") for row in rows]


def split_line(number: int, row: str) -> Line:
    text, comment, at = lines.split_comment(row)
    return Line(number, row, text, comment, at)


def _damage(row: str) -> Note | None:
    """What keeps a line from being read at all."""
    if not row.isascii():
        for at, character in enumerate(row):
            if "\ud800" <= character <= "\udfff":
                return Note("E103", at, "UTF-8", f"byte {ord(character) - 0xDC00:#04x}")
    if len(row) > lines.MAX_LINE:
        return Note("E106", lines.MAX_LINE, f"at most {lines.MAX_LINE:,} characters in a line", f"{len(row):,}")
    return None


def _displayed(row: str) -> str:
    """The line with U+FFFD for each byte that is no UTF-8; the bytes themselves are kept with the source."""
    return row if row.isascii() else row.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
