"""CGN-JSONL by the byte: the fields of one record, each with the forms of value that this project writes.

Keys may come in any order, and blanks may stand behind `:` and `,`.  A key or a value that is not known here makes the
record one for the careful reader.  What the fields mean together is cgn_jsonl_scan's.
"""

from __future__ import annotations

from array import array

from ingest.formats.cgn_scan_turns import time_end
from ingest.formats.scan_cards import Scan, face, name, number
from ingest.formats.scan_codes import (
    BACKSLASH,
    BLANK,
    CLOSES,
    CLOSES_RECORD,
    COLON,
    COMMA,
    DELETE,
    EQUALS,
    FIELD_BY,
    FIELD_CARDS,
    FIELD_CLAIM,
    FIELD_CONCEALED,
    FIELD_COUNT_ALL,
    FIELD_DEALER,
    FIELD_GAME,
    FIELD_LABEL,
    FIELD_PLACE,
    FIELD_SEAT,
    FIELD_TEAM,
    FIELD_TYPE,
    FIELDS,
    LABEL_BASE,
    LOWER_A,
    LOWER_Z,
    MINUS,
    NINE,
    NO_SEAT,
    NOT_TAKEN,
    OPENS,
    OPENS_RECORD,
    QUOTE,
    TRUTHS,
    TYPES,
    ZERO,
)
from ingest.formats.scan_columns import Columns, put

MOST_CARDS = 1_000
LONGEST_NAME = 100


class JsonScan(Scan):
    """A source of records, and what a game remembers from one to the next (cgn_jsonl_records.Records).

    `field` holds what the record that is being read says, by number of the field: a number, a place in a list of
    words, a seat, a label, how many cards; -1 = nothing.  `allowed` has a bit for each field that a type may have,
    `row_kind` the kind of row that it becomes.
    """

    def __init__(self, data: bytes, rows: Columns) -> None:
        super().__init__(data, rows)
        self.game_id: bytes = b""
        self.field = array("i", [-1]) * FIELD_COUNT_ALL
        self.allowed = array("i", [0])
        self.row_kind = array("i", [0])
        self.seq = 0
        self.is_of_text = 0
        self.last_place = -1
        self.turn_number = 0
        self.turn_seat = NO_SEAT
        self.is_counted = 0
        self.is_out = 0
        self.is_new_turn = 0


def read_fields(s: JsonScan) -> int:
    """A bit for each field of the record, whose values are then in `field`; FIELD_TYPE is -1 if it cannot be read."""
    for key in range(FIELD_COUNT_ALL):
        s.field[key] = -1
    found = 0
    at = s.at
    if s.data[at] != OPENS_RECORD:
        return 0
    following = COMMA
    while following == COMMA:
        at = skip(s, at + 1)
        key_at = name(s, at, FIELDS)
        key = s.value
        if key_at < 0 or s.data[key_at] != COLON or found & (1 << key):
            break
        at = value(s, skip(s, key_at + 1), key)
        if at < 0:
            break
        s.field[key] = s.value
        found |= 1 << key
        following = s.data[at]
    if following != CLOSES_RECORD or at + 1 != s.end:
        s.field[FIELD_TYPE] = -1
    return found


def skip(s: JsonScan, at: int) -> int:
    """The offset behind blanks."""
    while s.data[at] == BLANK:
        at += 1
    return at


def value(s: JsonScan, at: int, key: int) -> int:
    """The offset behind the value of a field, which is then `value`."""
    if key < FIELD_TYPE:
        return whole(s, at)
    if key < FIELD_CONCEALED:
        return name(s, at, TYPES + key - FIELD_TYPE)
    if key < FIELD_GAME:
        return name(s, at, TRUTHS)
    if key >= FIELD_CLAIM:
        return figures(s, at)
    if key == FIELD_CARDS:
        return card_list(s, at)
    if key == FIELD_PLACE:
        return place(s, at)
    return quoted(s, at + 1, key) if s.data[at] == QUOTE else NOT_TAKEN


