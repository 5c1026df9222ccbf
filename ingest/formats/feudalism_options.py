"""The options of a game of feudalism-dev/Canasta, from the configuration that its log states.

Owns the translation of that program's names; the events are the reader's.
"""

from __future__ import annotations

from ingest.formats import jsonfields
from ingest.formats.jsonfields import Record


def options_of(config: Record, *, feet: bool) -> dict[str, object]:
    """Options from the configuration, and the rules of the program that no configuration changes."""
    options: dict[str, object] = {
        "packs": jsonfields.number(config, "deckCount", 1, 8),
        "jokers": 2 * jsonfields.number(config, "deckCount", 1, 8),
        "hand_size": jsonfields.number(config, "handSize", 1, 26),
        "stock_draw": jsonfields.number(config, "stockDraw", 1, 4),
        "set_max_wilds": jsonfields.number(config, "maxWildsPerMeld", 0, 100),
        "set_min_naturals": jsonfields.number(config, "minNaturalsToStart", 0, 7),
        "wild_freezes": jsonfields.flag(config, "freezeOnWildDiscard"),
        "out_discard": "required" if jsonfields.flag(config, "requireDiscardToGoOut") else "optional",
        "concealed_extra": 100 if jsonfields.flag(config, "concealedBonus") else 0,
    }
    if not feet:
        options["out_canastas"] = int(jsonfields.flag(config, "goingOutNeedsCanasta"))
        options["target"] = jsonfields.number(config, "playTo", 0)
        options["pile_frozen"] = "always" if jsonfields.flag(config, "takePileNeedsTwoNaturalsAlways") else "by_card"
        # The bots end the deal at an empty stock; nobody is made to take, and a last red three ends nothing.
        return options | {"stock_end": "play_on_free", "last_bonus_card": "play_on"}
    return options | _with_feet(config)


def _with_feet(config: Record) -> dict[str, object]:
    """The options of Hand and Foot.  Partners consent without a word in the log, so nobody is ever asked there."""
    house = jsonfields.inner(config, "house")
    open_books = jsonfields.flag(house, "addToClosedBooks") or not jsonfields.flag(config, "booksCloseAtSeven")
    pair = jsonfields.flag(config, "takePileNeedsTwoNaturalsAlways")
    laid = jsonfields.flag(house, "autoplayRedThreesOnDraw")
    clean = jsonfields.number(house, "goingOutClean", 0, 12)
    dirty = jsonfields.number(house, "goingOutDirty", 0, 12)
    return {
        "packet_size": jsonfields.number(config, "footSize", 0, 26),
        "set_max": 0 if open_books else 7,
        "natural_on_complete": open_books,
        "wild_on_complete": open_books,
        "wild_ratio": "four_naturals_at_close" if jsonfields.number(config, "minNaturalsForDirtyBook") == 4 else "none",
        "wildmeld": jsonfields.flag(house, "wildBooksAllowed"),
        "pile_nat_wild": not pair,
        "pile_top_to_set": "never" if pair else "any",
        "pile_take_max": 7 if jsonfields.flag(house, "takeDiscardTopSeven") else 0,
        "red3_freezes": jsonfields.flag(house, "redThreeDiscardFreezes"),
        "upcard_wild_freezes": jsonfields.flag(house, "redThreeDiscardFreezes"),
        "red3_role": "table" if laid else "hand",
        "red3_from_pile_replaced": jsonfields.flag(config, "redThreeReplacement"),
        "red3_table": f"1:{_points(house, 'redThreeScore', 'redThreeScoreEnabled')}",
        "red3_held": _points(house, "redThreeHandEndPenalty"),
        "red3_in_packet": _points(house, "redThreeSealedFootPenalty"),
        "black3_hand": jsonfields.number(house, "blackThreeEndPenaltyPoints", 0),
        "out_need": f"natural:{clean},mixed:{dirty}",
        "ask_partner": "none",
        # The program looks for no partner in the foot, and pays a book that it let pass like any other.
        "out_partner_in_packet": False,
        "illegal_meld_scores": "full",
        "game_deals": jsonfields.number(config, "rounds", 0, 50),
    }


def _points(house: Record, name: str, switch: str = "") -> int:
    """Points of a house rule, nothing where it is switched off."""
    return jsonfields.number(house, f"{name}Points", 0) if jsonfields.flag(house, switch or name) else 0
