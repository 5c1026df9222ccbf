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
    JOKER_RANK,
    LABEL_BASE,
    LABEL_LETTERS,
    LETTER_S,
    MELDS,
    NATURAL,
    NO_AMOUNT,
    NOBODY,
    OPEN_CARD,
    ROLE_UNKNOWN,
    ROW_DEALT,
    ROW_DRAW,
    ROW_HOLDS,
    ROW_PACKET,
    ROW_STOCK,
    SEQUENCE,
    SET,
    SEVERAL,
    STOP_CARD,
    WILD,
    WILD_MELD,
)
from replay.kernel_rules import Rules
from replay.runs import missing
from replay.state import State, find_set, meld_size


class Act:
    """The act under judgement.

    `rank` is the common rank of its natural cards, 0 if it has none, SEVERAL if they differ; `meld` the index of
    the meld it joins, -1 for a new one; `shape` what kind of meld that is; `own` = 1 unless it is laid at another
    side's table.  Where sequences are played, `suit` is the common suit (0 if none is known, SEVERAL if they differ)
    and `run` the ranks of its natural cards as bits, by their place in the order of ranks.  `with_naturals` and
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
        self.dead = 0  # cards that are never melded
        self.open = 0  # cards that ought to be declared and are not
        self.assumed = 0  # such cards that are taken for natural ones
        self.said_suit = 0  # suit that the card to be added next was declared with
        self.jokers = 0
        self.rank = 0
        self.suit = 0
        self.run = 0
        self.twice = 0  # a rank stands in it twice
        self.said_rank = 0  # of the cards that wild cards are written to stand for; SEVERAL if they differ
        self.suit_of_said = 0
        self.run_said = 0  # and their ranks as bits, like `run`
        self.unsuited = 0  # natural cards whose suit is not recorded
        self.shape = SET
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
        self.run_cards = 0  # for a take: cards laid with the top card on a sequence, itself included


def read_cards(r: Rules, a: Act, events: Batch, i: int) -> None:
    """Count the cards of event i by what they are for."""
    if r.declared:
        _read_declared(r, a, events, i)
        return
    for at in range(events.card_start[i], events.card_start[i + 1]):
        add_card(r, a, events.cards[at])
    if events.role_start[i + 1] > events.role_start[i]:
        _read_said(r, a, events, i)


def _read_said(r: Rules, a: Act, events: Batch, i: int) -> None:
    """Note which cards the wild cards of event i are written to stand for."""
    first = events.role_start[i]
    for n in range(min(a.count, events.role_start[i + 1] - first)):
        said = events.roles[first + n]
        if said <= 0 or said >= r.kinds or r.role[a.card[n]] != WILD:
            continue
        rank = r.rank[said]
        a.said_rank = rank if a.said_rank in (0, rank) else SEVERAL
        if not r.sequences:
            continue
        bit = 1 << r.rank_order[rank]
        if a.run_said & bit:
            a.twice = 1
        a.run_said |= bit
        if r.suit[said]:
            a.suit_of_said = r.suit[said] if a.suit_of_said in (0, r.suit[said]) else SEVERAL


def _read_declared(r: Rules, a: Act, events: Batch, i: int) -> None:
    """The same in a deck with a card that is what its owner says: where it is laid, it counts as that."""
    first = events.card_start[i]
    said = events.role_start[i]
    written = events.role_start[i + 1] > said and a.kind not in (ROW_DRAW, ROW_DEALT, ROW_HOLDS, ROW_PACKET, ROW_STOCK)
    for n in range(events.card_start[i + 1] - first):
        kind = events.cards[first + n]
        role = events.roles[said + n] if written and said + n < events.role_start[i + 1] else 0
        if kind == r.wheel and 0 < role < r.kinds:
            a.said_suit = r.suit[role]
            kind = r.played_as[role]
        add_card(r, a, kind)
        a.said_suit = 0


def add_card(r: Rules, a: Act, kind: int) -> None:
    """One more card of the act."""
    if a.count >= CARD_LIMIT:
        return
    if kind <= 0 or kind >= r.kinds:
        kind = r.unknown  # no card of this deck
    a.card[a.count] = kind
    a.count += 1
    role = r.role[kind]
    if role == NATURAL:
        a.naturals += 1
        rank = r.rank[kind]
        a.rank = rank if a.rank in (0, rank) else SEVERAL
        if r.sequences:
            _add_to_run(r, a, kind)
    elif role == WILD:
        a.wilds += 1
        if r.rank[kind] == JOKER_RANK:
            a.jokers += 1
    elif role == STOP_CARD:
        a.stops += 1
        rank = r.rank[kind]
        a.rank = rank if a.rank in (0, rank) else SEVERAL
        if r.seq_zero and r.sequences:
            _add_to_run(r, a, kind)
    elif role == BONUS_CARD:
        a.bonus += 1
    elif role == ROLE_UNKNOWN:
        a.unknown += 1
    elif role == OPEN_CARD:
        a.open += 1
    else:
        a.dead += 1


def _add_to_run(r: Rules, a: Act, kind: int) -> None:
    bit = 1 << r.rank_order[r.rank[kind]]
    suit = r.suit[kind] or a.said_suit
    if a.run & bit:
        a.twice = 1
    a.run |= bit
    if not suit:
        a.unsuited += 1
    elif a.suit in (0, suit):
        a.suit = suit
    else:
        a.suit = SEVERAL


def place_meld(r: Rules, s: State, a: Act, side: int) -> None:
    """Find the meld an act joins: by its label, else by its rank; `side` >= 0 names another side's table."""
    a.table = s.table_of[a.seat] if side < 0 else s.table_of_side(side)
    a.own = int(a.table == s.table_of[a.seat])
    owner = side if side >= 0 else s.seat_side[a.seat]
    if a.open:
        _take_for_natural(r, s, a)
    rank = a.target if 0 < a.target < BONUS_TARGET else a.rank
    if a.target >= LABEL_BASE:
        a.meld = labelled(s, a.table, a.target)
        if a.meld < 0 and a.count < 3 and r.many_melds:
            _place_among_many(r, s, a, rank, owner)  # too few for a new meld: one that bears no label yet
    elif r.many_melds:
        _place_among_many(r, s, a, rank, owner)
    elif rank > 0:
        a.meld = find_set(s, a.table, rank, owner)
    elif a.wilds and not a.rank:
        a.meld = _said_set(s, a, owner)
        if a.meld < 0:
            a.meld = _wild_meld(s, a.table)
    if r.dup_after_canasta and a.meld >= 0 and meld_size(s, a.meld) >= CANASTA:
        a.meld = _beside_canasta(r, s, a)
    a.shape = s.meld_kind[a.meld] if a.meld >= 0 else _new_shape(r, a)


