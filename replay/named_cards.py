"""Which cards a finding is about: those that its sentence names, and of a pile that was taken the top card.

Owns the choice only; the sentences stand in replay.messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter

from data.actions import Kind
from data.cards import NO_CARD, Deck
from data.events import Events
from replay.messages import TEMPLATES

A_KIND, BONUS = "a_kind_", "bonus_"
TOP = {"top", "tops"}
LAID = {"cards", "suited", "its_name"}
# How sentences name the threes, and which kind of a deck that is; the Heckadeck has bonus cards of many kinds.
THREES = {"french": {"red three": "3r", "black three": "3b"}, "heckadeck": {"black three": "0"}}


def cards_about(
    rule: str, told: Mapping[str, int], facts: Sequence[int], events: Events, deck: Deck
) -> tuple[int, ...]:  # fmt: skip
    """Kind numbers, each once; nothing where it is about no card in particular, such as a count or whose turn it is.

    `told` is a row of replay.rows.TOLD.
    """
    names = _names(rule)
    row = told["event"]
    taken = row >= 0 and events.kind[row] == Kind.TAKE_PILE
    cards: Sequence[int]
    if any(name.startswith(A_KIND) for name in names):
        cards = [facts[int(name.removeprefix(A_KIND))] for name in names if name.startswith(A_KIND)]
    elif taken or TOP & names.keys():
        cards = [told["top"]]
    elif row >= 0 and LAID & names.keys() and events.kind[row] in (Kind.MELD, Kind.BONUS, Kind.DISCARD):
        cards = events.cards_of(row)
        if "its_name" in names:
            cards = [deck.wheel] if deck.wheel in cards else []
    else:
        cards = [deck.ids[THREES[deck.name][word]] for word in _threes(rule) if word in THREES.get(deck.name, {})]
    known = [
        card if card < len(deck.kinds) else deck.wheel for card in cards
    ]  # beyond them: a card declared as another
    return tuple(card for card in dict.fromkeys(known) if card > NO_CARD)


@cache
def _names(rule: str) -> dict[str, None]:
    """What a sentence is filled with, in its order."""
    return dict.fromkeys(name for _, name, _, _ in Formatter().parse(TEMPLATES[rule]) if name)


@cache
def _threes(rule: str) -> tuple[str, ...]:
    """The threes that a sentence names in so many words."""
    words = ["red three"] if any(name.startswith(BONUS) for name in _names(rule)) else []
    return (*words, *(word for word in ("red three", "black three") if word in TEMPLATES[rule]))
