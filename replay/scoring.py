"""Points of a finished deal, item by item, as lower and upper bounds (equal where the cards are known).

Reads a state and changes nothing.  Sources: classic.md section 3 (S1-S15), N3-5 for cutthroat.
"""

from __future__ import annotations

from data.actions import SCORE_ITEMS
from replay.codes import BONUS_CARD, CANASTA, MELDS, NOBODY, STOP_CARD, WILD_MELD
from replay.kernel_rules import Rules
from replay.state import State, canastas, has_melded, meld_size

Bounds = tuple[int, int]
UNBOUNDED = 1 << 28
ZERO: Bounds = (0, 0)
CLOSED_ABANDONED = 4  # data.actions.CLOSINGS


def plus(first: Bounds, second: Bounds) -> Bounds:
    """The sum of two bounded figures; what has no bound stays without one."""
    return max(-UNBOUNDED, first[0] + second[0]), min(UNBOUNDED, first[1] + second[1])


def score_side(r: Rules, s: State, side: int, seats: tuple[int, ...]) -> dict[str, Bounds]:
    """Items of one side in one deal; a cutthroat partner gets the common total and his own red threes (N3-5)."""
    table = s.table_of[seats[0]] if seats else side
    at_table = [seat for seat in range(s.seats) if s.table_of[seat] == table]
    items = dict.fromkeys(SCORE_ITEMS[:-1], ZERO)
    _melds(r, s, table, items)
    items["bonus_cards"] = _bonus_cards(r, s, table, seats)
    if s.out_seat in at_table:
        items["going_out"] = (r.out_bonus, r.out_bonus)
        if s.out_concealed:
            items["concealed"] = (r.concealed_bonus, r.concealed_bonus)
    items["hand_cards"] = _hands(r, s, at_table)
    items["penalties"] = (s.penalty[side], s.penalty[side])
    if r.apply_penalties:
        held = sum(_bonus_held(r, s, seat) for seat in at_table if s.turns_taken[seat])
        items["penalties"] = plus(items["penalties"], (-held * r.bonus_held_penalty, -held * r.bonus_held_penalty))
    if s.doubtful[table]:
        items["meld_cards"] = items["hand_cards"] = (-UNBOUNDED, UNBOUNDED)
    total = ZERO
    for bounds in items.values():
        total = plus(total, bounds)
    items["total"] = total
    return items


def _melds(r: Rules, s: State, table: int, items: dict[str, Bounds]) -> None:
    natural = mixed = wild = low = high = 0
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if s.meld_void[meld] and not r.void_melds_score:
            continue
        low += s.meld_points[meld]
        high += s.meld_points_high[meld]
        if s.meld_rank[meld] == 3 and s.meld_naturals[meld] >= 4 and r.stop_four_out:
            items["other_canastas"] = (r.stop_four_out, r.stop_four_out)
        if meld_size(s, meld) < CANASTA:
            continue
        if s.meld_kind[meld] == WILD_MELD:
            wild += 1
        elif s.meld_wilds[meld]:
            mixed += 1
        else:
            natural += 1
    items["meld_cards"] = (low, high)
    items["natural_canastas"] = (natural * r.natural_bonus, natural * r.natural_bonus)
    items["mixed_canastas"] = (mixed * r.mixed_bonus, mixed * r.mixed_bonus)
    items["wild_canastas"] = (wild * r.wild_bonus, wild * r.wild_bonus)
    if r.sweep_count and natural + mixed + wild >= r.sweep_count:
        items["aggregate"] = (r.sweep_points, r.sweep_points)


def _bonus_cards(r: Rules, s: State, table: int, seats: tuple[int, ...]) -> Bounds:
    """Red threes of a side: plus if its table fulfils the condition, else minus the same (S3)."""
    count = sum(_laid(r, s, seat) for seat in seats)
    if r.bonus_held_as_laid:
        count += sum(_bonus_held(r, s, seat) for seat in seats)
    count += sum(_bonus_held(r, s, seat) for seat in seats if not s.turns_taken[seat] and not r.bonus_held_as_laid)
    worth = _from_table(r, count)
    earned = has_melded(s, table) if r.bonus_needs_meld else canastas(s, table, CANASTA) >= r.bonus_needs_canastas
    low = high = worth if earned else -worth
    if s.doubtful[table]:
        low, high = -worth, worth
    return low, high