def _take_for_natural(r: Rules, s: State, a: Act) -> None:
    """A card that was laid on a set and not declared is taken for a natural one of that rank."""
    rank = a.rank
    if 0 < a.target < BONUS_TARGET:
        rank = a.target
    elif a.target >= LABEL_BASE:
        named = labelled(s, a.table, a.target)
        rank = s.meld_rank[named] if named >= 0 else rank
    if rank <= 0 or not r.rank_kind[rank] or r.role[r.rank_kind[rank]] not in (NATURAL, STOP_CARD):
        return
    count = a.count
    a.assumed = a.open
    a.open = a.count = a.naturals = a.stops = a.wilds = a.bonus = a.dead = a.unknown = a.jokers = 0
    a.rank = a.suit = a.run = a.twice = a.unsuited = 0
    for n in range(count):
        add_card(r, a, r.played_as[r.rank_kind[rank]] if a.card[n] == r.wheel else a.card[n])


def _beside_canasta(r: Rules, s: State, a: Act) -> int:
    """Where a new meld may begin beside a finished one: the unfinished meld of that rank, else a new one if the
    finished one is closed to these cards and they can begin one, else the finished one.
    """
    for number in range(s.meld_count[a.table]):
        meld = a.table * MELDS + number
        same = s.meld_kind[meld] == s.meld_kind[a.meld] and s.meld_rank[meld] == s.meld_rank[a.meld]
        if same and meld_size(s, meld) < CANASTA:
            return meld
    too_long = r.set_max and s.meld_kind[a.meld] == SET and meld_size(s, a.meld) + a.count > r.set_max
    return -1 if a.count >= 3 and (too_long or is_closed_to(r, s, a, a.meld)) else a.meld


