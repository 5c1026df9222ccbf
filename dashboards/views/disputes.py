"""Disputes: figures that somebody wrote and the replay cannot confirm, with the cards and turns behind each."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dashboards import lakes, queries, review_html, signoffs
from dashboards.addresses import address, finding_address
from dashboards.cards import style_sheet
from dashboards.disputed import Disputed, Ended, disputed
from dashboards.downloads import dossier_button, table_button
from dashboards.empty_states import nothing
from dashboards.finding_queries import claim_counts, disputed_games, disputes
from dashboards.heads import replayed
from dashboards.listing import listing
from dashboards.plain_text import escaped
from dashboards.queries import LakeState, Row
from dashboards.remembered import afresh
from dashboards.search import search
from dashboards.sheet_html import behind_html, between, item_word, sheet_html, sheet_rows
from dashboards.sums import counted, sums
from dashboards.table_html import Table, table_html
from dashboards.wording import Perspective
from data.signoff import State

COLUMNS = {
    "game": "Game", "deal": "Deal", "side": "Side", "figure": "Figure",
    "claimed": st.column_config.NumberColumn("Claimed", format="localized"),
    "shown": st.column_config.TextColumn("Recomputed", alignment="right"),
    "difference": st.column_config.NumberColumn("Difference", format="%+d"), "claimant": "Written by",
    "signoff": "Sign-off", "date": "Date", "players": "Players",
}  # fmt: skip
TURN_COLUMNS = {
    "turn": "Turn", "player": "Player", "melded": "Cards laid", "points": "Points", "bonus": "Bonus", "taken": "Pile",
    "line": "Line",
}  # fmt: skip


def page() -> None:
    """The disputed figures, and under them the one that was clicked."""
    found = replayed()
    if found is None:
        return
    state, _ = found
    _sums(claim_counts(state))
    with st.container(horizontal=True, vertical_alignment="center"):
        words = search("Game, player, who wrote it, or which figure")
        unsure = st.toggle("Also where nobody can tell", key="unsure", bind="query-params",
                           help="Figures that depend on cards the log does not show.")  # fmt: skip
        games = _signed_off(state, unsure=unsure)
    rows = disputes(state, words, unsure=unsure, games=games)
    if not rows:
        if words or games is not None:
            st.info("No disputed figure has all of these words and stands so. Use fewer words, or any sign-off.")
        else:
            st.success("No figure differs from the recomputed one.", icon=":material/check_circle:")
        return

    def every() -> list[Row]:
        return afresh(disputes)(state, words, unsure=unsure, most=queries.MOST, games=games)

    listing(_shaped(state, rows), COLUMNS, "figures", opens=_look_at, whole=lambda: _shaped(state, every()))
    _explain(state, _looked_at(rows, every))


def _look_at(claim: Row | None) -> None:
    """Show what stands behind a figure, or behind the first one; the address says so."""
    if claim is None:
        st.query_params.pop("figure", None)
    else:
        st.query_params["figure"] = place(claim)


def _looked_at(rows: list[Row], every: Callable[[], list[Row]]) -> Row:
    """The figure that the address means, also one that is not among the first; the first where it means none."""
    asked = st.query_params.get("figure")
    if not asked:
        return rows[0]
    found = [row for row in rows if place(row) == asked]
    if not found and rows[0]["of"] > len(rows):
        found = [row for row in every() if place(row) == asked]
    return (found or rows)[0]


def place(claim: Row) -> str:
    """Where a figure stands: its source, line and column, and what it is a figure of."""
    return f"{claim['source'][:12]}.{claim['line']}.{claim['col']}.{claim['side']}.{claim['item']}"


def _signed_off(state: LakeState, *, unsure: bool) -> tuple[str, ...] | None:
    """The games that stand as is chosen; None for all, where nothing is or nobody has ever signed anything off."""
    if not signoffs.has_any(state):
        return None
    wanted = st.selectbox("Sign-off", [*State], index=None, placeholder="Any sign-off", key="signoff",
                          format_func=lambda one: one.value, bind="query-params", label_visibility="collapsed",
                          width=170)  # fmt: skip
    if not wanted:
        return None
    games = disputed_games(state, unsure=unsure)
    stand = signoffs.states(state, games)
    return tuple(key for key in games if stand.get(key, State.DRAFT) == wanted)


def _shaped(state: LakeState, rows: list[Row]) -> list[Row]:
    stand = signoffs.states(state, (row["game_key"] for row in rows))
    return [
        {**row, "figure": item_word(row["item"]), "shown": between(row["low"], row["high"]),
         "signoff": stand.get(row["game_key"], State.DRAFT).value}
        for row in rows
    ]  # fmt: skip


def _sums(counts: Row) -> None:
    sums((
        ("Figures written", f"{counts['figures']:,}", "on sheets and in totals"),
        ("Confirmed", f"{counts['equal']:,}", "by the replay"),
        ("Different", f"{counts['differs']:,}", f"in {counted(counts['games'], 'game')}"),
        ("Nobody can tell", f"{counts['unsure']:,}", "cards that decide are not in the log"),
    ))  # fmt: skip


def _explain(state: LakeState, claim: Row) -> None:
    """One figure: the whole sheet of the deal, the line it stands in, the turns behind it, the table at the end."""
    found = disputed(state, claim)
    if found is None:
        return
    off = f" ({claim['difference']:+,})" if claim["difference"] is not None else ""
    who = f"{claim['claimant']} wrote" if claim["claimant"] else "The log says"
    figure = f"{item_word(claim['item'])} of {claim['side']}"
    told = (
        f"{claim['game']}, deal {claim['deal']}: {who} {claim['claimed']:,} for {figure}; the replay says "
        f"{between(claim['low'], claim['high'])}{off}."
    )
    behind = found.behind(claim)
    cards = behind_html(behind) if behind else ""
    st.html(f'<div class="panel finding" style="--v:#c76a00"><p class="sentence">{escaped(told)}</p>{cards}</div>')
    st.html(review_html.line_html(found.excerpt, claim["line"], claim["col"], file=found.row["file"] or ""))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _sheet(state, found, claim)
    with right:
        st.markdown("**Turns behind it**")
        _turns(found, claim)
    if found.ended:
        _last_table(found.row, found.ended)


def _sheet(state: LakeState, found: Disputed, claim: Row) -> None:
    sides = found.sides()
    html = sheet_html(sides, found.scores, found.claims, found.evidence)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown("**Claimed and recomputed**", width="content")
        with st.container(horizontal=True, width="content"):
            table_button(lambda: sheet_rows(sides, found.scores, found.claims), f"scores of deal {claim['deal']}",
                         "sheet_csv", disabled=not html)  # fmt: skip
            dossier_button(state, found.row, "dossier")
    if html:
        st.html(html)


def _turns(found: Disputed, claim: Row) -> None:
    if not found.turns:
        st.caption("This side melded nothing, or the deal has no turns in the log.")
        return
    points = sum(turn["points"] for turn in found.turns)
    st.caption(f"Cards laid by {len(found.turns)} turns of this side are worth {points:,} points in all.")
    chosen = listing(found.turns, TURN_COLUMNS, "turns", opens=True)
    if chosen:
        place = finding_address({**claim, "line": chosen["line"], "turn": chosen["turn"], "game": found.row["game"]})
        st.switch_page("views/review.py", query_params={**place, **lakes.in_address()})


def _last_table(row: Row, ended: Ended) -> None:
    """The table when the deal ended: the cards that were counted."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown("**The table at the end of the deal**", width="content")
        st.page_link("views/review.py", label="Open in Game review", icon=":material/playing_cards:",
                     query_params={**address(row, ended.step), **lakes.in_address()})  # fmt: skip
    if ended.table is None:
        nothing("The table cannot be drawn", ended.why)
        return
    st.html(f"<style>{style_sheet(ended.game.deck)}</style>")
    st.html(table_html(Table(ended.game, ended.table, None, Perspective())))


if __name__ == "__main__":
    page()
