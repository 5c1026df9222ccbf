"""A list of rows as pages show it: a table whose rows can be clicked, how many there are, and a download.

Cells are drawn by a grid that knows no markup, and what cannot be seen is spelt out, so text from logs stays text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dashboards.downloads import table_button
from dashboards.queries import Row
from data.terminal import safe

ROW_HEIGHT = 35
TALLEST = 640
SHORTER = 388  # of a list that leads to what stands under it


def listing(
    rows: Sequence[Row], columns: Mapping[str, Any], what: str, *,
    opens: bool | Callable[[Row | None], None] = False, whole: Callable[[], Sequence[Row]] | None = None,
) -> Row | None:  # fmt: skip
    """Show some columns (name -> title, or a column configuration of Streamlit) of some rows.

    `what` names the rows (`games`), also in the file that can be downloaded; `whole` finds all rows for it where more
    are there than are shown.  Where `opens` is set, the row whose cell was clicked is returned; where it is a function,
    that is called with the row as soon as one is clicked, and with None when it is clicked again.
    """
    import streamlit as st

    shown = _of(rows, columns)
    of = rows[0].get("of", len(rows)) if rows else 0
    more = f" of {of:,}, the first ones; search to narrow them down" if of > len(rows) else ""
    click = "Click one to look at it." if callable(opens) else "Click one to open it." if opens else ""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(f"{_counted(len(rows), what)}{more}. {click}".rstrip(), width="content")
        find = whole if whole and of > len(rows) else None
        table_button(lambda: _of(find(), columns) if find else shown, what, f"csv_{what}", disabled=not rows)
    look: dict[str, Any] = {
        "hide_index": True, "column_config": dict(columns), "key": key_of(what),
        "placeholder": "", "alt": _counted(len(rows), what),
        "height": min(ROW_HEIGHT * (len(shown) + 1) + 3, SHORTER if callable(opens) else TALLEST),
    }  # fmt: skip
    if not opens:
        st.dataframe(shown, **look)
        return None
    look["on_select"] = (lambda: opens(_clicked(st.session_state[look["key"]], rows))) if callable(opens) else "rerun"
    return _clicked(st.dataframe(shown, **look, selection_mode="single-cell"), rows)


def key_of(what: str) -> str:
    """Under which key the page remembers what is clicked in the list of these rows."""
    return f"list_{what}"


def _clicked(event: Mapping[str, Any], rows: Sequence[Row]) -> Row | None:
    cells = event["selection"]["cells"]
    return rows[cells[0][0]] if cells and cells[0][0] < len(rows) else None


def _counted(number: int, what: str) -> str:
    """`1 group by rule`, `1,200 groups by rule`."""
    first, blank, rest = what.partition(" ")
    return f"{number:,} {first[:-1] if number == 1 else first}{blank}{rest}"


def _of(rows: Sequence[Row], columns: Mapping[str, Any]) -> list[Row]:
    return [{name: _shown(row[name]) for name in columns} for row in rows]


def _shown(value: object) -> object:
    """A cell: text with its control characters and direction marks spelt out."""
    return safe(value) if isinstance(value, str) else value
