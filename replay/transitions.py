"""What each recorded act does to the table.  Transitions follow the log and never judge: an illegal play that stood is
applied as it lies, and a card that is not there is counted as unrecorded and nothing else.
"""

from __future__ import annotations

from replay import specials
from replay.act import Act, meld_rank
from replay.bonus_cards import note_last_card, note_late, put_bonus
from replay.codes import (
    BONUS_CARD,
    CANASTA,
    DRAW_ADDS_PACK,
    LABEL_BASE,
    LARGEST,
    MELDS,
    MIXED_UP,
    NATURAL,
    NO_PACKET,
    NOBODY,
    OPENING_AFTER_HAND_MELD,
    SEQUENCE,
    SEVERAL,
    STOCK_LIMIT,
    STOP_CARD,
    UNKNOWN_SIZE,
    WILD,
    WILD_MELD,
)
from replay.kernel_rules import Rules
from replay.packets import next_packet, talon_earned
from replay.pile_cards import clear_pile, lay_on_pile, reveal_pile, shorten_pile
from replay.state import (
    State,
    canastas,
    count_in,
    find_set,
    give,
    mark_meld,
    meld_size,
    take_from_hand,
    top_card,
)


def deal_to(r: Rules, s: State, a: Act) -> None:
    """Cards dealt to a seat, or said to be held in a position; from now on the hand is known."""
    if s.open_hand[a.seat]:
        s.open_hand[a.seat] = 0
        s.hand_size[a.seat] = 0
    for n in range(a.count):
        give(r, s, a.seat, a.card[n])
        count_in(r, s, a.card[n], 1)


def turn_up(r: Rules, s: State, a: Act) -> None:
    """Cards turned up to begin the pile, or the pile of a position; the last one is on top."""
    s.pile_known = 1
    for n in range(a.count):
        if r.declared and specials.turned_up(r, s, a.card[n]):
            continue
        count_in(r, s, a.card[n], 1)
        lay_on_pile(r, s, a.card[n], NOBODY)


def set_stock(s: State, a: Act) -> None:
    """The stock as the log lists it, next card first."""
    for n in range(min(a.count, STOCK_LIMIT - s.stock_listed)):
        s.stock[s.stock_listed] = a.card[n]
        s.stock_listed += 1
    s.stock_size = s.stock_listed


def lay_on_table(r: Rules, s: State, a: Act) -> None:
    """A meld that lies on the table when a position begins."""
    table = a.table
    meld = _new_meld(r, s, a)
    for n in range(a.count):
        count_in(r, s, a.card[n], 1)
        _join(r, s, table, meld, a.card[n])
    s.meld_said[meld] = a.run_said & ~s.meld_ranks[meld]
    s.opened[table] = max(1, s.opened[table])


def draw(r: Rules, s: State, a: Act) -> None:
    """Cards from the stock into the hand; the stock runs down to nothing and no further."""
    if s.stock_size != UNKNOWN_SIZE and a.count > s.stock_size:
        _renew_stock(r, s)
    for n in range(a.count):
        give(r, s, a.seat, a.card[n])
        count_in(r, s, a.card[n], 1)
        role = r.role[a.card[n]]
        if role == BONUS_CARD:
            s.bonus_drawn += 1
            s.bonus_drawn_in_hand += 1
        else:
            s.cards_got += 1
            s.unknown_drawn += r.rank[a.card[n]] == 0
        if r.view_on_pickup:
            specials.gained(r, s, a.card[n])
        if s.took_pile:
            s.hand_before[a.card[n]] += 1  # a replacement: it comes from the stock, so it may be part of the opening
    s.drawn += a.count
    if r.draft and s.opening:
        s.opening_closed = 1  # what is drawn for it is no part of the initial meld
    if s.stock_at < s.stock_listed:
        s.stock_at = min(s.stock_listed, s.stock_at + a.count)
    if s.stock_size != UNKNOWN_SIZE:
        s.stock_size = max(0, s.stock_size - a.count)
        if s.stock_size == 0:
            s.last_drawer = a.seat
            note_last_card(r, s)


