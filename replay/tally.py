"""Totals and claims of one game: what a side brings into a deal, what the deal adds, and what somebody wrote of it.

Reads the state and the claims; a claim never changes a recomputed figure, except where a deal has nothing but a sheet.
"""

from __future__ import annotations

from array import array

from replay.batch import Batch
from replay.codes import (
    AGGREGATE,
    BROKEN,
    CLAIM_CARRIED,
    CLAIM_COUNT,
    CLAIM_FINAL,
    CLAIM_RUNNING,
    CLAIM_TOTAL,
    COUNT_AT,
    COUNT_MIXED,
    COUNT_N5,
    COUNT_N10,
    COUNT_N20,
    COUNT_N50,
    COUNT_NATURAL,
    COUNT_SEQUENCE,
    COUNT_WILD,
    HIDDEN,
    HOLDS,
    ITEMS,
    JUDGED,
    KIND_MIXED,
    KIND_NATURAL,
    KIND_SEQ,
    KIND_WILD,
    LARGEST,
    MELD_CARDS,
    MINIMUM_AT,
    MIXED_CANASTAS,
    NATURAL_CANASTAS,
    NOBODY,
    RUNNING_AT,
    SCORE_ONLY,
    SEQUENCE_CANASTAS,
    SIDES,
    TOTAL,
    UNBOUNDED,
    WILD_CANASTAS,
)
from replay.kernel_rules import Rules
from replay.rows import Rows
from replay.scoring import bounded, nothing_known, score_side
from replay.state import State, zero

NO_SUM = -(2**30)


