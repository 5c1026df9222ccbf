"""Points of a finished deal, item by item, as lower and upper bounds (equal where the cards are known).

Reads a state, writes one row of figures (replay.rows), changes nothing else.
Sources: classic.md section 3 (S1-S15), N3-5 for cutthroat.
"""

from __future__ import annotations

from array import array

from replay.canastas import cards_of_rank, kind_of, number_of_sevens, price_of
from replay.codes import (
    AGGREGATE,
    BLACK_COLOUR,
    BONUS_CARDS,
    CANASTA,
    CONCEALED,
    COUNT_AT,
    COUNT_LONE,
    COUNT_MIXED,
    COUNT_N5,
    COUNT_N10,
    COUNT_N20,
    COUNT_N50,
    COUNT_NATURAL,
    COUNT_SEQUENCE,
    COUNT_WILD,
    FIVE,
    GOING_OUT,
    HAND_CARDS,
    ITEMS,
    JOKER_RANK,
    KIND_MIXED,
    KIND_NATURAL,
    KIND_SEVENS,
    KIND_WILD,
    MELD_CARDS,
    MELDS,
    MIXED_CANASTAS,
    NATURAL_CANASTAS,
    NOBODY,
    OTHER_CANASTAS,
    OUT_ALWAYS,
    OUT_NEVER,
    PENALTIES,
    PRICE_BONUS_CARDS,
    RANK_ACE,
    SEQUENCE,
    SEQUENCE_CANASTAS,
    SEVEN,
    SIDE_WIDTH,
    SPECIAL_HANDS,
    THREE,
    TOTAL,
    TRAVELLER_RANK,
    UNBOUNDED,
    UNFINISHED_MELDS,
    WILD_CANASTAS,
    WILD_MELD,
)
from replay.hand_points import left_in_hands, unknown_cards
from replay.kernel_rules import Rules
from replay.rows import COUNTS
from replay.specials import bonus_of_rank, held_of_rank
from replay.state import State, canastas, has_melded, meld_size


def bounded(figure: int) -> int:
    """A figure, or UNBOUNDED (either sign) once it is so far out that only a missing bound explains it."""
    if figure < -UNBOUNDED // 2:
        return -UNBOUNDED
    return UNBOUNDED if figure > UNBOUNDED // 2 else figure


def score_side(r: Rules, s: State, side: int, seat: int, row: array[int], at: int) -> None:
    """Write the items and counts of one side into `row` from `at` on; `seat` is one of its seats.

    A cutthroat partner gets the common figures of the table and his own red threes (N3-5).
    """
    for n in range(SIDE_WIDTH):
        row[at + n] = 0
    table = s.table_of[seat]
    if s.special_points and s.table_of[s.special_seat] == table:
        _special_hand(s, side, row, at)
        return
    _melds(r, s, table, row, at)
    _bonus_cards(r, s, table, side, row, at)
    if s.out_seat != NOBODY and s.table_of[s.out_seat] == table:
        _exactly(row, at, GOING_OUT, r.out_bonus)
        if s.out_unready:
            row[at + 2 * GOING_OUT] = 0
        if s.out_concealed:
            _exactly(row, at, CONCEALED, r.concealed_bonus)
    for other in range(s.seats):
        if s.dealt_points[other] and s.table_of[other] == table:
            _more(row, at, SPECIAL_HANDS, s.dealt_points[other])
    if s.darkness_seat != NOBODY and s.table_of[s.darkness_seat] == table:
        _darkness(r, s, row, at)
    left_in_hands(r, s, table, row, at)
    _penalties(r, s, table, side, row, at)
    alone = int(s.lone_seat != NOBODY and s.seat_side[s.lone_seat] == side)
    _count(row, at, COUNT_LONE, alone, 0)
    if s.doubtful[table]:
        _doubt(row, at)
    low = high = 0
    for item in range(TOTAL):
        low += row[at + 2 * item]
        high += row[at + 2 * item + 1]
    row[at + 2 * TOTAL] = bounded(low)
    row[at + 2 * TOTAL + 1] = bounded(high)


