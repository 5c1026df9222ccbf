"""CGN-JSONL by the byte: sheets, totals and the beginnings of deals, said again in the words of a text line.

The text of such a row is what stands behind `@score A ` and its like; figures have the columns of that line.
"""

from __future__ import annotations

from ingest.formats.cgn_jsonl_scan_fields import JsonScan, signed, skip, writer
from ingest.formats.cgn_scan_says import follows, is_second_sheet
from ingest.formats.scan_cards import name
from ingest.formats.scan_codes import (
    BLANK,
    CLOSES_RECORD,
    COLON,
    COMMA,
    DEALER,
    EQUALS,
    FIELD_BY,
    FIELD_CARRY,
    FIELD_CLAIM,
    FIELD_DEAL,
    FIELD_DEALER,
    FIELD_TEAM,
    FIGURES,
    FIRST_KEY,
    ITEM_CARRIED,
    ITEM_RUNNING,
    KEY_BY,
    KEYS,
    NO_SEAT,
    NOT_TAKEN,
    QUOTE,
    ROW_DEAL_START,
    ROW_SHEET,
    ROW_TOTALS,
    SETTLED,
)
from ingest.formats.scan_columns import add_claim, add_row, add_said, add_sheet, say

SCORE_COLUMN = 10  # of what stands behind `@score A `
TOTAL_COLUMN = 8  # of what stands behind `@total `


def score(s: JsonScan) -> bool:
    """One sheet, its keys in the order in which they are written."""
    o = s.rows
    side = s.field[FIELD_TEAM]
    at = s.field[FIELD_CLAIM]
    by = s.field[FIELD_BY]
    first = o.made_count
    if side < 0 or at < 0 or s.sheets_from < 0:
        return False
    by_end = by
    if by >= 0:
        say_name(s, KEYS)
        by_end = writer(s, by)
        say_source(s, by, by_end)
    s.last_key = KEY_BY
    s.free_keys = 0
    at = skip(s, at + 1)
    while s.data[at] != CLOSES_RECORD:
        at = figure(s, at, side, first)
        if at < 0:
            return False
    if s.last_key == KEY_BY or is_second_sheet(s, side, by, by_end):
        return False
    add_sheet(o, side, by, by_end)
    row = add_row(o, ROW_SHEET, NO_SEAT, 1)
    o.side[row] = side
    o.text[row] = add_said(o, first)
    return True


def figure(s: JsonScan, at: int, side: int, first: int) -> int:
    """`"cards":380,`; the offset of what follows."""
    o = s.rows
    key_end = name(s, at, FIGURES)
    if key_end < 0 or s.data[key_end] != COLON or not follows(s, s.value):
        return NOT_TAKEN
    begin_word(s, first)
    say_source(s, at + 1, key_end - 1)
    say(o, EQUALS)
    claim = add_claim(o, side, FIRST_KEY + s.last_key, 0, SCORE_COLUMN + o.made_count - first)
    o.claim_sheet[claim] = o.sheet_count
    at = say_number(s, skip(s, key_end + 1))
    o.claim_amount[claim] = s.value
    return next_figure(s, at)


def say_number(s: JsonScan, at: int) -> int:
    """The offset behind a number, which is said as it stands."""
    behind = signed(s, at)
    say_source(s, at, behind)
    return behind


def next_figure(s: JsonScan, at: int) -> int:
    """The offset of the next figure, or of the brace behind the last."""
    if at < 0 or s.data[at] == CLOSES_RECORD:
        return at
    if s.data[at] != COMMA:
        return NOT_TAKEN
    at = skip(s, at + 1)
    return at if s.data[at] == QUOTE else NOT_TAKEN


def begin_word(s: JsonScan, first: int) -> None:
    """A blank, but for the first word of a text."""
    if s.rows.made_count > first:
        say(s.rows, BLANK)


def say_source(s: JsonScan, at: int, end: int) -> None:
    """What stands there, as it stands."""
    while at < end:
        say(s.rows, s.data[at])
        at += 1


def totals(s: JsonScan, at: int, item: int, first: int) -> bool:
    """`{"A":640,"B":560}`, a figure for every side in order."""
    o = s.rows
    at = skip(s, at + 1)
    for side in range(s.sides):
        if s.data[at] != QUOTE or s.data[at + 1] != s.side_letter[side] or s.data[at + 2] != QUOTE:
            return False
        if s.data[at + 3] != COLON:
            return False
        begin_word(s, first)
        say(o, s.side_letter[side])
        say(o, EQUALS)
        column = 1 if item == ITEM_CARRIED else TOTAL_COLUMN + o.made_count - first
        claim = add_claim(o, side, item, 0, column)
        at = say_number(s, skip(s, at + 4))
        o.claim_amount[claim] = s.value
        at = next_figure(s, at)
        if at < 0:
            return False
    return s.data[at] == CLOSES_RECORD


def total(s: JsonScan) -> bool:
    """The totals after the deal."""
    at = s.field[FIELD_CLAIM]
    first = s.rows.made_count
    if at < 0 or not s.sides or not totals(s, at, ITEM_RUNNING, first):
        return False
    row = add_row(s.rows, ROW_TOTALS, NO_SEAT, 1)
    s.rows.text[row] = add_said(s.rows, first)
    s.totals += 1
    return True


def hand(s: JsonScan) -> bool:
    """The beginning of the deal whose number is due."""
    o = s.rows
    dealer = s.field[FIELD_DEALER]
    at = s.field[FIELD_CARRY]
    first = o.made_count
    if s.field[FIELD_DEAL] != o.now_deal + 1:
        return False
    o.now_deal += 1
    if dealer >= 0:
        say_name(s, DEALER)
        say(o, s.seat_letter[dealer])
    if at >= 0 and s.data[skip(s, at + 1)] != CLOSES_RECORD and not totals(s, at, ITEM_CARRIED, first):
        return False
    row = add_row(o, ROW_DEAL_START, dealer, 1)
    o.text[row] = add_said(o, first)
    s.next_deal = 1
    return True


def say_settled(s: JsonScan) -> int:
    """The number of the text that says so on a deal line."""
    first = s.rows.made_count
    say_name(s, SETTLED)
    return add_said(s.rows, first)


def say_name(s: JsonScan, section: int) -> None:
    """The first name of a list."""
    at = s.section[section]
    while s.names[at] != BLANK:
        say(s.rows, s.names[at])
        at += 1
