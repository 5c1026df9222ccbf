"""How a bot plays its turn: what it would like to do, in which order, and what it does if the rules say no.

Holds no rule: it proposes, replay.simulation.turn asks.  All chance comes from one random generator.
"""

from __future__ import annotations

from random import Random

from data.actions import ANSWER_NO, ANSWER_YES, Kind, Status
from replay.codes import ASK_REQUIRED, CANASTA, CLOSED_STOCK, HOLDS, NATURAL, NOBODY
from replay.legal import Play
from replay.rules import OPENING_MINIMUM
from replay.rules.ask import partner_of
from replay.rules.end import stock_empty_must_take
from replay.rules.out import is_concealed
from replay.simulation.discarding import by_liking
from replay.simulation.melding import BLACK_THREE, OutPlan, going_out, meld, most_points, opening, worth
from replay.simulation.scribe import Scribe
from replay.simulation.temperament import PATIENT, Mood
from replay.simulation.turn import Stuck, Turn
from replay.state import top_card

SHORT = 40  # cards left in the stock under which nobody waits any longer
SLIP = 0.02  # chance to show an initial meld that is too small
FEW = 6  # cards in a hand that its owner does not mind losing


class Bot:
    """Plays one turn.  `mood` is that of the deal; a partner answers by its own temperament."""

    def __init__(self, turn: Turn, mood: Mood, scribe: Scribe, rng: Random) -> None:
        self.turn = turn
        self.table = turn.table
        self.r = turn.table.r
        self.mood = mood
        self.temper = mood.tempers[turn.seat]
        self.scribe = scribe
        self.rng = rng
        self.look()

    def look(self) -> None:
        """See hand and melds as they are now."""
        self.hand = self.turn.holding()
        self.melds = self.turn.melds()

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    def play(self) -> bool:
        """Play the turn; False if the seat plays no turn, because the stock is used up and the pile not taken."""
        self.lay_dealt()
        self.ask_early()
        if self.take_pile():
            if self.finish():
                self.turn.forget()
                return True
            self.go_back()
        if not self.turn.cards.any_left():
            return False
        self.hand.add(self.r, self.turn.draw(self.r.stock_draw))
        if not self.finish():
            raise Stuck("no way to end the turn")
        return True

    def lay_dealt(self) -> None:
        """Red threes that the hand was dealt, or has kept, are laid and replaced before anything else."""
        if self.hand.bonus:
            self.turn.must(Play(Kind.BONUS, tuple(self.hand.bonus)))
            self.turn.draw(len(self.hand.bonus))
            self.look()

    def go_back(self) -> None:
        self.turn.back()
        self.look()

    # -- the pile

    def take_pile(self) -> bool:
        """Take the pile with a meld that pays for it; the mark before the take is left standing."""
        top = top_card(self.table.s)
        if not top or self.r.role[top] != NATURAL:
            return False
        claims = self.claims(top)
        if not claims or not (self.wants_pile() or self.must_take()):
            return False
        stated = self.scribe.stated_take(self.turn.cards.pile(), self.rng)
        for claim in claims:
            self.turn.mark()
            if self.turn.take(claim, stated) and self.open_with(claim):
                self.look()
                return True
            self.go_back()
        return False

    def claims(self, top: int) -> list[Play]:
        """Melds with the top card that the cards allow, those that the bot likes best first."""
        hand, rank = self.hand, self.r.rank[top]
        mine = hand.naturals.get(rank, [])
        own = rank in self.melds
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

    def open_with(self, claim: Play) -> bool:
        """Lay what makes a take an initial meld of enough points; True for a side that is open."""
        if not self.table.s.opening:
            return True
        rest = self.hand  # as it was before the take
        rest.without(claim.cards[1:])
        need = self.minimum() - self.table.s.opening_points
        if need > 0:
            plan = opening(self.r, rest, need, everything=False) if most_points(self.r, rest) >= need else None
            if plan is None or not all(self.turn.attempt(play) for play in plan):
                return False
        return all(rule is not OPENING_MINIMUM for rule in self.table.end_of_melds())

    def minimum(self) -> int:
        s = self.table.s
        side = s.seat_side[self.turn.seat]
        return self.r.minimum(s.score[side], s.deal) + s.raised[side]

    # -- melds

    def finish(self) -> bool:
        """Meld, discard and end the turn; False if the rules do not let it end so."""
        if self.table.s.stock_dead == 1:
            return not self.table.end_turn()
        if self.go_out():
            return True
        if self.must_go_out():
            return False
        self.lay_melds()
        if not self.table.s.stock_dead:
            self.discard()
        return not self.table.end_turn()

    def lay_melds(self) -> None:
        s, temper = self.table.s, self.temper
        short = s.stock_size < SHORT
        if s.opened[s.table_of[self.turn.seat]]:
            self.lay_naturals(max(temper.lays, 0.5) if short else temper.lays)
            self.lay_wilds()
        elif self.chance(0.3 if short and temper.opens < PATIENT else temper.opens):
            self.open()
            if not self.table.s.opening and self.chance(SLIP):
                self.show_too_little()

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
            self.look()
        else:
            self.go_back()

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
            goes = rank in self.melds or len(cards) > 2
            pairs = len(cards) == 2 and bool(self.hand.wilds) and left > 4
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
                if rank == BLACK_THREE or not self.turn.attempt(meld(hand.wilds[:1], rank)):
                    break
                hand.wilds.pop(0)
                hand.size -= 1
                size += 1

    # -- going out

    def go_out(self) -> bool:
        """Go out if the hand can and the bot wants to; a partner who was asked may say no."""
        bound = self.must_go_out()
        if not bound and (self.table.s.asked or not self.chance(self.temper.goes_out * self.mood.hurry)):
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

    def must_go_out(self) -> bool:
        return bool(self.table.s.asked and self.table.s.answer == ANSWER_YES)

    def ways_out(self) -> list[OutPlan]:
        """Plans to play the whole hand: from the hand alone first, where that may be concealed."""
        s, seat = self.table.s, self.turn.seat
        first = not s.laid_before[seat] and not s.melded and self.hand.size > CANASTA
        ways = [going_out(self.r, self.hand, self.melds, joins=False)] if first else []
        ways.append(going_out(self.r, self.hand, self.melds, joins=True))
        return [way for way in ways if way]

    def wants_to_ask(self) -> bool:
        if partner_of(self.table.s, self.turn.seat) == NOBODY or self.table.s.asked:
            return False
        return self.r.ask_partner == ASK_REQUIRED or self.chance(self.temper.asks)

    def partner_consents(self) -> bool:
        s = self.table.s
        partner = partner_of(s, self.turn.seat)
        return self.chance(self.mood.tempers[partner].consents + 0.3 * (s.hand_size[partner] < FEW))

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
        s = self.table.s
        if self.hand.size > FEW + 2 or s.stock_size < SHORT // 4 or not s.opened[s.table_of[self.turn.seat]]:
            return
        if not self.chance(self.temper.asks / 2) or not self.wants_to_ask() or not self.would_go_out():
            return
        self.turn.must(Play(Kind.ASK, amount=ANSWER_YES if self.partner_consents() else ANSWER_NO))

    def would_go_out(self) -> bool:
        """Whether the bot, asking now and drawing, could go out; tried and taken back."""
        self.turn.mark()
        goes = self.turn.attempt(Play(Kind.ASK, amount=ANSWER_YES))
        if goes:
            self.turn.draw(self.r.stock_draw)
            self.look()
            goes = not self.table.s.stock_dead and any(self.carry_out(plan) for plan in self.ways_out()[-1:])
        self.go_back()
        return goes

    # -- the discard

    def discard(self) -> None:
        """Discard the card that the bot likes best to be rid of, of those that it may."""
        if self.table.s.melded:
            self.hand = self.turn.holding()
        liking = by_liking(self.r, self.table.s, self.hand, self.melds, self.temper, self.rng)
        for card in liking:
            if self.turn.attempt(Play(Kind.DISCARD, (card,))):
                return
