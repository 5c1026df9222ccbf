"""The bytes of a source, what they mean in the game that is open, and cards and numbers read from them.

Takes the spelling that writers of this project use and no other; NOT_TAKEN says that something else stands there, for
the careful reader to make of it what it is.  Every text a scanner reads ends with a line feed, so that one byte beyond
any byte that is none can be looked at.
"""

from __future__ import annotations

from array import array

from ingest.formats.scan_codes import (
    BLANK,
    CLOSES,
    COMMA,
    EQUALS,
    LESS,
    LETTERS,
    LINE_CARDS,
    LOWER_A,
    LOWER_Z,
    MINUS,
    MULTIPLIER,
    NINE,
    NOT_TAKEN,
    PLUS,
    POINT,
    SPECIALS,
    ZERO,
)
from ingest.formats.scan_columns import Columns, put

MOST_DIGITS = 9
MOST_COPIES = 999


class Scan:
    """A source, the place to go on from, and the open game.

    `face[first * 128 + second]` is the kind of a card of two bytes, `face[first * 128]` of one; `rank`, `order`,
    `seat` and `side` are indexed by byte: the number of a rank (-1 = none), its place in runs from 1, seats and sides
    from 0.  `names` holds lists of words, a blank behind each; list i stands from `section[i]` to `section[i + 1]`.
    Keys of sheets stand there in the order in which they are written; from `free_key` on any order will do.

    The deal that is open: `sheets_from` is where its sheets begin among the rows (-1 = not all of them are there),
    `dealt` has a bit for each seat that a word of a deal line has named, `turns` and `totals` are those read since the
    deal was settled last.
    """

    def __init__(self, data: bytes, rows: Columns) -> None:  # noqa: PLR0915 - every field is made here
        self.data = data
        self.size: int = len(data)
        self.rows = rows
        self.at = 0
        self.line_number = 0
        self.last_filled = 0
        self.end = 0
        self.behind = 0
        # what bytes mean
        self.face = array("i", [0])
        self.names: bytes = b""
        self.section = array("i", [0])
        self.special_kind = array("i", [0])
        self.rank = array("i", [0])
        self.order = array("i", [0])
        self.ranks_in_order = array("i", [0])
        self.red_three = array("i", [0])
        self.seat = array("i", [0])
        self.side = array("i", [0])
        self.seat_letter = array("i", [0])
        self.side_letter = array("i", [0])
        self.sides = 0
        self.free_key = 0
        # lines counted for the ledger
        self.fact_lines = 0
        self.blank_lines = 0
        # the deal that is open, and whether there is one
        self.has_deal = 0
        self.last_turn = 0
        self.turns = 0
        self.is_interrupted = 0
        self.is_closed = 0
        self.closing = 0
        self.totals = 0
        self.sheets_from = 0
        self.dealt = array("i", [0]) * 8
        self.last_word = 0
        self.next_deal = 0
        self.is_over = 0
        self.is_unfinished = 0
        # the turn that is being read: where its clock stands, and what else it has shown
        self.time = 0
        self.time_end = 0
        self.outs = 0
        self.bonuses = 0
        self.was_red = 0
        self.red_draw = 0
        self.status = 0
        self.all_refused = 0
        # the sheet that is being read
        self.last_key = 0
        self.free_keys = 0
        # what a function has read besides where it ends
        self.value = 0


def number(s: Scan, at: int) -> int:
    """The offset behind a whole number of at most nine digits, which is then `value`."""
    value = 0
    first = at
    while ZERO <= s.data[at] <= NINE:
        if at - first == MOST_DIGITS:
            return NOT_TAKEN
        value = value * 10 + s.data[at] - ZERO
        at += 1
    s.value = value
    return at if at > first else NOT_TAKEN


def signed_number(s: Scan, at: int) -> int:
    """The same with a sign that may stand before it."""
    sign = s.data[at]
    if sign not in (MINUS, PLUS):
        return number(s, at)
    at = number(s, at + 1)
    if sign == MINUS:
        s.value = -s.value
    return at


