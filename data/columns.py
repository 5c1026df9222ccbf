"""Events and games as Arrow tables, and back, without loss.

Owns the translation between data.events and the tables `games`, `events` and `claims`.  Touches no files.
Events of a table stand in the order of its games: `games.events` says how many rows each game has.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from data.events import Claim, Events, Game, Header, Side
from data.schema import arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa

LISTS = (("cards", "card_start"), ("roles", "role_start"), ("readings", "reading_start"))
NUMBERS = tuple(name for name in Events.COLUMNS if name not in ("text", "time"))


@dataclass(frozen=True, slots=True)
class Placed:
    """One game with its events, the key and the source under which they are stored."""

    events: Events
    game: Game
    key: str
    source: str


def events_table(games: Sequence[Placed], batch: str) -> pa.Table:
    """The events of some games, in their order, as the table `events`."""
    import pyarrow as pa

    schema = arrow_schema("events")
    spans = list(_spans(games))
    sizes = [placed.game.last - placed.game.first for placed in games]
    columns: dict[str, Any] = {
        "game_key": repeated([placed.key for placed in games], sizes),
        "source": repeated([placed.source for placed in games], sizes),
        "batch": repeated([batch], [sum(sizes)]),
        "deck": repeated([placed.game.deck for placed in games], sizes),
        "seq": numbers(array("i", (number for size in sizes for number in range(1, size + 1)))),
    }
    for name in NUMBERS:
        column = array("i")
        for events, first, last in spans:
            column.extend(getattr(events, name)[first:last])
        columns[name] = numbers(column).cast(schema.field(name).type)
    for name in ("text", "time"):
        words = [
            events.texts[index] if index >= 0 else None
            for events, first, last in spans
            for index in getattr(events, name)[first:last]
        ]
        columns[name] = pa.array(words, pa.string())
    for name, starts in LISTS:
        columns[name] = _lists(spans, name, starts)
    return pa.table([columns[name] for name in schema.names], names=schema.names)


def claims_table(games: Sequence[Placed], batch: str) -> pa.Table:
    """The figures of some games, in their order, as the table `claims`."""
    import pyarrow as pa

    schema = arrow_schema("claims")
    claims = [claim for placed in games for claim in placed.game.claims]
    sizes = [len(placed.game.claims) for placed in games]
    columns: dict[str, Any] = {
        "game_key": repeated([placed.key for placed in games], sizes),
        "source": repeated([placed.source for placed in games], sizes),
        "batch": repeated([batch], [len(claims)]),
        "position": numbers(array("i", (number for size in sizes for number in range(1, size + 1)))),
    }
    columns |= claim_columns(claims)
    return pa.table([columns[name] for name in schema.names], names=schema.names)


def claim_columns(claims: Sequence[Claim]) -> dict[str, pa.Array]:
    """The fields of figures, one column each."""
    import pyarrow as pa

    schema = arrow_schema("claims")
    return {name: pa.array(list(map(attrgetter(name), claims)), schema.field(name).type) for name in Claim.__slots__}


def _spans(games: Iterable[Placed]) -> Iterator[tuple[Events, int, int]]:
    """Stretches of rows to be copied as a whole: neighbouring games of one reading are one stretch."""
    events, first, last = Events(), 0, 0
    for placed in games:
        if placed.events is events and placed.game.first == last:
            last = placed.game.last
            continue
        if last > first:
            yield events, first, last
        events, first, last = placed.events, placed.game.first, placed.game.last
    if last > first:
        yield events, first, last


def repeated(words: Sequence[str], sizes: Sequence[int]) -> pa.DictionaryArray:
    """Each word as often as its size says; words may recur."""
    import pyarrow as pa

    number = {word: index for index, word in enumerate(dict.fromkeys(words))}
    indices = array("i")
    for word, size in zip(words, sizes, strict=True):
        indices.extend(array("i", [number[word]]) * size)
    return pa.DictionaryArray.from_arrays(numbers(indices), pa.array(list(number), pa.string()))


def numbers(column: array[int]) -> pa.Array:
    """Integers as they stand, without a copy."""
    import pyarrow as pa

    return pa.Array.from_buffers(pa.int32(), len(column), [None, pa.py_buffer(column)])


def _lists(spans: Sequence[tuple[Events, int, int]], name: str, starts: str) -> pa.Array:
    import pyarrow as pa
    import pyarrow.compute as pc

    values = array("B")
    offsets = [pa.array([0], pa.int32())]
    for events, first, last in spans:
        bounds = getattr(events, starts)
        moved = len(values) - bounds[first]
        offsets.append(pc.add_checked(numbers(bounds[first + 1 : last + 1]), pa.scalar(moved, pa.int32())))
        values.extend(getattr(events, name)[bounds[first] : bounds[last]])
    flat = pa.Array.from_buffers(pa.uint8(), len(values), [None, pa.py_buffer(values)])
    return pa.ListArray.from_arrays(pa.concat_arrays(offsets), flat)


def events_of(table: pa.Table) -> Events:
    """The rows of a table `events` (any slice of it) as events in memory; row i is event i."""
    import pyarrow as pa

    events = Events()
    for name in NUMBERS:
        setattr(events, name, _array(table.column(name).cast(pa.int32())))
    for name, starts in LISTS:
        column = table.column(name).combine_chunks()
        values = array("B")
        values.frombytes(_buffer(column.flatten()))
        setattr(events, name, values)
        setattr(events, starts, _rebased(column))
    for name in ("text", "time"):
        setattr(events, name, _indices(table.column(name), len(events.texts)))
        events.texts += table.column(name).drop_null().to_pylist()
    return events


def _array(column: pa.ChunkedArray) -> array[int]:
    numbers = array("i")
    numbers.frombytes(_buffer(column.combine_chunks()))
    return numbers


def _buffer(column: pa.Array) -> memoryview:
    """The bytes of the values of a column of fixed width without nulls."""
    width = column.type.bit_width // 8
    return memoryview(column.buffers()[1])[column.offset * width : (column.offset + len(column)) * width]


def _rebased(column: pa.ListArray) -> array[int]:
    """The bounds of each row's list in the flattened values, which begin at 0."""
    import pyarrow.compute as pc

    if not len(column):
        return array("i", [0])
    bounds = column.offsets
    numbers = array("i")
    numbers.frombytes(_buffer(pc.subtract(bounds, bounds[0])))
    return numbers


