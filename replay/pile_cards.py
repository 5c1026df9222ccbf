"""The pile: cards laid on it and taken off it, and what freezes it.  Moves cards; never judges."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BONUS_CARD,
    NOBODY,
    OPEN_CARD,
    PILE_LIMIT,
    RANK_ACE,
    SEATS,
    SEED_BY_RANK,
    SIDES,
    STOP_CARD,
    UPCARD_FREEZES,
    WATCHER_RANK,
    WILD,
)
from replay.kernel_rules import Rules
from replay.state import State, count_in, mark


def lay_on_pile(r: Rules, s: State, kind: int, seat: int) -> None:
    """One card on top of the pile; remembers what froze it first."""
    if s.pile_size < PILE_LIMIT:
        s.pile[s.pile_size] = kind
        s.pile_size += 1
    role = r.role[kind]
    turned_up = seat == NOBODY and not s.position
    freezes = (role == WILD and r.wild_freezes) or (role == BONUS_CARD and (r.bonus_freezes or turned_up))
    freezes = freezes and (seat != NOBODY or s.position or r.upcard_freezes)
    if r.declared:
        freezes = _freezes(r, kind, seat, freezes)
    if freezes:
        s.pile_wilds += role != BONUS_CARD
        s.pile_bonus += role == BONUS_CARD
    if role == STOP_CARD:
        s.pile_stops += 1
        freezes = freezes or r.stop_freezes != 0
    if freezes and not s.freeze_kind:
        s.freeze_kind = kind
        s.freeze_seat = seat
        s.freeze_turn = -1 if s.position else s.turn
    mark(s, SEATS + SIDES + SEATS, kind, s.pile_size)


def hide_under_upcard(r: Rules, s: State) -> None:
    """Where a game lays cards face down under the first upcard: those of them that the log does not name."""
    if not s.pile_known or not s.pile_size:
        return
    top = s.pile[s.pile_size - 1]
    missing = seeds_under(r, top)
    for i in range(s.pile_size):
        if not r.rank[s.pile[i]]:
            missing -= 1
    if missing <= 0 or s.pile_size + missing > PILE_LIMIT:
        return
    mark(s, SEATS + SIDES + SEATS, top, -s.pile_size)
    s.pile_size -= 1
    for _ in range(missing):
        count_in(r, s, r.unknown, 1)
        s.pile[s.pile_size] = r.unknown
        s.pile_size += 1
        mark(s, SEATS + SIDES + SEATS, r.unknown, s.pile_size)
    s.pile[s.pile_size] = top
    s.pile_size += 1
    mark(s, SEATS + SIDES + SEATS, top, s.pile_size)


def seeds_under(r: Rules, top: int) -> int:
    """How many hidden cards lie under a first upcard: a number, or the rank of the card with the ace as one."""
    if r.pile_seed != SEED_BY_RANK:
        return r.pile_seed
    rank = r.rank[top]
    if rank > 15:
        return 1 if rank == RANK_ACE else 0
    return rank - 2 if rank > 12 else rank


def reveal_pile(r: Rules, s: State, a: Act, left: int) -> None:
    """Cards that lay face down in the pile and that the log names as they are taken."""
    for n in range(a.count):
        hidden = s.pile[left + n]
        if r.rank[hidden] or hidden == a.card[n]:
            continue
        mark(s, SEATS + SIDES + SEATS, hidden, -(left + n + 1))
        mark(s, SEATS + SIDES + SEATS, a.card[n], left + n + 1)
        s.pile[left + n] = a.card[n]
        s.total[hidden] -= 1
        s.rank_total[r.rank[hidden]] -= 1
        count_in(r, s, a.card[n], 1)


def _freezes(r: Rules, kind: int, seat: int, usual: int) -> int:
    """Whether a card freezes the pile where some cards are unlike others of their role, of which `usual` holds."""
    if r.role[kind] == OPEN_CARD:
        return int(seat == NOBODY and r.wheel_upcard == UPCARD_FREEZES)
    if kind >= r.declared and r.wheel_freezes and seat != NOBODY:
        return 1
    if r.watcher_freezes_only and r.role[kind] == WILD and r.rank[kind] != WATCHER_RANK:
        return 0
    return usual


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