def _renew_stock(r: Rules, s: State) -> None:
    """Where a table goes on so: the pile turned over under the stock, or another pack."""
    if r.reshuffle_pile:
        for i in range(s.pile_size):
            count_in(r, s, s.pile[i], -1)  # out of sight again
        s.stock_size += s.pile_size
        clear_pile(s)
    elif r.short_draw == DRAW_ADDS_PACK:
        s.stock_size += r.pack_size
        s.packs_added += 1


def take_pile(r: Rules, s: State, a: Act) -> None:
    """The pile, or as many of its top cards as are taken, into the hand; the melds that pay for it follow."""
    base = a.seat * s.kinds
    for kind in range(s.kinds):
        s.hand_before[kind] = s.hand[base + kind]
    s.hand_before_open = s.open_hand[a.seat]
    left = s.pile_size - a.taken if s.pile_known else 0
    if r.stops_stay and s.pile_known:
        left = specials.sink_stops(r, s)
    s.took_size = s.pile_size - left
    s.took_top = a.top
    s.opening_before_take = s.opening_points
    if not s.pile_known:
        # What lay there was not recorded, so from now on anything may be in the hand.
        s.open_hand[a.seat] = 1
        s.hand_size[a.seat] = UNKNOWN_SIZE
    if r.pile_seed and a.count == s.took_size:
        reveal_pile(r, s, a, left)
    for i in range(left, s.pile_size):
        kind = s.pile[i]
        if r.stops_removed and r.role[kind] == STOP_CARD:
            put_bonus(r, s, a.seat, kind)
            continue
        give(r, s, a.seat, kind)
        if r.pile_seed and not r.rank[kind]:
            s.unknown_from_pile += 1
        if r.role[kind] == BONUS_CARD:
            s.bonus_from_pile += 1
        if r.view_on_pickup:
            specials.gained(r, s, kind)
    shorten_pile(r, s, left)
    s.took_pile = 1
    if r.before_opening == OPENING_AFTER_HAND_MELD and s.opening:
        s.opening_closed = 1
    s.pile_taken += 1
    if r.lone_hand and s.lone_seat == NOBODY:
        form_partnership(r, s, a.seat)


def meld(r: Rules, s: State, a: Act) -> None:
    """Cards from the hand onto the table: a new meld, or more cards for one that lies there."""
    table = a.table
    opens = not s.opened[table]
    before = int(a.meld >= 0 and meld_size(s, a.meld) >= CANASTA)
    if a.meld >= 0 and s.meld_turn[a.meld] != s.turn:
        s.added_to_table = 1
    target = a.meld if a.meld >= 0 else _new_meld(r, s, a)
    counted = _counts_for_opening(r, s, target)
    _count_own(r, s, a, target)
    for n in range(a.count):
        take_from_hand(r, s, a.seat, a.card[n])
        _join(r, s, table, target, a.card[n])
        s.points += max(0, r.points[a.card[n]])
        _cover(s, a.seat, a.card[n])
    if r.declared:
        specials.melded(r, s, a)
    s.meld_said[target] = (s.meld_said[target] | a.run_said) & ~s.meld_ranks[target]
    s.meld_event[target] = a.event
    s.meld_unknown[target] += a.unknown
    if s.meld_kind[target] == SEQUENCE and meld_size(s, target) > CANASTA:
        s.run_extended = 1
        s.extended_event = a.event
    _note_meld(s, a)
    if r.packet_trigger and next_packet(s, a.seat) == NO_PACKET:
        s.packet_played += 1
    if s.took_pile and not s.top_melded and s.took_top and _holds_top(r, s, a, target):
        s.top_melded = 1
    if opens:
        s.opened[table] = min(s.turn, LARGEST) + 1 if s.turn >= 0 else 1
        s.opening = 1
        s.opening_event = a.event
    if s.opening and not s.opening_closed:
        counts = _counts_for_opening(r, s, target)
        s.opening_points = (
            max(s.opening_points, counts) if r.opening_single_meld else s.opening_points + counts - counted
        )
    made = 0 if before or s.meld_void[target] or meld_size(s, target) < CANASTA else 1
    s.canastas_made += made
    s.own_canastas[a.seat] += made
    s.completed = target if made else -1


