"""What each card of a deck is for, what some of them do, and what the card that its owner declares is worth.

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
from replay.codes import (
    BONUS_CARD,
    BY_COLOUR,
    BY_NOTHING,
    BY_SUIT,
    DEAD_CARD,
    NATURAL,
    NOBODY,
    OPEN_CARD,
    OUT_ALWAYS,
    OUT_IF_EARNED,
    OUT_NEVER,
    ROLE_UNKNOWN,
    STOP_CARD,
    UPCARD_COVERED,
    UPCARD_EFFECT,
    UPCARD_FREEZES,
    UPCARD_RESHUFFLED,
    VIEW_REQUIRED,
    VIEW_UNJUDGED,
    VIEW_WARNED,
    WILD,
    ZERO_AT_ENDS,
    ZERO_EVERYWHERE,
    ZERO_NOWHERE,
)
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
    rules.stop_rank = RANKS["0"] if stop == STOP_CARD else NOBODY
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


def _leave_out(rules: Rules, kind: int) -> None:
    """A card that this game's deck does not have."""
    rules.copies[rules.unknown] -= rules.copies[kind]
    rules.rank_copies[rules.rank[kind]] -= rules.copies[kind]
    rules.copies[kind] = 0


_UPCARDS = {
    "cover": UPCARD_COVERED, "cover_freeze": UPCARD_FREEZES, "effect": UPCARD_EFFECT, "redeal": UPCARD_EFFECT,
    "reshuffle": UPCARD_RESHUFFLED,
}  # fmt: skip
_PAYS_OUT = {"base_only": OUT_IF_EARNED, "never": OUT_NEVER, "always": OUT_ALWAYS}
_RECORDED = {"off": VIEW_UNJUDGED, "warn": VIEW_WARNED, "error": VIEW_REQUIRED}


def set_effects(rules: Rules, values: Mapping[str, object]) -> None:
    """What cards do that have an effect of their own, and what the card is worth that its owner declares."""
    rules.wheel_upcard, rules.crone_upcard, rules.darkness_upcard = (
        _UPCARDS[str(values[name])] for name in ("wheel_upcard", "crone_upcard", "darkness_upcard")
    )
    if rules.declared and not values["wheel_card"]:
        _leave_out(rules, rules.wheel)
    rules.wheel_freezes = int(values["wheel_freezes"] == "always")
    rules.wheel_as_stop, rules.wheel_is_natural, rules.wheel_pair_takes, rules.wheel_in_seq = (
        int(bool(values[name]))
        for name in ("wheel_as_zero", "wheel_natural_counts", "wheel_pair_takes", "wheel_in_seq")
    )
    rules.wheel_top_free = int(values["wheel_top"] == "free")
    rules.colours_written = int(values["colour_codes"] == "required")
    rules.wheel_needs_stock = int(values["wheel_bonus_empty_stock"] == "forbid")
    rules.undeclared_wrong = int(values["wheel_undeclared"] == "error")
    rules.crone_for_game = int(values["crone_scope"] == "game")
    rules.darkness_points = int(str(values["darkness_concealed"]))
    rules.darkness_for_side = int(values["darkness_concealed_scope"] == "side")
    rules.darkness_pays_out = _PAYS_OUT[str(values["darkness_out_bonus"])]
    rules.darkness_meld_all = int(values["darkness_meld_all"] == "required")
    rules.darkness_bound = int(values["darkness_ask"] == "bound")
    rules.darkness_late = int(values["darkness_first_turn"] == "forbidden")
    rules.watcher_freezes_only = int(bool(values["watcher_freezes_only"]))
    rules.view_on_pickup = int(values["watcher_on_pickup"] == "viewing")
    rules.view_last_discard = int(values["watcher_last_discard"] == "viewing")
    rules.view_by_chooser = int(values["watcher_choice"] == "chooser_is_viewer")
    rules.view_recorded = _RECORDED[str(values["watcher_required"])]
    rules.fumble_once = int(values["watcher_fumbles"] == "once_per_deal")
    rules.stops_last = int(bool(values["black3_last"]))
    rules.stops_stay = int(values["zero_pickup"] == "never")
    rules.stops_by_darkness = int(values["zero_darkness"] == "any")
    rules.stop_canasta_unpaid = int(values["zero_canasta"] == "no_bonus")


_ZEROES = {"none": ZERO_NOWHERE, "high_or_low": ZERO_AT_ENDS, "cyclic": ZERO_EVERYWHERE}
_SHARED = {"suit": BY_SUIT, "colour": BY_COLOUR, "ignore": BY_NOTHING}


def set_sequences(rules: Rules, values: Mapping[str, object]) -> None:
    """Where a zero stands in a sequence, and what its cards share: that takes the place of their suits."""
    rules.seq_zero = _ZEROES[str(values["seq_zero"])]
    rules.seq_by = _SHARED[str(values["seq_suit"])]
    for kind in range(1, rules.kinds):
        if rules.seq_by == BY_COLOUR:
            rules.suit[kind] = rules.colour[kind]
        elif rules.seq_by == BY_NOTHING:
            rules.suit[kind] = 1


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
