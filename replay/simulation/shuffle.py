"""The deck of a game, shuffled, and stacked now and then so that rare situations are not rare.

Owns the order of the cards before a deal and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from data.cards import CRONE, DARKNESS, OMNIHEDRON, WATCHER, WHEEL, Deck
from replay.codes import BONUS_CARD, NATURAL, STOP_CARD, WILD
from replay.kernel_rules import Rules

ZERO = 1
RICH = 7  # cards of one rank that a rich hand is dealt


def whole_deck(r: Rules, deck: Deck) -> list[int]:
    """Every card of the deck by its exact kind, unshuffled."""
    return [kind.id for kind in deck.kinds if kind.exact for _ in range(r.copies[kind.id])]


class Stacker:
    """Puts chosen cards into chosen places of a shuffled deck.

    Hands are dealt from its beginning, `hand_size` cards each; then comes the first card of the pile, then the stock.
    """

    def __init__(self, r: Rules, cards: list[int], hands: int, rng: Random) -> None:
        self.r, self.cards, self.rng = r, cards, rng
        self.hands = hands
        self.upcard = hands * r.hand_size

    def bring(self, to: int, wanted: Callable[[int], bool], *, after: int = 0) -> None:
        """Swap a wanted card from somewhere behind `after` to place `to`, if there is one."""
        places = [at for at in range(after, len(self.cards)) if at != to and wanted(self.cards[at])]
        if places:
            at = self.rng.choice(places)
            self.cards[to], self.cards[at] = self.cards[at], self.cards[to]

    def role(self, role: int) -> Callable[[int], bool]:
        return lambda card: self.r.role[card] == role

    def rank(self, rank: int) -> Callable[[int], bool]:
        return lambda card: self.r.rank[card] == rank


def last_red_three(deck: Stacker) -> None:
    """The last card of the stock is a red three (two of them where two are drawn)."""
    for back in range(1, deck.r.stock_draw + 1):
        deck.bring(len(deck.cards) - back, deck.role(BONUS_CARD), after=0)


def long_deal(deck: Stacker) -> None:
    """Nothing is stacked; the players are in no hurry."""


def wild_upcard(deck: Stacker) -> None:
    """A wild card is turned up and has to be covered."""
    deck.bring(deck.upcard, deck.role(WILD))


def red_upcard(deck: Stacker) -> None:
    """A red three is turned up and has to be covered."""
    deck.bring(deck.upcard, deck.role(BONUS_CARD))


def black_upcard(deck: Stacker) -> None:
    """A black three is turned up."""
    deck.bring(deck.upcard, deck.role(STOP_CARD))


def black_threes(deck: Stacker) -> int:
    """One hand is dealt a canasta but for a card, and three black threes; returns the number of the hand."""
    hand = rich_hand(deck, canastas=1)
    start = hand * deck.r.hand_size + RICH
    for at in range(3):
        deck.bring(start + at, deck.role(STOP_CARD), after=start + at)
    return hand


def rich_hand(deck: Stacker, canastas: int = 0) -> int:
    """One hand is dealt what going out at once takes, or nearly so; returns the number of the hand."""
    natural = [rank for rank in range(len(deck.r.rank_kind)) if deck.r.role[deck.r.rank_kind[rank]] == NATURAL]
    ranks = deck.rng.sample(natural, 3)
    hand = deck.rng.randrange(deck.hands)
    start = hand * deck.r.hand_size
    for at in range(deck.r.hand_size):
        number, place = divmod(at, RICH)
        whole = number < (canastas or deck.r.out_canastas) and place == RICH - 1
        wanted = deck.role(WILD) if whole else deck.rank(ranks[number])
        deck.bring(start + at, wanted, after=start + at)
    return hand


def rich_partners(deck: Stacker) -> None:
    """Every hand is dealt a pair or more of the same rank, so that the pile is taken early."""
    for hand in range(deck.hands):
        start = hand * deck.r.hand_size
        rank = deck.r.rank[deck.cards[start]]
        for at in (1, 2):
            deck.bring(start + at, deck.rank(rank), after=start + at)


def darkness_at_once(deck: Stacker) -> int:
    """The first hand and the pile together make two canastas, and it holds Darkness; returns the number of the hand."""
    natural = [rank for rank in range(8, len(deck.r.rank_kind)) if deck.r.role[deck.r.rank_kind[rank]] == NATURAL]
    first, second = deck.rng.sample(natural, 2)
    wanted = [first] * (RICH - 1) + [second] * min(RICH - 1, deck.r.hand_size - RICH) + [DARKNESS]
    for at, rank in enumerate(wanted):
        deck.bring(at, deck.rank(rank), after=at)
    for at in range(4):
        deck.bring(deck.upcard + at, deck.role(WILD), after=len(wanted))
    deck.bring(deck.upcard + 4, deck.rank(first), after=len(wanted))
    return 0


def zeroes_and_the_wheel(deck: Stacker) -> int | None:
    """One hand is dealt the Wheel, two zeroes and a natural canasta, and else as many of a second rank as go in."""
    natural = [rank for rank in range(2, len(deck.r.rank_kind)) if deck.r.role[deck.r.rank_kind[rank]] == NATURAL]
    first, second = deck.rng.sample(natural, 2)
    hand = deck.rng.randrange(deck.hands)
    start = hand * deck.r.hand_size
    left = deck.r.hand_size - RICH - 3
    ranks = [WHEEL, ZERO, ZERO, *[first] * (RICH + (left < 3)), *[second] * (left if left > 2 else 0)]
    for at, rank in enumerate(ranks[: deck.r.hand_size]):
        deck.bring(start + at, deck.rank(rank), after=start + at)
    return hand if deck.r.out_canastas < 2 else None


def one_of_each(deck: Stacker) -> None:
    """The cards that do something of their own are dealt, each to a hand."""
    ranks = [WATCHER, CRONE, DARKNESS, WHEEL, OMNIHEDRON]
    for number, rank in enumerate(ranks):
        place = number % deck.hands * deck.r.hand_size + number // deck.hands
        deck.bring(place, deck.rank(rank))


def special_upcards(deck: Stacker) -> None:
    """Cards that do something of their own are turned up and have to be covered."""
    for at, rank in enumerate(deck.rng.sample([WATCHER, CRONE, DARKNESS, WHEEL], 2)):
        deck.bring(deck.upcard + at, deck.rank(rank))


SPECIAL: dict[str, Callable[[Stacker], object]] = {
    "darkness_at_once": darkness_at_once, "zeroes_and_the_wheel": zeroes_and_the_wheel, "one_of_each": one_of_each,
    "special_upcards": special_upcards,
}  # fmt: skip
ARRANGEMENTS: dict[str, Callable[[Stacker], object]] = {
    "last_red_three": last_red_three, "long_deal": long_deal, "wild_upcard": wild_upcard, "red_upcard": red_upcard,
    "black_upcard": black_upcard, "black_threes": black_threes, "rich_hand": rich_hand, "rich_partners": rich_partners,
}  # fmt: skip
RICH_HANDS = ("rich_hand", "black_threes")  # arrangements that return the number of a hand worth waiting with
TO_THE_END = ("last_red_three", "long_deal")  # arrangements that show only when the stock runs out
