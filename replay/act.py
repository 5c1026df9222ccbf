"""One recorded act, counted out for the rules: how many naturals, which rank, onto which meld, what the pile offers.

Reads events and state and changes neither.  Rules look at an `Act` so that they need not dig in the events.
"""

from __future__ import annotations

from array import array

from replay.batch import Batch
from replay.codes import (
    BONUS_CARD,
    BONUS_TARGET,
    CANASTA,
    CARD_LIMIT,
    FACTS,
    LABEL_BASE,
    MELDS,
    NATURAL,
    NO_AMOUNT,
    NOBODY,
    ROW_DISCARD,
    ROW_MELD,
    ROW_TAKE_PILE,
    SET,
    SEVERAL,
    STOP_CARD,
    WILD,
    WILD_MELD,
)
from replay.kernel_rules import Rules
from replay.state import State, find_set, held, meld_size, top_card


class Act:
    """The act under judgement.

    `rank` is the common rank of its natural cards, 0 if it has none, SEVERAL if they differ; `meld` the index of
    the meld it joins, -1 for a new one; `own` = 1 unless it is laid at another side's table.  `with_naturals` and
    `with_wilds` are, for a take, the cards laid with the top card that the hand could hold before the take.
    `facts` are the integers a rule leaves for its message.
    """

    def __init__(self) -> None:
        self.laid: Act | None = None  # for a take: the melds that pay for it, one at a time
        self.facts = array("i", [0]) * FACTS
        self.card = array("i", [0]) * CARD_LIMIT
        self.reset(0, NOBODY, -1)

    def reset(self, kind: int, seat: int, event: int) -> None:
        self.kind = kind
        self.seat = seat
        self.event = event
        self.table = NOBODY
        self.count = 0
        self.naturals = 0
        self.wilds = 0
        self.bonus = 0
        self.stops = 0
        self.unknown = 0
        self.rank = 0
        self.target = 0
        self.meld = -1
        self.own = 1
        self.amount = 0
        self.top = 0
        self.taken = 0  # cards that a take of the pile brings
        self.stated = NO_AMOUNT  # cards that the log says it brought
        self.top_used = 0
        self.late = 0  # the top card was melded, but not in the first meld after the take
        self.twin = -1  # another meld of the same rank on that table
        self.with_naturals = 0
        self.with_wilds = 0
        self.onto = -1


def read_cards(r: Rules, a: Act, events: Batch, i: int) -> None:
    """Count the cards of event i by what they are for."""
    for at in range(events.card_start[i], events.card_start[i + 1]):
        add_card(r, a, events.cards[at])


def add_card(r: Rules, a: Act, kind: int) -> None:
    """One more card of the act."""
    if a.count >= CARD_LIMIT:
        return
    a.card[a.count] = kind
    a.count += 1
    role = r.role[kind]
    if role == NATURAL:
        a.naturals += 1
        rank = r.rank[kind]
        a.rank = rank if a.rank in (0, rank) else SEVERAL
    elif role == WILD:
        a.wilds += 1
    elif role == STOP_CARD:
        a.stops += 1
        a.rank = 3 if a.rank in (0, 3) else SEVERAL
    elif role == BONUS_CARD:
        a.bonus += 1
    else:
        a.unknown += 1


def place_meld(r: Rules, s: State, a: Act, side: int) -> None:
    """Find the meld an act joins: by its label, else by its rank; `side` >= 0 names another side's table."""
    a.table = s.table_of[a.seat] if side < 0 else s.table_of_side(side)
    a.own = int(a.table == s.table_of[a.seat])
    if a.target >= LABEL_BASE:
        a.meld = labelled(s, a.table, a.target)
        return
    rank = a.target if 0 < a.target < BONUS_TARGET else a.rank
    if rank > 0:
        a.meld = find_set(s, a.table, rank, side if side >= 0 else s.seat_side[a.seat])
    elif a.wilds and not a.rank:
        a.meld = _wild_meld(s, a.table)
    if r.dup_after_canasta and a.meld >= 0 and meld_size(s, a.meld) >= CANASTA:
        a.meld = _beside_canasta(r, s, a)


def _beside_canasta(r: Rules, s: State, a: Act) -> int:
    """Where a new meld may begin beside a finished one: the unfinished meld of that rank, else a new one if the
    finished one is closed to these cards and they can begin one, else the finished one.
    """
    for number in range(s.meld_count[a.table]):
        meld = a.table * MELDS + number
        same = s.meld_kind[meld] == s.meld_kind[a.meld] and s.meld_rank[meld] == s.meld_rank[a.meld]
        if same and meld_size(s, meld) < CANASTA:
            return meld
    closed = not r.natural_on_complete or (a.wilds and not r.wild_on_complete)
    return -1 if a.count >= 3 and closed else a.meld


