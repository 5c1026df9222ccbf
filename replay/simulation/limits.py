"""How many wild cards a meld takes, and what a turn may not end with, as far as a plan has to know it.

For planning only: whether a play is legal, the rules say when it is made.
"""

from __future__ import annotations

from replay.codes import (
    RANK_ACE,
    RATIO_DOUBLE,
    RATIO_FOUR_NATURALS,
    RATIO_LE,
    RATIO_LT,
    SEVEN,
)
from replay.kernel_rules import Rules


def room(r: Rules, rank: int, naturals: int, wilds: int, *, opens: bool = False) -> int:
    """Wild cards that a set of so many natural and wild cards may still take; `opens` = in the turn of the opening."""
    pure = (r.pure_sevens and rank == SEVEN) or (r.pure_aces and rank == RANK_ACE and not opens)
    if pure or (naturals < r.naturals_before_wild and not opens):
        return 0
    most = r.set_max_wilds
    if r.wild_ratio == RATIO_LE:
        most = min(most, naturals)
    elif r.wild_ratio == RATIO_LT:
        most = min(most, naturals - 1)
    elif r.wild_ratio == RATIO_DOUBLE:
        most = min(most, naturals // 2)
    elif r.wild_ratio == RATIO_FOUR_NATURALS and naturals < 4:
        most = 0
    if r.set_max:
        most = min(most, r.set_max - naturals)
    return max(0, most - wilds)


def space(r: Rules, size: int) -> int:
    """Cards that a set of so many may still take."""
    return r.set_max - size if r.set_max else r.cards


def costly(r: Rules, rank: int) -> bool:
    """Whether an unfinished meld of that rank is fined, unless it has wild cards."""
    return bool((rank == SEVEN and r.unfinished_sevens) or (rank == RANK_ACE and r.unfinished_aces))


def can_be_stuck(r: Rules) -> bool:
    """Whether melding may leave a hand with which the turn cannot end."""
    return bool(
        r.wild_discard or r.empty_pile_barred or r.packet_trigger or r.out_no_open_special or any(r.discard_ban)
    )
