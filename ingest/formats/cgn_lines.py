"""Parts of CGN lines that are not operations: comments, attributes, and the values of headers (NOTATION 2.2, 2.6, 3).

Owns how such a part is spelt.  Knows nothing of the order of lines or of the game they belong to.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from data.actions import PACKETS, SHEET_KEYS
from ingest.formats.cgn_cards import Unreadable, shown

BLANKS = " \t"
MAX_LINE = 1_000  # characters

HEADER_LINE = re.compile(r"(player [A-Z0-9]|[A-Za-z][A-Za-z0-9_-]*):(.*)", re.DOTALL)
TURN_LIKE = re.compile(r"\d+\.(?=[ \t]|$)|[A-Z0-9][ \t]")
TURN_NUMBER = re.compile(r"(\d{1,9})\.(?=[ \t]|$)")
RULES = re.compile(r"([A-Za-z][A-Za-z0-9_.]*)(?:-(\d{1,4}))?(?:@(\S+))?")
DECK = re.compile(r"(french|heckadeck)-?(\d{1,4})?")
TEAM = re.compile(r"[A-Z][A-Za-z0-9]*")
ATTRIBUTE_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.+-]*")
WHOLE = re.compile(r"[+-]?\d{1,9}")
HECKADECK_CARDS = "161"
SEAL_DIGITS = re.compile(r"[0-9a-f]{16}")
SEATLESS_WORDS = ("up", "stock", "pile")
DEAL_WORDS = ("deal", *PACKETS, "up", "stock", "holds", "table", "pile")
KNOWN_HEADERS = ("event", "site", "date", "rules", "deck", "options", "seats", "teams", "view", "recorder", "source",
                 "replaces", "stock-hash", "seed", "club", "round", "table", "board")  # fmt: skip
DATE = re.compile(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?(?: [A-Za-z][\w/+-]*)?)?")
REQUIRED_HEADERS = ("rules", "options", "seats", "teams")


HAND_KEYS = ("dealer", "sits", "exact", "position", "turn", "settled", "order")
SHEET_ORDER = tuple(dict.fromkeys(("by", "cards", "samba", *SHEET_KEYS)))


class Token(NamedTuple):
    """A blank-free word of a line and the 0-based offset where it begins."""

    text: str
    at: int


class Attribute(NamedTuple):
    """`key=value`; `at` is the offset of the value, `text` the attribute as typed."""

    key: str
    value: str
    at: int
    text: str


def split_comment(line: str) -> tuple[str, str | None, int]:
    """(content without trailing blanks, comment or None, offset of its `;`); `;` opens one after a blank only."""
    at = line.find(";")
    while at > 0 and line[at - 1] not in BLANKS:
        at = line.find(";", at + 1)
    if at < 0:
        return line.rstrip(BLANKS), None, -1
    return line[:at].rstrip(BLANKS), line[at + 1 :].strip(BLANKS), at


def tokens(text: str, at: int = 0) -> list[Token]:
    """The words of a line from an offset on."""
    found: list[Token] = []
    for word in text[at:].replace("\t", " ").split(" "):
        if word:
            found.append(Token(word, at))
        at += len(word) + 1
    return found


def attributes(text: str, at: int = 0) -> list[Attribute]:
    """The `key=value` attributes from an offset on; values may stand in double quotes.  Raises Unreadable."""
    found: list[Attribute] = []
    end = len(text)
    while True:
        while at < end and text[at] in BLANKS:
            at += 1
        if at == end:
            return found
        key = ATTRIBUTE_KEY.match(text, at)
        if key is None or key.end() >= end or text[key.end()] != "=":
            raise Unreadable("E130", at, "key=value", shown(text, at, end))
        start = key.end() + 1
        value, stop = _value(text, start, end)
        found.append(Attribute(key.group(), value, start, text[at:stop]))
        at = stop


def _value(text: str, at: int, end: int) -> tuple[str, int]:
    if at < end and text[at] == '"':
        close = text.find('"', at + 1)
        if close < 0 or (close + 1 < end and text[close + 1] not in BLANKS):
            raise Unreadable("E104", at, "a closing quote and a blank", shown(text, at, end))
        return text[at + 1 : close], close + 1
    stop = at
    while stop < end and text[stop] not in BLANKS:
        stop += 1
    if stop == at:
        raise Unreadable("E130", at, "a value", shown(text, at, end))
    return text[at:stop], stop


def whole(attribute: Attribute) -> int:
    """The value as a whole number; raises Unreadable."""
    if WHOLE.fullmatch(attribute.value) is None:
        raise Unreadable("E131", attribute.at, f"a whole number for {attribute.key}", repr(attribute.value))
    return int(attribute.value)


def in_order(parts: list[Attribute], order: tuple[str, ...]) -> list[Attribute]:
    """Known keys first, in the order given; the others behind them as they came."""
    rank = _ranks(order)
    return sorted(parts, key=lambda part: rank.get(part.key, len(rank)))


@lru_cache(maxsize=256)
def _ranks(order: tuple[str, ...]) -> dict[str, int]:
    return {key: number for number, key in enumerate(order)}


def join_attributes(parts: list[Attribute]) -> str:
    """Attributes as typed, one blank between them."""
    return " ".join(part.text for part in parts)


def first_word(text: str) -> str:
    return text.replace("\t", " ").split(" ", 1)[0]


def refuse_indent(text: str) -> None:
    """Nothing begins behind blanks; raises Unreadable."""
    if text[0] in BLANKS:
        at_sign = text.lstrip(BLANKS).startswith("@")
        raise Unreadable("E105" if at_sign else "E210", 0, "@ in column 1" if at_sign else "no blanks", "blanks")


def is_seat(letter: str) -> bool:
    return letter.isascii() and (letter.isupper() or letter.isdigit())


def read_seats(value: str, at: int) -> tuple[str, ...]:
    """`N E S W` -> the letters in playing order; raises Unreadable."""
    letters = [token.text for token in tokens(value)]
    wrong = [letter for letter in letters if len(letter) != 1 or not is_seat(letter)]
    if not letters or wrong or len(set(letters)) != len(letters):
        raise Unreadable("E209", at, "distinct seat letters in playing order", repr(value[:40]))
    return tuple(letters)


def read_teams(value: str, at: int, seats: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """`A=N,S B=E,W` -> (name, seat letters); every seat in exactly one team, any seats where none are given."""
    teams: list[tuple[str, tuple[str, ...]]] = []
    taken: set[str] = set()
    for token in tokens(value):
        name, equals, members = token.text.partition("=")
        letters = members.split(",")
        known = TEAM.fullmatch(name) and equals and name not in {team for team, _ in teams}
        fits = all(len(letter) == 1 and is_seat(letter) and (not seats or letter in seats) for letter in letters)
        if not known or not fits or len(taken | set(letters)) != len(taken) + len(letters):
            raise Unreadable("E209", at + token.at, "TEAM=SEAT,SEAT, each seat of the game once", token.text[:40])
        taken.update(letters)
        teams.append((name, tuple(letters)))
    if not teams or (seats and len(taken) != len(seats)):
        raise Unreadable("E209", at, "a team for each seat", repr(value[:40]))
    return teams


def read_options(value: str, at: int) -> list[tuple[str, str]]:
    """`ask=required target=5000` -> pairs as typed; raises Unreadable."""
    try:
        return [(part.key, part.value) for part in attributes(value)]
    except Unreadable as unreadable:
        note = unreadable.note
        raise Unreadable("E206", at + note.at, "options as key=value", note.found) from None
