"""The steps in which a game is looked at: one for each deal as dealt, and one for each act.

Owns which row of the events a step shows, and how a place in a log becomes a step and back.  Says nothing in words
and draws nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from data.actions import Kind
from data.events import Events, Game

SET_UP = frozenset(range(Kind.DEAL_START, Kind.DRAW))
ACTS = frozenset(range(Kind.DRAW, Kind.COUNT_HAND))


class Step(NamedTuple):
    """A moment of a game: the table once row `row` of the events is applied.

    `deal_place` counts the deals from 0; `deal` and `turn` are the numbers written, turn 0 before the first and for the
    end of a deal; `seat` acts (-1: nobody); `act` counts the steps of one turn in one line, from 1.
    """

    row: int
    deal_place: int
    deal: int
    turn: int
    seat: int
    line: int
    act: int


def steps_of(events: Events, game: Game) -> list[Step]:
    """Every step of a game, in order; empty for a game without deals."""
    steps: list[Step] = []
    deal_place = -1
    for row in range(game.first, game.last):
        kind = events.kind[row]
        if kind == Kind.DEAL_START:
            deal_place += 1
            steps.append(Step(row, deal_place, events.deal[row], 0, -1, events.line[row], 1))
        elif deal_place < 0:
            continue
        elif steps[-1].turn == 0 and steps[-1].seat == -1 and (kind in SET_UP or _settled(events, row)):
            steps[-1] = steps[-1]._replace(row=row)
        elif kind in ACTS or kind == Kind.BAD:
            steps.append(_step(events, row, steps[-1]))
    return steps


def _settled(events: Events, row: int) -> bool:
    """Whether these are bonus cards laid out before anybody plays."""
    return events.kind[row] == Kind.BONUS and events.turn[row] == 0


def _step(events: Events, row: int, before: Step) -> Step:
    place = (before.deal_place, events.turn[row], events.line[row])
    act = before.act + 1 if place == (before.deal_place, before.turn, before.line) else 1
    return Step(row, before.deal_place, events.deal[row], events.turn[row], events.seat[row], events.line[row], act)


def step_at_row(steps: Sequence[Step], row: int) -> int:
    """The step that shows a row: its own, or the last before it (a remark belongs to the act it follows)."""
    return max(bisect_right(steps, row, key=lambda step: step.row) - 1, 0)


def step_at(steps: Sequence[Step], place: Mapping[str, str]) -> int:
    """The step an address means by `line`, `turn` (deal.turn) and `act`, each of which may be missing or wrong.

    A line alone means its last step; a line that has none, the step before it.
    """
    turn, line, act = place.get("turn", ""), _number(place.get("line")), _number(place.get("act"))
    here = [i for i, step in enumerate(steps) if turn in ("", turn_word(step))] or list(range(len(steps)))
    if line:
        here = [i for i in here if steps[i].line == line] or [i for i in here if steps[i].line <= line][-1:] or here[:1]
    elif not turn:
        here = here[:1]
    exact = [i for i in here if steps[i].act == act]
    return (exact or here)[-1] if here else 0


def place_of(step: Step) -> dict[str, str]:
    """What an address says of a step; `step_at` is its inverse."""
    return {"line": str(step.line), "turn": turn_word(step), "act": str(step.act)}


def turn_word(step: Step) -> str:
    return f"{step.deal}.{step.turn}"


def _number(word: str | None) -> int:
    return int(word) if word and word.isascii() and word.isdigit() and len(word) < 10 else 0


def deal_bounds(steps: Sequence[Step], deal_place: int) -> tuple[int, int]:
    """First and last step of a deal."""
    here = [i for i, step in enumerate(steps) if step.deal_place == deal_place]
    return (here[0], here[-1]) if here else (0, 0)


def turn_end(steps: Sequence[Step], at: int) -> int:
    """The last step of the turn that step `at` belongs to."""
    while at + 1 < len(steps) and same_turn(steps[at], steps[at + 1]):
        at += 1
    return at


def turn_start(steps: Sequence[Step], at: int) -> int:
    """The first step of the turn that step `at` belongs to."""
    while at > 0 and same_turn(steps[at - 1], steps[at]):
        at -= 1
    return at


def same_turn(one: Step, other: Step) -> bool:
    return one[1:5] == other[1:5] and one.turn > 0


def step_of_finding(steps: Sequence[Step], finding: Mapping[str, Any]) -> int:
    """The step at which a finding is seen; one about a whole deal, at the end of the deal."""
    if finding["seq"]:
        return step_at_row(steps, finding["seq"] - 1)
    ends = [i for i, step in enumerate(steps) if step.deal <= finding["deal"]]
    return ends[-1] if ends else len(steps) - 1


def step_of_note(steps: Sequence[Step], note: Mapping[str, Any]) -> int:
    """The step at which a note is seen: the last act of the turn that it is about, in its line."""
    return step_at(steps, {"line": str(note["line"]), "turn": f"{note['deal']}.{note['turn']}"})
