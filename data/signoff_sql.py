"""Where the agreement on a score stands, for questions in SQL: the function `agreement` that the views use.

Owns nothing but the translation; the rules are data.signoff's, which SQL therefore need not say again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from data.signoff import Step, standing

if TYPE_CHECKING:
    import duckdb


def define(con: duckdb.DuckDBPyConnection) -> None:
    """Make `agreement(steps, sides, figures, at)` known to a connection; like data.signoff.standing."""
    import duckdb

    word, time, number = (duckdb.sqltype(name) for name in ("VARCHAR", "TIMESTAMPTZ", "INTEGER"))
    side, flag = duckdb.sqltype("SMALLINT"), duckdb.sqltype("BOOLEAN")
    step = {"state": word, "side": side, "decided_at": time, "figures": word, "hours": number, "why": word}
    sides = duckdb.list_type(side)
    told = {"state": word, "since": time, "until": time, "confirmed": sides, "objecting": sides, "outdated": flag}
    con.create_function(
        "agreement", _agreement, [duckdb.list_type(duckdb.struct_type(step)), number, word, time],
        duckdb.struct_type(told),
    )  # fmt: skip


def step_of(row: dict[str, Any]) -> Step:
    """A step from a row of `signoffs` or a part of one; what an older version did not write is empty."""
    return Step(
        row["state"] or "", row["side"], row["decided_at"], row["figures"] or "", row["hours"] or 0, row["why"] or "",
        row.get("author") or "", row.get("decided_by") or "", tuple(row.get("totals") or ()),
    )  # fmt: skip


def _agreement(steps: Sequence[dict[str, Any]], sides: int, figures: str, at: datetime) -> dict[str, Any]:
    found = standing(map(step_of, steps), sides, figures, at)
    return {
        "state": found.state.value, "since": found.since, "until": found.until, "confirmed": sorted(found.confirmed),
        "objecting": sorted(found.objections), "outdated": bool(found.outdated),
    }  # fmt: skip
