"""What bots do with the cards that do something of their own: the Wheel in its parts, Watcher, Crone and Darkness.

Proposes only; the rules are asked when it is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from data.actions import NO_TARGET, Kind
from data.cards import CRONE, DARKNESS, HUNTER, JOKER, OMNIHEDRON, TRAVELLER
from replay.codes import CANASTA, NATURAL
from replay.kernel_rules import Rules
from replay.legal import Play
from replay.simulation.holding import Holding, MeldSeen
from replay.simulation.melding import meld

if TYPE_CHECKING:
    from replay.simulation.turn import Turn

USES = ("natural", "wild", "bonus", "zero", "keep")
SHARES = (0.3, 0.25, 0.15, 0.1, 0.2)
ZEROES = 0.5  # chance to declare it a zero beside two others
ENDS = 0.015  # chance to end the deal by Darkness in a turn
ENDS_ALL = 0.08  # the same with the Wheel, where that is to be Darkness
PLAYS = 0.15  # chance to discard the Wheel in a turn
FUMBLED = 1000  # points that it costs
FUMBLES = 0.1  # chance that others see the cards of a hand that is looked at
# What the Wheel may be discarded as; 0 = any natural card.
PARTS = (CRONE, DARKNESS, *range(JOKER, OMNIHEDRON + 1), 1, 0)


def declare(turn: Turn, hand: Holding, melds: dict[int, MeldSeen], rng: Random) -> int:
    """As which kind the seat to move means to play the Wheel in this turn; 0 to keep it."""
    r = turn.table.r
    use = "zero" if len(hand.stops) > 1 and rng.random() < ZEROES else rng.choices(USES, SHARES)[0]
    if use == "zero" and len(hand.stops) > 1 and r.wheel_as_stop:
        return r.played_as[r.rank_kind[r.stop_rank]]
    if use == "wild":
        return r.played_as[r.rank_kind[rng.choice(range(JOKER, OMNIHEDRON + 1))]]
    if use == "bonus":
        return r.played_as[r.rank_kind[rng.choice((HUNTER, TRAVELLER))]]
    ranks = [rank for rank, cards in hand.naturals.items() if len(cards) > 1 or rank in melds]
    if use == "natural" and ranks:
        return r.played_as[r.rank_kind[rng.choice(ranks)]]
    return 0


def to_discard(r: Rules, hand: Holding, pile: int, rng: Random) -> dict[int, float]:
    """How gladly each special card of a hand is discarded; `pile` is how many cards lie there."""
    liking: dict[int, float] = {}
    for card in hand.dead:
        if r.rank[card] == CRONE:
            liking[card] = (6.0 if pile > 4 else -4.0) * rng.random()
        else:
            liking[card] = 20.0 if rng.random() < ENDS else -20.0
    for _ in hand.open:
        part = rng.choice(PARTS)
        rank = part or rng.choice([rank for rank in range(2, JOKER) if r.role[r.rank_kind[rank]] == NATURAL])
        eager = rng.random() < (ENDS_ALL if part == DARKNESS else PLAYS)
        liking[r.played_as[r.rank_kind[rank]]] = 15.0 if eager else -15.0
    return liking


def look(turn: Turn, rng: Random) -> Play:
    """Somebody looks at the hand of somebody else."""
    s = turn.table.s
    seats = [seat for seat in range(s.seats) if not s.sits_out[seat]]
    viewer, viewed = rng.sample(seats, 2)
    if turn.table.r.view_by_chooser:
        viewer, viewed = turn.seat, next(seat for seat in (viewed, viewer) if seat != turn.seat)
    return Play(Kind.VIEW, target=viewer + 1, amount=viewed)


def darkness_of(r: Rules, hand: Holding) -> int:
    """A card of the hand that ends the deal when it is discarded, 0 if there is none."""
    for card in hand.dead:
        if r.rank[card] == DARKNESS:
            return card
    return r.played_as[r.rank_kind[DARKNESS]] if hand.open else 0


def two_canastas(r: Rules, hand: Holding, laid: dict[int, MeldSeen]) -> Sequence[Play]:
    """Melds of seven and more that the hand can lay at once, beside or onto what was laid in this turn; none if that
    makes no two.
    """
    wilds = list(hand.wilds)
    plays = []
    whole = sum(seen.size >= CANASTA for seen in laid.values())
    for rank in sorted({*hand.naturals, *laid}, key=lambda rank: -len(hand.naturals.get(rank, []))):
        cards, there = hand.naturals.get(rank, []), laid.get(rank, MeldSeen(0, 0))
        missing = max(0, CANASTA - there.size - len(cards))
        if there.size >= CANASTA or missing > len(wilds) or missing + there.wilds > r.set_max_wilds:
            continue
        plays.append(meld([*cards, *wilds[:missing]], NO_TARGET if cards else rank))
        wilds = wilds[missing:]
        whole += 1
    return plays if whole > 1 else []


def as_recorded(r: Rules, play: Play) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards of a play as a log has them, and what the Wheel among them stands for (no roles where it is not)."""
    if not r.declared or all(card < r.declared for card in play.cards):
        return play.cards, ()
    cards = tuple(r.wheel if card >= r.declared else card for card in play.cards)
    roles = tuple(_part(r, card, play.said) if card >= r.declared else 0 for card in play.cards)
    return cards, roles


def _part(r: Rules, kind: int, suit: int) -> int:
    """The card that a declared kind stands for, in a suit where one was said."""
    if suit:
        for card in range(1, r.declared):
            if r.exact[card] and r.rank[card] == r.rank[kind] and r.suit[card] == suit:
                return card
    return r.rank_kind[r.rank[kind]]
