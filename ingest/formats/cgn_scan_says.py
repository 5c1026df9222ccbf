"""CGN text by the byte: the `@` lines that every deal has, in the form in which this project writes them.

`@hand` with the dealer and the totals, `@close`, `@score` and `@total`; all else is left to cgn_says, and what is taken
means exactly what cgn_says would have made of it.
"""

from __future__ import annotations

from ingest.formats.scan_cards import Scan, name, number, signed_number
from ingest.formats.scan_codes import (
    BLANK,
    CLOSINGS,
    DEALER,
    DELETE,
    DIRECTIVES,
    EQUALS,
    FIRST_KEY,
    ITEM_CARRIED,
    ITEM_FINAL,
    ITEM_RUNNING,
    KEY_BY,
    KEYS,
    NO_SEAT,
    NOT_TAKEN,
    QUOTE,
    RESULT,
    RESULT_UNFINISHED,
    RESULTS,
    ROW_CLOSE,
    ROW_DEAL_START,
    ROW_GAME_END,
    ROW_SHEET,
    ROW_TOTALS,
    SAYS_CLOSE,
    SAYS_HAND,
    SAYS_SCORE,
    SAYS_TOTAL,
)
from ingest.formats.scan_columns import add_claim, add_row, add_sheet, add_span


def says_line(s: Scan) -> int:
    """The offset behind the line if it is taken."""
    at = name(s, s.at, DIRECTIVES)
    if at < 0 or (s.data[at] != BLANK and at != s.end):
        return NOT_TAKEN
    what = s.value
    if what == SAYS_HAND:
        return hand_line(s, at)
    if not s.has_deal:
        return NOT_TAKEN
    if what == SAYS_SCORE:
        return score_line(s, at)
    if what == SAYS_CLOSE:
        return close_line(s, at)
    return total_line(s, at) if what == SAYS_TOTAL else end_line(s, at)


def hand_line(s: Scan, at: int) -> int:
    """`@hand 2 dealer=W A=640 B=560`, with the number that is due; begins a deal."""
    if at == s.end:
        return NOT_TAKEN
    at = number(s, at + 1)
    if at < 0 or (s.has_deal and s.value != s.rows.now_deal + 1) or (s.data[at] != BLANK and at != s.end):
        return NOT_TAKEN
    s.rows.now_deal = s.value
    first = at + 1 if s.data[at] == BLANK else at
    dealer = NO_SEAT
    following = name(s, first, DEALER)
    if following >= 0:
        dealer = s.seat[s.data[following]]
        if dealer < 0:
            return NOT_TAKEN
        at = following + 1
    if at != s.end:
        at = totals(s, at, ITEM_CARRIED)
    if at != s.end:
        return NOT_TAKEN
    row = add_row(s.rows, ROW_DEAL_START, dealer, 1)
    s.rows.text[row] = add_span(s.rows, first, at)
    s.next_deal = 1
    return at


def totals(s: Scan, at: int, item: int) -> int:
    """` A=640 B=560`, a figure for every side in order."""
    for side in range(s.sides):
        if s.data[at] != BLANK or s.data[at + 1] != s.side_letter[side] or s.data[at + 2] != EQUALS:
            return NOT_TAKEN
        column = 1 if item == ITEM_CARRIED else at + 3 - s.at + 1
        at = signed_number(s, at + 3)
        if at < 0:
            return NOT_TAKEN
        add_claim(s.rows, side, item, s.value, column)
    return at


def close_line(s: Scan, at: int) -> int:
    """`@close out`, once in a deal."""
    if at == s.end or s.is_closed:
        return NOT_TAKEN
    at = name(s, at + 1, CLOSINGS)
    if at != s.end:
        return NOT_TAKEN
    row = add_row(s.rows, ROW_CLOSE, NO_SEAT, 1)
    s.rows.amount[row] = s.value
    s.is_closed = 1
    s.closing = s.value
    return at


