"""Which card a bot likes least to keep and most to give away.  Says nothing of what may be discarded."""

from __future__ import annotations

from random import Random

from replay.codes import BONUS_ON_TABLE, MELDS, RANK_ACE, SEVEN, WILD
from replay.kernel_rules import Rules
from replay.simulation import specials
from replay.simulation.holding import Holding, MeldSeen
from replay.simulation.temperament import Temperament
from replay.state import State, top_card

WORTH_FREEZING = 3  # cards of a pile on which a wild card is not wasted
AGAIN = 0.1  # chance to freeze a pile that is frozen by a wild card already


def by_liking(
    r: Rules, s: State, hand: Holding, melds: dict[int, MeldSeen], temper: Temperament, rng: Random
) -> list[int]:  # fmt: skip
    """One card of each sort in the hand, the one to discard first."""
    chance = rng.random
    wanted = wanted_by_others(s)
    freezes = bool(hand.wilds) and would_freeze(r, s, rng) and chance() < temper.freezes
    liking = {card: (9.0 if freezes else -9.0) + chance() for card in hand.wilds}
    for card in hand.bonus:
        liking[card] = 6.0 * (r.bonus_role != BONUS_ON_TABLE) + chance()
    for card in hand.stops:
        liking[card] = temper.careful * (2.0 if s.pile_size >= WORTH_FREEZING else 0.5) + chance()
    if r.declared:
        if len(hand.stops) > 2:
            liking |= dict.fromkeys(hand.stops, -12.0)  # they are to be the last meld
        liking |= specials.to_discard(r, hand, s.pile_size, rng)
    for rank, cards in hand.naturals.items():
        value = -2.0 * temper.keeps * (len(cards) - 1) + 2 * chance() - 3.0 * (rank in melds)
        if r.three_held_points and rank in (SEVEN, RANK_ACE):
            value += 2.0 * len(cards)
        if rank in wanted:
            value -= 1.5 * temper.careful
        liking[cards[0]] = value - r.points[cards[0]] / 20
    return sorted(liking, key=liking.__getitem__, reverse=True)


def would_freeze(r: Rules, s: State, rng: Random) -> bool:
    """Whether a wild card on the pile would hurt the others more than it costs."""
    if s.pile_size < WORTH_FREEZING or r.role[top_card(s)] == WILD:
        return False
    return not s.pile_wilds or rng.random() < AGAIN


def wanted_by_others(s: State) -> set[int]:
    """Ranks of the melds at other tables."""
    own = s.table_of[s.turn_seat]
    return {
        s.meld_rank[table * MELDS + number]
        for table in range(s.sides)
        if table != own
        for number in range(s.meld_count[table])
    }
