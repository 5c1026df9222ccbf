"""Leaving names out of what is taken away: a switch for all downloads, and what is put in the place of a name.

Owns which columns hold names and which hold text that nobody can be sure of.  A person gets one number for as long as
the pages are served; the numbers tell nothing of the names.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

from dashboards.queries import LakeState, Row, rows_of
from dashboards.remembered import remembered

SWITCH = "nameless"
# Columns that are a name, or several with commas between them; and columns in which somebody may be named by any word.
NAMES = ("player", "players", "person", "partner", "opponents", "scribe", "author", "recorder", "claimant", "one",
         "other", "imported_by", "decided_by")  # fmt: skip
FREE = ("raw", "text", "event", "site", "why")
LEFT_OUT = "(left out)"
SHORTEST = 3  # a name of fewer letters is a seat
_WORD = re.compile(r"[^\W_]+")


def switch() -> None:
    """The switch; it holds for all pages until the browser leaves them."""
    import streamlit as st

    says = "Players become numbers, remarks are left out, and full names disappear from all other words."
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


def nameless(state: LakeState, rows: Sequence[Row]) -> list[Row]:
    """Rows as they may be handed on: names as numbers, full names in other words too, remarks left out."""
    mask = Mask(numbers(state))
    return [{column: mask.value(column, value) for column, value in row.items()} for row in rows]


class Mask:
    """Puts numbers in the place of names."""

    def __init__(self, number: Mapping[str, str]) -> None:
        self.number = {name: word for name, word in number.items() if len(name) >= SHORTEST}
        self.by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for name, word in self.number.items():
            words = tuple(_WORD.findall(name.casefold()))
            if words:
                self.by_first.setdefault(words[0], []).append((words, word))
        for names in self.by_first.values():
            names.sort(key=lambda one: -len(one[0]))

    def value(self, column: str, value: object) -> object:
        """One cell."""
        if not isinstance(value, str) or not value:
            return value
        if column in FREE:
            return LEFT_OUT
        if column not in NAMES:
            return self.words(value)
        return ", ".join(self._person(part) for part in value.split(", "))

    def _person(self, name: str) -> str:
        if name in self.number or len(name) < SHORTEST or name.startswith("("):
            return self.number.get(name, name)
        masked = self.words(name)
        return masked if masked != name else LEFT_OUT

    def words(self, text: str) -> str:
        """The text with a number wherever a whole name stands, however it is spelt and joined."""
        found = [(match.start(), match.end(), match[0].casefold()) for match in _WORD.finditer(text)]
        parts, at, i = [], 0, 0
        while i < len(found):
            name = next((one for one in self.by_first.get(found[i][2], ()) if _stands(one[0], found, i)), None)
            if name:
                parts += [text[at : found[i][0]], name[1]]
                i += len(name[0])
                at = found[i - 1][1]
            else:
                i += 1
        return "".join([*parts, text[at:]])


def _stands(words: tuple[str, ...], found: Sequence[tuple[int, int, str]], at: int) -> bool:
    return tuple(word for _, _, word in found[at : at + len(words)]) == words
