"""`canasta revalidate`: what this engine and these rulesets say otherwise than what is published, and publishing it.

Owns the comparison of stored results and the pin that accepts them.  Results are never changed: both stay.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from data.lake import Lake
from data.views import connect
from replay.run import Progress, Summary, replay_new
from replay.store import engine_hash

if TYPE_CHECKING:
    import duckdb


class Change(NamedTuple):
    """One thing that is published of a game and is said otherwise now; `before` or `after` is "" where it is absent.

    `what` is finding, score or result; `name` the rule, the score item, or what of the result.
    """

    game_key: str
    game: str
    what: str
    name: str
    deal: int
    turn: int
    side: int
    before: str
    after: str
    side_name: str = ""


@dataclass(slots=True)
class Revalidation:
    """What a run of `canasta revalidate` found; `compared` counts the games that have both results."""

    replayed: Summary
    compared: int = 0
    changes: list[Change] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len({change.game_key for change in self.changes})


def revalidate(lake: Lake, progress: Progress | None = None, *, limit: int = 100_000) -> Revalidation:
    """Replay what has no result under this engine, and compare with what is published; at most `limit` changes."""
    done = Revalidation(replay_new(lake, progress))
    with connect(lake) as con:
        con.execute(_NEWEST, [engine_hash()])
        con.execute(_PUBLISHED)
        done.compared = _number(con, "SELECT count(*) FROM compared")
        rows = con.execute(f"{_CHANGES} LIMIT {limit}").fetchall()
    done.changes = [Change(*row) for row in rows]
    return done


def accept(lake: Lake, why: str) -> None:
    """Publish the results of this engine for every game that has one by now; earlier ones can be pinned again."""
    lake.append("pins", [{"game_key": "", "engine": engine_hash(), "ruleset_hash": "", "why": why}])


def _number(con: duckdb.DuckDBPyConnection, query: str) -> int:
    row = con.execute(query).fetchone()
    return int(row[0]) if row else 0


_NEWEST = """CREATE TABLE newest AS
SELECT game_key, arg_max(replay, replayed_at) AS replay FROM stored.results
SEMI JOIN current_games USING (game_key, batch) WHERE engine = ? GROUP BY game_key"""

_PUBLISHED = """CREATE TABLE compared AS
SELECT game_key, p.replay AS old, n.replay AS new FROM newest n
JOIN (SELECT DISTINCT game_key, replay FROM stored.results ANTI JOIN unpublished USING (game_key, replay)) p
USING (game_key) WHERE p.replay <> n.replay"""

# What is equal in both results falls out; what is left on one side only has appeared or gone.
_CHANGES = """
WITH both_sides AS (SELECT game_key, old AS replay, true AS is_old FROM compared
                    UNION ALL SELECT game_key, new, false FROM compared),
said AS (
    SELECT game_key, is_old, 'finding' AS what, rule AS name, deal, turn, side, verdict || ', ' || status AS words,
           count(*) AS times
    FROM stored.findings JOIN both_sides USING (game_key, replay) GROUP BY ALL
    UNION ALL
    SELECT game_key, is_old, 'score', item, deal, 0, side,
           coalesce(low::VARCHAR, '?') || '..' || coalesce(high::VARCHAR, '?'), count(*)
    FROM stored.scores JOIN both_sides USING (game_key, replay) GROUP BY ALL
    UNION ALL
    SELECT game_key, is_old, 'result', unnest(['status', 'total', 'winner']), 0, 0, side,
           unnest([status, coalesce(total_low::VARCHAR, '?') || '..' || coalesce(total_high::VARCHAR, '?'),
                   coalesce(winner::VARCHAR, 'open')]), 1
    FROM stored.results JOIN both_sides USING (game_key, replay)),
sides AS (
    SELECT game_key, what, name, deal, turn, side,
           coalesce(string_agg(words || CASE WHEN times > 1 THEN ' x' || times ELSE '' END, '; ' ORDER BY words)
                    FILTER (is_old), '') AS before,
           coalesce(string_agg(words || CASE WHEN times > 1 THEN ' x' || times ELSE '' END, '; ' ORDER BY words)
                    FILTER (NOT is_old), '') AS after
    FROM said GROUP BY ALL)
SELECT s.game_key, g.game, s.what, s.name, s.deal, s.turn, s.side, s.before, s.after,
       coalesce(g.sides[s.side + 1].name, '') AS side_name
FROM sides s JOIN current_games g USING (game_key) WHERE s.before <> s.after
ORDER BY g.game, s.game_key, s.deal, s.turn, s.what, s.name, s.side"""
