"""What a card may have been that is written ambiguously (`{4/9}`, a three without colour) or not at all (`?`).

An act with such cards is asked about under each reading; one reading that is illegal and one that is not make a doubt,
never a verdict.  The slow path of the engine: most logs never come here.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from data.cards import Deck
from data.events import Events
from replay.codes import ROLE_UNKNOWN
from replay.kernel_rules import Rules

LIMIT = 512


class Readings(NamedTuple):
    """All ways to read an act: `written` says that the scribe wrote something ambiguous, not just nothing.

    `complete` is false where there are too many ways to go through."""

    ways: tuple[tuple[int, ...], ...]
    written: bool
    complete: bool
    token: str


def readings_of(r: Rules, deck: Deck, events: Events, i: int) -> Readings:
    """The readings of event i; each way is a list of kinds as long as its cards."""
    cards = events.cards_of(i)
    runs = iter(events.readings_of(i))
    choices: list[tuple[int, ...]] = []
    written = False
    token = ""
    for kind in cards:
        options = (kind,)
        if r.role[kind] == ROLE_UNKNOWN:
            run = next(runs, None) if kind == deck.unknown else None
            options = tuple(run) if run else _representatives(r, deck, kind)
            if run or r.rank[kind]:
                written = True
                token = "{" + "/".join(deck.code(k) for k in run) + "}" if run else deck.code(kind)
        choices.append(options)
    total = 1
    for options in choices:
        total *= len(options)
    if total > LIMIT:
        return Readings((), written, complete=False, token=token)
    return Readings(tuple(product(*choices)), written, complete=True, token=token)


def _representatives(r: Rules, deck: Deck, kind: int) -> tuple[int, ...]:
    """One exact kind for each rank and role that a partly known card may have."""
    seen: dict[tuple[int, int], int] = {}
    for exact in sorted(deck.covers[kind]):
        seen.setdefault((r.rank[exact], r.role[exact]), exact)
    return tuple(seen.values())

