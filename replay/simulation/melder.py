"""How a bot melds: to open, and what it lays once its side is open.

Holds no rule: it proposes, replay.simulation.turn asks.  All chance comes from one random generator.
"""

from __future__ import annotations

from random import Random

from data.actions import Status
from replay.codes import (
    CANASTA,
    NOBODY,
)
from replay.legal import Play
from replay.simulation import others
from replay.simulation.holding import Holding
from replay.simulation.limits import can_be_stuck, costly, room
from replay.simulation.melding import SAFE, meld, most_points, opening, worth
from replay.simulation.scribe import Scribe
from replay.simulation.temperament import PATIENT, Mood
from replay.simulation.turn import Turn

SHORT = 40  # cards left in the stock under which nobody waits any longer
SLIP = 0.02  # chance to show an initial meld that is too small


class Melder:
    """Sees the hand and the melds of the seat to move, and melds by its temperament."""

    def __init__(self, turn: Turn, mood: Mood, scribe: Scribe, rng: Random) -> None:
        self.turn = turn
        self.table = turn.table
        self.r = turn.table.r
        self.mood = mood
        self.temper = mood.tempers[turn.seat]
        self.scribe = scribe
        self.rng = rng
        self.wary = can_be_stuck(self.r)
        self.special_size = self.r.hand_size + self.r.stock_draw if any(self.r.special_points) else NOBODY
        self.look()

    def look(self) -> None:
        """See hand and melds as they are now."""
        self.hand = self.turn.holding()
        self.melds = self.turn.melds()

    def has_opened(self) -> bool:
        s = self.table.s
        return s.opened[s.table_of[self.turn.seat]] > 0

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    def go_back(self) -> None:
        self.turn.back()
        self.look()

    def minimum(self) -> int:
        s = self.table.s
        side = s.seat_side[self.turn.seat]
        return self.r.minimum(s.score[side], s.deal) + s.raised[side]

    def lay_melds(self) -> None:
        s, temper = self.table.s, self.temper
        short = s.stock_size < SHORT
        if self.has_opened():
            if self.r.many_melds or self.r.wild_melds:
                self.lay_no_sets(temper.lays)
            self.lay_naturals(max(temper.lays, 0.5) if short else temper.lays)
            self.lay_wilds()
        elif self.chance(0.3 if short and temper.opens < PATIENT else temper.opens):
            self.open()
            if not self.table.s.opening and self.chance(SLIP):
                self.show_too_little()

    def open(self) -> None:
        """Make the initial meld if the hand is good for it."""
        plan = self.opening_of(self.hand, self.minimum(), everything=self.chance(self.temper.lays))
        if plan is None or self.hand.size - sum(len(play.cards) for play in plan) < 2:
            return
        self.turn.mark()
        if all(self.turn.attempt(play) for play in plan) and not self.table.end_of_melds():
            self.turn.forget()
            self.draft()
            self.look()
        else:
            self.go_back()

    def opening_of(self, hand: Holding, need: int, *, everything: bool) -> list[Play] | None:
        """Melds that open with at least `need` points; where the game has melds that are no sets, those first."""
        if not self.r.many_melds and not self.r.wild_melds:
            return opening(self.r, hand, need, everything=everything) if most_points(self.r, hand) >= need else None
        plays = self.no_sets(hand)
        rest = hand.less(plays)
        need -= sum(worth(self.r, play.cards) for play in plays)
        plan = opening(self.r, rest, max(0, need), everything=everything)
        if plan is None and (need > 0 or not plays):
            return None
        return plays + (plan or [] if everything or need > 0 else [])

    def no_sets(self, hand: Holding) -> list[Play]:
        """New runs and wild cards alone that the bot would lay from this hand."""
        s, seat = self.table.s, self.turn.seat
        plays = others.new_runs(self.r, s, seat, hand) if self.r.sequences and self.chance(0.9) else []
        if self.r.wild_melds and self.chance(self.temper.spends):
            plays += others.wild_melds(self.r, s, seat, hand.less(plays))[:1]
        return plays

    def wilds_alone(self, hand: Holding) -> list[Play]:
        return others.wild_melds(self.r, self.table.s, self.turn.seat, hand)[:1] if self.r.wild_melds else []

    def draft(self) -> None:
        """Cards that an initial meld brings, where the game gives some."""
        if self.r.draft:
            self.turn.draw(min(self.r.draft, len(self.turn.cards.stock) - self.turn.cards.drawn))

    def lay_no_sets(self, eager: float) -> None:
        """Lengthen runs, begin new ones, unite sets, lay wild cards alone; keep two cards."""
        r, s, seat = self.r, self.table.s, self.turn.seat
        if r.sequences:
            self.lay_some(others.longer_runs(r, s, seat, self.hand), eager)
            self.lay_some(others.wheel_on_runs(r, s, seat, self.hand), eager)
            self.lay_some(others.new_runs(r, s, seat, self.hand), eager)
        if r.dup_sets:
            self.lay_some(others.unions(s, seat)[:1], eager)
            self.lay_some(others.second_sets(s, seat, self.hand), eager)
        if r.wild_melds and self.chance(self.temper.spends):
            ways = others.wild_melds(r, s, seat, self.hand)
            if not self.lay_some(ways[:1], 1.0):
                self.lay_some(ways[1:], 1.0)

    def lay_some(self, plays: list[Play], eager: float) -> bool:
        """Lay some of these plays, which share no card; True if any was laid."""
        laid = False
        for play in plays:
            if self.hand.size - len(play.cards) > 1 and self.chance(max(eager, 0.3)) and self.turn.attempt(play):
                self.hand.without(play.cards)
                laid = True
        if laid:
            self.look()
        return laid

    def show_too_little(self) -> None:
        """Show an initial meld that is too small, and take it back."""
        slipped = self.table.s.taken_back[self.table.s.seat_side[self.turn.seat]]
        groups = [cards for cards in self.hand.naturals.values() if len(cards) > 2]
        if groups and self.r.opening_bump and not slipped and worth(self.r, groups[0]) < self.minimum():
            self.turn.must(meld(groups[0])._replace(status=Status.RETRACTED))

    def lay_naturals(self, eager: float) -> None:
        """Add to melds and begin new ones, but keep two cards."""
        left = self.hand.size
        for rank, cards in self.hand.naturals.items():
            if rank in self.hand.closed:
                continue
            if rank not in self.melds and len(cards) < SAFE and costly(self.r, rank):
                continue
            goes = rank in self.melds or len(cards) > 2
            pairs = len(cards) == 2 and bool(self.hand.wilds) and left > 4 and room(self.r, rank, 2, 0) > 0
            if not (goes or pairs) or left - len(cards) < 2 or not self.chance(eager):
                continue
            if goes:
                left -= len(cards) * self.turn.attempt(meld(cards))
            elif self.chance(self.temper.spends) and self.turn.attempt(meld((*cards, self.hand.wilds[0]))):
                self.hand.wilds.pop(0)
                left -= 3
        if left < self.hand.size:
            self.look()

    def lay_wilds(self) -> None:
        """Add wild cards to long melds."""
        hand = self.hand
        if not hand.wilds:
            return
        for rank, seen in self.melds.items():
            size = seen.size
            while hand.wilds and hand.size > 2 and 3 < size < CANASTA and self.chance(self.temper.spends):
                if rank == self.r.stop_rank or not room(self.r, rank, seen.size - seen.wilds, seen.wilds):
                    break
                if not self.turn.attempt(meld(hand.wilds[:1], rank)):
                    break
                hand.wilds.pop(0)
                hand.size -= 1
                size += 1
