"""CGN text from a Reading, in export form: one spelling for each thing, so that two writers write the same.

What was read as CGN comes back as it stood, spacing and import spellings aside; what could not be read comes back word
for word.  Logs of other programs become CGN as far as CGN has words for them.  Repairs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from data.actions import BONUS_TARGET, CLOSINGS, NO_SEAT, NO_SIDE, PACKETS, SHEET_KEYS, Kind
from data.cards import deck_named
from data.events import Claim, Events, Game, Reading
from ingest.formats import cgn_lines as lines
from ingest.formats import cgn_spell as spell
from ingest.formats.cgn_roster import seal_of

VERSION_LINE = "@cgn 1"
OWN_FORMATS = ("cgn", "cgn-jsonl")
LINE_FORMATS = ("cgn",)  # formats whose lines are CGN lines, so that rows of one line belong together
ITEM_KEYS = {item: key for key, item in SHEET_KEYS.items()}
DEAL_WORDS = {Kind.DEALT: "deal", Kind.TURN_UP: "up", Kind.STOCK: "stock", Kind.HOLDS: "holds", Kind.PILE: "pile"}


def write(reading: Reading, *, seal: bool = False) -> str:
    """The whole reading as one CGN file; with `seal` each game that ended gets a fresh `@seal`."""
    text = [VERSION_LINE]
    orphans = list(reading.orphans) if reading.format in OWN_FORMATS else []
    for game in reading.games:
        while orphans and orphans[0].line < game.line:
            text.append(_one_line(orphans.pop(0).text))
        text += ["", *game_lines(reading, game, seal=seal)]
    text += [_one_line(orphan.text) for orphan in orphans]
    return "\n".join(text) + "\n"


def game_lines(reading: Reading, game: Game, *, seal: bool = False) -> list[str]:
    """The lines of one game, from `@game` to its end."""
    writer = _GameWriter(reading, game)
    text = writer.all_lines()
    sealed = any(line.startswith("@seal ") for line in text)
    broken = any(message.code == "W309" and message.game == game.id for message in reading.messages)
    if seal or (sealed and not broken):
        text = with_seal(text)
    return text


def with_seal(text: list[str]) -> list[str]:
    """Lines of one game with a fresh seal before `@end`; as they are where the game has no end."""
    bare = [line for line in text if not line.startswith("@seal ")]
    ends = [number for number, line in enumerate(bare) if lines.first_word(line) == "@end"]
    if not ends:
        return text
    return [*bare[: ends[0]], f"@seal sha256={seal_of(bare)}", *bare[ends[0] :]]


def _one_line(text: str) -> str:
    """A text that stays within its line, whatever a program put into it."""
    return text.replace("\n", " ") if "\n" in text else text


def _word(text: str) -> str:
    """A game's id without blanks."""
    return "_".join(token.text for token in lines.tokens(_one_line(text))) or "game"


def _value(text: str) -> str:
    """A header's value: no line break, and no blank before `;`, which would begin a comment."""
    text = _one_line(text).strip(lines.BLANKS)
    while " ;" in text or "\t;" in text:
        text = text.replace(" ;", ";").replace("\t;", ";")
    return text


