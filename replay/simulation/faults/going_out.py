"""Faults of going out and of asking for permission."""

from __future__ import annotations

from collections.abc import Iterator

from data.actions import ANSWER_NO, ANSWER_YES, Kind
from replay.codes import NOBODY
from replay.legal import Play
from replay.rules.ask import partner_of
from replay.simulation.faults.fault import Script
from replay.simulation.faults.scripts import draw, is_open, own_set, spare
from replay.simulation.holding import Holding
from replay.simulation.melding import going_out
from replay.simulation.other_melds import other_ways_out
from replay.simulation.turn import Turn

OUT = Play(Kind.OUT, amount=0)
OUT_CONCEALED = Play(Kind.OUT, amount=1)


def has_partner(turn: Turn) -> bool:
    return partner_of(turn.table.s, turn.seat) != NOBODY


def ask(answer: int) -> Play:
    return Play(Kind.ASK, amount=answer)


def ways(turn: Turn, hand: Holding, canastas: int | None = None) -> Iterator[Script]:
    """Melds and last discard of each way to play this whole hand."""
    plans = [going_out(turn.table.r, hand, turn.melds(), joins=joins, canastas=canastas) for joins in (True, False)]
    if turn.table.r.sequences or turn.table.r.wild_melds:
        plans += other_ways_out(turn.table, turn.seat, hand, turn.melds(), canastas)
    for plan in plans:
        if plan:
            yield [*plan.melds, *([Play(Kind.DISCARD, (plan.discard,))] if plan.discard else [])]


def asks_nobody(turn: Turn) -> Iterator[Script]:
    """Asks for permission at a table where nobody is to be asked."""
    drawn = draw(turn)
    end = spare(drawn[1]) if drawn else None
    if drawn and end:
        yield [drawn[0], ask(ANSWER_NO), end]


def asks_after_melding(turn: Turn) -> Iterator[Script]:
    """Melds, and then asks for permission."""
    drawn = draw(turn)
    play = own_set(turn, drawn[1]) if drawn else None
    if drawn is None or play is None or not is_open(turn) or not has_partner(turn):
        return
    drawn[1].without(play.cards)
    end = spare(drawn[1])
    if end:
        yield [drawn[0], play, ask(ANSWER_NO), end]


def goes_out_without_canastas(turn: Turn) -> Iterator[Script]:
    """Discards the last card though the side has too few canastas."""
    drawn = draw(turn)
    for way in ways(turn, drawn[1], canastas=0) if drawn and is_open(turn) else ():
        if drawn and way[-1].kind == Kind.DISCARD:
            yield [drawn[0], *way]


def goes_out_with_cards(turn: Turn) -> Iterator[Script]:
    """Says that he is out, and holds cards."""
    drawn = draw(turn)
    end = spare(drawn[1]) if drawn else None
    if drawn and end:
        yield [drawn[0], end, OUT]


def goes_out_without_discard(turn: Turn) -> Iterator[Script]:
    """Melds everything, at a table where the last card is discarded."""
    drawn = draw(turn)
    for way in ways(turn, drawn[1]) if drawn else ():
        end = way[-1]
        if drawn is None:
            return
        if end.kind != Kind.DISCARD:
            yield [drawn[0], *way]
            continue
        same = [
            n for n, play in enumerate(way[:-1]) if turn.table.r.rank[play.cards[0]] == turn.table.r.rank[end.cards[0]]
        ]
        for n in same:
            yield [drawn[0], *way[:n], way[n]._replace(cards=(*way[n].cards, *end.cards)), *way[n + 1 : -1]]


def goes_out_unasked(turn: Turn) -> Iterator[Script]:
    """Goes out without asking, at a table where that is required."""
    drawn = draw(turn)
    for way in ways(turn, drawn[1]) if drawn and has_partner(turn) else ():
        if drawn:
            yield [drawn[0], *way]


def goes_out_against_no(turn: Turn) -> Iterator[Script]:
    """Asks, is told no, and goes out all the same."""
    drawn = draw(turn)
    for way in ways(turn, drawn[1]) if drawn and has_partner(turn) else ():
        if drawn:
            yield [drawn[0], ask(ANSWER_NO), *way]


def stays_in_after_yes(turn: Turn) -> Iterator[Script]:
    """Asks, is told yes, and does not go out."""
    drawn = draw(turn)
    end = spare(drawn[1]) if drawn else None
    if drawn and end and has_partner(turn):
        yield [drawn[0], ask(ANSWER_YES), end]


def claims_to_be_concealed(turn: Turn) -> Iterator[Script]:
    """Goes out as he may and says that it was concealed, which it was not."""
    drawn = draw(turn)
    for way in ways(turn, drawn[1]) if drawn else ():
        if drawn:
            yield [drawn[0], *way, OUT_CONCEALED]


def goes_out_anyhow(turn: Turn) -> Iterator[Script]:
    """Goes out with as many canastas as are needed, whatever else is asked for."""
    drawn = draw(turn)
    for way in ways(turn, drawn[1]) if drawn and is_open(turn) else ():
        if drawn:
            yield [drawn[0], *way]


def goes_out_by_a_barred_card(turn: Turn) -> Iterator[Script]:
    """Goes out by discarding a card that may not be the last."""
    drawn = draw(turn)
    barred = [card for group in drawn[1].naturals.values() for card in group
              if turn.table.r.last_discard_ban[card]] if drawn else []  # fmt: skip
    for card in dict.fromkeys(barred):
        rest = drawn[1].less([Play(Kind.DISCARD, (card,))]) if drawn else None
        for way in ways(turn, rest) if rest else ():
            if drawn and way[-1].kind != Kind.DISCARD:
                yield [drawn[0], *way, Play(Kind.DISCARD, (card,))]
