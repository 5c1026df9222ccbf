"""Findings: which rules are broken, by whom, in whose logs and when; each finding is one click away from its turn."""

from __future__ import annotations

import streamlit as st

from dashboards import lakes, queries
from dashboards.addresses import finding_address
from dashboards.charts import finding_bars
from dashboards.empty_states import no_games, not_replayed
from dashboards.finding_queries import GROUPS, Group, finding_groups, finding_list
from dashboards.listing import listing
from dashboards.plain_text import file_name
from dashboards.queries import LakeState, Row
from dashboards.search import search
from dashboards.sums import sums

GROUP_COLUMNS = {
    "findings": "Findings", "with_finding": "Deals with one", "deals": "of deals", "share": "Share",
    "interval": "95 % interval",
}  # fmt: skip
COLUMNS = {
    "game": "Game", "date": "Date", "deal": "Deal", "turn": "Turn", "player": "Player", "verdict": "Verdict",
    "message": "Finding", "rule": "Rule", "ruling": "Ruling", "file": "File", "line": "Line",
}  # fmt: skip


def page() -> None:
    """Counts on the left, single findings below."""
    state = lakes.current()
    if state is None:
        return
    totals = queries.totals(state)
    if not totals["games"]:
        no_games()
        return
    if not totals["replayed"]:
        not_replayed()
        return
    _sums(totals)
    group = _choose(state)
    found = _found(state, group)
    chosen = listing(found, COLUMNS, "findings", what="findings", opens=True) if found else None
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


def _found(state: LakeState, group: Group) -> list[Row]:
    rows = finding_list(state, group, st.session_state.get("words") or "")
    return [{**row, "file": file_name(row["file"] or ""), "turn": row["turn"] or None} for row in rows]


def _choose(state: LakeState) -> Group:
    """What is counted, by what, and which group is looked at."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        by = st.segmented_control(
            "Count by", GROUPS, format_func=str.capitalize, default="rule", required=True, key="by",
            bind="query-params", label_visibility="collapsed", on_change=_forget,
        )  # fmt: skip
        every = st.toggle("Doubts, irregularities and refused acts too", key="every", bind="query-params")
    rows = finding_groups(state, Group(every=every, by=by))
    if not rows:
        return Group(every=every, by=by)
    names = _names(by, [row["what"] for row in rows])
    word = {row["what"]: f"{names[row['what']]} ({row['findings']:,})" for row in rows}
    rows = [{**row, "name": names[row["what"]]} for row in rows]
    left, right = st.columns(2, gap="medium")
    with left:
        st.altair_chart(finding_bars(rows, by.capitalize(), in_order=by == "month"), key="bars",
                        on_select=lambda: _picked(names), alt=f"findings by {by}")  # fmt: skip
    with right:
        interval = {row["what"]: f"{row['share_low']:.1%} to {row['share_high']:.1%}" for row in rows}
        shown = [{**row, by: row["name"], "interval": interval[row["what"]]} for row in rows]
        share = st.column_config.NumberColumn("Share", format="percent")
        listing(shown, {by: by.capitalize(), **GROUP_COLUMNS, "share": share}, "groups", what=f"groups by {by}")
    if st.session_state.get("pick") not in names:
        st.session_state["pick"] = None
    with st.container(horizontal=True):
        pick = st.selectbox(f"Only this {by}", list(names), index=None, format_func=word.__getitem__, key="pick",
                            placeholder=f"Every {by}", label_visibility="collapsed")  # fmt: skip
        search("Game, player, rule or words of a finding")
    return Group(every=every, by=by, pick=pick)


def _names(by: str, groups: list[str]) -> dict[str, str]:
    """What to call each group; files by their last part, as long as that tells them apart."""
    none = "(a whole deal)" if by == "player" else "(not said)"
    short = {what: (file_name(what) if by == "file" else what) or none for what in groups}
    return short if len(set(short.values())) == len(short) else {what: what or none for what in groups}


def _forget() -> None:
    st.session_state["pick"] = None


def _picked(names: dict[str, str]) -> None:
    """A bar was clicked: look at its findings only; a click beside the bars takes that back."""
    points = st.session_state["bars"]["selection"].get("bar", [])
    name = points[0].get("what") if points else None
    st.session_state["pick"] = next((what for what, called in names.items() if called == name), None)


if __name__ == "__main__":
    page()