def is_closed_to(r: Rules, s: State, a: Act, meld: int) -> int:
    """1 for a finished canasta that the cards of the act may not join."""
    if meld < 0 or meld_size(s, meld) < CANASTA:
        return 0
    if s.meld_kind[meld] == SEQUENCE:
        return 0 if r.seq_extends else 1
    if s.meld_kind[meld] == WILD_MELD:
        return 1 if r.wildmeld_max and meld_size(s, meld) + a.count > r.wildmeld_max else 0
    if a.naturals + a.stops > 0 and not r.natural_on_complete:
        return 1
    if a.naturals and not r.natural_on_mixed and s.meld_wilds[meld]:
        return 1
    if a.wilds and not r.wild_on_complete:
        return 1
    return 1 if a.wilds > 0 and not r.wild_on_natural_canasta and not s.meld_wilds[meld] else 0


def _new_shape(r: Rules, a: Act) -> int:
    """What a new meld is: by its label, else by its cards."""
    labelled_run = a.target >= LABEL_BASE and (a.target - LABEL_BASE) // LABEL_LETTERS == LETTER_S
    if r.sequences and not a.bonus and (a.rank == SEVERAL or labelled_run):
        return SEQUENCE
    ranked = 0 < a.target < BONUS_TARGET and r.role[r.rank_kind[a.target]] != WILD
    return WILD_MELD if a.wilds and not a.naturals and not a.stops and not ranked else SET


def _place_among_many(r: Rules, s: State, a: Act, rank: int, owner: int) -> None:
    """Where a side may have several melds for the same cards: the longest that can take them, and none if none can and
    they are a meld of their own.
    """
    if 0 < rank < BONUS_TARGET and r.role[r.rank_kind[rank]] == WILD:
        rank = 0  # twos as the rank of a meld of wild cards
    if rank > 0:
        a.meld = _fitting_set(r, s, a, rank)
        if a.meld < 0 and r.sequences:
            a.meld = _fitting_run(r, s, a)
        if a.meld < 0 and not (r.dup_sets and a.count >= 3):
            a.meld = find_set(s, a.table, rank, owner)
    elif rank == SEVERAL:
        a.meld = _fitting_run(r, s, a) if r.sequences else -1
    elif a.wilds:
        a.meld = _fitting_run(r, s, a) if a.run_said and r.seq_max_wilds else -1
        if a.meld < 0:
            a.meld = _said_set(s, a, owner)
        if a.meld < 0:
            a.meld = _wild_meld(s, a.table)


def _said_set(s: State, a: Act, owner: int) -> int:
    """The set that wild cards join which are written to stand for cards of its rank, -1 if there is none."""
    return find_set(s, a.table, a.said_rank, owner) if a.said_rank > 0 else -1


def _fitting_set(r: Rules, s: State, a: Act, rank: int) -> int:
    """The longest set of a rank that may take the cards of an act, -1 if there is none."""
    best = -1
    for number in range(s.meld_count[a.table]):
        meld = a.table * MELDS + number
        if s.meld_rank[meld] != rank or s.meld_kind[meld] != SET:
            continue
        size = meld_size(s, meld)
        if r.set_max and size + a.count > r.set_max:
            continue
        if a.wilds and s.meld_wilds[meld] + a.wilds > r.set_max_wilds:
            continue
        if size >= CANASTA and ((a.wilds and not r.wild_on_complete) or (a.naturals and not r.natural_on_complete)):
            continue
        if best < 0 or size > meld_size(s, best):
            best = meld
    return best


