"""One game under review: what the log says of it, what the replay says, its steps, and what marks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dashboards import lakes, notes, queries, review_html
from dashboards.addresses import address
from dashboards.marks import Mark, deal_marks, finding_marks, note_marks
from dashboards.queries import LakeState, Row
from dashboards.steps import Step, step_of_finding, steps_of
from dashboards.wording import ALL, PUBLIC, Perspective, seat_word
from data.recorded import Recorded

if TYPE_CHECKING:
    from dashboards.scenes import Scene


@dataclass(frozen=True, slots=True)
class Review:
    """One game with its steps, findings and deals; rows are those of dashboards.queries."""

    state: LakeState
    row: Row
    record: Recorded
    steps: list[Step]
    findings: list[Row]
    deals: list[Row]
    found: Counter[int]  # findings by the place of their deal
    scenes: dict[tuple[int, str], Scene] = field(default_factory=dict)  # drawn so far, by step and perspective

    @property
    def notes(self) -> list[Row]:
        """The notes of reviewers on this game, as they are now."""
        last = max(step.line for step in self.steps)
        return notes.of_game(self.state, self.row, last)

    def sides(self) -> list[str]:
        """The sides with who sits there, for the head of a score sheet."""
        game = self.record.game
        return [f"{side.name} ({', '.join(seat_word(game, seat) for seat in side.seats)})" for side in game.sides]

    def perspective(self, see: str) -> Perspective:
        """The perspective an address means; that of all cards where it means none."""
        return Perspective(see if see in (ALL, PUBLIC, *self.record.game.seats) else ALL)

    def address(self, at: int, see: str) -> dict[str, str]:
        """The query of a link to a step as one perspective sees it, the lake included."""
        return {**address(self.row, self.steps[at], see), **lakes.in_address()}

    def own_marks(self, said: Sequence[Row], perspective: Perspective) -> list[Mark]:
        """The findings and notes of the whole game, as far as a perspective may read them."""
        words = [review_html.sentence_of(finding, perspective) for finding in self.findings]
        return [
            *note_marks(self.steps, said, told=perspective.all), *finding_marks(self.steps, self.findings, words)
        ]  # fmt: skip

    def deal_marks(self, place: int) -> list[Mark]:
        """What happened in one deal."""
        return deal_marks(self.state, self.row["game_key"], self.row["batch"], place)


def review_of(state: LakeState, row: Row) -> Review:
    """The game that a row of the list names."""
    record, key = queries.recorded(state, row["game_key"], row["batch"]), row["game_key"]
    steps = steps_of(record.events, record.game)
    findings = queries.findings_of(state, key)
    found = Counter(steps[step_of_finding(steps, finding)].deal_place for finding in findings if steps)
    return Review(state, row, record, steps, findings, queries.deals_of(state, key), found)