def labelled(s: State, table: int, label: int) -> int:
    """The meld of that label on a table, -1 if it is new."""
    for number in range(s.meld_count[table]):
        if s.meld_label[table * MELDS + number] == label:
            return table * MELDS + number
    return -1


def _wild_meld(s: State, table: int) -> int:
    for number in range(s.meld_count[table]):
        if s.meld_kind[table * MELDS + number] == WILD_MELD:
            return table * MELDS + number
    return -1


def read_take(r: Rules, s: State, a: Act, events: Batch, i: int, last: int) -> None:
    """What a take of the pile is paid with: the melds of the same turn that hold the top card, less that card."""
    a.amount = s.pile_size
    a.taken = due_from_pile(r, s) if r.pile_part else s.pile_size
    a.top = top_card(s)
    top_rank = r.rank[a.top]
    naturals = 0
    wilds = 0
    if a.laid is None:
        a.laid = Act()
    laid = a.laid
    at = next_meld(events, i, last)
    while at >= 0:
        laid.reset(ROW_MELD, a.seat, at)
        laid.target = events.target[at]
        read_cards(r, laid, events, at)
        place_meld(r, s, laid, events.side[at])
        fits = 0
        for n in range(laid.count):
            if r.rank[laid.card[n]] == top_rank and r.role[laid.card[n]] == r.role[a.top]:
                fits += 1
        if fits > 0 and a.top > 0:
            if not a.top_used:
                a.top_used = 1
                a.onto = laid.meld
                a.rank = top_rank
            naturals += fits
            a.unknown += laid.unknown
        elif not a.top_used:
            a.late = 1
        if fits > 0 or (laid.target == top_rank and laid.wilds):
            wilds += _held_wilds(r, s, laid)
        at = next_meld(events, at, last)
    if a.top_used:
        a.with_naturals = min(naturals - 1, held(r, s, a.seat, r.rank_kind[top_rank]))
        a.with_wilds = wilds


def due_from_pile(r: Rules, s: State) -> int:
    """Cards of the pile that a player gets who takes it: all, the top ones only, or those down to a wild card."""
    due = min(s.pile_size, r.pile_take_max) if r.pile_take_max else s.pile_size
    if r.pile_down_to_wild:
        for n in range(1, due + 1):
            if r.role[s.pile[s.pile_size - n]] == WILD:
                return n
    return due


def _held_wilds(r: Rules, s: State, laid: Act) -> int:
    """Wild cards of a meld that the hand could hold before the take."""
    found = 0
    for n in range(laid.count):
        kind = laid.card[n]
        if r.role[kind] != WILD:
            continue
        same = 0
        for before in range(n):
            if laid.card[before] == kind:
                same += 1
        if held(r, s, laid.seat, kind) > same:
            found += 1
    return found


def next_meld(events: Batch, i: int, last: int) -> int:
    """Row of the next meld of the same turn, seat and status after row i, -1 if there is none."""
    at = i + 1
    while at < last and events.turn[at] == events.turn[i] and events.deal[at] == events.deal[i]:
        same = events.seat[at] == events.seat[i] and events.status[at] == events.status[i]
        if same and events.kind[at] == ROW_MELD:
            return at
        if same and events.kind[at] in (ROW_TAKE_PILE, ROW_DISCARD):
            return -1
        at += 1
    return -1


def size_after(s: State, a: Act) -> int:
    """Cards of the meld once the act has joined it."""
    return a.count + (meld_size(s, a.meld) if a.meld >= 0 else 0)


def naturals_after(s: State, a: Act) -> int:
    """Natural cards of the meld once the act has joined it; black threes count as naturals of their own meld."""
    return a.naturals + a.stops + (s.meld_naturals[a.meld] if a.meld >= 0 else 0)


def wilds_after(s: State, a: Act) -> int:
    """Wild cards of the meld once the act has joined it."""
    return a.wilds + (s.meld_wilds[a.meld] if a.meld >= 0 else 0)


def meld_rank(s: State, a: Act) -> int:
    """The rank the act's meld is of: that of the meld it joins, of its label, or of its natural cards."""
    if a.meld >= 0:
        return s.meld_rank[a.meld]
    return a.target if 0 < a.target < BONUS_TARGET else a.rank


def is_set(s: State, a: Act) -> int:
    return 1 if a.meld < 0 or s.meld_kind[a.meld] == SET else 0
