"""The tables as declared: every column said once; every view described, its examples run."""

import re
from pathlib import Path

import pyarrow as pa
import pytest

from data import view_parts, views, views_page
from data.events import Claim, Events
from data.schema import FAMILIES, TABLES, arrow_schema
from tests.made_lakes import empty_lake


@pytest.mark.parametrize("name", TABLES)
def test_table_says_what_a_row_is_and_what_tells_rows_apart(name: str) -> None:
    table = TABLES[name]
    columns = [column.name for column in table.columns]
    assert table.grain.startswith("one ")
    assert table.grain.endswith(".")
    assert len(columns) == len(set(columns))
    assert set(table.key) <= set(columns)
    assert all(len(column.doc) > 8 and not column.doc.endswith(".") for column in table.columns)


@pytest.mark.parametrize("name", TABLES)
def test_table_has_an_arrow_schema(name: str) -> None:
    schema = arrow_schema(name)
    assert schema.names == [column.name for column in TABLES[name].columns]
    assert pa.Table.from_pylist([], schema).num_rows == 0


def test_every_table_belongs_to_one_family() -> None:
    assert sorted(TABLES) == sorted(name for family in FAMILIES for name in family.names)


def test_nothing_of_an_event_or_a_claim_has_no_column() -> None:
    assert set(Events.COLUMNS) | {"cards", "roles", "readings"} <= set(arrow_schema("events").names)
    assert set(Claim.__slots__) <= set(arrow_schema("claims").names)
    assert arrow_schema("events").field("cards").type == pa.list_(pa.uint8())


def test_every_view_is_described_and_every_description_is_a_view(tmp_path: Path) -> None:
    described = [name for name, _ in view_parts.described()]
    con = views.connect(empty_lake(tmp_path / "lake"))
    made = con.execute("SELECT view_name FROM duckdb_views() WHERE schema_name = 'main' AND NOT internal").fetchall()
    inner = {"current_games", "game_names", "figure_words"}
    assert sorted(described) == sorted({name for (name,) in made} - inner)


def test_examples_of_the_page_run(tmp_path: Path) -> None:
    lake = empty_lake(tmp_path / "lake")
    examples = re.findall(r"```sql\n(.*?)```", views_page.markdown(), re.DOTALL)
    assert len(examples) >= 5
    for example in examples:
        views.sql(lake, example)


def test_each_view_can_be_asked_with_nothing_else_made(tmp_path: Path) -> None:
    lake = empty_lake(tmp_path / "lake")
    everything = view_parts.needed(None)
    assert {f"stored.{name}" for name in TABLES} <= everything
    for name in view_parts.views():
        assert name in everything
        with views.connect(lake, {name}) as con:
            assert con.execute(f"FROM {name}").fetchall() == []
    assert len(view_parts.needed({"games"})) < len(everything) / 2


@pytest.mark.parametrize("query", ["SHOW TABLES", "SELECT view_name FROM duckdb_views()", 'FROM "GAMES"',
                                   "FROM stored.events", "DESCRIBE findings"])  # fmt: skip
def test_questions_about_the_views_find_them(query: str, tmp_path: Path) -> None:
    views.sql(empty_lake(tmp_path / "lake"), query)
