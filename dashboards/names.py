"""Leaving names out of what is taken away: a switch for all downloads, and what is put in the place of a name.

Owns which columns hold names and which hold text that nobody can be sure of.  A person gets one number for as long as
the pages are served; the numbers tell nothing of the names.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from dashboards.queries import LakeState, Row, rows_of
from dashboards.remembered import remembered

SWITCH = "nameless"
# Columns that are a name, or several with commas between them; columns that somebody made up, where a part of a name
# may stand; and columns in which somebody may be named by any word.
NAMES = ("player", "players", "person", "partner", "opponents", "scribe", "author", "recorder", "claimant", "one",
         "other", "imported_by", "decided_by")  # fmt: skip
MADE_UP = ("game", "file", "name", "where", "tags")
FREE = ("raw", "text", "event", "site", "why", "found")
LEFT_OUT = "(left out)"
OURS = ("(a whole deal)", "(not said)", "(not in this lake)")  # what pages say where nobody is named
SHORTEST = 3  # letters of a name that is looked for in any spelling; one of a single letter is a seat
_WORD = re.compile(r"[^\W_]+")


def switch() -> None:
    """The switch; it holds for all pages until the browser leaves them."""
    import streamlit as st

    says = "Players become numbers in files and charts, remarks are left out, and names disappear from other words."
    st.toggle("No names in downloads", key=SWITCH, help=says)


def is_on() -> bool:
    import streamlit as st

    return bool(st.session_state.get(SWITCH))


@lru_cache(maxsize=1)
def _key() -> bytes:
    return secrets.token_bytes(16)


@remembered
def numbers(state: LakeState) -> dict[str, str]:
    """For each name of a lake what is put in its place: `Player 12`, the same for all names of one person."""
    rows = rows_of(state, "SELECT DISTINCT name, person FROM players WHERE name <> ''")
    people = {row["person"] for row in rows}
    order = sorted(people, key=lambda person: blake2b(person.encode(), key=_key(), digest_size=16).digest())
    number = {person: f"Player {place}" for place, person in enumerate(order, 1)}
    return number | {row["name"]: number[row["person"]] for row in rows}


def nameless(number: Mapping[str, str], rows: Sequence[Row]) -> list[Row]:
    """Rows as they may be handed on: names as their `numbers`, full names in other words too, remarks left out."""
    mask = Mask(number)
    return [{column: mask.value(column, value) for column, value in row.items()} for row in rows]


class Mask:
    """Puts numbers in the place of names."""

    def __init__(self, number: Mapping[str, str]) -> None:
        self.number = dict(number)
        whole = [_Spelt(_WORD.findall(name), word) for name, word in number.items()]
        parts = [_Spelt([part], one.number) for one in whole for part in one.words if len(part) >= SHORTEST]
        self.whole, self.parts = _by_first(whole), _by_first([*whole, *parts])

    def value(self, column: str, value: object) -> object:
        """One cell."""
        if not isinstance(value, str) or not value:
            return value
        if column in FREE:
            return LEFT_OUT
        if column not in NAMES:
            return self.words(value, parts=column in MADE_UP)
        return ", ".join(self._person(part) for part in value.split(", "))

    def _person(self, name: str) -> str:
        if name in self.number or name in OURS or len(name) == 1:
            return self.number.get(name, name)
        masked = self.words(name)
        return masked if masked != name else LEFT_OUT

    def words(self, text: str, *, parts: bool = False) -> str:
        """The text with a number wherever a whole name stands, however it is spelt and joined (`parts`: or a part)."""
        names = self.parts if parts else self.whole
        found = list(_WORD.finditer(text))
        made, at, i = [], 0, 0
        while i < len(found):
            same = names.get(found[i][0].casefold(), ())
            name = next((one for one in same if one.stands(found[i : i + len(one.words)])), None)
            if name:
                made += [text[at : found[i].start()], name.number]
                i += len(name.words)
                at = found[i - 1].end()
            else:
                i += 1
        return "".join([*made, text[at:]])


class _Spelt(NamedTuple):
    """A name in words, and its number."""

    words: list[str]
    number: str

    def stands(self, found: Iterable[re.Match[str]]) -> bool:
        """Whether these are the words of the name; a short one, which may be a word of ours too, letter by letter."""
        words = [match[0] for match in found]
        if len(self.words) == 1 and len(self.words[0]) < SHORTEST:
            return words == self.words
        return [word.casefold() for word in words] == [word.casefold() for word in self.words]


def _by_first(names: Iterable[_Spelt]) -> dict[str, list[_Spelt]]:
    """Names by the first of their words, the longest first."""
    found: dict[str, list[_Spelt]] = {}
    for name in names:
        if len("".join(name.words)) > 1:
            found.setdefault(name.words[0].casefold(), []).append(name)
    for same in found.values():
        same.sort(key=lambda name: -len(name.words))
    return found
