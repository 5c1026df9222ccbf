"""The ranks of a sequence, as bits by their place in the order of ranks: what is missing between them."""

from __future__ import annotations

from replay.codes import RING, ZERO_EVERYWHERE
from replay.kernel_rules import Rules


def missing(r: Rules, ranks: int) -> int:
    """Ranks missing in a sequence.  The zero has the lowest bit; where a game lets it, it stands above the king too,
    and at some tables between king and ace.
    """
    if not r.seq_zero or not ranks & 1:
        return holes(ranks)
    if r.seq_zero == ZERO_EVERYWHERE:
        return _holes_in_ring(ranks)
    return min(holes(ranks), holes(ranks & ~1 | 1 << RING))


def _holes_in_ring(ranks: int) -> int:
    """Ranks missing where the order goes round: all that are not there, but for the longest run of such."""
    there = 0
    gap = 0
    longest = 0
    for place in range(2 * RING):
        if ranks >> place % RING & 1:
            there += place < RING
            gap = 0
        else:
            gap += 1
            longest = max(longest, gap)
    return max(0, RING - there - min(longest, RING))


def holes(ranks: int) -> int:
    """Ranks missing between the lowest and the highest of some ranks, given as bits."""
    missing = 0
    gap = 0
    seen = 0
    while ranks:
        if ranks & 1:
            missing += gap
            gap = 0
            seen = 1
        elif seen:
            gap += 1
        ranks >>= 1
    return missing
