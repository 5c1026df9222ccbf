"""The cards behind the figures of a deal, in words: melds with their sums, red threes, hands as they were left.

Reads the table as replay.review shows it after the last act of the deal; recomputes no score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from data.actions import CANASTA_ITEMS
from data.cards import Deck, deck_named
from data.events import Events, Game
from replay.codes import BONUS_CARD
from replay.hand_points import hand_value_high, hand_value_low
from replay.result import Deal
from replay.review import MeldView, SeatView, TableView, table_at
from replay.ruleset import GameRules, resolve

CANASTAS = {"natural_canastas": "natural", "mixed_canastas": "mixed", "wild_canastas": "wild",
            "sequence_canastas": "sequence"}  # fmt: skip


class Cards:
    """The table at the end of a deal and what its cards are worth."""

    def __init__(self, view: TableView, game: Game, deal: Deal, table: GameRules) -> None:
        self.view, self.game, self.deal = view, game, deal
        self.values, self.rules = table.values, table.rules
        self.deck: Deck = deck_named(game.deck)

    def explain(self, item: str, side: int) -> Iterator[str]:
        """The cards that a figure is made of, one line each."""
        if item == "meld_cards":
            for meld in self.view.sides[side].melds:
                yield self._meld(meld)
        elif item in CANASTAS or item == CANASTA_ITEMS:
            for meld in self.view.sides[side].melds:
                if meld.canasta and item in (CANASTA_ITEMS, _item_of(meld)) and not meld.void:
                    yield f"{self._codes(meld.cards)}: {meld.canasta} canasta"
        elif item == "bonus_cards":
            yield from self._bonus(side)
        elif item == "hand_cards":
            yield from self._hands(side)

    def _bonus(self, side: int) -> Iterator[str]:
        laid = [seat for seat in self.view.seats if seat.side == side and seat.bonus]
        yield from (f"{seat.name}: {self._codes(seat.bonus)}" for seat in laid)
        if laid:
            melds = self.view.sides[side].melds
            canastas = sum(bool(meld.canasta) and not meld.void for meld in melds)
            yield f"the side has {_count(len(melds), 'meld')}, {_count(canastas, 'canasta')}"

    def _hands(self, side: int) -> Iterator[str]:
        if self.deal.sides[side].items["special_hands"].known:
            yield "a special hand was declared: no card of a hand counts"
            return
        for seat in self._table_of(side):
            if seat.aside:
                costs = [self._aside(kind) for kind in seat.aside]
                yield f"{seat.name}, not taken up: {self._codes(seat.aside)}{self._sum(costs)}"
            if seat.sits_out or seat.size == 0:
                continue
            if seat.size < 0 or len(seat.hand) != seat.size:
                yield f"{seat.name}: cards that are not known"
                continue
            yield f"{seat.name}: {self._codes(seat.hand)}{self._sum([self._left(kind) for kind in seat.hand])}"

    def _table_of(self, side: int) -> list[SeatView]:
        """The seats whose hands count for a side; two partners of a cutthroat deal count together."""
        lone = self.deal.lone_seat
        seats = self.view.seats
        if lone < 0 or seats[lone].side == side:
            return [seat for seat in seats if seat.side == side]
        return [seat for number, seat in enumerate(seats) if number != lone]

    def _meld(self, meld: MeldView) -> str:
        what = f", {meld.canasta} canasta" if meld.canasta else ""
        if meld.void:
            counts = "its cards count here" if self.values["illegal_meld_scores"] == "full" else "counts nothing"
            return f"{self._codes(meld.cards)}: no valid meld, {counts}"
        return f"{self._codes(meld.cards)}{self._sum([self._melded(kind) for kind in meld.cards])}{what}"

    def _codes(self, kinds: list[int]) -> str:
        return " ".join(self.deck.code(kind) for kind in kinds)

    def _sum(self, points: list[int | None]) -> str:
        """` = 2 x 5 + 20 = 30`, or nothing where a card is not known well enough."""
        known = [amount for amount in points if amount is not None]
        if len(known) != len(points):
            return ""
        counts = Counter(known)
        terms = [f"{count} x {amount}" if count > 1 else f"{amount}" for amount, count in counts.items()]
        return f" = {' + '.join(terms)} = {sum(known)}" if len(known) > 1 else f" = {sum(known)}"

    def _melded(self, kind: int) -> int | None:
        """What a card is worth in a meld; None where that depends on what it is."""
        low, high = self.rules.point_low[kind], self.rules.point_high[kind]
        return low if low == high else None

    def _aside(self, kind: int) -> int | None:
        """What a card costs in a second hand that nobody has taken up."""
        return self.rules.bonus_aside_points if self.rules.role[kind] == BONUS_CARD else self._left(kind)

    def _left(self, kind: int) -> int | None:
        """What a card costs in a hand."""
        low, high = hand_value_low(self.rules, kind), hand_value_high(self.rules, kind)
        return low if low == high else None


def cards_at_end(events: Events, game: Game, deal: Deal) -> Cards | None:
    """The cards of a deal after its last act; None where the log has none."""
    rows = [i for i in range(game.first, game.last) if events.deal[i] == deal.number]
    if not rows or not deal.turns:
        return None
    table = resolve(game.rules, len(game.seats), len(game.sides), game.options)
    return Cards(table_at(events, game, rows[-1]), game, deal, table)


def _item_of(meld: MeldView) -> str:
    return next((item for item, canasta in CANASTAS.items() if canasta == meld.canasta), "")


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
