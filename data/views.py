"""The lake as SQL: the public views, and a door for other people's queries that can only read.

Owns the connection and the rules of the door.  The views themselves stand in views.sql, what they need in
data.view_parts.  Writes nothing, ever: a connection made here has no way to the file system but the files of the lake.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Set
from string import Template
from typing import TYPE_CHECKING

from data import signoff_sql, view_parts
from data.actions import BONUS_TARGET, LABEL_BASE, NO_AMOUNT, PACKETS, Kind, Status
from data.cards import DECKS, RANK_NAMES, deck_named
from data.lake import RETRIES, Lake, LakeError, family_of
from data.schema import FAMILIES, TABLES

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

# Words of questions about the views themselves, for which all of them have to be there.
_OF_ALL = {"show", "information_schema", "stored", "duckdb_views", "duckdb_tables", "duckdb_columns", "sqlite_master"}


class QueryError(ValueError):
    """A query that is not let through, or that the database cannot answer; the text says why."""


def connect(lake: Lake, wanted: Collection[str] | None = None) -> duckdb.DuckDBPyConnection:
    """A connection on which the public views answer, and nothing can be changed.

    `wanted` are words among which the names of all views are that will be asked for; without it all are made.  It shows
    the lake as it is now; `Lake.version` tells when to make another.
    """
    import duckdb

    for _ in range(RETRIES):
        con = duckdb.connect(config=_CONFIG)
        try:
            _create_views(con, lake, view_parts.needed(wanted))
        except duckdb.IOException:
            con.close()  # a file was merged into another between the list and the look at it
        except duckdb.InvalidInputException as error:
            con.close()
            raise LakeError(
                f"{lake.path} cannot be read ({error}); canasta lake verify tells what is damaged"
            ) from error
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


def _create_views(con: duckdb.DuckDBPyConnection, lake: Lake, needed: Set[str]) -> None:
    files = _create_stored(con, lake, needed)
    con.execute(_MACROS.substitute(_words()))
    if "agreements" in needed:
        signoff_sql.define(con)
    for name, statement in view_parts.CHOICES.items():
        if name in needed:
            con.execute(statement)
    hidden = {
        "CURRENT": "ANTI JOIN superseded USING (source, batch)" if _any(con, "superseded", needed) else "",
        "SHOWN": "ANTI JOIN unpublished USING (game_key, replay)" if _any(con, "unpublished", needed) else "",
    }
    statements = (statement for name, statement in view_parts.views().items() if name in needed)
    con.execute(Template("".join(statements)).substitute(_words() | hidden))
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
    words = {word.lower() for word in re.findall(r"\w+", inner)}
    for wanted in (None,) if words & _OF_ALL else (words, None):
        with connect(lake, wanted) as con:
            con.execute("BEGIN TRANSACTION READ ONLY")
            try:
                return con.sql(f"SELECT * FROM (\n{inner}\n)").to_arrow_table()
            except duckdb.CatalogException as error:
                if wanted is None:
                    raise QueryError(str(error)) from error
            except duckdb.Error as error:
                raise QueryError(str(error)) from error
    raise AssertionError("a query is answered or refused")


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


def _create_stored(con: duckdb.DuckDBPyConnection, lake: Lake, needed: Set[str]) -> list[str]:
    """Views of the tables as they lie in the lake, and the files that they read."""
    con.execute("CREATE SCHEMA stored")
    tables = [name for name in TABLES if f"stored.{name}" in needed]
    seen = {family.name: lake.batches(family) for family in FAMILIES if not set(family.names).isdisjoint(tables)}
    files = []
    for name in tables:
        paths = [str(path.resolve()) for path in lake.files(name, seen[family_of(name).name])]
        listed = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
        con.execute(f"CREATE VIEW stored.{name} AS FROM read_parquet([{listed}], union_by_name = true)")
        files += paths
    return files


def _any(con: duckdb.DuckDBPyConnection, table: str, needed: Set[str]) -> bool:
    return table in needed and con.execute(f"SELECT EXISTS (FROM {table})").fetchone() == (True,)


# What `digest_of` makes is kept with every sign-off: another way to make it would void them all.  It is a sum, so that
# the order of the words does not matter.
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
CREATE MACRO digest_of(words) AS md5(sum(md5_number_lower(words)::HUGEINT)::VARCHAR);
CREATE MACRO bound(points) AS coalesce(points::VARCHAR, '?');
CREATE MACRO between_text(low, high) AS
    CASE WHEN low = high THEN low::VARCHAR ELSE bound(low) || '..' || bound(high) END;
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
