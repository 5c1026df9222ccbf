"""Cards of one suit in their order, where a game has such melds."""

from __future__ import annotations

from replay.act import Act, run_after, said_after, wilds_after
from replay.codes import (
    BROKEN,
    HIDDEN,
    HOLDS,
    NATURAL,
    SEQUENCE,
    SEVERAL,
    WILD,
)
from replay.kernel_rules import Rules
from replay.runs import holes, missing
from replay.state import State


def is_run(r: Rules, a: Act) -> int:
    """1 if cards not counted out as a sequence could be a new one: asked only about another value of `seq`."""
    ranks = 0
    suit = 0
    for n in range(a.count):
        kind = a.card[n]
        if r.role[kind] == WILD:
            continue
        bit = 1 << r.rank_order[r.rank[kind]]
        if r.role[kind] != NATURAL or ranks & bit or (suit and r.suit[kind] and suit != r.suit[kind]):
            return 0
        ranks |= bit
        suit = suit or r.suit[kind]
    return int(a.count >= 3 and a.wilds <= r.seq_max_wilds and holes(ranks) <= a.wilds)


def one_suit(r: Rules, s: State, a: Act) -> int:
    """A sequence is cards of one suit, or of one colour where a table asks for no more."""
    a.facts[0] = r.seq_by
    if a.shape != SEQUENCE or a.bonus:
        return HOLDS
    suit = s.meld_suit[a.meld] if a.meld >= 0 and s.meld_suit[a.meld] else a.suit
    if a.suit == SEVERAL or (suit and a.suit and suit != a.suit):
        return BROKEN
    if suit and a.suit_of_said and suit != a.suit_of_said:
        return BROKEN
    return HIDDEN if a.unsuited else HOLDS


def no_rank_twice(r: Rules, s: State, a: Act) -> int:
    """A sequence holds no rank twice; a wild card is written to stand for none that is there."""
    if a.shape != SEQUENCE or a.bonus:
        return HOLDS
    again = a.meld >= 0 and s.meld_ranks[a.meld] & a.run
    return BROKEN if a.twice or again or a.run_said & run_after(s, a) else HOLDS


def no_gap(r: Rules, s: State, a: Act) -> int:
    """The cards of a sequence follow one another without a gap, from four to ace or in the order of the deck; it does
    not go on behind its highest card.
    """
    if a.shape != SEQUENCE or a.bonus or (a.stops and not r.seq_zero):
        return HOLDS
    said = said_after(s, a)
    a.facts[0] = missing(r, run_after(s, a) | said)
    return BROKEN if a.facts[0] > wilds_after(s, a) - _bits(said) else HOLDS


def _bits(ranks: int) -> int:
    """How many ranks are there."""
    found = 0
    while ranks:
        found += ranks & 1
        ranks >>= 1
    return found


def wild_limit(r: Rules, s: State, a: Act) -> int:
    """A sequence has no wild cards, or no more than its table allows."""
    a.facts[0] = wilds_after(s, a)
    a.facts[1] = r.seq_max_wilds
    return BROKEN if a.shape == SEQUENCE and a.wilds and a.facts[0] > r.seq_max_wilds else HOLDS


def within_range(r: Rules, s: State, a: Act) -> int:
    """A sequence lies between four and ace: a three has no place in it, nor has a zero unless a table says so."""
    if a.shape != SEQUENCE or r.seq_zero:
        return HOLDS
    return BROKEN if a.stops or a.run_said & 1 else HOLDS
