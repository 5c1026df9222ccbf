"""Second hands: when the foot or the knee is taken up, and when it is played."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    CANASTA,
    HIDDEN,
    HOLDS,
    NO_PACKET,
    PACKET_FOOT,
    PACKET_KNEE,
    PACKET_TALON,
    SEATS,
    TRIGGER_HAND_EMPTY,
    TRIGGER_NONE,
    TRIGGER_OWN_CANASTA,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.packets import next_packet
from replay.state import State, canastas


def must_be_earned(r: Rules, s: State, a: Act) -> int:
    """A second hand is taken up only once the first has been played out, or whatever else the game asks for is done."""
    if a.target == PACKET_TALON:
        return HOLDS
    a.facts[0] = s.hand_size[a.seat]
    if r.packet_trigger == TRIGGER_NONE or next_packet(s, a.seat) == NO_PACKET:
        a.facts[0] = 0
        return BROKEN
    if r.packet_trigger == TRIGGER_HAND_EMPTY and a.facts[0]:
        return HIDDEN if a.facts[0] == UNKNOWN_SIZE or s.illegible or s.surplus[a.seat] else BROKEN
    if r.packet_trigger == TRIGGER_OWN_CANASTA and not s.own_canastas[a.seat]:
        a.facts[0] = 0
        # A position does not tell who completed the canastas that lie there.
        return HIDDEN if s.position and canastas(s, s.table_of[a.seat], CANASTA) else BROKEN
    return HOLDS


def in_order(r: Rules, s: State, a: Act) -> int:
    """Where there is a knee, it is played before the foot."""
    return BROKEN if a.target == PACKET_FOOT and s.packet_size[PACKET_KNEE * SEATS + a.seat] else HOLDS


def from_the_next_turn(r: Rules, s: State, a: Act) -> int:
    """A second hand that ended the turn, or was taken up after the discard, is played from the next turn on."""
    if not s.packet_up or s.unordered:
        return HOLDS
    return BROKEN if r.packet_ends_turn or s.packet_late else HOLDS
