"""The panels under the scene of a game under review: what else could be played, the notes on the turn, the scores.

Draws one step; who steps, and to where, is the page's business.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboards import lakes, queries, review_html
from dashboards.choices_html import choices_html, choices_of
from dashboards.downloads import dossier_button, table_button
from dashboards.evidence import evidence
from dashboards.lab import TAB, link_to
from dashboards.notes_panel import notes_panel
from dashboards.queries import Row
from dashboards.reviewed import Review
from dashboards.sheet_html import sheet_html, sheet_rows
from dashboards.situation import from_table, play_of
from dashboards.steps import step_of_note, turn_end, turn_start
from dashboards.table_html import views_of
from dashboards.wording import Perspective


def note_panel(review: Review, at: int, said: Sequence[Row]) -> None:
    """What reviewers noted on the turn."""
    steps, step = review.steps, review.steps[at]
    here = [note for note in said if turn_start(steps, at) <= step_of_note(steps, note) <= turn_end(steps, at)]
    place = {"game_key": review.row["game_key"], "source": review.row["source"], "line": step.line, "deal": step.deal,
             "turn": step.turn}  # fmt: skip
    notes_panel(review.state, place, here)


def lab_button(review: Review, at: int, perspective: Perspective) -> None:
    """The way to the lab, with the table and the turn that are shown."""
    if st.button("Ask the lab", icon=":material/science:", key="to_lab", help="may this turn be played?"):
        st.switch_page("views/rules.py", query_params={**_question(review, at, perspective), **lakes.in_address()})


def could_panel(review: Review, at: int, perspective: Perspective) -> None:
    """What could have been played instead of the act that is shown, and what could be played after it."""
    steps, game = review.steps, review.record.game
    panel = st.expander("What could have been played", key="could", icon=":material/rule:", on_change="rerun")
    if not panel.open:
        return
    acted = steps[at].turn > 0 and at > 0
    rows = [steps[at - 1].row] * acted + [steps[at].row]
    titles = ["Instead of this act"] * acted + ["Next"]
    found = choices_of(review.record, rows)
    told = [choices_html(game, one, perspective, title) for title, one in zip(titles, found, strict=True)]
    panel.html("".join(told))
    panel.caption("Of each rank and suit the meld of most cards; each is judged by itself.")


def _question(review: Review, at: int, perspective: Perspective) -> dict[str, str]:
    """The lab with the table as it was before the turn, and with the turn, as far as the perspective shows it."""
    steps, game, events = review.steps, review.record.game, review.record.events
    begin, end = turn_start(steps, at), turn_end(steps, at)
    before = begin - 1 if steps[begin].turn > 0 and begin > 0 else begin
    views, _ = views_of(review.record, [steps[before].row])
    if not views:
        return {"tab": TAB}
    seat = steps[begin].seat
    shown = [number for number in range(len(game.seats)) if perspective.shows(game, number)]
    rows = range(steps[begin].row, steps[end].row + 1) if steps[begin].turn > 0 and seat in shown else ()
    situation = from_table(views[0], game, shown, play_of(events, game, rows))
    if seat >= 0:
        situation.to_move = game.seats[seat]
    return link_to(situation)


def sheet_panel(review: Review, deal: int, perspective: Perspective) -> None:
    """The scores of a deal: claimed beside recomputed."""
    key = review.row["game_key"]
    scores = queries.scores_of(review.state, key, deal)
    claims = queries.claims_of(review.state, key, deal)
    behind = evidence(review.state, key, review.row["batch"], deal) if perspective.all else None
    html = sheet_html(review.sides(), scores, claims, behind)
    with st.expander(f"Scores of deal {deal}: claimed and recomputed", expanded=True):
        ending = review_html.result_html(review.record.game, review.deals, deal)
        if not html and not ending:
            st.caption("Nobody wrote a score for this deal, and none was computed.")
            return
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.html(ending or "<span></span>", width="content")
            with st.container(horizontal=True, width="content"):
                table_button(lambda: sheet_rows(review.sides(), scores, claims), f"scores of deal {deal}", "sheet_csv",
                             disabled=not html)  # fmt: skip
                if perspective.all:
                    dossier_button(review.state, review.row, "dossier")
        if html:
            st.html(html)
