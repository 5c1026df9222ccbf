"""What a meld is made of, and where and when it may be laid."""

from __future__ import annotations

from replay.act import Act, is_closed_to, meld_rank, naturals_after, size_after, wilds_after
from replay.canastas import cards_of_rank, is_dead, wild_canasta_anywhere
from replay.codes import (
    BROKEN,
    CANASTA,
    FORM_TWOS,
    HIDDEN,
    HOLDS,
    JOKER_RANK,
    LOCK_TWOS,
    MELDS,
    NATURAL,
    RANK_ACE,
    RATIO_DOUBLE,
    RATIO_FOUR_AT_CLOSE,
    RATIO_FOUR_NATURALS,
    RATIO_LE,
    RATIO_LT,
    ROW_MERGE,
    SEQUENCE,
    SET,
    SEVEN,
    SEVERAL,
    TURN_END,
    UNKNOWN_SIZE,
    WILD_MELD,
)
from replay.kernel_rules import Rules
from replay.rules.opening import mends_the_opening
from replay.rules.out import is_concealed_by_darkness, needs_canastas_of
from replay.rules.sequence import is_run
from replay.state import State, meld_size


def one_rank(r: Rules, s: State, a: Act) -> int:
    """A meld is cards of one rank, and wild cards with them; only where sequences are played is it cards of one suit in
    their order.
    """
    rank = meld_rank(s, a)
    a.facts[0] = rank
    if a.bonus or a.shape != SET:
        return HOLDS
    if r.sequences and a.rank == SEVERAL:
        return HOLDS if is_run(r, a) else BROKEN
    if a.rank == SEVERAL:
        return BROKEN
    return BROKEN if rank > 0 and a.rank not in (0, rank) else HOLDS


def no_red_threes(r: Rules, s: State, a: Act) -> int:
    """Red threes and other bonus cards are laid out, never melded."""
    return BROKEN if a.bonus else HOLDS


def _is_one_set(s: State, a: Act) -> int:
    """1 if the shape of a set is the question; of mixed ranks only `meld.one_rank` speaks."""
    rank = meld_rank(s, a)
    if a.bonus or a.shape != SET or a.rank == SEVERAL:
        return 0
    return 1 if a.rank in (0, rank) else 0


def _is_sound(s: State, a: Act) -> int:
    """1 if the number of its cards is the question: a set, or a meld of another shape that is in order otherwise."""
    if a.shape == SET:
        return _is_one_set(s, a)
    return 1 if a.shape in (SEQUENCE, WILD_MELD) and not a.bonus else 0


def wilds_not_alone(r: Rules, s: State, a: Act) -> int:
    """Wild cards are melded only together with natural cards of a rank."""
    alone = wilds_after(s, a) > 0 and naturals_after(s, a) == 0
    return BROKEN if alone and not r.wild_melds else HOLDS


def at_least_three_cards(r: Rules, s: State, a: Act) -> int:
    """A meld has at least three cards."""
    a.facts[0] = size_after(s, a)
    return BROKEN if a.facts[0] < 3 and _is_sound(s, a) else HOLDS


def at_least_two_naturals(r: Rules, s: State, a: Act) -> int:
    """A meld has at least two natural cards, or as many as its table asks for."""
    a.facts[0] = naturals_after(s, a)
    if not r.wheel_is_natural:
        a.facts[0] -= _declared_naturals(r, s, a)
    a.facts[1] = r.seq_min_naturals if a.shape == SEQUENCE else r.set_min_naturals
    if not 0 < a.facts[0] < a.facts[1] or size_after(s, a) < 3:
        return HOLDS
    if a.shape == SEQUENCE:
        return BROKEN if wilds_after(s, a) <= r.seq_max_wilds else HOLDS  # else sequence.wild_limit speaks
    return BROKEN if _is_one_set(s, a) else HOLDS


def _declared_naturals(r: Rules, s: State, a: Act) -> int:
    """Cards that were only declared to be natural cards of the meld."""
    found = 0
    for kind in range(r.declared, r.kinds):
        if r.role[kind] == NATURAL and a.meld >= 0:
            found += s.meld_cards[a.meld * s.kinds + kind]
    for n in range(a.count):
        if a.card[n] >= r.declared and r.role[a.card[n]] == NATURAL:
            found += 1
    return found


def wild_limit(r: Rules, s: State, a: Act) -> int:
    """A meld has at most three wild cards."""
    a.facts[0] = wilds_after(s, a)
    a.facts[1] = r.set_max_wilds
    if not a.wilds or a.facts[0] <= r.set_max_wilds or naturals_after(s, a) == 0 or not _is_one_set(s, a):
        return HOLDS
    finished = a.meld >= 0 and meld_size(s, a.meld) >= CANASTA
    return HOLDS if r.extra_wilds_on_canasta and finished else BROKEN


