"""The search field of lists; what is typed stands in the address."""

from __future__ import annotations


def search(what: str) -> str:
    """A field that says what can be searched for; the words typed."""
    import streamlit as st

    words = st.text_input(
        "Search", key="words", bind="query-params", placeholder=what, icon=":material/search:", type="search",
        label_visibility="collapsed",
    )  # fmt: skip
    return words or ""
