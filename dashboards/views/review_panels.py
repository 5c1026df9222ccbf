"""The panels of a game under review: the table, the turn with its findings, what else could be played, the scores.

Draws one step; who steps, and to where, is the page's business.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboards import lakes, queries, review_html
from dashboards.choices_html import choices_html, choices_of
from dashboards.downloads import dossier_button, table_button
from dashboards.empty_states import nothing
from dashboards.evidence import evidence
from dashboards.lab import TAB, link_to
from dashboards.notes_panel import notes_panel
from dashboards.queries import Row
from dashboards.reviewed import Review
from dashboards.sheet_html import sheet_html, sheet_rows
from dashboards.situation import from_table, play_of
from dashboards.source_text import source_line
from dashboards.steps import step_of_finding, step_of_note, turn_end, turn_start
from dashboards.table_html import Table, table_html, views_of
from dashboards.wording import Perspective, Teller


def table_panel(review: Review, at: int, perspective: Perspective) -> None:
    """The table at a step, with what has changed since the one before."""
    steps, record = review.steps, review.record
    follows = at > 0 and steps[at - 1].deal_place == steps[at].deal_place
    views, why = views_of(record, [steps[at - 1].row, steps[at].row] if follows else [steps[at].row])
    if not views:
        nothing("The table cannot be drawn", why)
        return
    deal = next((row for row in review.deals if row["deal"] == steps[at].deal), {})
    dealer = deal.get("dealer")
    number = record.game.seats.index(dealer) if dealer in record.game.seats else -1
    unreadable = deal.get("unreadable_line")
    if unreadable and steps[at].line >= unreadable:
        st.warning(
            f"Line {unreadable} cannot be read. The table is shown as it was before it.", icon=":material/warning:"
        )
    st.html(table_html(Table(record.game, views[-1], views[0] if follows else None, perspective, number)))


def turn_panel(review: Review, at: int, perspective: Perspective) -> None:
    """The turn in words, its findings, and the line of the log."""
    steps, step = review.steps, review.steps[at]
    bounds = (turn_start(steps, at), turn_end(steps, at))
    teller = Teller(review.record.events, review.record.game, perspective)
    st.html(review_html.turn_html(teller, steps, bounds, at))
    here = [f for f in review.findings if bounds[0] <= step_of_finding(steps, f) <= bounds[1]]
    exact = [finding for finding in here if step_of_finding(steps, finding) == at]
    quoted: tuple[int, int] | None = None
    for finding in here:
        opened = finding in (exact or here)[:1]
        st.html(review_html.finding_html(finding, perspective, lakes.in_address(), here=opened))
        if perspective.all and (finding["line"], finding["col"]) != quoted:
            quoted = (finding["line"], finding["col"])
            _line(review, *quoted)
    if perspective.all and not here:
        _line(review, step.line, review.record.events.column[step.row])
    if not perspective.all:
        st.html('<p class="quiet small">The line of the log and comments may name hidden cards: choose all cards.</p>')


def _line(review: Review, line: int, column: int) -> None:
    excerpt = source_line(review.state, review.row["source"], line, column)
    st.html(review_html.line_html(excerpt, line, column, file=review.row["file"] or ""))


def note_panel(review: Review, at: int, said: Sequence[Row]) -> None:
    """What reviewers noted on the turn."""
    steps, step = review.steps, review.steps[at]
    here = [note for note in said if turn_start(steps, at) <= step_of_note(steps, note) <= turn_end(steps, at)]
    place = {"game_key": review.row["game_key"], "source": review.row["source"], "line": step.line, "deal": step.deal,
             "turn": step.turn}  # fmt: skip
    notes_panel(review.state, place, here)


def could_panel(review: Review, at: int, perspective: Perspective) -> None:
    """What could have been played instead of the act that is shown, and what could be played after it."""
    steps, game = review.steps, review.record.game
    if st.button("Ask the lab about this turn", icon=":material/science:", type="tertiary", key="to_lab"):
        st.switch_page("views/rules.py", query_params={**_question(review, at, perspective), **lakes.in_address()})
    panel = st.expander("What could have been played", key="could", icon=":material/rule:", on_change="rerun")
    if not panel.open:
        return
    acted = steps[at].turn > 0 and at > 0
    rows = [steps[at - 1].row] * acted + [steps[at].row]
    titles = ["Instead of this act"] * acted + ["Next"]
    found = choices_of(review.record, rows)
    told = [choices_html(game, one, perspective, title) for title, one in zip(titles, found, strict=True)]
    panel.html("".join(told))
    panel.caption("Sets and what joins them; each is judged by itself. Sequences are not looked for.")


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


def sheet_panel(review: Review, at: int, perspective: Perspective) -> None:
    """The scores of the deal: claimed beside recomputed."""
    deal, key = review.steps[at].deal, review.row["game_key"]
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
