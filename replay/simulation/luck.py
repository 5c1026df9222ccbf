"""Decks stacked for what only some games have: melds of wild cards, sequences, prices of single ranks, collections.

Like replay.simulation.shuffle, whose Stacker they use; each is dealt only where the rules have a use for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from replay.codes import (
    HAND_DEALT_CANASTA,
    JOKER_RANK,
    KIND_MIXED,
    KIND_NATURAL,
    KIND_SEVENS,
    NATURAL,
    PRICE_ACES_MIXED,
    PRICE_ACES_NATURAL,
    PRICE_FOUR_JOKERS,
    PRICE_SEVEN_TWOS,
    RANK_ACE,
    SEVEN,
    STOP_CARD,
    TWO,
    WILD,
)
from replay.kernel_rules import Rules
from replay.simulation.shuffle import ARRANGEMENTS, RICH, SPECIAL, TO_THE_END, Stacker, rich_hand

LUCKY_RANKS = 8  # ranks that a lucky side gets most cards of


def some_hand(deck: Stacker) -> int:
    """Where the cards of one hand begin."""
    return deck.rng.randrange(deck.hands) * deck.r.hand_size


def deal_ranks(deck: Stacker, ranks: Sequence[int], start: int) -> None:
    """One card of each of these ranks, from a place of the deck on."""
    for at, rank in enumerate(ranks, start):
        deck.bring(at, deck.rank(rank), after=at)


def many_wilds(deck: Stacker) -> None:
    """One hand is dealt a canasta of wild cards, or nearly so, of the sorts that have prices of their own."""
    r, start = deck.r, some_hand(deck)
    ways = [[TWO] * RICH, [JOKER_RANK] * min(4, r.jokers) + [TWO] * 3]
    if deck.rng.random() < 0.7 and (r.price[PRICE_FOUR_JOKERS] or r.price[PRICE_SEVEN_TWOS]):
        deal_ranks(deck, deck.rng.choice(ways), start)
        return
    for at in range(start, start + deck.rng.randint(4, RICH)):
        deck.bring(at, deck.role(WILD), after=at)


def a_run(deck: Stacker) -> None:
    """One hand is dealt a sequence of one suit, finished or nearly so."""
    r, start = deck.r, some_hand(deck)
    length = deck.rng.randint(5, RICH)
    suit = deck.rng.choice(sorted({r.suit[card] for card in deck.cards if r.role[card] == NATURAL}))
    places = sorted({r.rank_order[r.rank[card]] for card in deck.cards if r.role[card] == NATURAL})
    low = deck.rng.choice(places[: len(places) - length + 1])
    for at in range(length):
        place = low + at
        deck.bring(start + at, lambda card, place=place: _is(r, card, suit, place), after=start + at)  # type: ignore[misc]


def _is(r: Rules, card: int, suit: int, place: int) -> bool:
    return r.role[card] == NATURAL and r.suit[card] == suit and r.rank_order[r.rank[card]] == place


def many_sevens(deck: Stacker) -> None:
    """One hand is dealt four to six sevens."""
    deal_ranks(deck, [SEVEN] * deck.rng.randint(4, RICH - 1), some_hand(deck))


def many_aces(deck: Stacker) -> None:
    """One hand is dealt six or seven aces."""
    deal_ranks(deck, [RANK_ACE] * deck.rng.randint(RICH - 1, RICH), some_hand(deck))


def all_stops(deck: Stacker) -> None:
    """One hand is dealt four black threes."""
    start = some_hand(deck)
    for at in range(start, start + 4):
        deck.bring(at, deck.role(STOP_CARD), after=at)


def a_canasta(deck: Stacker) -> None:
    """One hand is dealt a canasta."""
    ranks = [rank for rank in range(len(deck.r.rank_kind)) if deck.r.role[deck.r.rank_kind[rank]] == NATURAL]
    deal_ranks(deck, [deck.rng.choice(ranks)] * RICH, some_hand(deck))


def rich_pair(deck: Stacker) -> int:
    """One hand is dealt a mixed canasta and more, its partner a natural one; returns the number of the hand."""
    hand = rich_hand(deck, canastas=1)
    r, partner = deck.r, (hand + 2) % deck.hands
    start = partner * r.hand_size
    taken = {r.rank[card] for card in deck.cards[hand * r.hand_size : (hand + 1) * r.hand_size]}
    behind = deck.cards[deck.upcard :]
    ranks = [rank for rank in range(len(r.rank_kind)) if r.role[r.rank_kind[rank]] == NATURAL and rank not in taken]
    rank = max(ranks, key=lambda rank: sum(r.rank[card] == rank for card in behind))
    for at in range(start, start + RICH):
        places = [n for n in range(deck.upcard, len(deck.cards)) if r.rank[deck.cards[n]] == rank]
        if places and r.rank[deck.cards[at]] != rank:
            deck.cards[at], deck.cards[places[0]] = deck.cards[places[0]], deck.cards[at]
    return hand


def lucky_side(deck: Stacker) -> None:
    """Every other hand, and every other draw, brings cards of the same few ranks: one side collects canastas."""
    r = deck.r
    natural = [rank for rank in range(len(r.rank_kind)) if r.role[r.rank_kind[rank]] == NATURAL]
    ranks = frozenset(deck.rng.sample(natural, LUCKY_RANKS))
    for hand in range(0, deck.hands, 2):
        for at in range(hand * r.hand_size, (hand + 1) * r.hand_size):
            deck.bring(at, lambda card: r.rank[card] in ranks, after=at)
    for at in range(deck.upcard + 1, len(deck.cards)):
        if (at - deck.upcard - 1) // r.stock_draw % 2 == 0:
            deck.bring(at, lambda card: r.rank[card] in ranks, after=at)
        else:
            deck.bring(at, lambda card: r.rank[card] not in ranks, after=at)


USES: dict[str, tuple[Callable[[Stacker], object], Callable[[Rules], object]]] = {
    "many_wilds": (many_wilds, lambda r: r.wild_melds),
    "a_run": (a_run, lambda r: r.sequences),
    "many_sevens": (many_sevens, lambda r: r.price[KIND_SEVENS] or r.unfinished_sevens or r.sevens_held_points),
    "many_aces": (many_aces, lambda r: r.price[PRICE_ACES_NATURAL] or r.price[PRICE_ACES_MIXED]),
    "all_stops": (all_stops, lambda r: r.stop_four_hand or r.stop_four_out),
    "a_canasta": (a_canasta, lambda r: r.special_points[HAND_DEALT_CANASTA]),
    "rich_pair": (rich_pair, lambda r: r.need[KIND_NATURAL] and r.need[KIND_MIXED]),
    "lucky_side": (lucky_side, lambda r: r.five_natural or r.ten_any or r.sweep_count),
}  # fmt: skip
SLOW = (*TO_THE_END, "lucky_side")  # arrangements for players in no hurry


def arrangements(r: Rules) -> list[str]:
    """The names of those that show something under these rules."""
    special = SPECIAL if r.declared else ()
    return [*ARRANGEMENTS, *special, *(name for name, (_, fits) in USES.items() if fits(r))]


def arranged(name: str) -> Callable[[Stacker], object]:
    """What stacks a deck in that way."""
    return USES[name][0] if name in USES else {**ARRANGEMENTS, **SPECIAL}[name]
