"""Asking the partner for permission to go out."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    ASK_EVER,
    ASK_NONE,
    ASK_ONCE_PER_SIDE,
    BROKEN,
    HOLDS,
    NOBODY,
)
from replay.kernel_rules import Rules
from replay.rules.draw import has_drawn
from replay.state import State


def partner_of(s: State, seat: int) -> int:
    for other in range(s.seats):
        if other != seat and not s.sits_out[other] and s.table_of[other] == s.table_of[seat]:
            return other
    return NOBODY


def needs_partner(r: Rules, s: State, a: Act) -> int:
    """Only a player who has a partner asks for permission to go out."""
    return HOLDS if partner_of(s, a.seat) != NOBODY and r.ask_partner != ASK_NONE else BROKEN


def as_often_as_allowed(r: Rules, s: State, a: Act) -> int:
    """Where a game limits it, the question is asked once in a deal, by each side or by each player."""
    if r.ask_limit == ASK_EVER:
        return HOLDS
    for seat in range(s.seats):
        same = seat == a.seat or (r.ask_limit == ASK_ONCE_PER_SIDE and s.table_of[seat] == s.table_of[a.seat])
        if same and s.asks[seat]:
            return BROKEN
    return HOLDS


def before_melding(r: Rules, s: State, a: Act) -> int:
    """Permission to go out is asked before anything is melded in that turn, at some tables only after the draw."""
    if s.unordered or r.ask_any_time:
        return HOLDS
    early = s.melds_in_turn - s.top_melded
    a.facts[0] = int(r.ask_after_draw_only and not has_drawn(s) and not s.took_pile)
    if a.facts[0]:
        return BROKEN
    return BROKEN if early > 0 else HOLDS
