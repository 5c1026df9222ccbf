"""What a take of the pile is paid with: the melds of its turn that hold the top card.

Reads events and state and changes neither; what is due is the rules'.
"""

from __future__ import annotations

from replay.act import Act, place_meld, read_cards
from replay.batch import Batch
from replay.codes import (
    ROW_DISCARD,
    ROW_MELD,
    ROW_TAKE_PILE,
    SEQUENCE,
    WILD,
)
from replay.kernel_rules import Rules
from replay.state import State, held, top_card


def read_take(r: Rules, s: State, a: Act, events: Batch, i: int, last: int) -> None:
    """What a take of the pile is paid with: the melds of the same turn that hold the top card, less that card."""
    a.amount = s.pile_size
    a.taken = due_from_pile(r, s) if r.pile_part else s.pile_size
    a.top = top_card(s)
    if r.wild_by_pair and r.role[a.top] == WILD and not r.wild_melds:
        return  # shown with its pair, it goes into the hand
    top_rank = r.rank[a.top]
    naturals = 0
    said = 0
    wilds = 0
    if a.laid is None:
        a.laid = Act()
    laid = a.laid
    at = next_meld(events, i, last)
    while at >= 0:
        laid.reset(ROW_MELD, a.seat, at)
        laid.target = events.target[at]
        read_cards(r, laid, events, at)
        place_meld(r, s, laid, events.side[at])
        fits = _fits_top(r, a, laid)
        if fits > 0 and a.top > 0:
            if not a.top_used or (a.run_cards and _pays_as_pair(r, s, a, laid, fits)):
                a.top_used = 1
                a.onto = laid.meld
                a.rank = top_rank
                a.run_cards = laid.count if laid.shape == SEQUENCE else 0
            naturals += 0 if laid.shape == SEQUENCE else fits
            said += _declared_in(r, a, laid)
            a.unknown += laid.unknown
        elif not a.top_used:
            a.late = 1
        if fits > 0 or (laid.target == top_rank and laid.wilds):
            wilds += _held_wilds(r, s, laid)
        at = next_meld(events, at, last)
    if a.top_used:
        a.with_naturals = min(max(0, naturals - 1), held(r, s, a.seat, r.rank_kind[top_rank]))
        a.with_wilds = wilds
        if r.declared:
            _count_declared(r, s, a, naturals - said, said)


def _pays_as_pair(r: Rules, s: State, a: Act, laid: Act, fits: int) -> int:
    """1 for a set that pays for a take with two cards of the hand, though its like lies on a sequence already."""
    if laid.shape == SEQUENCE or fits < 3 or held(r, s, laid.seat, r.rank_kind[r.rank[a.top]]) < 2:
        return 0
    return _may_hold_top(r, a, laid)


def _declared_in(r: Rules, a: Act, laid: Act) -> int:
    """Cards of a meld that were declared to be of the rank of the top card."""
    found = 0
    for n in range(laid.count if r.declared else 0):
        if laid.card[n] >= r.declared and r.rank[laid.card[n]] == r.rank[a.top]:
            found += 1
    return found


def _count_declared(r: Rules, s: State, a: Act, naturals: int, said: int) -> None:
    """What pays for a take where `said` cards of the melds were only declared to be of the top rank: such a card of the
    hand may be half of the pair, and such a top card is melded as what it was discarded as.
    """
    own = held(r, s, a.seat, r.rank_kind[r.rank[a.top]])
    if a.top >= r.declared:
        a.top_used = int(said > 0 or r.wheel_top_free > 0)
        a.with_naturals = min(max(0, naturals), own)
        return
    a.with_naturals = min(max(0, naturals - 1), own)
    if said and r.wheel_pair_takes and held(r, s, a.seat, r.wheel):
        a.with_naturals += 1


def due_from_pile(r: Rules, s: State) -> int:
    """Cards of the pile that a player gets who takes it: all, the top ones only, or those down to a wild card."""
    due = min(s.pile_size, r.pile_take_max) if r.pile_take_max else s.pile_size
    if r.pile_down_to_wild:
        for n in range(1, due + 1):
            if r.role[s.pile[s.pile_size - n]] == WILD:
                return n
    return due


def _may_hold_top(r: Rules, a: Act, laid: Act) -> int:
    """1 unless every card of a meld is known to be another than the top card."""
    for n in range(laid.count):
        kind = laid.card[n]
        if kind == a.top or not r.exact[kind] or not r.exact[a.top]:
            return 1
    return 0


def _fits_top(r: Rules, a: Act, laid: Act) -> int:
    """Cards of a meld that may be the top card or go with it: all of its rank, on a sequence only its like."""
    found = 0
    for n in range(laid.count):
        kind = laid.card[n]
        if r.rank[kind] != r.rank[a.top] or r.role[kind] != r.role[a.top]:
            continue
        if laid.shape == SEQUENCE and r.suit[kind] and r.suit[a.top] and r.suit[kind] != r.suit[a.top]:
            continue
        found += 1
    return found


def _held_wilds(r: Rules, s: State, laid: Act) -> int:
    """Wild cards of a meld that the hand could hold before the take."""
    found = 0
    for n in range(laid.count):
        kind = laid.card[n]
        if r.role[kind] != WILD:
            continue
        same = 0
        for before in range(n):
            if laid.card[before] == kind:
                same += 1
        if held(r, s, laid.seat, kind) > same:
            found += 1
    return found


def next_meld(events: Batch, i: int, last: int) -> int:
    """Row of the next meld of the same turn, seat and status after row i, -1 if there is none."""
    at = i + 1
    while at < last and events.turn[at] == events.turn[i] and events.deal[at] == events.deal[i]:
        same = events.seat[at] == events.seat[i] and events.status[at] == events.status[i]
        if same and events.kind[at] == ROW_MELD:
            return at
        if same and events.kind[at] in (ROW_TAKE_PILE, ROW_DISCARD):
            return -1
        at += 1
    return -1
