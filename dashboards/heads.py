"""How a page on findings begins: with numbers where games were replayed, and with what to do where they were not."""

from __future__ import annotations

from dashboards import lakes, queries
from dashboards.empty_states import no_games, not_replayed
from dashboards.queries import LakeState, Row


def replayed() -> tuple[LakeState, Row] | None:
    """The lake and how much it holds; None where nothing has been replayed, which is said on the page."""
    state = lakes.current()
    totals = queries.totals(state) if state else None
    if state is None or totals is None:
        return None
    if not totals["games"]:
        no_games()
    elif not totals["replayed"]:
        not_replayed()
    else:
        return state, totals
    return None
