"""What cards left in hands and in packets cost at the end of a deal, as lower and upper bounds.

Reads a state, writes two items of a row of figures (replay.rows), changes nothing else.
"""

from __future__ import annotations

from array import array

from replay.codes import (
    BONUS_CARD,
    HAND_CARDS,
    PACKET_KINDS,
    PACKET_TALON,
    RANK_ACE,
    ROLE_UNKNOWN,
    SEATS,
    SEVEN,
    STOP_CARD,
    UNBOUNDED,
    UNFINISHED_MELDS,
)
from replay.kernel_rules import Rules
from replay.state import State


def left_in_hands(r: Rules, s: State, table: int, row: array[int], at: int) -> None:
    """Cards left in hands, as minus points: unknown cards make bounds, and so do cards the hand cannot all hold."""
    low = high = 0
    for seat in range(s.seats):
        if s.table_of[seat] != table or s.sits_out[seat]:
            continue
        if s.open_hand[seat] and s.hand_size[seat] != 0:
            row[at + 2 * HAND_CARDS] = -UNBOUNDED
            row[at + 2 * HAND_CARDS + 1] = 0
            return
        least = most = cards = 0
        base = seat * s.kinds
        for kind in range(1, s.kinds):
            held = s.hand[base + kind]
            if held:
                least += held * hand_value_low(r, kind)
                most += held * hand_value_high(r, kind)
                cards += held
        if s.surplus[seat]:
            # Nobody knows which cards of the record are not there: at best all that stay are the cheapest.
            bounds = _without_surplus(r, s, seat)
            least = int(bounds[0])
            most = int(bounds[1])
        if r.stop_four_hand or r.sevens_held_points:
            unknown = unknown_cards(r, s, seat)
            least += _four_stops(r, s, seat, 0)
            most += _four_stops(r, s, seat, unknown)
            row[at + 2 * UNFINISHED_MELDS] -= _many_sevens(r, s, seat, unknown)
            row[at + 2 * UNFINISHED_MELDS + 1] -= _many_sevens(r, s, seat, 0)
        if r.three_held_points:
            unknown = unknown_cards(r, s, seat)
            row[at + 2 * UNFINISHED_MELDS] -= _threes_of_a_kind(r, s, seat, unknown) * r.three_held_points
            row[at + 2 * UNFINISHED_MELDS + 1] -= _threes_of_a_kind(r, s, seat, 0) * r.three_held_points
        low -= most
        high -= least
    if s.packets:
        low -= _packets(r, s, table, 1)
        high -= _packets(r, s, table, 0)
    row[at + 2 * HAND_CARDS] = low
    row[at + 2 * HAND_CARDS + 1] = high


def _packets(r: Rules, s: State, table: int, most: int) -> int:
    """Minus points of the packets that a table has not taken up: the most or the least they may be.

    A talon that nobody has earned counts for nobody (heckadeck 8.3).
    """
    points = 0
    for packet in range(PACKET_KINDS):
        if packet == PACKET_TALON:
            continue
        for seat in range(s.seats):
            if s.table_of[seat] != table or s.sits_out[seat]:
                continue
            base = (packet * SEATS + seat) * s.kinds
            for kind in range(1, s.kinds):
                if not s.packet[base + kind]:
                    continue
                worth = hand_value_high(r, kind) if most else hand_value_low(r, kind)
                if r.role[kind] == BONUS_CARD:
                    worth = r.bonus_aside_points
                points += s.packet[base + kind] * worth
    return points


def _four_stops(r: Rules, s: State, seat: int, unknown: int) -> int:
    """What all four black threes in one hand cost beyond their own value, `unknown` cards of it being any."""
    stops = 0
    for kind in range(1, s.kinds):
        if r.role[kind] == STOP_CARD:
            stops += s.hand[seat * s.kinds + kind]
    if not r.stop_four_hand or stops + unknown < 4:
        return 0
    return r.stop_four_hand - 4 * r.stop_hand if stops >= 4 else r.stop_four_hand


def _many_sevens(r: Rules, s: State, seat: int, unknown: int) -> int:
    """What more sevens in one hand than a table forgives cost, `unknown` cards of it being any."""
    sevens = unknown
    for kind in range(1, s.kinds):
        if r.rank[kind] == SEVEN:
            sevens += s.hand[seat * s.kinds + kind]
    return r.sevens_held_points if sevens > r.sevens_held else 0


def _threes_of_a_kind(r: Rules, s: State, seat: int, unknown: int) -> int:
    """How many of aces and sevens a hand holds three of, if so many of its unknown cards are such."""
    aces = sevens = 0
    base = seat * s.kinds
    for kind in range(1, s.kinds):
        if r.rank[kind] == RANK_ACE:
            aces += s.hand[base + kind]
        elif r.rank[kind] == SEVEN:
            sevens += s.hand[base + kind]
    need = max(0, 3 - aces)
    found = 1 if need <= unknown else 0
    left = unknown - need if found else unknown
    return found + (1 if 3 - sevens <= left else 0)


def hand_value_low(r: Rules, kind: int) -> int:
    """Least minus points of a card left in the hand."""
    if r.role[kind] == BONUS_CARD:
        return r.bonus_held_points
    return r.stop_hand if r.role[kind] == STOP_CARD else r.point_low[kind]


def hand_value_high(r: Rules, kind: int) -> int:
    """Most minus points of a card left in the hand."""
    if r.role[kind] == BONUS_CARD:
        return r.bonus_held_points
    return r.stop_hand if r.role[kind] == STOP_CARD else r.point_high[kind]


def _without_surplus(r: Rules, s: State, seat: int) -> tuple[int, int]:
    cards: list[int] = []
    base = seat * s.kinds
    for kind in range(1, s.kinds):
        cards.extend([kind] * s.hand[base + kind])
    keep = max(0, len(cards) - s.surplus[seat])
    least = sum(sorted(hand_value_low(r, kind) for kind in cards)[:keep])
    most = sum(sorted((hand_value_high(r, kind) for kind in cards), reverse=True)[:keep])
    return least, most


def unknown_cards(r: Rules, s: State, seat: int) -> int:
    """Cards of a hand of which nobody knows what they are for."""
    if s.open_hand[seat]:
        return len(r.bonus_table)
    found = 0
    for kind in range(1, s.kinds):
        if r.role[kind] == ROLE_UNKNOWN:
            found += s.hand[seat * s.kinds + kind]
    return found
