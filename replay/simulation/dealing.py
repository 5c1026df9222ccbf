"""One deal of a simulated game: the cards dealt, the turns one after the other, and how it ends."""

from __future__ import annotations

from typing import NamedTuple

from data.actions import NO_AMOUNT, Kind
from data.cards import Deck
from data.events import Events
from replay import bonus_cards, transitions
from replay.act import add_card
from replay.codes import (
    BONUS_CARD,
    BONUS_ON_TABLE,
    CLOSED_DARKNESS,
    CLOSED_OUT,
    CLOSED_SPECIAL,
    CLOSED_STOCK,
    HOLDS,
    NOBODY,
    PACKET_FOOT,
    PACKET_KNEE,
    PACKET_TALON,
    TALON_SET_ASIDE,
    TRIGGER_HAND_EMPTY,
)
from replay.legal import Play
from replay.packets import set_aside
from replay.pile_cards import seeds_under
from replay.rules.deal import upcard_covered
from replay.simulation import specials
from replay.simulation.bot import Bot
from replay.simulation.faults.saboteur import Saboteur
from replay.simulation.faults.scripts import draw, spare
from replay.simulation.luck import SLOW, arranged, arrangements
from replay.simulation.scribe import Scribe
from replay.simulation.shuffle import Stacker, whole_deck
from replay.simulation.temperament import Mood, Temperament, some_mood
from replay.simulation.turn import Cards, Stuck, Turn
from replay.state import count_in
from replay.turn_end import note_out

COUNT_RULES = {
    Kind.COUNT_HAND: "conservation.hand_count", Kind.COUNT_PILE: "conservation.pile_count",
    Kind.COUNT_STOCK: "conservation.stock_count",
}  # fmt: skip
MOST_TURNS = 600
STACKED = 0.15  # share of deals whose deck is stacked


class People(NamedTuple):
    """Those who write the game down, and who spoils it."""

    scribe: Scribe
    saboteur: Saboteur


