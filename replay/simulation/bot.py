"""How a bot plays its turn: what it would like to do, in which order, and what it does if the rules say no.

Holds no rule: it proposes, replay.simulation.turn asks.  All chance comes from one random generator.
"""

from __future__ import annotations

from itertools import chain

from data.actions import ANSWER_NO, ANSWER_YES, Kind
from replay.codes import (
    ASK_REQUIRED,
    CANASTA,
    CLOSED_STOCK,
    HAND_DEALT_CANASTA,
    HOLDS,
    NATURAL,
    NO_PACKET,
    NOBODY,
    OPENING_AFTER_HAND_MELD,
    PACKET_TALON,
    TALON_FROM_STOCK,
    WILD,
)
from replay.legal import TAKE, Play
from replay.packets import talon_due
from replay.rules import OPENING_MINIMUM
from replay.rules.ask import partner_of
from replay.rules.end import stock_empty_must_take
from replay.rules.out import is_concealed
from replay.simulation import other_melds
from replay.simulation.discarding import by_liking
from replay.simulation.limits import space
from replay.simulation.melder import SHORT
from replay.simulation.melding import OutPlan, going_out, meld, most_points, opening
from replay.simulation.specialist import Specialist
from replay.simulation.turn import Stuck
from replay.state import top_card
from replay.taking import due_from_pile

FORGETS = 0.05  # chance to forget what one has earned
FEW = 6  # cards in a hand that its owner does not mind losing


