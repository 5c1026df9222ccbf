"""Cards do not appear or vanish: counts that the scribe wrote, the order of the stock, copies in the deck."""

from __future__ import annotations

from array import array

from replay.act import Act
from replay.codes import (
    BROKEN,
    HIDDEN,
    HOLDS,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.state import State


def _agrees(stated: int, found: int, a: Act) -> int:
    a.facts[0] = stated
    a.facts[1] = found
    if found == UNKNOWN_SIZE:
        return HIDDEN
    return HOLDS if stated == found else BROKEN


def hand_count(r: Rules, s: State, a: Act) -> int:
    """The cards that a log counts in a hand are as many as the replay has there."""
    if s.surplus[a.seat]:
        return HIDDEN
    found = s.hand_size[a.seat]
    return _agrees(a.amount, found if found == UNKNOWN_SIZE else found + s.hand_offset[a.seat], a)


def pile_count(r: Rules, s: State, a: Act) -> int:
    """The cards that a log counts in the pile are as many as the replay has there."""
    return _agrees(a.amount, s.pile_size + s.pile_offset if s.pile_known else UNKNOWN_SIZE, a)


def stock_count(r: Rules, s: State, a: Act) -> int:
    """The cards that a log counts in the stock are as many as the replay has there."""
    found = s.stock_size
    return _agrees(a.amount, found if found == UNKNOWN_SIZE else found + s.stock_offset, a)


def pile_content(r: Rules, s: State, a: Act) -> int:
    """The cards that a log names in a taken pile are those that lie there."""
    if not s.pile_known or not a.count or s.pile_offset:
        return HOLDS
    a.facts[0] = a.count
    a.facts[1] = a.taken
    if a.count != a.taken:
        return BROKEN
    same = 0
    while same < a.count and a.card[same] == s.pile[same]:
        same += 1
    for n in range(same, a.count):
        rank = r.rank[a.card[n]]
        if rank and _of_rank(r, a.card, a.count, rank) > _of_rank(r, s.pile, s.pile_size, rank) + _unseen(r, s):
            return BROKEN
    return HOLDS


def _of_rank(r: Rules, cards: array[int], count: int, rank: int) -> int:
    found = 0
    for n in range(count):
        if r.rank[cards[n]] == rank:
            found += 1
    return found


def _unseen(r: Rules, s: State) -> int:
    return _of_rank(r, s.pile, s.pile_size, 0)


def stock_order(r: Rules, s: State, a: Act) -> int:
    """Where a log lists the stock, the cards drawn are the next ones of that list."""
    for n in range(a.count):
        if s.stock_at + n >= s.stock_listed:
            return HOLDS
        listed = s.stock[s.stock_at + n]
        if r.exact[listed] and r.exact[a.card[n]] and listed != a.card[n]:
            a.facts[0] = a.card[n]
            a.facts[1] = listed
            return HOLDS if s.stock_told else BROKEN
    return HOLDS


def copies(r: Rules, s: State, a: Act) -> int:
    """No card is seen more often than the deck has it."""
    if not s.too_many or s.too_many_told or s.packs_added:
        return HOLDS
    a.facts[0] = s.too_many
    a.facts[1] = r.copies[s.too_many]
    return BROKEN
