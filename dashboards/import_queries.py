"""What the page on imports asks a lake.  SQL only; see `dashboards.queries`."""

from __future__ import annotations

from dashboards.queries import SHOWN, LakeState, Row, rows_of
from dashboards.remembered import remembered


@remembered
def ledger(state: LakeState, most: int = SHOWN) -> list[Row]:
    """One line for each file, the latest first: where its lines went."""
    return rows_of(
        state,
        """SELECT name, format, status, reason, imported_at, lines, event_lines, comment_lines, blank_lines, bad_lines,
                  orphan_lines, balanced, games, duplicates, twins, conflicts, events, errors, warnings, seconds,
                  bytes, imported_by, sha256, count(*) OVER () AS of
           FROM sources ORDER BY imported_at DESC, name LIMIT $shown""",
        shown=most,
    )


@remembered
def ledger_sums(state: LakeState) -> Row:
    """The whole ledger: lines in, and the five kinds of line they must add up to."""
    return rows_of(
        state,
        """SELECT count(*) AS files, coalesce(sum(lines), 0)::BIGINT AS lines,
                  coalesce(sum(event_lines), 0)::BIGINT AS event_lines,
                  coalesce(sum(comment_lines), 0)::BIGINT AS comment_lines,
                  coalesce(sum(blank_lines), 0)::BIGINT AS blank_lines,
                  coalesce(sum(bad_lines), 0)::BIGINT AS bad_lines,
                  coalesce(sum(orphan_lines), 0)::BIGINT AS orphan_lines, coalesce(sum(games), 0)::BIGINT AS games,
                  coalesce(sum(duplicates), 0)::BIGINT AS duplicates, coalesce(bool_and(balanced), true) AS balanced,
                  count(*) FILTER (status <> 'read') AS unread
           FROM sources""",
    )[0]


@remembered
def quarantine(state: LakeState, most: int = SHOWN) -> list[Row]:
    """What was kept aside, and why."""
    return rows_of(
        state,
        """SELECT q.what, q.file, q.line, q.reason, q.raw, g.game, q.source, count(*) OVER () AS of
           FROM quarantine q LEFT JOIN games g USING (game_key) ORDER BY q.file, q.line LIMIT $shown""",
        shown=most,
    )


@remembered
def messages(state: LakeState, most: int = SHOWN) -> list[Row]:
    """What could not be taken as written, errors first."""
    return rows_of(
        state,
        """SELECT code, severity, file, line, col, expected, found, game, deal, source, count(*) OVER () AS of
           FROM messages ORDER BY severity, file, line, col LIMIT $shown""",
        shown=most,
    )


@remembered
def waiting(state: LakeState) -> int:
    """How many games have no result yet."""
    return int(rows_of(state, "SELECT count(*) AS n FROM games ANTI JOIN results USING (game_key)")[0]["n"])
