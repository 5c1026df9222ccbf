"""What a replay says of one game: rows of integers as the kernel wrote them, and findings in words.

Records of it (replay.records) and tables (replay.tables) are made of it.  No rule and no rendering here.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from data.events import Events, Game
from replay.codes import BROKEN, HIDDEN, HOLDS, MINIMUM_AT, NOBODY, RUNNING_AT, SIDE_WIDTH, UNBOUNDED
from replay.result import Amount, ClaimVerdict, Finding
from replay.rows import Rows

CLAIM_VERDICTS = {HOLDS: "equal", BROKEN: "differs", HIDDEN: "cannot_tell"}


@dataclass(slots=True)
class Judged:
    """One game judged; `turns`, `sides` and `seats` are flat, with rows of the columns that replay.rows names.

    `low`, `high` and `answers` stand beside the claims of the game: its bounds, and whether it holds.
    """

    events: Events
    game: Game
    ruleset: str
    ruleset_hash: str
    options: dict[str, object]
    status: str
    deals: list[dict[str, int]] = field(default_factory=list)
    turns: array[int] = field(default_factory=lambda: array("i"))
    sides: array[int] = field(default_factory=lambda: array("i"))
    seats: array[int] = field(default_factory=lambda: array("i"))
    seat_findings: array[int] = field(default_factory=lambda: array("i"))  # illegal plays that stood, by row of `seats`
    low: array[int] = field(default_factory=lambda: array("i"))
    high: array[int] = field(default_factory=lambda: array("i"))
    answers: array[int] = field(default_factory=lambda: array("i"))
    findings: list[Finding] = field(default_factory=list)
    winner: int = NOBODY
    notes: list[str] = field(default_factory=list)

    @property
    def totals(self) -> list[Amount]:
        """The running total of each side after the last deal; none where there was no deal."""
        if not self.deals:
            return []
        first = self.deals[-1]["side_first"]
        return [self.figure(first + side, RUNNING_AT) for side in range(len(self.game.sides))]

    def figure(self, side: int, place: int) -> Amount:
        """A figure of a row of `sides`, of which the lower bound stands at a place (replay.rows)."""
        at = side * SIDE_WIDTH + place
        return amount_of(self.sides[at], self.sides[at + 1])

    def minimum(self, side: int) -> int:
        """The minimum of a row of `sides`."""
        return self.sides[side * SIDE_WIDTH + MINIMUM_AT]

    @property
    def differences(self) -> int:
        """How many claims are not what was recomputed."""
        return self.answers.count(BROKEN)

    @property
    def claims(self) -> list[ClaimVerdict]:
        """Every claim beside its recomputed figure."""
        rows = zip(self.game.claims, self.low, self.high, self.answers, strict=True)
        return [ClaimVerdict(claim, amount_of(low, high), CLAIM_VERDICTS[answer]) for claim, low, high, answer in rows]


def unjudgeable(events: Events, game: Game, note: str, ruleset: str, ruleset_hash: str) -> Judged:
    """A game of which nothing can be said but why."""
    judged = Judged(events, game, ruleset, ruleset_hash, {}, "unjudgeable", notes=[note])
    judged.low = array("i", [-UNBOUNDED]) * len(game.claims)
    judged.high = array("i", [UNBOUNDED]) * len(game.claims)
    judged.answers = array("i", [HIDDEN]) * len(game.claims)
    return judged


def named(rows: array[int], names: tuple[str, ...], first: int = 0, last: int | None = None) -> list[dict[str, int]]:
    """Rows `first` up to, not including, `last`, by the names of their columns."""
    width = len(names)
    ends = range(first * width, len(rows) if last is None else last * width, width)
    return [dict(zip(names, rows[at : at + width], strict=True)) for at in ends]


def filled(rows: Rows) -> array[int]:
    """All rows that the kernel wrote, one after the other."""
    return copied(memoryview(rows.data)[: rows.count * rows.width])


def copied(numbers: array[int] | memoryview) -> array[int]:
    """Numbers that the kernel keeps."""
    return array("i", memoryview(numbers).tobytes())


def amount_of(low: int, high: int) -> Amount:
    """The figure between two bounds of the kernel."""
    return Amount(None if low <= -UNBOUNDED else low, None if high >= UNBOUNDED else high)