def _note_meld(s: State, a: Act) -> None:
    s.melded += a.count
    s.melds_in_turn += 1
    s.naturals_melded += a.naturals
    if a.stops and a.shape != SEQUENCE:
        s.stops_melded += a.stops
        s.stops_event = a.event


def _holds_top(r: Rules, s: State, a: Act, meld: int) -> int:
    """1 if a meld is, or on a sequence brings, the rank of the top card of the pile taken in this turn."""
    rank = r.rank[s.took_top]
    if s.meld_kind[meld] != SEQUENCE:
        return int(s.meld_rank[meld] == rank)
    for n in range(a.count):
        if r.rank[a.card[n]] == rank:
            return 1
    return 0


def _new_meld(r: Rules, s: State, a: Act) -> int:
    """A new meld on the table of the act; the last place is shared when a table has more melds than the state holds."""
    table = a.table
    if s.meld_count[table] < MELDS:
        s.meld_count[table] += 1
    number = table * MELDS + s.meld_count[table] - 1
    rank = meld_rank(s, a)
    kind = MIXED_UP if a.bonus or (a.rank == SEVERAL and a.shape != SEQUENCE) else a.shape
    for card in range(s.kinds):
        s.meld_cards[number * s.kinds + card] = 0
    s.meld_kind[number] = kind
    s.meld_rank[number] = rank if rank > 0 else 0
    s.meld_label[number] = a.target if a.target >= LABEL_BASE else 0
    s.meld_naturals[number] = 0
    s.meld_wilds[number] = 0
    s.meld_points[number] = 0
    s.meld_points_high[number] = 0
    s.meld_own[number] = 0
    s.meld_own_naturals[number] = 0
    s.meld_own_points[number] = 0
    s.meld_void[number] = int(kind == MIXED_UP)
    s.meld_seat[number] = a.seat
    s.meld_turn[number] = s.turn
    s.meld_event[number] = a.event
    s.meld_unknown[number] = 0
    s.meld_written[number] = 0
    s.meld_suit[number] = 0
    s.meld_ranks[number] = 0
    s.meld_said[number] = 0
    return number


def _join(r: Rules, s: State, table: int, meld: int, kind: int) -> None:
    if r.role[kind] == WILD:
        s.meld_wilds[meld] += 1
    else:
        s.meld_naturals[meld] += 1
    s.meld_points[meld] += r.point_low[kind]
    s.meld_points_high[meld] += r.point_high[kind]
    s.meld_cards[meld * s.kinds + kind] += 1
    if s.meld_kind[meld] == SEQUENCE and (r.role[kind] == NATURAL or (r.role[kind] == STOP_CARD and r.seq_zero)):
        s.meld_ranks[meld] |= 1 << r.rank_order[r.rank[kind]]
        s.meld_suit[meld] = s.meld_suit[meld] or r.suit[kind]
    mark_meld(s, table, kind, 1)


def _counts_for_opening(r: Rules, s: State, meld: int) -> int:
    """Points of a meld that count towards the minimum (classic I4).  After a take that is what the hand held before it,
    and the top card; a meld that could not be laid without other cards of the pile counts nothing.
    """
    if not s.took_pile:
        return s.meld_own_points[meld]
    stands_alone = s.meld_own[meld] >= 3 and (
        s.meld_own_naturals[meld] >= r.set_min_naturals or s.meld_kind[meld] == WILD_MELD
    )
    return s.meld_own_points[meld] if stands_alone else 0


