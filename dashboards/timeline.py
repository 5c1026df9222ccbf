"""The timeline of a deal: its turns as a bar, and above it what happened, each mark a way there.  Plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dashboards.marks import CANASTAS, Mark
from dashboards.steps import Step, deal_bounds, turn_end
from dashboards.theme import side_colour
from dashboards.wording import seat_word
from data.events import Game
from data.terminal import safe

LANES = (("finding",), (*CANASTAS, "out"), ("take", "freeze", "ruling", "note"))


def timeline_of(game: Game, steps: Sequence[Step], deal_place: int, marks: Iterable[Mark]) -> dict[str, Any]:
    """A deal as assets/stepper.js draws it: its `turns`, and its marks in `lanes`; steps are those of the game."""
    first, last = deal_bounds(steps, deal_place)
    here = [mark for mark in marks if first <= mark.step <= last]
    lanes = [
        [mark._asdict() for mark in here if mark.kind in kinds]
        for kinds in LANES
        if any(mark.kind in kinds for mark in here)
    ]
    turns = []
    i = first
    while i <= last:
        end = turn_end(steps, i)
        step = steps[i]
        side = next((n for n, side in enumerate(game.sides) if step.seat in side.seats), -1)
        text = f"turn {step.turn}, {seat_word(game, step.seat)}" if step.turn else "the deal"
        turns.append({"first": i, "last": end, "colour": side_colour(side) if step.turn else "#8a8f98",
                      "text": safe(text), "label": str(step.turn or "")})  # fmt: skip
        i = end + 1
    return {"first": first, "last": last, "lanes": lanes, "turns": turns}
