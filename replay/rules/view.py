"""A look at another hand, where a card grants one.  `a.seat` is who looks, `a.amount` the seat looked at."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    HIDDEN,
    HOLDS,
    UNKNOWN_SIZE,
    VIEW_REQUIRED,
    VIEW_WARNED,
)
from replay.kernel_rules import Rules
from replay.state import State


def must_be_earned(r: Rules, s: State, a: Act) -> int:
    """A player looks at another hand only after a card was played in that turn that grants a look."""
    return HOLDS if s.views_due > 0 or s.illegible else BROKEN


def of_another_hand(r: Rules, s: State, a: Act) -> int:
    """Who looks at a hand looks at that of another player."""
    a.facts[0] = a.amount
    return BROKEN if a.amount == a.seat else HOLDS


def by_the_player(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, the player whose card grants the look is the one who looks."""
    a.facts[0] = s.turn_seat
    return BROKEN if r.view_by_chooser and a.seat != s.turn_seat else HOLDS


def must_be_recorded(r: Rules, s: State, a: Act) -> int:
    """A log records who looked at which hand whenever a card granted a look."""
    return _not_taken(s, a) if r.view_recorded == VIEW_WARNED else HOLDS


def must_take_place(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, a look that was granted is taken before the next player's turn."""
    return _not_taken(s, a) if r.view_recorded == VIEW_REQUIRED else HOLDS


def _not_taken(s: State, a: Act) -> int:
    a.facts[0] = s.views_due
    if not s.views_due or s.turn_cut or s.illegible:
        return HOLDS
    return HIDDEN if s.hand_size[a.seat] == UNKNOWN_SIZE else BROKEN
