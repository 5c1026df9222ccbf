"""Every question the pages ask a lake, in SQL.

Owns all SQL of the pages, and what is remembered of answers: by the state of the lake, so that a page shows a lake
that is being written as it was when the page was drawn.  Values are bound, never put into the text of a query.
Draws nothing; rows are dictionaries by column.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from dashboards.remembered import remembered
from data.columns import claims_in, events_of, game_of
from data.lake import Lake
from data.recorded import COLUMNS, Recorded
from data.schema import FAMILIES, arrow_schema

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

Row = dict[str, Any]

LAYERS = ("notes", "signoffs")  # read apart, so that what people write makes nothing else be asked anew
RECORD = tuple(family for family in FAMILIES if family.name not in LAYERS)
SHOWN = 500  # rows of a list; the number of all rows is told beside it
MOST = 100_000  # rows of a download


class LakeState(NamedTuple):
    """A lake as it is at one moment: `version` changes with everything that is added or taken out but notes and
    sign-offs, which are layers of their own.
    """

    path: str
    version: str


def state_of(lake: Lake) -> LakeState:
    return LakeState(str(lake.path), lake.version(RECORD))


_ONE_AT_A_TIME = Lock()  # a second asker waits for the connection that is being made


def connection(state: LakeState) -> duckdb.DuckDBPyConnection:
    """A connection to a lake as it is at one moment, for all askers."""
    with _ONE_AT_A_TIME:
        return _connected(state)


@lru_cache(maxsize=4)
def _connected(state: LakeState) -> duckdb.DuckDBPyConnection:
    from data.views import connect

    return connect(Lake(Path(state.path)))


def _table(state: LakeState, query: str, values: Mapping[str, Any] | None = None) -> pa.Table:
    with connection(state).cursor() as cursor:
        return cursor.sql(query, params=dict(values or {})).to_arrow_table()


def rows_of(state: LakeState, query: str, **values: Any) -> list[Row]:
    """The answer to a query whose `$names` are bound to `values`."""
    rows: list[Row] = _table(state, query, values).to_pylist()
    return rows


# -- the lake as a whole ---------------------------------------------------------------------------------------------


@remembered
def totals(state: LakeState) -> Row:
    """How much there is: files, games, deals, games replayed, findings that matter, figures that differ."""
    return rows_of(
        state,
        """SELECT (SELECT count(*) FROM sources) AS files,
                  (SELECT count(*) FROM games) AS games,
                  (SELECT coalesce(sum(deals), 0)::BIGINT FROM games) AS deals,
                  (SELECT count(*) FROM quarantine) AS quarantined,
                  count(DISTINCT game_key) AS replayed,
                  coalesce(sum(findings) FILTER (first_side), 0)::BIGINT AS findings,
                  coalesce(sum(differences) FILTER (first_side), 0)::BIGINT AS differences
           FROM (SELECT *, coalesce(side_no, 0) = 0 AS first_side FROM results)""",
    )[0]


@remembered
def games(state: LakeState, words: str = "", *, only_findings: bool = False, most: int = SHOWN) -> list[Row]:
    """Games whose id, date, event, file or players hold every one of some words; the latest first."""
    return rows_of(
        state,
        """WITH listed AS (
               SELECT g.game_key, g.game, g.date, g.event, g.rules, g.status, g.view, g.deals, g.source, g.line,
                      array_to_string(list_transform(g.seats, lambda s: g.players[s]), ', ') AS players,
                      s.name AS file, r.findings, r.differences, r.status AS replay_status
               FROM games g
               LEFT JOIN sources s ON s.sha256 = g.source AND s.batch = g.batch
               LEFT JOIN (SELECT game_key, any_value(findings) AS findings, any_value(differences) AS differences,
                                 any_value(status) AS status FROM results GROUP BY game_key) r USING (game_key))
           SELECT *, count(*) OVER () AS of FROM listed
           WHERE (NOT $only_findings OR findings + differences > 0)
             AND list_bool_and(list_transform(string_split(lower($words), ' '), lambda word:
                 contains(lower(concat_ws(' ', game, date, event, players, file)), word)))
           ORDER BY date DESC NULLS LAST, game LIMIT $shown""",
        words=" ".join(words.split()), only_findings=only_findings, shown=most,
    )  # fmt: skip


# -- one game --------------------------------------------------------------------------------------------------------


@remembered
def find_game(state: LakeState, source: str, line: int, game: str) -> Row | None:
    """The game that an address means: the one around a line of a source, named by the beginning of its hash.

    A game that the source only repeats is found under the source in which it is stored; an id serves where no source
    is named.
    """
    found = rows_of(
        state,
        """WITH here AS (
               SELECT game_key, game, line, 1 AS way FROM games
               WHERE $source <> '' AND starts_with(source, $source) AND line <= greatest($line, 1)
               UNION ALL
               SELECT game_key, game, line, 2 FROM duplicates
               WHERE $source <> '' AND starts_with(source, $source) AND line <= greatest($line, 1)
               UNION ALL
               SELECT game_key, game, 0, 3 FROM games WHERE game = $game)
           SELECT game_key FROM here ORDER BY way, game = $game DESC, line DESC LIMIT 1""",
        source=source, line=line, game=game,
    )  # fmt: skip
    return game_row(state, found[0]["game_key"]) if found else None


@remembered
def game_row(state: LakeState, game_key: str) -> Row | None:
    """What the lists know of one game, with its replay: status, notes, ruleset."""
    found = rows_of(
        state,
        """SELECT g.game_key, g.game, g.date, g.event, g.site, g.rules, g.status, g.view, g.deals, g.deck, g.source,
                  g.batch, g.line, g.seats, g.players, g.sides, g.counted, g.not_counted, g.replaces,
                  s.name AS file, s.format, r.status AS replay_status, r.notes, r.ruleset, r.replay,
                  list_filter(g.headers, lambda h: h.key = 'recorder')[1].value AS recorder
           FROM games g
           LEFT JOIN sources s ON s.sha256 = g.source AND s.batch = g.batch
           LEFT JOIN results r ON r.game_key = g.game_key AND coalesce(r.side_no, 0) = 0
           WHERE g.game_key = $game_key LIMIT 1""",
        game_key=game_key,
    )
    return found[0] if found else None


@remembered
def recorded(state: LakeState, game_key: str, batch: str) -> Recorded:
    """One game with all its events, as the reader made them; event i is row i, the first is 0."""
    where = "WHERE game_key = $game_key AND batch = $batch"
    values = {"game_key": game_key, "batch": batch}
    row = _table(state, f"FROM stored.games {where} AND duplicate_of IS NULL LIMIT 1", values).to_pylist()[0]
    listed = ", ".join(f'"{name}"' for name in COLUMNS)
    table = _table(state, f"SELECT {listed} FROM stored.events {where} ORDER BY seq", values)
    schema = arrow_schema("events")
    import pyarrow as pa

    events = events_of(table.cast(pa.schema([schema.field(name) for name in COLUMNS])))
    claims = _table(state, f"FROM stored.claims {where} ORDER BY position", values)
    game = game_of(row, claims_in(claims), 0)
    return Recorded(game_key, batch, row["source"], game, events)


@remembered
def findings_of(state: LakeState, game_key: str) -> list[Row]:
    """The findings of one game, in the order of the log; `seq` is NULL where a whole deal is meant."""
    return rows_of(
        state,
        """SELECT position, deal, turn, seat, seat_no, player, side, rule, verdict, severity, status, message, ruling,
                  doubt, line, col, seq
           FROM findings WHERE game_key = $game_key ORDER BY deal, coalesce(seq, 2147483647), position""",
        game_key=game_key,
    )


@remembered
def deals_of(state: LakeState, game_key: str) -> list[Row]:
    """One row for each deal and side of one game."""
    return rows_of(state, "FROM deals WHERE game_key = $game_key ORDER BY position, side_no", game_key=game_key)


@remembered
def scores_of(state: LakeState, game_key: str, deal: int) -> list[Row]:
    """The recomputed items of one deal."""
    return rows_of(
        state,
        """SELECT side, side_no, item, points, low, high, evidence FROM scores
           WHERE game_key = $game_key AND deal = $deal ORDER BY side_no""",
        game_key=game_key, deal=deal,
    )  # fmt: skip


@remembered
def claims_of(state: LakeState, game_key: str, deal: int) -> list[Row]:
    """The figures somebody wrote about one deal, beside the recomputed ones; all of them where nothing is replayed."""
    judged = rows_of(
        state,
        """SELECT side, side_no, claimant, item, claimed, recomputed, low, high, verdict, line, col
           FROM claim_verdicts WHERE game_key = $game_key AND deal = $deal ORDER BY line, col""",
        game_key=game_key, deal=deal,
    )  # fmt: skip
    return judged or rows_of(
        state,
        """SELECT side, side_no, claimant, item, amount AS claimed, NULL::BIGINT AS recomputed, NULL::BIGINT AS low,
                  NULL::BIGINT AS high, 'not replayed' AS verdict, line, col
           FROM claims c WHERE game_key = $game_key AND deal = $deal
             AND NOT EXISTS (FROM results r WHERE r.game_key = c.game_key) ORDER BY line, col""",
        game_key=game_key, deal=deal,
    )  # fmt: skip


@remembered
def source_bytes(state: LakeState, source: str) -> bytes:
    """The bytes of a source as they were found; nothing where they are not kept."""
    found = rows_of(state, "SELECT content FROM stored.raw WHERE sha256 = $source LIMIT 1", source=source)
    return bytes(found[0]["content"]) if found else b""
