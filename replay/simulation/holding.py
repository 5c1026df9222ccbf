"""What a bot sees when it is to move: its hand sorted by use, and the melds of its own table."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import NamedTuple

from replay.canastas import is_dead
from replay.codes import BONUS_CARD, CANASTA, DEAD_CARD, MELDS, NATURAL, OPEN_CARD, STOP_CARD, WILD
from replay.kernel_rules import Rules
from replay.legal import Play
from replay.state import State, find_set, meld_size


class Holding:
    """The cards of one hand: naturals by rank, wild cards (the cheapest first), black threes, bonus cards."""

    def __init__(self, r: Rules, s: State, seat: int, gone: list[int]) -> None:
        self.naturals: dict[int, list[int]] = {}
        self.wilds: list[int] = []
        self.stops: list[int] = []
        self.bonus: list[int] = []
        self.dead: list[int] = []
        self.open: list[int] = []
        self.closed: set[int] = set()  # ranks of which nothing is melded any more
        self.size = 0
        base = seat * s.kinds
        for kind, count in enumerate(s.hand[base : base + s.kinds]):
            if count and (not gone or count > gone.count(kind)):
                self._put(r, kind, count - gone.count(kind) if gone else count)
        self.wilds.sort(key=r.points.__getitem__)
        if r.dead_ranks:
            self.closed = {rank for rank in self.naturals if is_dead(s, rank, -1)}

    def _put(self, r: Rules, kind: int, count: int) -> None:
        role = r.role[kind]
        self.size += count
        if role == NATURAL:
            rank = r.rank[kind]
            if rank not in self.naturals:
                self.naturals[rank] = []
            self.naturals[rank] += [kind] * count
        elif role == WILD:
            self.wilds += [kind] * count
        elif role == STOP_CARD:
            self.stops += [kind] * count
        elif role == BONUS_CARD:
            self.bonus += [kind] * count
        elif role == DEAD_CARD:
            self.dead += [kind] * count
        elif role == OPEN_CARD:
            self.open += [kind] * count

    def add(self, r: Rules, cards: Iterable[int]) -> None:
        """Cards that come into the hand."""
        for card in cards:
            self._put(r, card, 1)
        self.wilds.sort(key=r.points.__getitem__)

    def declare(self, r: Rules, kind: int) -> None:
        """Count the card that its owner declares as what it is to be played as; as a bonus card it waits to be laid."""
        if not self.open or r.role[kind] == BONUS_CARD:
            return
        self.open.pop()
        self.size -= 1
        self.add(r, (kind,))

    def less(self, plays: Iterable[Play]) -> Holding:
        """A hand of its own: what is left once these are played."""
        left = copy(self)
        left.naturals = {rank: list(cards) for rank, cards in self.naturals.items()}
        left.wilds, left.stops, left.bonus = list(self.wilds), list(self.stops), list(self.bonus)
        left.dead, left.open = list(self.dead), list(self.open)
        for play in plays:
            left.without(play.cards)
        return left

    def without(self, cards: tuple[int, ...]) -> None:
        """Take cards out that are to be played."""
        for card in cards:
            for group in (self.wilds, self.stops, self.bonus, self.dead, self.open, *self.naturals.values()):
                if card in group:
                    group.remove(card)
                    self.size -= 1
                    break
        self.naturals = {rank: group for rank, group in self.naturals.items() if group}


class MeldSeen(NamedTuple):
    """A meld of the own table."""

    size: int
    wilds: int


def _is_full(r: Rules, s: State, meld: int) -> bool:
    """Whether a finished canasta takes no more natural cards."""
    too_long = r.set_max and meld_size(s, meld) >= r.set_max
    return bool(too_long or not r.natural_on_complete or (s.meld_wilds[meld] and not r.natural_on_mixed))


def own_melds(r: Rules, s: State, seat: int) -> dict[int, MeldSeen]:
    """The melds that the seat may add to, by rank; where finished ones are closed, those that are not."""
    table = s.table_of[seat]
    found: dict[int, MeldSeen] = {}
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        rank = s.meld_rank[meld]
        if r.dup_after_canasta:
            if meld_size(s, meld) >= CANASTA and (rank in found or _is_full(r, s, meld)):
                continue
        elif rank in found:
            meld = find_set(s, table, rank, s.seat_side[seat])
        if rank:
            found[rank] = MeldSeen(meld_size(s, meld), s.meld_wilds[meld])
    return found