def ends(s: Scan, at: int) -> bool:
    """Whether a token ends here: at a blank or at the end of the line."""
    return s.data[at] <= BLANK


def digits(s: Scan, at: int) -> int:
    """The offset behind one or more digits."""
    first = at
    while ZERO <= s.data[at] <= NINE:
        at += 1
    return at if at > first else NOT_TAKEN


def name(s: Scan, at: int, section: int) -> int:
    """The offset behind a name of a list, whose number there is then `value`."""
    place = s.section[section]
    s.value = 0
    while place < s.section[section + 1]:
        i = 0
        while s.names[place + i] != BLANK and s.names[place + i] == s.data[at + i]:
            i += 1
        if s.names[place + i] == BLANK:
            return at + i
        while s.names[place] != BLANK:
            place += 1
        place += 1
        s.value += 1
    return NOT_TAKEN


def special(s: Scan, at: int) -> int:
    """The offset behind a card such as `<ar:g>`, whose kind is then `value`."""
    at = name(s, at, SPECIALS)
    if at >= 0:
        s.value = s.special_kind[s.value]
    return at


def face(s: Scan, at: int) -> int:
    """The offset behind one card without role, whose kind is then `value`."""
    first = s.data[at]
    if first == LESS:
        return special(s, at)
    if first <= BLANK:
        return NOT_TAKEN
    second = s.data[at + 1]
    if LOWER_A <= second <= LOWER_Z and second != MULTIPLIER:
        s.value = s.face[first * LETTERS + second]
        at += 2
    else:
        s.value = s.face[first * LETTERS]
        at += 1
    return at if s.value else NOT_TAKEN


def run(s: Scan, at: int) -> int:
    """The offset behind a run such as `4..8h`, whose cards are put."""
    low = s.order[s.data[at]]
    if s.data[at + 2] != POINT or s.data[at + 3] <= BLANK:
        return NOT_TAKEN
    high = s.order[s.data[at + 3]]
    suit = s.data[at + 4]
    if not low or high <= low or suit < LOWER_A or suit > LOWER_Z:
        return NOT_TAKEN
    for place in range(low, high + 1):
        kind = s.face[s.ranks_in_order[place - 1] * LETTERS + suit]
        if not kind:
            return NOT_TAKEN
        put(s.rows, kind, 0, 1)
    return at + 5


def group(s: Scan, at: int) -> int:
    """The offset behind a group of cards, which are put; it ends with the token or with a bracket."""
    o = s.rows
    o.group_from = o.card_count
    roles = 0
    while True:
        if s.data[at] > BLANK and s.data[at + 1] == POINT:
            at = run(s, at)
        else:
            at = face(s, at)
            if at < 0:
                return NOT_TAKEN
            kind, role, times = s.value, 0, 1
            if s.data[at] == EQUALS:
                at = face(s, at + 1)
                if at < 0:
                    return NOT_TAKEN
                roles = role = s.value
            if s.data[at] == MULTIPLIER:
                at = number(s, at + 1)
                times = s.value
                if at < 0 or not is_repeat(s, at):
                    return NOT_TAKEN
            put(o, kind, role, times)
        if at < 0:
            return NOT_TAKEN
        following = s.data[at]
        if following <= BLANK or following == CLOSES:
            break
        if following == COMMA:
            at += 1
    if roles:
        o.role_count += o.card_count - o.group_from
    return at


def is_repeat(s: Scan, at: int) -> bool:
    """Whether `value` copies of a card can be put, and the group ends or a comma follows."""
    fits = 0 < s.value <= MOST_COPIES and s.rows.card_count + s.value < s.rows.card_room - LINE_CARDS
    return fits and (s.data[at] <= BLANK or s.data[at] == CLOSES or s.data[at] == COMMA)
