"""Drawing from the stock."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    DRAW_ADDS_PACK,
    HIDDEN,
    HOLDS,
    OPENING_AFTER_HAND_MELD,
    ROW_MELD,
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
    if r.draft and s.opening:
        due += r.draft
    return due + own_draw(r, s)


def own_draw(r: Rules, s: State) -> int:
    """Cards of the turn's own draw: none with the pile, unless the game gives some with it."""
    return r.stock_with_pile if s.took_pile else r.stock_draw


def before_playing(r: Rules, s: State, a: Act) -> int:
    """A turn begins with a draw from the stock or with taking the pile; only then may cards be melded or discarded,
    except that some tables want the initial meld before the pile is taken.
    """
    opens_by_hand = s.opening or not s.opened[s.table_of[a.seat]]
    if opens_by_hand and r.before_opening == OPENING_AFTER_HAND_MELD and a.kind == ROW_MELD:
        return HOLDS
    if has_drawn(s) or s.took_pile or s.unordered or s.undrawn_told:
        return HOLDS
    return HIDDEN if s.illegible else BROKEN


def only_once(r: Rules, s: State, a: Act) -> int:
    """Nobody draws again in a turn in which he has drawn or has taken the pile."""
    a.facts[0] = s.drawn
    if r.draft and s.melded:
        return HOLDS  # draw.draft_after_opening speaks of that draw
    replaces_pile_card = s.took_pile and s.pile_bonus_laid > 0  # bonus.replacement speaks of that draw
    return BROKEN if s.drawn >= draws_allowed(r, s) and not replaces_pile_card else HOLDS


def count(r: Rules, s: State, a: Act) -> int:
    """A draw from the stock is as many cards as the game says, fewer only when the stock runs out."""
    allowed = draws_allowed(r, s)
    if a.kind == TURN_END:
        a.facts[0] = s.drawn
        a.facts[1] = own_draw(r, s) + s.dealt_due
        too_few = (s.took_pile or has_drawn(s)) and s.drawn < a.facts[1]
        if s.took_pile and not r.stock_with_pile:
            return HOLDS
        return short_draw(s) if too_few else HOLDS
    if r.draft and s.melded:
        return HOLDS
    a.facts[0] = s.drawn + a.count
    a.facts[1] = allowed + a.bonus * r.bonus_replaced
    if s.drawn >= allowed or a.facts[0] <= a.facts[1]:
        return HOLDS
    return HIDDEN if a.facts[0] <= a.facts[1] + a.unknown else BROKEN


def draft_after_opening(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, who makes the initial meld of a side draws a number of cards after it; nobody draws after
    melding otherwise.
    """
    allowed = draws_allowed(r, s)
    a.facts[0] = s.drawn + a.count - (allowed - r.draft if s.opening else allowed)
    a.facts[1] = r.draft if s.opening else 0
    if a.kind == TURN_END:
        missing = s.opening and not s.went_out and s.drawn < allowed
        return short_draw(s) if missing else HOLDS
    if not s.melded or s.drawn + a.count <= allowed + a.bonus * r.bonus_replaced:
        return HOLDS
    return HIDDEN if s.drawn + a.count <= allowed + a.bonus + a.unknown and s.drawn < allowed else BROKEN


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
