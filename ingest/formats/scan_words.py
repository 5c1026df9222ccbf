"""What the scanners must know of a deck and of a game, as tables indexed by bytes.

Built from data.cards and data.actions, so that the words of the notation stand in one place.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from data.actions import ANSWERS, CLOSINGS, PACKETS, SCORE_ITEMS, SHEET_KEYS
from data.cards import RANKS, RED, Deck, deck_named
from ingest.formats.cgn_lines import SHEET_ORDER
from ingest.formats.cgn_ops import TAKEN
from ingest.formats.cgn_says import sheet_item
from ingest.formats.cgn_table import SETTLED
from ingest.formats.scan_cards import Scan
from ingest.formats.scan_codes import LETTERS

DEAL_LINE_WORDS = ("deal", *PACKETS, "up", "stock")
FREE_KEYS = tuple(name for name in SCORE_ITEMS if name not in SHEET_KEYS)
SHEET_WORDS = (*SHEET_ORDER, *FREE_KEYS)
ITEMS = ("carried", "running", *(sheet_item(key) for key in SHEET_WORDS))
BYTES = 256


class DeckTables(NamedTuple):
    """The tables of Scan that depend on the deck alone."""

    face: array[int]
    rank: array[int]
    order: array[int]
    ranks_in_order: array[int]
    red_three: array[int]
    names: bytes
    section: array[int]
    special_kind: array[int]


@lru_cache(maxsize=8)
def deck_tables(name: str) -> DeckTables:
    """The tables of a deck."""
    deck = deck_named(name)
    specials = [code for code in deck.ids if code.startswith("<")]
    lists = [TAKEN, (*(f"ask:{answer}" for answer in sorted(ANSWERS, key=ANSWERS.__getitem__)), "out:concealed", "out"),
             DEAL_LINE_WORDS, (SETTLED,), ("@score", "@hand", "@close", "@total"), CLOSINGS, ("dealer=",),
             [f"{key}=" for key in SHEET_WORDS], specials]  # fmt: skip
    blobs = ["".join(f"{word} " for word in words).encode() for words in lists]
    ranks = {kind.code[0] for kind in deck.kinds if kind.code[:1] in RANKS}
    return DeckTables(
        face=_faces(deck),
        rank=_by_byte({rank: RANKS[rank] for rank in ranks}),
        order=_by_byte({rank: place for place, rank in enumerate(deck.sequence_order, 1)}, missing=0),
        ranks_in_order=array("i", list(deck.sequence_order.encode())),
        red_three=array("i", [int(kind.rank == RANKS["3"] and kind.colour == RED) for kind in deck.kinds]),
        names=b"".join(blobs),
        section=array("i", accumulate(map(len, blobs), initial=0)),
        special_kind=array("i", [deck.ids[code] for code in specials]),
    )


def _faces(deck: Deck) -> array[int]:
    """Kind by the bytes of its code: `A`, `*`, `?`, and with a letter behind."""
    faces = array("i", [0]) * (BYTES * LETTERS)
    firsts = {kind.code[0] for kind in deck.kinds if kind.code and kind.code[0] != "<"}
    for code, kind in deck.ids.items():
        if code[0] in firsts and (len(code) == 1 or (len(code) == 2 and code[1].islower())):
            faces[ord(code[0]) * LETTERS + (ord(code[1]) if len(code) == 2 else 0)] = kind
    return faces


def _by_byte(numbers: Mapping[str, int], missing: int = -1) -> array[int]:
    table = array("i", [missing]) * BYTES
    for letter, number in numbers.items():
        if len(letter) == 1 and letter.isascii():
            table[ord(letter)] = number
    return table


def use_game(scan: Scan, deck: str, seats: Mapping[str, int], sides: Mapping[str, int]) -> None:
    """Fill in what bytes mean in a game; sides whose names have several letters are not known to the scanner."""
    for name, table in deck_tables(deck)._asdict().items():
        setattr(scan, name, table)
    scan.free_key = len(SHEET_ORDER)
    scan.seat = _by_byte(seats)
    scan.side = _by_byte(sides)
    short = all(len(name) == 1 for name in sides)
    scan.sides = len(sides) if short else 0
    scan.side_letter = array("i", map(ord, sides) if short else [0])
