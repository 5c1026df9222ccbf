"""Faults of taking the pile.  Each but breaks the rule it is named for: the take is right in all other ways."""

from __future__ import annotations

from collections.abc import Iterator

from data.actions import Kind
from replay.codes import CANASTA, NATURAL, STOP_CARD, WILD
from replay.legal import TAKE, Play
from replay.rules.pile import frozen
from replay.simulation.faults.fault import Script
from replay.simulation.faults.scripts import (
    after_take,
    draw,
    is_open,
    own_set,
    pair_claims,
    spare,
    take,
    top,
)
from replay.simulation.melding import meld
from replay.simulation.turn import Turn
from replay.state import top_card


def is_frozen(turn: Turn) -> bool:
    s = turn.table.s
    return bool(frozen(turn.table.r, s, s.table_of[turn.seat]))


def takes_twice(turn: Turn) -> Iterator[Script]:
    """Takes the pile, and then what is left of it: nothing."""
    for claim in pair_claims(turn):
        for script in take(turn, claim):
            yield [*script[:-1], TAKE, script[-1]]


def takes_after_drawing(turn: Turn) -> Iterator[Script]:
    """Draws, sees that the top card fits, and takes the pile as well."""
    drawn = draw(turn)
    if drawn is None:
        return
    for claim in pair_claims(turn):
        yield from take(turn, claim, before=[drawn[0]])


def takes_a_blocked_pile(turn: Turn) -> Iterator[Script]:
    """Takes a pile with a wild card or a black three on top."""
    role = turn.table.r.role[top_card(turn.table.s)]
    hand = turn.holding()
    if role not in (WILD, STOP_CARD) or hand.bonus:
        return
    hand, reds = after_take(turn, hand)
    end = spare(hand)
    if end:
        yield [TAKE, *reds, end]


def melds_no_top_card(turn: Turn) -> Iterator[Script]:
    """Takes the pile and keeps its top card in the hand."""
    card = top(turn)
    hand = turn.holding()
    if not card or hand.bonus:
        return
    hand, reds = after_take(turn, hand)
    end = spare(hand, (card,))
    if end:
        yield [TAKE, *reds, end]


def claims_late(turn: Turn) -> Iterator[Script]:
    """Takes the pile, lays another meld first, and only then the top card."""
    first = own_set(turn, turn.holding()) if is_open(turn) else None
    card = top(turn)
    if first is None or not card or turn.table.r.rank[first.cards[0]] == turn.table.r.rank[card]:
        return
    for claim in pair_claims(turn):
        hand, reds = after_take(turn, turn.holding())
        end = spare(hand, (*first.cards, *claim.cards))
        if end and not turn.holding().bonus:
            yield [TAKE, first, claim, *reds, end]


def takes_before_opening(turn: Turn) -> Iterator[Script]:
    """Takes the pile for the initial meld, at a table where the side must have melded before."""
    if not is_open(turn):
        for claim in pair_claims(turn):
            yield from take(turn, claim)


def uses_buried_cards(turn: Turn) -> Iterator[Script]:
    """Takes an open pile with cards that lie in it, not with those of the hand."""
    card = top(turn)
    rank = turn.table.r.rank[card]
    if not card or is_frozen(turn) or rank in turn.melds():
        return
    mine = turn.holding().naturals.get(rank, [])
    buried = [other for other in turn.cards.pile()[:-1] if turn.table.r.rank[other] == rank]
    claim = meld((card, *mine, *buried))
    if len(mine) < 2 and len(claim.cards) > 2:
        yield from take(turn, claim)


def takes_a_frozen_pile(turn: Turn) -> Iterator[Script]:
    """Takes a frozen pile with one natural and a wild card, or onto a meld of the side."""
    card = top(turn)
    rank = turn.table.r.rank[card]
    if not card or not is_frozen(turn):
        return
    hand = turn.holding()
    mine = hand.naturals.get(rank, [])
    if rank in turn.melds():
        yield from take(turn, meld((card,)))
    if mine and hand.wilds:
        yield from take(turn, meld((card, mine[0], hand.wilds[0])))


def takes_onto_a_canasta(turn: Turn) -> Iterator[Script]:
    """Takes the pile by laying its top card on a finished canasta, at a table that does not allow that."""
    card = top(turn)
    seen = turn.melds().get(turn.table.r.rank[card]) if card else None
    if seen and seen.size >= CANASTA and not is_frozen(turn):
        yield from take(turn, meld((card,)))


def takes_one_with_one(turn: Turn) -> Iterator[Script]:
    """Takes a pile of one card with one card in the hand, and goes out."""
    card = top(turn)
    hand = turn.holding()
    rank = turn.table.r.rank[card]
    if card and hand.size == 1 and turn.table.s.pile_size == 1 and rank in turn.melds():
        last = [*hand.wilds, *hand.stops, *(group[0] for group in hand.naturals.values())]
        yield [TAKE, meld((card,)), Play(Kind.DISCARD, (last[0],))]


def states_other_cards(turn: Turn) -> Iterator[Script]:
    """Takes the pile as he may; the scribe names a card that never lay there."""
    pile = turn.cards.pile()
    ranks = {turn.table.r.rank[card] for card in pile}
    others = [
        kind for kind in range(1, turn.table.r.kinds)
        if turn.table.r.exact[kind] and turn.table.r.role[kind] == NATURAL and turn.table.r.rank[kind] not in ranks
    ]  # fmt: skip
    if not others:
        return
    stated = Play(Kind.TAKE_PILE, (turn.cards.rng.choice(others), *pile[1:]))
    for claim in pair_claims(turn):
        if len(pile) > 1:
            yield from take(turn, claim, stated=stated)
