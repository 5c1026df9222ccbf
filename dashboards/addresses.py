"""The address of a view: what a link must say so that it opens exactly this view, after a new reading of the log too.

A game is named by the file it was read from and the line meant there, because these never change; the id stands
beside it for people, and in case the file is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboards.queries import Row
from dashboards.steps import Step, place_of, step_of_finding
from dashboards.wording import ALL

SOURCE_LETTERS = 12


def address(row: Row, step: Step | None = None, see: str = ALL) -> dict[str, str]:
    """The query of a link to a game, or to one of its steps, as one perspective sees it."""
    place = place_of(step) if step else {"line": str(row["line"])}
    perspective = {} if see == ALL else {"see": see}
    return {"game": row["game"], "source": row["source"][:SOURCE_LETTERS], **place, **perspective}


def finding_address(finding: Row) -> dict[str, str]:
    """The query of a link to a finding, from a row that names its game, source and line."""
    turn = {"turn": f"{finding['deal']}.{finding['turn']}"} if finding["turn"] else {}
    return {
        "game": finding["game"], "source": finding["source"][:SOURCE_LETTERS], "line": str(finding["line"]), **turn,
    }  # fmt: skip


def finding_steps(steps: Sequence[Step], findings: Sequence[dict[str, Any]]) -> list[int]:
    """The steps at which findings are seen, each once, in order."""
    return sorted({step_of_finding(steps, finding) for finding in findings})
