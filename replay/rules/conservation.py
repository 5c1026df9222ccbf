"""Cards do not appear or vanish: counts that the scribe wrote, the order of the stock, copies in the deck."""

from __future__ import annotations

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
    a.facts[1] = s.pile_size
    if a.count != s.pile_size:
        return BROKEN
    for rank in range(len(r.rank_kind)):
        named = 0
        lying = 0
        for n in range(a.count):
            named += r.rank[a.card[n]] == rank
            lying += r.rank[s.pile[n]] == rank
        if rank and named > lying and named - lying > _unknown_in_pile(r, s):
            return BROKEN
    return HOLDS


def _unknown_in_pile(r: Rules, s: State) -> int:
    return sum(1 for n in range(s.pile_size) if not r.rank[s.pile[n]])


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
    if not s.too_many or s.too_many_told:
        return HOLDS
    a.facts[0] = s.too_many
    a.facts[1] = r.copies[s.too_many]
    return BROKEN
