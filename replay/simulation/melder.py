"""How a bot melds: to open, and what it lays once its side is open.

Holds no rule: it proposes, replay.simulation.turn asks.  All chance comes from one random generator.
"""

from __future__ import annotations

from random import Random

from data.actions import Kind, Status
from replay.canastas import canastas_of_kind
from replay.codes import (
    BONUS_ON_CANASTA,
    CANASTA,
    KIND_MIXED,
    KIND_WILD,
    NO_PACKET,
    NOBODY,
    TRIGGER_HAND_EMPTY,
)
from replay.legal import Play
from replay.packets import next_packet
from replay.simulation import other_melds
from replay.simulation.holding import Holding
from replay.simulation.limits import can_be_stuck, costly, room, space
from replay.simulation.melding import SAFE, meld, most_points, opening, worth
from replay.simulation.scribe import Scribe
from replay.simulation.temperament import PATIENT, Mood
from replay.simulation.turn import Turn

SHORT = 40  # cards left in the stock under which nobody waits any longer
HOLDS_BACK = 0.3  # chance to keep a red three that may be kept
SINGLE_MINDED = 0.9  # chance to keep wild cards for the canasta that a side still needs
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

    def next_packet(self) -> int:
        """The second hand that waits for the seat, codes.NO_PACKET if there is none."""
        return next_packet(self.table.s, self.turn.seat) if self.r.packet_trigger else NO_PACKET

    def keeps(self) -> int:
        """Cards that stay in the hand when all is melded: none where another hand waits for that."""
        return 0 if self.r.packet_trigger == TRIGGER_HAND_EMPTY and self.next_packet() != NO_PACKET else 2

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
        if plan is None or self.hand.size - sum(len(play.cards) for play in plan) < self.keeps():
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
        plays = other_melds.new_runs(self.r, s, seat, hand) if self.r.sequences and self.chance(0.9) else []
        if self.r.wild_melds and self.chance(self.temper.spends):
            plays += other_melds.wild_melds(self.r, s, seat, hand.less(plays))[:1]
        return plays

    def draft(self) -> None:
        """Cards that an initial meld brings, where the game gives some."""
        if self.r.draft:
            self.turn.draw(min(self.r.draft, len(self.turn.cards.stock) - self.turn.cards.drawn))

    def lay_no_sets(self, eager: float) -> None:
        """Lengthen runs, begin new ones, unite sets, lay wild cards alone; keep two cards."""
        r, s, seat = self.r, self.table.s, self.turn.seat
        if r.sequences:
            self.lay_some(other_melds.longer_runs(r, s, seat, self.hand), eager)
            self.lay_some(other_melds.wheel_on_runs(r, s, seat, self.hand), eager)
            self.lay_some(other_melds.new_runs(r, s, seat, self.hand), eager)
        if r.dup_sets:
            self.lay_some(other_melds.unions(s, seat)[:1], eager)
            self.lay_some(other_melds.second_sets(s, seat, self.hand), eager)
        if r.wild_melds and self.chance(SINGLE_MINDED if self.lacks(KIND_WILD) else self.temper.spends):
            ways = other_melds.wild_melds(r, s, seat, self.hand)
            if not self.lay_some(ways[:1], 1.0):
                self.lay_some(ways[1:], 1.0)

    def lay_some(self, plays: list[Play], eager: float) -> bool:
        """Lay some of these plays, which share no card; True if any was laid."""
        laid = False
        keeps = self.keeps()
        for play in plays:
            if self.hand.size - len(play.cards) >= keeps and self.chance(max(eager, 0.3)) and self.turn.attempt(play):
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
        """Add to melds and begin new ones, but keep two cards, or none where another hand waits."""
        left = self.hand.size
        keeps = self.keeps()
        mixes = self.mixes()
        for rank, group in self.hand.naturals.items():
            seen = self.melds.get(rank)
            if rank in self.hand.closed or (not seen and len(group) < SAFE and costly(self.r, rank)):
                continue
            cards = group[: space(self.r, seen.size if seen else 0)]
            goes = bool(cards) if seen else len(cards) > 2
            pairs = len(cards) == 2 and bool(self.hand.wilds) and left > keeps + 2 and room(self.r, rank, 2, 0) > 0
            if not (goes or (pairs and mixes)) or left - len(cards) < keeps or not self.chance(eager):
                continue
            if goes:
                left -= len(cards) * self.turn.attempt(meld(cards))
            elif self.chance(self.temper.spends) and self.turn.attempt(meld((*cards, self.hand.wilds[0]))):
                self.hand.wilds.pop(0)
                left -= 3
        if left < self.hand.size:
            self.look()

    def lacks(self, kind: int) -> bool:
        """Whether the game asks for a canasta of this kind, and the side has it not yet."""
        table = self.table
        own = table.s.table_of[self.turn.seat]
        return self.r.need[kind] > canastas_of_kind(self.r, table.s, own, kind)

    def lay_wilds(self) -> None:
        """Add wild cards to long melds; not where they are wanted for a canasta of their own."""
        hand = self.hand
        if not hand.wilds or (self.r.needs_kinds and self.lacks(KIND_WILD) and self.chance(SINGLE_MINDED)):
            return
        keeps = self.keeps()
        for rank, seen in self.melds.items():
            naturals, wilds = seen.size - seen.wilds, seen.wilds
            while hand.wilds and hand.size > keeps and 3 < naturals + wilds < CANASTA and self.mixes(wilds):
                if rank == self.r.stop_rank or not room(self.r, rank, naturals, wilds):
                    break
                if not self.chance(self.temper.spends) or not self.turn.attempt(meld(hand.wilds[:1], rank)):
                    break
                hand.wilds.pop(0)
                hand.size -= 1
                wilds += 1

    def mixes(self, wilds: int = 0) -> bool:
        """Whether a set with so many wild cards is to have one more: where canastas of certain kinds are needed, no
        more are mixed than have to be.
        """
        if wilds or not self.r.needs_kinds or not self.r.need[KIND_MIXED]:
            return True
        return other_melds.mixed_sets(self.table.s, self.turn.seat) < self.r.need[KIND_MIXED]

    # -- second hands and red threes

    def lay_all(self) -> None:
        """Lay melds from one hand after the other, as long as the turn lasts."""
        self.lay_melds()
        while self.take_up() and not self.r.packet_ends_turn:
            self.lay_melds()

    def take_up(self) -> bool:
        """Take up the next hand if it has been earned, and lay its red threes."""
        packet = self.next_packet()
        if packet == NO_PACKET or not self.turn.attempt(Play(Kind.TAKE_PACKET, target=packet)):
            return False
        self.look()
        if not self.table.s.packet_late:
            self.lay_bonus()
        return True

    def lay_bonus(self) -> None:
        """Red threes go where the game puts them, and cards come for them."""
        reds = self.turn.laid_at_once(self.hand.bonus)
        if reds and self.r.bonus_may_hold and not self.has_opened() and self.chance(HOLDS_BACK):
            reds = reds[self.r.bonus_may_hold :]
        if reds:
            self.turn.must(Play(Kind.BONUS, reds))
            if self.r.bonus_replaced:
                self.turn.draw(len(reds))
            self.look()
        elif self.hand.bonus and self.r.bonus_role == BONUS_ON_CANASTA:
            while self.hand.bonus and self.turn.attempt(Play(Kind.BONUS, (self.hand.bonus[0],))):
                self.look()
