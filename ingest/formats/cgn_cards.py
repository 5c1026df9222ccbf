"""Cards as CGN text spells them: one group of cards -> kind ids, roles and readings (NOTATION 2.3, 3).

Owns the spelling of cards inside a group.  Knows nothing of operations, lines or rules.  Plain typed code over string
indices, so that it can be compiled as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from data.cards import NO_CARD, RANKS, Deck, deck_named

STRICT, NORMAL, LENIENT = "strict", "normal", "lenient"
MODES = (STRICT, NORMAL, LENIENT)

MAX_REPEAT = 999
MULTIPLIER = "x"
LENIENT_RANKS = {code.lower(): code for code in RANKS if code.isalpha()}
JOKER_WORDS = ("joker", "Joker", "Jk")


class Note(NamedTuple):
    """A warning or error at a place: `at` is a 0-based offset into the text that was read."""

    code: str
    at: int
    expected: str
    found: str


class Unreadable(Exception):
    """The text cannot be read; carries the note that says where and why."""

    def __init__(self, code: str, at: int, expected: str, found: str) -> None:
        super().__init__(code)
        self.note = Note(code, at, expected, found)


@dataclass(slots=True)
class Group:
    """The cards of one group as the columns of `data.events.Events` want them; `notes` are import spellings."""

    cards: list[int] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    readings: list[int] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    has_roles: bool = False

    def add(self, card: int, role: int, readings: list[int]) -> None:
        self.cards.append(card)
        self.roles.append(role)
        self.has_roles = self.has_roles or role != NO_CARD
        if readings:
            self.readings.extend(readings)
            self.readings.append(0)


def shown(text: str, at: int, end: int) -> str:
    """What stands at a place, short enough for a message."""
    return text[at : min(end, at + 20)] if at < end else "the end"


def whole_number(text: str, at: int, end: int) -> tuple[int, int]:
    """(number, offset behind it); the number is -1 where no digit stands or it has more than nine digits."""
    stop = at
    while stop < end and "0" <= text[stop] <= "9":
        stop += 1
    if stop == at or stop - at > 9:
        return -1, stop
    return int(text[at:stop]), stop


@cache
def _ranks(deck: str) -> frozenset[str]:
    return frozenset(kind.code[0] for kind in deck_named(deck).kinds if kind.code and kind.code[0] in RANKS)


class CardReader:
    """Reads groups of cards of one deck; `mode` says which import spellings are taken."""

    def __init__(self, deck: Deck, mode: str = NORMAL) -> None:
        self.deck = deck
        self.ids = deck.ids
        self.ranks = _ranks(deck.name)
        self.imports = mode != STRICT
        self.lower = {}
        if mode == LENIENT:
            self.lower = {low: up for low, up in LENIENT_RANKS.items() if up in self.ranks and low not in deck.suits}

    def group(self, text: str, at: int, end: int) -> Group:
        """Read `text[at:end]` as one group; raises Unreadable."""
        group = Group()
        while True:
            at = self._item(text, at, end, group)
            if at == end:
                return group
            if text[at] == ",":
                at += 1

    def one(self, text: str, at: int, end: int) -> Group:
        """Read `text[at:end]` as exactly one card."""
        group = self.group(text, at, end)
        if len(group.cards) != 1:
            raise Unreadable("E127", at, "exactly one card", shown(text, at, end))
        return group

    def _item(self, text: str, at: int, end: int, group: Group) -> int:
        """One card with its role and repetition, or one run; returns the offset behind it."""
        if at >= end or text[at] == ",":
            raise Unreadable("E101", at, "a card", shown(text, at, end))
        if text.startswith("..", at + 1):
            return self._run(text, at, end, group)
        card, readings, at = self._face(text, at, end, group)
        role = NO_CARD
        if at < end and text[at] == "=":
            if at + 1 >= end:
                raise Unreadable("E115", at + 1, "the card it stands for", "the end")
            start = at + 1
            role, alternatives, at = self._face(text, start, end, group)
            if alternatives:
                raise Unreadable("E115", start, "one card that it stands for", "several readings")
        times = 1
        if at < end and text[at] == MULTIPLIER:
            times, at = self._times(text, at, end)
        for _ in range(times):
            group.add(card, role, readings)
        return at

    def _times(self, text: str, at: int, end: int) -> tuple[int, int]:
        times, stop = whole_number(text, at + 1, end)
        if times < 1 or times > MAX_REPEAT or (stop < end and text[stop] != ","):
            expected = "xN followed by a comma or the end of the group"
            raise Unreadable("E116", at, expected, shown(text, at, end))
        return times, stop

    def _run(self, text: str, at: int, end: int, group: Group) -> int:
        """`4..8h`: the cards from one rank up to another in one suit."""
        order = self.deck.sequence_order
        low, high = order.find(text[at]), order.find(text[at + 3]) if at + 3 < end else -1
        suit = text[at + 4] if at + 4 < end else ""
        if low < 0 or high <= low or suit not in self.deck.suits or not suit:
            raise Unreadable("E114", at, "a run such as 4..8h, upwards and in one suit", shown(text, at, end))
        for rank in order[low : high + 1]:
            group.add(self.ids[rank + suit], NO_CARD, [])
        return at + 5

    def _face(self, text: str, at: int, end: int, group: Group) -> tuple[int, list[int], int]:
        """One card: (kind, alternatives of an illegible card, offset behind it)."""
        first = text[at]
        if first == "{":
            return self._illegible(text, at, end, group)
        if first == "<":
            close = text.find(">", at, end)
            kind = self.ids.get(text[at : close + 1]) if close > 0 else None
            if kind is None:
                raise Unreadable("E112", at, "a special card of the deck", shown(text, at, end))
            return kind, [], close + 1
        behind, rank = at + 1, first
        if self.imports and first not in "?*":
            rank, behind = self._import_spelling(text, at, end, group)
        if rank not in self.ranks and rank not in "?*":
            code = "E110" if rank in RANKS else "E102"
            raise Unreadable(code, at, "a card of the deck" if code == "E110" else "a card", shown(text, at, end))
        return self._suited(rank, text, at, behind, end)

    def _suited(self, rank: str, text: str, at: int, behind: int, end: int) -> tuple[int, list[int], int]:
        """The kind of a rank (or `?`, `*`) with the suit or colour that may follow it."""
        code = rank
        if behind < end and "a" <= text[behind] <= "z" and text[behind] != MULTIPLIER:
            letter = text[behind]
            is_next_card = letter in self.lower or (self.imports and text.startswith("joker", behind))
            if rank + letter in self.ids or not is_next_card:
                code, behind = rank + letter, behind + 1
        kind = self.ids.get(code)
        if kind is None:
            raise Unreadable("E111", behind - 1, "a suit of the deck", shown(text, behind - 1, end))
        return kind, [], behind

    def _import_spelling(self, text: str, at: int, end: int, group: Group) -> tuple[str, int]:
        """(rank, offset behind it) where people write `10`, `Jk`, `joker` or, in lenient mode, `k`."""
        first = text[at]
        if first == "1" and text.startswith("10", at) and at + 1 < end:
            group.notes.append(Note("W331", at, "T", "10"))
            return "T", at + 2
        for word in JOKER_WORDS:
            if text.startswith(word, at) and at + len(word) <= end:
                group.notes.append(Note("W332", at, "*", word))
                return "*", at + len(word)
        if first in self.lower:
            group.notes.append(Note("W335", at, self.lower[first], first))
            return self.lower[first], at + 1
        return first, at + 1

    def _illegible(self, text: str, at: int, end: int, group: Group) -> tuple[int, list[int], int]:
        """`{4/9}`: one of these cards; the kind is `?`."""
        close = text.find("}", at, end)
        parts = text[at + 1 : close].split("/") if close > 0 else []
        if len(parts) < 2:
            raise Unreadable("E113", at, "readings such as {4/9}", shown(text, at, end))
        readings = []
        place = at + 1
        for part in parts:
            stop = place + len(part)
            if place == stop or text[place] == "{":
                raise Unreadable("E113", place, "a card between the braces", shown(text, place, end))
            kind, _, behind = self._face(text, place, stop, group)
            if behind != stop:
                raise Unreadable("E113", behind, "/ or }", shown(text, behind, end))
            readings.append(kind)
            place = stop + 1
        return self.deck.unknown, readings, close + 1
