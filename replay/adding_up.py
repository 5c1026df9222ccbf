"""Do the figures of a log add up?  What the replay asks where hidden cards leave open what the cards themselves give.

A figure that other written figures contradict is wrong, or they are.  Nothing here recomputes a score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from replay.result import ClaimVerdict

CARDS = {"count.n5": 5, "count.n10": 10, "count.n20": 20, "count.n50": 50}
CANASTAS = {
    "count.natural_canastas": "natural", "count.mixed_canastas": "mixed", "count.wild_canastas": "wild",
    "count.sequence_canastas": "seq",
}  # fmt: skip
END = -1  # stands for the end of the game among the deals
OF_GAMES = ("carried", "running", "final")
PRICED_ALIKE = {"natural", "mixed", "wild", "seq"}  # a table with other prices pays canastas of one kind differently

Sheet = dict[str, int]  # the number of the claim by item


class Contradiction(NamedTuple):
    """What other figures give in place of a claim, and which they are."""

    expected: int
    basis: str


def contradictions(claims: Sequence[ClaimVerdict], bonus: object, points: Collection[int]) -> dict[int, Contradiction]:
    """By number of the claim: totals that cannot be recomputed and do not fit what else is written.

    `bonus` is the value of the option of that name, `points` what each kind of card
    is worth.  One slip is told once: nothing is made of a figure that differs
    from what the cards give, nor of one that is told already.
    """
    found: dict[int, Contradiction] = {}
    disputed = _disputed(claims)
    all_counted = {value for value in points if value > 0} <= set(CARDS.values())
    for (deal, side, _), sheet in _sheets(claims).items():
        if "total" in sheet and _is_open(claims[sheet["total"]]) and (deal, side) not in disputed:
            given = _sum_of(claims, sheet, _prices(bonus), all_counted=all_counted)
            if given is not None and given != claims[sheet["total"]].claim.amount:
                found[sheet["total"]] = Contradiction(given, "its items add up to")
    for n, contradiction in _running(claims, found):
        found[n] = contradiction
    return found


def _is_open(one: ClaimVerdict) -> bool:
    return one.verdict == "cannot_tell" and one.recomputed.known is None


def _sheets(claims: Sequence[ClaimVerdict]) -> dict[tuple[int, int, str], Sheet]:
    """The claims of each sheet; of a figure that stands twice the first."""
    sheets: dict[tuple[int, int, str], Sheet] = {}
    for n, one in enumerate(claims):
        if one.claim.item not in OF_GAMES:
            key = (one.claim.deal, one.claim.side, one.claim.claimant)
            sheets.setdefault(key, {}).setdefault(one.claim.item, n)
    return sheets


def _disputed(claims: Sequence[ClaimVerdict]) -> set[tuple[int, int]]:
    """Deal and side where a figure differs from what the cards give, or two sheets do from one another."""
    disputed = set()
    amounts: dict[tuple[int, int, str], int] = {}
    for one in claims:
        claim = one.claim
        if claim.item not in OF_GAMES:
            first = amounts.setdefault((claim.deal, claim.side, claim.item), claim.amount)
            if one.verdict == "differs" or first != claim.amount:
                disputed.add((claim.deal, claim.side))
    return disputed


def _prices(bonus: object) -> Mapping[str, int]:
    """What a canasta of a kind is worth; nothing where that depends on more than its kind."""
    return bonus if isinstance(bonus, Mapping) and set(bonus) <= PRICED_ALIKE else {}


def _sum_of(
    claims: Sequence[ClaimVerdict], sheet: Sheet, prices: Mapping[str, int], *, all_counted: bool
) -> int | None:
    """What the items of a sheet add up to; None where it shows none, or counts what has no one price, or counts cards
    of a deck that has some no count is for.
    """
    amounts = {item: claims[n].claim.amount for item, n in sheet.items() if item != "total"}
    shown = {part for item in amounts if not item.startswith("count.") for part in item.split("+")}
    points = sum(amount for item, amount in amounts.items() if not item.startswith("count."))
    if "meld_cards" not in shown:
        if not all_counted and any(item in CARDS for item in amounts):
            return None
        points += sum(amount * CARDS.get(item, 0) for item, amount in amounts.items())
    for item, kind in CANASTAS.items():
        if amounts.get(item) and item.removeprefix("count.") not in shown:
            if kind not in prices:
                return None
            points += amounts[item] * prices[kind]
    return points if amounts else None


def _running(claims: Sequence[ClaimVerdict], told: Mapping[int, Contradiction]) -> Iterator[tuple[int, Contradiction]]:
    """Running totals, those brought into a deal and those at the end against one another, side by side.

    `told` grows by what is found here.
    """
    by_side: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for n, one in enumerate(claims):
        by_side[one.claim.side][END if one.claim.item == "final" else one.claim.deal].append(n)
    for deals in by_side.values():
        at_end = deals.pop(END, [])
        before: int | None = None  # the running total after the deal before, as far as it can be trusted
        for here in deals.values():
            yield from _against(claims, here, "carried", before, "the deal before ended with")
            carried, running, total = (_one(claims, here, item, told) for item in ("carried", "running", "total"))
            brought_in = before if carried is None else carried
            after = None if brought_in is None or total is None else brought_in + total
            yield from _against(claims, here, "running", after, "what was brought in and the score of the deal give")
            before = after if running is None else running if after in (None, running) else None
        yield from _against(claims, at_end, "final", before, "the last running total is")


def _one(
    claims: Sequence[ClaimVerdict], numbers: Sequence[int], item: str, told: Mapping[int, Contradiction]
) -> int | None:
    """The figure that is written for an item, if it is one and nothing is wrong with it."""
    written = [n for n in numbers if claims[n].claim.item == item]
    amounts = {claims[n].claim.amount for n in written}
    doubtful = any(n in told or claims[n].verdict == "differs" for n in written)
    return amounts.pop() if len(amounts) == 1 and not doubtful else None


def _against(
    claims: Sequence[ClaimVerdict], numbers: Sequence[int], item: str, expected: int | None, basis: str
) -> Iterator[tuple[int, Contradiction]]:
    for n in numbers:
        claim = claims[n].claim
        if claim.item == item and expected not in (None, claim.amount) and _is_open(claims[n]):
            yield n, Contradiction(expected, basis)
