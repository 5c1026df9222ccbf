"""The values an option may have: read from text or TOML into plain Python values, and written back as text.

Knows types and shapes only; which options exist, and what they are called, is `data.options`.

Shapes: bool, int and str as they are; `list` a tuple of words in the order of the allowed values; `map` a dict from
word to int; `table` a dict from count to int; `bands` a tuple of (score from, points, what it must contain) sorted by
score, the lowest beginning at BELOW; `rows` a tuple of tuples; `ints` a tuple of ints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from data.options import Option

Row: TypeAlias = tuple[int | str | bool, ...]
Value: TypeAlias = (
    bool | int | str | tuple[str, ...] | tuple[int, ...] | tuple[Row, ...] | dict[str, int] | dict[int, int]
)

TYPES = ("bool", "int", "choice", "list", "ints", "map", "table", "bands", "rows", "text")
BELOW = -1_000_000_000
BAND_DEMANDS = ("", "canasta", "natural")
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
_EMPTY = ("", "none", "off")
_MOST_TIMES = 8
_MOST_DIGITS = 10


class OptionError(ValueError):
    """A value or a name that cannot be used: where, what was expected and what was found."""

    def __init__(self, where: str, expected: str, found: str) -> None:
        super().__init__(f"{where}: expected {expected}, found {found}")
        self.where = where
        self.expected = expected
        self.found = found


def spelling(raw: object) -> str:
    """How a raw value looks as one word: `true`, `7`, `-1,0,1`."""
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, list | tuple):
        return ",".join(spelling(item) for item in raw)
    return str(raw)


def look_up(spellings: Mapping[str, object], raw: object) -> str | None:
    """The key of `spellings` that `raw` is written as, with `on` and `yes` for true; None if there is none."""
    word = spelling(raw)
    if word not in spellings and word.lower() in (*_TRUE, *_FALSE):
        word = "true" if word.lower() in _TRUE else "false"
    if word not in spellings:
        word = word.strip("[]").replace(" ", "")
    return word if word in spellings else None


def parse(option: Option, raw: object) -> Value:
    """The typed value of `raw`, text or already structured; OptionError where it is none of the option's values."""
    return _READERS[option.type](option, raw)


def expected(option: Option) -> str:
    """What may be written, in words."""
    if option.type == "choice":
        return " | ".join(option.values)
    if option.type == "bool":
        return "true or false"
    if option.type == "int":
        words = "".join(f" or {word}" for word in option.words)
        return f"a number from {option.range[0]} to {option.range[1]}{words}"
    if option.type == "list":
        return "none or some of " + ", ".join(option.values)
    return _SHAPES[option.type] + (f" (words: {', '.join(option.values)})" if option.values else "")


