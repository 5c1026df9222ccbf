"""The fold over the events of a batch of games: check, record, apply.

Holds no rule and no words.  It asks the rules of each checkpoint by number (replay/rules/__init__.py is the list), writes
what they answer into rows of integers (replay/rows.py) and lets the transitions change the table.  Runs plain, and
compiled from this same file.
"""

from __future__ import annotations

from data.actions import BONUS_TARGET
from replay import transitions as t
from replay.act import DEAL_END, MELD_ROW, TURN_END, Act, add_card, place_meld, read_take
from replay.batch import MIN_RAISED, POSITION, UNORDERED, WHOLE_GAME, Batch
from replay.codes import (
    BROKEN,
    CANNOT_TELL,
    FACTS,
    HIDDEN,
    HOLDS,
    MELDS,
    NOBODY,
    SEATS,
    STOCK_LAST_DRAWER,
    UNKNOWN_SIZE,
)
from replay.dispatch import answer_of
from replay.kernel_rules import Rules
from replay.order import (
    AFTER_THE_END,
    ASKED_OUT,
    BONUS_KEPT,
    CERTAIN,
    CHECK_APPLIED,
    CHECK_ASK,
    CHECK_BONUS,
    CHECK_COUNT_HAND,
    CHECK_COUNT_PILE,
    CHECK_COUNT_STOCK,
    CHECK_DEAL_END,
    CHECK_DEAL_END_SEAT,
    CHECK_DEAL_END_SIDE,
    CHECK_DEAL_SEAT,
    CHECK_DEAL_START,
    CHECK_DISCARD,
    CHECK_DRAW,
    CHECK_MELD,
    CHECK_MELD_END,
    CHECK_REFUSED_END,
    CHECK_TAKE,
    CHECK_TURN_BEGIN,
    CHECK_TURN_END,
    PLACED_AT_OPENING,
    PLACED_AT_RETRACTION,
    PLACED_AT_STOPS,
    SHAPE,
    STOCK_ORDER,
    UNDRAWN,
    Order,
)
from replay.rows import DEAL, JUDGED, SCORE_ONLY, SEAT, TOLD, TURN, UNFINISHED, UNREADABLE, Rows
from replay.rules.opening import mends_the_opening
from replay.rules.out import is_concealed
from replay.rules.pile import frozen
from replay.scoring import SIDE_WIDTH
from replay.state import State, copy_state, find_set
from replay.tally import Tally

# data.actions.Kind and Status, as plain numbers.
(DEAL_START, SIT_OUT, DEALT, PACKET, TURN_UP, STOCK, HOLDS_CARDS, TABLE, PILE) = range(1, 10)
(DRAW, TAKE_PILE, TAKE_PACKET, BONUS, MELD, DISCARD, ASK, OUT, SPECIAL, VIEW, SHOW, MERGE, ILLEGIBLE) = range(10, 23)
CLOSE, COUNT_HAND, COUNT_PILE, COUNT_STOCK, SHEET, PENALTY, COMMENT, BAD = 30, 40, 41, 42, 50, 53, 54, 58
PLAYED, RETRACTED, REFUSED = 0, 1, 2
CLOSED_OUT, CLOSED_ABANDONED = 0, 4
NO_AMOUNT = -(2**31)


