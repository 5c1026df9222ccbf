"""Fields and cards of JSON lines that other programs wrote: hostile until checked.

Every function returns a value of the type it names or raises BadField, which costs the line and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from data.cards import JOKER as JOKER_RANK
from data.cards import RANKS, SUITS, french

Record = dict[str, Any]
Value = TypeVar("Value")

LIMIT = 10**9

FRENCH = french()
JOKER = FRENCH.ids["*"]
RED_THREES = frozenset((FRENCH.ids["3d"], FRENCH.ids["3h"]))
UNKNOWN = FRENCH.unknown


class BadField(Exception):
    """A line that cannot be taken: what was expected and what was found."""

    def __init__(self, expected: str, found: object) -> None:
        super().__init__(expected)
        self.expected = expected
        self.found = excerpt(found)


def excerpt(value: object) -> str:
    """A found value, short enough for a message."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def get(record: Record, key: str) -> Any:
    """A field that must be there."""
    if key not in record:
        raise BadField(f"a field {key}", "none")
    return record[key]


def as_number(value: object, name: str, low: int = -LIMIT, high: int = LIMIT) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadField(f"a whole number from {low} to {high} for {name}", value)
    return value


def as_text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise BadField(f"text for {name}", value)
    return value


def as_list(value: object, name: str, size: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise BadField(f"a list of {size} for {name}" if size is not None else f"a list for {name}", value)
    return value


def as_record(value: object, name: str) -> Record:
    if not isinstance(value, dict):
        raise BadField(f"an object for {name}", value)
    return value


def number(record: Record, key: str, low: int = -LIMIT, high: int = LIMIT) -> int:
    return as_number(get(record, key), key, low, high)


def text(record: Record, key: str) -> str:
    return as_text(get(record, key), key)


def items(record: Record, key: str, size: int | None = None) -> list[Any]:
    return as_list(get(record, key), key, size)


def inner(record: Record, key: str) -> Record:
    return as_record(get(record, key), key)


def records(record: Record, key: str) -> list[Record]:
    return [as_record(value, key) for value in items(record, key)]


def flag(record: Record, key: str) -> bool:
    value = get(record, key)
    if not isinstance(value, bool):
        raise BadField(f"true or false for {key}", value)
    return value


def known(record: Record, key: str, words: Mapping[str, Value]) -> Value:
    """What the word of a field stands for."""
    word = text(record, key)
    if word not in words:
        raise BadField(f"a known {key}", word)
    return words[word]


def exact_card(rank: str, suit: str) -> int:
    """The kind of a french card from a program's words for rank and suit (`10`, `Hearts` or `H`); 0 if it is none."""
    code = {"10": "T"}.get(rank, rank)
    letter = suit[:1].lower()
    if code not in RANKS or letter not in SUITS:
        return 0
    return FRENCH.ids.get(code + letter, 0)


def deck_card(value: object, name: str = "a card") -> int:
    """The kind of a card written as pack-suit-rank-copy (`0-H-10-0`, `1-J-JOKER-1`)."""
    parts = value.split("-") if isinstance(value, str) else []
    if len(parts) == 4:
        kind = JOKER if parts[2] == "JOKER" else exact_card(parts[2], parts[1])
        if kind:
            return kind
    raise BadField(f"a card as pack-suit-rank-copy for {name}", value)


def deck_cards(value: object, name: str) -> list[int]:
    return [deck_card(card, name) for card in as_list(value, name)]


def rank_of(kind: int) -> int:
    return FRENCH.kinds[kind].rank


def is_wild(kind: int) -> bool:
    """Jokers and twos, wild in every game of these programs."""
    return rank_of(kind) in (JOKER_RANK, RANKS["2"])


def has_natural(cards: Sequence[int], rank: int) -> bool:
    """Whether a meld names its rank by itself, so that no label is needed."""
    return any(rank_of(card) == rank for card in cards)


def one_line(value: str) -> str:
    """A text for a header: no line breaks or control characters, which no header line can hold."""
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())


def decode(raw: bytes) -> Record:
    """One JSON object; BadField for anything else."""
    try:
        value = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as problem:
        raise BadField(f"one JSON object ({problem})", raw[:60].decode("utf-8", "replace")) from None
    return as_record(value, "the line")
