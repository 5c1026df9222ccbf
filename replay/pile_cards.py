"""The pile: cards laid on it and taken off it, and what freezes it.  Moves cards; never judges."""

from __future__ import annotations

from replay.codes import (
    BONUS_CARD,
    NOBODY,
    PILE_LIMIT,
    SEATS,
    SIDES,
    STOP_CARD,
    WILD,
)
from replay.kernel_rules import Rules
from replay.state import State, mark


def lay_on_pile(r: Rules, s: State, kind: int, seat: int) -> None:
    """One card on top of the pile; remembers what froze it first."""
    if s.pile_size < PILE_LIMIT:
        s.pile[s.pile_size] = kind
        s.pile_size += 1
    role = r.role[kind]
    turned_up = seat == NOBODY and not s.position
    freezes = (role == WILD and r.wild_freezes) or (role == BONUS_CARD and (r.bonus_freezes or turned_up))
    freezes = freezes and (seat != NOBODY or r.upcard_freezes)
    if freezes:
        s.pile_wilds += role == WILD
        s.pile_bonus += role == BONUS_CARD
    if role == STOP_CARD:
        s.pile_stops += 1
        freezes = freezes or r.stop_freezes != 0
    if freezes and not s.freeze_kind:
        s.freeze_kind = kind
        s.freeze_seat = seat
        s.freeze_turn = -1 if s.position else s.turn
    mark(s, SEATS + SIDES + SEATS, kind, s.pile_size)


def clear_pile(s: State) -> None:
    for i in range(s.pile_size):
        mark(s, SEATS + SIDES + SEATS, s.pile[i], -(i + 1))
    s.pile_size = 0
    s.pile_known = 1
    s.pile_wilds = 0
    s.pile_bonus = 0
    s.pile_stops = 0
    s.freeze_kind = 0
    s.freeze_seat = NOBODY
    s.freeze_turn = 0


def shorten_pile(r: Rules, s: State, left: int) -> None:
    """Take all but the lowest `left` cards off the pile; what froze it goes with them or stays."""
    if not left:
        clear_pile(s)
        return
    wilds = bonus = stops = 0
    for i in range(left, s.pile_size):
        mark(s, SEATS + SIDES + SEATS, s.pile[i], -(i + 1))
    for i in range(left):
        wilds += r.role[s.pile[i]] == WILD
        bonus += r.role[s.pile[i]] == BONUS_CARD
        stops += r.role[s.pile[i]] == STOP_CARD
    s.pile_size = left
    s.pile_wilds = min(wilds, s.pile_wilds)
    s.pile_bonus = min(bonus, s.pile_bonus)
    s.pile_stops = stops
    if not s.pile_wilds and not s.pile_bonus and not (stops and r.stop_freezes):
        s.freeze_kind = 0
        s.freeze_seat = NOBODY
        s.freeze_turn = 0
