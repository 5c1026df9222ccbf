"""Labels of melds for programs that number them: what a MELD row needs so that one meld is meant.

Owns labels only: a rank, `m1` for a second set of a rank, `w1` for wild cards alone.  Judges nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from data.actions import NO_TARGET, label_number
from ingest.formats.jsonfields import BadField, has_natural

WILD = 0


def target(ranks: Sequence[int], place: int, cards: Sequence[int]) -> int:
    """The label that cards need to reach the meld at that place of a side's melds; NO_TARGET where they tell it.

    `ranks` are the ranks of the side's melds in the order in which they were begun, WILD for wild cards alone.
    """
    if not 0 <= place < len(ranks):
        raise BadField(f"a meld numbered below {len(ranks)}", place)
    rank = ranks[place]
    earlier = list(ranks[:place]).count(rank)
    if rank == WILD:
        return _label("w", earlier + 1)
    if earlier:
        return _label("m", 1 + sum(_is_second(ranks, i) for i in range(place)))
    alone = list(ranks).count(rank) == 1
    return NO_TARGET if alone and has_natural(cards, rank) else rank


def _is_second(ranks: Sequence[int], place: int) -> bool:
    return ranks[place] != WILD and ranks[place] in ranks[:place]


def _label(letter: str, count: int) -> int:
    """`m1`, `m2`, ...; the letter moves on after nine."""
    return label_number(chr(ord(letter) + (count - 1) // 9), str((count - 1) % 9 + 1))
