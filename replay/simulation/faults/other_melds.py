"""Faults of melds that are no sets, of several sets of one rank, and of taking the pile onto sequences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from data.actions import NO_TARGET, Kind
from replay.codes import CANASTA, JOKER_RANK, LETTER_S, LETTER_W, SEQUENCE, SET, TWO, WILD_MELD
from replay.legal import Play
from replay.simulation.faults.fault import Script
from replay.simulation.faults.scripts import draw, is_open, spare, take, top
from replay.simulation.holding import Holding
from replay.simulation.melding import meld
from replay.simulation.other_melds import Run, by_suit, fitting, label_of, new_label, own, runs_with_top
from replay.simulation.turn import Turn
from replay.state import meld_size


def _lay(turn: Turn, cards: list[int], target: int) -> Iterator[Script]:
    """The draw, one meld of these cards, and a discard."""
    drawn = draw(turn)
    if drawn is None or not is_open(turn):
        return
    drawn[1].without(tuple(cards))
    end = spare(drawn[1])
    if end:
        yield [drawn[0], meld(cards, target), end]


def _run_label(turn: Turn) -> int:
    return new_label(turn.table.s, turn.seat, LETTER_S)


def _suits(turn: Turn) -> list[Run]:
    """The natural cards of the hand after the draw, suit by suit."""
    drawn = draw(turn)
    return list(by_suit(turn.table.r, drawn[1]).values()) if drawn else []


def mixes_suits(turn: Turn) -> Iterator[Script]:
    """Lays a sequence with a card of another suit in it."""
    for one, other in combinations(_suits(turn), 2):
        for place in one:
            cards = [one.get(place), one.get(place + 1), other.get(place + 2)]
            if place + 2 not in one and all(cards):
                yield from _lay(turn, [card for card in cards if card], _run_label(turn))


def leaves_a_gap(turn: Turn) -> Iterator[Script]:
    """Lays a sequence in which a rank is missing."""
    for run in _suits(turn):
        for place in run:
            cards = [run.get(place), run.get(place + 1), run.get(place + 3)]
            if place + 2 not in run and all(cards):
                yield from _lay(turn, [card for card in cards if card], _run_label(turn))


def doubles_a_rank(turn: Turn) -> Iterator[Script]:
    """Lays a sequence with one rank in it twice."""
    drawn = draw(turn)
    if drawn is None:
        return
    held = [card for group in drawn[1].naturals.values() for card in group]
    for run in _suits(turn):
        for place in run:
            cards = [card for at in range(place, place + 3) if (card := run.get(at))]
            twice = [card for card in cards if held.count(card) > 1]
            if len(cards) == 3 and twice:
                yield from _lay(turn, [*cards, twice[0]], _run_label(turn))


def begins_with_a_three(turn: Turn) -> Iterator[Script]:
    """Lays a sequence that begins with a black three."""
    r, drawn = turn.table.r, draw(turn)
    for stop in drawn[1].stops if drawn else ():
        for run in _suits(turn):
            cards = [card for place in (1, 2) if (card := run.get(place))]
            if len(cards) == 2 and r.suit[cards[0]] == r.suit[stop]:
                yield from _lay(turn, [stop, *cards], _run_label(turn))


def spoils_with_wilds(turn: Turn) -> Iterator[Script]:
    """Lays a sequence with a wild card more than it may have."""
    drawn = draw(turn)
    wilds = drawn[1].wilds[: turn.table.r.seq_max_wilds + 1] if drawn else []
    if len(wilds) <= turn.table.r.seq_max_wilds:
        return
    for run in _suits(turn):
        for place in run:
            cards = [card for at in range(place, place + 3) if (card := run.get(at))]
            if len(cards) == 3:
                yield from _lay(turn, [*cards, *wilds], _run_label(turn))


def begins_with_the_top(turn: Turn) -> Iterator[Script]:
    """Takes the pile by beginning a sequence with its top card."""
    if top(turn):
        for claim in runs_with_top(turn.table.r, turn.table.s, turn.seat, turn.holding()):
            if len(claim.cards) > 1:
                yield from take(turn, claim)


def adds_with_the_top(turn: Turn) -> Iterator[Script]:
    """Takes the pile onto a sequence, laying a card of the hand there in the same move."""
    r, s, card = turn.table.r, turn.table.s, top(turn)
    hand = turn.holding()
    for at in own(s, turn.seat, SEQUENCE) if card else ():
        place = r.rank_order[r.rank[card]]
        run = dict(by_suit(r, hand).get(s.meld_suit[at], {}))
        if s.meld_suit[at] != r.suit[card] or not fitting(r, s, at, {place: card}):
            continue
        run.pop(place, None)
        for other_place, other in run.items():
            if len(fitting(r, s, at, {place: card, other_place: other})) == 2:
                yield from take(turn, meld((card, other), label_of(s, at)))


def spoils_wild_cards(turn: Turn) -> Iterator[Script]:
    """Adds a natural card to a meld of wild cards."""
    drawn = draw(turn)
    for at in own(turn.table.s, turn.seat, WILD_MELD) if drawn else ():
        groups = list(drawn[1].naturals.values()) if drawn else []
        if groups and turn.table.s.meld_label[at] and meld_size(turn.table.s, at) < CANASTA:
            yield from _lay(turn, groups[0][:1], turn.table.s.meld_label[at])


def melds_mostly_jokers(turn: Turn) -> Iterator[Script]:
    """Lays wild cards alone, with too many jokers among them for a meld of twos."""
    drawn = draw(turn)
    if drawn is None or list(own(turn.table.s, turn.seat, WILD_MELD)):
        return
    jokers = [card for card in drawn[1].wilds if turn.table.r.rank[card] == JOKER_RANK]
    twos = [card for card in drawn[1].wilds if turn.table.r.rank[card] == TWO]
    if len(jokers) > 1 and len(jokers) + len(twos) > 2:
        yield from _lay(turn, [*jokers, *twos][:3], new_label(turn.table.s, turn.seat, LETTER_W))


def withholds_a_two(turn: Turn) -> Iterator[Script]:
    """Adds a two to a set although the side's meld of wild cards is not finished."""
    drawn = draw(turn)
    if drawn is None or not any(
        meld_size(turn.table.s, at) < CANASTA for at in own(turn.table.s, turn.seat, WILD_MELD)
    ):
        return
    twos = [card for card in drawn[1].wilds if turn.table.r.rank[card] == TWO]
    for rank, seen in turn.melds().items():
        if twos and seen.size < CANASTA - 1 and seen.wilds < turn.table.r.set_max_wilds:
            yield from _lay(turn, twos[:1], rank)


