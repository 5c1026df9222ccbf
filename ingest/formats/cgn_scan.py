"""CGN text by the byte: lines in canonical spelling, straight into columns; this module has the loop and deal lines.

Plain typed code that runs compiled as well.  It takes a line as a whole or leaves it as it stands: what it takes means
exactly what cgn_table and cgn_says would have made of it, and tests compare the two.
"""

from __future__ import annotations

from ingest.formats.cgn_scan_says import says_line
from ingest.formats.cgn_scan_turns import turn_line
from ingest.formats.scan_cards import Scan, ends, group, name
from ingest.formats.scan_codes import (
    AT_SIGN,
    BLANK,
    CR,
    DEAL,
    END,
    FULL,
    LF,
    LOWER_S,
    NINE,
    NO_SEAT,
    NOT_TAKEN,
    OVER,
    ROW_DEALT,
    ROW_PACKET,
    ROW_STOCK,
    ROW_TURN_UP,
    SETTLED,
    UNUSUAL,
    WORD_DEAL,
    WORD_FOOT,
    WORD_STOCK,
    WORD_UP,
    WORDS,
    ZERO,
)
from ingest.formats.scan_columns import add_row, add_span, has_room, keep, undo

LONGEST = 1000  # bytes of a line


def scan(s: Scan) -> int:
    """Take lines from `at` on.  END, FULL, DEAL (one has begun: settle the one before), OVER or UNUSUAL."""
    while s.at < s.size:
        if not has_room(s.rows):
            return FULL
        keep(s.rows)
        find_line(s)
        first = s.data[s.at]
        s.rows.now_line = s.line_number + 1
        s.rows.now_turn = 0
        s.next_deal = 0
        s.is_over = 0
        if s.end == s.at:
            s.blank_lines += 1
        else:
            if s.end - s.at > LONGEST or not line(s, first):
                undo(s.rows)
                return UNUSUAL
            s.fact_lines += 1
            s.last_filled = s.line_number + 1
        s.line_number += 1
        s.at = s.behind
        if s.next_deal:
            return DEAL
        if s.is_over:
            return OVER
    return END


def find_line(s: Scan) -> None:
    """Set `end` to the end of what the line says, `behind` to where the next one begins."""
    at = s.at
    while s.data[at] != LF:
        at += 1
    s.behind = at + 1
    s.end = at - 1 if at > s.at and s.data[at - 1] == CR else at


def line(s: Scan, first: int) -> bool:
    """Whether the line was taken."""
    if first == AT_SIGN:
        at = says_line(s)
    elif not s.has_deal:
        return False
    elif ZERO <= first <= NINE:
        at = turn_line(s)
    else:
        at = deal_line(s)
    return at == s.end


def deal_line(s: Scan) -> int:
    """`deal N cards`, `foot N cards`, `up cards`, `stock cards` of a deal in which nobody has played."""
    at = name(s, s.at, WORDS)
    word = s.value
    if at < 0 or s.data[at] != BLANK or s.is_closed or s.last_turn or word < s.last_word:
        return NOT_TAKEN
    seat = NO_SEAT
    bit = 1
    if word < WORD_UP:
        seat = s.seat[s.data[at + 1]]
        if seat < 0:
            return NOT_TAKEN
        bit = 1 << seat
        at += 2
    if s.dealt[word] & bit and word != WORD_STOCK:
        return NOT_TAKEN
    at = dealt_cards(s, at, word, seat)
    if at == s.end:
        s.dealt[word] |= bit
        s.last_word = word
    return at


def dealt_cards(s: Scan, at: int, word: int, seat: int) -> int:
    """The offset behind all cards of a deal line, with `settled=yes` behind them on some."""
    roles = s.rows.role_count
    first = s.rows.card_count
    settled = 0
    while s.data[at] == BLANK and not settled:
        at += 1
        if word == WORD_DEAL and s.data[at] == LOWER_S:
            settled = at
            at = name(s, at, SETTLED)
        else:
            at = group(s, at)
        if at < 0 or not ends(s, at):
            return NOT_TAKEN
    if at != s.end or s.rows.role_count != roles or s.rows.card_count == first:
        return NOT_TAKEN
    row = add_row(s.rows, deal_kind(word), seat, 1)
    s.rows.target[row] = word - WORD_FOOT if WORD_FOOT <= word < WORD_UP else 0
    if settled:
        s.rows.text[row] = add_span(s.rows, settled, at)
    return at


def deal_kind(word: int) -> int:
    """The kind of row that a deal line becomes."""
    if word == WORD_DEAL:
        return ROW_DEALT
    if word == WORD_UP:
        return ROW_TURN_UP
    return ROW_STOCK if word == WORD_STOCK else ROW_PACKET
