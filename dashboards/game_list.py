"""The list of games with its search."""

from __future__ import annotations

from dashboards import queries, signoffs
from dashboards.listing import listing
from dashboards.plain_text import file_name
from dashboards.queries import LakeState, Row
from dashboards.remembered import afresh
from dashboards.search import search
from data.signoff import State

COLUMNS = {
    "game": "Game", "date": "Date", "players": "Players", "rules": "Rules", "deals": "Deals", "findings": "Findings",
    "differences": "Wrong figures", "status": "Log", "replay_status": "Replay", "file": "File",
}  # fmt: skip


def game_list(state: LakeState) -> Row | None:
    """Search field and table; the game that was clicked, if any."""
    import streamlit as st

    with st.container(horizontal=True, vertical_alignment="center"):
        words = search("Player, game, date, event or file")
        only = st.toggle("Only games with findings", key="only", bind="query-params")
    rows = queries.games(state, words, only_findings=only)
    if not rows:
        st.info("No game has all of these words. Use fewer of them, or switch the filter off.")
        return None
    columns = COLUMNS | ({"signoff": "Sign-off"} if signoffs.has_any(state) else {})
    return listing(_shaped(state, rows), columns, "games", opens=True, whole=lambda: _shaped(
        state, afresh(queries.games)(state, words, only_findings=only, most=queries.MOST)))  # fmt: skip


def _shaped(state: LakeState, rows: list[Row]) -> list[Row]:
    stand = signoffs.states(state, (row["game_key"] for row in rows))
    return [
        {**row, "file": file_name(row["file"] or ""), "signoff": stand.get(row["game_key"], State.DRAFT).value}
        for row in rows
    ]