class Deal:
    """One deal, recorded into `events` as it is played.  The table has been set up: scores, dealer, who sits out."""

    def __init__(self, cards: Cards, events: Events, tempers: list[Temperament], people: People) -> None:
        self.cards, self.events, self.tempers = cards, events, tempers
        self.scribe, self.saboteur = people
        self.table, self.rng = cards.table, cards.rng
        self.number = self.table.s.deal
        self.mood = Mood(tempers, 1.0)

    def record(self, play: Play, seat: int = NOBODY, turn: int = 0, text: str | None = None) -> None:
        """One row of the events."""
        cards, roles = specials.as_recorded(self.table.r, play)
        looks = play.kind == Kind.VIEW  # it is the row of who looks
        self.events.add(
            Kind(play.kind), deal=self.number, turn=turn, seat=play.target - 1 if looks else seat, side=play.side,
            cards=cards, roles=roles, target=seat + 1 if looks else play.target, amount=play.amount,
            status=play.status, text=text,
        )  # fmt: skip

    # -- before the first turn

    def deal_out(self, deck: Deck) -> None:
        """Hands, first card of the pile, stock; where the table says so, red threes laid before play."""
        arrangement = "" if self.saboteur.done else self.saboteur.fault.arrangement
        r, s = self.table.r, self.table.s
        seats = [seat for seat in self.order() if not s.sits_out[seat]]
        cards = whole_deck(r, deck)
        self.rng.shuffle(cards)
        if not arrangement and self.rng.random() < STACKED:
            arrangement = self.rng.choice(arrangements(r))
        patient = NOBODY
        if arrangement:
            hand = arranged(arrangement)(Stacker(r, cards, len(seats), self.rng))
            patient = seats[hand] if isinstance(hand, int) else NOBODY
        self.mood = some_mood(self.tempers, self.rng, slow=arrangement in SLOW, patient=patient)
        hands = {seat: cards[at * r.hand_size : (at + 1) * r.hand_size] for at, seat in enumerate(seats)}
        at = len(seats) * r.hand_size
        shown = self.turn_up(cards, at) if r.upcard else []
        at += len(shown)
        hidden = cards[at : at + seeds_under(r, shown[-1])] if r.pile_seed else []
        self.hide(hidden)
        at += len(hidden)
        packets = self.set_aside(seats, cards, at)
        self.cards.stock = cards[at + sum(len(packet.cards) for _, packet in packets) :]
        if self.saboteur.takes("hand"):
            hands[self.rng.choice(seats)] += self.cards.draw(1)
        settled = r.bonus_before_play or (self.scribe.settled and not r.bonus_first_turn)
        settled = settled and r.bonus_role == BONUS_ON_TABLE
        laid = self.settle(hands) if settled else {}
        for seat, hand in hands.items():
            hand.sort()
            done = settled and all(r.role[card] != BONUS_CARD for card in hand)
            self.start(Play(Kind.DEALT, tuple(hand)), seat, "settled=yes" if done else None)
        for seat, packet in packets:
            self.start(packet, seat)
        if shown:
            self.start(Play(Kind.TURN_UP, tuple(shown)))
        if self.scribe.lists_stock:
            self.start(Play(Kind.STOCK, tuple(self.cards.stock[self.cards.drawn :])))
        for seat, reds in laid.items():
            self.start(Play(Kind.BONUS, tuple(reds)), seat)
        s.stock_size = len(self.cards.stock) - self.cards.drawn
        s.next_seat = transitions.seat_after(s, s.dealer)
        s.pile_known = 1

    def order(self) -> list[int]:
        """The seats as they are dealt to, the dealer last."""
        s = self.table.s
        return [(s.dealer + 1 + place) % s.seats for place in range(s.seats)]

    def set_aside(self, seats: list[int], cards: list[int], at: int) -> list[tuple[int, Play]]:
        """Feet, knees and talons: the seats before which they lie, and their cards, from place `at` of the deck on."""
        r = self.table.r
        packets = [(seat, PACKET_FOOT, r.packet_size) for seat in seats]
        packets += [(seat, PACKET_KNEE, r.knee_size) for seat in seats]
        if r.talon_source == TALON_SET_ASIDE:
            packets += [(seat, PACKET_TALON, size) for seat, size in zip(seats, r.talon_size, strict=False)]
        found = []
        for seat, packet, size in packets:
            if size:
                found.append((seat, Play(Kind.PACKET, tuple(sorted(cards[at : at + size])), packet)))
                at += size
        return found

    def turn_up(self, cards: list[int], at: int) -> list[int]:
        """The cards turned up until one may lie on top."""
        table = self.table
        shown: list[int] = []
        while not shown or upcard_covered(table.r, table.s, table.a) != HOLDS:
            if shown and self.saboteur.takes("upcard"):
                break
            shown.append(cards[at + len(shown)])
            self.prepare(Play(Kind.TURN_UP, (shown[-1],)), NOBODY)
            transitions.turn_up(table.r, table.s, table.a)
        return shown

    def hide(self, cards: list[int]) -> None:
        """Cards face down under the one that was turned up."""
        r, s = self.table.r, self.table.s
        for card in cards:
            count_in(r, s, card, 1)
            s.pile[s.pile_size] = s.pile[s.pile_size - 1]
            s.pile[s.pile_size - 1] = card
            s.pile_size += 1

    def settle(self, hands: dict[int, list[int]]) -> dict[int, list[int]]:
        """Red threes out of the dealt hands, and cards from the stock in their places, until none is left."""
        role = self.table.r.role
        laid: dict[int, list[int]] = {}
        late = self.saboteur.fault.rule == "bonus.laid_when_the_table_says" and not self.saboteur.done
        for seat, hand in hands.items():
            if late and any(role[card] == BONUS_CARD for card in hand):
                late = False
                continue
            while reds := [card for card in hand if role[card] == BONUS_CARD]:
                laid.setdefault(seat, []).extend(reds)
                hand[:] = [card for card in hand if card not in reds] + list(self.cards.draw(len(reds)))
        return laid

    def prepare(self, play: Play, seat: int) -> None:
        a = self.table.a
        a.reset(play.kind, seat, -1)
        for card in play.cards:
            add_card(self.table.r, a, card)

    def start(self, play: Play, seat: int = NOBODY, text: str | None = None) -> None:
        """Record a row that comes before the first turn, and let it happen; the pile lies there already."""
        r, s, a = self.table.r, self.table.s, self.table.a
        self.prepare(play, seat)
        if play.kind == Kind.DEALT:
            transitions.deal_to(r, s, a)
        elif play.kind == Kind.PACKET:
            a.target = play.target
            set_aside(r, s, a)
        elif play.kind == Kind.STOCK:
            transitions.set_stock(s, a)
        elif play.kind == Kind.BONUS:
            bonus_cards.settle_bonus(r, s, a)
        self.record(play, seat, text=text)

    # -- play

    def play(self) -> None:
        """Turn after turn until the deal is over, then `@close`."""
        number = 0
        while not self.table.s.over:
            number += 1
            if number > MOST_TURNS:
                raise Stuck("a deal without end")
            if not self.play_turn(number):
                break
        if self.table.s.out_seat != NOBODY and self.saboteur.is_at("after"):
            self.play_on(number + 1)
        self.close()

    def play_turn(self, number: int) -> bool:
        """One turn; False if the deal ends instead, because the stock is used up."""
        s = self.table.s
        seat = transitions.seat_after(s, s.next_seat) if self.saboteur.takes("seat") else s.next_seat
        turn = Turn(self.cards, seat, number)
        self.table.begin_turn(seat, number)
        if not self.saboteur.breaks(turn):
            bot = Bot(turn, self.mood, self.scribe, self.rng)
            if s.stock_size == 0 and self.saboteur.is_at("forced") and bot.must_take():
                return not self.saboteur.takes("forced")
            if not bot.play():
                if turn.plays:
                    self.finish(turn)  # cards for red threes were the last of the stock
                return False
        self.finish(turn)
        if self.table.s.unready_out != NOBODY:
            note_out(self.table.r, self.table.s, self.table.s.unready_out)  # nobody objects
        return True

    def play_on(self, number: int) -> None:
        """A turn after the deal is over."""
        turn = Turn(self.cards, self.table.s.next_seat, number)
        drawn = draw(turn)
        end = spare(drawn[1]) if drawn else None
        if drawn and end and self.saboteur.takes("after"):
            self.table.begin_turn(turn.seat, number)
            turn.run([drawn[0], end])
            self.finish(turn)

    def finish(self, turn: Turn) -> None:
        """Record a turn and hand over to the next seat."""
        r = self.table.r
        unsaid = r.packet_trigger == TRIGGER_HAND_EMPTY and not r.packet_ends_turn and not self.scribe.says_packets
        for play in turn.plays:
            packet = play.kind == Kind.TAKE_PACKET and play.target != PACKET_TALON
            if unsaid and packet and play is not turn.plays[-1]:
                continue
            name = turn.name_of(play)
            self.record(play._replace(amount=NO_AMOUNT) if name else play, turn.seat, turn.number, name)
        self.count(turn)
        s = self.table.s
        side = s.seat_side[turn.seat]
        before = s.taken_back[side]
        self.table.close_turn(turn.broken)
        if s.taken_back[side] > before and self.table.r.opening_bump and turn.punished:
            self.raise_minimum(turn, side)
        for play in turn.plays:
            if play.kind == Kind.VIEW and self.rng.random() < specials.FUMBLES:
                self.fumble(turn, s.seat_side[play.target - 1])

    def raise_minimum(self, turn: Turn, side: int) -> None:
        """An initial meld that was too small has been taken back: the table notes it and raises the minimum."""
        bump = self.table.r.opening_bump
        self.events.add(
            Kind.RULING, deal=self.number, amount=turn.number, text="corrected by=table ; too small to open"
        )
        self.events.add(Kind.PENALTY, deal=self.number, side=side, amount=bump, text=f"min+{bump} at={turn.number}")
        self.table.s.raised[side] += bump

    def fumble(self, turn: Turn, side: int) -> None:
        """Others have seen the cards of a hand that one of the side looked at: it costs points."""
        points = -specials.FUMBLED
        text = f"{points} at={turn.number} for=fumble"
        self.events.add(Kind.PENALTY, deal=self.number, side=side, amount=points, text=text)
        self.table.s.penalty[side] += points

    def count(self, turn: Turn) -> None:
        """The counts that the scribe writes after the turn."""
        s = self.table.s
        counts = {Kind.COUNT_HAND: s.hand_size[turn.seat], Kind.COUNT_PILE: s.pile_size, Kind.COUNT_STOCK: s.stock_size}
        for kind, amount in counts.items():
            if self.saboteur.fault.rule == COUNT_RULES[kind] and self.saboteur.takes("count"):
                self.record(Play(kind, amount=amount + 1), turn.seat, turn.number)
                self.scribe.stop_counting()  # he would go on from the wrong figure
            elif self.scribe.counts and self.rng.random() < self.scribe.counts:
                self.record(Play(kind, amount=amount), turn.seat, turn.number)

    def close(self) -> None:
        """`@close`: how the deal ended."""
        s = self.table.s
        how = CLOSED_OUT if s.out_seat != NOBODY else CLOSED_STOCK
        if s.special_seat != NOBODY:
            how = CLOSED_SPECIAL
        elif s.darkness_seat != NOBODY:
            how = CLOSED_DARKNESS
        if (how == CLOSED_STOCK or s.stock_size) and self.saboteur.takes("closing"):
            how = CLOSED_STOCK if how == CLOSED_OUT else CLOSED_OUT
        s.closing = how
        self.record(Play(Kind.CLOSE, amount=how))