def unites_what_differs(turn: Turn) -> Iterator[Script]:
    """Makes one meld of two sets of different ranks."""
    s, drawn = turn.table.s, draw(turn)
    end = spare(drawn[1]) if drawn else None
    sets = [at for at in own(s, turn.seat, SET) if meld_size(s, at) < CANASTA and s.meld_rank[at] > 3]
    for one, other in combinations(sets, 2):
        if (
            drawn
            and end
            and s.meld_rank[one] != s.meld_rank[other]
            and meld_size(s, one) + meld_size(s, other) <= CANASTA
        ):
            yield [drawn[0], Play(Kind.MERGE, target=label_of(s, other), amount=label_of(s, one)), end]


def lengthens_beyond(turn: Turn) -> Iterator[Script]:
    """Makes a sequence, or a meld of wild cards, longer than it may be."""
    r, s, drawn = turn.table.r, turn.table.s, draw(turn)
    if drawn is None:
        return
    for at in own(s, turn.seat, WILD_MELD):
        need = r.wildmeld_max + 1 - meld_size(s, at)
        if meld_size(s, at) < CANASTA and len(drawn[1].wilds) >= need:
            yield from _lay(turn, drawn[1].wilds[:need], s.meld_label[at] or NO_TARGET)
    if len(drawn[1].wilds) > r.wildmeld_max and r.wild_melds:
        yield from _lay(turn, drawn[1].wilds[: r.wildmeld_max + 1], NO_TARGET)
    for run in by_suit(r, drawn[1]).values() if r.sequences else ():
        yield from _lay(turn, [run[place] for place in sorted(run)][: r.seq_max + 1], _run_label(turn))
        for at in own(s, turn.seat, SEQUENCE):
            cards = [card for place, card in run.items() if not s.meld_ranks[at] >> place & 1]
            need = r.seq_max + 1 - meld_size(s, at)
            if s.meld_suit[at] == r.suit[next(iter(run.values()))] and 1 < need <= len(cards):
                yield from (
                    lay for some in combinations(cards, need) for lay in _lay(turn, list(some), label_of(s, at))
                )


def adds_to_what_is_closed(turn: Turn) -> Iterator[Script]:
    """Adds to a finished sequence or meld of wild cards, or a wild card to a finished set."""
    r, s, drawn = turn.table.r, turn.table.s, draw(turn)
    if drawn is None:
        return
    hand: Holding = drawn[1]
    for at in own(s, turn.seat, WILD_MELD):
        if meld_size(s, at) >= CANASTA and hand.wilds:
            yield from _lay(turn, hand.wilds[:1], s.meld_label[at] or NO_TARGET)
    for at in own(s, turn.seat, SEQUENCE):
        places = [place for place in range(1, 16) if s.meld_ranks[at] >> place & 1]
        run = by_suit(r, hand).get(s.meld_suit[at], {})
        for place in (places[0] - 1, places[-1] + 1):
            if meld_size(s, at) >= CANASTA and place in run:
                yield from _lay(turn, [run[place]], label_of(s, at))
    for at in own(s, turn.seat, SET):
        if meld_size(s, at) >= CANASTA and hand.wilds and s.meld_wilds[at] < r.set_max_wilds:
            yield from _lay(turn, hand.wilds[:1], label_of(s, at))
