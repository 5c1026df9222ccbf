"""The card that ends a turn."""

from __future__ import annotations

from replay.act import Act
from replay.canastas import number_of_sevens
from replay.codes import (
    BAN_FIRST_ROUND,
    BAN_NEVER,
    BAN_UNTIL_SEVENS,
    BONUS_ON_TABLE,
    BROKEN,
    HIDDEN,
    HOLDS,
)
from replay.kernel_rules import Rules
from replay.rules.out import lacks_canastas, unannounced
from replay.state import State


def no_red_three(r: Rules, s: State, a: Act) -> int:
    """A red three is never discarded, except where it is a burden to get rid of."""
    if not a.bonus or r.bonus_role != BONUS_ON_TABLE:
        return HOLDS
    return HOLDS if r.discard_ban[a.card[0]] else BROKEN  # then discard.not_barred speaks


def one_card(r: Rules, s: State, a: Act) -> int:
    """A turn ends with the discard of exactly one card."""
    a.facts[0] = s.discards + 1
    return BROKEN if s.discards else HOLDS


def keep_a_card(r: Rules, s: State, a: Act) -> int:
    """Whoever may not go out keeps a card: the last one is not discarded."""
    return lacks_canastas(r, s, a) if s.went_out and unannounced(r, s) else HOLDS


def not_barred(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, some cards are not discarded: never, not in the first round of turns, or not before each
    side has a canasta of sevens.
    """
    ban = r.discard_ban[a.card[0]] if a.count else BAN_NEVER
    if ban == BAN_NEVER:
        return HOLDS
    a.facts[0] = ban
    if ban == BAN_FIRST_ROUND and not _in_first_round(s):
        return HOLDS
    if ban == BAN_UNTIL_SEVENS and _each_side_has_sevens(r, s):
        return HOLDS
    if ban == BAN_FIRST_ROUND and s.position and s.turn <= s.seats:
        return HIDDEN  # a position does not tell how many turns came before it
    return HIDDEN if _holds_nothing_else(r, s, a) else BROKEN


def _in_first_round(s: State) -> int:
    players = 0
    for seat in range(s.seats):
        if not s.sits_out[seat]:
            players += 1
    played = s.turn - 1 if s.position else s.turns
    return 1 if played < players else 0


def _each_side_has_sevens(r: Rules, s: State) -> int:
    for seat in range(s.seats):
        if not s.sits_out[seat] and not number_of_sevens(r, s, s.table_of[seat]):
            return 0
    return 1


def _holds_nothing_else(r: Rules, s: State, a: Act) -> int:
    """1 if every card of the hand is barred from being discarded, or nobody knows what else it holds: no source says
    what is played then.
    """
    if s.open_hand[a.seat] or s.surplus[a.seat]:
        return 0
    base = a.seat * s.kinds
    for kind in range(1, s.kinds):
        if s.hand[base + kind] and not r.discard_ban[kind]:
            return 0
    return 1 if s.hand_size[a.seat] > 0 else 0


def exposed_card_first(r: Rules, s: State, a: Act) -> int:
    """A card that was exposed and is not melded is the player's next discard."""
    if not s.exposed_count[a.seat] or not a.count:
        return HOLDS
    base = a.seat * s.kinds
    return HOLDS if s.exposed[base + a.card[0]] else BROKEN
