"""Cards that do something of their own when they are turned up, laid or discarded: what they remove, end or grant.

Moves cards; never judges.
"""

from __future__ import annotations

from replay.act import Act
from replay.canastas import canastas_of_kind
from replay.codes import (
    BONUS_CARD,
    CANASTA,
    CRONE_RANK,
    DARKNESS_RANK,
    SEATS,
    SIDES,
    STOP_CARD,
    UPCARD_COVERED,
    UPCARD_EFFECT,
    UPCARD_RESHUFFLED,
    WATCHER_RANK,
    WHEEL_RANK,
)
from replay.kernel_rules import Rules
from replay.pile_cards import clear_pile
from replay.state import State, canastas, count_in, mark


def turned_up(r: Rules, s: State, kind: int) -> int:
    """What a card does that is turned up to begin the pile: 1 if it does not stay there."""
    rank = r.rank[kind]
    if s.position:
        return 0
    if rank == WATCHER_RANK:
        s.views_open += r.view_on_pickup
    if rank == CRONE_RANK and r.crone_upcard == UPCARD_EFFECT:
        count_in(r, s, kind, 1)
        _remove(r, s, kind)
        remove_pile(r, s)
        return 1
    if rank == DARKNESS_RANK and r.darkness_upcard == UPCARD_EFFECT:
        s.redeal_due = 1
    how = UPCARD_COVERED
    if rank == WHEEL_RANK:
        how = r.wheel_upcard
    elif rank == CRONE_RANK:
        how = r.crone_upcard
    elif rank == DARKNESS_RANK:
        how = r.darkness_upcard
    return int(how == UPCARD_RESHUFFLED)


def still_out(r: Rules, s: State) -> None:
    """Cards taken out of an earlier deal are seen, so that they cannot turn up in this one."""
    for kind in range(1, s.kinds):
        if s.removed[kind]:
            count_in(r, s, kind, s.removed[kind])


def gained(r: Rules, s: State, kind: int) -> None:
    """A card was drawn or came with the pile."""
    if r.view_on_pickup and r.rank[kind] == WATCHER_RANK:
        s.views_due += 1


def melded(r: Rules, s: State, a: Act) -> None:
    """Each Watcher that is melded grants a look at a hand."""
    for n in range(a.count):
        if r.rank[a.card[n]] == WATCHER_RANK:
            s.views_due += 1


def discarded(r: Rules, s: State, a: Act) -> None:
    """The Crone takes the pile away with it, Darkness ends the deal, a Watcher grants a look at a hand."""
    rank = r.rank[s.discard_kind]
    if rank == CRONE_RANK:
        remove_pile(r, s)
    elif rank == DARKNESS_RANK:
        s.darkness = 1
    elif rank == WATCHER_RANK and (s.hand_size[a.seat] != 0 or r.view_last_discard):
        s.views_due += 1


def remove_pile(r: Rules, s: State) -> None:
    """The whole pile out of the deal."""
    for n in range(s.pile_size):
        _remove(r, s, s.pile[n])
    clear_pile(s)


def _remove(r: Rules, s: State, kind: int) -> None:
    if kind >= r.declared:
        kind = r.wheel
    s.removed[kind] += 1
    s.removed_count += 1
    mark(s, SEATS + SIDES + SEATS + 1, kind, 1)


def sink_stops(r: Rules, s: State) -> int:
    """Stop cards that are never picked up go to the bottom of the pile; how many they are."""
    zone = SEATS + SIDES + SEATS
    for n in range(s.pile_size):
        mark(s, zone, s.pile[n], -(n + 1))
    stops = 0
    for n in range(s.pile_size):
        kind = s.pile[n]
        if r.role[kind] == STOP_CARD:
            for at in range(n, stops, -1):
                s.pile[at] = s.pile[at - 1]
            s.pile[stops] = kind
            stops += 1
    for n in range(s.pile_size):
        mark(s, zone, s.pile[n], n + 1)
    return stops


def settle_darkness(r: Rules, s: State) -> None:
    """Whoever discards Darkness is out only with an empty hand and the canastas for it; else the deal just ends."""
    if s.said_out:
        return
    table = s.table_of[s.turn_seat]
    found = canastas_of_kind(r, s, table, -1) if r.excluded else canastas(s, table, CANASTA)
    if found < r.out_canastas:
        s.went_out = 0


def bonus_of_rank(r: Rules, s: State, seat: int, rank: int) -> int:
    """Bonus cards of one rank that lie before a seat."""
    found = 0
    for kind in range(1, s.kinds):
        if r.rank[kind] == rank and r.role[kind] == BONUS_CARD:
            found += s.bonus[seat * s.kinds + kind]
    return found


def held_of_rank(r: Rules, s: State, seat: int, rank: int) -> int:
    """Cards of one rank known to be in a hand."""
    found = 0
    for kind in range(1, s.kinds):
        if r.rank[kind] == rank:
            found += s.hand[seat * s.kinds + kind]
    return found