def _special_hand(s: State, side: int, row: array[int], at: int) -> None:
    """Whoever declares a special hand scores that and nothing else, but what the table takes or gives."""
    _exactly(row, at, SPECIAL_HANDS, s.special_points)
    _exactly(row, at, PENALTIES, s.penalty[side])
    _exactly(row, at, TOTAL, s.special_points + s.penalty[side])


def nothing_known(row: array[int], at: int) -> None:
    """The figures of a deal that could not be replayed: no item is known."""
    for n in range(ITEMS + len(COUNTS)):
        row[at + 2 * n] = -UNBOUNDED
        row[at + 2 * n + 1] = UNBOUNDED


def _exactly(row: array[int], at: int, item: int, points: int) -> None:
    row[at + 2 * item] = points
    row[at + 2 * item + 1] = points


def _more(row: array[int], at: int, item: int, points: int) -> None:
    row[at + 2 * item] += points
    row[at + 2 * item + 1] += points


def _count(row: array[int], at: int, count: int, number: int, unknown: int) -> None:
    row[at + COUNT_AT + 2 * count] += number
    row[at + COUNT_AT + 2 * count + 1] += number + unknown


def _doubt(row: array[int], at: int) -> None:
    """An act of this table could not be read: what it melded and holds is not known."""
    row[at + 2 * MELD_CARDS] = row[at + 2 * HAND_CARDS] = -UNBOUNDED
    row[at + 2 * MELD_CARDS + 1] = row[at + 2 * HAND_CARDS + 1] = UNBOUNDED
    for count in range(COUNT_LONE):
        row[at + COUNT_AT + 2 * count + 1] = UNBOUNDED


def _melds(r: Rules, s: State, table: int, row: array[int], at: int) -> None:
    low = high = 0
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_void[meld] and not r.void_melds_score:
            continue
        low += s.meld_points[meld]
        high += s.meld_points_high[meld]
        _count_cards(r, s, meld, row, at)
        if s.meld_rank[meld] == 3 and s.meld_naturals[meld] >= 4 and r.stop_four_out:
            _more(row, at, OTHER_CANASTAS, r.stop_four_out)
        if meld_size(s, meld) >= CANASTA:
            _canasta(r, s, meld, row, at)
        else:
            _more(row, at, UNFINISHED_MELDS, -_unfinished(r, s, meld))
    if r.melded_needs_canastas and canastas(s, table, CANASTA) < r.melded_needs_canastas:
        low, high = -high, -low
    row[at + 2 * MELD_CARDS] = low
    row[at + 2 * MELD_CARDS + 1] = high
    _collections(r, s, row, at)


def _canasta(r: Rules, s: State, meld: int, row: array[int], at: int) -> None:
    """Points of one canasta, under the item of its kind."""
    kind = kind_of(r, s, meld)
    points = price_of(r, s, meld, kind)
    out = s.out_seat != NOBODY and s.table_of[s.out_seat] == meld // MELDS
    if r.price_out_only >> kind & 1 and not out:
        points = 0
    if kind == KIND_NATURAL:
        _more(row, at, NATURAL_CANASTAS, points)
        _count(row, at, COUNT_NATURAL, 1, 0)
    elif kind == KIND_MIXED:
        _more(row, at, MIXED_CANASTAS, points)
        _count(row, at, COUNT_MIXED, 1, 0)
    elif kind == KIND_WILD:
        _more(row, at, WILD_CANASTAS, points)
        _count(row, at, COUNT_WILD, 1, 0)
    elif kind == KIND_SEVENS:
        _more(row, at, OTHER_CANASTAS, points)
        _count(row, at, COUNT_MIXED if s.meld_wilds[meld] else COUNT_NATURAL, 1, 0)
    else:
        _more(row, at, SEQUENCE_CANASTAS, points)
        _count(row, at, COUNT_SEQUENCE, 1, 0)
    if r.seven_twos_extra and out and s.meld_kind[meld] == WILD_MELD and not cards_of_rank(r, s, meld, JOKER_RANK):
        _more(row, at, OTHER_CANASTAS, r.seven_twos_extra)


