"""What the kernel reads: many games as flat arrays, straight from Arrow columns or made from a reading."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from data.actions import SCORE_ITEMS, Kind
from data.events import Claim, Events, Game
from replay.codes import (
    CLAIM_CARRIED,
    CLAIM_COUNT,
    CLAIM_FINAL,
    CLAIM_RUNNING,
    MIN_RAISED,
    POSITION,
    SEATS,
    UNORDERED,
    WHOLE_GAME,
)
from replay.rows import COUNTS


class Batch:
    """Columns of events, of claims and of games; a game owns events `first[g]`..`last[g]` and claims likewise."""

    def __init__(self) -> None:
        empty = array("i")
        self.kind = self.status = self.seat = self.side = self.turn = self.deal = empty
        self.target = self.amount = self.line = self.card_start = empty
        self.cards = array("B")
        self.mark = empty
        self.next_seat = empty
        self.claim_deal = array("i")
        self.claim_side = array("i")
        self.claim_who = array("i")
        self.claim_item = array("i")
        self.claim_amount = array("i")
        self.claim_low = array("i")
        self.claim_high = array("i")
        self.claim_answer = array("i")
        self.first = array("i")
        self.last = array("i")
        self.claim_first = array("i")
        self.claim_last = array("i")
        self.seats = array("i")
        self.sides = array("i")
        self.seat_side = array("i")


def batch_of(events: Events, games: Sequence[Game]) -> Batch:
    """The arrays of a reading's games; columns of the events are shared, not copied."""
    batch = Batch()
    for name in ("kind", "status", "seat", "side", "turn", "deal", "target", "amount", "line", "card_start"):
        setattr(batch, name, getattr(events, name))
    batch.cards = events.cards
    batch.mark = array("i", [0]) * len(events)
    batch.next_seat = array("i", [-1]) * len(events)
    for game in games:
        _add_game(batch, events, game)
    return batch


def _add_game(batch: Batch, events: Events, game: Game) -> None:
    batch.first.append(game.first)
    batch.last.append(game.last)
    batch.seats.append(min(len(game.seats), SEATS))
    batch.sides.append(min(len(game.sides), SEATS))
    sides = [0] * SEATS
    for side, roster in enumerate(game.sides):
        for seat in roster.seats:
            sides[seat] = side
    batch.seat_side.extend(sides)
    for i in range(game.first, game.last):
        if events.kind[i] in (Kind.DEAL_START, Kind.PENALTY):
            _mark(batch, events, game, i)
    batch.claim_first.append(len(batch.claim_deal))
    who: dict[str, int] = {}
    for claim in game.claims:
        batch.claim_deal.append(claim.deal)
        batch.claim_side.append(claim.side)
        batch.claim_who.append(who.setdefault(claim.claimant, len(who)))
        batch.claim_item.append(item_mask(claim))
        batch.claim_amount.append(claim.amount)
        batch.claim_low.append(0)
        batch.claim_high.append(0)
        batch.claim_answer.append(0)
    batch.claim_last.append(len(batch.claim_deal))


def _mark(batch: Batch, events: Events, game: Game, i: int) -> None:
    words = (events.text_of(i) or "").split()
    mark = 0
    for word in words:
        if word == "position=yes":
            mark |= POSITION
        elif word == "order=unknown":
            mark |= UNORDERED
        elif word == "scope=game":
            mark |= WHOLE_GAME
        elif word.startswith("min"):
            mark |= MIN_RAISED
        elif word.startswith("turn=") and word[5:] in game.seats:
            batch.next_seat[i] = game.seats.index(word[5:])
    batch.mark[i] = mark


_TOTALS = {"carried": CLAIM_CARRIED, "running": CLAIM_RUNNING, "final": CLAIM_FINAL}


def item_mask(claim: Claim) -> int:
    """What a claim is about, as a number; 0 for something no score has."""
    if claim.item in _TOTALS:
        return _TOTALS[claim.item]
    if claim.item.startswith("count."):
        name = claim.item[6:]
        return CLAIM_COUNT + COUNTS.index(name) if name in COUNTS else 0
    mask = 0
    for name in claim.item.split("+"):
        if name not in SCORE_ITEMS:
            return 0
        mask |= 1 << SCORE_ITEMS.index(name)
    return mask
