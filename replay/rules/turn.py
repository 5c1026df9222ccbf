"""Whose turn it is, and how a turn and a deal are bounded."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BROKEN,
    DRAW_ENDS_DEAL,
    HIDDEN,
    HOLDS,
    NOBODY,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.rules.draw import has_drawn
from replay.rules.end import may_have_ended
from replay.state import State


def seat_must_be_next(r: Rules, s: State, a: Act) -> int:
    """Turns go round the table, from the dealer's neighbour on, one seat after the other."""
    a.facts[0] = s.next_seat
    if r.sit_out and not _anyone_out(s):
        return HIDDEN  # nobody knows whom to skip
    return BROKEN if s.next_seat not in (NOBODY, a.seat) else HOLDS


def _anyone_out(s: State) -> int:
    for seat in range(s.seats):
        if s.sits_out[seat]:
            return 1
    return 0


def nothing_after_the_end(r: Rules, s: State, a: Act) -> int:
    """Once the deal has ended, nobody plays on."""
    a.facts[0] = s.out_seat
    return BROKEN if s.over and not s.after_told else HOLDS


def must_discard(r: Rules, s: State, a: Act) -> int:
    """A turn ends with a discard, unless the player has melded all his cards."""
    if s.discards or s.went_out or s.turn_cut or s.stock_dead or s.special_seat != NOBODY:
        return HOLDS
    if r.packet_ends_turn and (s.emptied or s.packet_up):
        return HOLDS
    least = r.stock_draw if r.short_draw == DRAW_ENDS_DEAL else 1
    if not has_drawn(s) and not s.took_pile and UNKNOWN_SIZE < s.stock_size < least:
        return HOLDS  # the last of the stock was drawn for bonus cards: the deal ends before the turn's own draw
    if may_have_ended(r, s):
        return HIDDEN
    return HIDDEN if s.illegible or s.hand_size[a.seat] == UNKNOWN_SIZE else BROKEN
