"""Growing tables of integers that the kernel writes: one flat array, rows of a fixed width.

The widths and the meaning of each column stand here, once, for the kernel that fills them and for those who read them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

TOLD = ("rule", "answer", "deal", "turn", "seat", "side", "event", "status", "top", "doubt",
        "fact0", "fact1", "fact2", "fact3", "fact4", "fact5", "game")  # fmt: skip
TURN = ("number", "seat", "first", "last", "drawn", "taken", "melded", "bonus", "points", "discard", "pile_before",
        "frozen_before", "stock_before", "hand_before", "hand_after", "opened", "opening_points", "froze",
        "digest_low", "digest_high", "deal", "game", "line")  # fmt: skip
DEAL = ("number", "first", "last", "status", "unreadable", "closing", "dealer", "out_seat", "concealed", "lone_seat",
        "unjudged", "turn_first", "turn_last", "told_first", "told_last", "side_first", "seat_first",
        "game")  # fmt: skip
SEAT = ("side", "bonus_cards", "hand_size", "sits_out", "opening_turn", "opening_points", "takes", "cards_taken",
        "freezes")  # fmt: skip
DEAL_STATUS = ("judged", "unreadable", "unfinished", "score_only")
# A side's row: low and high of every score item, then of every count, then the running total and the minimum.
COUNTS = ("natural_canastas", "mixed_canastas", "wild_canastas", "sequence_canastas", "n5", "n10", "n20", "n50", "lone")


class Rows:
    """`count` rows of `width` integers in `data`; `next()` makes room for one more and returns where it begins.

    `room` is how many rows are expected; there may be more.
    """

    def __init__(self, width: int, room: int = 64) -> None:
        self.width = width
        self.count = 0
        self.room = room
        self.data = array("i", [0]) * (room * width)

    def next(self) -> int:
        if self.count == self.room:
            self.grow()
        start = self.count * self.width
        self.count += 1
        return start

    def grow(self) -> None:
        self.room *= 2
        wider = array("i", [0]) * (self.room * self.width)
        filled = self.count * self.width
        memoryview(wider)[:filled] = memoryview(self.data)[:filled]
        self.data = wider

    def rows(self) -> Iterator[list[int]]:
        """The rows as lists, for those who read."""
        for row in range(self.count):
            yield list(self.data[row * self.width : (row + 1) * self.width])
