"""What a table is: its grain in one sentence, its columns with type and sentence, and the list of all tables.

Owns the declaration form and its translation to Arrow and to docs/TABLES.md.  The tables themselves stand in
data/tables/.  Reads and writes no files, and loads Arrow only when a type is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from data.tables.declaration import Column, Table
from data.tables.imports import IMPORT_TABLES
from data.tables.people import PEOPLE_TABLES
from data.tables.results import RESULT_TABLES

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["FAMILIES", "TABLES", "Column", "Family", "Table", "arrow_schema", "markdown"]


@dataclass(frozen=True)
class Family:
    """Tables written together.  A batch of them can be seen once the last table's file is there, and not before."""

    name: str
    title: str
    tables: tuple[Table, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(table.name for table in self.tables)

    @property
    def marker(self) -> str:
        """The table whose file, written last, makes a batch visible."""
        return self.tables[-1].name


FAMILIES = (
    Family("import", "What the logs say, written by `canasta ingest`", IMPORT_TABLES),
    Family("replay", "What the replay says of it, written by `canasta replay`", RESULT_TABLES),
    *(Family(table.name, "What people decide", (table,)) for table in PEOPLE_TABLES),
)
TABLES = {table.name: table for family in FAMILIES for table in family.tables}


def arrow_schema(name: str) -> pa.Schema:
    """The Arrow schema of one table; KeyError for a name that is none."""
    import pyarrow as pa

    types = _arrow_types()
    return pa.schema([pa.field(column.name, types[column.type]) for column in TABLES[name].columns])


def _arrow_types() -> dict[str, Any]:
    import pyarrow as pa

    plain = {
        "string": pa.string(),
        "bool": pa.bool_(),
        "binary": pa.large_binary(),
        "timestamp": pa.timestamp("us", tz="UTC"),
        **{name: getattr(pa, name)() for name in ("uint8", "int16", "int32", "int64", "uint64", "float64")},
    }
    header = pa.struct([("key", pa.string()), ("value", pa.string()), ("line", pa.int32())])
    option = pa.struct([("name", pa.string()), ("value", pa.string())])
    side = pa.struct([("name", pa.string()), ("seats", pa.list_(pa.int16()))])
    deal_hash = pa.struct([("deal", pa.int32()), ("hash", pa.string())])
    return plain | {
        "list<uint8>": pa.list_(pa.uint8()),
        "list<string>": pa.list_(pa.string()),
        "map<string,int64>": pa.map_(pa.string(), pa.int64()),
        "map<string,string>": pa.map_(pa.string(), pa.string()),
        "list<header>": pa.list_(header),
        "list<option>": pa.list_(option),
        "list<side>": pa.list_(side),
        "list<deal_hash>": pa.list_(deal_hash),
    }


HEAD = """# Tables

Every table lies in the lake as Parquet files, `<lake>/<table>/*.parquet`.
For questions use the views of `canasta sql`: they show the newest reading of each file, the results that are pinned,
words instead of numbers, and NULL where nothing is known.  They are listed in [VIEWS.md](VIEWS.md).

In the files themselves, numbers that are not there are written as follows: seats and sides -1, `amount` -2147483648,
`target` 0, sizes -1.  `list<header>` holds structs (key, value, line), `list<option>` (name, value),
`list<side>` (name, seats), `list<deal_hash>` (deal, hash).  Text that comes from logs is untrusted.
"""


def markdown() -> str:
    """The page docs/TABLES.md: each table's grain, and a sentence per column."""
    parts = [HEAD]
    titles = list(dict.fromkeys(family.title for family in FAMILIES))
    for title in titles:
        parts.append(f"\n## {title}\n")
        for family in FAMILIES:
            if family.title == title:
                parts.extend(_table_markdown(table) for table in family.tables)
    return "".join(parts)


def _table_markdown(table: Table) -> str:
    lines = [f"\n### {table.name}\n", f"One row: {table.grain}\n", "| column | type | meaning |", "|---|---|---|"]
    lines += [f"| {column.name} | {column.type.replace('|', '')} | {column.doc} |" for column in table.columns]
    return "\n".join(lines) + "\n"
