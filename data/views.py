"""The lake as SQL: the public views, and a door for other people's queries that can only read.

Owns which reading and which result the views show, and the rules of the door.  The views themselves stand in
views.sql.  Writes nothing, ever: a connection made here has no way to the file system but the files of the lake.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from data.actions import BONUS_TARGET, LABEL_BASE, NO_AMOUNT, PACKETS, Kind, Status
from data.cards import DECKS, RANK_NAMES, deck_named
from data.lake import RETRIES, Lake, LakeError, family_of
from data.schema import FAMILIES, TABLES

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

VIEWS = Path(__file__).with_name("views.sql")


class QueryError(ValueError):
    """A query that is not let through, or that the database cannot answer; the text says why."""


@cache
def _statements() -> str:
    """The text of views.sql, read once for all connections."""
    return VIEWS.read_text(encoding="utf-8")


def connect(lake: Lake) -> duckdb.DuckDBPyConnection:
    """A connection on which the public views answer, and nothing can be changed.

    It shows the lake as it is now; `Lake.version` tells when to make another.
    """
    import duckdb

    for _ in range(RETRIES):
        con = duckdb.connect(config=_CONFIG)
        con.execute("SET parquet_metadata_cache = true")
        try:
            _create_views(con, lake)
        except duckdb.IOException:
            con.close()  # a file was merged into another between the list and the look at it
        else:
            return con
    raise LakeError(f"{lake.path} cannot be read: `canasta lake verify` says more")


_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "temp_directory": "",
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "python_enable_replacements": False,
}


def _create_views(con: duckdb.DuckDBPyConnection, lake: Lake) -> None:
    files = _create_stored(con, lake)
    con.execute(_MACROS.substitute(_words()))
    _create_choices(con)
    hidden = {
        "CURRENT": "ANTI JOIN superseded USING (source, batch)" if _any(con, "superseded") else "",
        "SHOWN": "ANTI JOIN unpublished USING (game_key, replay)" if _any(con, "unpublished") else "",
    }
    con.execute(Template(_statements()).substitute(_words() | hidden))
    con.execute("SET allowed_paths = ?", [files])
    con.execute("SET enable_external_access = false")
    con.execute("SET lock_configuration = true")


def sql(lake: Lake, query: str) -> pa.Table:
    """The answer to one SELECT (or DESCRIBE, SHOW, SUMMARIZE) on the views; QueryError for anything else.

    The query runs as the inside of another: there the database refuses clauses that write (`WITH x AS (COPY ...)`
    counts as a SELECT, and the files of the lake are within reach).  The transaction is read-only besides.
    """
    import duckdb

    inner = _single_select(query)
    with connect(lake) as con:
        con.execute("BEGIN TRANSACTION READ ONLY")
        try:
            return con.sql(f"SELECT * FROM (\n{inner}\n)").to_arrow_table()
        except duckdb.Error as error:
            raise QueryError(str(error)) from error


def _single_select(query: str) -> str:
    """The text of the only statement of a query; QueryError if there are several, or it does not select."""
    import duckdb

    try:
        statements = duckdb.extract_statements(query)
    except duckdb.Error as error:
        raise QueryError(str(error)) from error
    if len(statements) != 1:
        raise QueryError(f"one statement is wanted, these are {len(statements)}")
    if statements[0].type != duckdb.StatementType.SELECT:
        raise QueryError("only SELECT is let through: the lake is changed by `canasta ingest` and `canasta replay`")
    return statements[0].query.strip().rstrip(";")


def described() -> list[tuple[str, str]]:
    """Name and sentence of each public view, in the order of views.sql."""
    return re.findall(r"^-- (\w+): (.+)$", _statements(), re.MULTILINE)


def _create_stored(con: duckdb.DuckDBPyConnection, lake: Lake) -> list[str]:
    """Views of the tables as they lie in the lake, and the files that they read."""
    con.execute("CREATE SCHEMA stored")
    seen = {family.name: lake.batches(family) for family in FAMILIES}
    files = []
    for name in TABLES:
        paths = [str(path.resolve()) for path in lake.files(name, seen[family_of(name).name])]
        listed = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
        con.execute(f"CREATE VIEW stored.{name} AS FROM read_parquet([{listed}], union_by_name = true)")
        files += paths
    return files


def _any(con: duckdb.DuckDBPyConnection, table: str) -> bool:
    return con.execute(f"SELECT EXISTS (FROM {table})").fetchone() == (True,)


def _create_choices(con: duckdb.DuckDBPyConnection) -> None:
    """Small tables in memory: what is hidden and why."""
    for statement in _CHOICES:
        con.execute(statement)


# A reading is superseded by a newer one of the same bytes.  A result is published if the newest pin that names a
# stored result of the game names it (the last that its engine had made by then); without one the first result is, so
# that a new engine or ruleset changes nothing by itself.
_CHOICES = (
    """CREATE TABLE superseded AS
    SELECT sha256 AS source, batch FROM stored.sources
    WHERE sha256 IN (SELECT sha256 FROM stored.sources GROUP BY sha256 HAVING count(*) > 1)
    QUALIFY row_number() OVER (PARTITION BY sha256 ORDER BY imported_at DESC, batch DESC) > 1""",
    """CREATE VIEW current_games AS
    FROM stored.games ANTI JOIN superseded USING (source, batch) WHERE duplicate_of IS NULL""",
    """CREATE TABLE unpublished AS
    WITH replays AS (
        SELECT game_key, replay, any_value(batch) AS batch, any_value(engine) AS engine,
               any_value(ruleset_hash) AS ruleset_hash, min(replayed_at) AS replayed_at
        FROM stored.results GROUP BY game_key, replay),
    pinned AS (
        SELECT r.game_key, r.replay, max(p.decided_at) AS pinned_at FROM replays r JOIN stored.pins p
        ON p.game_key IN ('', r.game_key) AND p.engine = r.engine AND p.ruleset_hash IN ('', r.ruleset_hash)
        AND r.replayed_at <= p.decided_at GROUP BY r.game_key, r.replay)
    SELECT r.game_key, r.replay FROM replays r ANTI JOIN current_games USING (game_key, batch)
    UNION ALL
    SELECT game_key, replay FROM replays r SEMI JOIN current_games USING (game_key, batch)
    LEFT JOIN pinned p USING (game_key, replay)
    QUALIFY row_number() OVER (PARTITION BY game_key ORDER BY pinned_at DESC NULLS LAST,
        CASE WHEN pinned_at IS NULL THEN replayed_at END, replayed_at DESC, replay) > 1""",
    """CREATE TABLE persons AS
    SELECT name, person, decided_at, decided_by, why FROM stored.people
    QUALIFY row_number() OVER (PARTITION BY name ORDER BY decided_at DESC) = 1""",
    "DELETE FROM persons WHERE person = ''",
    """CREATE TABLE exclusions AS
    WITH g AS (SELECT game_key, game, replaces, twin_of, conflicts_with, imported_at, position FROM current_games),
    newer AS (SELECT * FROM g WHERE replaces IS NOT NULL),
    replaced AS (
        SELECT o.game_key, n.game_key AS other FROM newer n JOIN (
            SELECT game_key, game AS name, imported_at, position FROM g
            UNION ALL SELECT game_key, game_key, imported_at, position FROM g) o ON o.name = n.replaces
        WHERE (o.imported_at, o.position) < (n.imported_at, n.position)),
    open AS (
        SELECT game_key, conflicts_with FROM g SEMI JOIN (SELECT game_key AS conflicts_with FROM g)
        USING (conflicts_with) ANTI JOIN (SELECT game_key AS conflicts_with FROM replaced) USING (conflicts_with)),
    amended AS (
        SELECT game_key, "after", why FROM stored.amendments WHERE target = 'counted'
        QUALIFY row_number() OVER (PARTITION BY game_key ORDER BY decided_at DESC) = 1),
    reasons AS (
        SELECT 1 AS weight, game_key, 'left out: ' || why AS reason FROM amended WHERE "after" = 'no'
        UNION ALL SELECT 2, game_key, 'replaced by ' || other FROM replaced
        UNION ALL SELECT 3, game_key, 'twin of ' || twin_of FROM g
                  SEMI JOIN (SELECT game_key AS twin_of FROM g) USING (twin_of)
        UNION ALL SELECT 4, game_key, 'same id and other plays as ' || conflicts_with FROM open
        UNION ALL SELECT 5, conflicts_with, 'same id and other plays as ' || game_key FROM open)
    SELECT game_key, arg_min(reason, weight) AS reason FROM reasons
    ANTI JOIN (SELECT game_key FROM amended WHERE "after" = 'yes') USING (game_key) GROUP BY game_key""",
    """CREATE VIEW game_names AS SELECT game_key, deck, seats, sides, players FROM current_games""",
)

_MACROS = Template("""
CREATE MACRO card_text(deck, cards) AS array_to_string(
    list_select(CASE deck WHEN 'heckadeck' THEN $HECKADECK ELSE $FRENCH END, cards), ' ');
