"""Rows in, charts out.  Knows no lake and no page; the colours are those of dashboards.theme."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import polars as pl

from dashboards.queries import Row
from dashboards.theme import BAR

WIDEST = 416  # pixels of a bar
HEIGHT = 200
MONTHS = 60  # the latest ones
BREAK = 12  # months without a game that are shown
MONTH = re.compile(r"\d{4}-\d\d")


def finding_months(rows: Sequence[Row], called: Mapping[str, str]) -> Any:
    """Findings over time: a bar for each month, months without any between them too; the one clicked is `bar`.

    A row says `what` month it is (`2026-01`); rows of no month are left out.
    """
    months = _all_months([row for row in rows if MONTH.fullmatch(row["what"])])[-MONTHS:]
    shown = [{"month": row["what"], "name": called.get(row["what"], row["what"]), **_told(row)} for row in months]
    schema = dict.fromkeys(("month", "name", "with", "share"), pl.String) | {"findings": pl.Int64}
    pick = alt.selection_point(name="bar", fields=["month"], on="click")
    wide = min(WIDEST // max(1, len(months)), 52)
    return alt.Chart(pl.DataFrame(shown, schema=schema)).mark_bar(
        cornerRadius=3, cursor="pointer", size=max(wide, 4), color=BAR,
    ).encode(
        x=alt.X("month:O", title=None, sort="ascending", axis=alt.Axis(labelAngle=-45, labelOverlap=True)),
        y=alt.Y("findings:Q", title="findings", axis=alt.Axis(tickMinStep=1, format="d")),
        opacity=alt.condition(pick, alt.value(1), alt.value(0.35)),
        tooltip=[alt.Tooltip("name:N", title="Month"), alt.Tooltip("findings:Q"), alt.Tooltip("with:N", title="in"),
                 alt.Tooltip("share:N", title="share (95 % interval)")],
    ).add_params(pick).properties(height=HEIGHT)  # fmt: skip


def _told(row: Row) -> Row:
    if not row["deals"]:
        return {"findings": 0, "with": "", "share": ""}
    return {
        "findings": row["findings"], "with": f"{row['with_finding']:,} of {row['deals']:,} deals",
        "share": f"{row['share']:.1%} ({row['share_low']:.1%} to {row['share_high']:.1%})",
    }  # fmt: skip


def _all_months(rows: Sequence[Row]) -> list[Row]:
    """The months in order, and those between them in which nothing was played, but no break of more than a year."""
    months: list[Row] = []
    last = 0
    for row in sorted(rows, key=lambda row: str(row["what"])):
        month = 12 * int(row["what"][:4]) + int(row["what"][5:]) - 1
        if month - last <= BREAK:
            months += [{"what": f"{n // 12:04}-{n % 12 + 1:02}", "deals": 0} for n in range(last + 1, month)]
        months.append(row)
        last = month
    return months
