"""What kind of canasta a finished meld is, and what it is worth.  Reads the table; changes and judges nothing."""

from __future__ import annotations

from replay.codes import (
    ARROW_RANK,
    CANASTA,
    JOKER_RANK,
    KIND_MIXED,
    KIND_NATURAL,
    KIND_SEQ,
    KIND_SEQ_MIXED,
    KIND_SEVENS,
    KIND_WILD,
    MELDS,
    PRICE_ACES_MIXED,
    PRICE_ACES_NATURAL,
    PRICE_FIVES,
    PRICE_FOUR_JOKERS,
    PRICE_SEVEN_TWOS,
    PRICE_SEVENS_NATURAL,
    RANK_ACE,
    SEQUENCE,
    TALISMAN_RANK,
    TWO,
    WILD_MELD,
)
from replay.kernel_rules import Rules
from replay.state import State, meld_size


def kind_of(r: Rules, s: State, meld: int) -> int:
    """The one kind (codes.KIND_*) that a canasta is of."""
    if s.meld_kind[meld] == WILD_MELD:
        if not r.wild_by_jokers:
            return KIND_WILD
        return KIND_MIXED if 1 <= cards_of_rank(r, s, meld, JOKER_RANK) <= 5 else KIND_NATURAL
    if s.meld_kind[meld] == SEQUENCE:
        return KIND_SEQ_MIXED if s.meld_wilds[meld] else KIND_SEQ
    if s.meld_rank[meld] == 7 and r.price[KIND_SEVENS]:
        return KIND_SEVENS
    return KIND_MIXED if s.meld_wilds[meld] else KIND_NATURAL


def price_of(r: Rules, s: State, meld: int, kind: int) -> int:
    """Points of a canasta beside its cards: those of its kind, or of its rank where that has a price of its own."""
    price = 0
    rank = s.meld_rank[meld]
    if s.meld_kind[meld] == WILD_MELD:
        jokers = cards_of_rank(r, s, meld, JOKER_RANK)
        if jokers == 4 and meld_size(s, meld) == CANASTA:
            price = r.price[PRICE_FOUR_JOKERS]
        elif _low_wilds(r, s, meld) == meld_size(s, meld):
            price = r.price[PRICE_SEVEN_TWOS]
        if r.wild_by_jokers and r.price[KIND_WILD]:
            price = r.price[KIND_WILD]
    elif kind == KIND_NATURAL and rank == 7:
        price = r.price[PRICE_SEVENS_NATURAL]
    elif kind == KIND_NATURAL and rank == 5:
        price = r.price[PRICE_FIVES]
    elif rank == RANK_ACE and kind in (KIND_NATURAL, KIND_MIXED):
        price = r.price[PRICE_ACES_NATURAL if kind == KIND_NATURAL else PRICE_ACES_MIXED]
    if r.stop_canasta_unpaid and rank == r.stop_rank:
        return 0
    return price if price else r.price[kind]


def _low_wilds(r: Rules, s: State, meld: int) -> int:
    """Wild cards of a meld that are twos, or what takes their place in another deck."""
    if not r.declared:
        return cards_of_rank(r, s, meld, TWO)
    return cards_of_rank(r, s, meld, ARROW_RANK) + cards_of_rank(r, s, meld, TALISMAN_RANK)


def cards_of_rank(r: Rules, s: State, meld: int, rank: int) -> int:
    """Cards of one rank in a meld."""
    found = 0
    base = meld * s.kinds
    for kind in range(1, s.kinds):
        if r.rank[kind] == rank:
            found += s.meld_cards[base + kind]
    return found


def is_dead(s: State, rank: int, but: int) -> int:
    """1 if some table has a canasta of that rank, the meld `but` apart."""
    for table in range(s.sides):
        for number in range(s.meld_count[table]):
            meld = table * MELDS + number
            if meld == but or s.meld_rank[meld] != rank or s.meld_void[meld] or meld_size(s, meld) < CANASTA:
                continue
            return 1
    return 0


def wild_canasta_anywhere(s: State, but: int) -> int:
    """1 if some table has a canasta of wild cards, the meld `but` apart."""
    for table in range(s.sides):
        for number in range(s.meld_count[table]):
            meld = table * MELDS + number
            if meld != but and s.meld_kind[meld] == WILD_MELD and meld_size(s, meld) >= CANASTA:
                return 1
    return 0


def is_open_special(r: Rules, s: State, meld: int) -> int:
    """1 for an unfinished meld of wild cards, of sevens that stay pure, or of aces that do."""
    if meld_size(s, meld) >= CANASTA or s.meld_void[meld]:
        return 0
    if s.meld_kind[meld] == WILD_MELD:
        return 1
    if s.meld_rank[meld] == 7 and r.pure_sevens:
        return 1
    return 1 if s.meld_rank[meld] == RANK_ACE and r.pure_aces and not s.meld_wilds[meld] else 0


def number_of_sevens(r: Rules, s: State, table: int) -> int:
    """Valid canastas of sevens at a table, natural or mixed."""
    found = 0
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_rank[meld] == 7 and not s.meld_void[meld] and meld_size(s, meld) >= CANASTA:
            found += 1
    return found


def canastas_of_kind(r: Rules, s: State, table: int, kind: int) -> int:
    """Valid canastas of one kind at a table that count for going out; of any kind that does if `kind` is -1."""
    found = 0
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_void[meld] or meld_size(s, meld) < CANASTA:
            continue
        own = kind_of(r, s, meld)
        if r.excluded >> own & 1 or (s.meld_kind[meld] == WILD_MELD and r.excluded >> KIND_WILD & 1):
            continue
        if kind in (-1, own):
            found += 1
    return found
