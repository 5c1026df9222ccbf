"""The list of games with its search, as several pages show it."""

from __future__ import annotations

from dashboards import queries
from dashboards.queries import LakeState, Row

COLUMNS = {
    "game": "Game", "date": "Date", "players": "Players", "rules": "Rules", "deals": "Deals", "findings": "Findings",
    "differences": "Wrong figures", "status": "Log", "replay_status": "Replay",
}  # fmt: skip


def game_list(state: LakeState, key: str) -> Row | None:
    """Search field and table; the game that was clicked, if any."""
    import streamlit as st

    with st.container(horizontal=True, vertical_alignment="center"):
        words = st.text_input("Search", key=f"{key}_words", placeholder="Player, game, date, event or file",
                              icon=":material/search:", label_visibility="collapsed", type="search")  # fmt: skip
        only = st.toggle("Only games with findings", key=f"{key}_only")
    rows = queries.games(state, words or "", only_findings=only)
    if not rows:
        st.info("No game has all of these words. Use fewer of them, or switch the filter off.")
        return None
    shown = [{title: row[name] for name, title in COLUMNS.items()} for row in rows]
    of = rows[0]["of"]
    more = f" of {of:,}; search to narrow them down" if of > len(rows) else ""
    st.caption(f"{len(rows):,} games{more}. Click one to open it.")
    height = min(38 + 35 * len(shown), 640)
    event = st.dataframe(shown, hide_index=True, on_select="rerun", selection_mode="single-cell", key=f"{key}_games",
                         height=height)  # fmt: skip
    cells = event["selection"]["cells"]
    return rows[cells[0][0]] if cells and cells[0][0] < len(rows) else None
