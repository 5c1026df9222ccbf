"""What the scanners must know of a deck and of a game, as tables indexed by bytes.

Built from data.cards and data.actions, so that the words of the notation stand in one place.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from data.actions import ANSWERS, CLOSINGS, PACKETS, SCORE_ITEMS, SHEET_KEYS, Kind
from data.cards import RANKS, RED, Deck, deck_named
from ingest.formats.cgn_lines import SHEET_ORDER
from ingest.formats.cgn_ops import TAKEN
from ingest.formats.cgn_says import RESULTS, sheet_item
from ingest.formats.cgn_table import SETTLED
from ingest.formats.scan_cards import Scan
from ingest.formats.scan_codes import LETTERS

DEAL_LINE_WORDS = ("deal", *PACKETS, "up", "stock")
FREE_KEYS = tuple(name for name in SCORE_ITEMS if name not in SHEET_KEYS)
SHEET_WORDS = (*SHEET_ORDER, *FREE_KEYS)
ITEMS = ("carried", "running", "final", *(sheet_item(key) for key in SHEET_WORDS))
CHECKS = ("hand", "pile", "stock")

# Fields and types of JSON records, numbered as in scan_codes.
FIELDS = ("v", "seq", "hand", "turn", "count", "type", "source", "what", "answer", "how", "concealed", "retracted",
          "refused", "settled", "game", "seat", "cards", "label", "t", "src", "team", "by", "dealer", "claim",
          "carry")  # fmt: skip
TYPES = ("deal", *PACKETS, "turn_up", "stock", "hand_end", "draw", "bonus", "show", "discard", "meld", "take", "ask",
         "out", "illegible", "check", "score", "total", "hand_start")  # fmt: skip
ENVELOPE = ("v", "game", "hand", "seq", "turn", "seat", "type", "t", "retracted", "refused", "src")
OWN_FIELDS: dict[str, tuple[str, ...]] = {
    "deal": ("cards", "settled"), "hand_end": ("how",), "meld": ("cards", "label"),
    "take": ("source", "count", "cards"), "ask": ("answer",), "out": ("concealed",), "illegible": (),
    "check": ("what", "count"), "score": ("team", "by", "claim"), "total": ("claim",),
    "hand_start": ("dealer", "carry"),
}  # fmt: skip
ROW_KINDS = {"draw": Kind.DRAW, "bonus": Kind.BONUS, "show": Kind.SHOW, "discard": Kind.DISCARD, "meld": Kind.MELD,
             "ask": Kind.ASK, "out": Kind.OUT, "illegible": Kind.ILLEGIBLE}  # fmt: skip
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
    answers = sorted(ANSWERS, key=ANSWERS.__getitem__)
    lists = (
        TAKEN,
        (*(f"ask:{answer}" for answer in answers), "out:concealed", "out"),
        DEAL_LINE_WORDS,
        (SETTLED,),
        ("@score", "@hand", "@close", "@total", "@end"),
        CLOSINGS,
        ("dealer=",),
        ("result=",),
        RESULTS,
        tuple(f"{key}=" for key in SHEET_WORDS),
        tuple(specials),
        tuple(f'"{field}"' for field in FIELDS),
        ("false", "true"),
        tuple(f'"{key}"' for key in SHEET_WORDS),
        tuple(f'"{kind}"' for kind in TYPES),
        *(tuple(f'"{word}"' for word in words) for words in (TAKEN, CHECKS, answers, CLOSINGS)),
    )
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


class GameTables(NamedTuple):
    """The tables of Scan that depend on the roster."""

    seat: array[int]
    seat_letter: array[int]
    side: array[int]
    side_letter: array[int]
    sides: int


@lru_cache(maxsize=256)
def game_tables(seats: tuple[str, ...], sides: tuple[str, ...]) -> GameTables:
    """The tables of a roster; none of its sides is known to the scanner if a name has several letters."""
    known = sides if all(len(name) == 1 and name.isascii() for name in sides) else ()
    seat_letter, side_letter = (array("i", [ord(name) for name in names] or [0]) for names in (seats, known))
    return GameTables(_by_byte(_numbered(seats)), seat_letter, _by_byte(_numbered(known)), side_letter, len(known))


def _numbered(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def use_deck(scan: Scan, deck: str) -> None:
    """Fill in what bytes mean in games with a deck."""
    for name, table in deck_tables(deck)._asdict().items():
        setattr(scan, name, table)
    scan.free_key = len(SHEET_ORDER)


def use_roster(scan: Scan, seats: tuple[str, ...], sides: tuple[str, ...]) -> None:
    """Fill in what bytes mean at one table."""
    for name, table in game_tables(seats, sides)._asdict().items():
        setattr(scan, name, table)


def allowed_fields() -> array[int]:
    """For each type of record a bit for each field that it may have."""
    own = (OWN_FIELDS.get(kind, ("cards",)) for kind in TYPES)
    return array("i", [sum(1 << FIELDS.index(field) for field in (*ENVELOPE, *fields)) for fields in own])


def row_kinds() -> array[int]:
    """For each type of record the kind of its row, where the type alone says it."""
    return array("i", [int(ROW_KINDS.get(kind, 0)) for kind in TYPES])
