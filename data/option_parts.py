"""Parts of structured options that have names of their own: one kind of bonus, one row of the opening table, ...

Knows how a part is read, put into the whole and read back.  Parts by option type:

map    `natural`       the figure of that key
table  `4`, `each`, `all`   the figure of that count; of every count that is paid singly; of the highest count
bands  `below`, `7000`      points of the band that begins at the bottom, at 7000
       `from of 150`        where the band worth 150 begins
       `points`, `from`     all points, all beginnings, as lists; one beginning less means that the first is `below`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from data.option_values import BELOW, OptionError, Row, Value, spelling

if TYPE_CHECKING:
    from data.options import Option

_FROM_OF = "from of "
_ORDER = ("", "from", "points", "each", "all")


def rank(part: str) -> int:
    """Parts are put in this order, so that the finer one has the last word."""
    return _ORDER.index(part) if part in _ORDER else len(_ORDER)


def parse_part(option: Option, part: str, raw: object) -> Value:
    """The value of one part: an int, or a tuple of rows of one int for the lists of bands."""
    if not is_part(option, part):
        raise OptionError(option.name, _parts(option), repr(part))
    if option.type == "bands" and part in ("from", "points"):
        numbers = raw.replace(",", "/").split("/") if isinstance(raw, str) else raw
        if not isinstance(numbers, Sequence):
            raise OptionError(f"{option.name}.{part}", "numbers joined with '/'", repr(raw))
        return tuple((_number(option, part, number),) for number in numbers)
    return _number(option, part, raw)


def put(option: Option, whole: Value, part: str, value: Value) -> Value:
    """`whole` with its part set."""
    if option.type == "map":
        return {**cast("dict[str, int]", whole), part: cast("int", value)}
    if option.type == "table":
        return _put_in_table(cast("dict[int, int]", whole), part, cast("int", value))
    return _put_in_bands(option, cast("tuple[Row, ...]", whole), part, value)


def part_of(option: Option, whole: Value, part: str) -> Value | None:
    """The part as it now stands in `whole`; None where the whole has no such part."""
    if option.type == "map":
        return cast("dict[str, int]", whole).get(part)
    if option.type == "table":
        table = cast("dict[int, int]", whole)
        return table.get({"each": 1, "all": max(table)}.get(part) or int(part))
    bands = cast("tuple[Row, ...]", whole)
    if part in ("from", "points"):
        return tuple((band[1 if part == "points" else 0],) for band in bands)
    if part.startswith(_FROM_OF):
        return next((band[0] for band in bands if str(band[1]) == part.removeprefix(_FROM_OF)), None)
    return next((band[1] for band in bands if band[0] == _start(part)), None)


def _put_in_table(table: dict[int, int], part: str, value: int) -> dict[int, int]:
    if part == "all":
        return {**table, max(table, default=1): value}
    if part != "each":
        return dict(sorted({**table, int(part): value}.items()))
    single = table.get(1, 0)
    return {count: count * value if points == count * single else points for count, points in table.items()}


def _put_in_bands(option: Option, bands: tuple[Row, ...], part: str, value: Value) -> tuple[Row, ...]:
    if part == "from":
        starts = [cast("int", row[0]) for row in cast("tuple[Row, ...]", value)]
        # Points come with the next part; until then each band keeps its own as far as there are any.
        return tuple((start, bands[min(i, len(bands) - 1)][1], "") for i, start in enumerate(starts))
    if part == "points":
        points = [row[0] for row in cast("tuple[Row, ...]", value)]
        starts = [cast("int", band[0]) for band in bands]
        starts = [BELOW, *starts] if len(points) == len(starts) + 1 else starts
        if len(points) != len(starts):
            raise OptionError(f"{option.name}.points", f"{len(starts)} figures, one for each band", str(len(points)))
        return tuple((start, figure, "") for start, figure in zip(starts, points, strict=True))
    if part.startswith(_FROM_OF):
        points_of = int(part.removeprefix(_FROM_OF))
        others = [band for band in bands if band[1] != points_of and band[0] != value]
        return tuple(sorted([*others, (cast("int", value), points_of, "")]))
    start = _start(part)
    demands = {band[0]: band[2] for band in bands}
    others = [band for band in bands if band[0] != start]
    return tuple(sorted([*others, (start, cast("int", value), demands.get(start, ""))]))


def _start(part: str) -> int:
    return BELOW if part == "below" else int(part)


def is_part(option: Option, part: str) -> bool:
    """Whether an option has a part of that name."""
    number = part.removeprefix(_FROM_OF) if option.type == "bands" else part
    if option.type in ("table", "bands") and number.removeprefix("-").isdigit() and number.isascii():
        return True
    return {
        "map": part in option.values or not option.values,
        "table": part in ("each", "all"),
        "bands": part in ("below", "from", "points"),
    }.get(option.type, False)


def _parts(option: Option) -> str:
    words = {"map": ", ".join(option.values), "table": "a count, each or all", "bands": "a score or below"}
    return "a part (" + words.get(option.type, "it has none") + ")"


def _number(option: Option, part: str, raw: object) -> int:
    text = spelling(raw).strip()
    if text == "below" and part == "from":
        return BELOW
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        raise OptionError(f"{option.name}.{part}", "a number", repr(raw))
    return int(text)
