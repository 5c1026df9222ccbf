"""The pages: which there are, what they share, and what is shown where there is nothing to show.

Run by Streamlit as the entry of `canasta dashboard`.  Holds no page of its own and asks no question of a lake but
whether there is one.
"""

from __future__ import annotations

import streamlit as st

from dashboards import lakes, login, names, theme
from dashboards.empty_states import no_lake
from dashboards.mishaps import guarded
from dashboards.plain_text import escaped

PAGES = (
    ("review", "Game review", ":material/playing_cards:"),
    ("findings", "Findings", ":material/flag:"),
    ("disputes", "Disputes", ":material/balance:"),
    ("rules", "Rules", ":material/gavel:"),
    ("imports", "Imports", ":material/upload_file:"),
)
NEED_NO_LAKE = ("imports", "rules")


def main() -> None:
    """Draw the page that the address names."""
    st.set_page_config("Canasta replay", str(theme.ASSETS / "icon.svg"), layout="wide",
                       initial_sidebar_state="collapsed")  # fmt: skip
    pages = [
        st.Page(f"views/{name}.py", title=title, icon=icon, url_path=name, default=name == "review")
        for name, title, icon in PAGES
    ]
    page = st.navigation(pages, position="top")
    st.html(theme.STYLE)
    st.html(f'<h1 class="page-title">{escaped(page.title)}</h1>')
    if not login.gate():
        return
    with st.container(key="options", width="content"), st.popover("Options", icon=":material/tune:", type="tertiary"):
        if len(lakes.offered()) > 1:
            _choose_lake()
        names.switch()
        login.badge()
    if lakes.current() is None and page.url_path not in NEED_NO_LAKE:
        no_lake()
        return
    guarded(page.run)()


def _choose_lake() -> None:
    called = lakes.names()

    def switch() -> None:
        st.query_params.from_dict({"lake": str(st.session_state["lake_number"] + 1)})

    st.session_state["lake_number"] = lakes.chosen()
    st.selectbox("Lake", range(len(called)), format_func=called.__getitem__, key="lake_number", on_change=switch)


main()