def _unfinished(r: Rules, s: State, meld: int) -> int:
    """What a meld that is no canasta costs at the end."""
    if s.meld_kind[meld] == SEQUENCE:
        return r.short_seq_points if meld_size(s, meld) < r.short_seq_length else 0
    if s.meld_kind[meld] == WILD_MELD:
        return r.unfinished_four_jokers if cards_of_rank(r, s, meld, JOKER_RANK) >= 4 else r.unfinished_wild
    if s.meld_rank[meld] == SEVEN:
        return r.unfinished_sevens
    if s.meld_rank[meld] == RANK_ACE:
        return 0 if s.meld_wilds[meld] else r.unfinished_aces
    return r.unfinished_fives if s.meld_rank[meld] == FIVE else 0


def _collections(r: Rules, s: State, row: array[int], at: int) -> None:
    """Points for several canastas together; five natural ones are not paid again as four and a mixed one."""
    natural = row[at + COUNT_AT + 2 * COUNT_NATURAL]
    mixed = row[at + COUNT_AT + 2 * COUNT_MIXED]
    every = natural + mixed + row[at + COUNT_AT + 2 * COUNT_WILD] + row[at + COUNT_AT + 2 * COUNT_SEQUENCE]
    if r.sweep_count and every >= r.sweep_count:
        _more(row, at, AGGREGATE, r.sweep_points)
    if natural >= 5:
        _more(row, at, AGGREGATE, r.five_natural)
    elif natural >= 4 and mixed >= 1:
        _more(row, at, AGGREGATE, r.four_natural_one_mixed)
    if every >= 10:
        _more(row, at, AGGREGATE, r.ten_any)


def _count_cards(r: Rules, s: State, meld: int, row: array[int], at: int) -> None:
    """Melded cards by value, for sheets that only count cards."""
    base = meld * s.kinds
    left = meld_size(s, meld)
    for kind in range(1, s.kinds):
        cards = s.meld_cards[base + kind]
        if not cards:
            continue
        left -= cards
        points = r.points[kind]
        if points == 5:
            _count(row, at, COUNT_N5, cards, 0)
        elif points == 10:
            _count(row, at, COUNT_N10, cards, 0)
        elif points == 20:
            _count(row, at, COUNT_N20, cards, 0)
        elif points == 50:
            _count(row, at, COUNT_N50, cards, 0)
        elif points < 0:
            for count in range(COUNT_N5, COUNT_N50 + 1):
                _count(row, at, count, 0, cards)
        if not left:
            return