def _indices(column: pa.ChunkedArray, base: int) -> array[int]:
    """Where each row's words will stand among the texts, -1 for none."""
    import pyarrow as pa
    import pyarrow.compute as pc

    there = column.is_valid()
    counted = pc.cumulative_sum(there.cast(pa.int32()))
    return _array(pc.if_else(there, pc.add(counted, pa.scalar(base - 1, pa.int32())), pa.scalar(-1, pa.int32())))


def game_columns(game: Game) -> dict[str, Any]:
    """The columns of `games` that say what the log says of a game as a whole."""
    typed = {name: game.header(name) for name in ("date", "event", "site", "club", "round", "board")}
    words = (game.header("replaces") or "").split()
    return typed | {
        "game": game.id,
        "line": game.line,
        "status": game.status,
        "rules": game.rules,
        "options": [{"name": name, "value": value} for name, value in game.options],
        "deck": game.deck,
        "view": game.view,
        "seats": list(game.seats),
        "sides": [{"name": side.name, "seats": list(side.seats)} for side in game.sides],
        "players": list(game.players.items()),
        "headers": [header._asdict() for header in game.headers],
        "at_table": game.header("table"),
        "replaces": words[0] if words else None,
    }


def game_of(row: Mapping[str, Any], claims: list[Claim], first: int) -> Game:
    """The game of one row of `games`, whose events begin at row `first`."""
    return Game(
        id=row["game"],
        line=row["line"],
        headers=[Header(header["key"], header["value"], header["line"]) for header in row["headers"]],
        seats=tuple(row["seats"]),
        sides=tuple(Side(side["name"], tuple(side["seats"])) for side in row["sides"]),
        players=dict(row["players"]),
        deck=row["deck"],
        rules=row["rules"],
        options=[(option["name"], option["value"]) for option in row["options"]],
        view=row["view"],
        status=row["status"],
        claims=claims,
        first=first,
        last=first + row["events"],
    )


def claims_in(table: pa.Table) -> list[Claim]:
    """The figures that are rows of a table `claims`."""
    return list(map(Claim, *(table.column(name).to_pylist() for name in Claim.__slots__)))
