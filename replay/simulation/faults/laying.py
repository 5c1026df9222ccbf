"""Faults of melds and of the initial meld."""

from __future__ import annotations

from collections.abc import Iterator

from data.actions import Kind, Status, label_number
from replay.codes import CANASTA, MELDS
from replay.legal import Play
from replay.simulation.faults.fault import Script
from replay.simulation.faults.other_melds import adds_to_what_is_closed, lengthens_beyond
from replay.simulation.faults.scripts import draw, is_open, minimum, own_set, red_draw, spare
from replay.simulation.holding import Holding
from replay.simulation.melding import going_out, meld, opening, worth
from replay.simulation.turn import Turn


def _lay(turn: Turn, play: Play, *, drawn: tuple[Play, Holding]) -> Iterator[Script]:
    """The draw, one meld, and a discard."""
    hand = drawn[1]
    hand.without(play.cards)
    end = spare(hand)
    if end:
        yield [drawn[0], play, end]


def lays_elsewhere(turn: Turn) -> Iterator[Script]:
    """Adds a card to a meld of another side."""
    s = turn.table.s
    drawn = draw(turn)
    if drawn is None:
        return
    for side in range(s.sides):
        table = s.table_of_side(side)
        ranks = {s.meld_rank[table * MELDS + number] for number in range(s.meld_count[table])}
        fits = [cards for rank, cards in drawn[1].naturals.items() if rank in ranks]
        if table != s.table_of[turn.seat] and fits:
            yield from _lay(turn, meld(fits[0][:1])._replace(side=side), drawn=drawn)


def melds_a_red_three(turn: Turn) -> Iterator[Script]:
    """Draws a red three and lays it among the melds."""
    red = red_draw(turn)
    if red and is_open(turn):
        yield from _lay(turn, meld((red[1],)), drawn=(red[0], red[2]))


def _naturals(hand: Holding, count: int, *, but: object = ()) -> list[int]:
    """So many natural cards of one rank, if the hand has exactly so many; none of a rank in `but`."""
    fits = [cards for rank, cards in hand.naturals.items() if len(cards) == count and rank not in but]  # type: ignore[operator]
    return list(fits[0]) if fits else []


def mixes_ranks(turn: Turn) -> Iterator[Script]:
    """Lays two cards of one rank and one of another as a meld."""
    drawn = draw(turn)
    if drawn is None or not is_open(turn):
        return
    pair, single = _naturals(drawn[1], 2), _naturals(drawn[1], 1)
    if pair and single:
        yield from _lay(turn, meld((*pair, *single)), drawn=drawn)


def melds_two(turn: Turn) -> Iterator[Script]:
    """Lays a pair as a meld."""
    drawn = draw(turn)
    pair = _naturals(drawn[1], 2, but=turn.melds()) if drawn else []
    if drawn and pair and is_open(turn):
        yield from _lay(turn, meld(pair), drawn=drawn)


def melds_one_natural(turn: Turn) -> Iterator[Script]:
    """Lays one natural card and two wild cards as a meld."""
    drawn = draw(turn)
    single = _naturals(drawn[1], 1, but=turn.melds()) if drawn else []
    if drawn and single and len(drawn[1].wilds) > 1 and is_open(turn):
        yield from _lay(turn, meld((*single, *drawn[1].wilds[:2])), drawn=drawn)


def melds_wilds(turn: Turn) -> Iterator[Script]:
    """Lays three wild cards as a meld."""
    drawn = draw(turn)
    if drawn and len(drawn[1].wilds) > 2 and is_open(turn):
        yield from _lay(turn, meld(drawn[1].wilds[:3]), drawn=drawn)


def adds_a_wild_too_many(turn: Turn) -> Iterator[Script]:
    """Adds a wild card to a meld that has as many as it may have."""
    drawn = draw(turn)
    full = [rank for rank, seen in turn.melds().items() if seen.wilds >= turn.table.r.set_max_wilds]
    if drawn and full and drawn[1].wilds:
        yield from _lay(turn, meld(drawn[1].wilds[:1], full[0]), drawn=drawn)


def melds_many_wilds(turn: Turn) -> Iterator[Script]:
    """Lays more wild cards with a pair than this table allows, though not more than a meld may have."""
    for wilds in (2, 3):
        drawn = draw(turn)
        pair = _naturals(drawn[1], 2, but=turn.melds()) if drawn else []
        if drawn and pair and len(drawn[1].wilds) >= wilds and is_open(turn):
            yield from _lay(turn, meld((*pair, *drawn[1].wilds[:wilds])), drawn=drawn)


def begins_a_second_meld(turn: Turn) -> Iterator[Script]:
    """Begins another meld of a rank that the side has already."""
    drawn = draw(turn)
    own = turn.melds()
    for rank, cards in list(drawn[1].naturals.items()) if drawn else []:
        if drawn and rank in own and len(cards) > 2:
            yield from _lay(turn, meld(cards, label_number("m", "2")), drawn=drawn)


