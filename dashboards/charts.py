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


def finding_bars(rows: Sequence[Row], title: str, *, in_order: bool = False) -> Any:
    """How many findings each group has, by its `name`, the most first (`in_order`: by name).

    A bar that is clicked is picked as `bar`.
    """
    shown = [
        {"what": row["name"], "findings": row["findings"], "verdict": verdict_word(row["verdict"]),
         "with": f"{row['with_finding']:,} of {row['deals']:,} deals",
         "share": f"{row['share']:.1%} ({row['share_low']:.1%} to {row['share_high']:.1%})"}
        for row in rows[:BARS]
    ]  # fmt: skip
    pick = alt.selection_point(name="bar", fields=["what"], on="click")
    met = [verdict for verdict in VERDICTS if any(row["verdict"] == verdict for row in rows)]
    colours = alt.Scale(domain=[verdict_word(verdict) for verdict in met], range=[VERDICTS[v] for v in met])
    by_verdict = alt.Color("verdict:N", scale=colours, title=None, legend=alt.Legend(orient="bottom"))
    bars = (
        alt.Chart(pl.DataFrame(shown))
        .mark_bar(cornerRadius=3, cursor="pointer")
        .encode(
            x=alt.X("findings:Q", title="findings", axis=alt.Axis(tickMinStep=1, format="d")),
            y=alt.Y("what:N", title=None, sort="ascending" if in_order else "-x", axis=alt.Axis(labelLimit=320)),
            color=by_verdict if title == "Rule" else alt.value(VERDICTS["illegal"]),
            opacity=alt.condition(pick, alt.value(1), alt.value(0.35)),
            tooltip=[alt.Tooltip("what:N", title=title), alt.Tooltip("findings:Q"), alt.Tooltip("with:N", title="in"),
                     alt.Tooltip("share:N", title="share (95 % interval)")],
        )
        .add_params(pick)
    )  # fmt: skip
    return bars.properties(height=alt.Step(BAR))
