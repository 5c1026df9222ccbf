"""`canasta lake verify`: whether all that the lake says is still true.

Owns the checks: files against what was noted of them, bytes against their hashes, counts against rows, keys against
what they refer to and against the events.  Changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from data.keys import keys_of
from data.lake import EMPTY, Lake, family_of
from data.recorded import load_file
from data.schema import FAMILIES, TABLES
from data.views import connect

if TYPE_CHECKING:
    import duckdb

IMPORTS = family_of("sources")


class Fault(NamedTuple):
    """Something in the lake that is not as it should be: what, and where."""

    what: str
    where: str


def verify(lake: Lake, progress: Callable[[str], None] | None = None) -> list[Fault]:
    """All faults of a lake; empty if everything is in order.  `progress(name)` is called before each check.

    Where a file is damaged or missing only that is reported, since everything else follows from it.
    """
    say = progress or (lambda _name: None)
    say("files")
    faults = list(_files(lake))
    if faults:
        return faults
    with connect(lake) as con:
        for name, query in _CHECKS.items():
            say(name)
            faults += (Fault(name, " ".join(map(str, row))) for row in con.execute(query).fetchmany(100))
        for name in TABLES:
            say(f"{name}: rows are told apart by their keys")
            faults += _doubles(con, name)
    say("bytes against their hashes")
    faults += _bytes(lake)
    say("games against their keys")
    return faults or list(_keys(lake))


def _files(lake: Lake) -> Iterator[Fault]:
    """Every file that a batch was noted to have is there, can be read, and has as many rows as were written."""
    for name in TABLES:
        yield from _file(lake.file(name, EMPTY), 0)
    for family in FAMILIES:
        for batch in lake.batches(family):
            try:
                noted = lake.note(family, batch).get("rows", {})
            except OSError:
                yield from _file(lake.file(family.marker, batch), -1)
                continue
            for name, rows in noted.items():
                if rows or lake.file(name, batch).exists():
                    yield from _file(lake.file(name, batch), rows)


def _file(path: Path, rows: int) -> Iterator[Fault]:
    """What is wrong with one file, which should have so many rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        found = pq.read_table(path).num_rows
    except FileNotFoundError:
        yield Fault("file is missing", str(path))
    except (OSError, pa.ArrowException) as error:
        again = "; delete it, and it is made anew" if path.stem == EMPTY else ""
        yield Fault("file cannot be read", f"{path}: {error}{again}")
    else:
        if found != rows:
            yield Fault("file has other rows than were written", f"{path}: {found}, not {rows}")


_LINES = "event_lines + comment_lines + blank_lines + bad_lines + orphan_lines"
_CHECKS = {
    "ledger does not balance": f"SELECT name FROM stored.sources WHERE lines <> {_LINES} OR NOT balanced",
    "bytes of a source are missing": """SELECT name FROM stored.sources WHERE bytes > 0
        AND status <> 'too_large' AND sha256 NOT IN (SELECT sha256 FROM stored.raw)""",
    "source has other games than were counted": """SELECT s.name, s.games, count(g.game_key) AS n
        FROM stored.sources s LEFT JOIN stored.games g ON g.source = s.sha256 AND g.batch = s.batch
        GROUP BY s.sha256, s.batch, s.name, s.games HAVING n <> s.games""",
    "source has other events than were counted": """SELECT s.name, s.events, sum(coalesce(g.events, 0)) AS n
        FROM stored.sources s LEFT JOIN stored.games g ON g.source = s.sha256 AND g.batch = s.batch
        GROUP BY s.sha256, s.batch, s.name, s.events HAVING n <> s.events""",
    "source has other messages than were counted": """SELECT s.name FROM stored.sources s
        LEFT JOIN stored.messages m ON m.source = s.sha256 AND m.batch = s.batch AND m.kind = 'message'
        GROUP BY s.sha256, s.batch, s.name, s.errors, s.warnings HAVING count(m.source) <> s.errors + s.warnings""",
    "game has other events than were counted": """SELECT g.game_key, g.batch, g.events
        FROM (SELECT * FROM stored.games WHERE duplicate_of IS NULL) g
        LEFT JOIN (SELECT game_key, batch, count(*) AS n, min(seq) AS low, max(seq) AS high
                   FROM stored.events GROUP BY ALL) e USING (game_key, batch)
        WHERE g.events <> coalesce(n, 0) OR (n > 0 AND (low <> 1 OR high <> n))""",
    "game of no source": """SELECT game_key FROM stored.games g
        ANTI JOIN stored.sources s ON s.sha256 = g.source AND s.batch = g.batch""",
    "event of no game": "SELECT DISTINCT game_key FROM stored.events ANTI JOIN stored.games USING (game_key, batch)",
    "figure of no game": "SELECT DISTINCT game_key FROM stored.claims ANTI JOIN stored.games USING (game_key, batch)",
    "duplicate of no game": """SELECT game_key, duplicate_of FROM stored.games WHERE duplicate_of IS NOT NULL
        AND duplicate_of NOT IN (SELECT game_key FROM stored.games WHERE duplicate_of IS NULL)""",
    "result of no game": "SELECT DISTINCT game_key FROM stored.results ANTI JOIN stored.games USING (game_key, batch)",
    **{
        f"row of {name} without a result": f"""SELECT DISTINCT game_key, replay FROM stored.{name}
            ANTI JOIN stored.results USING (game_key, replay)"""
        for name in ("turns", "findings", "scores", "claim_verdicts", "seat_deals", "deals")
    },
}


STEPS = 3 + len(_CHECKS) + len(TABLES)  # checks whose names are told


def _doubles(con: duckdb.DuckDBPyConnection, name: str) -> list[Fault]:
    if name == "rulesets":  # other batches may say the same
        return []
    key = ", ".join(f'"{column}"' for column in TABLES[name].key)
    query = f"SELECT {key} FROM stored.{name} GROUP BY ALL HAVING count(*) > 1"
    return [
        Fault(f"row of {name} is there twice", " ".join(map(str, row))) for row in con.execute(query).fetchmany(100)
    ]


def _bytes(lake: Lake) -> Iterator[Fault]:
    for batch in lake.batches(IMPORTS):
        for row in lake.read("raw", batches=[batch]).to_pylist():
            if hashlib.sha256(row["content"]).hexdigest() != row["sha256"]:
                yield Fault("bytes do not have their hash", row["sha256"])


def _keys(lake: Lake) -> Iterator[Fault]:
    for batch in lake.batches(IMPORTS):
        for chunk in load_file(lake, batch):
            for recorded in chunk:
                if keys_of(recorded.events, recorded.game).game != recorded.key:
                    yield Fault("game does not have its key", recorded.key)
