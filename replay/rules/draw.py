"""Drawing from the stock."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    DRAW_ADDS_PACK,
    HIDDEN,
    HOLDS,
    TURN_END,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.state import State


def has_drawn(s: State) -> int:
    """1 once the seat to move has drawn for its turn; replacing bonus cards that were dealt is not that draw."""
    return int(s.drawn > s.dealt_due)


def draws_allowed(r: Rules, s: State) -> int:
    """Cards the seat may draw in this turn, as far as it has gone: the turn's own draw unless it took the pile, and one
    for each bonus card laid or drawn.
    """
    due = s.dealt_due + max(s.drawn_due, s.bonus_drawn * r.bonus_replaced)
    return due if s.took_pile else r.stock_draw + due


def before_playing(r: Rules, s: State, a: Act) -> int:
    """A turn begins with a draw from the stock or with taking the pile; only then may cards be melded or discarded."""
    if has_drawn(s) or s.took_pile or s.unordered or s.undrawn_told:
        return HOLDS
    return HIDDEN if s.illegible else BROKEN


def only_once(r: Rules, s: State, a: Act) -> int:
    """Nobody draws again in a turn in which he has drawn or has taken the pile."""
    a.facts[0] = s.drawn
    replaces_pile_card = s.took_pile and s.pile_bonus_laid > 0  # bonus.replacement speaks of that draw
    return BROKEN if s.drawn >= draws_allowed(r, s) and not replaces_pile_card else HOLDS


def count(r: Rules, s: State, a: Act) -> int:
    """A draw from the stock is as many cards as the game says, fewer only when the stock runs out."""
    allowed = draws_allowed(r, s)
    if a.kind == TURN_END:
        a.facts[0] = s.drawn
        a.facts[1] = r.stock_draw + s.dealt_due
        too_few = has_drawn(s) and not s.took_pile and s.drawn < a.facts[1]
        return short_draw(s) if too_few else HOLDS
    a.facts[0] = s.drawn + a.count
    a.facts[1] = allowed + a.bonus * r.bonus_replaced
    if s.drawn >= allowed or a.facts[0] <= a.facts[1]:
        return HOLDS
    return HIDDEN if a.facts[0] <= a.facts[1] + a.unknown else BROKEN


def stock_must_have_cards(r: Rules, s: State, a: Act) -> int:
    """Nobody draws from an empty stock; a table may turn the pile over to make a new one, or add a pack."""
    a.facts[0] = a.count
    a.facts[1] = s.stock_size
    if s.stock_size == UNKNOWN_SIZE or (r.reshuffle_pile and s.pile_size > 0) or r.short_draw == DRAW_ADDS_PACK:
        return HOLDS
    return BROKEN if a.count > s.stock_size else HOLDS


def short_draw(s: State) -> int:
    """BROKEN for cards that were not drawn though the stock had them."""
    if s.stock_size == 0 or s.turn_cut:
        return HOLDS
    return HIDDEN if s.stock_size == UNKNOWN_SIZE or s.illegible else BROKEN
