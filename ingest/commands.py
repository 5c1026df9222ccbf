"""Commands about logs: `convert`, `fmt`, `new`; and the door through which `canasta check` reads them.

Each loads what it needs when it runs.  Nothing here judges a play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data.terminal import FINDINGS, UNREADABLE, CannotRun, say

if TYPE_CHECKING:
    from data.events import Reading
    from ingest.sources import Source

STDIN = "-"


class Target(StrEnum):
    """Formats that can be written."""

    CGN = "cgn"
    JSONL = "cgn-jsonl"


Log = Annotated[str, typer.Argument(help="A log; - is standard input.", show_default=False)]
Paths = Annotated[list[str], typer.Argument(help="Logs, folders of logs, or - for standard input.", show_default=False)]
Output = Annotated[str, typer.Argument(help="The file to write: .cgn, .jsonl, or - for standard output.")]
TargetOption = Annotated[Target | None, typer.Option("--to", help="The format, where the file's name does not tell.")]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that exists.")]
CheckOnly = Annotated[bool, typer.Option("--check", help="Change nothing; exit 5 if a file is not in canonical form.")]
Rules = Annotated[str, typer.Option("--rules", help="The ruleset: canasta rules lists them.")]
Players = Annotated[int, typer.Option("--players", min=2, max=8, help="Number of seats.")]
GameId = Annotated[str, typer.Option("--game", help="Id of the game, without blanks.")]
PlayerNames = Annotated[
    list[str] | None, typer.Option("--player", metavar="SEAT=NAME", help="Who sits where; repeatable.")
]


def add_to(app: typer.Typer) -> None:
    """Give these commands to the front door."""
    app.command(epilog="Example: canasta convert evening.cgn evening.jsonl")(convert)
    app.command(epilog="Examples: canasta fmt evening.cgn   canasta fmt --check games/")(fmt)
    app.command(epilog="Example: canasta new --players 4 --player N=Ana > evening.cgn")(new)


def read(paths: Sequence[str], mode: str = "normal") -> Iterator[Reading]:
    """Every source that `paths` mean, read; FileNotFoundError before anything is read if one is not there."""
    from ingest.sources import find, load

    for path in find(paths).files:
        yield _read(load(path), mode)


def _read(source: Source, mode: str) -> Reading:
    """One source read; what is wrong with it as a whole is its first message."""
    from data.events import Message, Reading
    from ingest import sources
    from ingest.formats import read_any

    codes = {sources.UNREADABLE: "E001", sources.DAMAGED: "E002", sources.TOO_LARGE: "E003"}
    whole = source.status not in (sources.UNREADABLE, sources.TOO_LARGE)
    reading = read_any(source.data, source.name, mode=mode) if whole else Reading(source.name)
    if source.reason:
        reading.messages.insert(0, Message(codes[source.status], 1, 1, "a log that can be read", source.reason))
    return reading


def convert(source: Log, output: Output, to: TargetOption = None, force: Force = False) -> None:
    """Write a log in another format: text for people and archives, JSON lines for programs.

    Lines that could not be read go along as they stand; they are told, and the exit code is 10.
    """
    from ingest.formats import EXTENSIONS, writer

    form = to or EXTENSIONS.get(Path(output.removesuffix(".gz")).suffix)
    if form is None:
        raise CannotRun(f"{output}: its name tells no format; use --to {' or --to '.join(Target)}")
    if output != STDIN and Path(output).exists() and not force:
        raise CannotRun(f"{output} exists; --force writes over it")
    (reading,) = read([source])
    text = writer(form)(reading)
    _write(output, text)
    raise typer.Exit(_told(reading))


def _write(output: str, text: str) -> None:
    if output == STDIN:
        print(text, end="")
    elif output.endswith(".gz"):
        import gzip

        Path(output).write_bytes(gzip.compress(text.encode(), mtime=0))
    else:
        Path(output).write_text(text, encoding="utf-8", newline="")


def _told(reading: Reading) -> int:
    """Say what the reader could not take; the exit code that follows."""
    for message in reading.messages:
        say(f"{reading.name}:{message.line}:{message.column}: {message.code}: {message.sentence}", error=True)
    return UNREADABLE if any(message.is_error for message in reading.messages) else 0


def fmt(paths: Paths, check: CheckOnly = False) -> None:
    """Put CGN files into canonical form: same record, one spelling.  Standard input goes to standard output.

    A file with lines that cannot be read is left as it is.
    """
    code = 0
    for reading in read(paths):
        if reading.format != Target.CGN:
            say(f"{reading.name}: not CGN text, left as it is", error=True)
            continue
        code = max(code, _format(reading, check=check))
    raise typer.Exit(code)


def _format(reading: Reading, *, check: bool) -> int:
    from ingest.formats import writer

    code = _told(reading)
    if code:
        return code
    text = writer(Target.CGN)(reading)
    if reading.name == "<stdin>":
        print(text, end="")
    elif Path(reading.name).read_text(encoding="utf-8") != text:
        say(f"{reading.name}: {'would be changed' if check else 'changed'}", error=True)
        if check:
            return FINDINGS
        Path(reading.name).write_text(text, encoding="utf-8", newline="")
    return 0


def new(rules: Rules = "classic", players: Players = 4, game: GameId = "", player: PlayerNames = None) -> None:
    """Print the beginning of a log to fill in, with the seats and sides of a ruleset."""
    from datetime import date

    from data.ruleset import RulesetError, resolve
    from ingest.template import seats, template

    try:
        resolved = resolve(rules, players)
    except RulesetError as error:
        raise CannotRun(str(error)) from error
    names = dict(word.partition("=")[::2] for word in player or [])
    for seat in names:
        if seat not in seats(players):
            raise CannotRun(f"--player {seat}: the seats are {', '.join(seats(players))}")
    today = date.today().isoformat()
    print(template(resolved, game or f"game-{today}", {"date": today}, names), end="")
