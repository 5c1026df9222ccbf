"""Putting a pseudonym in the place of a name: in words, in Arrow columns and in the bytes of logs.

Owns what counts as a mention of a name.  Knows no lake.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from data.actions import CLOSINGS, PACKETS, RULINGS, SHEET_KEYS, VIEWS, Kind

if TYPE_CHECKING:
    import pyarrow as pa

# A name that is also a word of logs, or that could be read as cards, is replaced only where it stands by itself.
SHORTEST = 4
_WORDS = {
    *CLOSINGS, *RULINGS, *PACKETS, *VIEWS, *SHEET_KEYS, *(kind.name.lower() for kind in Kind),
    "north", "east", "south", "west", "seat", "seats", "team", "teams", "player", "players", "rules", "options",
    "game", "hand", "score", "total", "type", "event", "date", "site", "recorder", "card", "cards", "name",
    "true", "false", "null", "none", "classic", "joker", "jack", "queen", "king",
}  # fmt: skip
_ID = r"(?:\s*<id:[^>]*>)?"  # a number of membership tells as much as the name


class Pseudonym:
    """One pseudonym for all the names of one person."""

    def __init__(self, names: Iterable[str], word: str) -> None:
        self.word = word
        self.names = sorted({name for name in names if name}, key=lambda name: (-len(name), name))
        plain = [name for name in self.names if len(name) >= SHORTEST and name.lower() not in _WORDS]
        self._anywhere = _pattern(rf"(?<!\w)(?:{_any_of(plain)}){_ID}(?!\w)") if plain else None
        everyone = _any_of(self.names)
        # By itself: all of a text; the value of a header, an attribute or a field; a string of JSON.
        self._whole = _pattern(rf"{everyone}{_ID}")
        self._alone = _pattern(rf'(?:(?<=: )|(?<=:)|(?<==)|(?<=")){everyone}{_ID}(?=\s*(?:[",;\r\n]|$))')

    def text(self, words: str) -> str:
        """The words with every mention replaced."""
        if self._whole.fullmatch(words):
            return self.word
        words = self._alone.sub(self.word, words)
        return self._anywhere.sub(self.word, words) if self._anywhere else words

    def content(self, content: bytes) -> bytes:
        """The bytes of a log with every mention replaced, those escaped as in JSON included."""
        from data.gunzip import GZIP, unpack

        if content.startswith(GZIP):
            unpacked = unpack(content)[0]
            replaced = self.content(unpacked)
            return content if replaced == unpacked else gzip.compress(replaced, mtime=0)
        # Bytes that are no text stay as they are: each becomes one character and the same byte again.
        words = content.decode("utf-8", "surrogateescape")
        return self._escaped(self.text(words)).encode("utf-8", "surrogateescape")

    def _escaped(self, words: str) -> str:
        for name in self.names:
            for spelling in (json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]):
                if spelling != name:
                    words = words.replace(spelling, self.word)
        return words

    def column(self, column: pa.ChunkedArray) -> pa.ChunkedArray:
        """A column of a table with every mention in its words replaced; the very column if there is none."""
        import pyarrow as pa

        if not _holds_words(column.type):
            return column
        before = column.to_pylist()
        after = [self._value(value) for value in before]
        return column if after == before else pa.chunked_array([pa.array(after, column.type)])

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self._value(each) for each in value]
        if isinstance(value, tuple):
            return tuple(self._value(each) for each in value)
        if isinstance(value, dict):
            return {key: self._value(each) for key, each in value.items()}
        return value


def _holds_words(kind: pa.DataType) -> bool:
    import pyarrow as pa

    if pa.types.is_nested(kind):
        return any(_holds_words(kind.field(i).type) for i in range(kind.num_fields))
    return bool(pa.types.is_string(kind))


def _any_of(names: Iterable[str]) -> str:
    return "(?:" + "|".join(map(re.escape, names)) + ")"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.MULTILINE)
