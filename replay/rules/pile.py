"""Taking the pile: when it may be taken, and with what.  Judged before the take, on the hand as it was."""

from __future__ import annotations

from replay.act import Act
from replay.canastas import is_dead
from replay.codes import (
    BROKEN,
    CANASTA,
    FROZEN_ALWAYS,
    FROZEN_AT_START,
    FROZEN_BY_BONUS_CARD,
    FROZEN_BY_STOP_CARD,
    FROZEN_BY_WILD,
    FROZEN_UNTIL_OPEN,
    HIDDEN,
    HOLDS,
    NATURAL,
    NO_AMOUNT,
    ONE_CARD_ALLOWED,
    ONE_CARD_WHEN_STOCK_EMPTY,
    OPENING_AFTER_HAND_MELD,
    OPENING_FORBIDDEN,
    RANK_ACE,
    ROLE_UNKNOWN,
    TOP_ANY,
    TOP_INCOMPLETE,
    TOP_NEVER,
    UNKNOWN_SIZE,
    WILD,
)
from replay.kernel_rules import Rules
from replay.rules.draw import has_drawn
from replay.state import State, held, meld_size
from replay.taking import due_from_pile


def frozen(r: Rules, s: State, table: int) -> int:
    """Why the pile is frozen against a table (codes.FROZEN_*), 0 if it is not.  A property of what lies in the pile:
    it ends only when the pile is taken (classic F1, F2, F4).
    """
    if s.pile_wilds:
        return FROZEN_BY_WILD
    if s.pile_bonus:
        return FROZEN_BY_BONUS_CARD
    if s.pile_stops and r.stop_freezes:
        return FROZEN_BY_STOP_CARD
    if r.pile_always_frozen:
        return FROZEN_ALWAYS
    if r.frozen_at_start and not s.pile_taken:
        return FROZEN_AT_START
    if r.frozen_until_open and not s.opened[table]:
        return FROZEN_UNTIL_OPEN
    return 0


def must_not_be_empty(r: Rules, s: State, a: Act) -> int:
    """There must be a pile to take."""
    return BROKEN if s.pile_known and s.pile_size == 0 else HOLDS


def instead_of_drawing(r: Rules, s: State, a: Act) -> int:
    """The pile is taken instead of drawing from the stock, never after it, and once in a turn."""
    return BROKEN if has_drawn(s) or s.took_pile else HOLDS


def top_must_be_natural(r: Rules, s: State, a: Act) -> int:
    """A pile with a wild card, a black three or a red three on top cannot be taken, except where a table allows it;
    where two equal wild cards take a wild top card and are not melded, the hand holds them.
    """
    if a.top == 0:
        return HOLDS
    if r.role[a.top] == ROLE_UNKNOWN:
        return HIDDEN
    if r.top_barred[a.top]:
        return BROKEN
    if r.role[a.top] != WILD or r.wild_melds:
        return HOLDS
    if s.hand_size[a.seat] == UNKNOWN_SIZE:
        return HIDDEN
    return HOLDS if held(r, s, a.seat, r.rank_kind[r.rank[a.top]]) >= 2 else BROKEN


def top_card_must_be_melded(r: Rules, s: State, a: Act) -> int:
    """Whoever takes the pile melds its top card at once, with cards of the hand or onto a meld of the own side."""
    if a.top == 0 or not _may_be_taken(r, a.top) or not r.top_must_meld:
        return HOLDS
    if r.role[a.top] == WILD and not r.wild_melds:
        return HOLDS  # shown with its pair, it goes into the hand
    return HOLDS if a.top_used else BROKEN


def open_needs_matching_cards(r: Rules, s: State, a: Act) -> int:
    """The top card of a pile that is not frozen is taken with two naturals of its rank from the hand, with one natural
    and one wild card, or onto a meld of that rank of the own side.
    """
    if not _judged_by_its_cards(r, s, a) or frozen(r, s, s.table_of[a.seat]):
        return HOLDS
    a.facts[0] = a.with_naturals
    a.facts[1] = a.with_wilds
    if a.run_cards:
        alone = a.onto >= 0 and a.run_cards == 1  # else pile.top_begins_no_sequence or .top_alone_onto_sequence speaks
        return BROKEN if alone and not r.top_to_seq else HOLDS
    if a.with_naturals >= 2 or (a.with_naturals >= 1 and r.one_match):
        return HOLDS
    if r.natural_and_wild and a.with_naturals >= 1 and a.with_wilds >= 1 and r.role[a.top] == NATURAL:
        return HOLDS
    return HOLDS if a.onto >= 0 and r.top_to_set != TOP_NEVER else BROKEN


def frozen_needs_natural_pair(r: Rules, s: State, a: Act) -> int:
    """A frozen pile is taken only with two natural cards of the top card's rank from the hand."""
    reason = frozen(r, s, s.table_of[a.seat])
    if not reason or not _judged_by_its_cards(r, s, a):
        return HOLDS
    a.facts[0] = a.with_naturals
    a.facts[1] = a.with_wilds
    a.facts[2] = reason
    a.facts[3] = s.freeze_kind
    a.facts[4] = s.freeze_seat
    a.facts[5] = s.freeze_turn
    return HOLDS if a.with_naturals >= 2 or _pair_in_opening(r, s, a) else BROKEN


