"""What became of every file of an import: counts that add up.  Counts only; it decides nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from ingest.sources import DAMAGED, READ, UNKNOWN

LINE_COUNTS = ("event_lines", "comment_lines", "blank_lines", "bad_lines", "orphan_lines")


class Problem(NamedTuple):
    """A file that was not read as a whole, and why."""

    name: str
    status: str
    reason: str


@dataclass(slots=True)
class Report:
    """The ledger of one run of `ingest`.

    `found` files are `stored` now, or are `same`: these bytes were stored before under the same reader, or are
    `forgotten`: they name a player who was to be forgotten, and are not taken in again.  `lines` and the five counts
    are those of the stored files.  `games` are those found in them: new, or `duplicates` of stored ones (of which only
    this count and a row of `games` is kept); `twins` and `conflicts` are among the new ones.
    """

    found: int = 0
    stored: int = 0
    same: int = 0
    forgotten: int = 0
    hidden: int = 0
    lakes: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    formats: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unbalanced: list[str] = field(default_factory=list)
    bytes: int = 0
    lines: int = 0
    event_lines: int = 0
    comment_lines: int = 0
    blank_lines: int = 0
    bad_lines: int = 0
    orphan_lines: int = 0
    games: int = 0
    duplicates: int = 0
    twins: int = 0
    conflicts: int = 0
    events: int = 0
    errors: int = 0
    warnings: int = 0
    codes: dict[str, int] = field(default_factory=dict)
    batches: list[str] = field(default_factory=list)
    interrupted: bool = False
    slowest: tuple[str, float] = ("", 0.0)
    began: float = field(default_factory=perf_counter)
    seconds: float = 0.0

    def balances(self) -> bool:
        """Whether every file found and every line read has a place; an interrupted run has not reached its files."""
        files = self.found == self.stored + self.same + self.forgotten and self.stored == sum(self.statuses.values())
        lines = self.lines == sum(getattr(self, name) for name in LINE_COUNTS) and not self.unbalanced
        return lines and (files or self.interrupted)

    @property
    def new_games(self) -> int:
        return self.games - self.duplicates

    @property
    def unreadable(self) -> bool:
        """Whether some line or file could not be read; lines that belong to no game are such lines."""
        return bool(self.errors or self.bad_lines or self.orphan_lines or self.problems)

    def add(self, row: dict[str, object]) -> None:
        """Count one stored source, given its row of the table `sources`."""
        self.stored += 1
        status, name, reason = str(row["status"]), str(row["name"]), str(row["reason"])
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status in (READ, DAMAGED):
            form = str(row["format"])
            self.formats[form] = self.formats.get(form, 0) + 1
        if status != READ:
            self.problems.append(Problem(name, status, reason))
        if not row["balanced"]:
            self.unbalanced.append(name)
        for count in ("bytes", "lines", *LINE_COUNTS, "games", "duplicates", "twins", "conflicts", "events", "errors",
                      "warnings"):  # fmt: skip
            setattr(self, count, getattr(self, count) + row[count])
        seconds = row["seconds"]
        assert isinstance(seconds, float)
        if seconds > self.slowest[1]:
            self.slowest = (name, seconds)


__all__ = ["LINE_COUNTS", "UNKNOWN", "Problem", "Report"]
