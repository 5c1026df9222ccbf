"""The scenes of a game under review: one step as a perspective sees it, the table and the turn beside it, as HTML.

Scenes of steps nearby are drawn together, in one replay of their deal, and kept with the review.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dashboards import lakes, review_html
from dashboards.empty_states import nothing_html
from dashboards.reviewed import Review
from dashboards.source_text import source_line
from dashboards.steps import step_of_finding, turn_end, turn_start
from dashboards.table_html import Table, table_html, views_of
from dashboards.wording import Perspective, Teller
from replay.review import TableView

HIDDEN = '<p class="quiet small">The line of the log and comments may name hidden cards: choose all cards.</p>'


class Scene(NamedTuple):
    """One step as HTML."""

    table: str
    turn: str


def scenes(review: Review, wanted: Iterable[int], perspective: Perspective) -> dict[int, Scene]:
    """The scenes of some steps of one deal, by the number of the step."""
    wanted = sorted(set(wanted))
    missing = [at for at in wanted if (at, perspective.see) not in review.scenes]
    for at, table in zip(missing, _tables(review, missing, perspective), strict=True):
        review.scenes[at, perspective.see] = Scene(table, _turn(review, at, perspective))
    return {at: review.scenes[at, perspective.see] for at in wanted}


def _tables(review: Review, wanted: list[int], perspective: Perspective) -> list[str]:
    """The table at some steps, each with what has changed since the step before."""
    steps = review.steps
    before = {at: at - 1 if at and steps[at - 1].deal_place == steps[at].deal_place else at for at in wanted}
    drawn = sorted({*wanted, *before.values()})
    views, why = views_of(review.record, [steps[at].row for at in drawn])
    if views or not wanted:
        seen = dict(zip(drawn, views, strict=True))
        return [_table(review, at, seen[at], seen[before[at]], perspective) for at in wanted]
    if len(wanted) > 1:  # one step that cannot be drawn costs no other its table
        return [table for at in wanted for table in _tables(review, [at], perspective)]
    return [nothing_html("The table cannot be drawn", why)]


def _table(review: Review, at: int, view: TableView, before: TableView, perspective: Perspective) -> str:
    game, step = review.record.game, review.steps[at]
    deal = next((row for row in review.deals if row["deal"] == step.deal), {})
    dealer = game.seats.index(deal["dealer"]) if deal.get("dealer") in game.seats else -1
    unreadable = deal.get("unreadable_line")
    cut = ""
    if unreadable and step.line >= unreadable:
        cut = f'<p class="cut">Line {unreadable} cannot be read. The table is shown as it was before it.</p>'
    if deal.get("status") == "score_only":
        cut = '<p class="cut">Of this deal only the scores were written down; they stand below.</p>'
    return cut + table_html(Table(game, view, before if before is not view else None, perspective, dealer))


def _turn(review: Review, at: int, perspective: Perspective) -> str:
    """The turn in words, its findings, and the line of the log."""
    steps, step = review.steps, review.steps[at]
    bounds = (turn_start(steps, at), turn_end(steps, at))
    teller = Teller(review.record.events, review.record.game, perspective)
    parts = [review_html.turn_html(teller, steps, bounds, at)]
    here = [f for f in review.findings if bounds[0] <= step_of_finding(steps, f) <= bounds[1]]
    exact = [finding for finding in here if step_of_finding(steps, finding) == at]
    quoted: tuple[int, int] | None = None
    for finding in here:
        opened = finding in (exact or here)[:1]
        parts.append(review_html.finding_html(finding, perspective, lakes.in_address(), here=opened))
        if perspective.all and (finding["line"], finding["col"]) != quoted:
            quoted = (finding["line"], finding["col"])
            parts.append(_line(review, *quoted))
    if not perspective.all:
        parts.append(HIDDEN)
    elif not here:
        parts.append(_line(review, step.line, review.record.events.column[step.row]))
    return "".join(parts)


def _line(review: Review, line: int, column: int) -> str:
    excerpt = source_line(review.state, review.row["source"], line, column)
    return review_html.line_html(excerpt, line, column, file=review.row["file"] or "")
