"""The fold over the events of a batch of games: check, record, apply.

Holds no rule and no words.  It asks the rules of each checkpoint by number (listed in replay/rules/__init__.py),
writes what they answer into rows of integers (replay/rows.py) and lets the transitions change the table.  Runs plain,
and compiled from this same file.
"""

from __future__ import annotations

from array import array

from replay import bonus_cards as bonus
from replay import packets
from replay import transitions as t
from replay.act import place_meld
from replay.batch import Batch, deals_in, marks_at, sensible
from replay.codes import (
    BONUS_TARGET,
    CHECK_COUNT_HAND,
    CHECK_COUNT_PILE,
    CHECK_COUNT_STOCK,
    CHECK_DEAL_END,
    CHECK_DEAL_END_SEAT,
    CHECK_DEAL_END_SIDE,
    CLOSED_ABANDONED,
    CLOSED_OUT,
    DEAL_END,
    EXACT_AT,
    FUMBLE,
    JUDGED,
    MIN_RAISED,
    NO_AMOUNT,
    NOBODY,
    PACKET_KINDS,
    POSITION,
    ROW_BAD,
    ROW_CLOSE,
    ROW_COUNT_HAND,
    ROW_COUNT_PILE,
    ROW_COUNT_STOCK,
    ROW_DEAL_START,
    ROW_DEALT,
    ROW_DRAW,
    ROW_HOLDS,
    ROW_ILLEGIBLE,
    ROW_PACKET,
    ROW_PENALTY,
    ROW_PILE,
    ROW_SIT_OUT,
    ROW_STOCK,
    ROW_TABLE,
    ROW_TURN_UP,
    SCORE_ONLY,
    SEATS,
    SIDE_WIDTH,
    UNFINISHED,
    UNORDERED,
    UNREADABLE,
    WHOLE_GAME,
)
from replay.kernel_rules import Rules
from replay.order import Order
from replay.rows import DEAL, SEAT, Rows
from replay.scoring import bounded
from replay.specials import still_out
from replay.tally import Tally
from replay.turn_end import note_out
from replay.turns import Turns


