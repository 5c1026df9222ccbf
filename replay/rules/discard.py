"""The card that ends a turn."""

from __future__ import annotations

from replay.act import Act
from replay.canastas import is_dead, number_of_sevens
from replay.codes import (
    BAN_FIRST_ROUND,
    BAN_NEVER,
    BAN_UNTIL_SEVENS,
    BONUS_ON_TABLE,
    BROKEN,
    DEAD_CARD,
    DISCARD_WILD_AFTER_DRAW,
    HIDDEN,
    HOLDS,
    NATURAL,
    OPEN_CARD,
    ROLE_UNKNOWN,
    STOP_CARD,
    WILD,
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


def wild_only_without_naturals(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, a wild card is discarded only by a player who has nothing else: since the draw, or at the
    discard; the last card may be any.
    """
    if not r.wild_discard or not a.wilds or s.hand_size[a.seat] == 1:
        return HOLDS
    if s.open_hand[a.seat] or s.surplus[a.seat]:
        return HIDDEN
    hidden = 0
    base = a.seat * s.kinds
    for kind in range(1, s.kinds):
        if s.hand[base + kind] and r.role[kind] != WILD:
            if kind == r.wheel and a.card[0] >= r.declared:
                continue  # the card that is discarded
            if r.role[kind] in (NATURAL, STOP_CARD, DEAD_CARD, OPEN_CARD):
                return BROKEN
            if r.role[kind] == ROLE_UNKNOWN:
                hidden += 1
    if r.wild_discard == DISCARD_WILD_AFTER_DRAW and s.naturals_melded:
        return BROKEN
    return HIDDEN if hidden else HOLDS


def not_onto_empty_pile(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, some cards are not discarded onto an empty pile, unless they are the last or nothing else
    can be discarded.
    """
    if not s.pile_known or s.pile_size or s.discards or not a.count or s.hand_size[a.seat] == 1:
        return HOLDS
    card = a.card[0]
    a.facts[0] = card
    if not _bars_empty_pile(r, s, card):
        return HOLDS
    base = a.seat * s.kinds
    for kind in range(1, s.kinds):
        if s.hand[base + kind] and r.role[kind] == NATURAL and not _bars_empty_pile(r, s, kind):
            return BROKEN
    if r.empty_pile_retract and s.melded and not s.took_pile:
        return BROKEN  # what was melded in this turn is taken back until there is a card to discard
    if r.role[card] == WILD and not r.empty_pile_retract:
        return _holds_a_natural(r, s, a.seat)
    return HIDDEN if s.open_hand[a.seat] or s.surplus[a.seat] else HOLDS


def _bars_empty_pile(r: Rules, s: State, kind: int) -> int:
    if r.empty_pile_bar[kind]:
        return 1
    return 1 if r.empty_pile_dead and r.role[kind] == NATURAL and is_dead(s, r.rank[kind], -1) else 0


def _holds_a_natural(r: Rules, s: State, seat: int) -> int:
    for kind in range(1, s.kinds):
        if s.hand[seat * s.kinds + kind] and r.role[kind] == NATURAL:
            return BROKEN
    return HOLDS


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
