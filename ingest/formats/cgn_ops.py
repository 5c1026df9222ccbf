"""Operations of a CGN turn line: one blank-free token -> one recorded act (NOTATION 2.5, 3).

Owns the spelling of operations.  An operation means the same wherever it stands in a game, so readings are remembered.
Knows nothing of lines, of order on a turn or of rules.
"""

from __future__ import annotations

from typing import NamedTuple

from data.actions import ANSWERS, NO_AMOUNT, NO_SEAT, NO_SIDE, NO_TARGET, PACKETS, Kind, Status, label_number
from data.cards import RANKS, Deck
from ingest.formats.cgn_cards import CardReader, Group, Note, Unreadable, shown, whole_number

CLOCK = 0  # the `kind` of `t=`: no act, it dates the acts of its line
REMEMBERED = 50_000  # distinct tokens kept per deck and table; hostile input must not fill the memory

COUNTS = {"h": int(Kind.COUNT_HAND), "p": int(Kind.COUNT_PILE), "s": int(Kind.COUNT_STOCK)}
TAKEN = ("pile", *PACKETS)


class Op(NamedTuple):
    """One operation as the columns of events hold it; `seat` and `side` are set where it is not the line's own."""

    kind: int
    status: int = 0
    seat: int = NO_SEAT
    side: int = NO_SIDE
    target: int = NO_TARGET
    amount: int = NO_AMOUNT
    cards: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    readings: tuple[int, ...] = ()
    text: str | None = None
    notes: tuple[Note, ...] = ()


