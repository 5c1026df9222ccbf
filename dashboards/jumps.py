"""Jumps: from what is shown to the next moment of one kind, in this deal or a later one.

Owns which kinds there are.  The marks of a deal are found by dashboards.marks; those of other deals are asked for
only when somebody jumps there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dashboards.marks import CANASTAS, Mark
from dashboards.steps import Step

KINDS = {
    "Finding": ("finding",), "Take": ("take",), "Freeze": ("freeze",),
    "Canasta": CANASTAS, "Going out": ("out",), "Ruling": ("ruling",), "Note": ("note",),
}  # fmt: skip


def kinds_of(marks: Iterable[Mark]) -> list[str]:
    """The kinds that can be jumped to in a game with these marks of some of its deals.

    Takes, freezes, canastas and going out are offered always: other deals may have them.
    """
    met = {mark.kind for mark in marks}
    return [name for name, kinds in KINDS.items() if name in tuple(KINDS)[1:5] or met & set(kinds)]


def jump(
    steps: Sequence[Step], at: int, name: str, marks_of: Callable[[int], Iterable[Mark]], *, ahead: bool
) -> int | None:
    """The nearest step with a moment of a kind, after step `at` or before it; None where there is none.

    `marks_of` finds the marks of a deal by its place.
    """
    kinds = KINDS.get(name, ())
    places = list(dict.fromkeys(step.deal_place for step in steps))
    here = places.index(steps[at].deal_place)
    for place in places[here:] if ahead else reversed(places[: here + 1]):
        found = {mark.step for mark in marks_of(place) if mark.kind in kinds}
        if ahead and any(step > at for step in found):
            return min(step for step in found if step > at)
        if not ahead and any(step < at for step in found):
            return max(step for step in found if step < at)
    return None
