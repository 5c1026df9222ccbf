"""Findings: which rules are broken, by whom, in whose logs and when; each finding is one click away from its turn."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from dashboards import lakes, names
from dashboards.addresses import finding_address
from dashboards.charts import finding_months
from dashboards.finding_queries import GROUPS, OLD, Group, finding_groups, finding_list
from dashboards.heads import replayed
from dashboards.listing import key_of, listing
from dashboards.plain_text import file_name, label
from dashboards.queries import MOST, LakeState, Row
from dashboards.remembered import afresh
from dashboards.search import search
from dashboards.sums import sums
from dashboards.theme import BAR, VERDICTS, verdict_word
from replay.review import rule_text

VERDICT = st.column_config.MultiselectColumn(
    "Verdict", options=[verdict_word(verdict) for verdict in VERDICTS], color=list(VERDICTS.values())
)
COLUMNS = {
    "verdict": VERDICT, "message": st.column_config.TextColumn("Finding", width=470), "player": "Player",
    "game": "Game", "deal": "Deal", "turn": "Turn", "rule": "Rule", "ruling": "Ruling", "date": "Date",
    "where": "Where",
}  # fmt: skip
# What to call the group of findings that belong to nobody and nothing.
NONE = {
    ("player", ""): "(a whole deal)", ("card", ""): "(no card)", ("card", OLD): "(judged before cards were noted)",
}  # fmt: skip
WITH_CARDS = (
    "A finding counts with each card that its sentence names, and the taking of a pile with the top card. "
    "Those about scores, counts, draws, going out and whose turn it was are about no card."
)


def page() -> None:
    """Counts by one thing, and the single findings below."""
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
        {**row, "where": f"{file_name(row['file'] or '')}:{row['line']}", "turn": row["turn"] or None,
         "verdict": verdict_word(row["verdict"])}
        for row in rows
    ]  # fmt: skip


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
        return Group(every=every)
    called = _names(state, by, [row["what"] for row in rows])
    if by == "month":
        chart = finding_months(rows, called)
        st.altair_chart(chart, key="bars", on_select=lambda: _bar(called), alt="findings by month")
    _ranking(rows, by, called)
    if by == "card":
        st.caption(WITH_CARDS)
    name = st.query_params.get("pick", "")
    pick = next((what for what, word in called.items() if word == name), None)
    with st.container(horizontal=True, vertical_alignment="center"):
        if pick is not None:
            st.button(f"Only {label(name)}", key="all", icon=":material/close:", on_click=_forget, args=[by],
                      help=f"Back to every {by}.")  # fmt: skip
        search("Game, player, rule or words of a finding")
    return Group(every=every) if pick is None else Group(every=every, by=by, pick=pick)


def _ranking(rows: list[Row], by: str, called: dict[str, str]) -> None:
    """The groups, those with most findings first and what belongs nowhere last; a month stands before those it follows.

    The one that is clicked is looked at alone.
    """
    order = sorted(rows, key=lambda row: row["what"], reverse=True) if by == "month" else rows
    shown = [
        {**row, by: called[row["what"]], "verdict": verdict_word(row["verdict"]), "says": _says(by, row["what"]),
         "interval": f"{row['share_low']:.1%} to {row['share_high']:.1%}"}
        for row in sorted(order, key=lambda row: row["what"] in ("", OLD))
    ]  # fmt: skip
    most = max(1, *(row["findings"] for row in rows))
    column = st.column_config
    bar = column.ProgressColumn("Findings", format="localized", max_value=most, color=BAR, width=160)
    columns = {
        by: column.TextColumn(by.capitalize()),
        "findings": bar, **({"verdict": VERDICT, "says": "What it asks for"} if by == "rule" else {}),
        "with_finding": column.NumberColumn("Deals with one", format="localized"),
        "deals": column.NumberColumn("of deals", format="localized"),
        "share": column.NumberColumn("Share", format="percent"), "interval": "95 % interval",
    }  # fmt: skip
    listing(shown, columns, f"groups by {by}", opens=lambda row: _pick(row[by] if row else None))


def _says(by: str, what: str) -> str:
    """The sentence of a rule; "" for what is none."""
    text = rule_text(what) if by == "rule" else None
    return text.sentence if text else ""


def _names(state: LakeState, by: str, groups: list[str]) -> dict[str, str]:
    """What to call each group: files by their last part, people by numbers where no names may go out; none twice."""
    called = {what: file_name(what) if by == "file" else what for what in groups}
    called |= {what: NONE.get((by, what), "(not said)") for what in groups if not what or (by, what) in NONE}
    if names.is_on() and by in (*names.NAMES, *names.MADE_UP):
        mask = names.Mask(names.numbers(state))
        called = {what: str(mask.value(by, word)) for what, word in called.items()}
    met: Counter[str] = Counter()
    for what, word in called.items():
        met[word] += 1
        called[what] = f"{word} ({met[word]})" if met[word] > 1 else word
    return called


def _pick(name: str | None) -> None:
    """Look at the findings of one group only, or of all; the address says so."""
    if name is None:
        st.query_params.pop("pick", None)
    else:
        st.query_params["pick"] = name


def _bar(called: dict[str, str]) -> None:
    """A bar of the chart was clicked; a click beside the bars takes that back."""
    points = st.session_state["bars"]["selection"].get("bar", [])
    _pick(called.get(points[0].get("month")) if points else None)


def _forget(by: str | None = None) -> None:
    _pick(None)
    if by:
        st.session_state[key_of(f"groups by {by}")] = {"selection": {"rows": [], "columns": [], "cells": []}}


if __name__ == "__main__":
    page()