def wild_ratio(r: Rules, s: State, a: Act) -> int:
    """Where a table limits wild cards by the naturals of the meld, the limit holds for the meld as it lies."""
    naturals = naturals_after(s, a)
    wilds = wilds_after(s, a)
    if not r.wheel_is_natural:
        naturals -= _declared_naturals(r, s, a)
    a.facts[0] = naturals
    a.facts[1] = wilds
    if not wilds or not naturals or not _is_one_set(s, a):
        return HOLDS
    if r.wild_ratio == RATIO_LE:
        return BROKEN if wilds > naturals else HOLDS
    if r.wild_ratio == RATIO_LT:
        return BROKEN if wilds >= naturals else HOLDS
    if r.wild_ratio == RATIO_DOUBLE:
        return BROKEN if naturals < 2 * wilds else HOLDS
    if r.wild_ratio == RATIO_FOUR_NATURALS:
        return BROKEN if naturals < 4 else HOLDS
    if r.wild_ratio == RATIO_FOUR_AT_CLOSE:
        return BROKEN if size_after(s, a) >= CANASTA and naturals < 4 else HOLDS
    return HOLDS


def one_meld_per_rank(r: Rules, s: State, a: Act) -> int:
    """A side has one meld of a rank, at some tables one that is not finished; more cards of that rank join it."""
    if a.meld >= 0 or r.dup_sets or a.twin < 0 or not _is_one_set(s, a):
        return HOLDS
    if not r.dup_after_canasta:
        return BROKEN
    for number in range(s.meld_count[a.table]):
        meld = a.table * MELDS + number
        if s.meld_rank[meld] == a.rank and meld_size(s, meld) < CANASTA:
            return BROKEN
    return HOLDS


def keeps_its_kind(r: Rules, s: State, a: Act) -> int:
    """What is added to a meld leaves it the kind of meld it is: no natural card joins a meld of wild cards."""
    if a.meld < 0 or a.shape != WILD_MELD or not r.wild_melds:
        return HOLDS
    return BROKEN if a.naturals + a.stops > 0 else HOLDS


def wild_meld_composition(r: Rules, s: State, a: Act) -> int:
    """Where twos are melded as a rank of their own with jokers as its wild cards, such a meld has twos and jokers as a
    set has natural and wild cards.
    """
    if a.shape != WILD_MELD or r.wildmeld_form != FORM_TWOS or not r.wild_melds:
        return HOLDS
    wilds = wilds_after(s, a)
    jokers = a.jokers + (cards_of_rank(r, s, a.meld, JOKER_RANK) if a.meld >= 0 else 0)
    a.facts[0] = wilds - jokers
    a.facts[1] = jokers
    if wilds < 3:
        return HOLDS  # meld.at_least_three_cards speaks
    return BROKEN if jokers > r.set_max_wilds or wilds - jokers < r.set_min_naturals else HOLDS


def naturals_before_wilds(r: Rules, s: State, a: Act) -> int:
    """Where a game asks for it, a wild card joins a set only once so many natural cards lie in it; the turn in which a
    side opens is excepted.
    """
    a.facts[0] = naturals_after(s, a)
    a.facts[1] = r.naturals_before_wild
    if not a.wilds or a.facts[0] >= a.facts[1] or not a.facts[0] or not _is_one_set(s, a) or _in_opening(s, a):
        return HOLDS
    return HOLDS if r.out_lifts_naturals and a.meld < 0 and a.facts[0] >= 2 and a.wilds == 1 else BROKEN


def _in_opening(s: State, a: Act) -> int:
    """1 in the turn in which the side opens."""
    return 1 if s.opening or not s.opened[a.table] else 0


