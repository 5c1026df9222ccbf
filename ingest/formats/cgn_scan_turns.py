"""CGN text by the byte: the turns, `number. SEAT operations`, in canonical spelling.

What is taken means exactly what cgn_table and cgn_ops would have made of it; all else is left to them.
"""

from __future__ import annotations

from ingest.formats.scan_cards import Scan, digits, ends, group, name, number
from ingest.formats.scan_codes import (
    BANG,
    BLANK,
    CLOSES,
    CLOSES_ROUND,
    COLON,
    EQUALS,
    LABEL_BASE,
    LOWER_A,
    LOWER_H,
    LOWER_P,
    LOWER_S,
    LOWER_T,
    LOWER_Z,
    MINUS,
    NINE,
    NO_AMOUNT,
    NO_TARGET,
    NOT_TAKEN,
    OPENS,
    OPENS_ROUND,
    PLUS,
    POINT,
    QUERY,
    ROW_ASK,
    ROW_BONUS,
    ROW_COUNT_HAND,
    ROW_COUNT_PILE,
    ROW_COUNT_STOCK,
    ROW_DISCARD,
    ROW_DRAW,
    ROW_ILLEGIBLE,
    ROW_MELD,
    ROW_OUT,
    ROW_TAKE_PACKET,
    ROW_TAKE_PILE,
    SAID_CONCEALED,
    SAID_OUT,
    SAYINGS,
    STATUS_REFUSED,
    TAKES,
    TILDE,
    ZERO,
)
from ingest.formats.scan_columns import Columns, add_row, add_span


def turn_line(s: Scan) -> int:
    """`number. SEAT operations`, where the number is one that cgn_table.count_turn has no doubts about."""
    at = number(s, s.at)
    if at < 0 or s.data[at] != POINT or s.data[at + 1] != BLANK:
        return NOT_TAKEN
    turn = s.value
    s.rows.now_turn = turn
    seat = s.seat[s.data[at + 2]]
    if seat < 0 or s.data[at + 3] != BLANK:
        return NOT_TAKEN
    at = operations(s, at + 3, seat)
    if at < 0 or s.outs > 1 or (s.red_draw and not s.bonuses) or not counts(s, turn):
        return NOT_TAKEN
    if s.time:
        date_rows(s.rows, add_span(s.rows, s.time, s.time_end))
    return at


def counts(s: Scan, turn: int) -> bool:
    """Whether a turn of this number may stand here; if so, it is counted."""
    if turn == 0:
        s.is_interrupted = 1
        return True
    goes_on = s.is_interrupted and turn == s.last_turn
    if not goes_on and turn != s.last_turn + 1 and not (s.all_refused and turn == s.last_turn):
        return False
    s.is_interrupted = 0
    if not goes_on and not s.all_refused:
        s.last_turn = turn
        s.turns += 1
    return True


def operations(s: Scan, at: int, seat: int) -> int:
    """The offset behind all operations of a turn, one of them at least."""
    s.time = 0
    s.outs = 0
    s.bonuses = 0
    s.red_draw = 0
    s.was_red = 0
    s.all_refused = 1
    while s.data[at] == BLANK:
        at += 1
        if s.data[at] == BLANK:
            continue
        s.status = 0
        column = at - s.at + 1
        while s.data[at] == TILDE:
            s.status += 1
            at += 1
        before = s.rows.count
        at = operation(s, at, seat, column)
        if at < 0 or s.status > STATUS_REFUSED:
            return NOT_TAKEN
        if s.status != STATUS_REFUSED:
            s.all_refused = 0
        if s.status:
            if s.rows.count == before or s.rows.kind[before] >= ROW_COUNT_HAND:
                return NOT_TAKEN
            s.rows.status[before] = s.status
    return at if at == s.end and s.rows.count > s.rows.kept_rows else NOT_TAKEN


def operation(s: Scan, at: int, seat: int, column: int) -> int:
    """The offset behind one operation, whose row is added."""
    first = s.data[at]
    if first <= BLANK:
        return NOT_TAKEN
    was_red = s.was_red
    s.was_red = 0
    if first == PLUS:
        if LOWER_A <= s.data[at + 1] <= LOWER_Z:
            return take(s, at + 1, seat, column)
        from_card = s.rows.card_count
        at = cards_row(s, at + 1, ROW_DRAW, seat, column)
        s.red_draw = s.red_draw or was_red
        s.was_red = not s.status and is_red(s, from_card)
        return at
    if first == MINUS:
        before = s.rows.card_count + 1
        at = cards_row(s, at + 1, ROW_DISCARD, seat, column)
        return at if s.rows.card_count == before else NOT_TAKEN
    if first == BANG:
        s.bonuses = 1
        return cards_row(s, at + 1, ROW_BONUS, seat, column)
    if LOWER_A <= first <= LOWER_Z:
        return said(s, at, seat, column)
    return meld(s, at, seat, column)


