"""Commands about the program and the lake itself: `sql`, `version`.  They read; nothing here writes a table."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from data.terminal import CannotRun, LakeOption, put, say, say_table
from data.version import signature

if TYPE_CHECKING:
    import pyarrow as pa


class Shape(StrEnum):
    """How the answer to a query is printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


Query = Annotated[str, typer.Argument(help="One SELECT; without it, the views are listed.", show_default=False)]
ShapeOption = Annotated[Shape, typer.Option("--format", help="json: one object a line.")]

MOST_NAMED = 3  # lost files that are told by name
SQL_EXAMPLE = 'Example: canasta sql "select rule, count(*) as n from findings group by rule order by n"'


def add_to(app: typer.Typer) -> None:
    """Give these commands to the front door."""
    app.command(short_help="Ask the lake a question in SQL.", epilog=SQL_EXAMPLE)(sql)
    app.command(short_help="Tell which version this is, and what runs.", epilog="Example: canasta version")(version)


def sql(query: Query = "", lake: LakeOption = None, shape: ShapeOption = Shape.TABLE) -> None:
    """Answer one SELECT on the views of the lake.  It can change nothing and reaches no other file.

    docs/TABLES.md says what each view and column means.  Files that the lake has lost are told on standard error.
    """
    from data import view_parts, views
    from data.lake import open_lake
    from data.missing import missing

    if not query:
        say_table(view_parts.described(), ("view", "one row is"))
        return
    opened = open_lake(lake)
    try:
        answer = views.sql(opened, query)
    except views.QueryError as error:
        raise CannotRun(str(error)) from error
    if lost := missing(opened):
        say(f"canasta: {_lost_files(lost)}; canasta lake verify tells what is damaged", error=True)
    _print(answer, shape)


def _lost_files(lost: Sequence[Path]) -> str:
    """That an answer may be incomplete, and why."""
    names = ", ".join(f"{path.parent.name}/{path.name}" for path in lost[:MOST_NAMED])
    more = f" and {len(lost) - MOST_NAMED:,} more" if len(lost) > MOST_NAMED else ""
    return f"rows may be wanting in this answer, for the lake has lost {names}{more}"


def _print(answer: pa.Table, shape: Shape) -> None:
    rows = answer.to_pylist()
    if shape is Shape.JSON:
        import json

        for row in rows:
            print(json.dumps({name: _plain(value) for name, value in row.items()}, default=str))
    elif shape is Shape.CSV:
        _print_csv(answer.column_names, rows)
    else:
        say_table(([_cell(row[name]) for name in answer.column_names] for row in rows), answer.column_names)


def _print_csv(names: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    """CSV whose cells no spreadsheet takes for a formula: text that looks like one gets an apostrophe in front."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([_harmless(row[name]) for name in names])
    put(text.getvalue())


def _plain(value: object) -> object:
    """A value as JSON has it: sums of whole numbers come as decimals, and NaN is no number there."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return None if isinstance(value, float) and not isfinite(value) else value


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def version() -> None:
    """Tell which version this is, on which Python, and whether the kernel that runs is compiled.

    Compiled modules that were made from other sources than those beside them are told: STALE.
    """
    from data.compiled import described

    say(f"{signature()}, Python {platform.python_version()}, {described()}")
