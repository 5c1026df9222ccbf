"""How a deal ends."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    CANASTA,
    CLOSED_OUT,
    CLOSED_STOCK,
    DRAW_ENDS_DEAL,
    HIDDEN,
    HOLDS,
    NATURAL,
    NOBODY,
    ONE_CARD_ALLOWED,
    ROW_DISCARD,
    STOCK_PLAY_ON_FORCED,
    TOP_INCOMPLETE,
    TOP_NEVER,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.rules.pile import frozen
from replay.state import State, find_set, meld_size, top_card


def last_bonus_card(r: Rules, s: State, a: Act) -> int:
    """When the last card of the stock is a red three, the deal ends: it is laid, and nothing is melded or discarded."""
    return BROKEN if s.stock_dead == 1 or (s.stock_dead == 2 and a.kind == ROW_DISCARD) else HOLDS


def stock_empty_must_take(r: Rules, s: State, a: Act) -> int:
    """When the stock is empty, a player whose own meld the top card of an open pile fits must take the pile."""
    if s.closing != CLOSED_STOCK or r.stock_end != STOCK_PLAY_ON_FORCED or s.stock_dead or s.next_seat == NOBODY:
        return HOLDS
    seat = s.next_seat
    a.seat = seat
    top = top_card(s)
    if s.stock_size or not top or frozen(r, s, s.table_of[seat]):
        return HOLDS
    meld = find_set(s, s.table_of[seat], r.rank[top])
    if meld < 0 or r.top_to_set == TOP_NEVER or r.role[top] != NATURAL:
        return HOLDS
    finished = meld_size(s, meld) >= CANASTA
    if finished and (r.top_to_set == TOP_INCOMPLETE or not r.natural_on_complete):
        return HOLDS
    if r.set_max and meld_size(s, meld) >= r.set_max:
        return HOLDS
    one_card = s.pile_size == 1 and s.hand_size[seat] == 1
    if one_card and r.one_card_pile != ONE_CARD_ALLOWED:
        return HOLDS
    a.facts[0] = top
    return HIDDEN if s.hand_size[seat] == UNKNOWN_SIZE and s.pile_size == 1 else BROKEN


def closing_must_agree(r: Rules, s: State, a: Act) -> int:
    """A deal ends when a player goes out or the stock is used up, and the log says which."""
    if s.closing == CLOSED_OUT:
        return BROKEN if s.out_seat == NOBODY and not s.any_doubt else HOLDS
    if s.closing == CLOSED_STOCK:
        a.facts[0] = s.stock_size
        enough = r.stock_draw if r.short_draw == DRAW_ENDS_DEAL else 1
        return BROKEN if s.stock_size >= enough or s.out_seat != NOBODY else HOLDS
    return HOLDS
