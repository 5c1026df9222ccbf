"""One game of another program's log while its lines are read: rows, claims, headers, and where each line went.

Owns the row buffer that makes a line all or nothing, the numbered sequence of lines, and the words that every adapter
needs (deals, turns, sheets, totals).  Knows no program: each format subclasses `GameLog` and names its types of line.
Judges nothing.

Where a line goes: `events` if it states facts of ours (also when they complete an earlier row, as an answer does),
`comments` if it was understood and states none (a dump of the program's state), `bad` if it could not be read as a
whole (one BAD row, nothing of it is used), `orphans` if it belongs to no game.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from data.actions import BONUS_TARGET, CANASTA_ITEMS, CLOSINGS, NO_SEAT, NO_SIDE, PACKETS, Kind
from data.events import Claim, Game, Header, Message, Reading, Side
from ingest.formats.jsonfields import BadField, Record, as_number, excerpt, items, number, one_line, text

FOOT = PACKETS.index("foot")
SEAT_CODES = {2: "NS", 3: "NES", 4: "NESW"}


# Figures of a sheet: (key of an `@score` line or "", item, amount).
Figures = Sequence[tuple[str, str, int]]

# What programs show on their sheets: key, item, and the sign that makes it ours (cards in hand are lost).
FIGURES = (
    ("cards", "meld_cards", 1), ("nat", "count.natural_canastas", 1), ("mix", "count.mixed_canastas", 1),
    ("canastas", CANASTA_ITEMS, 1), ("bonus", "bonus_cards", 1), ("out", "going_out+concealed", 1),
    ("hand", "hand_cards", -1), ("sum", "total", 1),
)  # fmt: skip


class Setup(NamedTuple):
    """What the first line of a game settles: ruleset, options by our names, players, and the seats of each side."""

    rules: str
    options: dict[str, object]
    names: Sequence[str]
    sides: Sequence[Sequence[int]]


def alone_or_in_pairs(players: int) -> list[tuple[int, ...]]:
    """The seats of each side: four play in pairs, others alone."""
    return [(0, 2), (1, 3)] if players == 4 else [(seat,) for seat in range(players)]


class GameLog:
    """One game of one program while its lines are read; subclasses handle the message types.

    A handler raises BadField before it changes any state of its own; rows and claims it emits are kept only when it
    returns.  It returns True if the line states facts of ours.
    """

    FORMAT: ClassVar[str]  # also the claimant of the program's figures
    DEAL_KEY: ClassVar[str]
    SHEET: ClassVar[Mapping[str, str]] = {}  # key of FIGURES -> the program's name for it
    # Types that start something afresh: a gap in the sequence before them spoils nothing of theirs.
    FRESH: ClassVar[frozenset[str]] = frozenset(("match", "deal", "end"))

    def __init__(self, reading: Reading, line: int) -> None:
        self.reading = reading
        self.line = line
        self.game = Game(id=f"anonymous-{line}", line=line, first=len(reading.events), status="truncated")
        self.deal = 0
        self.deal_over = False
        self.turn_done = 0
        self.turn_seat = NO_SEAT
        self.names: list[str] = []  # of the players by seat, as the program spells them
        self.next_index: int | None = None
        self.ended = False
        self._rows: list[tuple[Kind, dict[str, Any]]] = []
        self._claims: list[Claim] = []
        reading.games.append(self.game)

    # -- what subclasses provide

    def handlers(self) -> dict[str, Callable[[Record], bool]]:
        raise NotImplementedError

    # -- what subclasses use

    def emit(self, kind: Kind, **columns: Any) -> None:
        """Add a row for the line being read."""
        self._rows.append((kind, {"deal": self.deal, "line": self.line} | columns))

    def act(self, kind: Kind, seat: int, **columns: Any) -> None:
        """Add a row for something a player does in the turn that is open."""
        self.emit(kind, seat=seat, turn=self.turn_done + 1, **columns)

    def end_turn(self) -> None:
        self.turn_done += 1
        self.turn_seat = NO_SEAT

    def claim(self, side: int, item: str, amount: int, claimant: str | None = None) -> None:
        who = self.FORMAT if claimant is None else claimant
        self._claims.append(Claim(self.deal, side, who, item, amount, self.line, 1))

    def warn(self, code: str, expected: str, found: object) -> None:
        where = Message(code, self.line, 1, expected, excerpt(found), self.game.id, self.deal)
        self.reading.messages.append(where)

    def begin_game(self, record: Record, setup: Setup, seed: int) -> None:
        """Take over a setup; what is still wrong with the line is found before anything is changed."""
        program = text(record, "program")
        self.identify(record, seed)
        self.set_roster(setup.names, setup.sides)
        self.set_headers(setup.rules, setup.options, program, seed=str(seed))

    def identify(self, record: Record, seed: int) -> None:
        """Name the game by its seed and what else its first line says: equal only for the same setup."""
        rest = msgspec.json.encode({key: value for key, value in record.items() if key != "i"}, order="sorted")
        self.game.id = f"{self.FORMAT}-{seed}-{zlib.crc32(rest):08x}"

    def set_roster(self, names: Sequence[str], sides: Sequence[Sequence[int]], codes: str | None = None) -> None:
        """Seats in playing order, and which of them share a score."""
        self.names = list(names)
        codes = codes or SEAT_CODES.get(len(names)) or "123456789"[: len(names)]
        self.game.seats = tuple(codes)
        self.game.sides = tuple(Side("ABCDEFGH"[i], tuple(seats)) for i, seats in enumerate(sides))
        self.game.players = {codes[i]: one_line(name) for i, name in enumerate(names)}

    def set_headers(self, rules: str, options: dict[str, object], recorder: str, **more: str) -> None:
        """The headers that CGN would show for this game."""
        game = self.game
        game.rules = rules
        game.options = [(name, _option_text(value)) for name, value in options.items()]
        teams = " ".join(f"{s.name}=" + ",".join(game.seats[i] for i in s.seats) for s in game.sides)
        rows = [("rules", rules), ("options", " ".join(f"{k}={v}" for k, v in game.options))]
        rows += [("seats", " ".join(game.seats)), ("teams", teams)]
        rows += [(f"player {seat}", name) for seat, name in game.players.items()]
        rows += [("view", game.view), ("recorder", one_line(recorder))]
        rows += [(key, one_line(value)) for key, value in more.items()]
        game.headers = [Header(key, value, self.line) for key, value in rows]

    def begin_deal(self, dealer: int, carried: Sequence[int], extra: str = "", deal: int | None = None) -> None:
        """The row that starts a deal, with the totals brought into it (points per side)."""
        self.deal = self.deal + 1 if deal is None else deal
        self.deal_over = False
        self.turn_done, self.turn_seat = 0, NO_SEAT
        words = [f"dealer={self.game.seats[dealer]}"] if dealer != NO_SEAT else []
        words += [self.per_side(carried)] if carried else []
        words += [extra] if extra else []
        self.emit(Kind.DEAL_START, seat=dealer, text=" ".join(words))
        for side, amount in enumerate(carried):
            self.claim(side, "carried", amount, "")

    def lay_out(
        self, hands: Sequence[Sequence[int]], pile: Sequence[int], stock: Sequence[int], *, settled: bool = True,
        feet: Sequence[Sequence[int]] = (),
    ) -> None:  # fmt: skip
        """Hands, pile (last on top) and stock (next first); `settled`: red threes are no longer in those hands."""
        for seat, hand in enumerate(hands):
            self.emit(Kind.DEALT, seat=seat, cards=hand, text="settled=yes" if settled else None)
        for seat, foot in enumerate(feet):
            if foot:
                self.emit(Kind.PACKET, seat=seat, cards=foot, target=FOOT)
        self.emit(Kind.TURN_UP, cards=pile)
        self.emit(Kind.STOCK, cards=stock)

    def must_be_open(self, record: Record) -> None:
        """Raises BadField for a play of another deal than the one that is open."""
        if number(record, self.DEAL_KEY, 1) != self.deal or self.deal_over:
            raise BadField(f"a play of deal {self.deal}", record.get(self.DEAL_KEY))

    def figures(self, row: Record) -> Figures:
        """The figures of one side in the program's words; what is left in the hand is a positive number there."""
        return [(key, item, sign * number(row, self.SHEET[key])) for key, item, sign in FIGURES if key in self.SHEET]

    def sheet(self, side: int, figures: Figures) -> None:
        """One sheet in its canonical words, and its figures as claims."""
        words = [f"by={self.FORMAT}"] + [f"{key}={amount}" for key, _, amount in figures if key]
        self.emit(Kind.SHEET, side=side, text=" ".join(words))
        for _, item, amount in figures:
            self.claim(side, item, amount)

    def counts(self, seat: int, hand: int, pile: int, stock: int) -> None:
        """The sizes that a program states after a turn."""
        self.act(Kind.COUNT_HAND, seat, amount=hand)
        self.act(Kind.COUNT_PILE, seat, amount=pile)
        self.act(Kind.COUNT_STOCK, seat, amount=stock)

    def sizes(self, seat: int, after: Record, pile: str) -> None:
        """The same from a line's state of the table; `pile` is the key of the size of the pile there."""
        hands = items(after, "handN", len(self.game.seats))
        self.counts(seat, as_number(hands[seat], "handN", 0), number(after, pile, 0), number(after, "stock", 0))

    def close_deal(self, how: str, sheets: Sequence[Figures], scores: Sequence[int]) -> None:
        """How a deal ended, one sheet per side, and the totals after it."""
        if len(sheets) != len(self.game.sides):
            raise BadField(f"{len(self.game.sides)} sheets", len(sheets))
        self.emit(Kind.CLOSE, amount=CLOSINGS.index(how))
        for side, figures in enumerate(sheets):
            self.sheet(side, figures)
        self.emit(Kind.TOTALS, text=self.per_side(scores))
        for side, amount in enumerate(scores):
            self.claim(side, "running", amount)
        self.deal_over = True

    def end_game(self, scores: Sequence[int], winner: object, *, over: bool) -> None:
        """The row that ends the game; `winner` as the program numbers sides, None or -1 for nobody."""
        result = "unfinished"
        if over:
            side = -1 if winner is None else as_number(winner, "the winner", -1, len(self.game.sides) - 1)
            result = "draw" if side < 0 else self.game.sides[side].name
        self.emit(Kind.GAME_END, text=f"{self.per_side(scores)} result={result}")
        for side, amount in enumerate(scores):
            self.claim(side, "final", amount)
        self.game.status = "complete" if over else "unfinished"
        self.ended = True

    def per_side(self, amounts: Sequence[int]) -> str:
        return " ".join(f"{side.name}={amount}" for side, amount in zip(self.game.sides, amounts, strict=True))

    def side_of(self, seat: int) -> int:
        return next((i for i, side in enumerate(self.game.sides) if seat in side.seats), NO_SIDE)

    def seat(self, record: Record, key: str) -> int:
        return number(record, key, 0, len(self.game.seats) - 1)

    def named(self, record: Record, key: str) -> int:
        """The seat of a player who is named."""
        name = record.get(key)
        if name not in self.names:
            raise BadField("one of the players", name)
        return self.names.index(name)

    def side_numbers(self, record: Record, key: str) -> list[int]:
        """One number per side."""
        return [as_number(value, key) for value in items(record, key, len(self.game.sides))]

    def settled_bonus(self, side: int, cards: Sequence[int]) -> None:
        """Red threes laid before the log begins, known by side only; a side of one seat tells the seat."""
        seats = self.game.sides[side].seats
        if len(seats) == 1:
            self.emit(Kind.BONUS, seat=seats[0], cards=cards)
        else:
            self.emit(Kind.TABLE, side=side, cards=cards, target=BONUS_TARGET)

    def bonus_by_seat(self, laid: Sequence[Sequence[int]]) -> None:
        """Red threes laid before the log begins."""
        for seat, cards in enumerate(laid):
            if cards:
                self.emit(Kind.BONUS, seat=seat, cards=cards)

    def draw_rows(self, seat: int, drawn: Sequence[int], laid: Sequence[int], turn: int | None = None) -> None:
        """Cards from the stock in order; each that was laid (a red three) is followed by its replacement.

        Cards laid that were not drawn here come out of the hand and are laid first.  Turn 0 is outside all turns.
        """
        where = {"seat": seat, "turn": self.turn_done + 1 if turn is None else turn}
        left = list(laid)
        held = list((Counter(laid) - Counter(drawn)).elements())
        if held:
            self.emit(Kind.BONUS, **where, cards=held)
            for card in held:
                left.remove(card)
        run: list[int] = []
        replacing = False
        for card in drawn:
            run.append(card)
            is_laid = card in left
            if is_laid or replacing:
                self.emit(Kind.DRAW, **where, cards=run)
                run = []
            if is_laid:
                left.remove(card)
                self.emit(Kind.BONUS, **where, cards=[card])
            replacing = is_laid
        if run:
            self.emit(Kind.DRAW, **where, cards=run)

    # -- one line

    def take(self, record: Record, raw: str, problem: BadField | None = None) -> None:
        """Read one decoded line into rows, or into one BAD row."""
        ledger = self.reading.ledger
        try:
            if problem is not None:
                self.next_index = None if self.next_index is None else self.next_index + 1
                raise problem
            states_facts = self._handle(record, raw)
        except BadField as trouble:
            self._bad(raw, trouble)
            return
        self._flush()
        if states_facts:
            ledger.events += 1
        else:
            ledger.comments += 1

    def is_foreign(self, record: Record) -> bool:
        """Whether a line starts a deal that cannot follow in this game: the line that starts its own game is lost."""
        deal = record.get(self.DEAL_KEY)
        if record.get("type") != "deal" or type(deal) is not int or not 0 < deal <= self.deal:
            return False
        doubled = self.next_index is not None and record.get("i") == self.next_index - 1
        return not doubled

    def _handle(self, record: Record, raw: str) -> bool:
        kind = text(record, "type")
        self._check_sequence(record, kind)
        if kind != "match" and not self.game.seats:
            raise BadField("a game whose first line can be read", kind)
        handler = self.handlers().get(kind)
        if handler is None:
            self.warn("W321", "a known type of line", kind)
            self.emit(Kind.EXTENSION, text=raw)
            return True
        return handler(record)

    def _bad(self, raw: str, problem: BadField) -> None:
        """Keep a line that could not be read, in the deal it stands in."""
        self._rows.clear()
        self._claims.clear()
        deal = self.deal + 1 if self.deal_over else self.deal
        if self.game.seats or self.game.status != "unjudgeable":
            # One message for a game that cannot be read at all; its lines are kept all the same.
            found = Message("E150", self.line, 1, problem.expected, problem.found, self.game.id, deal)
            self.reading.messages.append(found)
        if not self.game.seats:
            self.game.status = "unjudgeable"
        self.reading.events.add(Kind.BAD, deal=deal, text=raw, line=self.line)
        self.reading.ledger.bad += 1

    def finish(self) -> None:
        self.game.last = len(self.reading.events)
        if self.game.status == "truncated":
            self.warn("W301", "the end of the game", "the end of its lines")

    def _check_sequence(self, record: Record, kind: str) -> None:
        index = number(record, "i", 0)
        expected, self.next_index = self.next_index, index + 1
        if expected is None or index == expected:
            return
        if kind in self.FRESH and index > expected:
            self.warn("W304", f"i={expected}", f"i={index} (lines missing?)")
        else:
            raise BadField(f"i={expected}, the next line of the game", index)

    def _flush(self) -> None:
        for kind, columns in self._rows:
            self.reading.events.add(kind, **columns)
        self.game.claims += self._claims
        self._rows.clear()
        self._claims.clear()


def _option_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
