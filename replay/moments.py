"""What is the case when rules are asked, as bits: most rules can be broken at some moments only.

The kernel does not ask a rule at other moments.  The catalogue says which are a rule's (replay/rules/__init__.py), and
says nothing there that the rule does not say itself.
"""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    WHEN_BONUS,
    WHEN_DEAD,
    WHEN_DISCARDED,
    WHEN_EXPOSED,
    WHEN_FOREIGN,
    WHEN_GROWS,
    WHEN_HELD,
    WHEN_KEPT,
    WHEN_LISTED,
    WHEN_OPENING,
    WHEN_OUT,
    WHEN_OVER,
    WHEN_REPLACED,
    WHEN_SAID,
    WHEN_STOP_CARDS,
    WHEN_STOPS,
    WHEN_TAKEN_BACK,
    WHEN_TWIN,
    WHEN_UNDRAWN,
    WHEN_WILDS,
)
from replay.state import State


def moment(s: State, a: Act) -> int:
    """What is the case at the table and of the act."""
    now = _of_turn(s) | _of_act(a)
    if a.seat >= 0:
        if s.bonus_held[a.seat] > 0:
            now |= WHEN_HELD
        if s.exposed_count[a.seat]:
            now |= WHEN_EXPOSED
    return now


def _of_turn(s: State) -> int:
    now = WHEN_DISCARDED if s.discards else WHEN_KEPT
    if s.went_out:
        now |= WHEN_OUT
    if s.said_out or s.asked:
        now |= WHEN_SAID
    if s.opening:
        now |= WHEN_OPENING
    if s.stops_melded:
        now |= WHEN_STOPS
    if s.retracted_melds:
        now |= WHEN_TAKEN_BACK
    if s.run_extended:
        now |= WHEN_GROWS
    if s.dealt_due or s.drawn_due or s.pile_bonus_laid:
        now |= WHEN_REPLACED
    if s.stock_dead:
        now |= WHEN_DEAD
    if s.drawn <= s.dealt_due and not s.took_pile:
        now |= WHEN_UNDRAWN
    if s.stock_at < s.stock_listed:
        now |= WHEN_LISTED
    return now | WHEN_OVER if s.over else now


def _of_act(a: Act) -> int:
    now = 0
    if a.meld >= 0:
        now |= WHEN_GROWS
    if a.wilds:
        now |= WHEN_WILDS
    if a.bonus:
        now |= WHEN_BONUS
    if a.stops:
        now |= WHEN_STOP_CARDS
    if not a.own:
        now |= WHEN_FOREIGN
    return now | WHEN_TWIN if a.twin >= 0 else now