def adds_to_a_canasta(turn: Turn) -> Iterator[Script]:
    """Adds a card to a finished canasta, at a table where it is closed or long enough."""
    drawn = draw(turn)
    done = [rank for rank, seen in turn.melds().items() if seen.size >= CANASTA]
    fits = [cards for rank, cards in drawn[1].naturals.items() if rank in done] if drawn else []
    if drawn and fits:
        yield from _lay(turn, meld(fits[0][:1]), drawn=drawn)
    yield from adds_to_what_is_closed(turn)
    yield from lengthens_beyond(turn)


def melds_black_threes_with_a_wild(turn: Turn) -> Iterator[Script]:
    """Goes out with black threes and a wild card among them."""
    drawn = draw(turn)
    if drawn is None or len(drawn[1].stops) < 2 or not drawn[1].wilds:
        return
    last = meld((*drawn[1].stops, drawn[1].wilds[0]))
    drawn[1].without(last.cards)
    for joins in (False, True):
        plan = going_out(turn.table.r, drawn[1], turn.melds(), joins=joins)
        if plan and plan.discard:
            yield [drawn[0], *plan.melds, last, Play(Kind.DISCARD, (plan.discard,))]
        elif plan:
            yield [drawn[0], *plan.melds, last]


def melds_black_threes_early(turn: Turn) -> Iterator[Script]:
    """Lays black threes without going out."""
    drawn = draw(turn)
    if drawn and len(drawn[1].stops) > 2 and is_open(turn):
        yield from _lay(turn, meld(drawn[1].stops), drawn=drawn)


def takes_a_meld_back(turn: Turn) -> Iterator[Script]:
    """Lays a meld and takes it back, though its side has opened."""
    drawn = draw(turn)
    play = own_set(turn, drawn[1]) if drawn else None
    end = spare(drawn[1]) if drawn else None
    if drawn and play and end and is_open(turn):
        yield [drawn[0], play._replace(status=Status.RETRACTED), end]


def _too_little(turn: Turn, hand: Holding) -> Play | None:
    """A meld that is right and worth less than the side needs to open."""
    groups = [cards for cards in hand.naturals.values() if len(cards) > 2]
    groups = [cards for cards in groups if worth(turn.table.r, cards) < minimum(turn)]
    return meld(groups[0]) if groups and not is_open(turn) else None


def opens_with_too_little(turn: Turn) -> Iterator[Script]:
    """Opens with fewer points than the side needs."""
    drawn = draw(turn)
    play = _too_little(turn, drawn[1]) if drawn else None
    if drawn and play:
        yield from _lay(turn, play, drawn=drawn)


def takes_an_opening_back(turn: Turn) -> Iterator[Script]:
    """Shows an initial meld that is too small and takes it back; nobody raises the minimum."""
    s = turn.table.s
    side = s.seat_side[turn.seat]
    drawn = draw(turn)
    play = _too_little(turn, drawn[1]) if drawn else None
    end = spare(drawn[1]) if drawn else None
    if drawn and play and end and not s.taken_back[side] and not s.raised[side]:
        turn.punished = False
        yield [drawn[0], play._replace(status=Status.RETRACTED), end]
        turn.punished = True


def melds_the_whole_hand(turn: Turn) -> Iterator[Script]:
    """Melds everything without the canastas for going out."""
    drawn = draw(turn)
    if drawn is None or not is_open(turn):
        return
    plan = going_out(turn.table.r, drawn[1], turn.melds(), joins=True, canastas=0)
    if plan and not plan.discard:
        yield [drawn[0], *plan.melds]


def opens_without_canasta(turn: Turn) -> Iterator[Script]:
    """Opens with the points that are needed and without the canasta that the score of the side asks for."""
    drawn = draw(turn)
    r, s = turn.table.r, turn.table.s
    if drawn is None or is_open(turn) or not r.demand(s.score[s.seat_side[turn.seat]], s.deal):
        return
    plan = opening(r, drawn[1], max(1, minimum(turn)), everything=False)
    end = spare(drawn[1], [card for play in plan for card in play.cards]) if plan else None
    if plan and end:
        yield [drawn[0], *plan, end]


def opens_with_wilds(turn: Turn) -> Iterator[Script]:
    """Opens with wild cards without which the points do not suffice."""
    drawn = draw(turn)
    if drawn is None or is_open(turn):
        return
    hand = drawn[1]
    groups = [group for group in hand.naturals.values() if len(group) > 1]
    for group in groups:
        for count in range(1, min(len(hand.wilds), turn.table.r.set_max_wilds) + 1):
            cards = [*group, *hand.wilds[:count]]
            if worth(turn.table.r, cards) >= minimum(turn) and len(cards) > 2:
                end = spare(hand, cards)
                if end:
                    yield [drawn[0], meld(cards), end]
