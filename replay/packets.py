"""Cards set aside for a seat, the foot, the knee and the talon, until they are taken up.  Moves cards; never judges."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BONUS_CARD,
    CARD_LIMIT,
    NO_AMOUNT,
    NO_PACKET,
    NOBODY,
    PACKET_FOOT,
    PACKET_KINDS,
    PACKET_KNEE,
    PACKET_TALON,
    SEATS,
    TALON_FROM_STOCK,
    TALON_NONE,
    TALON_SET_ASIDE,
    UNKNOWN_SIZE,
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
            s.packet_turns[seat] = 1 if next_packet(s, seat) == NO_PACKET else 0
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
    if a.target == PACKET_TALON and r.talon_source != TALON_SET_ASIDE:
        _talon_from_stock(r, s, a)
        return
    owner = _talon_beside(s, a.seat, talon_due(r, s, a.seat)) if a.target == PACKET_TALON else a.seat
    if owner == NOBODY:
        return
    _reveal(r, s, a, owner)
    _move(r, s, owner, a.seat, a.target)


def talon_earned(r: Rules, s: State) -> int:
    """1 if the seat to move has earned a talon in this turn: it opened, with cards of the stock drawn, while the stock
    is large enough, or nobody knows how large it is.
    """
    if r.talon_source == TALON_NONE or not s.opening or (s.took_pile and not r.talon_with_pile):
        return 0
    if r.talon_source == TALON_SET_ASIDE or s.stock_size == UNKNOWN_SIZE:
        return 1
    return int(s.stock_size >= r.talon_min_stock)


def talon_due(r: Rules, s: State, seat: int) -> int:
    """Cards of the talon that the seat to move has earned by opening: more for the first side than for the next."""
    place = 0
    for table in range(s.sides):
        if table != s.table_of[seat] and s.opened[table] > 0:
            place += 1
    due = r.talon_size[place] if place < len(r.talon_size) else 0
    if r.talon_source == TALON_FROM_STOCK and not r.talon_past_turn_card and s.stock_size != UNKNOWN_SIZE:
        due = max(0, min(due, s.stock_size - r.turn_card + 1))
    return due


def _talon_beside(s: State, taker: int, size: int) -> int:
    """The seat before which a talon of that size lies, else one of any size; the taker's own first of both."""
    found = NOBODY
    for step in range(s.seats):
        seat = (taker + step) % s.seats
        there = s.packet_size[PACKET_TALON * SEATS + seat]
        if there == size:
            return seat
        if there and found == NOBODY:
            found = seat
    return found


def _talon_from_stock(r: Rules, s: State, a: Act) -> None:
    count = a.count
    if not count:
        count = a.amount if a.amount != NO_AMOUNT else talon_due(r, s, a.seat)
    count = min(count, CARD_LIMIT)
    for n in range(count):
        kind = a.card[n] if n < a.count else r.unknown
        give(r, s, a.seat, kind)
        count_in(r, s, kind, 1)
        if r.role[kind] == BONUS_CARD:
            s.bonus_from_packet += 1
    s.stock_at = min(s.stock_listed, s.stock_at + count)
    if s.stock_size != UNKNOWN_SIZE:
        s.stock_size = max(0, s.stock_size - count)
    s.packet_up = PACKET_TALON + 1
    s.packet_late = 1 if s.discards > 0 else 0


def pick_up(r: Rules, s: State, seat: int, packet: int) -> None:
    """All cards of a packet into the hand of its owner."""
    _move(r, s, seat, seat, packet)


def _move(r: Rules, s: State, owner: int, seat: int, packet: int) -> None:
    at = packet * SEATS + owner
    for kind in range(1, s.kinds):
        count = s.packet[at * s.kinds + kind]
        if not count:
            continue
        s.packet[at * s.kinds + kind] = 0
        mark_packet(s, owner, kind, -count)
        for _ in range(count):
            give(r, s, seat, kind)
        if r.role[kind] == BONUS_CARD:
            s.bonus_from_packet += count
        if s.took_pile:
            s.hand_before[kind] += count
    if s.packet_size[at]:
        s.packets -= 1
    s.packet_size[at] = 0
    if not (s.drawn or s.took_pile or s.melded or s.discards):
        return  # the hand was empty when the turn began: this one is its hand
    s.packet_up = packet + 1
    s.packet_late = 1 if s.discards > 0 else 0


def _reveal(r: Rules, s: State, a: Act, owner: int) -> None:
    base = (a.target * SEATS + owner) * s.kinds
    for n in range(a.count):
        kind = a.card[n]
        if kind == r.unknown or not s.packet[base + r.unknown]:
            continue
        s.packet[base + r.unknown] -= 1
        s.packet[base + kind] += 1
        mark_packet(s, owner, r.unknown, -1)
        mark_packet(s, owner, kind, 1)
        s.total[r.unknown] -= 1
        s.rank_total[0] -= 1
        count_in(r, s, kind, 1)
