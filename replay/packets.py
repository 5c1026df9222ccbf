"""Cards set aside for a seat, the foot, the knee and the talon, until they are taken up.  Moves cards; never judges."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BONUS_CARD,
    NO_PACKET,
    PACKET_FOOT,
    PACKET_KINDS,
    PACKET_KNEE,
    SEATS,
)
from replay.kernel_rules import Rules
from replay.state import State, count_in, give, mark_packet


def set_aside(r: Rules, s: State, a: Act) -> None:
    """A packet as it was dealt, or as it still lies there in a position."""
    if not s.packet_size[a.target * SEATS + a.seat]:
        s.packets += 1
    for n in range(a.count):
        _add(r, s, a.seat, a.target, a.card[n])


def _add(r: Rules, s: State, seat: int, packet: int, kind: int) -> None:
    at = packet * SEATS + seat
    s.packet[at * s.kinds + kind] += 1
    s.packet_size[at] += 1
    mark_packet(s, seat, kind, 1)
    count_in(r, s, kind, 1)


def begin(r: Rules, s: State) -> None:
    """Before the first turn: packets that every deal of this game has and nobody wrote down.

    In a position a seat without a packet has taken it up and played from it.
    """
    for seat in range(s.seats):
        if s.position:
            s.packet_turns[seat] = int(next_packet(s, seat) == NO_PACKET)
            continue
        if s.sits_out[seat]:
            continue
        _assume(r, s, seat, PACKET_FOOT, r.packet_size)
        _assume(r, s, seat, PACKET_KNEE, r.knee_size)


def _assume(r: Rules, s: State, seat: int, packet: int, size: int) -> None:
    if not size or s.packet_size[packet * SEATS + seat]:
        return
    s.packets += 1
    for _ in range(size):
        _add(r, s, seat, packet, r.unknown)


def next_packet(s: State, seat: int) -> int:
    """The packet that a seat takes up next, NO_PACKET once it has none: the knee before the foot."""
    if s.packet_size[PACKET_KNEE * SEATS + seat]:
        return PACKET_KNEE
    return PACKET_FOOT if s.packet_size[PACKET_FOOT * SEATS + seat] else NO_PACKET


def left_aside(s: State) -> int:
    """Cards in all packets that nobody has taken up."""
    left = 0
    for at in range(PACKET_KINDS * SEATS):
        left += s.packet_size[at]
    return left


def take_up(r: Rules, s: State, a: Act) -> None:
    """A packet into the hand; cards that the act names stand in for those of the packet that nobody had seen."""
    _reveal(r, s, a)
    pick_up(r, s, a.seat, a.target)


def pick_up(r: Rules, s: State, seat: int, packet: int) -> None:
    """All cards of a packet into the hand of its owner."""
    at = packet * SEATS + seat
    for kind in range(1, s.kinds):
        count = s.packet[at * s.kinds + kind]
        if not count:
            continue
        s.packet[at * s.kinds + kind] = 0
        mark_packet(s, seat, kind, -count)
        for _ in range(count):
            give(r, s, seat, kind)
        if r.role[kind] == BONUS_CARD:
            s.bonus_from_packet += count
        if s.took_pile:
            s.hand_before[kind] += count
    if s.packet_size[at]:
        s.packets -= 1
    s.packet_size[at] = 0
    s.packet_up = packet + 1
    s.packet_late = int(s.discards > 0)


def _reveal(r: Rules, s: State, a: Act) -> None:
    base = (a.target * SEATS + a.seat) * s.kinds
    for n in range(a.count):
        kind = a.card[n]
        if kind == r.unknown or not s.packet[base + r.unknown]:
            continue
        s.packet[base + r.unknown] -= 1
        s.packet[base + kind] += 1
        mark_packet(s, a.seat, r.unknown, -1)
        mark_packet(s, a.seat, kind, 1)
        s.total[r.unknown] -= 1
        s.rank_total[0] -= 1
        count_in(r, s, kind, 1)
