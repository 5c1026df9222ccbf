"""Special hands: when one may be declared, and what it must be."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    CANASTA,
    FORM_ANY,
    HIDDEN,
    HOLDS,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.rules.draw import has_drawn
from replay.special_hands import value_of
from replay.state import State, held


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


def canasta_as_dealt(r: Rules, s: State, a: Act) -> int:
    """A canasta in the hand as it was dealt is declared in the first turn, before drawing, and only once."""
    a.facts[0] = a.count
    late = has_drawn(s) or s.took_pile or s.turns_taken[a.seat]
    if late or s.dealt_ranks[a.seat] >> max(0, a.rank) & 1:
        return BROKEN
    if a.unknown:
        return HIDDEN
    if a.count < CANASTA or a.bonus or a.stops or a.dead or a.open or not _is_canasta(r, a):
        return BROKEN
    for n in range(a.count):
        same = 0
        for other in range(a.count):
            if a.card[other] == a.card[n]:
                same += 1
        if held(r, s, a.seat, a.card[n]) < same:
            return BROKEN
    return HOLDS


def _is_canasta(r: Rules, a: Act) -> int:
    """1 if so many cards make a canasta of one rank, or of wild cards where those are melded alone."""
    if not a.naturals:
        return int(r.wild_melds and (r.wildmeld_form == FORM_ANY or a.jokers <= r.set_max_wilds))
    return int(a.rank > 0 and a.naturals >= r.set_min_naturals and a.wilds <= r.set_max_wilds)