def _count_own(r: Rules, s: State, a: Act, meld: int) -> None:
    """Count, of the cards that join a meld, those that are no buried cards of the pile taken in this turn."""
    used_top = s.top_melded
    for n in range(a.count):
        kind = a.card[n]
        points = r.point_high[kind]
        is_top = not used_top and s.took_top and r.rank[kind] == r.rank[s.took_top]
        if s.took_pile and is_top and kind == s.took_top and not s.hand_before[kind]:
            # The top card itself, which no unknown card of the hand needs to be.
            used_top = 1
            points *= r.top_counts
        elif s.took_pile and not s.hand_before_open and not _use_before(r, s, kind):
            if r.role[kind] == WILD:
                s.wilds_buried |= 1 << r.rank[kind]
            if not is_top:
                continue
            used_top = 1
            points *= r.top_counts
        s.meld_own[meld] += 1
        s.meld_own_naturals[meld] += r.role[kind] != WILD
        if r.role[kind] == WILD:
            s.wilds_own |= 1 << r.rank[kind]
        s.meld_own_points[meld] += points


def _use_before(r: Rules, s: State, kind: int) -> int:
    for i in range(r.candidate_start[kind], r.candidate_start[kind + 1]):
        if s.hand_before[r.candidate[i]] > 0:
            s.hand_before[r.candidate[i]] -= 1
            return 1
    return 0


def discard(r: Rules, s: State, a: Act) -> None:
    """One card from the hand onto the pile."""
    for n in range(a.count):
        kind = a.card[n]
        take_from_hand(r, s, a.seat, kind)
        lay_on_pile(r, s, kind, a.seat)
        _cover(s, a.seat, kind)
        s.discard_kind = kind
    s.discards += 1
    if r.declared:
        specials.discarded(r, s, a)
    if r.packet_trigger and next_packet(s, a.seat) == NO_PACKET:
        s.packet_played += 1


def _cover(s: State, seat: int, kind: int) -> None:
    """A penalty card has been played."""
    if s.exposed[seat * s.kinds + kind]:
        s.exposed[seat * s.kinds + kind] -= 1
        s.exposed_count[seat] -= 1


def expose(r: Rules, s: State, a: Act) -> None:
    """Cards shown without being played become penalty cards (classic L3); not the pair that takes a wild top card."""
    top = s.took_top if s.took_pile else top_card(s)
    if r.wild_by_pair and r.role[top] == WILD and a.count == a.wilds:
        return
    for n in range(a.count):
        s.exposed[a.seat * s.kinds + a.card[n]] += 1
        s.exposed_count[a.seat] += 1


def form_partnership(r: Rules, s: State, seat: int) -> None:
    """The seat plays alone for the rest of the deal; the two others share one table from now on (classic N3)."""
    s.lone_seat = seat
    partners = [other for other in range(s.seats) if other != seat and not s.sits_out[other]]
    if len(partners) != 2:
        return
    first, second = s.table_of[partners[0]], s.table_of[partners[1]]
    if first == second:
        return
    s.table_of[partners[1]] = first
    s.opened[first] = max(s.opened[first], s.opened[second])
    for number in range(s.meld_count[second]):
        _hand_over(r, s, second * MELDS + number, first)
    s.meld_count[second] = 0


def _hand_over(r: Rules, s: State, meld: int, table: int) -> None:
    """Move a meld to another table; it joins the meld of its rank there unless that would break the wild limit."""
    rank = s.meld_rank[meld]
    target = find_set(s, table, rank) if rank and r.partner_melds_merge and not r.dup_sets else -1
    if target >= 0 and s.meld_wilds[target] + s.meld_wilds[meld] > r.set_max_wilds:
        target = -1
    if target < 0 and s.meld_count[table] < MELDS:
        target = table * MELDS + s.meld_count[table]
        s.meld_count[table] += 1
        for kind in range(s.kinds):
            s.meld_cards[target * s.kinds + kind] = 0
        s.meld_kind[target] = s.meld_kind[meld]
        s.meld_rank[target] = rank
        s.meld_suit[target] = s.meld_suit[meld]
        s.meld_ranks[target] = s.meld_ranks[meld]
        s.meld_label[target] = s.meld_label[meld]
        s.meld_void[target] = s.meld_void[meld]
        s.meld_seat[target] = s.meld_seat[meld]
        s.meld_turn[target] = s.meld_turn[meld]
        s.meld_event[target] = s.meld_event[meld]
        s.meld_unknown[target] = s.meld_unknown[meld]
        s.meld_written[target] = s.meld_written[meld]
        s.meld_naturals[target] = s.meld_wilds[target] = s.meld_points[target] = s.meld_points_high[target] = 0
    _pour(s, meld, target)