def sevens_stay_pure(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, sevens never take a wild card."""
    return BROKEN if r.pure_sevens and a.wilds and meld_rank(s, a) == SEVEN and _is_one_set(s, a) else HOLDS


def aces_stay_pure(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, aces take wild cards only if they were laid with one in the initial meld."""
    if not r.pure_aces or not a.wilds or meld_rank(s, a) != RANK_ACE or not _is_one_set(s, a):
        return HOLDS
    if a.meld >= 0 and s.meld_wilds[a.meld]:
        return HOLDS
    return HOLDS if _in_opening(s, a) and (a.meld < 0 or s.meld_turn[a.meld] == s.turn) else BROKEN


def rank_not_dead(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, the rank of a complete canasta is closed to everybody: nothing more of it is melded."""
    rank = meld_rank(s, a)
    a.facts[0] = rank
    if not r.dead_ranks or rank <= 0 or (a.meld >= 0 and meld_size(s, a.meld) >= CANASTA):
        return HOLDS
    return BROKEN if is_dead(s, rank, a.meld) else HOLDS


def wild_melds_closed(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, nobody begins or extends a meld of wild cards once a side has a canasta of them."""
    finished = a.meld >= 0 and meld_size(s, a.meld) >= CANASTA
    if not r.wild_melds_close or a.shape != WILD_MELD or finished:
        return HOLDS
    return BROKEN if wild_canasta_anywhere(s, a.meld) else HOLDS


def wilds_to_open_wild_meld(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, a side with an unfinished meld of wild cards melds its twos, or all its wild cards, there
    and nowhere else.
    """
    if not r.wild_lock or not a.wilds or (r.wild_lock == LOCK_TWOS and a.wilds == a.jokers):
        return HOLDS
    for number in range(s.meld_count[a.table]):
        meld = a.table * MELDS + number
        if s.meld_kind[meld] == WILD_MELD and meld_size(s, meld) < CANASTA:
            if a.meld != meld and s.opening and s.meld_turn[meld] == s.turn:
                return HIDDEN  # no source settles what holds among the melds of one opening
            return HOLDS if a.meld == meld else BROKEN
    return HOLDS


def unites_sets_of_one_rank(r: Rules, s: State, a: Act) -> int:
    """Two melds are made one only where a side may have several sets of a rank, and only two sets of the same rank."""
    if not r.dup_sets or a.meld < 0 or a.twin < 0 or a.meld == a.twin:
        return BROKEN
    sets = s.meld_kind[a.meld] == SET and s.meld_kind[a.twin] == SET
    return HOLDS if sets and s.meld_rank[a.meld] == s.meld_rank[a.twin] else BROKEN


def own_side_only(r: Rules, s: State, a: Act) -> int:
    """Cards are added to the melds of the own side only."""
    return HOLDS if a.own else BROKEN


def size_limit(r: Rules, s: State, a: Act) -> int:
    """Where a table limits the length of a meld, no meld is longer."""
    a.facts[0] = size_after(s, a)
    a.facts[1] = r.set_max
    if a.shape == SET:
        if not r.set_max or a.facts[0] <= r.set_max or not _is_one_set(s, a) or r.out_lifts_set_max:
            return HOLDS
        return HOLDS if is_closed_to(r, s, a, a.meld) else BROKEN
    a.facts[1] = r.seq_max if a.shape == SEQUENCE else r.wildmeld_max
    if not a.facts[1] or a.facts[0] <= a.facts[1] or is_closed_to(r, s, a, a.meld) or not _is_sound(s, a):
        return HOLDS
    return HOLDS if a.shape == SEQUENCE and r.seq_extends else BROKEN


def canasta_stays_closed(r: Rules, s: State, a: Act) -> int:
    """Where a table closes finished canastas, no card, or no wild card, is added to one; to a finished sequence at most
    in the turn in which the player goes out.
    """
    if a.kind != TURN_END:
        return BROKEN if is_closed_to(r, s, a, a.meld) or _twin_is_closed(r, s, a) else HOLDS
    if not r.seq_extends or not s.run_extended or s.went_out or s.turn_cut:
        return HOLDS
    return HIDDEN if s.hand_size[a.seat] == UNKNOWN_SIZE else BROKEN


def _twin_is_closed(r: Rules, s: State, a: Act) -> int:
    """1 for a finished canasta that is united with cards which might not join it one by one."""
    if a.kind != ROW_MERGE or a.twin < 0 or a.meld < 0 or meld_size(s, a.twin) < CANASTA:
        return 0
    wilds = s.meld_wilds[a.meld] and not r.wild_on_complete
    return 1 if wilds or (s.meld_naturals[a.meld] and not r.natural_on_complete) else 0


def black_threes_without_wilds(r: Rules, s: State, a: Act) -> int:
    """Black threes are melded without wild cards."""
    if r.black3_wild or a.shape != SET or meld_rank(s, a) != r.stop_rank:
        return HOLDS
    return BROKEN if naturals_after(s, a) and wilds_after(s, a) else HOLDS


def black_threes_only_going_out(r: Rules, s: State, a: Act) -> int:
    """Black threes are melded only in the turn in which the player goes out, if at all."""
    if not s.stops_melded:
        return HOLDS
    a.facts[0] = r.black3_out
    if not r.black3_out:
        return BROKEN
    if s.went_out or s.turn_cut:
        return HOLDS
    if s.darkness and (r.stops_by_darkness or is_concealed_by_darkness(r, s)):
        return HOLDS
    return HIDDEN if s.hand_size[a.seat] == UNKNOWN_SIZE else BROKEN


def black_threes_last(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, black threes, or zeroes, are melded last: no other meld follows them in the turn."""
    return BROKEN if s.stops_melded and not (a.stops and a.shape == SET) and not s.unordered else HOLDS


def only_meldable_cards(r: Rules, s: State, a: Act) -> int:
    """Cards that are only ever discarded are not melded."""
    return BROKEN if a.dead else HOLDS


def stays_where_laid(r: Rules, s: State, a: Act) -> int:
    """What has been melded stays: no card is taken back, except to mend an initial meld that is too small."""
    if not s.retracted_melds or r.retract_allowed:
        return HOLDS
    return HOLDS if mends_the_opening(r, s) else BROKEN


def keep_a_card(r: Rules, s: State, a: Act) -> int:
    """Whoever may not go out keeps a card: the hand is not melded away without the canastas for it."""
    if not s.went_out or s.discards or s.said_out:
        return HOLDS
    return needs_canastas_of(r, s, a)
