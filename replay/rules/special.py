"""Special hands: when one may be declared, and what it must be."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    HIDDEN,
    HOLDS,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.special_hands import value_of
from replay.state import State


def whole_hand(r: Rules, s: State, a: Act) -> int:
    """A special hand is the whole hand: the cards dealt and the one drawn."""
    a.facts[0] = a.count
    a.facts[1] = r.hand_size + r.stock_draw
    a.facts[2] = s.hand_size[a.seat]
    if a.count != a.facts[1]:
        return BROKEN
    if s.hand_size[a.seat] == UNKNOWN_SIZE or s.surplus[a.seat]:
        return HIDDEN
    return BROKEN if s.hand_size[a.seat] != a.count else HOLDS


def side_not_open(r: Rules, s: State, a: Act) -> int:
    """A special hand is declared by a player who has melded nothing in this turn, of a side that has not opened; at
    some tables also by the partner of who opened, in his next turn.
    """
    table = s.table_of[a.seat]
    if s.melded:
        return BROKEN
    if not s.opened[table]:
        return HOLDS
    just_opened = s.turn - (s.opened[table] - 1) < s.seats and not s.laid_before[a.seat]
    return HOLDS if r.special_courtesy and just_opened else BROKEN


def last_card_from_stock(r: Rules, s: State, a: Act) -> int:
    """The last card of a special hand comes from the stock, at some tables also from the top of the pile."""
    return BROKEN if s.took_pile and not r.special_from_pile else HOLDS


def has_its_shape(r: Rules, s: State, a: Act) -> int:
    """The cards make one of the special hands that are played here."""
    if a.unknown:
        return HIDDEN
    return HOLDS if value_of(r, a) else BROKEN