class Tally:
    """Running totals of the sides, as bounds, and the claims of the game that is open."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.sides = 0
        self.claim_first = 0
        self.claim_last = 0
        self.low = array("i", [0]) * SIDES
        self.high = array("i", [0]) * SIDES
        self.deals = 0
        self.swept = NOBODY
        self.before_low = array("i", [0]) * SIDES
        self.before_high = array("i", [0]) * SIDES

    def begin_game(self, game: int, r: Rules, sides: int) -> None:
        """Make ready for a game of the batch, in which nobody has any points yet."""
        self.r = r
        self.sides = sides
        self.claim_first = self.batch.claim_first[game]
        self.claim_last = self.batch.claim_last[game]
        zero(self.low)
        zero(self.high)
        self.deals = 0
        self.swept = NOBODY

    def bring_in(self, s: State, deal: int) -> None:
        """Put into the state what each side brings into a deal: the total claimed, and bounds of the recomputed one.

        Of the first deal of a record nothing is recomputed before it, so the claim is all there is; likewise of a
        position, which follows from nothing.
        """
        b = self.batch
        alone = not self.deals or s.position
        for side in range(self.sides):
            self.before_low[side] = self.low[side]
            self.before_high[side] = self.high[side]
            s.score[side] = s.score_low[side] = self.low[side]
            s.score_high[side] = self.high[side]
        for n in range(self.claim_last - 1, self.claim_first - 1, -1):
            side = b.claim_side[n]
            if b.claim_item[n] != CLAIM_CARRIED or b.claim_deal[n] != deal or side < 0 or side >= self.sides:
                continue
            s.score[side] = b.claim_amount[n]
            if alone or self.low[side] != self.high[side]:
                # Nothing recomputed to hold against it: go on from what the log carries (R3).
                self.low[side] = self.high[side] = b.claim_amount[n]
            if alone:
                s.score_low[side] = s.score_high[side] = b.claim_amount[n]
                self.before_low[side] = self.before_high[side] = b.claim_amount[n]

    def has_sheet(self, deal: int) -> int:
        """1 if somebody wrote a figure of that deal's score, so that the deal was over."""
        b = self.batch
        for n in range(self.claim_first, self.claim_last):
            if b.claim_deal[n] == deal and b.claim_item[n] not in (CLAIM_CARRIED, CLAIM_RUNNING, CLAIM_FINAL):
                return 1
        return 0

    def finish_deal(self, s: State, status: int, rows: Rows) -> None:
        """Score the deal: one row per side, running totals carried on; then compare the claims about it."""
        first = rows.count
        for side in range(self.sides):
            at = rows.next()
            row = rows.data
            if status == JUDGED:
                score_side(self.r, s, side, self.seat_of(s, side), row, at)
            elif status == SCORE_ONLY:
                self.from_sheet(s.deal, side, row, at)
            else:
                nothing_known(row, at)
            self.low[side] = bounded(self.low[side] + row[at + 2 * TOTAL])
            self.high[side] = bounded(self.high[side] + row[at + 2 * TOTAL + 1])
            row[at + RUNNING_AT] = self.low[side]
            row[at + RUNNING_AT + 1] = self.high[side]
            row[at + MINIMUM_AT] = self.r.minimum(s.score[side], s.deal)
            if self.r.sweep_count and row[at + 2 * AGGREGATE] > 0:
                self.swept = side
        self.compare(s.deal, rows.data, first * rows.width, rows.width)
        self.deals += 1

    def seat_of(self, s: State, side: int) -> int:
        for seat in range(s.seats):
            if s.seat_side[seat] == side:
                return seat
        return 0

    def from_sheet(self, deal: int, side: int, row: array[int], at: int) -> None:
        """A deal with nothing but sheets: its arithmetic is all there is, so the total is the sum of what one says."""
        b = self.batch
        nothing_known(row, at)
        found = NO_SUM
        for n in range(self.claim_first, self.claim_last):
            if b.claim_deal[n] != deal or b.claim_side[n] != side:
                continue
            total = self.sheet_sum(deal, side, b.claim_who[n])
            if total == NO_SUM:
                continue
            if found not in (NO_SUM, total):
                return  # two sheets that do not agree
            found = total
        if found != NO_SUM:
            row[at + 2 * TOTAL] = row[at + 2 * TOTAL + 1] = found

    def sheet_sum(self, deal: int, side: int, who: int) -> int:
        """What the items of one sheet add up to; its own total where it shows no items.

        Counts of cards or canastas stand for their points unless the sheet shows those points too.
        """
        b = self.batch
        points = cards = counts = canastas = items = shown = 0
        stated = NO_SUM
        for n in range(self.claim_first, self.claim_last):
            if b.claim_deal[n] != deal or b.claim_side[n] != side or b.claim_who[n] != who:
                continue
            item = b.claim_item[n]
            amount = b.claim_amount[n]
            if item == CLAIM_TOTAL:
                stated = amount
                continue
            if 0 < item < CLAIM_TOTAL:
                points = bounded(points + amount)
                shown |= item
            elif CLAIM_COUNT + COUNT_N5 <= item <= CLAIM_COUNT + COUNT_N50:
                cards = bounded(cards + amount * self.worth_of(item - CLAIM_COUNT))
                counts += 1
            elif CLAIM_COUNT <= item < CLAIM_COUNT + COUNT_N5:
                canastas = bounded(canastas + amount * self.worth_of(item - CLAIM_COUNT))
            else:
                continue
            items += 1
        if not shown & 1 << MELD_CARDS:
            if counts and self.has_uncounted():
                return stated
            points += cards
        if not shown & (1 << NATURAL_CANASTAS | 1 << MIXED_CANASTAS | 1 << SEQUENCE_CANASTAS | 1 << WILD_CANASTAS):
            points += canastas
        return points if items else stated

    def has_uncounted(self) -> int:
        """1 for a deck with cards that no count of a sheet is for: dearer ones, or of values in between."""
        for kind in range(1, self.r.kinds):
            worth = self.r.points[kind]
            if worth > 0 and worth not in (5, 10, 20, 50):
                return 1
        return 0

    def worth_of(self, count: int) -> int:
        """Points of one of what a sheet counts."""
        if count == COUNT_NATURAL:
            return self.r.price[KIND_NATURAL]
        if count == COUNT_MIXED:
            return self.r.price[KIND_MIXED]
        if count == COUNT_WILD:
            return self.r.price[KIND_WILD]
        if count == COUNT_SEQUENCE:
            return self.r.price[KIND_SEQ]
        if count == COUNT_N5:
            return 5
        if count == COUNT_N10:
            return 10
        if count == COUNT_N20:
            return 20
        return 50 if count == COUNT_N50 else 0

    def compare(self, deal: int, row: array[int], at: int, width: int) -> None:
        """Answer every claim about the deal: equal, different, or not known."""
        b = self.batch
        for n in range(self.claim_first, self.claim_last):
            side = b.claim_side[n]
            if b.claim_deal[n] != deal or side < 0 or side >= self.sides:
                continue
            item = b.claim_item[n]
            mine = at + side * width
            low = -UNBOUNDED
            high = UNBOUNDED
            if item == CLAIM_FINAL:
                continue
            if item == CLAIM_CARRIED:
                low = self.before_low[side]
                high = self.before_high[side]
            elif item == CLAIM_RUNNING:
                low = row[mine + RUNNING_AT]
                high = row[mine + RUNNING_AT + 1]
            elif item >= CLAIM_COUNT:
                low = row[mine + COUNT_AT + 2 * (item - CLAIM_COUNT)]
                high = row[mine + COUNT_AT + 2 * (item - CLAIM_COUNT) + 1]
            elif item > 0:
                low = high = 0
                for bit in range(ITEMS):
                    if item >> bit & 1:
                        low = bounded(low + row[mine + 2 * bit])
                        high = bounded(high + row[mine + 2 * bit + 1])
            self.answer(n, low, high)

    def answer(self, n: int, low: int, high: int) -> None:
        b = self.batch
        amount = b.claim_amount[n]
        if low == amount and high == amount and (amount <= -LARGEST or amount >= LARGEST):
            low = -UNBOUNDED  # both were cut to what a score can be; whether they are equal nobody knows
            high = UNBOUNDED
        b.claim_low[n] = low
        b.claim_high[n] = high
        if (low > -UNBOUNDED and amount < low) or (high < UNBOUNDED and amount > high):
            b.claim_answer[n] = BROKEN
        else:
            b.claim_answer[n] = HOLDS if low == high else HIDDEN

    def finish_game(self) -> None:
        """Answer the totals claimed at the end of the game."""
        b = self.batch
        for n in range(self.claim_first, self.claim_last):
            side = b.claim_side[n]
            if b.claim_item[n] == CLAIM_FINAL and 0 <= side < self.sides:
                self.answer(n, self.low[side], self.high[side])
