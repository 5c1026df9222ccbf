"""CGN-JSONL by the byte: records of acts, of cards dealt and of scores, straight into columns.

Plain typed code that runs compiled as well.  It takes a record as a whole or leaves it as it stands: what it takes
means exactly what cgn_jsonl_records would have made of it, and tests compare the two.
"""

from __future__ import annotations

from ingest.formats.cgn_jsonl_scan_fields import JsonScan, read_fields
from ingest.formats.cgn_jsonl_scan_says import hand, say_settled, score, total
from ingest.formats.cgn_scan import deal_kind, find_line
from ingest.formats.cgn_scan_turns import counts
from ingest.formats.scan_codes import (
    DEAL,
    END,
    FIELD_ANSWER,
    FIELD_CARDS,
    FIELD_CONCEALED,
    FIELD_COUNT,
    FIELD_HOW,
    FIELD_LABEL,
    FIELD_PLACE,
    FIELD_REFUSED,
    FIELD_RETRACTED,
    FIELD_SEAT,
    FIELD_SEQ,
    FIELD_SETTLED,
    FIELD_SOURCE,
    FIELD_TIME,
    FIELD_TURN,
    FIELD_TYPE,
    FIELD_VERSION,
    FIELD_WHAT,
    FULL,
    NO_AMOUNT,
    NO_SEAT,
    ROW_CLOSE,
    ROW_COUNT_HAND,
    ROW_TAKE_PACKET,
    ROW_TAKE_PILE,
    STATUS_REFUSED,
    STATUS_RETRACTED,
    TYPE_ASK,
    TYPE_CHECK,
    TYPE_CLOSE,
    TYPE_DISCARD,
    TYPE_ILLEGIBLE,
    TYPE_MELD,
    TYPE_OUT,
    TYPE_SCORE,
    TYPE_TAKE,
    TYPE_TOTAL,
    UNUSUAL,
    WORD_FOOT,
    WORD_STOCK,
    WORD_UP,
)
from ingest.formats.scan_columns import add_row, add_span, has_room, keep, undo

LONGEST = 100_000  # bytes of a record


def scan_records(s: JsonScan) -> int:
    """Take records from `at` on.  END, FULL, DEAL (one has begun: settle the one before) or UNUSUAL."""
    while s.at < s.size:
        if not has_room(s.rows):
            return FULL
        keep(s.rows)
        find_line(s)
        s.rows.now_line = s.line_number + 1
        s.rows.now_turn = 0
        s.next_deal = 0
        if s.end == s.at:
            s.blank_lines += 1
        elif not s.has_deal or s.end - s.at > LONGEST or not record(s):
            undo(s.rows)
            return UNUSUAL
        else:
            s.fact_lines += 1
            s.last_filled = s.line_number + 1
            s.last_place = s.field[FIELD_PLACE]
            if s.field[FIELD_SEQ] >= 0:
                s.seq = s.field[FIELD_SEQ]
        s.line_number += 1
        s.at = s.behind
        if s.next_deal:
            return DEAL
    return END


def record(s: JsonScan) -> bool:
    """Whether the record was taken."""
    fields = read_fields(s)
    what = s.field[FIELD_TYPE]
    if what < 0 or fields & ~s.allowed[what] or s.field[FIELD_VERSION] > 1 or s.field[FIELD_VERSION] == 0:
        return False
    if s.seq and s.field[FIELD_SEQ] >= 0 and s.field[FIELD_SEQ] != s.seq + 1:
        return False
    if what < TYPE_CLOSE:
        return dealt(s, what)
    if what == TYPE_CLOSE:
        return close(s)
    return said(s, what) if what >= TYPE_SCORE else act(s, what)


def dealt(s: JsonScan, word: int) -> bool:
    """Cards dealt, turned up or lying in the stock, before anybody plays."""
    seat = s.field[FIELD_SEAT] if word < WORD_UP else NO_SEAT
    if s.is_closed or s.last_turn or word < s.last_word or s.field[FIELD_CARDS] < 0 or (word < WORD_UP and seat < 0):
        return False
    bit = 1 << seat if word < WORD_UP else 1
    if s.dealt[word] & bit and word != WORD_STOCK:
        return False
    row = add_row(s.rows, deal_kind(word), seat, 1)
    s.rows.target[row] = word - WORD_FOOT if WORD_FOOT <= word < WORD_UP else 0
    if s.field[FIELD_SETTLED] == 1:
        s.rows.text[row] = say_settled(s)
    s.dealt[word] |= bit
    s.last_word = word
    end_turn(s)
    return True


