"""The options of a game of grumpystrongman/familycanasta, from the rules that its log states.

Owns the translation of that program's names; the events are the reader's.
"""

from __future__ import annotations

from ingest.formats import jsonfields
from ingest.formats.jsonfields import BadField, Record


def options_of(rules: Record) -> dict[str, object]:
    """Options from the stated rules, and the rules of the program that no setting changes."""
    packs = jsonfields.number(rules, "deckCount", 1, 8)
    return {
        "packs": packs,
        "jokers": 2 * packs,
        "hand_size": jsonfields.number(rules, "cardsPerPlayer", 1, 26),
        "stock_draw": jsonfields.number(rules, "drawCount", 1, 4),
        "out_canastas": jsonfields.number(rules, "canastasToGoOut", 0, 12),
        "target": jsonfields.number(rules, "targetScore", 0),
        "set_max_wilds": jsonfields.number(rules, "maxWildsPerMeld", 0, 100),
        "wildmeld": jsonfields.flag(rules, "allowWildCanasta"),
        "wild_freezes": jsonfields.flag(rules, "freezeOnWild"),
        "black3_freezes": jsonfields.flag(rules, "freezeOnBlackThree"),
        "bonus.natural": jsonfields.number(rules, "cleanCanastaBonus", 0),
        "bonus.mixed": jsonfields.number(rules, "dirtyCanastaBonus", 0),
        "out_bonus": jsonfields.number(rules, "goingOutBonus", 0),
        "concealed_extra": 0,
        **_red_threes(rules, packs),
        **_pile(rules),
        "stock_end": "play_on_free",
    }


def _red_threes(rules: Record, packs: int) -> dict[str, object]:
    """Each pays the same however many there are; a player may keep them, and they count 100 against him."""
    each = jsonfields.number(rules, "redThreeBonus", 0)
    options: dict[str, object] = {
        "red3_table": ",".join(f"{count}:{count * each}" for count in range(1, 2 * packs + 1)),
        "red3_must_lay": False,
        "red3_in_hand": "nothing",
        "red3_held": 100,
        "red3_from_pile_replaced": True,
        "red3_plus_if": "always",
    }
    if jsonfields.flag(rules, "unprotectedRedThreesPenalty"):
        options["red3_plus_if"] = "canasta>=1"
        options["red3_minus_each"] = jsonfields.number(rules, "unprotectedRedThreePenalty", 0)
    return options


def _pile(rules: Record) -> dict[str, object]:
    """The first pile is frozen until somebody takes it, opened or not; the modern pickup asks for a pair always."""
    pickup = jsonfields.text(rules, "discardPickupRule")
    if pickup not in ("classic", "modern"):
        raise BadField("classic or modern for discardPickupRule", pickup)
    options: dict[str, object] = {
        "opening_pile_frozen": True,
        "pile_frozen_until_open": False,
        "upcard_cover": "none",
        "upcard_wild_freezes": True,
    }
    if pickup == "modern":
        options |= {"pile_nat_wild": False, "pile_top_to_set": "never"}
    return options
