"""How a deal ends."""

from __future__ import annotations

from data.cards import RANK_COUNT
from replay.act import Act
from replay.canastas import is_dead
from replay.codes import (
    BROKEN,
    CANASTA,
    CLOSED_DARKNESS,
    CLOSED_OUT,
    CLOSED_SPECIAL,
    CLOSED_STOCK,
    DARKNESS_RANK,
    DRAW_ENDS_DEAL,
    HIDDEN,
    HOLDS,
    LAST_BONUS_PLAY_ON,
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
from replay.rules.out import is_concealed_by_darkness
from replay.rules.pile import frozen
from replay.state import State, find_set, meld_size, top_card


def last_bonus_card(r: Rules, s: State, a: Act) -> int:
    """When the last card of the stock is a red three, the deal ends: it is laid, and nothing is melded or discarded."""
    return BROKEN if s.stock_dead == 1 or (s.stock_dead == 2 and a.kind == ROW_DISCARD) else HOLDS


def may_have_ended(r: Rules, s: State) -> int:
    """Nobody sees what the last draw from the stock brought: if bonus cards alone, the deal ends with it."""
    return s.stock_size == 0 and 0 < s.cards_got == s.unknown_drawn and r.last_bonus_card != LAST_BONUS_PLAY_ON


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
    if meld < 0 or r.top_to_set == TOP_NEVER or r.role[top] != NATURAL or r.top_barred[top]:
        return HOLDS
    if s.pile_size < r.pile_take_min or s.turns < r.pile_closed_turns or (r.dead_ranks and is_dead(s, r.rank[top], -1)):
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
    if not s.discards and not s.took_pile and may_have_ended(r, s):
        return HIDDEN
    return HIDDEN if s.hand_size[seat] == UNKNOWN_SIZE and s.pile_size == 1 else BROKEN


def closing_must_agree(r: Rules, s: State, a: Act) -> int:
    """A deal ends when a player goes out or the stock is used up, and the log says which."""
    a.facts[0] = s.stock_size
    if s.closing == CLOSED_SPECIAL:
        return BROKEN if s.special_seat == NOBODY and not s.any_doubt else HOLDS
    if s.closing == CLOSED_OUT and s.special_seat == NOBODY:
        return BROKEN if s.out_seat == NOBODY and not s.any_doubt else HOLDS
    if s.closing == CLOSED_STOCK:
        enough = r.stock_draw if r.short_draw == DRAW_ENDS_DEAL else 1
        return BROKEN if s.stock_size >= enough or s.out_seat != NOBODY or s.darkness_seat != NOBODY else HOLDS
    if s.closing == CLOSED_DARKNESS:
        return BROKEN if s.darkness_seat == NOBODY and not s.any_doubt else HOLDS
    return HOLDS


def not_in_the_first_turn(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, the card that ends the deal is not discarded in the very first turn."""
    return BROKEN if a.dead and s.turns == 0 and not s.position and r.rank[a.card[0]] == DARKNESS_RANK else HOLDS


def meldable_cards_left(r: Rules, s: State, a: Act) -> int:
    """Who ends the deal concealed by Darkness does well to meld all that can be melded."""
    return HOLDS if r.darkness_meld_all else _could_meld(r, s, a)


def meldable_cards_laid(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, who ends the deal concealed by Darkness has melded all that can be melded."""
    return _could_meld(r, s, a) if r.darkness_meld_all else HOLDS


def _could_meld(r: Rules, s: State, a: Act) -> int:
    """BROKEN if a player who ended the deal so has kept cards that join an own set or make one."""
    if not s.darkness or not is_concealed_by_darkness(r, s):
        return HOLDS
    base = a.seat * s.kinds
    for rank in range(1, RANK_COUNT):
        cards = 0
        for kind in range(1, s.kinds):
            if r.rank[kind] == rank and r.role[kind] == NATURAL:
                cards += s.hand[base + kind]
        if cards >= 3 or (cards and find_set(s, s.table_of[a.seat], rank) >= 0):
            a.facts[0] = r.rank_kind[rank]
            return BROKEN
    return HOLDS