class Fold(Turns):
    """One pass over a batch of games."""

    def __init__(self, batch: Batch, referee: object) -> None:
        super().__init__(batch, referee)
        deals = deals_in(batch) + 1
        self.deals = Rows(len(DEAL), deals)
        self.seat_rows = Rows(len(SEAT), deals * 4)
        self.side_rows = Rows(SIDE_WIDTH, deals * 2)
        self.tally = Tally(batch)
        self.first = 0
        self.in_deal = 0
        self.deal_first = 0
        self.deal_last = 0
        self.deal_status = JUDGED
        self.unreadable = -1
        self.closed = 0
        self.turns_at = 0
        self.told_at = 0

    def open_game(self, game: int, r: Rules, order: Order, *, uncertain: bool) -> None:
        """Make ready for one game of the batch; `uncertain`: an assumed or unknown option may excuse a play."""
        b = self.batch
        if self.kinds != r.kinds:
            self.kinds = r.kinds
            self.make_room(r)
        self.ask_of(r, self.table, order)
        self.uncertain = int(uncertain)
        self.game = game
        self.first = b.first[game]
        self.last = b.last[game]
        self.s.keep_removed = 0
        self.s.bring_back()
        self.s.keep_removed = r.crone_for_game
        self.s.seats = b.seats[game]
        self.s.sides = b.sides[game]
        for seat in range(SEATS):
            self.s.seat_side[seat] = b.seat_side[game * SEATS + seat]
        self.tally.begin_game(game, r, self.s.sides)
        self.in_deal = 0
        self.last_dealer = NOBODY

    def run(self) -> None:
        """Every deal of the game that is open."""
        b = self.batch
        i = self.first
        while i < self.last:
            if b.kind[i] == ROW_DEAL_START:
                self.finish_deal(1)
                self.start_deal(i)
                i += 1
            elif not self.in_deal:
                i += 1
            else:
                i = self.step(i)
        self.finish_deal(0)
        self.tally.finish_game()

    # -- deals ------------------------------------------------------------------------------------------------------

    def start_deal(self, i: int) -> None:
        b, s = self.batch, self.s
        s.clear(b.deal[i])
        if s.removed_count:
            still_out(self.r, s)
        marks = marks_at(b, i)
        mark = b.mark[marks] if marks >= 0 else 0
        s.position = int(mark & POSITION != 0)
        self.tally.bring_in(s, b.deal[i])
        s.dealer = b.seat[i] if 0 <= b.seat[i] < s.seats else NOBODY
        s.unordered = int(mark & UNORDERED != 0)
        s.next_seat = b.next_seat[marks] if marks >= 0 else NOBODY
        if self.r.deal_bonus:
            for side in range(s.sides):
                s.penalty[side] += self.r.deal_bonus * (mark >> EXACT_AT + side & 1)
        self.in_deal = 1
        self.deal_first = i
        self.deal_last = i + 1
        self.deal_status = JUDGED
        self.unreadable = -1
        self.closed = 0
        self.unjudged = 0
        self.started = 0
        self.turn_first = -1
        self.turns_at = self.turns.count
        self.told_at = self.told.count

    def step(self, i: int) -> int:
        """Judge and apply one row; returns the row to go on with."""
        kind = self.batch.kind[i]
        self.deal_last = i + 1
        if kind >= ROW_DRAW and kind <= ROW_ILLEGIBLE and self.unreadable < 0:
            return self.act(i)
        self.other_row(i, kind)
        return i + 1

    def other_row(self, i: int, kind: int) -> None:
        """A row that is no act of a player."""
        b, s = self.batch, self.s
        if kind == ROW_BAD:
            if self.unreadable < 0 and not s.over:
                self.unreadable = i
                self.deal_status = UNREADABLE
        elif self.unreadable >= 0:
            if kind == ROW_CLOSE:
                self.closed = 1
                s.closing = b.amount[i]
        elif kind < ROW_DRAW:
            self.set_up(i, kind)
        elif kind == ROW_CLOSE:
            self.close(i)
        elif kind in (ROW_COUNT_HAND, ROW_COUNT_PILE, ROW_COUNT_STOCK):
            self.count(i, kind)
        elif kind == ROW_PENALTY:
            self.penalty(i)

    def set_up(self, i: int, kind: int) -> None:
        s, r, a = self.s, self.r, self.a
        self.read(i)
        if kind == ROW_SIT_OUT:
            if a.seat >= 0 and a.seat < s.seats:
                s.sits_out[a.seat] = 1
        elif kind in (ROW_DEALT, ROW_HOLDS):
            if a.seat >= 0 and a.seat < s.seats:
                t.deal_to(r, s, a)
        elif kind == ROW_PACKET:
            if a.seat >= 0 and a.seat < s.seats and a.target >= 0 and a.target < PACKET_KINDS:
                packets.set_aside(r, s, a)
        elif kind in (ROW_TURN_UP, ROW_PILE):
            t.turn_up(r, s, a)
        elif kind == ROW_STOCK:
            t.set_stock(s, a)
        elif kind == ROW_TABLE:
            self.lay_out(self.batch.side[i])

    def lay_out(self, side: int) -> None:
        """A meld or bonus cards of a position; those of a side lie before its first seat."""
        s, r, a = self.s, self.r, self.a
        a.seat = NOBODY
        for seat in range(s.seats - 1, -1, -1):
            if s.seat_side[seat] == side:
                a.seat = seat
        if a.seat == NOBODY:
            return
        if a.target == BONUS_TARGET:
            bonus.settle_bonus(r, s, a)
        else:
            place_meld(r, s, a, -1)
            t.lay_on_table(r, s, a)

    # -- counts, penalties, the end ---------------------------------------------------------------------------------

    def count(self, i: int, kind: int) -> None:
        a = self.a
        self.read(i)
        if a.seat < 0:
            a.seat = self.s.turn_seat
        if not self.started or a.seat < 0 or a.seat >= self.s.seats or a.amount == NO_AMOUNT:
            return
        if kind == ROW_COUNT_HAND:
            self.compare_count(CHECK_COUNT_HAND, i)
        else:
            self.compare_count(CHECK_COUNT_PILE if kind == ROW_COUNT_PILE else CHECK_COUNT_STOCK, i)

    def penalty(self, i: int) -> None:
        b, s = self.batch, self.s
        side = b.side[i]
        if side < 0 or side >= s.sides or b.amount[i] == NO_AMOUNT:
            return
        marks = marks_at(b, i)
        mark = b.mark[marks] if marks >= 0 else 0
        if mark & MIN_RAISED:
            s.raised[side] = bounded(s.raised[side] + sensible(b.amount[i]))
        elif not mark & WHOLE_GAME:
            again = mark & FUMBLE and self.r.fumble_once and s.fumbled >> side & 1
            s.penalty[side] = bounded(s.penalty[side] + (0 if again else sensible(b.amount[i])))
            if mark & FUMBLE:
                s.fumbled |= 1 << side

    def close(self, i: int) -> None:
        s = self.s
        s.closing = self.batch.amount[i]
        self.end_turn(int(s.closing == CLOSED_ABANDONED))
        if s.closing == CLOSED_OUT and s.out_seat == NOBODY and s.unready_out != NOBODY:
            note_out(self.r, s, s.unready_out)  # the table let it stand; whether that pays is nobody's rule
            s.out_unready = 1
        self.closed = 1

    def finish_deal(self, followed: int) -> None:
        """End the deal that is open; `followed` says that another one begins, so this one was over."""
        if not self.in_deal:
            return
        s = self.s
        self.in_deal = 0
        if self.unreadable < 0:
            ended = self.closed or (followed and not s.position) or self.tally.has_sheet(s.deal)
            self.end_turn(int(not ended))
            if not self.started and not (self.closed and self.has_cards()):
                self.deal_status = SCORE_ONLY if ended or not self.has_cards() else UNFINISHED
            elif not ended and not s.over:
                self.deal_status = UNFINISHED
            if self.deal_status == JUDGED:
                self.judge_deal_end()
        self.write_deal()
        self.last_dealer = s.dealer

    def has_cards(self) -> int:
        s = self.s
        for side in range(s.sides):
            if s.meld_count[side]:
                return 1
        for seat in range(s.seats):
            if s.hand_size[seat] > 0 or s.bonus_count[seat]:
                return 1
        return 0

    def judge_deal_end(self) -> None:
        s = self.s
        row = self.deal_last - 1
        self.ask(CHECK_DEAL_END, row, s.last_seat, DEAL_END)
        for seat in range(s.seats):
            self.ask(CHECK_DEAL_END_SEAT, row, seat, DEAL_END)
        for side in range(s.sides):
            for seat in range(s.seats):
                if s.seat_side[seat] == side:
                    self.ask(CHECK_DEAL_END_SIDE, row, seat, DEAL_END)
                    break

    def write_deal(self) -> None:
        s = self.s
        at = self.deals.next()
        row = self.deals.data
        row[at] = s.deal
        row[at + 1] = self.deal_first
        row[at + 2] = self.deal_last
        row[at + 3] = self.deal_status
        row[at + 4] = self.unreadable
        row[at + 5] = s.closing
        row[at + 6] = s.dealer
        row[at + 7] = s.out_seat
        row[at + 8] = s.out_concealed
        row[at + 9] = s.lone_seat
        row[at + 10] = self.unjudged
        row[at + 11] = self.turns_at
        row[at + 12] = self.turns.count
        row[at + 13] = self.told_at
        row[at + 14] = self.told.count
        row[at + 15] = self.side_rows.count
        row[at + 16] = self.seat_rows.count
        row[at + 17] = self.game
        self.tally.finish_deal(s, self.deal_status, self.side_rows)
        for seat in range(s.seats):
            at = self.seat_rows.next()
            self.seat_rows.data[at] = s.seat_side[seat]
            self.seat_rows.data[at + 1] = s.bonus_count[seat]
            self.seat_rows.data[at + 2] = s.hand_size[seat]
            self.seat_rows.data[at + 3] = s.sits_out[seat]
            self.add_up_turns(seat, self.seat_rows.data, at + 4)

    def add_up_turns(self, seat: int, row: array[int], at: int) -> None:
        """What the turns of one seat come to: where it opened for its side, what it took of the pile, what it froze."""
        turns = self.turns.data
        opened = 0
        for n in range(5):
            row[at + n] = 0
        for n in range(self.turns_at, self.turns.count):
            turn = n * self.turns.width
            if turns[turn + 1] != seat:
                continue
            if turns[turn + 15] and not opened:
                opened = 1
                row[at] = turns[turn]
                row[at + 1] = turns[turn + 16]
            row[at + 2] += 1 if turns[turn + 5] > 0 else 0
            row[at + 3] += turns[turn + 5]
            row[at + 4] += turns[turn + 17]
