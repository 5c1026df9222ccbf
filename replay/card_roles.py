"""What each card of a deck is for, and what the card that its owner declares is worth as any other.

Owns the translation of decks and options into the tables of `Rules`.  What a role means is the rules'.
"""

from __future__ import annotations

from collections.abc import Mapping

from data.cards import (
    ARROW,
    CRONE,
    DARKNESS,
    HUNTER,
    JOKER,
    OMNIHEDRON,
    RANKS,
    TALISMAN,
    TRAVELLER,
    WATCHER,
    WHEEL,
    Deck,
)
from replay.codes import BONUS_CARD, DEAD_CARD, NATURAL, OPEN_CARD, ROLE_UNKNOWN, STOP_CARD, WILD
from replay.kernel_rules import Rules

# Cards of the Heckadeck that are no ordinary rank (heckadeck.md 1.1).
HECKADECK = {
    RANKS["0"]: STOP_CARD,
    **dict.fromkeys((ARROW, TALISMAN, JOKER, WATCHER, OMNIHEDRON), WILD),
    **dict.fromkeys((HUNTER, TRAVELLER), BONUS_CARD),
    **dict.fromkeys((CRONE, DARKNESS), DEAD_CARD),
    WHEEL: OPEN_CARD,
}
RANK_WORDS = {
    "joker": JOKER, "arrow": ARROW, "talisman": TALISMAN, "watcher": WATCHER, "omnihedron": OMNIHEDRON,
    "crone": CRONE, "darkness": DARKNESS,
}  # fmt: skip


def set_roles(rules: Rules, deck: Deck, stop: int) -> None:
    """The role of every kind; `stop` is that of the cards that may stop the next player (black threes, zeroes)."""
    if deck.name != "heckadeck":
        rules.set_classic_roles(deck, stop)
        return
    for kind in deck.kinds:
        role = HECKADECK.get(kind.rank, NATURAL if kind.rank else ROLE_UNKNOWN)
        rules.role[kind.id] = stop if role == STOP_CARD else role
    for kind in deck.declared:
        # As a card whose kind nobody named it is a wild one.
        rules.role[kind.id] = rules.role[rules.rank_kind[kind.rank]] if kind.rank else WILD
    unnamed = deck.declared[-1].id
    by_rank = {kind.rank: kind.id for kind in deck.declared}
    for kind in deck.kinds:
        if kind.id and kind.rank != WHEEL:
            rules.played_as[kind.id] = by_rank.get(kind.rank, unnamed)


def points_by_rank(points: Mapping[str, int]) -> dict[int, int]:
    """Card values of the option `card_points` by rank."""
    return {RANK_WORDS[code] if code in RANK_WORDS else RANKS[code]: worth for code, worth in points.items()}


def set_declared_points(rules: Rules, deck: Deck, *, wild_counts: bool) -> None:
    """Points of the declared card by what it is declared; as a wild card it may be worth nothing."""
    for kind in deck.declared:
        worth = rules.points[rules.rank_kind[kind.rank]] if kind.rank else 0
        if rules.role[kind.id] not in (NATURAL, STOP_CARD) and not (wild_counts and rules.role[kind.id] == WILD):
            worth = 0
        rules.points[kind.id] = rules.point_low[kind.id] = rules.point_high[kind.id] = worth
