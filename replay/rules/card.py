"""The card that is what its owner declares: it is declared whenever it leaves the hand."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    ARROW_RANK,
    BROKEN,
    HOLDS,
    JOKER_RANK,
    ROLE_UNKNOWN,
    ROW_MELD,
    SEQUENCE,
    STOP_CARD,
    TALISMAN_RANK,
    TRAVELLER_RANK,
)
from replay.kernel_rules import Rules
from replay.state import State


def role_must_be_declared(r: Rules, s: State, a: Act) -> int:
    """The card that may be any card is declared when it is melded, laid or discarded, and as a card it may be there."""
    if a.open or (a.assumed and r.undeclared_wrong):
        return BROKEN
    if a.kind != ROW_MELD:
        return HOLDS
    for n in range(a.count):
        if a.card[n] < r.declared:
            continue
        if a.shape == SEQUENCE:
            return HOLDS if r.wheel_in_seq else BROKEN
        if r.role[a.card[n]] == STOP_CARD and not r.wheel_as_stop:
            return BROKEN
    return HOLDS


def role_must_be_written(r: Rules, s: State, a: Act) -> int:
    """A log says which card it was declared to be, also where that can be guessed."""
    if a.assumed and not r.undeclared_wrong:
        return BROKEN
    for n in range(a.count):
        if a.card[n] >= r.declared and r.rank[a.card[n]] == ROLE_UNKNOWN:
            return BROKEN
    return HOLDS


def colour_must_be_written(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, a log writes the colours of special cards that have some."""
    for n in range(a.count):
        kind = a.card[n]
        if r.exact[kind] or kind >= r.declared:
            continue
        if r.rank[kind] in (JOKER_RANK, ARROW_RANK, TALISMAN_RANK, TRAVELLER_RANK - 1, TRAVELLER_RANK):
            a.facts[0] = kind
            return BROKEN
    return HOLDS
