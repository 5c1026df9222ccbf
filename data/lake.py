"""The lake: a directory of immutable Parquet files, where it lies, what of it can be seen, and how files get there.

Owns the layout `<lake>/<table>/<batch>.parquet` and the commit.  A batch is written under a suffix readers ignore,
flushed to the disk and renamed, the marker table of its family last; it can be seen once that file is there.  So a
process killed at any moment leaves nothing half-done to be seen, and what it leaves is swept by the next writer.
Knows nothing of what the tables mean: views are made in data.views, upkeep in data.upkeep.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from data.files import PART, flush_directory, write_text
from data.lock import exclusive
from data.schema import FAMILIES, TABLES, Family, arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.compute as pc

LAYOUT = 1
LABEL = "lake.json"  # says that a directory is a lake, and how it was laid out
EMPTY = "empty"  # the name of the zero-row file of each table
MERGED = "merged-"  # how the names of batches begin that hold others
RETRIES = 5  # looks at a directory in which files are being merged
UNBOUNDED = ("content", "text", "raw")  # columns whose values may be a whole log; their lowest and highest help nobody
NOTE = b"canasta"  # the key of our note in the metadata of a marker file


class LakeError(OSError):
    """There is no lake where one is wanted, or it cannot be used; the text says which."""


def locate(given: str | Path | None = None) -> Path:
    """The directory of the lake: as given, else the environment's CANASTA_LAKE, else `./lake`."""
    return Path(given or os.environ.get("CANASTA_LAKE") or "lake")


def open_lake(path: str | Path | None = None, *, create: bool = False) -> Lake:
    """The lake at a place, made if `create` is set; LakeError if there is none, or if it is no lake of ours."""
    lake = Lake(locate(path))
    label = lake.label()
    if not label:
        if not create:
            raise LakeError(f"there is no lake at {lake.path}; `canasta ingest` makes one")
        lake.path.mkdir(parents=True, exist_ok=True)
        # What another process has made of a lake so far, or was killed over, is no reason to refuse.
        if {entry.name for entry in lake.path.iterdir()} - {"lock", LABEL, LABEL + PART, *TABLES}:
            raise LakeError(f"{lake.path} is not empty and no lake; name another directory")
    if label.get("layout", LAYOUT) != LAYOUT:
        found = f"layout {label['layout']!r}, and this version knows {LAYOUT}"
        raise LakeError(f"{lake.path} was laid out by another version of this program: {found}")
    if label.get("schema") != schema_hash() or not all(lake.file(name, EMPTY).exists() for name in TABLES):
        lake.bootstrap()
    return lake


def schema_hash() -> str:
    """A hash of the names and types of all columns, to see whether zero-row files are up to date."""
    words = [f"{name}.{column.name}:{column.type}" for name, table in TABLES.items() for column in table.columns]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def now() -> datetime:
    """The time as stored in tables."""
    return datetime.now(UTC)


