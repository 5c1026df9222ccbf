"""What a turn that ends leaves behind: who is out, whether the deal is over, who sits next.

Follows what the rules have answered, and judges nothing itself.
"""

from __future__ import annotations

from replay.codes import NOBODY, STOCK_LAST_DRAWER
from replay.kernel_rules import Rules
from replay.rules.opening import mends_the_opening
from replay.rules.out import is_concealed, is_concealed_by_darkness
from replay.state import State
from replay.transitions import end_turn, form_partnership


def note_taken_back(r: Rules, s: State) -> None:
    """An initial meld that was too small was taken back and not mended: that may raise the minimum (classic L4)."""
    if s.retracted_melds and not s.opening and mends_the_opening(r, s):
        s.taken_back[s.seat_side[s.turn_seat]] += 1


def close_turn(r: Rules, s: State, unready: int) -> None:
    """End the turn; `unready` says that the player who is out by it had no right to be."""
    seat = s.turn_seat
    if s.darkness and not s.over:
        s.darkness_seat = seat
        s.darkness_concealed = is_concealed_by_darkness(r, s)
    if s.went_out and not s.over and not unready:
        note_out(r, s, seat)
    s.unready_out = seat if s.went_out and unready else NOBODY
    end_turn(r, s)
    last_drawn = r.stock_end == STOCK_LAST_DRAWER and s.stock_size == 0 and s.last_drawer == seat
    if s.stock_dead or s.darkness or s.special_seat != NOBODY or last_drawn:
        s.over = 1


def note_out(r: Rules, s: State, seat: int) -> None:
    """The seat is out and the deal over."""
    s.out_seat = seat
    s.out_turn = s.turn
    s.over = 1
    s.out_concealed = is_concealed(r, s)
    if r.lone_hand and s.lone_seat == NOBODY:
        form_partnership(r, s, seat)
