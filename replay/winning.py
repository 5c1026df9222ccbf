"""Who has won a game by its totals (classic S12, S13): one answer for the replay and for the bots.

Knows rules and totals, and no log.
"""

from __future__ import annotations

from collections.abc import Sequence

from replay.codes import NOBODY
from replay.kernel_rules import Rules

DRAWN = -2


def winner(r: Rules, totals: Sequence[int], deals: int, swept: int = NOBODY) -> int:
    """The side that has won with these totals after so many deals, DRAWN, or NOBODY while the game goes on.

    A game is played to its target or, without one, for a number of deals.  `swept` is the side whose sweep wins it
    whatever the totals are.
    """
    if r.sweep_wins and swept != NOBODY:
        return swept
    best = max(totals)
    reached = best >= r.target if r.target else deals >= r.game_deals > 0
    if not reached:
        return NOBODY
    if totals.count(best) > 1:
        return DRAWN if r.tie_drawn else NOBODY
    return totals.index(best)