def to_text(option: Option, value: Value) -> str:
    """The value as one word without blanks, as a log's `options:` would write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return next((word for word, number in option.words.items() if number == value), str(value))
    if isinstance(value, dict):
        return ",".join(f"{key}:{number}" for key, number in value.items()) or "none"
    if isinstance(value, tuple):
        return ",".join(_cell_text(cell) for cell in value) or "none"
    return value


def _cell_text(cell: object) -> str:
    if not isinstance(cell, tuple):
        return str(cell)
    words = ["below" if word == BELOW else spelling(word) for word in cell]
    return ":".join(words).rstrip(":")


def _fail(option: Option, raw: object) -> OptionError:
    return OptionError(option.name, expected(option), repr(raw))


def _bool(option: Option, raw: object) -> bool:
    word = spelling(raw).lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise _fail(option, raw)


def _int(option: Option, raw: object) -> int:
    word = spelling(raw).lower()
    if word in option.words:
        return option.words[word]
    number = _number(raw)
    if number is None or not (option.range[0] <= number <= option.range[1] or number in option.words.values()):
        raise _fail(option, raw)
    return number


def _number(raw: object) -> int | None:
    if isinstance(raw, bool) or not isinstance(raw, int | str):
        return None
    text = str(raw).strip()
    digits = text[1:] if text[:1] in "+-" else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS else None


def _known(option: Option, word: str) -> str:
    return option.synonyms.get(word, word)


def _choice(option: Option, raw: object) -> str:
    word = _known(option, spelling(raw)).replace("-", "_").lower()
    for value in option.values:
        if word == value.replace("-", "_").lower():
            return value
    raise _fail(option, raw)


def _list(option: Option, raw: object) -> tuple[str, ...]:
    given = _split(raw, ",+/")
    words = [_known(option, word) for word in given or ()]
    if given is None or any(word not in option.values for word in words):
        raise _fail(option, raw)
    return tuple(value for value in option.values if value in words)


def _ints(option: Option, raw: object) -> tuple[int, ...]:
    words = _split(raw.replace("/", ","), ",") if isinstance(raw, str) else raw
    if not isinstance(words, Sequence):
        raise _fail(option, raw)
    result: list[int] = []
    for word in words:
        times, _, size = spelling(word).rpartition("x")  # 2x4 = two of four
        count, number = _number(times or "1"), _number(size)
        if count is None or number is None or not 0 <= count <= _MOST_TIMES:
            raise _fail(option, raw)
        result += [number] * count
    return tuple(result)


def _map(option: Option, raw: object) -> dict[str, int]:
    pairs = _pairs(raw)
    pairs = pairs and [(_known(option, key), amount) for key, amount in pairs]
    if pairs is None or any(option.values and key not in option.values for key, _ in pairs):
        raise _fail(option, raw)
    order = {key: place for place, key in enumerate(option.values)}
    return dict(sorted(pairs, key=lambda pair: order.get(pair[0], 0)))


def _table(option: Option, raw: object) -> dict[int, int]:
    if isinstance(raw, Sequence) and not isinstance(raw, str):
        raw = {count: points for count, points in enumerate(raw, start=1)}  # noqa: C416 - the counts are the keys
    pairs = _pairs(raw)
    counts = [] if pairs is None else [_number(key) for key, _ in pairs]
    if pairs is None or None in counts:
        raise _fail(option, raw)
    return dict(sorted((int(key), amount) for key, amount in pairs))


def _bands(option: Option, raw: object) -> tuple[Row, ...]:
    bands: list[tuple[int, int, str]] = []
    for cells in _rows_of(raw, option):
        start = BELOW if cells[0] is None or spelling(cells[0]).lower() == "below" else _number(cells[0])
        points = _number(cells[1]) if len(cells) > 1 else None
        demand = str(cells[2]) if len(cells) > 2 else ""
        if start is None or points is None or demand not in BAND_DEMANDS:
            raise _fail(option, raw)
        bands.append((max(start, BELOW), points, demand))
    if not bands or len({band[0] for band in bands}) < len(bands):
        raise _fail(option, raw)
    return tuple(sorted(bands))


def _rows(option: Option, raw: object) -> tuple[Row, ...]:
    rows: list[Row] = []
    for cells in _rows_of(raw, option):
        if len(cells) != len(option.columns):
            raise _fail(option, raw)
        rows.append(tuple(_cell(option, kind, cell) for kind, cell in zip(option.columns, cells, strict=True)))
    return tuple(rows)


def _cell(option: Option, kind: str, cell: object) -> int | str | bool:
    if kind == "bool":
        return _bool(option, cell)
    if kind == "int":
        number = _number(cell)
        if number is None:
            raise _fail(option, cell)
        return number
    word = str(cell)
    if option.values and word not in option.values:
        raise _fail(option, cell)
    return word


def _text(option: Option, raw: object) -> str:
    if not isinstance(raw, str | int):
        raise _fail(option, raw)
    return spelling(raw)


def _split(raw: object, separators: str) -> list[str] | None:
    if isinstance(raw, str):
        for separator in separators[1:]:
            raw = raw.replace(separator, separators[0])
        return [] if raw.lower() in _EMPTY else [word.strip() for word in raw.split(separators[0])]
    if isinstance(raw, Sequence):
        return [str(word) for word in raw]
    return None


def _pairs(raw: object) -> list[tuple[str, int]] | None:
    if isinstance(raw, Mapping):
        items = [(str(key), _number(amount)) for key, amount in raw.items()]
    elif isinstance(raw, Sequence) and not isinstance(raw, str):
        rows = [row for row in raw if isinstance(row, Sequence) and len(row) == 2]
        items = [(str(row[0]), _number(row[1])) for row in rows] if len(rows) == len(raw) else [("", None)]
    else:
        words = _split(raw, ",+")
        if words is None:
            return None
        items = [(key, _number(amount)) for key, _, amount in (word.rpartition(":") for word in words)]
    good = [(key, amount) for key, amount in items if amount is not None and key]
    return good if len(good) == len(items) == len(dict(items)) else None


def _rows_of(raw: object, option: Option) -> list[list[object]]:
    if isinstance(raw, str):
        words = _split(raw, ",/") or []
        return [list(word.split(":")) for word in words]
    if raw is None:
        return []
    if isinstance(raw, Sequence) and raw and not any(isinstance(row, list | tuple) for row in raw):
        raw = [raw]  # one row without its brackets
    if isinstance(raw, Sequence) and all(isinstance(row, list | tuple) for row in raw):
        return [list(row) for row in raw]
    raise _fail(option, raw)


_READERS: dict[str, Callable[[Option, object], Value]] = {
    "bool": _bool, "int": _int, "choice": _choice, "list": _list, "ints": _ints, "map": _map, "table": _table,
    "bands": _bands, "rows": _rows, "text": _text,
}  # fmt: skip
_SHAPES = {
    "ints": "numbers joined with ','",
    "map": "name:points,...",
    "table": "count:points,...",
    "bands": "score:points[:canasta|natural],... with `below` for the lowest",
    "rows": "rows of values joined with ':'",
    "text": "a word",
}