def quoted(s: JsonScan, at: int, key: int) -> int:
    """The same for fields that hold text of their own; `at` is behind the first quote."""
    if key in (FIELD_SEAT, FIELD_DEALER):
        s.value = s.seat[s.data[at]]
        at = at + 1 if s.value >= 0 else NOT_TAKEN
    elif key == FIELD_TEAM:
        s.value = s.side[s.data[at]]
        at = at + 1 if s.value >= 0 else NOT_TAKEN
    elif key == FIELD_BY:
        s.value = at
        at = writer(s, at)
    elif key == FIELD_GAME:
        at = game_id(s, at)
    elif key == FIELD_LABEL:
        at = label(s, at)
    else:
        s.value = at
        at = time_end(s, at)
        s.time_end = at
    return at + 1 if at >= 0 and s.data[at] == QUOTE else NOT_TAKEN


def whole(s: JsonScan, at: int) -> int:
    """A whole number as JSON writes it: no sign, no zeroes before others."""
    behind = number(s, at)
    return behind if behind >= 0 and (s.data[at] != ZERO or behind == at + 1) else NOT_TAKEN


def signed(s: JsonScan, at: int) -> int:
    """The same with a minus that may stand before it."""
    if s.data[at] != MINUS:
        return whole(s, at)
    at = whole(s, at + 1)
    if not s.value:
        return NOT_TAKEN  # read as 0, which is written otherwise
    s.value = -s.value
    return at


def writer(s: JsonScan, at: int) -> int:
    """The offset behind the name of who wrote a sheet: characters that stand for themselves, not many of them."""
    first = at
    while BLANK < s.data[at] < DELETE and s.data[at] != QUOTE and s.data[at] != BACKSLASH:
        at += 1
    return at if first < at <= first + LONGEST_NAME else NOT_TAKEN


def figures(s: JsonScan, at: int) -> int:
    """An object that holds none; where it begins is the value, what it holds is read when it is known whose it is."""
    if s.data[at] != OPENS_RECORD:
        return NOT_TAKEN
    s.value = at
    while s.data[at] != CLOSES_RECORD:
        if at == s.end:
            return NOT_TAKEN
        at += 1
    return at + 1


def place(s: JsonScan, at: int) -> int:
    """`[35,7]`; the line is the value."""
    if s.data[at] != OPENS:
        return NOT_TAKEN
    at = whole(s, at + 1)
    line = s.value
    if at < 0 or s.data[at] != COMMA:
        return NOT_TAKEN
    at = whole(s, skip(s, at + 1))
    s.value = line
    return at + 1 if at >= 0 and s.data[at] == CLOSES else NOT_TAKEN


def game_id(s: JsonScan, at: int) -> int:
    """The id of the open game."""
    i = 0
    while i < len(s.game_id) and s.game_id[i] == s.data[at + i]:
        i += 1
    return at + i if i == len(s.game_id) else NOT_TAKEN


def label(s: JsonScan, at: int) -> int:
    """`6`, `s1`."""
    first = s.data[at]
    s.value = s.rank[first]
    if s.value >= 0:
        return at + 1
    if first < LOWER_A or first > LOWER_Z or s.data[at + 1] < ZERO or s.data[at + 1] > NINE:
        return NOT_TAKEN
    s.value = LABEL_BASE + (first - LOWER_A) * 10 + s.data[at + 1] - ZERO
    return at + 2


def card_list(s: JsonScan, at: int) -> int:
    """`["3h","2=8s"]`, whose cards are put; how many is the value."""
    o = s.rows
    if s.data[at] != OPENS:
        return NOT_TAKEN
    o.group_from = o.card_count
    roles = 0
    following = COMMA
    while following == COMMA:
        at = skip(s, at + 1)
        if s.data[at] != QUOTE or o.card_count - o.group_from == MOST_CARDS:
            return NOT_TAKEN
        at = face(s, at + 1)
        kind = s.value
        role = 0
        if at >= 0 and s.data[at] == EQUALS:
            at = face(s, at + 1)
            roles = role = s.value
        if at < 0 or s.data[at] != QUOTE:
            return NOT_TAKEN
        put(o, kind, role, 1)
        at += 1
        following = s.data[at]
    if roles:
        o.role_count += o.card_count - o.group_from
    s.value = o.card_count - o.group_from
    return at + 1 if following == CLOSES else NOT_TAKEN