def _pour(s: State, meld: int, target: int) -> None:
    """The cards of one meld join another."""
    s.meld_naturals[target] += s.meld_naturals[meld]
    s.meld_wilds[target] += s.meld_wilds[meld]
    s.meld_points[target] += s.meld_points[meld]
    s.meld_points_high[target] += s.meld_points_high[meld]
    for kind in range(s.kinds):
        count = s.meld_cards[meld * s.kinds + kind]
        if count:
            s.meld_cards[target * s.kinds + kind] += count
            s.meld_cards[meld * s.kinds + kind] = 0


def merge(s: State, a: Act) -> None:
    """A meld is united with another: its place on the table stays behind, empty."""
    if a.meld < 0 or a.twin < 0 or a.meld == a.twin:
        return
    before = canastas(s, a.table, CANASTA)
    twin = a.twin
    _pour(s, twin, a.meld)
    s.meld_own[a.meld] += s.meld_own[twin]
    s.meld_own_naturals[a.meld] += s.meld_own_naturals[twin]
    s.meld_own_points[a.meld] += s.meld_own_points[twin]
    s.meld_unknown[a.meld] += s.meld_unknown[twin]
    s.meld_void[a.meld] = s.meld_void[a.meld] or s.meld_void[twin]
    s.meld_naturals[twin] = s.meld_wilds[twin] = s.meld_points[twin] = s.meld_points_high[twin] = 0
    s.meld_own[twin] = s.meld_own_naturals[twin] = s.meld_own_points[twin] = 0
    s.meld_kind[twin] = MIXED_UP
    s.meld_rank[twin] = s.meld_label[twin] = s.meld_unknown[twin] = 0
    s.meld_event[twin] = -1
    s.meld_void[twin] = 1
    s.meld_event[a.meld] = a.event
    made = canastas(s, a.table, CANASTA) - before
    s.canastas_made += max(0, made)
    s.own_canastas[a.seat] += max(0, made)


def end_turn(r: Rules, s: State) -> None:
    """Close the turn: what the seat laid now counts as laid before, and the next seat is expected."""
    seat = s.turn_seat
    s.laid_before[seat] += s.melded
    s.turns_taken[seat] += 1
    s.packet_turns[seat] += s.packet_played > 0
    note_late(r, s, seat)
    s.last_seat = seat
    s.next_seat = seat_after(s, seat)
    s.turns += 1


def seat_after(s: State, seat: int) -> int:
    """The next seat in playing order that does not sit this deal out."""
    other = seat
    for _ in range(s.seats):
        other = (other + 1) % s.seats
        if not s.sits_out[other]:
            return other
    return seat


def settle_out(r: Rules, s: State) -> None:
    """Note whether the seat to move is out: its hand is known to be empty, with no packet left, or it says so."""
    seat = s.turn_seat
    empty = s.hand_size[seat] == 0 and (s.melded or s.discards)
    if empty and s.packets and next_packet(s, seat) != NO_PACKET:
        s.emptied = 1
        empty = 0
    if empty and r.talon_source and s.discards and talon_earned(r, s):
        empty = 0  # the talon is the hand of the next turn
    s.went_out = 1 if (empty or s.said_out) and s.special_seat == NOBODY else 0
    if s.darkness:
        specials.settle_darkness(r, s)
