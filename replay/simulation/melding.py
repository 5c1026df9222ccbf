"""Which melds a bot would lay: to open, to use what goes together, to go out.

Plans only.  They are made so that most of them are legal; whether one is, the rules say when it is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from data.actions import NO_TARGET, Kind
from replay.codes import (
    CANASTA,
    OUT_DISCARD_FORBIDDEN,
    OUT_DISCARD_REQUIRED,
)
from replay.kernel_rules import Rules
from replay.legal import Play
from replay.simulation.holding import Holding, MeldSeen
from replay.simulation.limits import costly, room, space

SAFE = 5  # cards of a rank with which a meld may be begun that is fined if it is not finished
Melds = dict[int, MeldSeen]


class OutPlan(NamedTuple):
    """A way to play the whole hand: melds in order, and the last card to discard (0 = none)."""

    melds: list[Play]
    discard: int


def meld(cards: Sequence[int], rank: int = NO_TARGET) -> Play:
    """A meld of these cards; `rank` where it has no natural card to show it."""
    return Play(Kind.MELD, tuple(cards), rank)


def worth(r: Rules, cards: Sequence[int]) -> int:
    """Points of cards as melded."""
    return sum(r.points[card] for card in cards)


def most_points(r: Rules, hand: Holding) -> int:
    """More than any opening with this hand can be worth."""
    points = worth(r, hand.wilds)
    for group in hand.naturals.values():
        if len(group) > 2 or (len(group) == 2 and hand.wilds):
            points += worth(r, group)
    return points


def opening(r: Rules, hand: Holding, need: int, *, everything: bool) -> list[Play] | None:
    """Melds worth at least `need`, as few as will do or all that there are; None if the hand has not enough."""
    open_to_us = [group for rank, group in hand.naturals.items() if rank not in hand.closed]
    groups = sorted(open_to_us, key=lambda group: -worth(r, group))
    melds = []
    points = 0
    lone = [group for group in groups if costly(r, r.rank[group[0]]) and len(group) < SAFE]
    for group in groups:
        if len(group) > 2 and (everything or points < need) and group not in lone:
            melds.append(list(group))
            points += worth(r, group)
    wilds = list(hand.wilds)
    for group in groups:
        pair = len(group) == 2 or (len(group) > 2 and group in lone)
        if pair and wilds and points < need and room(r, r.rank[group[0]], 2, 0, opens=True):
            melds.append([*group, wilds.pop()])
            points += worth(r, melds[-1])
    for cards in melds:
        laid = sum(card in hand.wilds for card in cards)
        left = min(room(r, r.rank[cards[0]], len(cards) - laid, laid, opens=True), len(cards) - 2)
        while wilds and left > 0 and points < need:
            cards.append(wilds.pop())
            points += r.points[cards[-1]]
            left -= 1
    return [meld(cards) for cards in melds] if points >= need and melds else None


def going_out(r: Rules, hand: Holding, melds: Melds, *, joins: bool, canastas: int | None = None) -> OutPlan | None:
    """A way to play the whole hand; `joins` = cards may be added to melds that lie there.

    `canastas` is how many the side is to have then, where that is not what the game asks for.
    """
    groups, loose = _groups(r, hand, melds if joins else {})
    stops = list(hand.stops)
    if len(stops) in (1, 2) or not r.black3_out:
        loose += stops
        stops = []
    if len(loose) > 1:
        return None
    wilds = list(hand.wilds)
    for group in groups:
        if len(group.cards) + group.before < 3:
            if not wilds or not group.takes_a_wild(r):
                return None
            group.cards.append(wilds.pop(0))
            group.wilds += 1
    lying = {rank: seen for rank, seen in melds.items() if rank not in {group.rank for group in groups}}
    if joins:
        groups += [_Group(rank, [], seen.size, seen.wilds) for rank, seen in lying.items()]
    _spread_wilds(r, groups, wilds)
    discard = _last_card(r, groups, wilds, loose, stops)
    if wilds or (discard == 0 and loose):
        return None
    whole = sum(group.size >= CANASTA for group in groups)
    whole += 0 if joins else sum(seen.size >= CANASTA for seen in lying.values())
    if whole < (r.out_canastas if canastas is None else canastas):
        return None
    plays = [group.play() for group in groups if group.cards]
    return OutPlan([*plays, meld(stops)] if stops else plays, discard)


class _Group:
    """Cards of one rank that are to be melded, and the meld they join (`before` cards)."""

    def __init__(self, rank: int, cards: list[int], before: int, wilds: int) -> None:
        self.rank, self.cards, self.before, self.wilds = rank, cards, before, wilds
        self.naturals = len(cards)

    @property
    def size(self) -> int:
        return self.before + len(self.cards)

    def takes_a_wild(self, r: Rules) -> bool:
        naturals = self.size - self.wilds
        return self.wilds < naturals and room(r, self.rank, naturals, self.wilds) > 0

    def play(self) -> Play:
        return meld(self.cards, NO_TARGET if self.naturals else self.rank)


def _groups(r: Rules, hand: Holding, melds: Melds) -> tuple[list[_Group], list[int]]:
    """The naturals of a hand in groups that can be melded, and the cards that go with nothing."""
    groups, loose = [], [*hand.bonus, *hand.dead, *hand.open]
    spare = len(hand.wilds)
    for rank, cards in hand.naturals.items():
        seen = melds.get(rank)
        fit = space(r, seen.size if seen else 0)
        if rank in hand.closed:
            loose += cards
        elif len(cards) > fit:
            many = r.dup_after_canasta and len(cards) - fit > 2
            groups.append(_Group(rank, cards[:fit], *(seen or (0, 0))))
            groups += [_Group(rank, cards[fit:], 0, 0)] if many else []
            loose += [] if many else cards[fit:]
        elif seen:
            groups.append(_Group(rank, list(cards), seen.size, seen.wilds))
        elif len(cards) > 2 or (len(cards) == 2 and spare):
            spare -= len(cards) == 2
            groups.append(_Group(rank, list(cards), 0, 0))
        else:
            loose += cards
    return groups, loose


def _spread_wilds(r: Rules, groups: list[_Group], wilds: list[int]) -> None:
    """Put wild cards where they make canastas, the rest where there is room."""
    for size in (CANASTA, CANASTA + r.set_max_wilds):
        for group in sorted(groups, key=lambda group: -group.size):
            while wilds and group.size < size and group.takes_a_wild(r):
                group.cards.append(wilds.pop(0))
                group.wilds += 1


def _last_card(r: Rules, groups: list[_Group], wilds: list[int], loose: list[int], stops: list[int]) -> int:
    """The card to discard: the one that goes with nothing, a wild card left over, else any that can be spared."""
    if r.out_discard == OUT_DISCARD_FORBIDDEN:
        return 0
    if loose:
        return loose[0] if not wilds else 0
    if wilds:
        return wilds.pop() if len(wilds) == 1 else 0
    if len(stops) > 3:
        return stops.pop()
    if r.out_discard != OUT_DISCARD_REQUIRED:
        return 0
    for group in groups:
        if group.cards and (group.before or len(group.cards) > 3) and group.size != CANASTA:
            return group.cards.pop()
    return 0
