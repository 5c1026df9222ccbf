"""Pieces of which faulty turns are made: a plain beginning, a card to spare, a claim on the pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from data.actions import Kind
from replay.codes import BONUS_CARD, NATURAL
from replay.legal import TAKE, Play
from replay.simulation.holding import Holding
from replay.simulation.melding import meld, opening, worth
from replay.simulation.turn import Turn
from replay.state import top_card


def draw(turn: Turn, count: int = 0) -> tuple[Play, Holding] | None:
    """The turn's own draw (`count` cards, 0 = as many as due) and the hand after it.

    None where it would not be plain: red threes to be laid, or a stock that runs out.
    """
    role = turn.table.r.role
    hand = turn.holding()
    cards = turn.cards.next_cards(count or turn.table.r.stock_draw)
    short = turn.cards.drawn + len(cards) >= len(turn.cards.stock)
    if hand.bonus or short or any(role[card] == BONUS_CARD for card in cards):
        return None
    hand.add(turn.table.r, cards)
    return Play(Kind.DRAW, cards), hand


def red_draw(turn: Turn) -> tuple[Play, int, Holding] | None:
    """A draw with exactly one red three in it, that red three, and the hand after it; None for any other draw."""
    role = turn.table.r.role
    hand = turn.holding()
    cards = turn.cards.next_cards(turn.table.r.stock_draw)
    reds = [card for card in cards if role[card] == BONUS_CARD]
    left = len(turn.cards.stock) - turn.cards.drawn - len(cards)
    if hand.bonus or len(reds) != 1 or left < 2:
        return None
    hand.add(turn.table.r, cards)
    return Play(Kind.DRAW, cards), reds[0], hand


def discard(card: int) -> Play:
    return Play(Kind.DISCARD, (card,))


def spare(hand: Holding, used: Sequence[int] = (), *, keep: int = 1) -> Play | None:
    """The discard of a card that goes with nothing, none of `used`; None if fewer than `keep` cards would be left."""
    rest = list(used)
    free = []
    for group in sorted(hand.naturals.values(), key=len):
        for card in group:
            if card in rest:
                rest.remove(card)
            else:
                free.append(card)
    free += [card for card in hand.stops if card not in rest]
    if not free or hand.size - len(used) - 1 < keep:
        return None
    return discard(free[0])


def is_open(turn: Turn) -> bool:
    s = turn.table.s
    return bool(s.opened[s.table_of[turn.seat]])


def minimum(turn: Turn) -> int:
    """Points with which the seat's side may open."""
    s = turn.table.s
    side = s.seat_side[turn.seat]
    return turn.table.r.minimum(s.score[side], s.deal) + s.raised[side]


def top(turn: Turn) -> int:
    """The top card if it is one that can be taken, else 0."""
    card = top_card(turn.table.s)
    return card if card and turn.table.r.role[card] == NATURAL else 0


def after_take(turn: Turn, hand: Holding) -> tuple[Holding, list[Play]]:
    """The hand with the pile in it, and the laying of red threes that lay there."""
    role = turn.table.r.role
    pile = turn.cards.pile()
    reds = tuple(card for card in pile if role[card] == BONUS_CARD)
    hand.add(turn.table.r, [card for card in pile if role[card] != BONUS_CARD])
    return hand, [Play(Kind.BONUS, reds)] if reds else []


def with_opening(turn: Turn, claim: Play) -> list[Play] | None:
    """The claim and what else makes it an initial meld of enough points; the claim alone for a side that is open."""
    if is_open(turn):
        return [claim]
    rest = turn.holding()
    rest.without(claim.cards[1:])
    need = minimum(turn) - worth(turn.table.r, claim.cards)
    more = opening(turn.table.r, rest, need, everything=False) if need > 0 else []
    return None if more is None else [claim, *more]


def take(turn: Turn, claim: Play, *, stated: Play = TAKE, before: Sequence[Play] = ()) -> Iterator[list[Play]]:
    """Turns that take the pile with this claim, after the plays `before`, and end with a discard."""
    melds = with_opening(turn, claim)
    if melds is None or turn.holding().bonus:
        return
    hand = turn.holding()
    for play in before:
        hand.add(turn.table.r, play.cards)
    hand, reds = after_take(turn, hand)
    used = [card for play in melds for card in play.cards]
    end = spare(hand, used)
    if end is not None:
        yield [*before, stated, melds[0], *reds, *melds[1:], end]


def pair_claims(turn: Turn) -> Iterator[Play]:
    """Claims on the top card that are right for every pile: with a natural pair of the hand."""
    card = top(turn)
    mine = turn.holding().naturals.get(turn.table.r.rank[card], []) if card else []
    if len(mine) > 1:
        yield meld((card, *mine))


def own_set(turn: Turn, hand: Holding) -> Play | None:
    """A legal meld of naturals for a side that is open: a new one of three or more cards, or one that is joined."""
    melds = turn.melds()
    for rank, cards in hand.naturals.items():
        if (rank in melds or len(cards) > 2) and hand.size - len(cards) > 2:
            return meld(cards)
    return None
