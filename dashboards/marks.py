"""What is worth finding in a game: takes, freezes, canastas, going out, rulings, findings and notes, each at its step.

Owns which moments are marked, in which colour and words.  Draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

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
from dashboards.theme import VERDICTS, verdict_word
from dashboards.wording import seat_word
from data.actions import Kind, Status
from data.events import Events, Game
from data.recorded import Recorded
from data.terminal import safe
from replay.review import TableView

CANASTAS = ("natural", "mixed", "wild", "sequence")
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
