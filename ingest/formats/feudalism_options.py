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
    house = jsonfields.inner(config, "house")
    closed = jsonfields.flag(config, "booksCloseAtSeven") and not jsonfields.flag(house, "addToClosedBooks")
    options |= {
        "packet_size": jsonfields.number(config, "footSize", 0, 26),
        "natural_on_complete": not closed,
        "wildmeld": jsonfields.flag(house, "wildBooksAllowed"),
        "red3_must_lay": jsonfields.flag(house, "autoplayRedThreesOnDraw"),
        "black3_hand": jsonfields.number(house, "blackThreeEndPenaltyPoints", 0),
        "pile_nat_wild": not jsonfields.flag(config, "takePileNeedsTwoNaturalsAlways"),
        "ask_partner": "required" if jsonfields.flag(house, "partnerConsent") else "none",
    }
    return options
