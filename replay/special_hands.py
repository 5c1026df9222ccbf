"""Special hands: which of them fourteen cards make, and what becomes of the deal when one is declared.

Counts cards; judges nothing.  A group is all cards of one rank; twos and jokers are groups of their own.
"""

from __future__ import annotations

from array import array

from data.cards import RANK_COUNT
from replay.act import Act
from replay.codes import (
    HAND_BLAST_OFF,
    HAND_DEALT_CANASTA,
    HAND_DREAM_4,
    HAND_DREAM_5,
    HAND_GARBAGE,
    HAND_PAIRS,
    HAND_PAIRS_MIAMI,
    HAND_PAIRS_ONE_WILD,
    HAND_QUADS,
    HAND_STRAIGHT,
    HAND_TRIPLES,
    HAND_ZIP_CODE,
    HANDS,
    JOKER_RANK,
    RANK_ACE,
    SEVEN,
    THREE,
    TWO,
)
from replay.kernel_rules import Rules
from replay.rank_hands import fits_ranks
from replay.state import State, take_from_hand


class Groups:
    """The cards of an act counted by rank, and how many natural groups there are of each size."""

    def __init__(self) -> None:
        self.of_rank = array("i", [0]) * RANK_COUNT
        self.of_size = array("i", [0]) * 64
        self.twos = 0
        self.jokers = 0
        self.threes = 0
        self.naturals = 0

    def fill(self, r: Rules, a: Act) -> None:
        """Count the cards of the act."""
        for rank in range(RANK_COUNT):
            self.of_rank[rank] = 0
        for size in range(64):
            self.of_size[size] = 0
        for n in range(a.count):
            self.of_rank[r.rank[a.card[n]]] += 1
        self.twos = self.of_rank[TWO]
        self.jokers = self.of_rank[JOKER_RANK]
        self.threes = self.of_rank[THREE]
        self.naturals = a.count - self.twos - self.jokers - self.threes
        for rank in range(4, RANK_ACE + 1):
            self.of_size[min(63, self.of_rank[rank])] += 1

    def pairs(self) -> int:
        """Natural pairs, if the natural cards are nothing but pairs; else -1."""
        return self.of_size[2] if 2 * self.of_size[2] == self.naturals and not self.threes else -1

    def matching_pair(self) -> int:
        """1 if the wild cards are one pair of twos or one of jokers."""
        return 1 if (self.twos == 2 and not self.jokers) or (self.jokers == 2 and not self.twos) else 0

    def groups_of(self, size: int) -> int:
        """Groups of a size, twos and jokers among them."""
        found = self.of_size[size]
        if self.twos == size:
            found += 1
        if self.jokers == size:
            found += 1
        return found


def value_of(r: Rules, a: Act) -> int:
    """Points of the best special hand that the cards of the act make, 0 if they make none that is played here."""
    hand = best_of(r, a)
    return r.special_points[hand] if hand else 0


def best_of(r: Rules, a: Act) -> int:
    """The number (codes.HAND_*) of that hand, 0 if the cards make none."""
    groups = Groups()
    groups.fill(r, a)
    found = 0
    best = 0
    for hand in range(1, HANDS):
        if r.special_points[hand] > best and fits(r, groups, hand):
            best = r.special_points[hand]
            found = hand
    return found


def fits(r: Rules, g: Groups, hand: int) -> int:
    """1 if the cards have the shape of that special hand (american A.11)."""
    if r.declared:
        return fits_ranks(g.of_rank, hand)
    if hand == HAND_STRAIGHT:
        return 1 if g.of_size[1] == 11 and g.naturals == 11 and g.threes == 1 and g.twos == 1 and g.jokers == 1 else 0
    if g.threes:
        return 0
    if hand == HAND_PAIRS:
        return 1 if g.pairs() == 7 else 0
    aces_and_sevens = g.of_rank[RANK_ACE] == 2 and g.of_rank[SEVEN] == 2
    if hand == HAND_PAIRS_ONE_WILD:
        return 1 if g.pairs() == 6 and aces_and_sevens and g.matching_pair() else 0
    if hand == HAND_PAIRS_MIAMI:
        return 1 if g.pairs() == 5 and aces_and_sevens and g.twos == 2 and g.jokers == 2 else 0
    return _fits_groups(r, g, hand)


def _fits_groups(r: Rules, g: Groups, hand: int) -> int:
    if hand == HAND_ZIP_CODE:
        if r.special_zip_no_wilds and (g.twos or g.jokers):
            return 0
        return 1 if g.groups_of(2) == 2 and g.groups_of(3) == 2 and g.groups_of(4) == 1 else 0
    if hand == HAND_BLAST_OFF:
        return 1 if g.groups_of(5) == 1 and g.groups_of(4) == 1 and g.groups_of(3) == 1 and g.groups_of(2) == 1 else 0
    if hand == HAND_GARBAGE:
        return 1 if g.naturals == 14 and g.of_size[4] == 2 and g.of_size[3] == 2 else 0
    if hand == HAND_TRIPLES:
        return 1 if g.of_size[3] == 4 and g.matching_pair() else 0
    if hand == HAND_QUADS:
        return 1 if g.of_size[4] == 3 and g.matching_pair() else 0
    if hand == HAND_DREAM_4:
        return 1 if g.of_size[5] == 2 and (g.twos == 4 or g.jokers == 4) else 0
    if hand == HAND_DREAM_5:
        return 1 if g.of_size[5] == 1 and g.of_size[4] == 1 and g.twos + g.jokers == 5 else 0
    return 0


def declare(r: Rules, s: State, a: Act) -> None:
    """The whole hand is shown, and the deal ends with this turn."""
    s.special_seat = a.seat
    s.special_points = value_of(r, a)
    for n in range(a.count):
        take_from_hand(r, s, a.seat, a.card[n])


def declare_as_dealt(r: Rules, s: State, a: Act) -> None:
    """A canasta is shown that was dealt: it has its price, stays in the hand, and the deal goes on."""
    s.dealt_ranks[a.seat] |= 1 << max(0, a.rank)
    s.dealt_points[a.seat] += r.special_points[HAND_DEALT_CANASTA]
