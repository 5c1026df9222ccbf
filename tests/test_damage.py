"""One damaged line: no crash, no other game changed, and almost always somebody notices.

A slice of what `python -m tests.damage` does ten thousand times; the bounds are the same.
"""

from __future__ import annotations

import pytest

from tests.damage import Tally, report, tally

NUMBER = 300
UNNOTICED = {False: 0.05, True: 0.005}  # without a seal and with one, in lines of structure and scores
STRUCTURE = ("structure", "score")


@pytest.mark.parametrize("seal", [False, True], ids=["without a seal", "sealed"])
def test_damage_of_structure_and_scores_is_noticed(*, seal: bool) -> None:
    counted = tally(NUMBER, 2, seal=seal, classes=STRUCTURE)
    assert_local(counted)
    assert sum(counted.counts[name].total() for name in STRUCTURE) == NUMBER
    assert counted.share(*STRUCTURE) <= UNNOTICED[seal], "\n".join(report(counted))


@pytest.mark.parametrize("seal", [False, True], ids=["without a seal", "sealed"])
def test_damage_of_any_line_stays_local(*, seal: bool) -> None:
    counted = tally(NUMBER, 3, seal=seal)
    assert_local(counted)
    assert counted.counts["turn"]["reader"] > NUMBER // 5
    assert bool(counted.counts["turn"]["replay"]) != seal, "a broken seal is noticed before the cards are"


def assert_local(counted: Tally) -> None:
    """Nothing crashed, and no other game changed."""
    assert counted.wrong == [], "\n".join(report(counted))
