"""The table at one moment: every zone, whose turn it is, and what this turn has done so far.

Values only.  The primitives below move cards between zones and keep counts and the digest true; nothing here judges.
Everything is an integer or a flat array of integers, so that the same file runs plain and compiled.

A hand is a multiset at three levels: exact cards, partly known ones, unknown ones (DESIGN section 4).
"""

from __future__ import annotations

from array import array
from functools import cache
from random import Random

from data.cards import RANK_COUNT
from replay.codes import (
    BONUS_CARD,
    MELDS,
    NOBODY,
    PACKET_KINDS,
    PILE_LIMIT,
    SEATS,
    SIDES,
    STOCK_LIMIT,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules

ZONES = SEATS + SIDES + SEATS + 2 + SEATS  # hands, melds, bonus cards, pile, stock, packets
KIND_LIMIT = 256
_DIGEST_MASK = (1 << 64) - 1
_random = Random(20261130)
KEYS = array("Q", [_random.getrandbits(64) for _ in range(ZONES * KIND_LIMIT)])


def _ints(size: int, value: int = 0) -> array[int]:
    return array("i", [value]) * size


class State:
    """One table.  Arrays over seats, sides, melds (side * MELDS + number) and card kinds.

    Sizes are -1 where the log does not tell them.  `open_hand[seat]` = 1 says that what the seat holds was never
    recorded, so any card may be there.  `surplus[seat]` counts cards in the record of a hand that the hand cannot
    still hold, because the seat played others that were never recorded.
    """

    def __init__(self, kinds: int) -> None:
        self.kinds = kinds
        self.hand = _ints(SEATS * kinds)
        self.hand_size = _ints(SEATS)
        self.open_hand = _ints(SEATS)
        self.surplus = _ints(SEATS)
        self.bonus = _ints(SEATS * kinds)
        self.bonus_count = _ints(SEATS)
        self.bonus_held = _ints(SEATS)  # bonus cards known to be in the hand
        self.bonus_late = _ints(SEATS)  # those of them that an earlier turn could have laid
        self.bonus_fresh = _ints(SEATS)  # those that came with a packet after the discard of the last turn
        self.bonus_spared = _ints(SEATS)  # those of the late ones that may have been held back by right
        self.exposed = _ints(SEATS * kinds)
        self.exposed_count = _ints(SEATS)
        self.seat_side = _ints(SEATS)
        self.table_of = _ints(SEATS)
        self.sits_out = _ints(SEATS)
        self.hand_offset = _ints(SEATS)
        self.turns_taken = _ints(SEATS)
        self.laid_before = _ints(SEATS)  # cards melded in earlier turns of this deal
        self.packet = _ints(PACKET_KINDS * SEATS * kinds)  # cards set aside for a seat, by packet
        self.packet_size = _ints(PACKET_KINDS * SEATS)  # 0 = there is none, or it has been taken up
        self.packet_turns = _ints(SEATS)  # turns in which the seat played from its last packet
        self.packets = 0  # packets that lie aside
        self.dealt_ranks = _ints(SEATS)  # ranks (as bits) of dealt canastas that a seat has declared
        self.dealt_points = _ints(SEATS)  # and what they pay
        self.asks = _ints(SEATS)  # how often a seat has asked to go out
        self.own_canastas = _ints(SEATS)  # canastas that the seat completed in this deal
        self.meld_count = _ints(SIDES)
        self.meld_kind = _ints(SIDES * MELDS)
        self.meld_rank = _ints(SIDES * MELDS)
        self.meld_suit = _ints(SIDES * MELDS)
        self.meld_ranks = _ints(SIDES * MELDS)  # of a sequence: ranks of its naturals as bits, by place in the order
        self.meld_said = _ints(SIDES * MELDS)  # ranks that its wild cards are written to stand for, in the same way
        self.meld_label = _ints(SIDES * MELDS)
        self.meld_naturals = _ints(SIDES * MELDS)
        self.meld_wilds = _ints(SIDES * MELDS)
        self.meld_points = _ints(SIDES * MELDS)  # at least; unknown cards make the difference
        self.meld_points_high = _ints(SIDES * MELDS)
        self.meld_void = _ints(SIDES * MELDS)
        self.meld_seat = _ints(SIDES * MELDS)
        self.meld_turn = _ints(SIDES * MELDS)  # turn in which it was laid
        self.meld_event = _ints(SIDES * MELDS)  # row of the events that last changed it
        self.meld_unknown = _ints(SIDES * MELDS)  # cards of it that are not known to be natural or wild
        self.meld_written = _ints(SIDES * MELDS)  # 1 = one of them is written ambiguously
        # Of its cards those that may count for the initial meld: all but buried cards of a pile taken in that turn.
        self.meld_own = _ints(SIDES * MELDS)
        self.meld_own_naturals = _ints(SIDES * MELDS)
        self.meld_own_points = _ints(SIDES * MELDS)
        self.meld_cards = _ints(SIDES * MELDS * kinds)
        self.opened = _ints(SIDES)  # turn number of the initial meld + 1; 0 = not open
        self.score = _ints(SIDES)
        self.score_low = _ints(SIDES)
        self.score_high = _ints(SIDES)
        self.raised = _ints(SIDES)
        self.taken_back = _ints(SIDES)
        self.penalty = _ints(SIDES)
        self.doubtful = _ints(SIDES)  # an act of this side could not be read
        self.total = _ints(kinds)
        self.rank_total = _ints(RANK_COUNT)
        self.removed = _ints(kinds)  # cards that the Crone took out
        self.removed_count = 0
        self.keep_removed = 0  # 1 = they stay out for the rest of the game
        self.pile = _ints(PILE_LIMIT)
        self.stock = _ints(STOCK_LIMIT)
        # The hand of the seat to move as it was before it took the pile.
        self.hand_before = _ints(kinds)
        self.hand_before_open = 0
        self.seats = 0
        self.sides = 0
        self.digest = 0
        self.clear(0)

    def clear(self, deal: int) -> None:
        """Empty the table for a new deal; seats, sides and totals stay."""
        zero(self.hand)
        zero(self.open_hand)
        zero(self.surplus)
        zero(self.bonus)
        zero(self.bonus_count)
        zero(self.bonus_held)
        zero(self.bonus_late)
        zero(self.bonus_fresh)
        zero(self.bonus_spared)
        zero(self.exposed)
        zero(self.exposed_count)
        zero(self.sits_out)
        zero(self.turns_taken)
        zero(self.laid_before)
        if self.packets:
            zero(self.packet)
        zero(self.packet_size)
        zero(self.packet_turns)
        zero(self.own_canastas)
        self.packets = 0
        zero(self.asks)
        zero(self.dealt_ranks)
        zero(self.dealt_points)
        zero(self.meld_count)
        zero(self.opened)
        zero(self.raised)
        zero(self.taken_back)
        zero(self.penalty)
        zero(self.doubtful)
        zero(self.total)
        zero(self.rank_total)
        zero(self.hand_offset)
        self.bring_back()
        for seat in range(SEATS):
            self.table_of[seat] = self.seat_side[seat]
            self.hand_size[seat] = UNKNOWN_SIZE
            self.open_hand[seat] = 1
        self.deal = deal
        self.dealer = NOBODY
        self.digest = 0
        self.pile_size = 0
        self.pile_known = 0  # 1 = its size is known
        self.pile_wilds = 0
        self.pile_bonus = 0
        self.pile_stops = 0
        self.pile_taken = 0  # times somebody took it
        self.freeze_kind = 0
        self.freeze_seat = NOBODY
        self.freeze_turn = 0
        self.stock_size = UNKNOWN_SIZE
        self.stock_at = 0
        self.stock_listed = 0
        self.lone_seat = NOBODY
        self.last_seat = NOBODY
        self.next_seat = NOBODY
        self.stock_dead = 0
        self.packs_added = 0
        self.special_seat = NOBODY  # who declared a special hand
        self.special_points = 0
        self.last_drawer = NOBODY
        self.out_seat = NOBODY
        self.out_turn = 0
        self.out_unready = 0  # the deal ended with a player who had no right to go out
        self.unready_out = NOBODY  # went out without the right to; the deal goes on unless the table closed it
        self.out_concealed = 0
        self.over = 0
        self.position = 0
        self.unordered = 0  # the log does not tell in which order things happened within a turn
        self.closing = -1
        self.any_doubt = 0
        self.after_told = 0
        self.darkness_seat = NOBODY  # ended the deal by discarding Darkness
        self.darkness_concealed = 0
        self.redeal_due = 0
        self.views_open = 0
        self.fumbled = 0  # sides, as bits, that have been charged for a fumbled look
        self.expected_dealer = NOBODY
        # What the scribe's own counts were off by when they first differed, so that one slip is told once.
        self.pile_offset = 0
        self.stock_offset = 0
        self.stock_told = 0
        self.too_many = 0
        self.too_many_told = 0
        self.turns = 0
        self.begin_turn(NOBODY, 0)

    def begin_effects(self) -> None:
        """Forget what special cards did in the last turn; a look that the upcard granted is taken in the first."""
        self.darkness = 0  # the turn's discard ends the deal, whoever is out
        self.views_due = self.views_open  # looks at a hand that were granted and have not been taken
        self.views_open = 0

    def bring_back(self) -> None:
        """Cards that were taken out of the last deal come back into the deck, or stay out."""
        if self.removed_count and not self.keep_removed:
            zero(self.removed)
            self.removed_count = 0

    def begin_turn(self, seat: int, number: int) -> None:
        """Forget the last turn."""
        self.turn_seat = seat
        self.turn = number
        self.drawn = 0
        self.cards_got = 0  # drawn cards that are no bonus cards
        self.unknown_drawn = 0
        self.dealt_due = 0  # replacements owed for bonus cards that were dealt
        self.drawn_due = 0  # the same for those drawn in this turn
        self.bonus_drawn = 0
        self.bonus_drawn_in_hand = 0
        self.bonus_from_pile = 0
        self.bonus_from_packet = 0
        self.bonus_optional = 0  # laid in this turn after an earlier one: held back and replaced, or forgotten and not
        self.packet_up = 0  # number of the packet taken up in this turn + 1
        self.packet_late = 0  # it was taken up after the discard
        self.packet_played = 0  # acts with cards of the last packet
        self.emptied = 0  # the hand was played out with a packet left
        self.bonus_laid = 0
        self.pile_bonus_laid = 0
        self.kept_bonus_told = 0
        self.undrawn_told = 0
        self.took_pile = 0
        self.took_size = 0
        self.took_top = 0
        self.top_melded = 0
        self.melded = 0
        self.points = 0
        self.opening = 0
        self.opening_points = 0
        self.opening_event = -1
        self.opening_before_take = 0
        self.naturals_melded = 0
        self.wilds_own = 0  # ranks (as bits) of wild cards melded after a take that the hand held before it
        self.wilds_buried = 0  # and of those that lay in the pile
        self.asked = 0
        self.answer = 0
        self.said_out = 0
        self.claimed_concealed = 0
        self.discards = 0
        self.discard_kind = 0
        self.went_out = 0
        self.concealed = 0
        self.canastas_made = 0
        self.completed = -1  # the canasta that the last meld finished
        self.melds_in_turn = 0
        self.stops_melded = 0
        self.stops_event = -1
        self.retracted_melds = 0
        self.retracted_take = 0
        self.retracted_points = 0
        self.retracted_event = -1
        self.added_to_table = 0
        self.opening_closed = 0  # what is melded from here on is no part of the initial meld
        self.unknown_from_pile = 0  # hidden cards that came with the pile
        self.run_extended = 0  # cards were added to a finished sequence
        self.extended_event = -1
        self.illegible = 0
        self.unrecorded = 0  # cards of the last act that the hand did not have
        self.unrecorded_kind = 0
        self.from_hidden = 0  # the last act played cards that only a hidden part of the hand could hold
        self.turn_cut = 0  # the log stops inside this turn
        self.begin_effects()

    def table_of_side(self, side: int) -> int:
        """The table at which a side melds: its own, or the one two cutthroat partners share."""
        for seat in range(self.seats):
            if self.seat_side[seat] == side:
                return self.table_of[seat]
        return side if 0 <= side < SIDES else 0


def copy_state(source: State, target: State) -> None:
    """Make `target` the same table as `source`; both were made for the same deck."""
    for name in _fields(source):
        value = getattr(source, name)
        if isinstance(value, int):
            setattr(target, name, value)
        else:
            getattr(target, name)[:] = value


@cache
def _names() -> tuple[str, ...]:
    return tuple(
        name for name in dir(State(1)) if not name.startswith("_") and not callable(getattr(State, name, None))
    )


def _fields(state: State) -> tuple[str, ...]:
    """Names of all zones and counters of a table."""
    return _names()


def zero(row: array[int]) -> None:
    """Set every element to 0."""
    for i in range(len(row)):
        row[i] = 0


# -- digest ---------------------------------------------------------------------------------------------------------


def mark(s: State, zone: int, kind: int, count: int) -> None:
    s.digest = (s.digest + KEYS[zone * KIND_LIMIT + kind] * count) & _DIGEST_MASK


# -- cards that come into sight --------------------------------------------------------------------------------------


def count_in(r: Rules, s: State, kind: int, count: int) -> None:
    """Cards newly known to be in the deal (dealt, drawn, turned up, or an unknown card revealed)."""
    if r.declared and kind >= r.declared:
        kind = r.wheel
    rank = r.rank[kind]
    s.total[kind] += count
    s.rank_total[rank] += count
    if rank and (s.rank_total[rank] > r.rank_copies[rank] or (r.exact[kind] and s.total[kind] > r.copies[kind])):
        s.too_many = kind


# -- hands -----------------------------------------------------------------------------------------------------------


def give(r: Rules, s: State, seat: int, kind: int) -> None:
    """One more card in a hand."""
    if r.declared and kind >= r.declared:
        kind = r.wheel
    s.hand[seat * s.kinds + kind] += 1
    if r.role[kind] == BONUS_CARD:
        s.bonus_held[seat] += 1
    if s.hand_size[seat] != UNKNOWN_SIZE:
        s.hand_size[seat] += 1
    mark(s, seat, kind, 1)


def held(r: Rules, s: State, seat: int, kind: int) -> int:
    """How many cards of a hand may be of this kind; large where the hand was never recorded."""
    if s.open_hand[seat]:
        return PILE_LIMIT
    found = 0
    base = seat * s.kinds
    for i in range(r.candidate_start[kind], r.candidate_start[kind + 1]):
        found += s.hand[base + r.candidate[i]]
    return found


def take_from_hand(r: Rules, s: State, seat: int, kind: int) -> int:
    """Remove one card from a hand: 1 if the hand could hold it, 0 if not (then only the count of cards goes down).

    The most specific card that fits is taken.  When several different cards more specific than the play fitted,
    those left are blurred to the play's own level, because nobody knows which of them went (DESIGN section 4).
    """
    if r.declared and kind >= r.declared:
        kind = r.wheel
    base = seat * s.kinds
    found = _most_specific(r, s, base, kind)
    if s.hand_size[seat] > 0:
        s.hand_size[seat] -= 1
    if found == 0:
        if s.open_hand[seat]:
            count_in(r, s, kind, 1)
            s.from_hidden = 1
            return 1
        s.surplus[seat] += 1
        s.unrecorded += 1
        s.unrecorded_kind = kind
        return 0
    s.hand[base + found] -= 1
    if r.role[found] == BONUS_CARD:
        s.bonus_held[seat] -= 1
    mark(s, seat, found, -1)
    if found != kind:
        if not r.exact[kind]:
            _blur(r, s, seat, kind)
        if r.rank[found] == 0:
            s.from_hidden = 1
        s.total[found] -= 1
        s.rank_total[r.rank[found]] -= 1
        count_in(r, s, kind, 1)
    return 1


def _most_specific(r: Rules, s: State, base: int, kind: int) -> int:
    if s.hand[base + kind] > 0 and r.exact[kind]:
        return kind
    for i in range(r.candidate_start[kind], r.candidate_start[kind + 1]):
        if s.hand[base + r.candidate[i]] > 0:
            return r.candidate[i]
    return 0


def _blur(r: Rules, s: State, seat: int, kind: int) -> None:
    base = seat * s.kinds
    for i in range(r.narrower_start[kind], r.narrower_start[kind + 1]):
        narrow = r.narrower[i]
        count = s.hand[base + narrow]
        if count:
            s.hand[base + narrow] = 0
            s.hand[base + kind] += count
            if r.role[narrow] == BONUS_CARD and r.role[kind] != BONUS_CARD:
                s.bonus_held[seat] -= count
            mark(s, seat, narrow, -count)
            mark(s, seat, kind, count)
            s.total[narrow] -= count
            s.rank_total[r.rank[narrow]] -= count
            count_in(r, s, kind, count)


# -- pile and stock --------------------------------------------------------------------------------------------------


def top_card(s: State) -> int:
    """Kind on top of the pile, 0 if it is empty or nothing is known of it."""
    return s.pile[s.pile_size - 1] if s.pile_size > 0 else 0


# -- melds -----------------------------------------------------------------------------------------------------------


def meld_size(s: State, meld: int) -> int:
    return s.meld_naturals[meld] + s.meld_wilds[meld]


def find_set(s: State, table: int, rank: int, side: int = NOBODY) -> int:
    """Index of the set of that rank on a table, -1 if there is none.

    Of several, one begun by `side` (two cutthroat partners may each have begun one), else the longest.
    """
    best = -1
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_rank[meld] != rank:
            continue
        if best < 0:
            best = meld
            continue
        mine = int(s.seat_side[s.meld_seat[meld]] == side)
        best_mine = int(s.seat_side[s.meld_seat[best]] == side)
        if mine > best_mine or (mine == best_mine and meld_size(s, meld) > meld_size(s, best)):
            best = meld
    return best


def mark_meld(s: State, table: int, kind: int, count: int) -> None:
    mark(s, SEATS + table, kind, count)


def mark_packet(s: State, seat: int, kind: int, count: int) -> None:
    mark(s, SEATS + SIDES + SEATS + 2 + seat, kind, count)


def mark_bonus(s: State, seat: int, kind: int) -> None:
    mark(s, SEATS + SIDES + seat, kind, 1)


def canastas(s: State, table: int, at_least: int) -> int:
    """Valid melds of a table that have at least so many cards."""
    found = 0
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if not s.meld_void[meld] and meld_size(s, meld) >= at_least:
            found += 1
    return found


def has_melded(s: State, table: int) -> int:
    """1 if a table shows a meld (classic S14: one that stood, even wrongly, counts)."""
    return int(s.meld_count[table] > 0)