def cards_row(s: Scan, at: int, kind: int, seat: int, column: int) -> int:
    """The offset behind a group of cards that ends the token."""
    at = group(s, at)
    if at < 0 or not ends(s, at):
        return NOT_TAKEN
    add_row(s.rows, kind, seat, column)
    return at


def is_red(s: Scan, first: int) -> bool:
    """Whether the cards put from one on are red threes."""
    place = first
    while place < s.rows.card_count and s.red_three[s.rows.cards[place]]:
        place += 1
    return place == s.rows.card_count


def take(s: Scan, at: int, seat: int, column: int) -> int:
    """`pile(14)[KK9]`, `foot(11)`; the plus is behind us."""
    at = name(s, at, TAKES)
    if at < 0:
        return NOT_TAKEN
    source = s.value
    amount = NO_AMOUNT
    if s.data[at] == OPENS_ROUND:
        at = number(s, at + 1)
        if at < 0 or s.data[at] != CLOSES_ROUND:
            return NOT_TAKEN
        amount = s.value
        at += 1
    if s.data[at] == OPENS:
        at = group(s, at + 1)
        if at < 0 or s.data[at] != CLOSES:
            return NOT_TAKEN
        at += 1
    if not ends(s, at):
        return NOT_TAKEN
    row = add_row(s.rows, ROW_TAKE_PACKET if source else ROW_TAKE_PILE, seat, column)
    s.rows.amount[row] = amount
    if source:
        s.rows.target[row] = source - 1
    return at


def meld(s: Scan, at: int, seat: int, column: int) -> int:
    """`777`, `6:2`, `??`."""
    label = NO_TARGET
    if s.data[at + 1] == COLON:
        label = s.rank[s.data[at]]
        if label < 0:
            return NOT_TAKEN
        at += 2
    elif s.data[at] == QUERY and s.data[at + 1] == QUERY and ends(s, at + 2):
        add_row(s.rows, ROW_ILLEGIBLE, seat, column)
        return at + 2
    at = cards_row(s, at, ROW_MELD, seat, column)
    if at >= 0:
        s.rows.target[s.rows.count - 1] = label
    return at


def said(s: Scan, at: int, seat: int, column: int) -> int:
    """What begins with a small letter: counts, the clock, `out`, the answer to a request, and labels such as `s1`."""
    second = s.data[at + 1]
    if second == EQUALS:
        return count(s, at, seat, column)
    if ZERO <= second <= NINE:
        label = LABEL_BASE + (s.data[at] - LOWER_A) * 10 + second - ZERO
        if s.data[at + 2] != COLON:
            return NOT_TAKEN
        at = cards_row(s, at + 3, ROW_MELD, seat, column)
        if at >= 0:
            s.rows.target[s.rows.count - 1] = label
        return at
    at = name(s, at, SAYINGS)
    if at < 0 or not ends(s, at):
        return NOT_TAKEN
    if s.value < SAID_CONCEALED:
        row = add_row(s.rows, ROW_ASK, seat, column)
        s.rows.amount[row] = s.value
    else:
        row = add_row(s.rows, ROW_OUT, seat, column)
        s.rows.amount[row] = SAID_OUT - s.value
        s.outs += not s.status
    return at


def count(s: Scan, at: int, seat: int, column: int) -> int:
    """`h=10`, `p=4`, `s=43` and `t=20:31:05`."""
    letter = s.data[at]
    if letter == LOWER_T:
        return clock(s, at + 2)
    if letter == LOWER_H:
        kind = ROW_COUNT_HAND
    elif letter == LOWER_P:
        kind = ROW_COUNT_PILE
    elif letter == LOWER_S:
        kind = ROW_COUNT_STOCK
    else:
        return NOT_TAKEN
    at = number(s, at + 2)
    if at < 0 or not ends(s, at):
        return NOT_TAKEN
    row = add_row(s.rows, kind, seat, column)
    s.rows.amount[row] = s.value
    return at


def clock(s: Scan, at: int) -> int:
    """The time on a turn line; remembered for its rows."""
    if s.time:
        return NOT_TAKEN
    s.time = at
    at = time_end(s, at)
    s.time_end = at
    return at if at >= 0 and ends(s, at) else NOT_TAKEN


def time_end(s: Scan, at: int) -> int:
    """The offset behind `20:31:05`, `20:31:05.25`, `+12`, `+12.5`."""
    if s.data[at] == PLUS:
        at = digits(s, at + 1)
    else:
        for part in range(3):
            first = at + (part > 0)
            if part and s.data[at] != COLON:
                return NOT_TAKEN
            at = digits(s, first)
            if at != first + 2:
                return NOT_TAKEN
    if at >= 0 and s.data[at] == POINT:
        at = digits(s, at + 1)
    return at


def date_rows(o: Columns, time: int) -> None:
    """Give the rows of this line their clock."""
    for row in range(o.kept_rows, o.count):
        o.time[row] = time
