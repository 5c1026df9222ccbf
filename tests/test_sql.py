"""The door for queries: they see the views, and can change, read and reach nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.lake import Lake
from data.views import QueryError, sql
from ingest.run import ingest
from tests.made_lakes import empty_lake
from tests.made_logs import log


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    top = tmp_path_factory.mktemp("sql")
    lake = empty_lake(top / "lake's own")
    (top / "game.cgn").write_text(log("club/1", 1))
    ingest([top / "game.cgn"], lake)
    return lake


def files_of(lake: Lake) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(lake.path.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    "query",
    [
        "SELECT count(*) FROM games",
        "select 1;",
        "-- a question\nSELECT ';' AS word -- its end",
        "FROM events",
        "WITH x AS (SELECT kind, count(*) AS n FROM events GROUP BY kind) SELECT * FROM x ORDER BY n DESC",
        "DESCRIBE games",
        "SHOW TABLES",
        "SUMMARIZE sources",
        "VALUES (1), (2)",
        "SELECT a.game, b.game FROM games a, games b",
    ],
)
def test_reading_is_let_through(lake: Lake, query: str) -> None:
    assert sql(lake, query).num_columns > 0


def test_cards_kinds_and_absent_numbers_are_in_words(lake: Lake) -> None:
    rows = sql(
        lake, "SELECT seat, kind, cards, amount, side, status FROM events WHERE turn = 1 ORDER BY seq"
    ).to_pylist()
    assert [row["kind"] for row in rows] == ["draw", "discard"]
    assert {row["seat"] for row in rows} == {"E"}
    assert {(row["amount"], row["side"], row["status"]) for row in rows} == {(None, None, "played")}
    assert all(row["cards"] in "A23456789TJQK" for row in rows)
    (dealt,) = sql(lake, "SELECT cards FROM events WHERE kind = 'dealt' AND seat = 'N'").to_pylist()
    assert len(dealt["cards"].split()) == 11


TARGET = "__FILE__"


@pytest.mark.parametrize(
    "query",
    [
        # another's files
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_blob('/etc/passwd')",
        "SELECT * FROM read_json('/etc/passwd')",
        "SELECT * FROM sniff_csv('/etc/passwd')",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM read_parquet('https://example.org/x.parquet')",
        "SELECT getenv('HOME')",
        "SELECT * FROM sqlite_scan('/tmp/x.db', 't')",
        # writing
        "COPY (SELECT 1) TO '/tmp/canasta-should-not-exist.csv'",
        f"COPY (SELECT 1 AS a) TO '{TARGET}' (FORMAT parquet, USE_TMP_FILE false)",
        f"WITH x AS (COPY (SELECT 1 AS a) TO '{TARGET}' (FORMAT parquet, USE_TMP_FILE false)) SELECT 1",
        f"SELECT * FROM (WITH x AS (COPY (SELECT 1 AS a) TO '{TARGET}' (USE_TMP_FILE false)) SELECT 1)",
        f"SELECT * FROM query('WITH x AS (COPY (SELECT 1) TO ''{TARGET}'' (USE_TMP_FILE false)) SELECT 1')",
        f"EXPLAIN ANALYZE COPY (SELECT 1 AS a) TO '{TARGET}' (FORMAT parquet, USE_TMP_FILE false)",
        "EXPORT DATABASE '/tmp/canasta-should-not-exist'",
        "ATTACH '/tmp/canasta-should-not-exist.db'",
        "ATTACH ':memory:' AS other",
        "INSTALL httpfs",
        "LOAD httpfs",
        # the database itself
        "CREATE TABLE t (i INT)",
        "CREATE TEMP TABLE t (i INT)",
        "CREATE OR REPLACE VIEW games AS SELECT 1",
        "DROP VIEW games",
        "INSERT INTO exclusions VALUES ('x', 'y')",
        "WITH x AS (INSERT INTO exclusions VALUES ('x', 'y') RETURNING *) SELECT * FROM x",
        "WITH x AS (DELETE FROM persons RETURNING *) SELECT * FROM x",
        "DELETE FROM persons",
        "SET enable_external_access = true",
        "RESET lock_configuration",
        "PRAGMA enable_external_access = true",
        "PRAGMA database_list",
        "CALL pragma_version()",
        "BEGIN",
        "CHECKPOINT",
        "PREPARE p AS SELECT 1",
        "SET VARIABLE x = 1",
        # several, none, half
        "SELECT 1; SELECT 2",
        "SELECT 1) UNION ALL (SELECT 2",
        "SELECT 1); DROP VIEW games; --",
        "",
        "-- nothing",
        "SELEC 1",
        "SELECT $1",
    ],
)  # fmt: skip
def test_everything_else_is_refused(lake: Lake, query: str) -> None:
    before = files_of(lake)
    target = str(lake.files("sources")[-1].resolve()).replace("'", "''")
    with pytest.raises(QueryError):
        sql(lake, query.replace(TARGET, target))
    assert files_of(lake) == before
    assert not list(Path("/tmp").glob("canasta-should-not-exist*"))


def test_only_files_that_are_shown_can_be_reached(lake: Lake) -> None:
    stray = lake.path / "events" / "stray.parquet"
    stray.write_bytes(lake.files("events")[-1].read_bytes())
    with pytest.raises(QueryError, match="Permission"):
        sql(lake, f"SELECT * FROM read_parquet('{str(stray.resolve()).replace(chr(39), chr(39) * 2)}')")


def test_nothing_of_the_calling_program_is_seen(lake: Lake) -> None:
    secret = sql(lake, "SELECT 1 AS a")
    with pytest.raises(QueryError):
        sql(lake, "SELECT * FROM secret")
    assert secret.num_rows == 1
