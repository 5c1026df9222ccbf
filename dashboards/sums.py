"""A row of numbers at the head of a page."""

from __future__ import annotations

from collections.abc import Iterable

from dashboards.plain_text import escaped


def sums(numbers: Iterable[tuple[str, str, str]]) -> None:
    """Show numbers, each with its name and a remark ("" = none); all raw text."""
    import streamlit as st

    tiles = "".join(
        f'<div class="sum-tile"><span class="quiet small">{escaped(name)}</span><b>{escaped(number)}</b>'
        f'<span class="quiet small">{escaped(remark)}</span></div>'
        for name, number, remark in numbers
    )
    st.html(f'<div class="sums">{tiles}</div>')


def counted(number: int, word: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")
