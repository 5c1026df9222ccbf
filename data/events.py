"""The events of one or many games in memory: what `ingest` writes and `replay` reads.

Columns, not objects, because the replay kernel walks them as plain integers and Arrow takes them without a copy.
`Game` carries what a log says of a game as a whole.  Nothing here judges or repairs.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from data.actions import NO_AMOUNT, NO_SEAT, NO_SIDE, NO_TARGET, NO_TEXT, Kind, Status


class Events:
    """Growing columns; row i of every column is event i.

    `cards`, `roles` and `readings` are flat: event i owns `cards[card_start[i]:card_start[i+1]]`, and likewise for
    the others.  `roles` is empty or as long as the event's cards (0 = no role).  Each card written as `{4/9}` is
    the kind `?` in `cards`, and its alternatives stand in `readings`, runs closed by 0, in the order of those cards.
    `text` and `time` index `texts` (-1 = none).
    """

    COLUMNS = ("deal", "turn", "seat", "side", "kind", "status", "target", "amount", "text", "time", "line", "column")

    def __init__(self) -> None:
        self.deal = array("i")
        self.turn = array("i")
        self.seat = array("i")
        self.side = array("i")
        self.kind = array("i")
        self.status = array("i")
        self.target = array("i")
        self.amount = array("i")
        self.text = array("i")
        self.time = array("i")
        self.line = array("i")
        self.column = array("i")
        self.card_start = array("i", [0])
        self.role_start = array("i", [0])
        self.reading_start = array("i", [0])
        self.cards = array("B")
        self.roles = array("B")
        self.readings = array("B")
        self.texts: list[str] = []

    def __len__(self) -> int:
        return len(self.kind)

    def add(  # noqa: PLR0913 - one parameter per column is the point
        self,
        kind: Kind,
        *,
        deal: int = 0,
        turn: int = 0,
        seat: int = NO_SEAT,
        side: int = NO_SIDE,
        cards: Sequence[int] = (),
        roles: Sequence[int] = (),
        readings: Sequence[int] = (),
        target: int = NO_TARGET,
        amount: int = NO_AMOUNT,
        text: str | None = None,
        time: str | None = None,
        status: Status = Status.PLAYED,
        line: int = 0,
        column: int = 1,
    ) -> int:
        """Append one event and return its index."""
        self.deal.append(deal)
        self.turn.append(turn)
        self.seat.append(seat)
        self.side.append(side)
        self.kind.append(kind)
        self.status.append(status)
        self.target.append(target)
        self.amount.append(amount)
        self.text.append(self._text(text))
        self.time.append(self._text(time))
        self.line.append(line)
        self.column.append(column)
        self.cards.extend(cards)
        self.roles.extend(roles)
        self.readings.extend(readings)
        self.card_start.append(len(self.cards))
        self.role_start.append(len(self.roles))
        self.reading_start.append(len(self.readings))
        return len(self.kind) - 1

    def _text(self, text: str | None) -> int:
        if text is None:
            return NO_TEXT
        self.texts.append(text)
        return len(self.texts) - 1

    def cards_of(self, i: int) -> list[int]:
        return list(self.cards[self.card_start[i] : self.card_start[i + 1]])

    def roles_of(self, i: int) -> list[int]:
        return list(self.roles[self.role_start[i] : self.role_start[i + 1]])

    def readings_of(self, i: int) -> list[list[int]]:
        """The alternatives of each illegible card of event i, in order."""
        runs: list[list[int]] = [[]]
        for kind in self.readings[self.reading_start[i] : self.reading_start[i + 1]]:
            if kind:
                runs[-1].append(kind)
            else:
                runs.append([])
        return runs[:-1]

    def text_of(self, i: int) -> str | None:
        return None if self.text[i] == NO_TEXT else self.texts[self.text[i]]

    def time_of(self, i: int) -> str | None:
        return None if self.time[i] == NO_TEXT else self.texts[self.time[i]]


@dataclass(slots=True)
class Side:
    """A scoring unit that owns a running total all game long: its letter in `teams:` and its seats (indexes)."""

    name: str
    seats: tuple[int, ...]


@dataclass(slots=True)
class Claim:
    """One figure somebody wrote.

    `claimant` is who wrote it ("" = nobody named); `item` a score item, a sum of items joined with "+", `count.*`,
    or `carried` (total brought into the deal), `running` (total after it), `final` (total at the end of the game).
    """

    deal: int
    side: int
    claimant: str
    item: str
    amount: int
    line: int
    column: int


class Header(NamedTuple):
    """One header line of a game: key and value as typed, and the line it stands in (0 = made by a program)."""

    key: str
    value: str
    line: int = 0


@dataclass(slots=True)
class Message:
    """Something a reader could not take as written: code E... or W..., what was expected and what was found."""

    code: str
    line: int
    column: int
    expected: str
    found: str
    game: str = ""
    deal: int = 0

    @property
    def is_error(self) -> bool:
        return self.code.startswith("E")

    @property
    def sentence(self) -> str:
        return f"expected {self.expected}, found {self.found}"


@dataclass(slots=True)
class Game:
    """What one log says of one game as a whole; its events are rows `first` up to, not including, `last`.

    `headers` are as typed, in order, repeated keys included, `seats`, `teams`, `rules`, `options` and `view` too.
    `status` is `complete`, `unfinished` (the log says that the game did not end), `truncated` (it just stops) or
    `unjudgeable` (no usable rules, seats or teams).  `claims` belong to the game.  `line` is where it begins in its
    source.
    """

    id: str
    line: int = 1
    headers: list[Header] = field(default_factory=list)
    seats: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    players: dict[str, str] = field(default_factory=dict)
    deck: str = "french"
    rules: str = ""
    options: list[tuple[str, str]] = field(default_factory=list)
    view: str = "all"
    status: str = "complete"
    claims: list[Claim] = field(default_factory=list)
    first: int = 0
    last: int = 0

    def header(self, key: str) -> str | None:
        """The first header of that key, as typed."""
        return next((header.value for header in self.headers if header.key == key), None)


@dataclass(slots=True)
class Ledger:
    """Where each line of one source went; the counts add up to `lines` (NOTATION R11)."""

    lines: int = 0
    events: int = 0
    comments: int = 0
    blank: int = 0
    bad: int = 0
    orphans: int = 0

    def balances(self) -> bool:
        return self.lines == self.events + self.comments + self.blank + self.bad + self.orphans


@dataclass(slots=True)
class Orphan:
    """Lines that belong to no game, kept word for word with the reason."""

    line: int
    text: str
    reason: str


@dataclass(slots=True)
class Reading:
    """All that a reader found in one source: games and their events, messages, and what belongs to no game."""

    name: str
    format: str = ""
    events: Events = field(default_factory=Events)
    games: list[Game] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    orphans: list[Orphan] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)

    def rows(self, game: Game) -> Iterator[int]:
        """Indexes of the events of one game."""
        return iter(range(game.first, game.last))
