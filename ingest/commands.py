"""Commands about logs: `ingest`, `convert`, `fmt`, `new`; and the door through which `canasta check` reads them.

Each loads what it needs when it runs.  Nothing here judges a play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data.terminal import CLEAN, FINDINGS, UNREADABLE, CannotRun, say

if TYPE_CHECKING:
    from data.events import Reading

Paths = Annotated[list[str], typer.Argument(help="Logs, folders of logs, or - for standard input.", show_default=False)]
Lake = Annotated[Path, typer.Option("--lake", envvar="CANASTA_LAKE", help="Folder of the tables.")]
Mode = Annotated[str, typer.Option("--mode", help="normal; strict = stop at the first error; lenient = guess less.")]


def add_to(app: typer.Typer) -> None:
    """Give these commands to the front door."""
    app.command(epilog="Example: canasta convert evening.cgn evening.jsonl")(convert)
    app.command(epilog="Examples: canasta fmt evening.cgn   canasta fmt --check games/")(fmt)
    app.command(epilog="Example: canasta new --players 4 --rules classic > evening.cgn")(new)


def read(paths: Sequence[str], mode: str = "normal") -> Iterator[Reading]:
    """Every source that `paths` mean, read; FileNotFoundError before anything is read if one is not there."""
    from ingest.formats import read_any
    from ingest.sources import find, load

    for name in find(paths):
        source = load(name)
        reading = read_any(source.data, source.name, mode=mode)
        reading.messages.extend(source.problems)
        yield reading
