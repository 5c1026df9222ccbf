"""Rows of one Parquet file by their numbers: what is read are the row groups in which they lie, and no others.

Knows no table.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


class RowGroups:
    """One file; `count` are its rows.  FileNotFoundError here or in `read` where it is not there any more."""

    def __init__(self, path: Path, schema: pa.Schema, columns: Sequence[str]) -> None:
        import pyarrow.dataset as ds

        self.schema, self.columns = schema, list(columns)
        (self.fragment,) = ds.dataset([str(path)], schema=schema, format="parquet").get_fragments()
        self.starts = list(accumulate((group.num_rows for group in self.fragment.row_groups), initial=0))
        self.count = self.starts[-1]

    def read(self, first: int, last: int) -> pa.Table:
        """Rows `first` up to, not including, `last`."""
        if first >= last:
            return self.schema.empty_table().select(self.columns)
        groups = range(bisect_right(self.starts, first) - 1, bisect_left(self.starts, last))
        part = self.fragment.subset(row_group_ids=list(groups))
        rows = part.to_table(schema=self.schema, columns=self.columns)
        return rows.slice(first - self.starts[groups[0]], last - first)
