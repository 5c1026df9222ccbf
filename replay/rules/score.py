"""Figures that somebody wrote against the figures that the cards give.

`a.amount` is the claimed figure, facts 0 and 1 bound the recomputed one; equal bounds are a known figure.
"""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    HIDDEN,
    HOLDS,
)
from replay.kernel_rules import Rules
from replay.state import State


def _agrees(a: Act) -> int:
    low, high = a.facts[0], a.facts[1]
    if low <= a.amount <= high:
        return HOLDS if low == high else HIDDEN
    return BROKEN


def item(r: Rules, s: State, a: Act) -> int:
    """Each item of a score sheet is what the cards give."""
    return _agrees(a)


def total(r: Rules, s: State, a: Act) -> int:
    """The total of a deal on a score sheet is the sum that the cards give; where some are hidden, that of its items."""
    return _agrees(a)


def count(r: Rules, s: State, a: Act) -> int:
    """What a score sheet counts, canastas or cards, is what lies on the table."""
    return _agrees(a)


def lone_seat(r: Rules, s: State, a: Act) -> int:
    """In cutthroat the first player who takes the pile plays alone, and nobody else."""
    return _agrees(a)


def sheets_agree(r: Rules, s: State, a: Act) -> int:
    """Two sheets for the same side and deal show the same figures."""
    return _agrees(a)


def carried(r: Rules, s: State, a: Act) -> int:
    """The total brought into a deal is the total after the deal before."""
    return _agrees(a)


def running(r: Rules, s: State, a: Act) -> int:
    """The running total is the total brought in and the score of the deal."""
    return _agrees(a)


def final(r: Rules, s: State, a: Act) -> int:
    """The total at the end of the game is the sum of its deals."""
    return _agrees(a)


def result(r: Rules, s: State, a: Act) -> int:
    """The game ends when a side has reached the target, and the highest total wins."""
    return _agrees(a)