def _fitting_run(r: Rules, s: State, a: Act) -> int:
    """The longest sequence that may take the cards of an act at its ends or in its holes, -1 if there is none."""
    best = -1
    if a.twice or a.suit == SEVERAL:
        return best
    for number in range(s.meld_count[a.table]):
        meld = a.table * MELDS + number
        if s.meld_kind[meld] != SEQUENCE or s.meld_ranks[meld] & (a.run | a.run_said):
            continue
        if a.suit_of_said and s.meld_suit[meld] and a.suit_of_said != s.meld_suit[meld]:
            continue
        if a.suit and s.meld_suit[meld] and a.suit != s.meld_suit[meld]:
            continue
        size = meld_size(s, meld)
        if size + a.count > r.seq_max and not (r.seq_extends and size >= CANASTA):
            continue
        if missing(r, s.meld_ranks[meld] | a.run) > s.meld_wilds[meld] + a.wilds:
            continue
        if best < 0 or size > meld_size(s, best):
            best = meld
    return best


def place_merge(r: Rules, s: State, a: Act, side: int) -> None:
    """Find the two melds that are made one: `meld` takes in `twin`, whose cards the act then counts as its own."""
    a.table = s.table_of[a.seat] if side < 0 else s.table_of_side(side)
    a.own = int(a.table == s.table_of[a.seat])
    a.meld = labelled(s, a.table, a.amount) if a.amount >= LABEL_BASE else -1
    a.twin = labelled(s, a.table, a.target) if a.target >= LABEL_BASE else -1
    if a.amount < LABEL_BASE:
        a.meld = _other_set(s, a.table, a.amount, a.twin)
    if a.target < LABEL_BASE:
        a.twin = _other_set(s, a.table, a.target, a.meld)
    if a.twin >= 0:
        for kind in range(1, s.kinds):
            for _ in range(s.meld_cards[a.twin * s.kinds + kind]):
                add_card(r, a, kind)
        a.shape = s.meld_kind[a.twin]


def _other_set(s: State, table: int, rank: int, but: int) -> int:
    """The longest set of a rank that is not the meld `but`, -1 if there is none."""
    best = -1
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if meld == but or s.meld_rank[meld] != rank:
            continue
        if best < 0 or meld_size(s, meld) > meld_size(s, best):
            best = meld
    return best


def labelled(s: State, table: int, label: int) -> int:
    """The meld of that label on a table, -1 if it is new."""
    for number in range(s.meld_count[table]):
        if s.meld_label[table * MELDS + number] == label:
            return table * MELDS + number
    return -1


def _wild_meld(s: State, table: int) -> int:
    """The meld of wild cards of a table: the one that is not finished, if there are several; -1 if there is none."""
    found = -1
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_kind[meld] == WILD_MELD and (found < 0 or meld_size(s, found) >= CANASTA):
            found = meld
    return found


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
    """The rank the act's meld is of: that of the meld it joins, of its label, or of its natural cards; 0 for one that
    is no set.
    """
    if a.meld >= 0:
        return s.meld_rank[a.meld]
    if a.shape != SET:
        return 0
    return a.target if 0 < a.target < BONUS_TARGET else a.rank


def said_after(s: State, a: Act) -> int:
    """The ranks of a sequence that its wild cards are written to stand for, as bits, once the act has joined it."""
    return (a.run_said | (s.meld_said[a.meld] if a.meld >= 0 else 0)) & ~run_after(s, a)


def run_after(s: State, a: Act) -> int:
    """The ranks of a sequence as bits, once the act has joined it."""
    return a.run | (s.meld_ranks[a.meld] if a.meld >= 0 else 0)
