"""Bonus cards: laying them out and replacing them."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BONUS_CARD,
    BONUS_IN_HAND,
    BROKEN,
    CANASTA,
    HOLDS,
    MELDS,
    OPEN_CARD,
    ROLE_UNKNOWN,
    ROW_DRAW,
    ROW_TAKE_PILE,
    SET,
    TURN_END,
)
from replay.kernel_rules import Rules
from replay.rules.draw import draws_allowed, short_draw
from replay.state import State, canastas, meld_size


def must_be_laid(r: Rules, s: State, a: Act) -> int:
    """A red three in the hand is laid face up before anything else is done, and never kept."""
    if r.bonus_kept or s.kept_bonus_told or s.stock_dead:
        return HOLDS
    a.facts[0] = s.bonus_held[a.seat]
    if r.bonus_may_hold and (s.opening or not s.opened[s.table_of[a.seat]]):
        a.facts[0] -= r.bonus_may_hold
    if a.kind == TURN_END:
        a.facts[0] -= s.bonus_from_packet * s.packet_late
        return BROKEN if a.facts[0] > 0 and not s.turn_cut else HOLDS
    if a.kind == ROW_DRAW and s.drawn < s.dealt_due:
        return HOLDS  # the draw replaces a card already laid
    if not r.bonus_before_draw and a.kind in (ROW_DRAW, ROW_TAKE_PILE):
        return HOLDS
    a.facts[0] -= s.bonus_drawn_in_hand + s.bonus_from_pile + s.bonus_from_packet + a.bonus
    return BROKEN if a.facts[0] > 0 and not s.unordered else HOLDS


def laid_when_the_table_says(r: Rules, s: State, a: Act) -> int:
    """Where a table fixes when dealt red threes are laid, they are laid then."""
    if s.bonus_drawn_in_hand > 0 or s.bonus_from_pile > 0 or s.unknown_drawn > 0 or s.turns_taken[a.seat] > 0:
        return HOLDS
    if r.bonus_before_play and s.turn > 0:
        return BROKEN
    return BROKEN if r.bonus_first_turn and s.turn == 0 else HOLDS


def replacement(r: Rules, s: State, a: Act) -> int:
    """A red three laid from the hand is replaced from the stock; one found in the pile is not."""
    a.facts[0] = s.dealt_due + s.drawn_due
    if a.kind == ROW_DRAW:
        a.facts[0] = s.pile_bonus_laid
        return BROKEN if s.took_pile and s.pile_bonus_laid and s.drawn >= draws_allowed(r, s) else HOLDS
    a.facts[0] -= s.bonus_optional
    own_draw = 0 if s.took_pile else r.stock_draw
    own_draw_missing = not s.took_pile and s.drawn < own_draw + s.dealt_due
    if not a.facts[0] or s.drawn >= own_draw + a.facts[0] or own_draw_missing:
        return HOLDS
    return short_draw(s)


def only_bonus_cards(r: Rules, s: State, a: Act) -> int:
    """Only bonus cards are laid out beside the melds, and only in a game that lays them."""
    for n in range(a.count):
        if r.role[a.card[n]] == OPEN_CARD:
            continue  # card.role_must_be_declared speaks of it
        if r.role[a.card[n]] not in (BONUS_CARD, ROLE_UNKNOWN) or r.bonus_role == BONUS_IN_HAND:
            a.facts[0] = a.card[n]
            return BROKEN
    return HOLDS


def stock_for_replacement(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, a card is declared a bonus card only while the stock has one to replace it."""
    if not r.wheel_needs_stock or s.stock_size != 0:
        return HOLDS
    for n in range(a.count):
        if a.card[n] >= r.declared:
            return BROKEN
    return HOLDS


def on_complete_canasta(r: Rules, s: State, a: Act) -> int:
    """Where red threes are laid on canastas, the side has one that is complete."""
    return HOLDS if canastas(s, s.table_of[a.seat], CANASTA) else BROKEN


def on_natural_canasta(r: Rules, s: State, a: Act) -> int:
    """Where red threes are laid on canastas, they lie on natural ones."""
    table = s.table_of[a.seat]
    if not canastas(s, table, CANASTA):
        return HOLDS
    return HOLDS if _natural_sets(r, s, table) else BROKEN


def one_on_each_canasta(r: Rules, s: State, a: Act) -> int:
    """Where red threes are laid on canastas, no more of them lie there than the side has natural ones."""
    table = s.table_of[a.seat]
    a.facts[0] = a.bonus
    for seat in range(s.seats):
        if s.table_of[seat] == table:
            a.facts[0] += s.bonus_count[seat]
    a.facts[1] = _natural_sets(r, s, table)
    return BROKEN if a.facts[1] and a.facts[0] > a.facts[1] else HOLDS


def _natural_sets(r: Rules, s: State, table: int) -> int:
    found = 0
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_void[meld] or meld_size(s, meld) < CANASTA or s.meld_kind[meld] != SET:
            continue
        if not s.meld_wilds[meld]:
            found += 1
    return found


def held_at_the_end(r: Rules, s: State, a: Act) -> int:
    """A red three still in the hand at the end of the deal, though its owner has had a turn, costs points."""
    a.facts[0] = s.bonus_held[a.seat] - s.bonus_fresh[a.seat] - s.bonus_spared[a.seat]
    a.facts[1] = r.bonus_held_penalty + r.bonus_held_points
    if s.stock_dead and a.seat == s.turn_seat and not r.bonus_held_penalty:
        a.facts[0] -= s.bonus_drawn_in_hand  # where it stays in the hand if it was the last card of the stock
    return BROKEN if a.facts[0] > 0 and s.turns_taken[a.seat] and not r.bonus_kept else HOLDS
