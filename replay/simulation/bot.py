"""How a bot plays its turn: what it would like to do, in which order, and what it does if the rules say no.

Holds no rule: it proposes, replay.simulation.turn asks.  All chance comes from one random generator.
"""

from __future__ import annotations

from replay.codes import (
    ASK_REQUIRED,
    CANASTA,
    CLOSED_STOCK,
    HOLDS,
    MELDS,
    NATURAL,
    NOBODY,
    WILD,
)

from random import Random

from data.actions import ANSWER_NO, ANSWER_YES, Kind
from replay.legal import Play
from replay.rules import OPENING_MINIMUM
from replay.rules.ask import partner_of
from replay.rules.end import stock_empty_must_take
from replay.rules.out import is_concealed
from replay.simulation.holding import Holding
from replay.simulation.melding import BLACK_THREE, OutPlan, going_out, meld, most_points, opening, worth
from replay.simulation.scribe import Scribe
from replay.simulation.temperament import PATIENT, Temperament
from replay.simulation.turn import Stuck, Turn
from replay.state import top_card

LONG_DEAL = 40  # cards left in the stock under which nobody waits any longer


class Bot:
    """Plays one turn.  `tempers` are those of all seats: a partner answers by its own."""

    def __init__(self, turn: Turn, tempers: list[Temperament], scribe: Scribe, rng: Random) -> None:
        self.turn = turn
        self.table = turn.table
        self.r = turn.table.r
        self.temper = tempers[turn.seat]
        self.tempers = tempers
        self.scribe = scribe
        self.rng = rng
        self.hand = turn.holding()

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    def play(self) -> bool:
        """Play the turn; False if the seat plays no turn, because the stock is used up and the pile not taken."""
        turn = self.turn
        self.lay_dealt()
        self.ask_early()
        if self.take_pile():
            if self.finish():
                turn.forget()
                return True
            turn.back()
            self.hand = turn.holding()
        if not turn.draw(self.r.stock_draw):
            return False
        self.hand = turn.holding()
        if not self.finish():
            raise Stuck("no way to end the turn")
        return True

    def lay_dealt(self) -> None:
        """Red threes that the hand was dealt, or has kept, are laid and replaced before anything else."""
        if self.hand.bonus:
            self.turn.must(Play(Kind.BONUS, tuple(self.hand.bonus)))
            self.turn.draw(len(self.hand.bonus))
            self.hand = self.turn.holding()

    # -- the pile

    def take_pile(self) -> bool:
        """Take the pile with a meld that pays for it; the mark before the take is left standing."""
        top = top_card(self.table.s)
        if not top or self.r.role[top] != NATURAL:
            return False
        claims = self.claims(top)
        if not claims or not (self.wants_pile() or self.must_take()):
            return False
        for claim in claims:
            before = self.turn.holding()
            before.without(claim.cards[1:])
            self.turn.mark()
            stated = self.scribe.stated_take(self.turn.cards.pile(), self.rng)
            if self.turn.take(claim, stated) and self.open_with(before):
                self.hand = self.turn.holding()
                return True
            self.turn.back()
        return False

    def claims(self, top: int) -> list[Play]:
        """Melds with the top card that the cards allow, those that the bot likes best first."""
        hand, rank = self.hand, self.r.rank[top]
        mine = hand.naturals.get(rank, [])
        own = rank in self.turn.melds()
        found = []
        if own:
            found.append(meld((top,)))
        if len(mine) >= 2:
            found.append(meld((top, *mine)))
            if hand.wilds and self.chance(self.temper.spends):
                found.insert(0, meld((top, *mine, hand.wilds[0])))
            if len(mine) > 2 and self.chance(0.2):
                found.insert(0, meld((top, *mine[:2])))
        if mine and hand.wilds:
            found.append(meld((top, *mine, hand.wilds[0])))
        if own and len(found) > 1 and self.chance(0.5):
            found.append(found.pop(0))
        return found

    def wants_pile(self) -> bool:
        s, temper = self.table.s, self.temper
        if s.pile_size >= temper.large or s.stock_size == 0:
            return self.chance(0.9)
        return self.chance(temper.take * min(1.0, s.pile_size / 4))

    def must_take(self) -> bool:
        """Whether the rules would not let the deal end here."""
        table = self.table
        if table.s.stock_size:
            return False
        table.s.closing = CLOSED_STOCK
        table.a.reset(0, self.turn.seat, -1)
        forced = stock_empty_must_take(table.r, table.s, table.a) != HOLDS
        table.s.closing = -1
        return forced

    def open_with(self, rest: Holding) -> bool:
        """Lay what makes a take an initial meld of enough points; True for a side that is open.

        `rest` is the hand as it was before the take, without the cards that paid for it.
        """
        if not self.table.s.opening:
            return True
        need = self.minimum() - self.table.s.opening_points
        if need > 0:
            plan = opening(self.r, rest, need, everything=False) if most_points(self.r, rest) >= need else None
            if plan is None or not all(self.turn.attempt(play) for play in plan):
                return False
        return all(rule is not OPENING_MINIMUM for rule in self.table.end_of_melds())

    def minimum(self) -> int:
        s = self.table.s
        side = s.seat_side[self.turn.seat]
        return self.r.minimum(s.score[side]) + s.raised[side]

    # -- melds

    def finish(self) -> bool:
        """Meld, discard and end the turn; False if the rules do not let it end so."""
        s = self.table.s
        if s.stock_dead == 1:
            return not self.table.end_turn()
        if self.go_out():
            return True
        if s.asked and s.answer == ANSWER_YES:
            return False
        self.lay_melds()
        if not self.table.s.stock_dead:
            self.discard()
        return not self.table.end_turn()

    def lay_melds(self) -> None:
        s, temper = self.table.s, self.temper
        if not s.opened[s.table_of[self.turn.seat]]:
            late = s.stock_size < LONG_DEAL
            if self.chance(temper.opens if temper.opens >= PATIENT or not late else 0.3):
                self.open()
            return
        eager = temper.lays if s.stock_size >= LONG_DEAL else max(temper.lays, 0.5)
        self.lay_naturals(eager)
        self.lay_wilds()

    def open(self) -> None:
        """Make the initial meld if the hand is good for it."""
        need = self.minimum()
        if most_points(self.r, self.hand) < need:
            return
        plan = opening(self.r, self.hand, need, everything=self.chance(self.temper.lays))
        if plan is None or self.hand.size - sum(len(play.cards) for play in plan) < 2:
            return
        self.turn.mark()
        if all(self.turn.attempt(play) for play in plan) and not self.table.end_of_melds():
            self.turn.forget()
        else:
            self.turn.back()
        self.hand = self.turn.holding()

    def lay_naturals(self, eager: float) -> None:
        """Add to melds and begin new ones, but keep two cards."""
        melds = self.turn.melds()
        left = self.hand.size
        for rank, cards in list(self.hand.naturals.items()):
            if left - len(cards) < 2 or not self.chance(eager):
                continue
            if rank in melds or len(cards) > 2:
                left -= len(cards) * self.turn.attempt(meld(cards))
            elif len(cards) == 2 and self.hand.wilds and left > 4 and self.chance(self.temper.spends):
                pair = meld((*cards, self.hand.wilds[0]))
                if self.turn.attempt(pair):
                    self.hand.wilds.pop(0)
                    left -= 3
        self.hand = self.turn.holding()

    def lay_wilds(self) -> None:
        """Add wild cards to long melds."""
        if not self.hand.wilds:
            return
        for rank, seen in self.turn.melds().items():
            size = seen.size
            while self.hand.wilds and self.hand.size > 2 and 3 < size < CANASTA and self.chance(self.temper.spends):
                if rank == BLACK_THREE or not self.turn.attempt(meld(self.hand.wilds[:1], rank)):
                    break
                self.hand.wilds.pop(0)
                self.hand.size -= 1
                size += 1

    # -- going out

    def go_out(self) -> bool:
        """Go out if the hand can and the bot wants to; a partner who was asked may say no."""
        s = self.table.s
        bound = s.asked and s.answer == ANSWER_YES
        if (s.asked and not bound) or not (bound or self.chance(self.temper.goes_out)):
            return False
        for plan in self.ways_out():
            self.turn.mark()
            asks = not bound and self.wants_to_ask() and self.turn.attempt(Play(Kind.ASK, amount=ANSWER_YES))
            if not self.carry_out(plan):
                self.turn.back()
                continue
            if asks and not self.partner_consents():
                self.turn.back()
                self.turn.must(Play(Kind.ASK, amount=ANSWER_NO))
                return False
            self.turn.forget()
            return True
        return False

    def ways_out(self) -> list[OutPlan]:
        """Plans to play the whole hand: from the hand alone first, where that may be concealed."""
        s, seat = self.table.s, self.turn.seat
        melds = self.turn.melds()
        first = not s.laid_before[seat] and not s.melded and self.hand.size > CANASTA
        ways = [going_out(self.r, self.hand, melds, joins=False)] if first else []
        ways.append(going_out(self.r, self.hand, melds, joins=True))
        return [way for way in ways if way]

    def wants_to_ask(self) -> bool:
        if partner_of(self.table.s, self.turn.seat) == NOBODY or self.table.s.asked:
            return False
        return self.r.ask_partner == ASK_REQUIRED or self.chance(self.temper.asks)

    def partner_consents(self) -> bool:
        s = self.table.s
        partner = partner_of(s, self.turn.seat)
        few = s.hand_size[partner] < 6
        return self.chance(self.tempers[partner].consents + 0.3 * few)

    def carry_out(self, plan: OutPlan) -> bool:
        """Play the plan to the end; False as soon as a rule stands against it."""
        if not all(self.turn.attempt(play) for play in plan.melds):
            return False
        if plan.discard and not self.turn.attempt(Play(Kind.DISCARD, (plan.discard,))):
            return False
        if self.scribe.says_out:
            self.turn.must(Play(Kind.OUT, amount=int(is_concealed(self.r, self.table.s))))
        return not self.table.end_turn() and bool(self.table.s.went_out)

    def ask_early(self) -> None:
        """Ask before drawing, with a hand that goes out whatever comes."""
        s, hand = self.table.s, self.hand
        if (
            hand.size > 8
            or s.stock_size < LONG_DEAL // 4
            or not self.chance(self.temper.asks)
            or not self.wants_to_ask()
        ):
            return
        plan = going_out(self.r, hand, self.turn.melds(), joins=True)
        if plan is None or plan.discard or not s.opened[s.table_of[self.turn.seat]] or self.r.stock_draw > 1:
            return
        yes = self.partner_consents()
        self.turn.attempt(Play(Kind.ASK, amount=ANSWER_YES if yes else ANSWER_NO))

    # -- the discard

    def discard(self) -> None:
        """Discard the card that the bot likes least to keep and most to give away."""
        hand = self.turn.holding()
        for card in self.by_liking(hand):
            if self.turn.attempt(Play(Kind.DISCARD, (card,))):
                return

    def by_liking(self, hand: Holding) -> list[int]:
        s, temper, rng = self.table.s, self.temper, self.rng.random
        melds, wanted = self.turn.melds(), self.wanted_by_others()
        freezes = self.would_freeze() and hand.wilds and self.chance(temper.freezes)
        liking: dict[int, float] = {card: (9.0 if freezes else -9.0) + rng() for card in hand.wilds}
        for card in hand.stops:
            liking[card] = temper.careful * (2.0 if s.pile_size > 3 else 0.5) + rng()
        for rank, cards in hand.naturals.items():
            value = -2.0 * temper.keeps * (len(cards) - 1) + 2 * rng() - 3.0 * (rank in melds)
            if rank in wanted:
                value -= 1.5 * temper.careful
            liking[cards[0]] = value - worth(self.r, cards[:1]) / 20
        return sorted(liking, key=liking.__getitem__, reverse=True)

    def would_freeze(self) -> bool:
        """Whether a wild card on the pile would hurt the others more than it costs."""
        s = self.table.s
        return s.pile_size > 2 and self.r.role[top_card(s)] != WILD and (not s.pile_wilds or self.chance(0.1))

    def wanted_by_others(self) -> set[int]:
        """Ranks of melds at other tables."""
        s = self.table.s
        own = s.table_of[self.turn.seat]
        return {
            s.meld_rank[table * MELDS + number]
            for table in range(s.sides)
            if table != own
            for number in range(s.meld_count[table])
        }