class _GameWriter:
    """Writes the rows of one game in order; acts of a turn wait until the turn is whole."""

    def __init__(self, reading: Reading, game: Game) -> None:
        self.events: Events = reading.events
        self.game = game
        self.deck = deck_named(game.deck)
        self.by_line = reading.format in LINE_FORMATS
        self.text: list[str] = []
        self.last_line = 0  # source line of the line written last, for comments that stand on it
        self.turn: list[int] = []
        self.turn_comments: list[str] = []
        self.deferred: list[str] = []  # private lines that came while a turn was open; they follow it

    def all_lines(self) -> list[str]:
        rows = iter(range(self.game.first, self.game.last))
        row = self._headers(rows)
        while row is not None:
            self._row(row)
            row = next(rows, None)
        self._flush()
        return self.text

    # -- before the first deal

    def _headers(self, rows: Iterator[int]) -> int | None:
        """Write `@game`, headers and what stands between them; returns the row of the first deal."""
        entries = [(self.game.line, f"@game {_word(self.game.id)}")]
        entries += [(line, f"{key}: {_value(value)}".rstrip(lines.BLANKS)) for key, value, line in self.game.headers]
        row = next(rows, None)
        while row is not None and self.events.kind[row] in (Kind.BAD, Kind.COMMENT, Kind.EXTENSION):
            if self.events.deal[row]:
                break
            self._header_row(row, entries)
            row = next(rows, None)
        self.text = [text for _, text in sorted(entries, key=lambda entry: entry[0])]
        return row

    def _header_row(self, row: int, entries: list[tuple[int, str]]) -> None:
        text, line = self._text(row), self.events.line[row]
        if self.events.kind[row] == Kind.BAD:
            if lines.first_word(text) == "@game" and len(entries) == 1 + len(self.game.headers):
                entries[0] = (self.game.line, text)
                return
            entries.append((line, _bad(text)))
        elif self.events.kind[row] == Kind.EXTENSION:
            entries.append((line, text))
        else:
            same = [number for number, entry in enumerate(entries) if entry[0] == line]
            if same:
                entries[same[-1]] = (line, f"{entries[same[-1]][1]} ; {text}".rstrip(lines.BLANKS))
            else:
                entries.append((line, f"; {text}".rstrip(lines.BLANKS)))

    # -- rows of deals

    def _row(self, row: int) -> None:
        kind = Kind(self.events.kind[row])
        if spell.is_act(kind):
            if self.turn and not self._same_turn(row):
                self._flush()
            self.turn.append(row)
            return
        if kind == Kind.COMMENT:
            self._comment(row)
            return
        if kind == Kind.EXTENSION and self.turn:
            self.deferred.append(self._text(row))
            return
        self._flush()
        if kind == Kind.SIT_OUT:
            return
        text = self._other(row, kind)
        if kind == Kind.TABLE and self._continues_table(row):
            self.text[-1] += text[text.index(" ", 6) :]
        else:
            if kind == Kind.DEAL_START:
                self.text.append("")
            self._put(text, self.events.line[row])

    def _put(self, text: str, line: int) -> None:
        self.text += _cut(_one_line(text))
        self.last_line = line

    def _same_turn(self, row: int) -> bool:
        events, first = self.events, self.turn[0]
        if self.by_line and events.line[row] != events.line[first]:
            return False
        same = events.deal[row] == events.deal[first] and events.turn[row] == events.turn[first]
        if self._actor(row) == self._actor(first) == NO_SEAT:
            return same and events.side[row] == events.side[first]
        return same and (self._actor(row) in (NO_SEAT, self._actor(first)) or self._actor(first) == NO_SEAT)

    def _actor(self, row: int) -> int:
        """The seat whose turn a row belongs to; on a `view` the other seat is the one that looks."""
        if self.events.kind[row] == Kind.VIEW:
            return self.events.target[row] - 1
        return self.events.seat[row]

    def _flush(self) -> None:
        """Write the turn that waits."""
        if not self.turn:
            return
        events, first = self.events, self.turn[0]
        actor = next((self._actor(row) for row in self.turn if self._actor(row) != NO_SEAT), NO_SEAT)
        words = [spell.op(events, row, self.deck, self.game) for row in self.turn]
        if actor == NO_SEAT:
            side = self.game.sides[events.side[first]].name if events.side[first] != NO_SIDE else "?"
            start = f"table {side}"
        else:
            start = f"{events.turn[first]}. {self.game.seats[actor]}"
        time = next((time for row in self.turn if (time := events.time_of(row)) is not None), None)
        if time is not None:
            words.append(f"t={time}")
        self._put_turn(" ".join([start, *words]), events.line[self.turn[-1]])
        self.text += self.deferred
        self.turn, self.turn_comments, self.deferred = [], [], []

    def _put_turn(self, text: str, line: int) -> None:
        if not self.turn_comments:
            self._put(text, line)
            return
        comment = ("; " + " / ".join(self.turn_comments)).rstrip(lines.BLANKS)
        if len(text) + len(comment) < lines.MAX_LINE:
            self._put(f"{text} {comment}", line)
        else:
            self._put(text, line)
            self._put(comment, 0)

    def _comment(self, row: int) -> None:
        text, line = self._text(row), self.events.line[row]
        if self.turn:
            inline = line == self.events.line[self.turn[-1]] if self.by_line else self.events.turn[row] != 0
            if inline:
                self.turn_comments.append(text)
                return
            self._flush()
        if self.text and line and line == self.last_line:
            self.text[-1] = f"{self.text[-1]} ; {text}".rstrip(lines.BLANKS)
        else:
            self._put(f"; {text}".rstrip(lines.BLANKS), 0)

    def _continues_table(self, row: int) -> bool:
        before = row - 1
        events = self.events
        same = before >= self.game.first and events.kind[before] == Kind.TABLE
        same = same and events.side[before] == events.side[row] and events.deal[before] == events.deal[row]
        return same and (not self.by_line or events.line[before] == events.line[row])

    def _other(self, row: int, kind: Kind) -> str:
        """A row that is a line of its own."""
        events = self.events
        if kind in DEAL_WORDS or kind == Kind.PACKET:
            return self._deal_line(row, kind)
        if kind == Kind.TABLE:
            cards = spell.group(spell.cards_of(events, row, self.deck))
            target = events.target[row]
            label = "!" if target == BONUS_TARGET else f"{spell.label(target)}:" if target else ""
            return f"table {self._side(row)} {label}{cards}"
        text, amount = self._text(row), events.amount[row]
        if kind == Kind.BAD:
            return _bad(text)
        if kind == Kind.EXTENSION:
            return text
        if kind == Kind.SEAL:
            return f"@seal sha256={text}"
        words = {
            Kind.DEAL_START: f"@hand {events.deal[row]} {text}",
            Kind.CLOSE: f"@close {CLOSINGS[amount] if 0 <= amount < len(CLOSINGS) else ''}",
            Kind.SHEET: f"@score {self._side(row)} {text}",
            Kind.TOTALS: f"@total {text}",
            Kind.RULING: f"@ruling {'score' if amount < 0 else amount} {text}",
            Kind.PENALTY: f"@penalty {self._side(row)} {text or amount}",
            Kind.GAME_END: f"@end {text}",
        }
        return words[kind].rstrip(lines.BLANKS)

    def _deal_line(self, row: int, kind: Kind) -> str:
        events = self.events
        word = PACKETS[events.target[row]] if kind == Kind.PACKET else DEAL_WORDS[kind]
        seat = [self.game.seats[events.seat[row]]] if events.seat[row] != NO_SEAT else []
        mark = [text for text in [events.text_of(row)] if text]
        return " ".join([word, *seat, *spell.gathered(spell.cards_of(events, row, self.deck)), *mark])

    def _side(self, row: int) -> str:
        side = self.events.side[row]
        return self.game.sides[side].name if side != NO_SIDE else "?"

    def _text(self, row: int) -> str:
        return _one_line(row_text(self.events, self.game, row))


