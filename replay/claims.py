"""Claimed figures beside recomputed ones.  The two never share a field, and a claim never changes a score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from data.events import Claim
from replay.codes import BROKEN, HIDDEN, HOLDS
from replay.result import Amount, Deal
from replay.rules import (
    SCORE_CARRIED,
    SCORE_COUNT,
    SCORE_FINAL,
    SCORE_ITEM,
    SCORE_LONE,
    SCORE_RUNNING,
    SCORE_SHEETS,
    SCORE_TOTAL,
    Rule,
)

CARRIED, RUNNING, FINAL = "carried", "running", "final"
TOTALS = (CARRIED, RUNNING, FINAL)


class Compared(NamedTuple):
    """One claim, the rule that compares it, the recomputed figure and the answer (codes)."""

    claim: Claim
    rule: Rule
    recomputed: Amount
    answer: int

    @property
    def verdict(self) -> str:
        return {HOLDS: "equal", BROKEN: "differs"}.get(self.answer, "cannot_tell")


def compare_deal(claims: Sequence[Claim], deal: Deal, before: Sequence[Amount] | None) -> Iterator[Compared]:
    """Every claim about one deal; `before` are the running totals brought in, None for the first deal of the record."""
    for claim in claims:
        if claim.deal != deal.number or not 0 <= claim.side < len(deal.sides) or claim.item == FINAL:
            continue
        side = deal.sides[claim.side]
        if claim.item == CARRIED:
            yield _compare(claim, SCORE_CARRIED, before[claim.side] if before else Amount(claim.amount, claim.amount))
        elif claim.item == RUNNING:
            yield _compare(claim, SCORE_RUNNING, side.running)
        elif claim.item == "total":
            yield _compare(claim, SCORE_TOTAL, side.items.get("total", Amount(None, None)))
        elif claim.item == "count.lone":
            yield _compare(claim, SCORE_LONE, side.counts.get("lone", Amount(None, None)))
        elif claim.item.startswith("count."):
            yield _compare(claim, SCORE_COUNT, side.counts.get(claim.item[6:], Amount(None, None)))
        else:
            yield _compare(claim, SCORE_ITEM, _sum(deal, claim))


def compare_final(claims: Sequence[Claim], running: Sequence[Amount]) -> Iterator[Compared]:
    """The totals claimed at the end of the game."""
    for claim in claims:
        if claim.item == FINAL and 0 <= claim.side < len(running):
            yield _compare(claim, SCORE_FINAL, running[claim.side])


def disagreeing_sheets(claims: Sequence[Claim], open_claims: Sequence[Compared]) -> Iterator[Compared]:
    """Two sheets that differ on a figure the replay cannot tell: one of them is wrong, and nobody knows which."""
    first: dict[tuple[int, int, str], Claim] = {}
    for compared in open_claims:
        claim = compared.claim
        if compared.answer != HIDDEN or claim.item in TOTALS:
            continue
        other = first.setdefault((claim.deal, claim.side, claim.item), claim)
        if other.amount != claim.amount and other.claimant != claim.claimant:
            yield Compared(claim, SCORE_SHEETS, Amount(other.amount, other.amount), BROKEN)


def _sum(deal: Deal, claim: Claim) -> Amount:
    """The recomputed sum of the items a claim names, joined with "+"; unknown where one of them is."""
    low: int | None = 0
    high: int | None = 0
    for name in claim.item.split("+"):
        amount = deal.sides[claim.side].items.get(name, Amount(None, None))
        low = None if low is None or amount.low is None else low + amount.low
        high = None if high is None or amount.high is None else high + amount.high
    return Amount(low, high)


def _compare(claim: Claim, rule: Rule, amount: Amount) -> Compared:
    below = amount.low is not None and claim.amount < amount.low
    above = amount.high is not None and claim.amount > amount.high
    if below or above:
        return Compared(claim, rule, amount, BROKEN)
    return Compared(claim, rule, amount, HOLDS if amount.known is not None else HIDDEN)
