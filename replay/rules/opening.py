"""The initial meld of a side and its minimum."""

from __future__ import annotations

from replay.act import Act
from replay.canastas import kind_of
from replay.codes import (
    BROKEN,
    CANASTA,
    CANNOT_TELL,
    CLEAN_OR_WILD,
    DEMAND_CANASTA,
    DEMAND_NATURAL,
    DEMAND_NONE,
    EXEMPT_ALWAYS,
    EXEMPT_NEVER,
    EXEMPT_STOCK_ONLY,
    HIDDEN,
    HOLDS,
    KIND_NATURAL,
    KIND_SEQ,
    KIND_WILD,
    MELDS,
    OPENING_AFTER_HAND_MELD,
    SET,
    SPLASH_NATURAL_OR_WILD,
    WILD,
    WILD_MELD,
)
from replay.kernel_rules import Rules
from replay.rules.out import is_concealed
from replay.state import State, meld_size


def minimum(r: Rules, s: State, a: Act) -> int:
    """The melds with which a side opens are worth at least the minimum that its score at the start of the deal sets;
    only card values count, and of the pile only its top card.
    """
    if not s.opening or s.illegible:
        return HOLDS
    if r.before_opening == OPENING_AFTER_HAND_MELD and s.took_pile and not s.opening_closed:
        return HOLDS  # nothing was melded before the take: pile.before_opening speaks
    if s.went_out and r.concealed_exempt != EXEMPT_NEVER and is_concealed(r, s):
        from_stock = not s.took_pile
        if r.concealed_exempt == EXEMPT_ALWAYS or (r.concealed_exempt == EXEMPT_STOCK_ONLY and from_stock):
            return HOLDS
    if (r.opening_splash and splash(r, s)) or (r.opening_by_emptying and (s.emptied or s.packet_up)):
        return HOLDS
    side = s.seat_side[a.seat]
    carried = r.minimum(s.score[side], s.deal) + s.raised[side]
    low = r.minimum(s.score_low[side], s.deal) + s.raised[side]
    high = r.minimum(s.score_high[side], s.deal) + s.raised[side]
    points = s.opening_points
    if s.took_pile and r.before_opening == OPENING_AFTER_HAND_MELD:
        points = s.opening_before_take
    a.facts[0] = points
    a.facts[1] = carried
    a.facts[2] = s.score[side]
    a.facts[3] = s.raised[side]
    a.facts[4] = s.deal if r.opening_by_deal else 0
    if points >= max(carried, low, high):
        return HOLDS
    if s.turn_cut and not s.position:
        return HIDDEN  # the log stops before all of the opening is written
    if s.wilds_own & s.wilds_buried:
        return HIDDEN  # of two equal wild cards one lay in the pile, and nobody can tell which went to which meld
    if points < min(carried, low, high):
        return BROKEN
    # Totals that only hidden cards leave open are no doubt that anybody wrote.
    return HIDDEN if s.score_low[side] != s.score_high[side] else CANNOT_TELL


def splash(r: Rules, s: State) -> int:
    """1 if the initial meld holds a complete canasta that opens by itself, laid from the hand."""
    table = s.table_of[s.turn_seat]
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_void[meld] or s.meld_own[meld] < CANASTA:
            continue
        if s.meld_kind[meld] == WILD_MELD and r.opening_splash == SPLASH_NATURAL_OR_WILD:
            return 1
        if s.meld_kind[meld] == SET and s.meld_own_naturals[meld] >= CANASTA and not s.meld_wilds[meld]:
            return 1
    return 0


def needs_clean_meld(r: Rules, s: State, a: Act) -> int:
    """Where a game asks for it, one of the melds with which a side opens is three natural cards without a wild one."""
    if not r.opening_clean or not s.opening or s.illegible or s.turn_cut or (r.opening_splash and splash(r, s)):
        return HOLDS
    table = s.table_of[a.seat]
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_kind[meld] == WILD_MELD and r.opening_clean == CLEAN_OR_WILD and meld_size(s, meld) >= 3:
            return HOLDS
        if s.meld_kind[meld] == SET and not s.meld_wilds[meld] and s.meld_own_naturals[meld] >= 3:
            return HOLDS
    return HIDDEN if s.doubtful[table] else BROKEN


def no_mixed_canasta(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, a complete mixed canasta is no part of the initial meld."""
    if r.opening_mixed_canasta or not s.opening or s.illegible:
        return HOLDS
    table = s.table_of[a.seat]
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if meld_size(s, meld) >= CANASTA and s.meld_wilds[meld] and s.meld_kind[meld] == SET:
            return BROKEN
    return HOLDS


def required_canasta(r: Rules, s: State, a: Act) -> int:
    """Where the score of a side asks for it, its initial meld contains a canasta, or one that is no mixed set."""
    if not s.opening or s.illegible or s.turn_cut:
        return HOLDS
    side = s.seat_side[a.seat]
    carried = r.demand(s.score[side], s.deal)
    low = r.demand(s.score_low[side], s.deal)
    high = r.demand(s.score_high[side], s.deal)
    a.facts[0] = carried
    a.facts[1] = s.score[side]
    found = _best_canasta(r, s, s.table_of[a.seat])
    if found >= max(carried, low, high):
        return HOLDS
    if found < min(carried, low, high):
        return BROKEN
    return HIDDEN if s.score_low[side] != s.score_high[side] else CANNOT_TELL


def _best_canasta(r: Rules, s: State, table: int) -> int:
    """What the canastas of a table fulfil (codes.DEMAND_*)."""
    best = DEMAND_NONE
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_void[meld] or meld_size(s, meld) < CANASTA:
            continue
        plain = kind_of(r, s, meld) in (KIND_NATURAL, KIND_SEQ, KIND_WILD)
        best = max(best, DEMAND_NATURAL if plain else DEMAND_CANASTA)
    return best


def no_wilds(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, the initial meld has no wild cards: what lies without them reaches the minimum."""
    if r.opening_wilds or not s.opening or s.illegible or s.turn_cut:
        return HOLDS
    side = s.seat_side[a.seat]
    table = s.table_of[a.seat]
    wilds = 0
    points = 0
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        wilds += s.meld_wilds[meld]
        if s.meld_naturals[meld] < 3:
            continue
        points += s.meld_own_points[meld]
        for kind in range(1, s.kinds):
            if r.role[kind] == WILD:
                points -= s.meld_cards[meld * s.kinds + kind] * r.points[kind]
    a.facts[0] = points
    a.facts[1] = r.minimum(s.score[side], s.deal) + s.raised[side]
    if not wilds or points >= a.facts[1] or s.opening_points < a.facts[1]:
        return HOLDS
    return HIDDEN if s.wilds_buried or s.score_low[side] != s.score[side] else BROKEN


def mends_the_opening(r: Rules, s: State) -> int:
    """1 if the melds taken back in this turn were an initial meld that was too small (classic L4)."""
    if s.opened[s.table_of[s.turn_seat]] and not s.opening:
        return 0
    side = s.seat_side[s.turn_seat]
    return int(s.opening or s.retracted_points < r.minimum(s.score[side], s.deal) + s.raised[side])


def taken_back_raises_minimum(r: Rules, s: State, a: Act) -> int:
    """A side that takes back an initial meld that was too small needs ten points more for the rest of the deal."""
    side = s.seat_side[a.seat]
    a.facts[0] = s.taken_back[side]
    return BROKEN if r.opening_bump and s.taken_back[side] and not s.raised[side] else HOLDS
