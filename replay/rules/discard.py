"""The card that ends a turn."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BONUS_ON_TABLE,
    BROKEN,
    HOLDS,
)
from replay.kernel_rules import Rules
from replay.rules.out import lacks_canastas, unannounced
from replay.state import State


def no_red_three(r: Rules, s: State, a: Act) -> int:
    """A red three is never discarded, except where it is a burden to get rid of."""
    return BROKEN if a.bonus and r.bonus_role == BONUS_ON_TABLE else HOLDS


def one_card(r: Rules, s: State, a: Act) -> int:
    """A turn ends with the discard of exactly one card."""
    a.facts[0] = s.discards + 1
    return BROKEN if s.discards else HOLDS


def keep_a_card(r: Rules, s: State, a: Act) -> int:
    """Whoever may not go out keeps a card: the last one is not discarded."""
    return lacks_canastas(r, s, a) if s.went_out and unannounced(r, s) else HOLDS


def exposed_card_first(r: Rules, s: State, a: Act) -> int:
    """A card that was exposed and is not melded is the player's next discard."""
    if not s.exposed_count[a.seat] or not a.count:
        return HOLDS
    base = a.seat * s.kinds
    return HOLDS if s.exposed[base + a.card[0]] else BROKEN
