"""The catalogue as numbers: which rules each checkpoint asks, in order, and what the fold must know of a rule."""

from __future__ import annotations

from array import array

(
    CHECK_DEAL_START, CHECK_DEAL_SEAT, CHECK_TURN_BEGIN, CHECK_DRAW, CHECK_TAKE, CHECK_BONUS, CHECK_MELD,
    CHECK_DISCARD, CHECK_ASK, CHECK_APPLIED, CHECK_COUNT_HAND, CHECK_COUNT_PILE, CHECK_COUNT_STOCK, CHECK_TURN_END,
    CHECK_REFUSED_END, CHECK_DEAL_END, CHECK_DEAL_END_SEAT, CHECK_DEAL_END_SIDE, CHECK_MELD_END,
) = range(19)  # fmt: skip
CHECKPOINTS = 19

# What a broken rule means to the fold: bits.  BROKE is set on every rule, so that flags of a broken rule are never 0.
BROKE = 1
SHAPE = 2  # the meld is void
ASKED_OUT = 4  # the player had no right to go out
CERTAIN = 8  # no option excuses it
BONUS_KEPT = 16
UNDRAWN = 32
STOCK_ORDER = 64
PLACED_AT_OPENING = 128
PLACED_AT_STOPS = 256
PLACED_AT_RETRACTION = 512
AFTER_THE_END = 1024  # what is played from here on is not judged


class Order:
    """`rule[start[c]:start[c + 1]]` are the rules of checkpoint c by their number in the catalogue; `flags` per rule."""

    def __init__(self, checkpoints: list[list[int]], flags: list[int]) -> None:
        self.start = array("i", [0])
        self.rule = array("i")
        for rules in checkpoints:
            self.rule.extend(rules)
            self.start.append(len(self.rule))
        self.flags = array("i", flags)
