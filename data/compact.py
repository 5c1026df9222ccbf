"""`canasta lake compact`: many small batches become few larger ones, and nothing is seen twice meanwhile.

Owns the choice of what to merge.  The rows stay as they are, in the order of the batches they came in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from data.lake import Lake, Writer
from data.schema import FAMILIES, Family

LARGE = 64 * 2**20  # bytes on the disk: batches from half this size on are left alone, merged ones stay below it


def compact(
    lake: Lake, large: int = LARGE, *, progress: Callable[[int, int], None] = lambda done, of: None
) -> dict[str, tuple[int, int]]:
    """Merge small batches; by family, how many there were and how many there are now.

    Waits for writers.  A reader that still has the old files open must connect again.  `progress(done, all)` is called
    after each batch is made.
    """
    with lake.writing() as writer:
        before = {family.name: len(lake.batches(family)) for family in FAMILIES}
        groups = [(family, group) for family in FAMILIES for group in _groups(lake, family, large)]
        for done, (family, group) in enumerate(groups, 1):
            _merge(writer, family, group)
            progress(done, len(groups))
        return {family.name: (before[family.name], len(lake.batches(family))) for family in FAMILIES}


def _groups(lake: Lake, family: Family, large: int) -> Iterator[list[str]]:
    """Batches to be merged together: neighbours in time, so that later questions about a time read few files."""
    sizes = {batch: _size(lake, family, batch) for batch in lake.batches(family)}
    times = {batch: lake.file(family.marker, batch).stat().st_mtime_ns for batch in sizes}
    group: list[str] = []
    total = 0
    for batch in sorted((batch for batch in sizes if sizes[batch] < large // 2), key=lambda batch: times[batch]):
        if group and total + sizes[batch] > large:
            yield from [group] if len(group) > 1 else []
            group, total = [], 0
        group.append(batch)
        total += sizes[batch]
    if len(group) > 1:
        yield group


def _size(lake: Lake, family: Family, batch: str) -> int:
    paths = (lake.file(name, batch) for name in family.names)
    return sum(path.stat().st_size for path in paths if path.exists())


def _merge(writer: Writer, family: Family, group: list[str]) -> None:
    import pyarrow as pa

    lake = writer.lake
    tables = {name: pa.concat_tables([lake.read(name, batches=[batch]) for batch in group]) for name in family.names}
    writer.supersede(family, group, tables)
