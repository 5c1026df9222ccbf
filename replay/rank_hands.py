"""Special hands of a deck with sixteen natural ranks and a card that its owner declares (heckadeck 8.2).

Counts cards; judges nothing.
"""

from __future__ import annotations

from array import array

from replay.codes import (
    HAND_GARBAGE,
    HAND_LONG_RUN,
    HAND_NATURAL_PAIRS,
    HAND_PAIRS_WITH_WILDS,
    JOKER_RANK,
    OMNIHEDRON_RANK,
    RANK_ACE,
    SEVEN,
    WHEEL_RANK,
)

CARDS = 14


def fits_ranks(cards: array[int], hand: int) -> int:
    """1 if cards counted by rank have the shape of that special hand; a Wheel among them may be any natural card."""
    spare = cards[WHEEL_RANK]
    naturals = 0
    wilds = 0
    for rank in range(1, RANK_ACE + 1):
        naturals += cards[rank]
    for rank in range(JOKER_RANK, OMNIHEDRON_RANK + 1):
        wilds += cards[rank]
    if naturals + wilds + spare != CARDS or (wilds > 0) != (hand == HAND_PAIRS_WITH_WILDS):
        return 0
    if hand == HAND_LONG_RUN:
        return _is_run(cards)
    if hand == HAND_NATURAL_PAIRS:
        return 1 if _pairs(cards) == CARDS // 2 else 0
    if hand == HAND_PAIRS_WITH_WILDS:
        return _is_pairs_with_wilds(cards, wilds)
    return _is_garbage(cards) if hand == HAND_GARBAGE else 0


def _is_run(cards: array[int]) -> int:
    """1 if no rank is there twice and all lie in fourteen that follow one another: zero, ace, two, ..., king."""
    low = RANK_ACE
    high = 0
    for rank in range(1, RANK_ACE + 1):
        if cards[rank] > 1:
            return 0
        if cards[rank]:
            place = 0 if rank == 1 else 1 if rank == RANK_ACE else rank
            low = min(low, place)
            high = max(high, place)
    return 1 if high - low < CARDS else 0


def _pairs(cards: array[int]) -> int:
    """Pairs of natural cards, the Wheel completing one; -1 if a card is left over."""
    pairs = 0
    single = 0
    for rank in range(1, RANK_ACE + 1):
        pairs += cards[rank] // 2
        single += cards[rank] % 2
    if single != cards[WHEEL_RANK]:
        return -1
    return pairs + single


def _is_pairs_with_wilds(cards: array[int], wilds: int) -> int:
    for rank in range(JOKER_RANK, OMNIHEDRON_RANK + 1):
        if cards[rank] % 2:
            return 0
    spare = cards[WHEEL_RANK]
    aces_and_sevens = cards[RANK_ACE] + spare >= 2 and cards[SEVEN] + spare >= 2
    return 1 if aces_and_sevens and _pairs(cards) == (CARDS - wilds) // 2 else 0


def _is_garbage(cards: array[int]) -> int:
    """1 for two fours and two threes of a kind, the Wheel completing one of them."""
    ranks = 0
    fours = 0
    short = 0
    for rank in range(1, RANK_ACE + 1):
        if not cards[rank]:
            continue
        ranks += 1
        if cards[rank] == 4:
            fours += 1
        elif cards[rank] == 2:
            short += 1
        elif cards[rank] != 3:
            return 0
    if ranks != 4:
        return 0
    if not cards[WHEEL_RANK]:
        return 1 if fours == 2 and not short else 0
    return 1 if (fours == 2 and short == 1) or (fours == 1 and not short) else 0