class Lake:
    """One lake.  Instances hold no state but the path: each question looks at the directory anew."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def label(self) -> dict[str, Any]:
        """What the lake says of itself; empty while it is being made."""
        try:
            found: dict[str, Any] = json.loads((self.path / LABEL).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except NotADirectoryError:
            raise LakeError(f"{self.path} is a file; a lake is a folder") from None
        except ValueError as error:
            raise LakeError(f"{self.path / LABEL} cannot be read: expected the label of a lake, {error}") from error
        if not isinstance(found, dict):
            raise LakeError(f"{self.path / LABEL} cannot be read: expected the label of a lake, found {found!r}")
        return found

    def bootstrap(self) -> None:
        """Write a zero-row file of each table, so that every view exists and has every column; then the label."""
        import pyarrow as pa

        try:
            with exclusive(self.path / "lock"):
                for name in TABLES:
                    (self.path / name).mkdir(exist_ok=True)
                    table = pa.Table.from_pylist([], schema=arrow_schema(name))
                    _write(table, self.path / name / f"{EMPTY}.parquet{PART}", {})
                    (self.path / name / f"{EMPTY}.parquet{PART}").replace(self.path / name / f"{EMPTY}.parquet")
                write_text(self.path / LABEL, json.dumps({"layout": LAYOUT, "schema": schema_hash()}))
        except PermissionError as error:
            raise LakeError(f"{self.path} was made by another version and cannot be written to: {error}") from error

    def batches(self, family: Family) -> list[str]:
        """Names of the batches that can be seen, sorted; a batch taken in by a merged one is not among them."""
        for _ in range(RETRIES):
            # A merged file that goes away between two looks has been merged again meanwhile: look anew.
            with contextlib.suppress(FileNotFoundError):
                return sorted(self._marked(family) - {EMPTY} - self.absorbed(family))
        raise LakeError(f"{self.path} changes faster than it can be read")

    def absorbed(self, family: Family) -> set[str]:
        """Names of the batches, there or not, that a merged batch has taken in."""
        merged = (name for name in self._marked(family) if name.startswith(MERGED))
        return {old for name in merged for old in self.note(family, name).get("merged", ())}

    def holder(self, family: Family, batch: str) -> str:
        """The batch that holds the rows of a batch now: itself, or the merged one that has taken it in since."""
        for name in (batch, *self.batches(family)):
            if self.file(family.marker, name).exists() and (
                name == batch or batch in self.note(family, name).get("merged", ())
            ):
                return name
        raise LakeError(f"batch {batch} is no longer in {self.path}")

    def _marked(self, family: Family) -> set[str]:
        return {path.stem for path in (self.path / family.marker).glob("*.parquet")}

    def note(self, family: Family, batch: str) -> dict[str, Any]:
        """What was noted when a batch was written: `rows` by table, and for a merged one what it has taken in."""
        path = self.file(family.marker, batch)
        return _noted(path, path.stat().st_mtime_ns)

    def file(self, table: str, batch: str) -> Path:
        """Where the rows of a batch lie; a batch without rows for a table has no file there."""
        return self.path / table / f"{batch}.parquet"

    def files(self, table: str, batches: Iterable[str] | None = None) -> list[Path]:
        """The files of a table that can be seen, the zero-row file first, then by batch."""
        family = family_of(table)
        there = {path.stem for path in (self.path / table).glob("*.parquet")}
        wanted = self.batches(family) if batches is None else batches
        return [self.file(table, name) for name in (EMPTY, *wanted) if name in there]

    def version(self, families: Iterable[Family] = FAMILIES) -> str:
        """A word that changes whenever something is added to the lake or taken out, for caches."""
        names = [f"{family.name}/{name}" for family in families for name in self.batches(family)]
        return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]

    def read(
        self, table: str, columns: Sequence[str] | None = None, *, where: pc.Expression | None = None,
        batches: Iterable[str] | None = None,
    ) -> pa.Table:  # fmt: skip
        """The rows of a table that can be seen, as stored: superseded readings and all replays included."""
        import pyarrow.dataset as ds

        for _ in range(RETRIES):
            with contextlib.suppress(FileNotFoundError):
                files = [str(path) for path in self.files(table, batches)]
                rows = ds.dataset(files, schema=arrow_schema(table), format="parquet")
                return rows.to_table(columns=columns, filter=where)
        raise LakeError(f"{self.path} changes faster than it can be read")

    @contextlib.contextmanager
    def writing(self) -> Iterator[Writer]:
        """The right to add batches, held by one process at a time; waits for it.  Sweeps what killed writers left."""
        with exclusive(self.path / "lock"):
            writer = Writer(self)
            writer.sweep()
            yield writer

    def append(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows to one of the tables that people write: people, amendments, signoffs, pins."""
        with self.writing() as writer:
            writer.append(table, rows)