def row_text(events: Events, game: Game, row: int) -> str:
    """The text of a row; where a program left none, made of the claims that belong to it."""
    text = events.text_of(row)
    if text is not None:
        return text
    kind = events.kind[row]
    items = {Kind.DEAL_START: "carried", Kind.TOTALS: "running", Kind.GAME_END: "final"}
    near = [claim for claim in game.claims if claim.deal == events.deal[row]]
    if kind == Kind.SHEET:
        own = [claim for claim in near if claim.side == events.side[row] and claim.line == events.line[row]]
        by = [f"by={own[0].claimant}"] if own and own[0].claimant else []
        return " ".join([*by, *(_figure(claim) for claim in own)])
    dealer = events.seat[row] if kind == Kind.DEAL_START else NO_SEAT
    words = [f"dealer={game.seats[dealer]}"] if dealer != NO_SEAT else []
    words += [f"{game.sides[c.side].name}={c.amount}" for c in near if c.item == items.get(Kind(kind))]
    return " ".join(words)


def _cut(text: str) -> list[str]:
    """A line that is too long for a reader, in several: cards of a deal line, and comments, go on in a line like it."""
    if len(text) <= lines.MAX_LINE:
        return [text]
    if text.startswith("; "):
        piece = lines.MAX_LINE - 2
        return [f"; {text[at : at + piece]}".rstrip(lines.BLANKS) for at in range(2, len(text), piece)]
    word = lines.first_word(text)
    if word not in lines.DEAL_WORDS:
        return [text]
    words = text.split(" ")
    start = words[:1] if word in lines.SEATLESS_WORDS else words[:2]
    found, row = [], list(start)
    for part in words[len(start) :]:
        if len(" ".join([*row, part])) > lines.MAX_LINE:
            found.append(" ".join(row))
            row = list(start)
        row.append(part)
    return [*found, " ".join(row)]


def _figure(claim: Claim) -> str:
    return f"{ITEM_KEYS.get(claim.item, claim.item)}={claim.amount}"


def _bad(text: str) -> str:
    """An unreadable line, word for word; one that would begin a game, which no CGN reader keeps, is marked private."""
    words = text.split()
    boundary = len(words) == 2 and (words[0] == "@game" or words == VERSION_LINE.split())
    return f"@x-bad {text}" if boundary else text