def close(s: JsonScan) -> bool:
    """The deal is over, once."""
    if s.is_closed or s.field[FIELD_HOW] < 0:
        return False
    s.is_closed = 1
    s.closing = s.field[FIELD_HOW]
    row = add_row(s.rows, ROW_CLOSE, NO_SEAT, 1)
    s.rows.amount[row] = s.closing
    end_turn(s)
    return True


def said(s: JsonScan, what: int) -> bool:
    """Sheets, totals, and the beginning of the next deal."""
    if what == TYPE_SCORE:
        taken = score(s)
    elif what == TYPE_TOTAL:
        taken = total(s)
    else:
        taken = hand(s)
    if taken:
        end_turn(s)
    return taken


def end_turn(s: JsonScan) -> None:
    """What comes next belongs to no turn that has begun."""
    s.turn_number = 0
    s.turn_seat = NO_SEAT


def act(s: JsonScan, what: int) -> bool:
    """What a player does, and counts."""
    seat = s.field[FIELD_SEAT]
    status = 0
    if s.field[FIELD_REFUSED] == 1:
        status = STATUS_REFUSED
    elif s.field[FIELD_RETRACTED] == 1:
        status = STATUS_RETRACTED
    if seat < 0 or not is_whole_act(s, what) or (status and what == TYPE_CHECK) or not has_turn(s, what, status):
        return False
    o = s.rows
    o.now_turn = s.turn_number
    row = add_row(o, s.row_kind[what], seat, 1)
    o.status[row] = status
    if s.field[FIELD_TIME] >= 0:
        o.time[row] = add_span(o, s.field[FIELD_TIME], s.time_end)
    if what == TYPE_MELD and s.field[FIELD_LABEL] >= 0:
        o.target[row] = s.field[FIELD_LABEL]
    elif what == TYPE_TAKE:
        take(s, row)
    elif what == TYPE_ASK:
        o.amount[row] = s.field[FIELD_ANSWER]
    elif what == TYPE_OUT:
        o.amount[row] = s.field[FIELD_CONCEALED] == 1
    elif what == TYPE_CHECK:
        o.kind[row] = ROW_COUNT_HAND + s.field[FIELD_WHAT]
        o.amount[row] = s.field[FIELD_COUNT]
    return True


def is_whole_act(s: JsonScan, what: int) -> bool:
    """Whether the fields are there that an act must have."""
    if what == TYPE_TAKE:
        return s.field[FIELD_SOURCE] >= 0
    if what == TYPE_ASK:
        return s.field[FIELD_ANSWER] >= 0
    if what == TYPE_CHECK:
        return s.field[FIELD_WHAT] >= 0 and s.field[FIELD_COUNT] >= 0
    if what == TYPE_DISCARD:
        return s.field[FIELD_CARDS] == 1
    return what in (TYPE_OUT, TYPE_ILLEGIBLE) or s.field[FIELD_CARDS] >= 0


def take(s: JsonScan, row: int) -> None:
    """The pile or a packet, as far as its size is stated."""
    source = s.field[FIELD_SOURCE]
    s.rows.kind[row] = ROW_TAKE_PACKET if source else ROW_TAKE_PILE
    if source:
        s.rows.target[row] = source - 1
    s.rows.amount[row] = s.field[FIELD_COUNT] if s.field[FIELD_COUNT] >= 0 else NO_AMOUNT


def has_turn(s: JsonScan, what: int, status: int) -> bool:
    """Whether the act belongs to the open turn, or to a new one whose number may stand here; a new one is opened."""
    turn = s.field[FIELD_TURN]
    seat = s.field[FIELD_SEAT]
    refused = status == STATUS_REFUSED
    is_open = seat == s.turn_seat and (turn < 0 or turn == s.turn_number)
    if s.is_of_text and s.last_place >= 0 and s.field[FIELD_PLACE] >= 0 and s.field[FIELD_PLACE] != s.last_place:
        is_open = False
    goes_out = what == TYPE_OUT and not status
    if is_open and goes_out and s.is_out:
        return False
    if not is_open or not (s.is_counted or refused):
        s.all_refused = refused
        if turn < 0 or not counts(s, turn):
            return False
        s.turn_number = turn
        s.turn_seat = seat
        s.is_counted = not refused
    if not is_open:
        s.is_new_turn = 1
        s.is_out = 0
    if goes_out:
        s.is_out = 1
    return True
