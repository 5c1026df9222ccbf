"""Asking the rules, by checkpoint and number, and writing down what they answer.

The half of the fold that records.  Holds no rule and changes the table only where one slip must not be told twice.
"""

from __future__ import annotations

from replay.act import Act, read_cards
from replay.batch import Batch, sensible
from replay.codes import (
    BONUS_KEPT,
    BROKEN,
    CANNOT_TELL,
    CERTAIN,
    CHECK_MELD_END,
    CHECK_REFUSED_END,
    CHECK_TURN_BEGIN,
    CHECK_TURN_END,
    FACTS,
    HIDDEN,
    HOLDS,
    MELDS,
    NOBODY,
    PLACED_AT_EXTENSION,
    PLACED_AT_OPENING,
    PLACED_AT_RETRACTION,
    PLACED_AT_STOPS,
    ROW_BONUS,
    ROW_DISCARD,
    ROW_MELD,
    ROW_TAKE_PILE,
    SHAPE,
    STOCK_ORDER,
    TURN_END,
    UNDRAWN,
)
from replay.dispatch import answer_of
from replay.kernel_rules import Rules
from replay.moments import moment
from replay.order import Order
from replay.rows import TOLD, Rows
from replay.state import State


class Asker:
    """What is asked about: rules `r`, table `s`, act `a` of the game that is open.

    `referee` is asked, rarely, what needs more than integers: readings and doubts.
    """

    def __init__(self, batch: Batch, referee: object) -> None:
        self.batch = batch
        self.referee = referee
        self.told = Rows(len(TOLD))
        self.a = Act()
        self.game = 0
        self.unjudged = 0
        self.uncertain = 0
        self.status = 0
        self.ambiguous = 0

    def ask_of(self, r: Rules, s: State, order: Order) -> None:
        """The rules, the table and the catalogue of the game that is open."""
        self.r = r
        self.s = s
        self.order = order

    def read(self, i: int) -> None:
        """Fill the act with row i."""
        b, a = self.batch, self.a
        a.reset(b.kind[i], b.seat[i] if b.seat[i] < self.s.seats else NOBODY, i)
        a.amount = sensible(b.amount[i])
        a.target = b.target[i]
        read_cards(self.r, a, b, i)

    def judge_melds(self, since: int) -> None:
        """Ask what a meld must have at least, of each meld of the seat's table that changed from row `since` on."""
        s, a = self.s, self.a
        if not s.melds_in_turn or s.after_told:
            return
        table = s.table_of[s.turn_seat]
        order = self.order
        for number in range(s.meld_count[table]):
            meld = table * MELDS + number
            if s.meld_event[meld] < since:
                continue
            a.reset(ROW_MELD, s.turn_seat, s.meld_event[meld])
            a.table = table
            a.meld = meld
            a.shape = s.meld_kind[meld]
            for n in range(order.start[CHECK_MELD_END], order.start[CHECK_MELD_END + 1]):
                rule = order.rule[n]
                answer = answer_of(rule, self.r, s, a)
                if answer == BROKEN and s.turn_cut and not s.position:
                    answer = HIDDEN  # the log stops before the meld is complete
                if answer == BROKEN and s.meld_unknown[meld]:
                    answer = CANNOT_TELL if s.meld_written[meld] else HIDDEN
                if answer == HOLDS:
                    continue
                doubt = self.referee.unread_card() if answer == CANNOT_TELL else -1  # type: ignore[attr-defined]
                if self.tell(rule, answer, s.meld_event[meld], doubt) & SHAPE:
                    s.meld_void[meld] = 1

    def judge(self, checkpoint: int, i: int) -> int:
        """Ask the rules of one checkpoint about the act; the flags of those that are broken for certain (order.py)."""
        s, r, a = self.s, self.r, self.a
        if s.after_told:
            return 0
        if a.unknown and a.kind in (ROW_MELD, ROW_DISCARD, ROW_BONUS):
            return int(self.referee.judge_readings(self, checkpoint, i))  # type: ignore[attr-defined]
        broken = 0
        order = self.order
        now = moment(s, a)
        for n in range(order.start[checkpoint], order.start[checkpoint + 1]):
            if order.when[n] and not order.when[n] & now:
                continue
            rule = order.rule[n]
            answer = answer_of(rule, r, s, a)
            if answer != HOLDS:
                if answer == BROKEN and a.unknown and a.kind == ROW_TAKE_PILE:
                    answer = HIDDEN
                broken |= self.tell(rule, answer, i, -1)
        return broken

    def ask(self, checkpoint: int, i: int, seat: int, kind: int) -> int:
        """Ask the rules of one checkpoint about a turn, a deal or a seat as a whole."""
        s, r, a = self.s, self.r, self.a
        if s.after_told and checkpoint in (CHECK_TURN_BEGIN, CHECK_TURN_END, CHECK_REFUSED_END):
            return 0
        broken = 0
        a.reset(kind, seat, i)
        order = self.order
        now = moment(s, a)
        for n in range(order.start[checkpoint], order.start[checkpoint + 1]):
            if order.when[n] and not order.when[n] & now:
                continue
            rule = order.rule[n]
            answer = answer_of(rule, r, s, a)
            if answer != HOLDS:
                broken |= self.tell(rule, answer, self.place(rule, i), -1)
        return broken

    def place(self, rule: int, i: int) -> int:
        """The row a finding about a whole turn points at."""
        flags = self.order.flags[rule]
        if flags & PLACED_AT_OPENING and self.s.opening_event >= 0:
            return self.s.opening_event
        if flags & PLACED_AT_STOPS and self.s.stops_event >= 0:
            return self.s.stops_event
        if flags & PLACED_AT_EXTENSION and self.s.extended_event >= 0:
            return self.s.extended_event
        if flags & PLACED_AT_RETRACTION and self.s.retracted_event >= 0:
            return self.s.retracted_event
        return i

    def tell(self, rule: int, answer: int, i: int, doubt: int) -> int:
        """Write down an answer that is not HOLDS; returns the rule's flags if it is broken for certain."""
        s, a = self.s, self.a
        if answer == HIDDEN:
            self.unjudged += 1
            return 0
        flags = self.order.flags[rule]
        if answer == BROKEN and self.uncertain and not flags & CERTAIN:
            doubt = int(self.referee.doubt(rule, s, a))  # type: ignore[attr-defined]
            if doubt >= 0:
                answer = CANNOT_TELL
        if flags & BONUS_KEPT:
            s.kept_bonus_told = 1
        if flags & UNDRAWN:
            s.undrawn_told = 1
        if flags & STOCK_ORDER:
            s.stock_told = 1
        at = self.told.next()
        row = self.told.data
        row[at] = rule
        row[at + 1] = answer
        row[at + 2] = s.deal
        row[at + 3] = self.batch.turn[i] if a.kind > 0 or a.kind == TURN_END else 0
        row[at + 4] = a.seat
        row[at + 5] = s.seat_side[a.seat] if a.seat >= 0 else -1
        row[at + 6] = i
        row[at + 7] = self.status
        row[at + 8] = a.top
        row[at + 9] = doubt
        for n in range(FACTS):
            row[at + 10 + n] = a.facts[n]
        row[at + 16] = self.game
        return flags if answer == BROKEN else 0
