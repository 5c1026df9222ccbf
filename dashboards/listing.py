"""A list of rows as pages show it: a table whose rows can be clicked, how many there are, and a download.

Cells are drawn by a grid that knows no markup, so text from logs stays text there; in the download, cells that a
spreadsheet would run are made harmless.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dashboards import lakes, names
from dashboards.plain_text import csv_of
from dashboards.queries import Row

ROW_HEIGHT = 35
TALLEST = 640


def listing(rows: Sequence[Row], columns: Mapping[str, Any], key: str, *, what: str, opens: bool = False) -> Row | None:
    """Show some columns (name -> title, or a column configuration of Streamlit) of some rows.

    `what` names the rows (`games`), also in the file that can be downloaded.  Where `opens` is set, the row whose cell
    was clicked is returned.
    """
    import streamlit as st

    shown = [{name: row[name] for name in columns} for row in rows]
    of = rows[0].get("of", len(rows)) if rows else 0
    more = f" of {of:,}, the first ones; search to narrow them down" if of > len(rows) else ""
    click = " Click one to open it." if opens else ""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(f"{len(rows):,} {what}{more}.{click}", width="content")
        download(shown, what, f"{key}_csv")
    look: dict[str, Any] = {
        "hide_index": True, "column_config": dict(columns), "key": key,
        "placeholder": "", "height": min(ROW_HEIGHT * (len(shown) + 1) + 3, TALLEST),
    }  # fmt: skip
    if not opens:
        st.dataframe(shown, **look)
        return None
    event = st.dataframe(shown, **look, on_select="rerun", selection_mode="single-cell")
    cells = event["selection"]["cells"]
    return rows[cells[0][0]] if cells and cells[0][0] < len(rows) else None


def download(rows: Sequence[Row], what: str, key: str) -> None:
    """A button that hands out rows as a file, without names where that is switched on."""
    import streamlit as st

    state = lakes.current() if names.is_on() else None
    given = names.nameless(state, rows) if state else rows
    st.download_button(
        "CSV without names" if state else "CSV", csv_of(given), f"{what.replace(' ', '-')}.csv", "text/csv", key=key,
        type="tertiary", icon=":material/download:", on_click="ignore", disabled=not rows,
    )  # fmt: skip
