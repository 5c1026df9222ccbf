"""Melds that are no sets, and several sets of one rank, as a bot sees them: runs of one suit, wild cards alone.

Plans only, like replay.simulation.melding; used where a game has such melds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from data.actions import NO_TARGET, Kind
from replay.act import labelled
from replay.codes import (
    CANASTA,
    LABEL_BASE,
    LABEL_LETTERS,
    LETTER_S,
    LETTER_W,
    MELDS,
    NATURAL,
    RING,
    SEQUENCE,
    SET,
    WILD,
    WILD_MELD,
    ZERO_NOWHERE,
)
from replay.kernel_rules import Rules
from replay.legal import Play, Table
from replay.runs import missing
from replay.simulation.holding import Holding
from replay.simulation.melding import SAFE, Melds, OutPlan, going_out, meld
from replay.state import State, meld_size, top_card

LETTER_M = LETTER_S - 6
MOST_LABELS = 9
Run = dict[int, int]  # natural cards of one suit by their place in the order of ranks


def by_suit(r: Rules, hand: Holding) -> dict[int, Run]:
    """One card of each place, by what a sequence shares; a zero too where it may stand at an end."""
    suits: dict[int, Run] = {}
    groups = [*hand.naturals.values(), hand.stops if r.seq_zero != ZERO_NOWHERE else []]
    for card in chain.from_iterable(groups):
        if r.suit[card] and not is_declared(r, card):
            suits.setdefault(r.suit[card], {})[r.rank_order[r.rank[card]]] = card
    return suits


def is_declared(r: Rules, card: int) -> bool:
    """Whether a card is one that its owner declares, as what it stands for."""
    return bool(r.declared) and card >= r.declared


def new_label(s: State, seat: int, letter: int, after: int = 0) -> int:
    """A label of this letter that no meld of the own table bears; `after` of them are spoken for."""
    for number in range(1, MOST_LABELS + 1):
        label = LABEL_BASE + letter * LABEL_LETTERS + number
        if labelled(s, s.table_of[seat], label) < 0:
            if not after:
                return label
            after -= 1
    return NO_TARGET


def label_of(s: State, at: int) -> int:
    """What names a meld that lies there: its label, else its rank."""
    return s.meld_label[at] or s.meld_rank[at] or NO_TARGET


def own(s: State, seat: int, kind: int) -> Iterator[int]:
    """The melds of one kind on the own table."""
    table = s.table_of[seat]
    for at in range(table * MELDS, table * MELDS + s.meld_count[table]):
        if s.meld_kind[at] == kind and s.meld_cards[at * s.kinds : (at + 1) * s.kinds].count(0) < s.kinds:
            yield at


def new_runs(r: Rules, s: State, seat: int, hand: Holding) -> list[Play]:
    """Runs that the hand holds, the longest of each suit; with one wild card where a game allows that."""
    plays: list[Play] = []
    for run in by_suit(r, hand).values():
        cards = longest(run, r.seq_zero)[: r.seq_max]
        if len(cards) < 3:
            cards = with_wild(r, run, hand)
        if len(cards) > 2:
            plays.append(meld(cards, new_label(s, seat, LETTER_S, len(plays))))
    wilds = sum(r.role[card] == WILD for play in plays for card in play.cards)
    return plays if wilds < 2 else [play for play in plays if all(r.role[card] != WILD for card in play.cards)]


def longest(run: Run, zero: int) -> list[int]:
    """The most cards that follow one another; a zero stands above the king too, where it may stand at an end."""
    best: list[int] = []
    row: list[int] = []
    if zero != ZERO_NOWHERE and 0 in run and 1 not in run:
        run = {place or RING: card for place, card in run.items()}
    for place in sorted(run):
        row = [*row, run[place]] if place - 1 in run else [run[place]]
        if len(row) > len(best):
            best = row
    return best


def with_wild(r: Rules, run: Run, hand: Holding) -> list[int]:
    """As many natural cards as a run needs with a wild card between or behind them."""
    places = sorted(run)
    need = r.seq_min_naturals
    if not (r.seq_max_wilds and hand.wilds):
        return []
    for at in range(len(places) - need + 1):
        chosen = places[at : at + need]
        if chosen[-1] - chosen[0] <= need:
            return [*(run[place] for place in chosen), hand.wilds[0]]
    return []


def longer_runs(r: Rules, s: State, seat: int, hand: Holding) -> list[Play]:
    """Cards of the hand that lengthen runs of the own table, all that go with each."""
    suits = by_suit(r, hand)
    plays = []
    for at in own(s, seat, SEQUENCE):
        run = suits.get(s.meld_suit[at], {})
        cards = fitting(r, s, at, run)
        if cards:
            plays.append(meld(cards, label_of(s, at)))
        for card in cards:
            run.pop(r.rank_order[r.rank[card]])
    return plays


def fitting(r: Rules, s: State, at: int, run: Run) -> list[int]:
    """Cards of a suit that may join a run that lies there."""
    room = r.seq_max - meld_size(s, at)
    ranks = s.meld_ranks[at]
    cards: list[int] = []
    found = True
    while found and len(cards) < room:
        found = False
        for place, card in run.items():
            bit = 1 << place
            if len(cards) < room and not ranks & bit and missing(r, ranks | bit) <= s.meld_wilds[at]:
                ranks |= bit
                cards.append(card)
                found = True
    return cards


def wheel_on_runs(r: Rules, s: State, seat: int, hand: Holding) -> list[Play]:
    """The card that its owner declares, as what a run of the own table lacks at its upper end."""
    if not (r.wheel_in_seq and hand.open):
        return []
    for at in own(s, seat, SEQUENCE):
        place = s.meld_ranks[at].bit_length()
        if meld_size(s, at) < r.seq_max and place < RING and not s.meld_ranks[at] & 1:
            card = r.played_as[r.rank_kind[r.rank_order.index(place)]]
            return [Play(Kind.MELD, (card,), s.meld_label[at] or NO_TARGET, said=s.meld_suit[at])]
    return []


def runs_with_top(r: Rules, s: State, seat: int, hand: Holding) -> list[Play]:
    """The top card of the pile on a run of the own table, or with two cards of the hand as a new one."""
    top = top_card(s)
    place = r.rank_order[r.rank[top]]
    plays = [
        meld((top,), label_of(s, at))
        for at in own(s, seat, SEQUENCE)
        if s.meld_suit[at] == r.suit[top] and fitting(r, s, at, {place: top})
    ]
    run = by_suit(r, hand).get(r.suit[top], {})
    for low in (place - 2, place - 1, place):
        others = [run[at] for at in range(low, low + 3) if at != place and at in run]
        if len(others) == 2:
            plays.append(meld((top, *others), new_label(s, seat, LETTER_S)))
    return plays


def wild_melds(r: Rules, s: State, seat: int, hand: Holding) -> list[Play]:
    """Wild cards alone: what goes on such a meld of the own table, or a new one; the most cards first."""
    lying = [meld_size(s, at) for at in own(s, seat, WILD_MELD) if meld_size(s, at) < CANASTA]
    room = r.wildmeld_max - min(lying) if lying else r.wildmeld_max
    least = 1 if lying else SAFE if r.unfinished_wild else 3
    ways = [hand.wilds, [card for card in hand.wilds if r.rank[card] == 2]]
    label = NO_TARGET if list(own(s, seat, WILD_MELD)) else new_label(s, seat, LETTER_W)
    return [Play(Kind.MELD, tuple(cards[:room]), label) for cards in ways if len(cards) >= least and room > 0]


def second_sets(s: State, seat: int, hand: Holding) -> list[Play]:
    """Another set beside one of the same rank."""
    lying = {s.meld_rank[at] for at in own(s, seat, SET)}
    groups = [cards for rank, cards in hand.naturals.items() if rank in lying and len(cards) > 2]
    return [meld(cards, new_label(s, seat, LETTER_M, n)) for n, cards in enumerate(groups)]


def unions(s: State, seat: int) -> list[Play]:
    """Two sets of one rank, not finished, that could be made one."""
    plays = []
    sets = [at for at in own(s, seat, SET) if meld_size(s, at) < CANASTA]
    for n, first in enumerate(sets):
        for second in sets[n + 1 :]:
            names = [label_of(s, at) for at in (first, second)]
            if s.meld_rank[first] == s.meld_rank[second] and names[0] != names[1]:
                plays.append(Play(Kind.MERGE, target=names[1], amount=names[0]))
    return plays


def mixed_sets(s: State, seat: int) -> int:
    """Sets of the own table that have wild cards, finished or not."""
    return sum(s.meld_wilds[at] > 0 for at in own(s, seat, SET))


def finished(s: State, seat: int) -> int:
    """Canastas of the own table that are no sets."""
    return sum(meld_size(s, at) >= CANASTA for kind in (SEQUENCE, WILD_MELD) for at in own(s, seat, kind))


def takes_wild_top(r: Rules, s: State, hand: Holding) -> bool:
    """Whether two cards like it in the hand would take a pile with a wild card on top."""
    top = top_card(s)
    return bool(r.wild_by_pair) and sum(r.rank[card] == r.rank[top] for card in hand.wilds) > 1


def is_natural_top(r: Rules, s: State) -> bool:
    return bool(top_card(s)) and r.role[top_card(s)] == NATURAL


def other_ways_out(
    table: Table, seat: int, hand: Holding, melds: Melds, canastas: int | None = None
) -> list[OutPlan | None]:
    """Plans to play the whole hand that begin with melds that are no sets; `canastas` as in `going_out`."""
    r, s = table.r, table.s
    longer = longer_runs(r, s, seat, hand) if r.sequences else []
    rest = hand.less(longer)
    runs = new_runs(r, s, seat, rest) if r.sequences else []
    wilds = wild_melds(r, s, seat, rest)[:1] if r.wild_melds else []
    ways: list[OutPlan | None] = []
    for begin in (longer, longer + runs, longer + wilds, longer + runs + wilds):
        whole = finished(s, seat) + sum(len(play.cards) >= CANASTA for play in begin)
        least = max(0, (r.out_canastas if canastas is None else canastas) - whole - len(longer))
        plan = going_out(r, hand.less(begin), melds, joins=True, canastas=least)
        if plan:
            ways.append(OutPlan(begin + plan.melds, plan.discard))
    return ways