class Writer:
    """Adds batches to a lake; exists only while the lake's lock is held."""

    def __init__(self, lake: Lake) -> None:
        self.lake = lake

    def sweep(self) -> None:
        """Remove files being written by nobody, files of batches that never became visible, and merged batches."""
        for family in FAMILIES:
            self.remove(family, self.lake.absorbed(family))
            seen = {path.stem for path in (self.lake.path / family.marker).glob("*.parquet")}
            for name in family.names:
                for path in (self.lake.path / name).iterdir():
                    if path.suffix == PART or (path.suffix == ".parquet" and path.stem not in seen):
                        path.unlink(missing_ok=True)

    def append(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows to one of the tables that people write, stamped with the time and the account."""
        import pyarrow as pa

        stamped = [{"decided_at": now(), "decided_by": account(), "why": "", **row} for row in rows]
        words = json.dumps(stamped, default=str, sort_keys=True)
        batch = hashlib.sha256(words.encode()).hexdigest()[:32]
        self.commit(family_of(table), batch, {table: pa.Table.from_pylist(stamped, arrow_schema(table))})

    def commit(self, family: Family, batch: str, tables: Mapping[str, pa.Table], *, merged: Sequence[str] = ()) -> None:
        """Add one batch: all of its tables or nothing; OSError if the disk does not take it."""
        rows = {name: tables[name].num_rows for name in family.names if name in tables}
        note = {"rows": rows} | ({"merged": sorted(merged)} if merged else {})
        wanted = [name for name in family.names if rows.get(name) or name == family.marker]
        try:
            for name in wanted:
                final = self.lake.file(name, batch)
                _write(tables[name], final.with_name(final.name + PART), note if name == family.marker else {})
            for name in wanted:
                if name == family.marker:
                    # All that the marker vouches for must be on the disk under its name before the marker is.
                    for other in wanted:
                        flush_directory(self.lake.path / other)
                final = self.lake.file(name, batch)
                final.with_name(final.name + PART).replace(final)
            flush_directory(self.lake.path / family.marker)
        except BaseException:
            self._take_back(family, batch)
            raise

    def _take_back(self, family: Family, batch: str) -> None:
        """After a failure: leave nothing of a batch that cannot be seen."""
        seen = self.lake.file(family.marker, batch).exists()
        for name in family.names:
            final = self.lake.file(name, batch)
            with contextlib.suppress(OSError):
                final.with_name(final.name + PART).unlink(missing_ok=True)
                if not seen:
                    final.unlink(missing_ok=True)

    def supersede(self, family: Family, batches: Sequence[str], tables: Mapping[str, pa.Table]) -> None:
        """Put one batch in the place of others: at every moment readers see either those or this one."""
        ids = "\n".join([*sorted(batches), str(now())])
        old = {name for batch in batches for name in self.lake.note(family, batch).get("merged", ())}
        name = MERGED + hashlib.sha256(ids.encode()).hexdigest()[:32]
        self.commit(family, name, tables, merged=[*batches, *old])
        self.remove(family, batches)

    def remove(self, family: Family, batches: Iterable[str]) -> None:
        """Take batches out for good, the marker first, so that none is ever seen in part."""
        for batch in batches:
            for name in (family.marker, *family.names):
                self.lake.file(name, batch).unlink(missing_ok=True)


def among(column: str, words: Iterable[str]) -> pc.Expression:
    """A condition for `read`: the column holds one of these words."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.field(column).isin(pa.array(sorted(words), pa.string()))


def family_of(table: str) -> Family:
    """The family a table belongs to; KeyError for a name that is none."""
    return _FAMILY_OF[table]


_FAMILY_OF = {name: family for family in FAMILIES for name in family.names}


def account() -> str:
    """The account that runs this program, as far as the system tells."""
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


@lru_cache(maxsize=4096)
def _noted(path: Path, _modified: int) -> dict[str, Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_metadata(path).metadata or {}
    except FileNotFoundError:
        raise
    except (OSError, pa.ArrowException) as error:
        raise LakeError(f"{path} cannot be read ({error}); canasta lake verify tells what is damaged") from error
    found: dict[str, Any] = json.loads(metadata.get(NOTE, b"{}"))
    return found


def _write(table: pa.Table, path: Path, note: Mapping[str, Any]) -> None:
    """Write one Parquet file and wait until it is on the disk.

    LZ4 reads fastest (measured); the raw bytes are read seldom and pressed hard.  Small row groups let a question about
    one game pass over the others.  Without the Arrow schema, columns that were built with a dictionary come back as the
    plain type the schema declares.
    """
    import pyarrow.parquet as pq

    raw = "content" in table.schema.names
    options: dict[str, Any] = {"compression": "zstd", "use_dictionary": ["batch"]} if raw else {"compression": "lz4"}
    options["write_statistics"] = [name for name in table.schema.names if name not in UNBOUNDED]
    with path.open("wb") as file:
        with pq.ParquetWriter(file, table.schema, store_schema=False, **options) as writer:
            writer.write_table(table, row_group_size=64 if raw else 2**17)
            if note:
                writer.add_key_value_metadata({NOTE.decode(): json.dumps(note)})
        file.flush()
        os.fsync(file.fileno())
