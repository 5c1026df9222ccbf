"""What a player can play at all."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    HIDDEN,
    HOLDS,
)
from replay.kernel_rules import Rules
from replay.state import State


def card_must_be_held(r: Rules, s: State, a: Act) -> int:
    """A card that is played was in the hand.  Judged on what the transition could not find there."""
    a.facts[0] = s.unrecorded
    a.facts[1] = s.unrecorded_kind
    if s.unrecorded:
        return BROKEN
    return HIDDEN if s.from_hidden else HOLDS
