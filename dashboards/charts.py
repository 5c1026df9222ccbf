"""Rows in, charts out.  Knows no lake and no page; the colours are those of dashboards.theme."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import polars as pl

from dashboards.queries import Row
from dashboards.theme import VERDICTS, verdict_word

BAR = 26  # pixels
BARS = 18
LEGEND = alt.Legend(orient="top", offset=4, direction="horizontal")


def finding_bars(rows: Sequence[Row], title: str) -> Any:
    """How many findings each group has, by its `name`, the most first; a bar that is clicked is picked as `bar`."""
    bars, pick = _bars(rows[:BARS], title)
    return bars.encode(
        x=alt.X("findings:Q", title="findings", axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y("what:N", title=None, sort="-x", axis=alt.Axis(labelLimit=320)),
        color=_by_verdict(rows[:BARS]) if title == "Rule" else alt.value(VERDICTS["illegal"]),
    ).add_params(pick).properties(height=alt.Step(BAR))  # fmt: skip


def finding_months(rows: Sequence[Row], title: str) -> Any:
    """Findings over time: a bar for each month by its `name`, the latest ones; like `finding_bars`."""
    months = sorted(rows, key=lambda row: str(row["name"]))[-2 * BARS :]
    bars, pick = _bars(months, title)
    return bars.mark_bar(cornerRadius=3, cursor="pointer", size=min(2 * BAR, 16 * BAR // len(months))).encode(
        x=alt.X("what:N", title=None, sort="ascending", axis=alt.Axis(labelAngle=-45)),
        y=alt.Y("findings:Q", title="findings", axis=alt.Axis(tickMinStep=1, format="d")),
        color=alt.value(VERDICTS["illegal"]),
    ).add_params(pick).properties(height=9 * BAR)  # fmt: skip


def _bars(rows: Sequence[Row], title: str) -> tuple[Any, Any]:
    """Bars with what they tell when they are pointed at, and the parameter that a click sets."""
    shown = [
        {"what": row["name"], "findings": row["findings"], "verdict": verdict_word(row["verdict"]),
         "with": f"{row['with_finding']:,} of {row['deals']:,} deals",
         "share": f"{row['share']:.1%} ({row['share_low']:.1%} to {row['share_high']:.1%})"}
        for row in rows
    ]  # fmt: skip
    pick = alt.selection_point(name="bar", fields=["what"], on="click")
    bars = alt.Chart(pl.DataFrame(shown)).mark_bar(cornerRadius=3, cursor="pointer").encode(
        opacity=alt.condition(pick, alt.value(1), alt.value(0.35)),
        tooltip=[alt.Tooltip("what:N", title=title), alt.Tooltip("findings:Q"), alt.Tooltip("with:N", title="in"),
                 alt.Tooltip("share:N", title="share (95 % interval)")],
    )  # fmt: skip
    return bars, pick


def _by_verdict(rows: Sequence[Row]) -> Any:
    met = [verdict for verdict in VERDICTS if any(row["verdict"] == verdict for row in rows)]
    colours = alt.Scale(domain=[verdict_word(verdict) for verdict in met], range=[VERDICTS[v] for v in met])
    return alt.Color("verdict:N", scale=colours, title=None, legend=LEGEND)