def _pair_in_opening(r: Rules, s: State, a: Act) -> int:
    """1 if the top card joins a meld that this turn's opening laid from the hand, with two natural cards or more."""
    if r.before_opening != OPENING_AFTER_HAND_MELD or not s.opening or a.onto < 0:
        return 0
    return 1 if s.meld_turn[a.onto] == s.turn and s.meld_naturals[a.onto] >= 2 else 0


def pair_beyond_opening(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, the pair that takes the pile in the turn of opening is no part of the initial meld."""
    if not r.opening_pair_extra or a.with_naturals >= 2 or not _judged_by_its_cards(r, s, a):
        return HOLDS
    return BROKEN if _pair_in_opening(r, s, a) else HOLDS


def no_entry_by_mixed_aces(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, an ace on top is not taken onto mixed aces: in the turn of opening, or at all."""
    if a.onto < 0 or r.rank[a.top] != RANK_ACE or not s.meld_wilds[a.onto]:
        return HOLDS
    if s.opening and s.meld_turn[a.onto] == s.turn:
        return HOLDS if r.opening_mixed_aces else BROKEN
    return HOLDS if r.pile_mixed_aces else BROKEN


def top_rank_not_dead(r: Rules, s: State, a: Act) -> int:
    """Where the rank of a complete canasta is closed to everybody, a pile with such a card on top cannot be taken."""
    if not r.dead_ranks or not a.top or r.role[a.top] != NATURAL:
        return HOLDS
    return BROKEN if is_dead(s, r.rank[a.top], -1) else HOLDS


def _judged_by_its_cards(r: Rules, s: State, a: Act) -> int:
    """1 if the cards laid with the top card are the question; other rules speak where there is no such top card."""
    return 1 if a.top > 0 and a.top_used and _may_be_taken(r, a.top) else 0


def _may_be_taken(r: Rules, top: int) -> int:
    """1 for a top card with which a pile can be taken at all."""
    return 1 if r.role[top] != ROLE_UNKNOWN and not r.top_barred[top] else 0


def large_enough(r: Rules, s: State, a: Act) -> int:
    """Where a table asks for it, a pile is taken only once it holds so many cards."""
    a.facts[0] = s.pile_size
    a.facts[1] = r.pile_take_min
    return BROKEN if s.pile_known and 0 < s.pile_size < r.pile_take_min else HOLDS


def open_after_first_turns(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, nobody takes the pile in the first turns of a deal."""
    a.facts[0] = r.pile_closed_turns
    return BROKEN if s.turns < r.pile_closed_turns and not s.position else HOLDS


def cards_taken(r: Rules, s: State, a: Act) -> int:
    """Where only some cards of the pile are taken, the player gets those of the top that the game gives him."""
    if not r.pile_part or a.stated == NO_AMOUNT or not s.pile_known:
        return HOLDS
    a.facts[0] = a.stated
    a.facts[1] = due_from_pile(r, s)
    if a.facts[1] == s.pile_size and not a.facts[0] < s.pile_size:
        return HOLDS  # the whole pile: its count is compared elsewhere
    return BROKEN if a.facts[0] != a.facts[1] else HOLDS


def before_opening(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, a side must have made its initial meld before it may take the pile."""
    if r.before_opening not in (OPENING_FORBIDDEN, OPENING_AFTER_HAND_MELD):
        return HOLDS
    if r.before_opening == OPENING_FORBIDDEN and s.opening:
        return BROKEN
    return HOLDS if s.opened[s.table_of[a.seat]] else BROKEN


def one_card_hand(r: Rules, s: State, a: Act) -> int:
    """A player with one card in hand may not take a pile of one card, at some tables none while the stock has cards."""
    a.facts[0] = s.pile_size
    if r.one_card_waits and s.hand_size[a.seat] == 1 and s.stock_size > 0:
        return BROKEN
    if not s.pile_known or s.pile_size != 1 or s.hand_size[a.seat] != 1:
        return HOLDS
    if r.one_card_pile == ONE_CARD_ALLOWED or (r.one_card_pile == ONE_CARD_WHEN_STOCK_EMPTY and s.stock_size == 0):
        return HOLDS
    return BROKEN


def top_onto_canasta(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, the pile is not taken by laying its top card alone on a finished canasta."""
    if a.run_cards:
        return BROKEN if a.run_cards == 1 and a.onto >= 0 and meld_size(s, a.onto) >= CANASTA else HOLDS
    if r.top_to_set == TOP_ANY or not a.top_used or a.onto < 0 or a.with_naturals + a.with_wilds > 0:
        return HOLDS
    return BROKEN if r.top_to_set == TOP_INCOMPLETE and meld_size(s, a.onto) >= CANASTA else HOLDS


def top_begins_no_sequence(r: Rules, s: State, a: Act) -> int:
    """The top card of the pile is not taken to begin a sequence with cards of the hand."""
    if not a.run_cards or frozen(r, s, s.table_of[a.seat]):
        return HOLDS
    return BROKEN if a.onto < 0 else HOLDS


def top_alone_onto_sequence(r: Rules, s: State, a: Act) -> int:
    """The top card of the pile is taken onto a sequence alone; cards of the hand may follow it there afterwards."""
    if not a.run_cards or frozen(r, s, s.table_of[a.seat]):
        return HOLDS
    return BROKEN if a.onto >= 0 and a.run_cards > 1 else HOLDS


def claim_shown_first(r: Rules, s: State, a: Act) -> int:
    """The cards that earn the pile are shown before it is touched."""
    return BROKEN if a.top_used and a.late and not s.unordered and r.top_must_meld else HOLDS
