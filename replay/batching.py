"""A reading's games as the arrays the kernel reads (replay.batch)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from data.actions import SCORE_ITEMS, Kind
from data.events import Claim, Events, Game
from data.options import options
from replay.batch import Batch, rows_to_mark
from replay.codes import (
    CLAIM_CARRIED,
    CLAIM_COUNT,
    CLAIM_FINAL,
    CLAIM_RUNNING,
    EXACT_AT,
    FUMBLE,
    HIDDEN,
    LARGEST,
    MIN_RAISED,
    POSITION,
    SEATS,
    SIDES,
    UNBOUNDED,
    UNORDERED,
    WHOLE_GAME,
)
from replay.rows import COUNTS

SHARED = ("kind", "status", "seat", "side", "turn", "deal", "target", "amount", "line", "card_start", "cards",
          "role_start", "roles")  # fmt: skip
PER_GAME = ("first", "last", "claim_first", "claim_last", "seats", "sides", "seat_side")
PER_CLAIM = ("claim_deal", "claim_side", "claim_who", "claim_item", "claim_amount")
MOST_COUNTED = 1 << 13  # cards or canastas on a score sheet
_TOTALS = {"carried": CLAIM_CARRIED, "running": CLAIM_RUNNING, "final": CLAIM_FINAL}


def batch_of(events: Events, games: Sequence[Game]) -> Batch:
    """The arrays of some games; columns of the events are shared, not copied."""
    batch = Batch()
    for name in SHARED:
        setattr(batch, name, getattr(events, name))
    columns = {name: array("i") for name in (*PER_GAME, *PER_CLAIM)}
    marked: list[tuple[int, int, int]] = []
    for game in games:
        _add_game(columns, game)
        marked += [(i, *_marks(events, game, i)) for i in rows_to_mark(batch, game.first, game.last)]
    for name, column in columns.items():
        setattr(batch, name, column)
    for name, numbers in zip(("marked", "mark", "next_seat"), zip(*sorted(marked), strict=True), strict=False):
        setattr(batch, name, array("i", numbers))
    for name, unknown in (("claim_low", -UNBOUNDED), ("claim_high", UNBOUNDED), ("claim_answer", HIDDEN)):
        setattr(batch, name, array("i", [unknown]) * len(columns["claim_deal"]))
    return batch


def _add_game(columns: dict[str, array[int]], game: Game) -> None:
    columns["first"].append(game.first)
    columns["last"].append(game.last)
    columns["seats"].append(min(len(game.seats), SEATS))
    columns["sides"].append(min(len(game.sides), SIDES))
    sides = [0] * SEATS
    for side, roster in enumerate(game.sides[:SIDES]):
        for seat in roster.seats:
            if 0 <= seat < SEATS:
                sides[seat] = side
    columns["seat_side"].extend(sides)
    columns["claim_first"].append(len(columns["claim_deal"]))
    who = {name: number for number, name in enumerate({claim.claimant for claim in game.claims})}
    columns["claim_deal"].extend([claim.deal for claim in game.claims])
    columns["claim_side"].extend([claim.side for claim in game.claims])
    columns["claim_who"].extend([who[claim.claimant] for claim in game.claims])
    columns["claim_item"].extend([item_mask(claim.item) for claim in game.claims])
    columns["claim_amount"].extend([_sensible(claim) for claim in game.claims])
    columns["claim_last"].append(len(columns["claim_deal"]))


def _sensible(claim: Claim) -> int:
    """A figure, or the largest of its sign that a score can have."""
    most = MOST_COUNTED if item_mask(claim.item) >= CLAIM_COUNT else LARGEST
    return claim.amount if -most <= claim.amount <= most else most if claim.amount > 0 else -most


def _special(name: str) -> int:
    """The number of a special hand (codes.HAND_*), 0 for a name that is none."""
    option = options()["special_hands"]
    known = option.synonyms.get(name, name)
    return 1 + option.values.index(known) if known in option.values else 0


def _marks(events: Events, game: Game, i: int) -> tuple[int, int]:
    """What the text of a row says as a number, and the seat it names to move (-1 = none)."""
    mark, seat = 0, -1
    text = events.text_of(i) or ""
    if events.kind[i] == Kind.SPECIAL:
        return _special(text), seat
    for word in text.split():
        if word == "position=yes":
            mark |= POSITION
        elif word == "order=unknown":
            mark |= UNORDERED
        elif word == "scope=game":
            mark |= WHOLE_GAME
        elif word == "for=fumble":
            mark |= FUMBLE
        elif word.startswith("min"):
            mark |= MIN_RAISED
        elif word.startswith("exact="):
            letters = word[6:].split(",")
            mark |= sum(1 << EXACT_AT + side for side, one in enumerate(game.sides[:SEATS]) if one.name in letters)
        elif word.startswith("turn=") and word[5:] in game.seats[:SEATS]:
            seat = game.seats.index(word[5:])
    return mark, seat


@lru_cache(maxsize=1024)
def item_mask(item: str) -> int:
    """What a claim is about, as a number; 0 for something no score has."""
    if item in _TOTALS:
        return _TOTALS[item]
    if item.startswith("count."):
        name = item[6:]
        return CLAIM_COUNT + COUNTS.index(name) if name in COUNTS else 0
    mask = 0
    for name in item.split("+"):
        if name not in SCORE_ITEMS:
            return 0
        mask |= 1 << SCORE_ITEMS.index(name)
    return mask