def total_line(s: Scan, at: int) -> int:
    """`@total A=640 B=560`."""
    first = at + 1
    if not s.sides:
        return NOT_TAKEN
    at = totals(s, at, ITEM_RUNNING)
    if at != s.end:
        return NOT_TAKEN
    row = add_row(s.rows, ROW_TOTALS, NO_SEAT, 1)
    s.rows.text[row] = add_span(s.rows, first, at)
    s.totals += 1
    return at


def end_line(s: Scan, at: int) -> int:
    """`@end A=5050 B=1085 result=A`; the game is over."""
    first = at + 1 if s.data[at] == BLANK else at
    following = name(s, first, RESULT)
    if at != s.end and following < 0:
        at = totals(s, at, ITEM_FINAL)
        if at < 0 or not s.sides:
            return NOT_TAKEN
        following = name(s, at + 1, RESULT) if s.data[at] == BLANK else NOT_TAKEN
    s.is_unfinished = 0
    if following >= 0:
        at = following + 1
        if s.side[s.data[following]] < 0:
            at = name(s, following, RESULTS)
            s.is_unfinished = s.value == RESULT_UNFINISHED
    if at != s.end:
        return NOT_TAKEN
    row = add_row(s.rows, ROW_GAME_END, NO_SEAT, 1)
    s.rows.text[row] = add_span(s.rows, first, at)
    s.is_over = 1
    return at


def score_line(s: Scan, at: int) -> int:
    """`@score A by=N cards=380 mix=2`, the keys in the order in which they are written."""
    o = s.rows
    if at == s.end:
        return NOT_TAKEN
    side = s.side[s.data[at + 1]]
    if side < 0 or s.data[at + 2] != BLANK or s.sheets_from < 0:
        return NOT_TAKEN
    first = writer = writer_end = at + 3
    s.last_key = -1
    s.free_keys = 0
    at += 2
    while s.data[at] == BLANK:
        at = name(s, at + 1, KEYS)
        if at < 0 or not follows(s, s.value):
            return NOT_TAKEN
        if s.last_key == KEY_BY:
            writer = at
            at = writer_end = word(s, at)
        else:
            column = at - s.at + 1
            at = signed_number(s, at)
            claim = add_claim(o, side, FIRST_KEY + s.last_key, s.value, column)
            o.claim_sheet[claim] = o.sheet_count
        if at < 0:
            return NOT_TAKEN
    if at != s.end or s.last_key == KEY_BY or is_second_sheet(s, side, writer, writer_end):
        return NOT_TAKEN
    add_sheet(o, side, writer, writer_end)
    row = add_row(o, ROW_SHEET, NO_SEAT, 1)
    o.side[row] = side
    o.text[row] = add_span(o, first, at)
    return at


def follows(s: Scan, key: int) -> bool:
    """Whether a key may come now on a sheet; it is then `last_key`."""
    if key >= s.free_key:
        bit = 1 << (key - s.free_key)
        if s.free_keys & bit:
            return False
        s.free_keys |= bit
    elif key <= s.last_key:
        return False
    s.last_key = key
    return True


def word(s: Scan, at: int) -> int:
    """The offset behind a value of printable characters, not in quotes."""
    first = at
    if s.data[at] == QUOTE:
        return NOT_TAKEN
    while BLANK < s.data[at] < DELETE:
        at += 1
    return at if at > first else NOT_TAKEN


def is_second_sheet(s: Scan, side: int, first: int, last: int) -> bool:
    """Whether this writer has given a sheet of this side in this deal before."""
    o = s.rows
    for sheet in range(s.sheets_from, o.sheet_count):
        size = o.sheet_last[sheet] - o.sheet_first[sheet]
        if o.sheet_side[sheet] == side and size == last - first:
            i = 0
            while i < size and s.data[o.sheet_first[sheet] + i] == s.data[first + i]:
                i += 1
            if i == size:
                return True
    return False