CREATE MACRO meld_label(target) AS CASE
    WHEN target = 0 THEN NULL
    WHEN target = $BONUS_TARGET THEN 'bonus'
    WHEN target >= $LABEL_BASE
        THEN chr(ascii('a') + (target - $LABEL_BASE) // 10) || ((target - $LABEL_BASE) % 10)::VARCHAR
    ELSE $RANKS[target] END;
CREATE MACRO known(low, high) AS CASE WHEN low = high THEN low END;
""")


def _words() -> dict[str, str]:
    """The lists of data.actions and data.cards as SQL."""
    kinds = {kind.value: kind.name.lower() for kind in Kind}
    decks = {
        name.upper(): _sql_list([kind.code for kind in deck_named(name).kinds][1:]) for name in DECKS
    }  # number 1 first, as SQL counts
    return decks | {
        "KINDS": _sql_list([kinds.get(number, "") for number in range(max(kinds) + 1)]),
        "STATUSES": _sql_list([status.name.lower() for status in Status]),
        "PACKETS": _sql_list(PACKETS),
        "PACKET_KINDS": f"{Kind.PACKET}, {Kind.TAKE_PACKET}",
        "RANKS": _sql_list([RANK_NAMES[number] for number in range(1, max(RANK_NAMES) + 1)]),
        "BAD": str(Kind.BAD.value),
        "NO_AMOUNT": f"({NO_AMOUNT})",
        "BONUS_TARGET": str(BONUS_TARGET),
        "LABEL_BASE": str(LABEL_BASE),
    }


def _sql_list(words: list[str] | tuple[str, ...]) -> str:
    return "[" + ", ".join("'" + word.replace("'", "''") + "'" for word in words) + "]"