def _from_table(r: Rules, count: int) -> int:
    if count < len(r.bonus_table):
        return r.bonus_table[count]
    # More red threes than the table knows were recorded: each further one like the first.
    last = len(r.bonus_table) - 1
    return r.bonus_table[last] + (count - last) * (r.bonus_table[1] if last else 0)


def _laid(r: Rules, s: State, seat: int) -> int:
    base = seat * s.kinds
    return sum(s.bonus[base + kind] for kind in range(1, s.kinds) if s.bonus[base + kind] and r.role[kind] in (0, BONUS_CARD))


def _bonus_held(r: Rules, s: State, seat: int) -> int:
    base = seat * s.kinds
    return sum(s.hand[base + kind] for kind in range(1, s.kinds) if r.role[kind] == BONUS_CARD)


def _hands(r: Rules, s: State, seats: list[int]) -> Bounds:
    """Cards left in hands, as minus points: unknown cards make bounds, and so do cards the hand cannot all hold."""
    low = high = 0
    for seat in seats:
        if s.sits_out[seat]:
            continue
        if s.open_hand[seat] and s.hand_size[seat] != 0:
            return -UNBOUNDED, 0
        worth: list[Bounds] = []
        base = seat * s.kinds
        for kind in range(1, s.kinds):
            if s.hand[base + kind]:
                worth += [_hand_value(r, kind)] * s.hand[base + kind]
        least, most = _spread(worth, s.surplus[seat])
        low -= most
        high -= least
    return low, high


def _hand_value(r: Rules, kind: int) -> Bounds:
    if r.role[kind] == BONUS_CARD:
        return ZERO
    if r.role[kind] == STOP_CARD:
        return r.stop_hand, r.stop_hand
    return r.point_low[kind], r.point_high[kind]


def _spread(worth: list[Bounds], surplus: int) -> Bounds:
    """Least and most that the cards of a hand are worth when `surplus` of them, nobody knows which, are not there."""
    keep = max(0, len(worth) - surplus)
    least = sum(sorted(low for low, _ in worth)[:keep])
    most = sum(sorted((high for _, high in worth), reverse=True)[:keep])
    return least, most


def counts_of(r: Rules, s: State, side: int, seats: tuple[int, ...]) -> dict[str, Bounds]:
    """What a score sheet counts: canastas by kind, melded cards by value, and who plays alone."""
    table = s.table_of[seats[0]] if seats else side
    counts = dict.fromkeys(("natural_canastas", "mixed_canastas", "wild_canastas", "sequence_canastas"), 0)
    values = dict.fromkeys((5, 10, 20, 50), 0)
    unknown = 0
    for number in range(s.meld_count[table]):
        meld = table * MELDS + number
        if not s.meld_void[meld] and meld_size(s, meld) >= CANASTA:
            wild = s.meld_kind[meld] == WILD_MELD
            name = "wild" if wild else "mixed" if s.meld_wilds[meld] else "natural"
            counts[f"{name}_canastas"] += 1
        for kind in range(1, s.kinds):
            held = s.meld_cards[meld * s.kinds + kind]
            if held and r.points[kind] in values:
                values[r.points[kind]] += held
            elif held:
                unknown += held
    bounds = {name: (count, count) for name, count in counts.items()}
    bounds |= {f"n{worth}": (count, count + unknown) for worth, count in values.items()}
    alone = int(s.lone_seat != NOBODY and s.lone_seat in seats)
    bounds["lone"] = (alone, alone)
    if s.doubtful[table]:
        bounds = {name: (low, UNBOUNDED) for name, (low, _) in bounds.items()}
    return bounds
