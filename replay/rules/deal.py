"""How a deal begins: the dealer, the hands, the first card of the pile.  Judged once, before the first turn."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BONUS_CARD,
    BROKEN,
    DEAD_CARD,
    HOLDS,
    NOBODY,
    OPEN_CARD,
    PACKET_FOOT,
    PACKET_KNEE,
    SEATS,
    STOP_CARD,
    WILD,
)
from replay.kernel_rules import Rules
from replay.state import State, top_card


def dealer(r: Rules, s: State, a: Act) -> int:
    """The deal passes round the table, from one dealer to the next seat."""
    a.facts[0] = s.dealer
    a.facts[1] = s.expected_dealer
    return BROKEN if NOBODY not in (s.dealer, s.expected_dealer) and s.dealer != s.expected_dealer else HOLDS


def hand_size(r: Rules, s: State, a: Act) -> int:
    """Every player is dealt as many cards as the game says."""
    a.facts[0] = s.hand_size[a.seat]
    a.facts[1] = r.hand_size
    if s.open_hand[a.seat] or s.sits_out[a.seat] or s.position:
        return HOLDS
    return BROKEN if a.facts[0] != r.hand_size else HOLDS


def packet_size(r: Rules, s: State, a: Act) -> int:
    """Every second hand that is set aside has as many cards as the game says."""
    if not s.packets or s.position or s.sits_out[a.seat]:
        return HOLDS
    a.facts[0] = s.packet_size[PACKET_KNEE * SEATS + a.seat]
    a.facts[1] = r.knee_size
    if a.facts[0] == a.facts[1]:
        a.facts[0] = s.packet_size[PACKET_FOOT * SEATS + a.seat]
        a.facts[1] = r.packet_size
    return BROKEN if a.facts[0] != a.facts[1] else HOLDS


def upcard_covered(r: Rules, s: State, a: Act) -> int:
    """A wild card or red three turned up to begin the pile is covered by a further card."""
    top = top_card(s)
    a.facts[0] = top
    if not top or s.position:
        return HOLDS
    role = r.role[top]
    uncovered = (
        (role == WILD and r.cover_wild)
        or (role == BONUS_CARD and r.cover_bonus)
        or (role == STOP_CARD and r.cover_stop)
        or role in (DEAD_CARD, OPEN_CARD)
    )
    return BROKEN if uncovered else HOLDS


def dealt_anew(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, a deal in which the card that ends deals is turned up is dealt anew."""
    return BROKEN if s.redeal_due else HOLDS
