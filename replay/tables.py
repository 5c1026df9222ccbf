"""Judged games as the tables `turns` to `results`.

Large tables are made column by column from the rows of integers of all games together, small ones row by row.  Judges
nothing and touches no files.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from data.actions import NO_SIDE
from data.columns import claim_columns, numbers, repeated
from data.options import options, to_text
from data.recorded import Recorded
from data.schema import arrow_schema
from replay.checked import matters
from replay.codes import MINIMUM_AT, RUNNING_AT, SIDE_WIDTH, UNBOUNDED
from replay.judged import CLAIM_VERDICTS, Judged
from replay.records import COUNTED_AT, ITEM_AT, deal_of, seats_of
from replay.result import Amount, Deal
from replay.rows import TURN

if TYPE_CHECKING:
    import pyarrow as pa

Row = tuple[Any, ...]
Columns = dict[str, Any]

FIGURES = (*ITEM_AT, *(f"count.{name}" for name in COUNTED_AT), "running")  # of one side, as they stand in its row
EVIDENCE = ("known", "between", "at_least", "at_most", "nothing")


@dataclass(frozen=True, slots=True)
class Replayed:
    """One game of the lake with what the replay says of it, and under which name that is stored."""

    recorded: Recorded
    judged: Judged
    replay: str
    engine: str
    finished: datetime


def table(name: str, games: Sequence[Replayed]) -> pa.Table:
    """The rows of one table."""
    import pyarrow as pa

    schema = arrow_schema(name)
    if name in LARGE:
        sizes, columns = LARGE[name](games)
        columns |= _keys(games, sizes)
        return pa.table([_typed(columns[field.name], field.type) for field in schema], names=schema.names)
    rows = [row for game in games for row in SMALL[name](game)] if name != "rulesets" else list(_rulesets(games))
    values = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.table([pa.array(column, field.type) for column, field in zip(values, schema, strict=True)], schema)


def _keys(games: Sequence[Replayed], sizes: Sequence[int]) -> Columns:
    """The columns that say to which game a row belongs."""
    return {
        "game_key": repeated([game.recorded.key for game in games], sizes),
        "replay": repeated([game.replay for game in games], sizes),
    }


def _typed(column: pa.Array, kind: pa.DataType) -> pa.Array:
    """A column as its table has it; words that recur may stay numbered."""
    import pyarrow as pa

    return column if pa.types.is_dictionary(column.type) or column.type == kind else column.cast(kind)


# -- large tables: how many rows each game has, and the columns -------------------------------------------------------


def _turns(games: Sequence[Replayed]) -> tuple[list[int], Columns]:
    import pyarrow.compute as pc

    rows = _joined(game.judged.turns for game in games)
    columns: Columns = {name: numbers(rows[place :: len(TURN)]) for place, name in enumerate(TURN)}
    sizes = [len(game.judged.turns) // len(TURN) for game in games]
    before = _spread([game.recorded.game.first for game in games], sizes)
    deals = [(position, deal["turn_last"] - deal["turn_first"])
             for game in games for position, deal in enumerate(game.judged.deals, 1)]  # fmt: skip
    high, low = columns["digest_high"].cast("int64"), columns["digest_low"].cast("int64")
    return sizes, columns | {
        "position": _spread(*zip(*deals, strict=True)) if deals else before,
        "turn": columns["number"],
        "first_seq": pc.add(pc.subtract(columns["first"], before), 1),
        "last_seq": pc.subtract(columns["last"], before),
        "digest": pc.bit_wise_or(pc.shift_left(high, 31), low),
    }


def _scores(games: Sequence[Replayed]) -> tuple[list[int], Columns]:
    rows = _joined(game.judged.sides for game in games)
    low, high = array("i"), array("i")
    for at in range(0, len(rows), SIDE_WIDTH):
        low.extend(rows[at : at + MINIMUM_AT : 2])
        high.extend(rows[at + 1 : at + MINIMUM_AT : 2])
    about = [
        (deal["number"], position, side)
        for game in games for position, deal in enumerate(game.judged.deals, 1)
        for side in range(len(game.recorded.game.sides))
    ]  # fmt: skip
    places = {name: _spread([one[n] for one in about], [len(FIGURES)] * len(about))
              for n, name in enumerate(("deal", "position", "side"))}  # fmt: skip
    item = _named(numbers(array("i", range(len(FIGURES))) * len(about)), FIGURES)
    sizes = [len(game.judged.sides) // SIDE_WIDTH * len(FIGURES) for game in games]
    return sizes, places | {"item": item, "evidence": _evidence(low, high)} | _bounds(low, high)


def _claim_verdicts(games: Sequence[Replayed]) -> tuple[list[int], Columns]:
    sizes = [len(game.judged.answers) for game in games]
    claims = claim_columns([claim for game in games for claim in game.recorded.game.claims])
    answers = _joined(game.judged.answers for game in games)
    return sizes, claims | {
        "position": numbers(array("i", (place for size in sizes for place in range(1, size + 1)))),
        "claimed": claims["amount"],
        "verdict": _named(numbers(answers), [CLAIM_VERDICTS.get(n, "") for n in range(1 + max(CLAIM_VERDICTS))]),
        **_bounds(_joined(game.judged.low for game in games), _joined(game.judged.high for game in games)),
    }


LARGE: Mapping[str, Callable[[Sequence[Replayed]], tuple[list[int], Columns]]] = {
    "turns": _turns, "scores": _scores, "claim_verdicts": _claim_verdicts
}  # fmt: skip


def _joined(parts: Iterator[array[int]]) -> array[int]:
    """The rows of one game after the other."""
    return array("i", b"".join(map(array.tobytes, parts)))


def _spread(values: Sequence[int], sizes: Sequence[int]) -> pa.Array:
    """Each number as often as its size says."""
    spread = array("i")
    for value, size in zip(values, sizes, strict=True):
        spread.extend(array("i", [value]) * size)
    return numbers(spread)


def _named(places: pa.Array, names: Sequence[str]) -> pa.DictionaryArray:
    """The name at each place of the list."""
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(places, pa.array(names, pa.string()))


def _bounds(low: array[int], high: array[int]) -> Columns:
    """Lowest and highest figure, NULL where there is no bound."""
    import pyarrow as pa
    import pyarrow.compute as pc

    none = pa.scalar(None, pa.int32())
    least, most = numbers(low), numbers(high)
    return {
        "low": pc.if_else(pc.greater(least, -UNBOUNDED), least, none),
        "high": pc.if_else(pc.less(most, UNBOUNDED), most, none),
    }


def _evidence(low: array[int], high: array[int]) -> pa.DictionaryArray:
    """How far each figure is known."""
    import pyarrow as pa
    import pyarrow.compute as pc

    known, between, at_least, at_most, nothing = (pa.scalar(n, pa.int32()) for n in range(len(EVIDENCE)))
    least, most = numbers(low), numbers(high)
    bounded = pc.if_else(pc.equal(least, most), known, between)
    above = pc.if_else(pc.less(most, UNBOUNDED), at_most, nothing)
    below = pc.if_else(pc.less(most, UNBOUNDED), bounded, at_least)
    return _named(pc.if_else(pc.greater(least, -UNBOUNDED), below, above), EVIDENCE)


# -- small tables: the rows of one game, in the order of data/tables/results.py ---------------------------------------


def _findings(game: Replayed) -> Iterator[Row]:
    first = game.recorded.game.first
    for position, finding in enumerate(game.judged.findings, 1):
        seq = finding.event - first + 1 if finding.event >= 0 else 0
        yield (
            game.recorded.key, game.replay, position, finding.deal, finding.turn, finding.seat, finding.side, seq,
            finding.line, finding.column, finding.rule, finding.verdict, finding.severity, finding.status,
            finding.ruling, finding.doubt, finding.message, list(finding.facts.items()), finding.cards,
        )  # fmt: skip


def _seat_deals(game: Replayed) -> Iterator[Row]:
    for position, row in enumerate(game.judged.deals, 1):
        for seat in seats_of(game.judged, deal_of(game.judged, row), row):
            yield (
                game.recorded.key, game.replay, row["number"], position, seat.seat, seat.side, seat.role, seat.minimum,
                seat.opening_turn, seat.opening_points, seat.takes, seat.cards_taken, seat.freezes,
                seat.natural_canastas, seat.mixed_canastas, seat.bonus_cards, seat.cards_caught, seat.findings,
            )  # fmt: skip


def _deals(game: Replayed) -> Iterator[Row]:
    judged, hashes = game.judged, game.recorded.deal_hashes
    for position, row in enumerate(judged.deals, 1):
        deal = deal_of(judged, row)
        for number, side in enumerate(game.recorded.game.sides):
            at = row["side_first"] + number
            total, running = judged.figure(at, ITEM_AT["total"]), judged.figure(at, RUNNING_AT)
            yield (
                game.recorded.key, game.replay, deal.number, number, position, deal.line, deal.dealer, deal.status,
                deal.unreadable_line, deal.closing, deal.out_seat, _went_out(deal, side.seats), deal.concealed,
                deal.lone_seat, judged.minimum(at), total.low, total.high, running.low, running.high, deal.unjudged,
                hashes.get(deal.number),
            )  # fmt: skip


def _went_out(deal: Deal, seats: tuple[int, ...]) -> bool:
    """In cutthroat the two who play together go out together, whatever sides own the running totals."""
    if deal.lone_seat < 0:
        return deal.out_seat in seats
    return deal.out_seat >= 0 and (deal.out_seat == deal.lone_seat) == (deal.lone_seat in seats)


def _results(game: Replayed) -> Iterator[Row]:
    judged, totals = game.judged, game.judged.totals
    deals = judged.deals
    whole = sum(deal_of(judged, row).status == "judged" for row in deals)
    findings = sum(map(matters, judged.findings))
    for side in range(len(game.recorded.game.sides)) or (NO_SIDE,):
        total = totals[side] if totals and side >= 0 else Amount(None, None)
        winner = None if judged.winner < 0 else side == judged.winner
        yield (
            game.recorded.key, game.replay, game.recorded.batch, game.engine, judged.ruleset_hash, game.finished, side,
            judged.ruleset, judged.status, judged.notes, len(deals), whole, total.low, total.high, winner, findings,
            judged.differences,
        )  # fmt: skip


SMALL: Mapping[str, Callable[[Replayed], Iterator[Row]]] = {
    "findings": _findings, "seat_deals": _seat_deals, "deals": _deals, "results": _results
}  # fmt: skip


def _rulesets(games: Sequence[Replayed]) -> Iterator[Row]:
    """Each ruleset once."""
    known = options()
    each = {game.judged.ruleset_hash: game.judged for game in reversed(games)}
    for judged in reversed(each.values()):
        value: Any
        for name, value in judged.options.items():
            text = to_text(known[name], value) if name in known else str(value)
            yield judged.ruleset_hash, judged.ruleset, name, text
