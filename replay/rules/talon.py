"""Talons: the cards that a player receives who opens."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    HIDDEN,
    HOLDS,
    NO_AMOUNT,
    PACKET_TALON,
    TALON_FROM_STOCK,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.packets import talon_due, talon_earned
from replay.state import State


def must_be_earned(r: Rules, s: State, a: Act) -> int:
    """A talon is for the player who has opened in this turn with cards of the stock drawn, while the stock is large
    enough.
    """
    if a.target != PACKET_TALON:
        return HOLDS
    if not talon_earned(r, s):
        return HIDDEN if s.illegible else BROKEN
    return HIDDEN if r.talon_source == TALON_FROM_STOCK and s.stock_size == UNKNOWN_SIZE else HOLDS


def after_the_discard(r: Rules, s: State, a: Act) -> int:
    """A talon is taken after the discard, for the next turn."""
    return BROKEN if a.target == PACKET_TALON and not s.discards and not s.unordered else HOLDS


def size(r: Rules, s: State, a: Act) -> int:
    """A talon has as many cards as the game says: more for the first side that opens than for the next."""
    if a.target != PACKET_TALON or must_be_earned(r, s, a) != HOLDS:
        return HOLDS
    a.facts[0] = a.count if a.count or a.amount == NO_AMOUNT else a.amount
    a.facts[1] = talon_due(r, s, a.seat)
    if not a.facts[0]:
        return HOLDS
    return BROKEN if a.facts[0] != a.facts[1] else HOLDS
