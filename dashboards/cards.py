"""Cards in a page: a style sheet with every face of a deck, and the small pieces of HTML that use it.

A card in the page is one element with the class of its kind, so that a step sends only names of cards, and a hidden
card is a back that says nothing of what it hides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from urllib.parse import quote

from dashboards.faces import back, face
from data.cards import JOKER, RANKS, SUIT_NAMES, Deck, deck_named

_LAST = {RANKS["2"]: 40, JOKER: 41}  # wild in most games: they stand at the end of a hand


@cache
def style_sheet(deck: str) -> str:
    """The faces of all cards of a deck as CSS."""
    kinds = deck_named(deck)
    all_kinds = (*kinds.kinds, *kinds.declared)
    rules = [f".cd-back{{background-image:{_url(back())}}}"]
    rules += [f".cd-{deck[0]}{k.id}{{background-image:{_url(face(kinds, k.id))}}}" for k in all_kinds if k.id]
    return "\n".join(rules)


def _url(svg: str) -> str:
    """A picture inside a style sheet; neither < nor " may stand there if it is to pass a sanitizer."""
    return 'url("data:image/svg+xml,' + quote(svg, safe=" =:/,.;()-+'") + '")'


def card(deck: Deck, kind: int, *marks: str) -> str:
    """One card, face up; `marks` are further classes such as `new`."""
    name = card_name(deck, kind)
    classes = " ".join(("cd", f"cd-{deck.name[0]}{kind}", *marks))
    return f'<i class="{classes}" role="img" aria-label="{name}" title="{name}"></i>'


def hidden_card(*marks: str) -> str:
    """One card, face down."""
    return f'<i class="{" ".join(("cd", "cd-back", *marks))}" role="img" aria-label="hidden card"></i>'


def card_name(deck: Deck, kind: int) -> str:
    """A card in words: `king of hearts`, `king`, `red three`, `unknown card`."""
    known = deck.card(kind)
    word = deck.name_of(kind)
    if known.rank and known.suit:
        word = word.removeprefix("red ").removeprefix("black ")
        return f"{word} of {SUIT_NAMES[known.suit]}"
    return word


def in_words(deck: Deck, kinds: Iterable[int]) -> str:
    """Some cards in words, equal ones counted: `3 times seven, two`."""
    counts = Counter(card_name(deck, kind) for kind in kinds)
    return ", ".join(name if count == 1 else f"{count} times {name}" for name, count in counts.items())


def sorted_hand(deck: Deck, kinds: Iterable[int]) -> list[int]:
    """A hand as players hold it: by rank, twos and jokers at the end, unknown cards last."""
    return sorted(kinds, key=lambda kind: _place(deck, kind))


def _place(deck: Deck, kind: int) -> tuple[int, int]:
    known = deck.card(kind)
    rank = known.rank or 99
    if deck.name == "french":
        rank = _LAST.get(rank, rank)
    return rank, known.suit
