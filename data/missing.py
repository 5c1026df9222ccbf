"""Files that a lake has lost, found by their names alone: what its batches were noted to have against what lies there.

Reads no rows; `canasta lake verify` looks at those too.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from data.lake import Lake
from data.schema import FAMILIES, Family


def missing(lake: Lake) -> list[Path]:
    """The files with rows that are not where they were written."""
    return [path for family in FAMILIES for path in _missing_of(lake, family)]


def _missing_of(lake: Lake, family: Family) -> Iterator[Path]:
    there = {name: {path.stem for path in (lake.path / name).glob("*.parquet")} for name in family.names}
    for batch in lake.batches(family):
        with contextlib.suppress(FileNotFoundError):  # the batch has been merged into another meanwhile
            rows = lake.note(family, batch).get("rows", {})
            lost = [lake.file(name, batch) for name in family.names if rows.get(name) and batch not in there[name]]
            if lake.file(family.marker, batch).exists():
                yield from lost
