"""One open game of a CGN file: what is known of it so far, and how its rows and messages are recorded.

Owns the bookkeeping that all kinds of lines share.  Spells nothing and judges nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from data.actions import Kind
from data.cards import Deck, deck_named
from data.events import Game, Message, Reading, Side
from ingest.formats import cgn_lines as lines
from ingest.formats.cgn_cards import Note, Unreadable, shown
from ingest.formats.cgn_ops import OpReader

MOST_SIDES = 36  # as many as there are seats; hostile names must not pile up in an unknown roster
FOLLOW_DECK = ("E102", "E110", "E111", "E112", "E114")  # messages that follow from a deck that is not known


class Line(NamedTuple):
    """One line: its number, the text as it stands, and the text without comment and trailing blanks."""

    number: int
    raw: str
    text: str
    comment: str | None = None
    comment_at: int = -1
    damage: Note | None = None


@dataclass(slots=True)
class DealRecord:
    """What a deal has shown so far; `lost` where its `@hand` could not be read."""

    number: int
    line: int
    position: bool = False
    lost: bool = False
    sitting_out: set[int] = field(default_factory=set)
    last_turn: int = 0
    interrupted: bool = False  # by what another seat laid without having its turn (number 0)
    numbered: int = 0
    unnumbered: int = 0
    unnumbered_line: int = 0
    dealt: dict[str, set[int]] = field(default_factory=dict)  # seats by deal word; NO_SEAT for `up`
    bad: int = 0
    bad_row: int = -1  # the row of an unreadable line behind the closing
    closing: str = ""
    sheets: set[tuple[int, str]] = field(default_factory=set)
    totals: int = 0


class OpenGame:
    """A game being read into a Reading."""

    def __init__(self, reading: Reading, game: Game, mode: str, *, has_columns: bool = True) -> None:
        self.reading = reading
        self.game = game
        self.mode = mode
        self.has_columns = has_columns
        self.events = reading.events
        self.waiting: list[Line] | None = []  # header lines, until all of them are known
        self.seats: dict[str, int] = {}
        self.sides: dict[str, int] = {}
        self.open_roster = False  # seats or teams are not known: those that appear are taken
        self.unknown_deck = False
        self.suppressed: set[str] = set()
        self.seen_headers: set[str] = set()
        self.bad_headers: set[str] = set()
        self.deals: list[DealRecord] = []
        self.end_line = 0
        self.unfinished = False
        self.seal_line = 0
        self.seal_digits = ""
        self.deck: Deck = deck_named("french")
        self.ops = OpReader(self.deck, self.seats, self.sides, mode)

    @property
    def deal(self) -> DealRecord:
        """The deal being read; raises Unreadable before the first `@hand`."""
        if not self.deals:
            raise Unreadable("E204", 0, "@hand first", "a line of a deal")
        return self.deals[-1]

    @property
    def deal_number(self) -> int:
        return self.deals[-1].number if self.deals else 0

    def message(self, line: int, note: Note, offset: int = 0, deal: int | None = None) -> None:
        """Record a message; those that follow from an unknown deck are given once (R7)."""
        if self.unknown_deck and note.code in FOLLOW_DECK:
            if note.code in self.suppressed:
                return
            self.suppressed.add(note.code)
        column = note.at + offset + 1 if self.has_columns else 1
        number = self.deal_number if deal is None else deal
        self.reading.messages.append(Message(note.code, line, column, note.expected, note.found, self.game.id, number))

    def bad(self, line: Line, note: Note) -> None:
        """Keep a line that cannot be read, word for word (R1); a turn's number still counts (R2)."""
        self.message(line.number, note)
        self.reading.ledger.bad += 1
        turn = 0
        numbered = lines.TURN_NUMBER.match(line.raw)
        if self.deals and numbered:
            turn = self.deals[-1].last_turn = int(numbered.group(1))
        row = self.events.add(Kind.BAD, deal=self.deal_number, turn=turn, text=line.raw, line=line.number)
        if self.deals:
            self.deals[-1].bad += 1
            if self.deals[-1].closing:
                self.deals[-1].bad_row = row

    def lose_deal(self, line: Line, number: int = 0) -> None:
        """Begin a deal whose `@hand` is lost, so that the deal before it keeps its verdict (R2, R3).

        An unreadable line behind the closing of the deal before is taken to be that `@hand`: it moves over.
        """
        before = self.deals[-1] if self.deals else None
        lost = DealRecord(number or self.deal_number + 1, line.number, lost=True)
        if before is not None and before.bad_row >= 0:
            self.events.deal[before.bad_row] = lost.number
            before.bad -= 1
            lost.bad, lost.line = 1, self.events.line[before.bad_row]
        self.deals.append(lost)

    def comment(self, line: Line, turn: int = 0) -> None:
        self.events.add(Kind.COMMENT, deal=self.deal_number, turn=turn, text=line.comment or "",
                        line=line.number, column=line.comment_at + 1)  # fmt: skip

    def seat(self, letter: str, at: int) -> int:
        """Index of a seat by its letter; a seat of an unknown roster is entered."""
        number = self.seats.get(letter)
        if number is None:
            if not self.open_roster or len(letter) != 1 or not lines.is_seat(letter):
                raise Unreadable("E132", at, "a seat of this game", shown(letter, 0, len(letter)))
            number = self.seats[letter] = len(self.seats)
            self.game.seats = (*self.game.seats, letter)
        return number

    def side(self, name: str, at: int) -> int:
        """Index of a side by its letter; a side of an unknown roster is entered."""
        number = self.sides.get(name)
        if number is None:
            is_name = lines.TEAM.fullmatch(name) is not None and len(self.sides) < MOST_SIDES
            if not self.open_roster or not is_name:
                raise Unreadable("E133", at, "a team of this game", shown(name, 0, len(name)))
            number = self.sides[name] = len(self.sides)
            self.game.sides = (*self.game.sides, Side(name, ()))
        return number