def _bonus_cards(r: Rules, s: State, table: int, side: int, row: array[int], at: int) -> None:
    """Red threes of a side: plus if its table fulfils the condition, else minus the same (S3); and black threes that
    lie with them, by a table of their own.
    """
    if r.declared:
        _bonus_of_two_kinds(r, s, table, side, row, at)
        return
    count = black = 0
    hidden = 0  # cards of players who never had a turn to lay a red three
    for seat in range(s.seats):
        if s.seat_side[seat] != side:
            continue
        count += s.bonus_count[seat]
        if r.bonus_held_as_laid or (not s.turns_taken[seat] and not r.bonus_held_points):
            count += s.bonus_held[seat]
            hidden += 0 if s.turns_taken[seat] or s.sits_out[seat] else unknown_cards(r, s, seat)
            if r.stops_bonus:
                black += black_threes(r, s.hand, seat * s.kinds)
        if len(r.stop_table) > 1:
            black += black_threes(r, s.bonus, seat * s.kinds)
    if r.stops_bonus:
        count -= black  # they are bonus cards too, paid apart
    most = max(count, min(count + hidden, len(r.bonus_table) - 1))
    earned = _has_earned_bonus(r, s, table)
    low = _from_table(r, count) if earned else -_cost(r, most)
    high = _from_table(r, most) if earned else -_cost(r, count)
    if s.doubtful[table]:
        low, high = -_cost(r, most), _from_table(r, most)
    if r.bonus_by_canastas and canastas(s, table, CANASTA) == 1 and not s.doubtful[table]:
        return  # one canasta: they count neither way
    if earned and r.price[PRICE_BONUS_CARDS]:  # seven of them are a book
        low += r.price[PRICE_BONUS_CARDS] * (count // CANASTA) * (not s.doubtful[table])
        high += r.price[PRICE_BONUS_CARDS] * (most // CANASTA)
    row[at + 2 * BONUS_CARDS] = low
    row[at + 2 * BONUS_CARDS + 1] = high
    if black or (hidden and r.stops_bonus):
        _black_threes(r, row, at, black, black + hidden * r.stops_bonus, earned or not r.stops_bonus)


def _has_earned_bonus(r: Rules, s: State, table: int) -> int:
    """1 if a table has what makes bonus cards count plus."""
    if r.bonus_needs_meld:
        return has_melded(s, table)
    if r.bonus_needs_sevens:
        return 1 if number_of_sevens(r, s, table) else 0
    return 1 if canastas(s, table, CANASTA) >= r.bonus_needs_canastas else 0


def _black_threes(r: Rules, row: array[int], at: int, least: int, most: int, earned: int) -> None:
    """Points of black threes laid out or set aside, of which there are `least` to `most`."""
    last = len(r.stop_table) - 1
    low = r.stop_table[min(least, last)]
    high = r.stop_table[min(most, last)]
    row[at + 2 * BONUS_CARDS] += low if earned else -high
    row[at + 2 * BONUS_CARDS + 1] += high if earned else -low


def black_threes(r: Rules, cards: array[int], base: int) -> int:
    """Black threes among cards counted by kind from `base` on."""
    found = 0
    for kind in range(1, r.kinds):
        if cards[base + kind] and r.rank[kind] == THREE and r.colour[kind] == BLACK_COLOUR:
            found += cards[base + kind]
    return found


def _bonus_of_two_kinds(r: Rules, s: State, table: int, side: int, row: array[int], at: int) -> None:
    """Bonus cards of two kinds, each with a table of its own, and one sign for both (heckadeck 5.2).

    Of what hidden hands may hold that nobody could lay yet, the figures leave open as much as the tables pay.
    """
    low = 0
    hidden = 0
    for seat in range(s.seats):
        if s.seat_side[seat] == side and not s.turns_taken[seat] and not s.sits_out[seat]:
            hidden += unknown_cards(r, s, seat)
    most = 0
    for rank in (TRAVELLER_RANK - 1, TRAVELLER_RANK):
        count = 0
        for seat in range(s.seats):
            if s.seat_side[seat] != side:
                continue
            count += bonus_of_rank(r, s, seat, rank)
            if r.bonus_held_as_laid or (not s.turns_taken[seat] and not r.bonus_held_points):
                count += held_of_rank(r, s, seat, rank)
        table_of_rank = r.stop_table if rank == TRAVELLER_RANK else r.bonus_table
        low += _worth(table_of_rank, count)
        most += _worth(table_of_rank, max(count, min(count + hidden, len(table_of_rank) - 1)))
    earned = _has_earned_bonus(r, s, table)
    row[at + 2 * BONUS_CARDS] = -most if s.doubtful[table] or not earned else low
    row[at + 2 * BONUS_CARDS + 1] = most if s.doubtful[table] or earned else -low


def _cost(r: Rules, count: int) -> int:
    """What so many red threes take from a side that has not earned them."""
    return count * r.bonus_minus_each if r.bonus_minus_each else _from_table(r, count)


def _from_table(r: Rules, count: int) -> int:
    return _worth(r.bonus_table, count)


def _worth(table: array[int], count: int) -> int:
    last = len(table) - 1
    if count <= last:
        return table[count]
    # More bonus cards than the table knows were recorded: each further one like the first.
    return table[last] + (count - last) * (table[1] if last else 0)


def _penalties(r: Rules, s: State, table: int, side: int, row: array[int], at: int) -> None:
    points = s.penalty[side]
    if r.apply_penalties:
        for seat in range(s.seats):
            if s.table_of[seat] == table and s.turns_taken[seat]:
                points -= s.bonus_held[seat] * r.bonus_held_penalty
    _exactly(row, at, PENALTIES, points)


def _darkness(r: Rules, s: State, row: array[int], at: int) -> None:
    """What ending the deal by Darkness pays beside, or instead of, going out and going out concealed."""
    if r.darkness_pays_out == OUT_NEVER:
        _exactly(row, at, GOING_OUT, 0)
    elif r.darkness_pays_out == OUT_ALWAYS:
        _exactly(row, at, GOING_OUT, r.out_bonus)
    if s.darkness_concealed:
        _exactly(row, at, CONCEALED, max(r.darkness_points, row[at + 2 * CONCEALED]))