class OpReader:
    """Reads the operations of games with one deck and one roster."""

    def __init__(self, deck: Deck, seats: dict[str, int], sides: dict[str, int], mode: str) -> None:
        self.cards = CardReader(deck, mode)
        self.seats = seats
        self.sides = sides
        self.remembered: dict[str, Op] = {}
        self.groups: dict[str, Group] = {}

    def read(self, token: str) -> Op:
        """The act of a token without blanks; raises Unreadable with offsets into the token."""
        op = self.remembered.get(token)
        if op is None:
            op = self._op(token, 0, len(token))
            if len(self.remembered) >= REMEMBERED:
                self.remembered.clear()
            self.remembered[token] = op
        return op

    def group(self, token: str) -> Group:
        """The cards of a token without blanks; not to be changed.  Raises Unreadable with offsets into the token."""
        group = self.groups.get(token)
        if group is None:
            group = self.cards.group(token, 0, len(token))
            if len(self.groups) >= REMEMBERED:
                self.groups.clear()
            self.groups[token] = group
        return group

    def _op(self, text: str, at: int, end: int) -> Op:
        status = Status.PLAYED
        if text.startswith("~~"):
            status, at = Status.REFUSED, 2
        elif text.startswith("~"):
            status, at = Status.RETRACTED, 1
        if at == end:
            raise Unreadable("E120", at, "an operation", "the end")
        if text[at] == "@":
            raise Unreadable("E105", at, "@ in column 1 only", shown(text, at, end))
        op = self._said(text, at, end) or self._act(text, at, end)
        if status == Status.PLAYED:
            return op
        if op.kind == CLOCK or op.kind >= Kind.COUNT_HAND:
            raise Unreadable("E120", at, "something that can be taken back", shown(text, at, end))
        return op._replace(status=int(status))

    def _said(self, text: str, at: int, end: int) -> Op | None:
        """Operations that are words, counts and the clock."""
        if text.startswith("ask:", at):
            answer = ANSWERS.get(text[at + 4 : end])
            if answer is None:
                raise Unreadable("E123", at + 4, "ask:yes, ask:no or ask:?", shown(text, at, end))
            return Op(Kind.ASK, amount=answer)
        if text.startswith("out", at):
            if text[at:end] not in ("out", "out:concealed"):
                raise Unreadable("E125", at, "out or out:concealed", shown(text, at, end))
            return Op(Kind.OUT, amount=0 if end - at == 3 else 1)
        if text.startswith("view:", at):
            return self._view(text, at, end)
        if at + 1 < end and text[at + 1] == "=" and text[at] in "hpst":
            return self._clock(text, at, end) if text[at] == "t" else self._count(text, at, end)
        return None

    def _view(self, text: str, at: int, end: int) -> Op:
        body = text[at + 5 : end]
        if len(body) != 3 or body[1] != ">":
            raise Unreadable("E124", at, "view:S>W, two seats", shown(text, at, end))
        for letter in (body[0], body[2]):
            if letter not in self.seats:
                raise Unreadable("E132", at + 5, "a seat of this game", letter)
        return Op(Kind.VIEW, seat=self.seats[body[0]], amount=self.seats[body[2]])

    def _count(self, text: str, at: int, end: int) -> Op:
        number, stop = whole_number(text, at + 2, end)
        if number < 0 or stop != end:
            raise Unreadable("E126", at + 2, f"a whole number for {text[at]}=", shown(text, at + 2, end))
        return Op(COUNTS[text[at]], amount=number)

    def _clock(self, text: str, at: int, end: int) -> Op:
        time = text[at + 2 : end]
        if not is_time(time):
            raise Unreadable("E126", at + 2, "a time such as 20:31:05 or +12", shown(text, at + 2, end))
        return Op(CLOCK, text=time)

    def _act(self, text: str, at: int, end: int) -> Op:
        first = text[at]
        if first == "+":
            return self._plus(text, at + 1, end)
        if first == "-":
            return with_cards(Op(Kind.DISCARD), self.cards.one(text, at + 1, end))
        if first == "!":
            return with_cards(Op(Kind.BONUS), self.cards.group(text, at + 1, end))
        if text.startswith("??", at) and end - at == 2:
            return Op(Kind.ILLEGIBLE)
        if text.startswith("special:", at):
            return self._special(text, at, end)
        if text.startswith("show[", at):
            return with_cards(Op(Kind.SHOW), self._bracketed(text, at + 4, end))
        return self._meld(text, at, end)

    def _plus(self, text: str, at: int, end: int) -> Op:
        """`+cards`, `+pile(n)[cards]`, `+foot[cards]`; `at` is behind the plus."""
        for number, word in enumerate(TAKEN):
            if text.startswith(word, at):
                return self._taken(text, at + len(word), end, number)
        try:
            group = self.cards.group(text, at, end)
        except Unreadable as unreadable:
            if unreadable.note.code not in ("E101", "E102") or unreadable.note.at != at:
                raise
            raise Unreadable("E121", at, "+pile, +foot, +talon or + followed by cards",
                             shown(text, at - 1, end)) from None  # fmt: skip
        return with_cards(Op(Kind.DRAW), group)

    def _taken(self, text: str, at: int, end: int, source: int) -> Op:
        amount, group = NO_AMOUNT, Group()
        if at < end and text[at] == "(":
            amount, stop = whole_number(text, at + 1, end)
            if amount < 0 or stop >= end or text[stop] != ")":
                raise Unreadable("E122", at, "a number in parentheses", shown(text, at, end))
            at = stop + 1
        if at < end and text[at] == "[":
            group = self._bracketed(text, at, end)
        elif at != end:
            raise Unreadable("E122", at, "(n), [cards] or a blank", shown(text, at, end))
        if source == 0:
            return with_cards(Op(Kind.TAKE_PILE, amount=amount), group)
        return with_cards(Op(Kind.TAKE_PACKET, target=source - 1, amount=amount), group)

    def _bracketed(self, text: str, at: int, end: int) -> Group:
        """`[cards]` from the opening bracket to the end of the token."""
        if at >= end or text[at] != "[" or text[end - 1] != "]" or end - at < 2:
            raise Unreadable("E122", at, "cards in brackets", shown(text, at, end))
        return self.cards.group(text, at + 1, end - 1)

    def _special(self, text: str, at: int, end: int) -> Op:
        bracket = text.find("[", at, end)
        name = text[at + 8 : bracket if bracket >= 0 else end]
        if bracket < 0 or not is_name(name):
            raise Unreadable("E125", at, "special:name[cards]", shown(text, at, end))
        return with_cards(Op(Kind.SPECIAL, text=name), self._bracketed(text, bracket, end))

    def _meld(self, text: str, at: int, end: int) -> Op:
        slash = text.find("/", at, end)
        if slash > at and text[at:slash].isalnum():
            side = self.sides.get(text[at:slash])
            if side is None:
                raise Unreadable("E133", at, "a team of this game", shown(text, at, slash))
            return self._own_meld(text, slash + 1, end)._replace(side=side)
        return self._own_meld(text, at, end)

    def _own_meld(self, text: str, at: int, end: int) -> Op:
        label, behind = self.label(text, at, end)
        if behind < end and text[behind] == "<" and label:
            other, stop = self.label(text, behind + 1, end)
            if other and stop == end:
                return Op(Kind.MERGE, target=other, amount=label)
        if label and (behind >= end or text[behind] != ":"):
            label, behind = NO_TARGET, at
        if label:
            behind += 1
        else:
            behind = at
        try:
            group = self.cards.group(text, behind, end)
        except Unreadable as unreadable:
            if unreadable.note.code == "E102" and unreadable.note.at == at:
                raise Unreadable("E120", at, "an operation", shown(text, at, end)) from None
            raise
        return with_cards(Op(Kind.MELD, target=label), group)

    def label(self, text: str, at: int, end: int) -> tuple[int, int]:
        """(number, offset behind it) of a label such as `6`, `s1`; the number is NO_TARGET where none stands."""
        if at >= end:
            return NO_TARGET, at
        first = text[at]
        if first in self.cards.ranks:
            return RANKS[first], at + 1
        if self.cards.imports and text.startswith("10", at) and at + 1 < end:
            return RANKS["T"], at + 2
        if "a" <= first <= "z" and at + 1 < end and "0" <= text[at + 1] <= "9":
            return label_number(first, text[at + 1]), at + 2
        return NO_TARGET, at


def with_cards(op: Op, group: Group) -> Op:
    roles = tuple(group.roles) if group.has_roles else ()
    return op._replace(
        cards=tuple(group.cards), roles=roles, readings=tuple(group.readings), notes=op.notes + tuple(group.notes)
    )


def is_time(text: str) -> bool:
    """`20:31:05`, `20:31:05.25`, `+12` or `+12.5`."""
    main, dot, fraction = text.partition(".")
    if dot and not _digits(fraction):
        return False
    if main.startswith("+"):
        return _digits(main[1:])
    parts = main.split(":")
    return len(parts) == 3 and all(len(part) == 2 and _digits(part) for part in parts)


def is_name(text: str) -> bool:
    """A letter, then letters, digits, `-` and `_`; ASCII only."""
    return bool(text) and text.isascii() and text[0].isalpha() and text.replace("-", "a").replace("_", "a").isalnum()


def _digits(text: str) -> bool:
    return bool(text) and text.isascii() and text.isdigit()