class Fold:
    """One pass over a batch.  `referee` is asked, rarely, what needs more than integers: readings and doubts."""

    def __init__(self, batch: Batch, referee: object) -> None:
        self.batch = batch
        self.referee = referee
        self.told = Rows(len(TOLD))
        self.turns = Rows(len(TURN))
        self.deals = Rows(len(DEAL))
        self.seat_rows = Rows(len(SEAT))
        self.side_rows = Rows(SIDE_WIDTH)
        self.a = Act()
        self.game = 0
        self.first = 0
        self.last = 0
        self.in_deal = 0
        self.deal_first = 0
        self.deal_last = 0
        self.deal_status = JUDGED
        self.unreadable = -1
        self.closed = 0
        self.unjudged = 0
        self.started = 0
        self.turn_first = -1
        self.turn_last = 0
        self.turn_number = 0
        self.turn_seat = NOBODY
        self.pile_before = 0
        self.frozen_before = 0
        self.stock_before = 0
        self.hand_before = 0
        self.turns_at = 0
        self.told_at = 0
        self.status = PLAYED
        self.ambiguous = 0
        self.expected_dealer = NOBODY

    def open_game(self, game: int, r: Rules, order: Order, *, uncertain: bool) -> None:
        """Make ready for one game of the batch; `uncertain` says that an assumed or unknown option may excuse a play."""
        b = self.batch
        self.r = r
        self.order = order
        self.uncertain = int(uncertain)
        self.game = game
        self.first = b.first[game]
        self.last = b.last[game]
        self.s = State(r.kinds)
        self.scratch = State(r.kinds)
        self.has_scratch = 0
        self.s.seats = b.seats[game]
        self.s.sides = b.sides[game]
        for seat in range(SEATS):
            self.s.seat_side[seat] = b.seat_side[game * SEATS + seat]
        self.tally = Tally(b, game, r, self.s.sides)
        self.in_deal = 0
        self.expected_dealer = NOBODY

    def run(self) -> None:
        """Every deal of the game that is open."""
        b = self.batch
        i = self.first
        while i < self.last:
            if b.kind[i] == DEAL_START:
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
        self.tally.bring_in(s, b.deal[i])
        s.dealer = b.seat[i]
        s.expected_dealer = self.expected_dealer
        s.position = int(b.mark[i] & POSITION != 0)
        s.unordered = int(b.mark[i] & UNORDERED != 0)
        s.next_seat = b.next_seat[i]
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
        if kind >= DRAW and kind <= ILLEGIBLE and self.unreadable < 0:
            return self.act(i)
        self.other_row(i, kind)
        return i + 1

    def other_row(self, i: int, kind: int) -> None:
        """A row that is no act of a player."""
        b, s = self.batch, self.s
        if kind == BAD:
            if self.unreadable < 0 and not s.over:
                self.unreadable = i
                self.deal_status = UNREADABLE
        elif self.unreadable >= 0:
            if kind == CLOSE:
                self.closed = 1
                s.closing = b.amount[i]
        elif kind < DRAW:
            self.set_up(i, kind)
        elif kind == CLOSE:
            self.close(i)
        elif kind in (COUNT_HAND, COUNT_PILE, COUNT_STOCK):
            self.count(i, kind)
        elif kind == PENALTY:
            self.penalty(i)

    def read(self, i: int) -> None:
        """Fill the act with row i."""
        b, a = self.batch, self.a
        a.reset(b.kind[i], b.seat[i], i)
        a.amount = b.amount[i]
        a.target = b.target[i]
        for at in range(b.card_start[i], b.card_start[i + 1]):
            add_card(self.r, a, b.cards[at])

    def set_up(self, i: int, kind: int) -> None:
        s, r, a = self.s, self.r, self.a
        self.read(i)
        if kind == SIT_OUT:
            if a.seat >= 0 and a.seat < s.seats:
                s.sits_out[a.seat] = 1
        elif kind in (DEALT, HOLDS_CARDS):
            if a.seat >= 0 and a.seat < s.seats:
                t.deal_to(r, s, a)
        elif kind in (TURN_UP, PILE):
            t.turn_up(r, s, a)
        elif kind == STOCK:
            t.set_stock(s, a)
        elif kind == TABLE:
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
            t.settle_bonus(r, s, a)
        else:
            place_meld(r, s, a, -1)
            t.lay_on_table(r, s, a)

    def begin_play(self, i: int) -> None:
        """Before the first turn: judge how the deal began and work out what is left in the stock."""
        s = self.s
        self.started = 1
        if s.position:
            return
        if self.r.sit_out:
            self.note_who_sits_out()
        self.ask(CHECK_DEAL_START, i, s.dealer, 1)
        for seat in range(s.seats):
            self.ask(CHECK_DEAL_SEAT, i, seat, 1)
        if s.next_seat == NOBODY and s.dealer != NOBODY:
            s.next_seat = t.seat_after(s, s.dealer)
        if s.stock_size == UNKNOWN_SIZE:
            s.stock_size = self.left_in_stock()

    def note_who_sits_out(self) -> None:
        """Where one player sits out every deal and the log does not say who: the seat that was dealt no cards."""
        s = self.s
        dealt = 0
        out = 0
        for seat in range(s.seats):
            dealt += not s.open_hand[seat]
            out += s.sits_out[seat]
        for seat in range(s.seats):
            if dealt and not out and s.open_hand[seat]:
                s.sits_out[seat] = 1

    def left_in_stock(self) -> int:
        s = self.s
        if not s.pile_known:
            return UNKNOWN_SIZE
        left = self.r.cards - s.pile_size
        for seat in range(s.seats):
            if s.sits_out[seat]:
                continue
            if s.hand_size[seat] == UNKNOWN_SIZE:
                return UNKNOWN_SIZE
            left -= s.hand_size[seat] + s.bonus_count[seat]
        return left if left >= 0 else UNKNOWN_SIZE

    # -- turns ------------------------------------------------------------------------------------------------------

    def act(self, i: int) -> int:
        b = self.batch
        seat = b.seat[i]
        if seat < 0 or seat >= self.s.seats:
            return i + 1
        if not self.started:
            if b.turn[i] == 0 and b.kind[i] == BONUS:
                self.read(i)
                t.settle_bonus(self.r, self.s, self.a)
                return i + 1
            self.begin_play(i)
        if b.status[i] == REFUSED:
            return self.refused(i)
        if self.turn_first < 0 or self.turn_number != b.turn[i] or self.turn_seat != seat:
            self.end_turn(0)
            self.begin_turn(i, seat)
        self.turn_last = i + 1
        if b.status[i] == RETRACTED:
            self.retracted(i)
        else:
            self.judge_and_apply(i)
        return i + 1

    def begin_turn(self, i: int, seat: int) -> None:
        s = self.s
        if self.ask(CHECK_TURN_BEGIN, i, seat, 1) & AFTER_THE_END:
            s.after_told = 1
        s.begin_turn(seat, self.batch.turn[i])
        self.turn_first = i
        self.turn_number = s.turn
        self.turn_seat = seat
        self.pile_before = s.pile_size if s.pile_known else UNKNOWN_SIZE
        self.frozen_before = frozen(self.r, s, s.table_of[seat])
        self.stock_before = s.stock_size
        self.hand_before = s.hand_size[seat]

    def end_turn(self, cut: int) -> None:
        """Judge the turn that ends here; `cut` says that the log stops inside it."""
        if self.turn_first < 0:
            return
        s = self.s
        s.turn_cut = int(cut and not s.discards)
        t.settle_out(s)
        if s.retracted_melds and not s.opening and mends_the_opening(self.r, s):
            s.taken_back[s.seat_side[self.turn_seat]] += 1
        self.judge_melds(self.turn_first)
        unready = self.ask(CHECK_TURN_END, self.turn_last - 1, self.turn_seat, TURN_END) & ASKED_OUT
        self.write_turn()
        if s.went_out and not s.over and not unready:
            self.note_out(self.turn_seat)
        s.unready_out = self.turn_seat if s.went_out and unready else NOBODY
        t.end_turn(self.r, s)
        if s.stock_dead or (
            self.r.stock_end == STOCK_LAST_DRAWER and s.stock_size == 0 and s.last_drawer == self.turn_seat
        ):
            s.over = 1
        self.turn_first = -1

    def judge_melds(self, since: int) -> None:
        """Ask what a meld must have at least, of each meld of the seat's table that changed from row `since` on."""
        s, a = self.s, self.a
        if not s.melds_in_turn or s.after_told:
            return
        table = s.table_of[s.turn_seat]
        for number in range(s.meld_count[table]):
            meld = table * MELDS + number
            if s.meld_event[meld] < since:
                continue
            for n in range(self.order.start[CHECK_MELD_END], self.order.start[CHECK_MELD_END + 1]):
                rule = self.order.rule[n]
                a.reset(MELD_ROW, s.turn_seat, s.meld_event[meld])
                a.table = table
                a.meld = meld
                answer = answer_of(rule, self.r, s, a)
                if answer == BROKEN and s.meld_unknown[meld]:
                    answer = CANNOT_TELL if s.meld_written[meld] else HIDDEN
                if answer == HOLDS:
                    continue
                doubt = self.referee.unread_card() if answer == CANNOT_TELL else -1  # type: ignore[attr-defined]
                if self.tell(rule, answer, s.meld_event[meld], doubt) & SHAPE:
                    s.meld_void[meld] = 1

    def write_turn(self) -> None:
        s = self.s
        at = self.turns.next()
        row = self.turns.data
        row[at] = self.turn_number
        row[at + 1] = self.turn_seat
        row[at + 2] = self.turn_first
        row[at + 3] = self.turn_last
        row[at + 4] = s.drawn
        row[at + 5] = s.took_size if s.took_pile else 0
        row[at + 6] = s.melded
        row[at + 7] = s.bonus_laid
        row[at + 8] = s.points
        row[at + 9] = s.discard_kind
        row[at + 10] = self.pile_before
        row[at + 11] = self.frozen_before
        row[at + 12] = self.stock_before
        row[at + 13] = self.hand_before
        row[at + 14] = s.hand_size[self.turn_seat]
        row[at + 15] = s.opening
        row[at + 16] = s.opening_points
        row[at + 17] = int(s.discard_kind != 0 and s.freeze_kind == s.discard_kind and s.freeze_turn == s.turn)
        row[at + 18] = s.digest & 0x7FFFFFFF
        row[at + 19] = (s.digest >> 31) & 0x7FFFFFFF
        row[at + 20] = s.deal
        row[at + 21] = self.game

    def note_out(self, seat: int) -> None:
        s = self.s
        s.out_seat = seat
        s.out_turn = s.turn
        s.over = 1
        s.out_concealed = is_concealed(self.r, s)
        if self.r.lone_hand and s.lone_seat == NOBODY:
            t.form_partnership(self.r, s, seat)

    # -- acts -------------------------------------------------------------------------------------------------------

    def judge_and_apply(self, i: int) -> None:
        s, r, a = self.s, self.r, self.a
        kind = self.batch.kind[i]
        self.read(i)
        s.unrecorded = 0
        s.from_hidden = 0
        if kind == DRAW:
            self.judge(CHECK_DRAW, i)
            t.draw(r, s, a)
        elif kind == MELD:
            self.meld(i)
        elif kind == DISCARD:
            self.judge(CHECK_DISCARD, i)
            t.discard(r, s, a)
        elif kind == TAKE_PILE:
            self.take(i)
        elif kind == BONUS:
            self.judge(CHECK_BONUS, i)
            t.lay_bonus(r, s, a)
        else:
            self.say(i, kind)
        if a.count and (s.unrecorded or s.from_hidden or s.too_many):
            self.judge(CHECK_APPLIED, i)
            s.too_many_told = s.too_many
            s.too_many = 0

    def take(self, i: int) -> None:
        b, s, r, a = self.batch, self.s, self.r, self.a
        stated = a.amount
        read_take(r, s, a, b, i, self.last)
        self.judge(CHECK_TAKE, i)
        if stated != NO_AMOUNT and s.pile_known:
            a.amount = stated
            self.compare_count(CHECK_COUNT_PILE, i)
            s.pile_offset = 0
        t.take_pile(r, s, a)
        a.count = 0

    def meld(self, i: int) -> None:
        s, r, a = self.s, self.r, self.a
        place_meld(r, s, a, self.batch.side[i])
        a.twin = find_set(s, a.table, a.rank, NOBODY) if a.meld < 0 and a.rank > 0 else -1
        self.ambiguous = 0
        broken = self.judge(CHECK_MELD, i)
        t.meld(r, s, a)
        target = a.meld if a.meld >= 0 else a.table * MELDS + s.meld_count[a.table] - 1
        if broken & SHAPE:
            s.meld_void[target] = 1
        if self.ambiguous:
            s.meld_written[target] = 1

    def say(self, i: int, kind: int) -> None:
        s, a = self.s, self.a
        if kind == ASK:
            self.judge(CHECK_ASK, i)
            s.asked = 1
            s.answer = a.amount
        elif kind == OUT:
            s.said_out = 1
            s.claimed_concealed = int(a.amount == 1)
        elif kind == SHOW:
            t.expose(s, a)
            a.count = 0
        elif kind == ILLEGIBLE:
            s.illegible = 1
            s.any_doubt = 1
            s.doubtful[s.table_of[a.seat]] = 1
            s.open_hand[a.seat] = 1
            s.hand_size[a.seat] = UNKNOWN_SIZE
        elif kind == SPECIAL:
            s.any_doubt = 1

    def retracted(self, i: int) -> None:
        """An act taken back leaves the table alone; melds taken back are noted, for they may raise the minimum."""
        s, a = self.s, self.a
        if self.batch.kind[i] != MELD:
            return
        self.read(i)
        s.retracted_melds += 1
        s.retracted_event = i
        for n in range(a.count):
            s.retracted_points += self.r.point_high[a.card[n]]

    def refused(self, i: int) -> int:
        """Judge a refused attempt, and what it would have brought with it, on a copy of the table."""
        b = self.batch
        end = i + 1
        while end < self.last and self.same_attempt(i, end):
            end += 1
        kept = self.s
        if not self.has_scratch:
            self.scratch.seats = kept.seats
            self.has_scratch = 1
        copy_state(kept, self.scratch)
        self.s = self.scratch
        self.status = REFUSED
        s = self.s
        seat = b.seat[i]
        if self.turn_first < 0 or self.turn_seat != seat or s.discards or s.hand_size[seat] == 0:
            if self.turn_first >= 0 and (s.discards or s.hand_size[self.turn_seat] == 0):
                t.end_turn(self.r, s)
            self.ask(CHECK_TURN_BEGIN, i, seat, 1)
            s.begin_turn(seat, b.turn[i])
        for row in range(i, end):
            if b.kind[row] != COMMENT:
                self.judge_and_apply(row)
        t.settle_out(s)
        self.judge_melds(i)
        self.ask(CHECK_REFUSED_END, i, seat, TURN_END)
        self.s = kept
        self.status = PLAYED
        return end

    def same_attempt(self, i: int, at: int) -> int:
        b = self.batch
        while at < self.last and b.kind[at] == COMMENT and b.line[at] == b.line[i]:
            at += 1
        return int(
            at < self.last
            and b.status[at] == REFUSED
            and b.line[at] == b.line[i]
            and b.seat[at] == b.seat[i]
            and b.kind[at] == MELD
        )

    # -- counts, penalties, the end ---------------------------------------------------------------------------------

    def count(self, i: int, kind: int) -> None:
        a = self.a
        self.read(i)
        if a.seat < 0:
            a.seat = self.s.turn_seat
        if not self.started or a.seat < 0 or a.seat >= self.s.seats:
            return
        if kind == COUNT_HAND:
            self.compare_count(CHECK_COUNT_HAND, i)
        else:
            self.compare_count(CHECK_COUNT_PILE if kind == COUNT_PILE else CHECK_COUNT_STOCK, i)

    def compare_count(self, checkpoint: int, i: int) -> None:
        """Judge a stated count; where it differs, remember by how much, so that one slip is told once."""
        s, a = self.s, self.a
        if not self.judge(checkpoint, i):
            return
        off = a.facts[0] - a.facts[1]
        if checkpoint == CHECK_COUNT_HAND:
            s.hand_offset[a.seat] += off
        elif checkpoint == CHECK_COUNT_PILE:
            s.pile_offset += off
        else:
            s.stock_offset += off

    def penalty(self, i: int) -> None:
        b, s = self.batch, self.s
        side = b.side[i]
        if side < 0 or side >= s.sides or b.amount[i] == NO_AMOUNT:
            return
        if b.mark[i] & MIN_RAISED:
            s.raised[side] += b.amount[i]
        elif not b.mark[i] & WHOLE_GAME:
            s.penalty[side] += b.amount[i]

    def close(self, i: int) -> None:
        s = self.s
        s.closing = self.batch.amount[i]
        self.end_turn(int(s.closing == CLOSED_ABANDONED))
        if s.closing == CLOSED_OUT and s.out_seat == NOBODY and s.unready_out != NOBODY:
            self.note_out(s.unready_out)  # the table let it stand
        self.closed = 1

    def finish_deal(self, followed: int) -> None:
        """End the deal that is open; `followed` says that another one begins, so this one was over."""
        if not self.in_deal:
            return
        s = self.s
        self.in_deal = 0
        if self.unreadable < 0:
            ended = self.closed or followed or self.tally.has_sheet(s.deal)
            self.end_turn(int(not ended))
            if not self.started and not (self.closed and self.has_cards()):
                self.deal_status = SCORE_ONLY
            elif not ended and not s.over:
                self.deal_status = UNFINISHED
            if self.deal_status == JUDGED:
                self.judge_deal_end()
        self.write_deal()
        self.expected_dealer = t.seat_after(s, s.dealer) if s.dealer != NOBODY else NOBODY

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

    # -- asking -----------------------------------------------------------------------------------------------------

    def judge(self, checkpoint: int, i: int) -> int:
        """Ask the rules of one checkpoint about the act; the flags of those that are broken for certain (order.py)."""
        s, r, a = self.s, self.r, self.a
        if s.after_told:
            return 0
        if a.unknown and a.kind in (MELD, DISCARD, BONUS):
            return int(self.referee.judge_readings(self, checkpoint, i))  # type: ignore[attr-defined]
        broken = 0
        for n in range(self.order.start[checkpoint], self.order.start[checkpoint + 1]):
            rule = self.order.rule[n]
            answer = answer_of(rule, r, s, a)
            if answer != HOLDS:
                if answer == BROKEN and a.unknown and a.kind == TAKE_PILE:
                    answer = HIDDEN
                broken |= self.tell(rule, answer, i, -1)
        return broken

    def ask(self, checkpoint: int, i: int, seat: int, kind: int) -> int:
        """Ask the rules of one checkpoint about a turn, a deal or a seat as a whole."""
        s, r, a = self.s, self.r, self.a
        if s.after_told and checkpoint in (CHECK_TURN_BEGIN, CHECK_TURN_END, CHECK_REFUSED_END):
            return 0
        broken = 0
        for n in range(self.order.start[checkpoint], self.order.start[checkpoint + 1]):
            rule = self.order.rule[n]
            a.reset(kind, seat, i)
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
