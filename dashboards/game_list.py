"""The list of games with its search."""

from __future__ import annotations

from dashboards import queries
from dashboards.listing import listing
from dashboards.plain_text import file_name
from dashboards.queries import LakeState, Row
from dashboards.remembered import afresh
from dashboards.search import search

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
    return listing(_shaped(rows), COLUMNS, "games", opens=True, whole=lambda: _shaped(
        afresh(queries.games)(state, words, only_findings=only, most=queries.MOST)))  # fmt: skip


def _shaped(rows: list[Row]) -> list[Row]:
    return [{**row, "file": file_name(row["file"] or "")} for row in rows]
