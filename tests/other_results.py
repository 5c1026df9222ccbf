"""Results of another engine, published, for tests of what people have said of the ones before."""

from __future__ import annotations

import pyarrow as pa

from data.lake import Lake, family_of
from data.schema import arrow_schema

ANOTHER = "another"


def publish_other_results(lake: Lake, more: int) -> None:
    """What is published says the same from now on but for the total of the first side, which is greater by so much."""
    tables = {}
    for name in ("deals", "results"):
        rows = lake.read(name).to_pylist()
        for row in rows:
            row["replay"] = ANOTHER
            if name == "results":
                row["engine"] = ANOTHER
                bounds = {name: row[name] for name in ("total_low", "total_high") if row["side"] == 0}
                row |= {name: bound if bound is None else bound + more for name, bound in bounds.items()}
        tables[name] = pa.Table.from_pylist(rows, arrow_schema(name))
    with lake.writing() as writer:
        writer.commit(family_of("results"), ANOTHER, tables)
    lake.append("pins", [{"game_key": "", "engine": ANOTHER, "ruleset_hash": ""}])
