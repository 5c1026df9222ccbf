"""What can be taken away: tables as CSV, and the dossier of a game; each is made when it is asked for.

Owns the one way out of the pages: without names where that is switched on, and with cells that a spreadsheet would run
made harmless.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dashboards import lakes, names, signoffs
from dashboards.plain_text import csv_of
from dashboards.queries import LakeState, Row, recorded
from dashboards.remembered import afresh
from dashboards.source_text import all_lines
from replay.audit import audit_html


def table_button(rows: Callable[[], Sequence[Row]], what: str, key: str, *, disabled: bool = False) -> None:
    """A button that hands out rows as a file named after them."""
    import streamlit as st

    state = lakes.current() if names.is_on() else None
    number = names.numbers(state) if state else None  # asked for now: a download is made outside of the page

    def made() -> bytes:
        found = rows()
        return csv_of(found if number is None else names.nameless(number, found))

    st.download_button(
        "CSV without names" if state else "CSV", made, f"{what.replace(' ', '-')}.csv", "text/csv", key=key,
        type="tertiary", icon=":material/download:", on_click="ignore", disabled=disabled,
    )  # fmt: skip


def dossier_button(state: LakeState, row: Row, key: str) -> None:
    """A button that hands out the dossier of a game, which quotes its log: not where no names may go out."""
    import streamlit as st

    def made() -> bytes:
        record = afresh(recorded)(state, row["game_key"], row["batch"])
        lines, said = all_lines(state, row["source"]), signoffs.text_of_game(state, row)
        return audit_html(record.events, record.game, lines, signoff=said).encode()

    safe = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in row["game"]).strip("-")[:60]
    st.download_button(
        "Dossier", made, f"dossier-{safe or 'game'}.html", "text/html", key=key, type="tertiary",
        icon=":material/description:", on_click="ignore", disabled=names.is_on(),
        help="Every written figure with the cards and the rule behind the recomputed one, as a page to print.",
    )  # fmt: skip
