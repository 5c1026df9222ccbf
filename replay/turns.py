"""One turn after another: each act is judged, then applied; a refused one is judged on a copy of the table.

Holds no rule: it asks the checkpoints (replay.asking) and lets the transitions change the table.
"""

from __future__ import annotations

from replay import bonus_cards as bonus
from replay import packets, special_hands
from replay import transitions as t
from replay.act import place_meld, place_merge
from replay.asking import Asker
from replay.batch import Batch, marks_at, turns_in
from replay.codes import (
    AFTER_THE_END,
    ASKED_OUT,
    CHECK_APPLIED,
    CHECK_ASK,
    CHECK_BONUS,
    CHECK_COUNT_HAND,
    CHECK_COUNT_PILE,
    CHECK_DEAL_SEAT,
    CHECK_DEAL_START,
    CHECK_DEALT_CANASTA,
    CHECK_DISCARD,
    CHECK_DRAW,
    CHECK_MELD,
    CHECK_MERGE,
    CHECK_PACKET,
    CHECK_REFUSED_END,
    CHECK_SPECIAL,
    CHECK_TAKE,
    CHECK_TURN_BEGIN,
    CHECK_TURN_END,
    CHECK_VIEW,
    HAND_DEALT_CANASTA,
    MELDS,
    NO_AMOUNT,
    NO_PACKET,
    NOBODY,
    PACKET_KINDS,
    PLAYED,
    REFUSED,
    RETRACTED,
    ROW_ASK,
    ROW_BONUS,
    ROW_COMMENT,
    ROW_DISCARD,
    ROW_DRAW,
    ROW_ILLEGIBLE,
    ROW_MELD,
    ROW_MERGE,
    ROW_OUT,
    ROW_SHOW,
    ROW_SPECIAL,
    ROW_TAKE_PACKET,
    ROW_TAKE_PILE,
    ROW_VIEW,
    SHAPE,
    TRIGGER_HAND_EMPTY,
    TURN_END,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.pile_cards import hide_under_upcard
from replay.rows import TURN, Rows
from replay.rules.pile import frozen
from replay.state import State, copy_state, find_set
from replay.taking import read_take
from replay.turn_end import close_turn, note_taken_back


class Turns(Asker):
    """The turns of the deal that is open; `turn_first` is -1 between turns."""

    def __init__(self, batch: Batch, referee: object) -> None:
        super().__init__(batch, referee)
        self.turns = Rows(len(TURN), turns_in(batch) + 8)
        self.last = 0
        self.last_dealer = NOBODY
        self.kinds = 0
        self.started = 0
        self.turn_first = -1
        self.turn_last = 0
        self.turn_number = 0
        self.turn_seat = NOBODY
        self.pile_before = 0
        self.frozen_before = 0
        self.stock_before = 0
        self.hand_before = 0

    def make_room(self, r: Rules) -> None:
        """The table of the game, and a second one for judging refused acts."""
        self.table = State(r.kinds)
        self.scratch = State(r.kinds)

    def begin_play(self, i: int) -> None:
        """Before the first turn: judge how the deal began and work out what is left in the stock."""
        s = self.s
        self.started = 1
        if self.r.packet_trigger:
            packets.begin(self.r, s)
        if s.position:
            return
        if not self.r.upcard:
            s.pile_known = 1
        if self.r.sit_out:
            self.note_who_sits_out()
        if self.r.pile_seed:
            hide_under_upcard(self.r, s)
        if self.last_dealer != NOBODY:
            s.expected_dealer = t.seat_after(s, self.last_dealer)
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
        left = self.r.cards - s.removed_count - s.pile_size - (packets.left_aside(s) if s.packets else 0)
        for seat in range(s.seats):
            if s.sits_out[seat]:
                continue
            if s.hand_size[seat] == UNKNOWN_SIZE:
                return UNKNOWN_SIZE
            left -= s.hand_size[seat] + s.bonus_count[seat]
        return left if left >= 0 else UNKNOWN_SIZE

    def act(self, i: int) -> int:
        b = self.batch
        seat = b.target[i] - 1 if b.kind[i] == ROW_VIEW and b.target[i] > 0 else b.seat[i]
        if seat < 0 or seat >= self.s.seats:
            return i + 1
        if not self.started:
            if b.turn[i] == 0 and b.kind[i] == ROW_BONUS:
                self.read(i)
                bonus.settle_bonus(self.r, self.s, self.a)
                return i + 1
            self.begin_play(i)
        if b.status[i] == REFUSED:
            return self.refused(i, seat)
        if b.turn[i] == 0 and b.kind[i] in (ROW_BONUS, ROW_DRAW):
            self.between_turns(i)
            return i + 1
        if self.turn_first < 0 or self.turn_number != b.turn[i] or self.turn_seat != seat:
            self.end_turn(0)
            self.begin_turn(i, seat)
        self.turn_last = i + 1
        if b.status[i] == RETRACTED:
            self.retracted(i)
        else:
            self.judge_and_apply(i)
        return i + 1

    def between_turns(self, i: int) -> None:
        """A bonus card laid or replaced by a seat outside its turn, as some programs do it."""
        s, r, a = self.s, self.r, self.a
        self.read(i)
        if a.kind == ROW_BONUS:
            bonus.lay_apart(r, s, a)
        else:
            bonus.draw_apart(r, s, a)

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
        s.turn_cut = 0 if s.discards else cut
        t.settle_out(self.r, s)
        note_taken_back(self.r, s)
        self.judge_melds(self.turn_first)
        unready = self.ask(CHECK_TURN_END, self.turn_last - 1, self.turn_seat, TURN_END) & ASKED_OUT
        self.write_turn()
        close_turn(self.r, s, unready)
        self.turn_first = -1

    def write_turn(self) -> None:
        s = self.s
        rows = self.turns
        at = rows.next()
        rows.data[at] = self.turn_number
        rows.data[at + 1] = self.turn_seat
        rows.data[at + 2] = self.turn_first
        rows.data[at + 3] = self.turn_last
        rows.data[at + 4] = s.drawn
        rows.data[at + 5] = s.took_size if s.took_pile else 0
        rows.data[at + 6] = s.melded
        rows.data[at + 7] = s.bonus_laid
        rows.data[at + 8] = s.points
        rows.data[at + 9] = self.r.wheel if self.r.declared and s.discard_kind >= self.r.declared else s.discard_kind
        rows.data[at + 10] = self.pile_before
        rows.data[at + 11] = self.frozen_before
        rows.data[at + 12] = self.stock_before
        rows.data[at + 13] = self.hand_before
        rows.data[at + 14] = s.hand_size[self.turn_seat]
        rows.data[at + 15] = s.opening
        rows.data[at + 16] = s.opening_points
        froze = s.discard_kind != 0 and s.freeze_kind == s.discard_kind and s.freeze_turn == s.turn
        rows.data[at + 17] = 1 if froze else 0
        rows.data[at + 18] = s.digest & 0x7FFFFFFF
        rows.data[at + 19] = (s.digest >> 31) & 0x7FFFFFFF
        rows.data[at + 20] = s.deal
        rows.data[at + 21] = self.game
        rows.data[at + 22] = self.batch.line[self.turn_first]

    # -- acts -------------------------------------------------------------------------------------------------------

    def judge_and_apply(self, i: int) -> None:
        s, r, a = self.s, self.r, self.a
        kind = self.batch.kind[i]
        if r.packet_trigger and kind in (ROW_DRAW, ROW_TAKE_PILE, ROW_BONUS, ROW_MELD, ROW_DISCARD):
            self.take_up_unsaid(self.batch.seat[i])
        self.read(i)
        s.unrecorded = 0
        s.from_hidden = 0
        if kind == ROW_DRAW:
            self.judge(CHECK_DRAW, i)
            t.draw(r, s, a)
        elif kind == ROW_MELD:
            self.meld(i)
        elif kind == ROW_DISCARD:
            self.judge(CHECK_DISCARD, i)
            t.discard(r, s, a)
        elif kind == ROW_TAKE_PILE:
            self.take(i)
        elif kind == ROW_BONUS:
            self.judge(CHECK_BONUS, i)
            bonus.lay_bonus(r, s, a)
        elif kind == ROW_MERGE:
            place_merge(r, s, a, self.batch.side[i])
            self.judge(CHECK_MERGE, i)
            t.merge(s, a)
            a.count = 0
        else:
            self.say(i, kind)
        if a.count and (s.unrecorded or s.from_hidden or s.too_many):
            self.judge(CHECK_APPLIED, i)
            s.too_many_told = s.too_many
            s.too_many = 0

    def take_up_unsaid(self, seat: int) -> None:
        """Whoever plays on with an empty hand has taken up his next packet, whether anybody wrote it or not."""
        if self.s.hand_size[seat] != 0:
            return
        packet = packets.next_packet(self.s, seat)
        if packet != NO_PACKET and self.r.packet_trigger == TRIGGER_HAND_EMPTY:
            packets.pick_up(self.r, self.s, seat, packet)

    def take_packet(self, i: int) -> None:
        s, r, a = self.s, self.r, self.a
        self.judge(CHECK_PACKET, i)
        if a.target >= 0 and a.target < PACKET_KINDS:
            packets.take_up(r, s, a)
        a.count = 0

    def take(self, i: int) -> None:
        b, s, r, a = self.batch, self.s, self.r, self.a
        stated = a.amount
        read_take(r, s, a, b, i, self.last)
        if r.pile_part and s.pile_known:
            a.stated = stated if stated != NO_AMOUNT or not a.count else a.count
            a.taken = a.taken if a.stated == NO_AMOUNT else max(0, min(a.stated, s.pile_size))
            stated = NO_AMOUNT if a.taken < s.pile_size else stated
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
        s, r, a = self.s, self.r, self.a
        if kind == ROW_ASK:
            self.judge(CHECK_ASK, i)
            s.asked = 1
            s.asks[a.seat] += 1
            s.answer = a.amount
        elif kind == ROW_OUT:
            s.said_out = 1
            s.claimed_concealed = int(a.amount == 1)
        elif kind == ROW_TAKE_PACKET:
            self.take_packet(i)
        elif kind == ROW_SHOW:
            t.expose(r, s, a)
            a.count = 0
        elif kind == ROW_ILLEGIBLE:
            s.illegible = 1
            s.any_doubt = 1
            s.doubtful[s.table_of[a.seat]] = 1
            s.open_hand[a.seat] = 1
            s.hand_size[a.seat] = UNKNOWN_SIZE
        elif kind == ROW_SPECIAL:
            self.declare(i)
        elif kind == ROW_VIEW:
            self.judge(CHECK_VIEW, i)
            s.views_due = max(0, s.views_due - 1)

    def declare(self, i: int) -> None:
        """A special hand, which ends the deal, or a canasta as it was dealt, which does not."""
        a = self.a
        marks = marks_at(self.batch, i)
        a.amount = self.batch.mark[marks] if marks >= 0 else 0
        if a.amount == HAND_DEALT_CANASTA:
            if not self.judge(CHECK_DEALT_CANASTA, i):
                special_hands.declare_as_dealt(self.r, self.s, a)
        else:
            self.judge(CHECK_SPECIAL, i)
            special_hands.declare(self.r, self.s, a)
        a.count = 0

    def retracted(self, i: int) -> None:
        """An act taken back leaves the table alone; melds taken back are noted, for they may raise the minimum."""
        s, a = self.s, self.a
        if self.batch.kind[i] == ROW_TAKE_PILE:
            s.retracted_take = 1
        if self.batch.kind[i] != ROW_MELD or s.retracted_take:
            return  # cards shown for a pile that was not taken after all are no meld
        self.read(i)
        s.retracted_melds += 1
        s.retracted_event = i
        for n in range(a.count):
            s.retracted_points += self.r.point_high[a.card[n]]

    def refused(self, i: int, seat: int) -> int:
        """Judge a refused attempt, and what it would have brought with it, on a copy of the table."""
        b = self.batch
        end = i + 1
        while end < self.last and b.seat[i] == seat and self.same_attempt(i, end):
            end += 1
        kept = self.s
        copy_state(kept, self.scratch)
        self.s = self.scratch
        self.status = REFUSED
        s = self.s
        if self.turn_first < 0 or self.turn_seat != seat or s.discards or s.hand_size[seat] == 0:
            if self.turn_first >= 0 and (s.discards or s.hand_size[self.turn_seat] == 0):
                t.end_turn(self.r, s)
            self.ask(CHECK_TURN_BEGIN, i, seat, 1)
            s.begin_turn(seat, b.turn[i])
        for row in range(i, end):
            if b.kind[row] != ROW_COMMENT:
                self.judge_and_apply(row)
        t.settle_out(self.r, s)
        self.judge_melds(i)
        self.ask(CHECK_REFUSED_END, i, seat, TURN_END)
        self.s = kept
        self.status = PLAYED
        return end

    def same_attempt(self, i: int, at: int) -> int:
        b = self.batch
        while at < self.last and b.kind[at] == ROW_COMMENT and b.line[at] == b.line[i]:
            at += 1
        return int(
            at < self.last
            and b.status[at] == REFUSED
            and b.line[at] == b.line[i]
            and b.seat[at] == b.seat[i]
            and b.kind[at] == ROW_MELD
        )

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