class Bot(Specialist):
    """Plays one turn.  `mood` is that of the deal; a partner answers by its own temperament."""

    def play(self) -> bool:
        """Play the turn; False if the seat plays no turn, because the stock is used up and the pile not taken."""
        if not self.hand.size:
            self.take_up()
        if self.r.special_points[HAND_DEALT_CANASTA] and not self.table.s.turns_taken[self.turn.seat]:
            self.declare_dealt()
        self.lay_bonus()
        self.declare_wheel()
        self.ask_early()
        if self.take_pile():
            if self.r.stock_with_pile:
                self.hand.add(self.r, self.turn.draw(self.r.stock_with_pile))
            if self.finish():
                self.turn.forget()
                self.take_late()
                return True
            self.go_back()
        if not self.turn.cards.any_left():
            return False
        self.hand.add(self.r, self.turn.draw(self.r.stock_draw))
        self.declare_wheel()
        if self.hand.size == self.special_size and self.declare():
            return True
        if not self.finish():
            raise Stuck("no way to end the turn")
        self.take_late()
        return True

    # -- the pile

    def take_pile(self) -> bool:
        """Take the pile with a meld that pays for it; the mark before the take is left standing."""
        top = top_card(self.table.s)
        if not top or self.r.role[top] != NATURAL:
            return bool(top) and self.r.role[top] == WILD and self.take_wild_top()
        claims = self.claims(top)
        if not claims or not (self.wants_pile() or self.must_take()):
            return False
        stated = self.stated_take()
        for claim in claims:
            self.turn.mark()
            if self.open_before(claim) and self.turn.take(claim, stated) and self.open_with(claim):
                self.look()
                self.declare_wheel()
                return True
            self.go_back()
        return False

    def stated_take(self) -> Play:
        """The take as it is written down; cards that lay face down in the pile are named."""
        s = self.table.s
        cards = self.turn.cards.pile()[s.pile_size - due_from_pile(self.r, s) :]
        if self.r.pile_seed and not s.pile_taken:
            return TAKE._replace(cards=cards)
        return self.scribe.stated_take(cards, self.rng)

    def take_wild_top(self) -> bool:
        """Take a pile with a wild card on top by two cards like it, where the game allows that."""
        if not other_melds.takes_wild_top(self.r, self.table.s, self.hand) or not self.wants_pile():
            return False
        top = top_card(self.table.s)
        pair = [card for card in self.hand.wilds if self.r.rank[card] == self.r.rank[top]][:2]
        stated = self.stated_take()
        self.turn.mark()
        if self.r.wild_melds:
            taken = self.turn.take(meld((top, *pair)), stated) and self.open_with(meld((top, *pair)))
        else:
            taken = not self.table.s.opening and self.turn.attempt(Play(Kind.SHOW, tuple(pair)))
            taken = taken and self.turn.take_for_nothing(stated)
        if not taken:
            self.turn.back()
        self.look()
        return taken

    def claims(self, top: int) -> list[Play]:
        """Melds with the top card that the cards allow, those that the bot likes best first."""
        hand, rank = self.hand, self.r.rank[top]
        mine = hand.naturals.get(rank, [])
        own = rank in self.melds
        found = []
        mine = mine[: max(0, space(self.r, self.melds[rank].size if own else 0) - 1)]
        if own:
            found.append(meld((top,)))
            if len(mine) == 1 and self.r.one_match:
                found.append(meld((top, *mine)))
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
        if self.r.sequences:
            found += other_melds.runs_with_top(self.r, self.table.s, self.turn.seat, hand)
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

    def open_before(self, claim: Play) -> bool:
        """Where the initial meld comes before the take, lay it from what the claim leaves of the hand."""
        if self.r.before_opening != OPENING_AFTER_HAND_MELD or self.has_opened():
            return True
        rest = self.turn.holding()
        rest.without(claim.cards[1:])
        need = self.minimum()
        plan = opening(self.r, rest, need, everything=False) if most_points(self.r, rest) >= need else None
        return plan is not None and all(self.turn.attempt(play) for play in plan)

    def open_with(self, claim: Play) -> bool:
        """Lay what makes a take an initial meld of enough points; True for a side that is open."""
        if not self.table.s.opening:
            return True
        rest = self.hand  # as it was before the take
        rest.without(claim.cards[1:])
        need = self.minimum() - self.table.s.opening_points
        if need > 0:
            plan = self.opening_of(rest, need, everything=False)
            if plan is None or not all(self.turn.attempt(play) for play in plan):
                return False
        if any(rule is OPENING_MINIMUM for rule in self.table.end_of_melds()):
            return False
        self.draft()
        return True

    # -- melds

    def finish(self) -> bool:
        """Meld, discard and end the turn; False if the rules do not let it end so."""
        if self.table.s.stock_dead == 1:
            return not self.table.end_turn()
        self.lay_as_bonus()
        if self.end_by_darkness() or self.go_out():
            return True
        if self.must_go_out():
            return False
        if not self.wary:
            self.lay_all()
            return self.end()
        for lays in (True, False):
            self.turn.mark()
            if lays:
                self.lay_all()
            if self.end():
                self.turn.forget()
                return True
            self.go_back()
        return False

    def end(self) -> bool:
        """Discard and end the turn."""
        s = self.table.s
        if not s.stock_dead and not (self.r.packet_ends_turn and (s.packet_up or s.emptied)):
            self.discard()
        return not self.table.end_turn()

    # -- what the cards themselves may be worth

    def declare(self) -> bool:
        """Declare a special hand, if the cards are one."""
        cards = [*self.hand.wilds, *self.hand.stops, *self.hand.bonus, *chain(*self.hand.naturals.values())]
        return self.turn.attempt(Play(Kind.SPECIAL, tuple(cards))) and not self.table.end_turn()

    def declare_dealt(self) -> None:
        """Declare the canastas that the hand was dealt."""
        wilds = tuple(self.hand.wilds)
        for cards in (*self.hand.naturals.values(), wilds):
            more = wilds[: max(0, CANASTA - len(cards))]
            if len(cards) + len(more) >= CANASTA and not self.chance(FORGETS):
                self.turn.attempt(Play(Kind.SPECIAL, (*cards, *more), amount=HAND_DEALT_CANASTA))

    def take_late(self) -> None:
        """What is taken after the discard: the second hand, where the first is played out, or the talon that opening
        has earned, unless the bot forgets it.
        """
        r, s = self.r, self.table.s
        played_out = s.discards and not s.hand_size[self.turn.seat] and not s.went_out
        if played_out and self.scribe.says_packets and self.next_packet() != NO_PACKET:
            self.take_up()
        if not r.talon_source or not s.opening or not s.discards or self.chance(FORGETS):
            return
        self.turn.mark()
        due = talon_due(r, s, self.turn.seat) if r.talon_source == TALON_FROM_STOCK else 0
        if self.turn.attempt(Play(Kind.TAKE_PACKET, self.turn.cards.draw(due), PACKET_TALON)):
            self.turn.forget()
        else:
            self.go_back()

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
        if self.next_packet() != NO_PACKET and not self.r.out_without_packet:
            return []
        ways = [going_out(self.r, self.hand, self.melds, joins=False)] if first else []
        ways.append(going_out(self.r, self.hand, self.melds, joins=True))
        if self.r.sequences or self.r.wild_melds:
            ways += other_melds.other_ways_out(self.table, self.turn.seat, self.hand, self.melds)
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
        if self.scribe.says_out or self.next_packet() != NO_PACKET:
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
