"""Findings: which rules are broken, by whom, in whose logs and when; each finding is one click away from its turn."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from dashboards import lakes, names
from dashboards.addresses import finding_address
from dashboards.charts import finding_bars, finding_months
from dashboards.finding_queries import GROUPS, Group, finding_groups, finding_list
from dashboards.heads import replayed
from dashboards.listing import listing
from dashboards.plain_text import file_name
from dashboards.queries import MOST, LakeState, Row
from dashboards.remembered import afresh
from dashboards.search import search
from dashboards.sums import sums

GROUP_COLUMNS = {
    "findings": "Findings", "with_finding": "Deals with one", "deals": "of deals", "share": "Share",
    "interval": "95 % interval",
}  # fmt: skip
COLUMNS = {
    "game": "Game", "date": "Date", "deal": "Deal", "turn": "Turn", "player": "Player", "verdict": "Verdict",
    "message": st.column_config.TextColumn("Finding", width=470), "rule": "Rule", "ruling": "Ruling", "where": "Where",
}  # fmt: skip


def page() -> None:
    """Counts on the left, single findings below."""
    found_lake = replayed()
    if found_lake is None:
        return
    state, totals = found_lake
    _sums(totals)
    group = _choose(state)
    words = st.session_state.get("words") or ""
    found = _shaped(finding_list(state, group, words))
    chosen = None
    if found:
        chosen = listing(found, COLUMNS, "findings", opens=True, whole=lambda: _shaped(
            afresh(finding_list)(state, group, words, most=MOST)))  # fmt: skip
    if chosen:
        st.switch_page("views/review.py", query_params={**finding_address(chosen), **lakes.in_address()})
    if not found:
        st.success("Nothing found here: no finding fits what is chosen above.", icon=":material/check_circle:")


def _sums(totals: Row) -> None:
    sums((
        ("Games replayed", f"{totals['replayed']:,}", f"of {totals['games']:,} in the lake"),
        ("Findings that matter", f"{totals['findings']:,}", "no doubts, irregularities or refused acts"),
        ("Figures that differ", f"{totals['differences']:,}", "from the recomputed ones"),
    ))  # fmt: skip


def _shaped(rows: list[Row]) -> list[Row]:
    return [
        {**row, "where": f"{file_name(row['file'] or '')}:{row['line']}", "turn": row["turn"] or None} for row in rows
    ]


def _choose(state: LakeState) -> Group:
    """What is counted, by what, and which group is looked at."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        by = st.segmented_control(
            "Count by", GROUPS, format_func=str.capitalize, default="rule", required=True, key="by",
            bind="query-params", label_visibility="collapsed", on_change=_forget,
        ) or GROUPS[0]  # fmt: skip
        every = st.toggle("Doubts, irregularities and refused acts too", key="every", bind="query-params")
    rows = finding_groups(state, Group(every=every, by=by))
    if not rows:
        return Group(every=every, by=by)
    called = _names(state, by, [row["what"] for row in rows])
    word = {row["what"]: f"{called[row['what']]} ({row['findings']:,})" for row in rows}
    rows = [{**row, "name": called[row["what"]]} for row in rows]
    left, right = st.columns(2, gap="medium")
    with left:
        draw = finding_months if by == "month" else finding_bars
        st.altair_chart(draw(rows, by.capitalize()), key="bars", on_select=lambda: _picked(called),
                        alt=f"findings by {by}")  # fmt: skip
    with right:
        interval = {row["what"]: f"{row['share_low']:.1%} to {row['share_high']:.1%}" for row in rows}
        shown = [{**row, by: row["name"], "interval": interval[row["what"]]} for row in rows]
        share = st.column_config.NumberColumn("Share", format="percent")
        listing(shown, {by: by.capitalize(), **GROUP_COLUMNS, "share": share}, f"groups by {by}")
    if st.session_state.get("pick") not in called:
        st.session_state["pick"] = None
    with st.container(horizontal=True):
        pick = st.selectbox(f"Only this {by}", list(called), index=None, format_func=word.__getitem__, key="pick",
                            placeholder=f"Every {by}", label_visibility="collapsed")  # fmt: skip
        search("Game, player, rule or words of a finding")
    return Group(every=every, by=by, pick=pick)


def _names(state: LakeState, by: str, groups: list[str]) -> dict[str, str]:
    """What to call each group: files by their last part, people by numbers where no names may go out; none twice."""
    none = "(a whole deal)" if by == "player" else "(not said)"
    called = {what: (file_name(what) if by == "file" else what) or none for what in groups}
    if names.is_on():
        mask = names.Mask(names.numbers(state))
        called = {what: str(mask.value(by, word)) for what, word in called.items()}
    met: Counter[str] = Counter()
    for what, word in called.items():
        met[word] += 1
        called[what] = f"{word} ({met[word]})" if met[word] > 1 else word
    return called


def _forget() -> None:
    st.session_state["pick"] = None


def _picked(called: dict[str, str]) -> None:
    """A bar was clicked: look at its findings only; a click beside the bars takes that back."""
    points = st.session_state["bars"]["selection"].get("bar", [])
    name = points[0].get("what") if points else None
    st.session_state["pick"] = next((what for what, word in called.items() if word == name), None)


if __name__ == "__main__":
    page()
