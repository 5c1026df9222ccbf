"""What the scanners write: rows of events, figures and places of texts, in columns made beforehand.

The rows of `data.events.Events` as plain integers, so that the module runs compiled as well.  Understands no notation;
scan_flush moves what is here into Events.
"""

from __future__ import annotations

from array import array

from ingest.formats.scan_codes import LINE_BYTES, LINE_CARDS, LINE_ROWS, NO_AMOUNT, NO_SIDE, NO_TARGET, NO_TEXT


class Columns:
    """Columns of which `count` rows are filled; `card_end` and its like are offsets in the columns of Events.

    `span_first` and `span_last` are the places of texts in the source, or, as -1 - place, in `made`, where a scanner
    puts what the source says in other words; `text` and `time` number them as Events will.
    A figure names its sheet by number (-1 = none), a sheet its writer by a place in the source.
    """

    def __init__(self, room: int) -> None:  # noqa: PLR0915 - every column is made here
        self.room = room
        self.count = 0
        self.deal = array("i", [0]) * room
        self.turn = array("i", [0]) * room
        self.seat = array("i", [0]) * room
        self.side = array("i", [0]) * room
        self.kind = array("i", [0]) * room
        self.status = array("i", [0]) * room
        self.target = array("i", [0]) * room
        self.amount = array("i", [0]) * room
        self.text = array("i", [0]) * room
        self.time = array("i", [0]) * room
        self.line = array("i", [0]) * room
        self.column = array("i", [0]) * room
        self.card_end = array("i", [0]) * room
        self.role_end = array("i", [0]) * room
        self.card_room = 2 * room + LINE_CARDS
        self.card_base = 0
        self.card_count = 0
        self.cards = array("B", [0]) * self.card_room
        self.role_base = 0
        self.role_count = 0
        self.roles = array("B", [0]) * self.card_room
        self.span_base = 0
        self.span_count = 0
        self.span_first = array("i", [0]) * room
        self.span_last = array("i", [0]) * room
        self.made_room = 8 * room
        self.made_count = 0
        self.made = array("B", [0]) * self.made_room
        self.claim_count = 0
        self.claim_deal = array("i", [0]) * room
        self.claim_side = array("i", [0]) * room
        self.claim_sheet = array("i", [0]) * room
        self.claim_item = array("i", [0]) * room
        self.claim_amount = array("i", [0]) * room
        self.claim_line = array("i", [0]) * room
        self.claim_column = array("i", [0]) * room
        self.sheet_count = 0
        self.sheet_side = array("i", [0]) * room
        self.sheet_first = array("i", [0]) * room
        self.sheet_last = array("i", [0]) * room
        self.group_from = 0
        # where the rows being added stand
        self.now_deal = 0
        self.now_turn = 0
        self.now_line = 0
        # what was there before the line that is being read
        self.kept_deal = 0
        self.kept_rows = 0
        self.kept_cards = 0
        self.kept_roles = 0
        self.kept_spans = 0
        self.kept_made = 0
        self.kept_claims = 0
        self.kept_sheets = 0


def put(o: Columns, kind: int, role: int, times: int) -> None:
    """Cards of the row to come; their roles are written in any case, and count if the group has any."""
    for _ in range(times):
        o.roles[o.role_count + o.card_count - o.group_from] = role
        o.cards[o.card_count] = kind
        o.card_count += 1


def has_room(o: Columns) -> bool:
    """Whether another line fits in, whatever it holds."""
    most = o.room - LINE_ROWS
    return (
        o.count < most
        and o.span_count < most
        and o.claim_count < most
        and o.sheet_count < most
        and o.card_count < o.card_room - LINE_CARDS
        and o.made_count < o.made_room - LINE_BYTES
    )


def keep(o: Columns) -> None:
    """What is there now stays, even if the next line is not taken."""
    o.kept_deal = o.now_deal
    o.kept_rows = o.count
    o.kept_cards = o.card_count
    o.kept_roles = o.role_count
    o.kept_spans = o.span_count
    o.kept_made = o.made_count
    o.kept_claims = o.claim_count
    o.kept_sheets = o.sheet_count


def undo(o: Columns) -> None:
    """Forget all that was written since `keep`."""
    o.now_deal = o.kept_deal
    o.count = o.kept_rows
    o.card_count = o.kept_cards
    o.role_count = o.kept_roles
    o.span_count = o.kept_spans
    o.made_count = o.kept_made
    o.claim_count = o.kept_claims
    o.sheet_count = o.kept_sheets


def add_row(o: Columns, kind: int, seat: int, column: int) -> int:
    """A row with the defaults of `Events.add`, which owns the cards put since the row before; returns its number."""
    n = o.count
    o.count = n + 1
    o.deal[n] = o.now_deal
    o.turn[n] = o.now_turn
    o.seat[n] = seat
    o.side[n] = NO_SIDE
    o.kind[n] = kind
    o.status[n] = 0
    o.target[n] = NO_TARGET
    o.amount[n] = NO_AMOUNT
    o.text[n] = NO_TEXT
    o.time[n] = NO_TEXT
    o.line[n] = o.now_line
    o.column[n] = column
    o.card_end[n] = o.card_base + o.card_count
    o.role_end[n] = o.role_base + o.role_count
    return n


def add_span(o: Columns, first: int, last: int) -> int:
    """The number, as Events will count it, of the text between two places of the source."""
    n = o.span_count
    o.span_first[n] = first
    o.span_last[n] = last
    o.span_count = n + 1
    return o.span_base + n


def say(o: Columns, byte: int) -> None:
    """Put one byte of a text that is made."""
    o.made[o.made_count] = byte
    o.made_count += 1


def add_said(o: Columns, first: int) -> int:
    """The number of the text that was made from a place on."""
    return add_span(o, -1 - first, -1 - o.made_count)


def add_claim(o: Columns, side: int, item: int, amount: int, column: int) -> int:
    """A figure on no sheet; returns its number."""
    n = o.claim_count
    o.claim_count = n + 1
    o.claim_deal[n] = o.now_deal
    o.claim_side[n] = side
    o.claim_sheet[n] = -1
    o.claim_item[n] = item
    o.claim_amount[n] = amount
    o.claim_line[n] = o.now_line
    o.claim_column[n] = column
    return n


def add_sheet(o: Columns, side: int, first: int, last: int) -> None:
    """One sheet with its writer."""
    n = o.sheet_count
    o.sheet_count = n + 1
    o.sheet_side[n] = side
    o.sheet_first[n] = first
    o.sheet_last[n] = last
