"""What the kernel reads: many games as flat arrays, straight from Arrow columns or made from a reading."""

from __future__ import annotations

from array import array

from replay.codes import LARGEST, NO_AMOUNT


def sensible(amount: int) -> int:
    """An amount as the log has it, or the largest of its sign; NO_AMOUNT stays what it is."""
    if amount == NO_AMOUNT:
        return amount
    return max(-LARGEST, min(LARGEST, amount))


class Batch:
    """Columns of events, of claims and of games; a game owns events `first[g]`..`last[g]` and claims likewise."""

    def __init__(self) -> None:
        empty = array("i")
        self.kind = self.status = self.seat = self.side = self.turn = self.deal = empty
        self.target = self.amount = self.line = self.card_start = self.role_start = empty
        self.cards = array("B")
        self.roles = array("B")
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
