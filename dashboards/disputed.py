"""What stands behind one disputed figure: the sheet of its deal, the cards, the turns, the line of the log, the table.

Asks for all of it at once; draws nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dashboards import queries
from dashboards.evidence import Behind, Evidence, evidence
from dashboards.finding_queries import turns_behind
from dashboards.queries import LakeState, Row
from dashboards.source_text import Excerpt, source_line
from dashboards.steps import Step, deal_bounds, steps_of
from dashboards.table_html import views_of
from data.events import Game
from replay.review import TableView


@dataclass(frozen=True, slots=True)
class Ended:
    """A deal at its last step: the table, or why there is none."""

    game: Game
    step: Step
    table: TableView | None
    why: str


@dataclass(frozen=True, slots=True)
class Disputed:
    """One figure with all that is told about it; rows are those of dashboards.queries."""

    row: Row
    evidence: Evidence
    scores: list[Row]
    claims: list[Row]
    turns: list[Row]
    excerpt: Excerpt | None
    ended: Ended | None

    def behind(self, claim: Mapping[str, str]) -> Behind | None:
        """The cards and the rule of the recomputed figure."""
        return self.evidence.get((claim["side"], claim["item"]))

    def sides(self) -> list[str]:
        """The sides with who sits there, for the head of the sheet."""
        players = dict(self.row["players"])
        named = [players.get(seat) or seat for seat in self.row["seats"]]
        return [f"{side['name']} ({', '.join(named[seat] for seat in side['seats'])})" for side in self.row["sides"]]


def disputed(state: LakeState, claim: Row) -> Disputed | None:
    """All about a figure that a row of `finding_queries.disputes` names; None where its game is gone."""
    key, deal = claim["game_key"], claim["deal"]
    row = queries.game_row(state, key)
    if row is None:
        return None
    return Disputed(
        row, evidence(state, key, row["batch"], deal), queries.scores_of(state, key, deal),
        queries.claims_of(state, key, deal), turns_behind(state, key, deal, claim["side_no"] or 0),
        source_line(state, claim["source"], claim["line"], claim["col"]), _ended(state, row, deal),
    )  # fmt: skip


def _ended(state: LakeState, row: Row, deal: int) -> Ended | None:
    """The last step of a deal; None where the log has nothing of it but figures."""
    record = queries.recorded(state, row["game_key"], row["batch"])
    steps = steps_of(record.events, record.game)
    here = next((step.deal_place for step in steps if step.deal == deal), None)
    if here is None:
        return None
    first, last = deal_bounds(steps, here)
    if last == first:
        return None
    views, why = views_of(record, [steps[last].row])
    return Ended(record.game, steps[last], views[0] if views else None, why)
