"""What the kernel reads: many games as flat arrays, straight from Arrow columns or made from a reading."""

from __future__ import annotations

from array import array

from replay.codes import LARGEST, NO_AMOUNT, ROW_DEAL_START, ROW_PENALTY, ROW_SPECIAL


def sensible(amount: int) -> int:
    """An amount as the log has it, or the largest of its sign; NO_AMOUNT stays what it is."""
    if amount == NO_AMOUNT:
        return amount
    return max(-LARGEST, min(LARGEST, amount))


class Batch:
    """Columns of events, of claims and of games; a game owns events `first[g]`..`last[g]` and claims likewise.

    `marked` are the rows, in ascending order, whose text says more than the columns do: `mark` and `next_seat` beside
    them have it as numbers.
    """

    def __init__(self) -> None:
        empty = array("i")
        self.kind = self.status = self.seat = self.side = self.turn = self.deal = empty
        self.target = self.amount = self.line = self.card_start = self.role_start = empty
        self.cards = array("B")
        self.roles = array("B")
        self.marked = empty
        self.mark = empty
        self.next_seat = empty
        self.claim_deal = array("i")
        self.claim_side = array("i")
        self.claim_who = array("i")
        self.claim_item = array("i")
        self.claim_amount = array("i")
        self.claim_low = array("i")
        self.claim_high = array("i")
        self.claim_answer = array("i")
        self.first = array("i")
        self.last = array("i")
        self.claim_first = array("i")
        self.claim_last = array("i")
        self.seats = array("i")
        self.sides = array("i")
        self.seat_side = array("i")


def turns_in(b: Batch) -> int:
    """About as many turns as all games have, or more: where the number of the turn is another than before."""
    found = 0
    for game in range(len(b.first)):
        last = 0
        for i in range(b.first[game], b.last[game]):
            if b.turn[i] != last:
                last = b.turn[i]
                found += 1
    return found


def deals_in(b: Batch) -> int:
    """Deals of all games."""
    found = 0
    for game in range(len(b.first)):
        for i in range(b.first[game], b.last[game]):
            if b.kind[i] == ROW_DEAL_START:
                found += 1
    return found


def marks_at(b: Batch, i: int) -> int:
    """Where the numbers of a marked row stand, -1 if the row is none."""
    low = 0
    high = len(b.marked)
    while low < high:
        middle = (low + high) // 2
        if b.marked[middle] < i:
            low = middle + 1
        else:
            high = middle
    return low if low < len(b.marked) and b.marked[low] == i else -1


def rows_to_mark(b: Batch, first: int, last: int) -> list[int]:
    """The rows of a game whose text matters to the kernel."""
    found: list[int] = []
    for i in range(first, last):
        kind = b.kind[i]
        if kind in (ROW_DEAL_START, ROW_PENALTY, ROW_SPECIAL):
            found.append(i)
    return found
