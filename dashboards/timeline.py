"""The timeline of a deal: its turns as a bar, and above it what happened, each mark a way there.

Owns which moments are marked, and the component that draws them.  The component gets plain data and sends back the
number of the step that was clicked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from dashboards.queries import LakeState, Row, recorded
from dashboards.remembered import remembered
from dashboards.steps import (
    Step,
    deal_bounds,
    step_at_row,
    step_of_finding,
    step_of_note,
    steps_of,
    turn_end,
    turn_start,
)
from dashboards.table_html import views_of
from dashboards.theme import ASSETS, VERDICTS, side_colour, verdict_word
from dashboards.wording import seat_word
from data.actions import Kind, Status
from data.events import Events, Game
from data.recorded import Recorded
from data.terminal import safe
from replay.review import TableView

CANASTAS = ("natural", "mixed", "wild", "sequence")
LANES = (("finding",), (*CANASTAS, "out"), ("take", "freeze", "ruling", "note"))
COLOURS = {"take": "#2f8f5b", "freeze": "#3f8fd6", "natural": "#c8102e", "mixed": "#5b6b7f", "wild": "#6a2c91",
           "sequence": "#0a63c2", "out": "#e69f00",
           "ruling": "#8a63b8", "note": "#b8860b"}  # fmt: skip
WORDS = 120  # characters of a note that a mark tells
FREEZING = ("a wild card lies in it", "a red three lies in it", "a black three lies in it")


class Mark(NamedTuple):
    """One moment of a deal: `step` counts from the first step of the game; `text` may be shown to everybody."""

    step: int
    kind: str
    colour: str
    text: str


@remembered
def deal_marks(state: LakeState, game_key: str, batch: str, deal_place: int) -> list[Mark]:
    """Takes, freezes, canastas, rulings and going out in one deal."""
    record = recorded(state, game_key, batch)
    steps = steps_of(record.events, record.game)
    marks = [
        *_acts(record.events, record.game, steps, deal_place),
        *_rulings(record.events, record.game, steps, deal_place),
        *_on_the_table(record, steps, deal_place),
    ]
    return sorted(marks)


def _mark(step: int, kind: str, text: str) -> Mark:
    return Mark(step, kind, COLOURS[kind], safe(text))


def _acts(events: Events, game: Game, steps: Sequence[Step], deal_place: int) -> Iterable[Mark]:
    for i, step in enumerate(steps):
        if step.deal_place != deal_place or events.status[step.row] != Status.PLAYED:
            continue
        kind = events.kind[step.row]
        if kind == Kind.TAKE_PILE:
            yield _mark(i, "take", f"turn {step.turn}: {seat_word(game, step.seat)} takes the pile")
        elif kind == Kind.OUT:
            yield _mark(i, "out", f"turn {step.turn}: {seat_word(game, step.seat)} goes out")


def _rulings(events: Events, game: Game, steps: Sequence[Step], deal_place: int) -> Iterable[Mark]:
    for row in range(game.first, game.last):
        if events.kind[row] in (Kind.RULING, Kind.PENALTY):
            at = step_at_row(steps, row)
            if steps and steps[at].deal_place == deal_place:
                yield _mark(at, "ruling", "penalty" if events.kind[row] == Kind.PENALTY else "ruling")


def _on_the_table(record: Recorded, steps: Sequence[Step], deal_place: int) -> Iterable[Mark]:
    """Canastas and freezes: what is new on the table at the end of each turn."""
    first, last = deal_bounds(steps, deal_place)
    ends = [first]
    while ends[-1] < last:
        ends.append(turn_end(steps, ends[-1] + 1))
    views, _ = views_of(record, [steps[end].row for end in ends])
    for end, before, after in zip(ends[1:], views, views[1:], strict=False):
        yield from _changes(record, steps, end, (before, after))


def _changes(record: Recorded, steps: Sequence[Step], end: int, views: tuple[TableView, TableView]) -> Iterable[Mark]:
    before, after = views
    step = steps[end]
    turn = f"turn {step.turn}: {seat_word(record.game, step.seat)}"
    for old, new in zip(before.sides, after.sides, strict=True):
        for kind in CANASTAS:
            more = sum(meld.canasta == kind for meld in new.melds) - sum(meld.canasta == kind for meld in old.melds)
            if more > 0:
                at = _last(steps, end, record.events, Kind.MELD)
                yield _mark(at, kind, f"{turn} completes a {kind} canasta")
    if after.frozen in FREEZING and before.frozen not in FREEZING:
        yield _mark(
            _last(steps, end, record.events, Kind.DISCARD), "freeze", f"{turn} freezes the pile: {after.frozen}"
        )


def _last(steps: Sequence[Step], end: int, events: Events, kind: Kind) -> int:
    """The last act of that kind in the turn that ends at `end`."""
    here = range(turn_start(steps, end), end + 1)
    return next((i for i in reversed(here) if events.kind[steps[i].row] == kind), end)


def finding_marks(steps: Sequence[Step], findings: Iterable[Row], words: Iterable[str]) -> list[Mark]:
    """The findings of a game as marks; `words` says of each what may be told."""
    return [
        Mark(step_of_finding(steps, finding), "finding", VERDICTS.get(finding["verdict"], "#777777"),
             f"{verdict_word(finding['verdict'])}: {safe(word)}")
        for finding, word in zip(findings, words, strict=True)
    ]  # fmt: skip


def note_marks(steps: Sequence[Step], notes: Iterable[Row], *, told: bool) -> list[Mark]:
    """The notes of reviewers as marks; `told` says whether their words may be read."""
    marks = []
    for note in notes:
        words = f"{note['author']}: {note['text'] or ', '.join(note['tags'])}"[:WORDS] if told else "a note"
        marks.append(_mark(step_of_note(steps, note), "note", words))
    return marks


def timeline_data(game: Game, steps: Sequence[Step], at: int, marks: Iterable[Mark]) -> dict[str, Any]:
    """What the component draws: the deal that step `at` belongs to."""
    first, last = deal_bounds(steps, steps[at].deal_place)
    here = [mark for mark in marks if first <= mark.step <= last]
    lanes = [
        [{**mark._asdict(), "step": mark.step - first} for mark in here if mark.kind in kinds]
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
        turns.append({"first": i - first, "last": end - first, "colour": side_colour(side) if step.turn else "#8a8f98",
                      "text": safe(text), "label": str(step.turn or "")})  # fmt: skip
        i = end + 1
    return {"count": last - first + 1, "at": at - first, "lanes": lanes, "turns": turns}


def timeline(data: dict[str, Any], key: str, go: Callable[[int], None]) -> None:
    """Draw the timeline; a click calls `go` with the number of a step of the deal."""
    import streamlit as st

    def clicked() -> None:
        step = st.session_state[key].step
        if isinstance(step, int):
            go(step)

    component = st.components.v2.component(
        "canasta_timeline",
        html='<div class="timeline"></div>',
        css=(ASSETS / "timeline.css").read_text(encoding="utf-8"),
        js=(ASSETS / "timeline.js").read_text(encoding="utf-8"),
    )
    component(key=key, data=data, on_step_change=clicked)
