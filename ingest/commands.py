"""Commands about logs: `ingest`, `convert`, `fmt`, `new`; and the doors through which others read and write them.

Each loads what it needs when it runs.  Nothing here judges a play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data.terminal import CLEAN, FINDINGS, INTERRUPTED, UNREADABLE, CannotRun, LakeOption, put, say

if TYPE_CHECKING:
    from data.events import Events, Game, Reading
    from ingest.ledger import Report
    from ingest.sources import Source

STDIN = "-"


class Target(StrEnum):
    """Formats that can be written."""

    CGN = "cgn"
    JSONL = "cgn-jsonl"


class Mode(StrEnum):
    """How much a reader takes (rule R12 of the notation)."""

    NORMAL = "normal"
    STRICT = "strict"
    LENIENT = "lenient"


Log = Annotated[str, typer.Argument(help="A log; - is standard input.", show_default=False)]
Paths = Annotated[list[str], typer.Argument(help="Logs, folders of logs, or - for standard input.", show_default=False)]
ModeOption = Annotated[
    Mode, typer.Option("--mode", help="strict stops at the first error; lenient takes more spellings.")
]
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
    app.command("ingest", short_help="Store logs in a lake.", epilog="Example: canasta ingest games/ --lake club-lake")(
        ingest
    )
    app.command(
        short_help="Write a log in another format.", epilog="Example: canasta convert evening.cgn evening.jsonl"
    )(convert)
    app.command(
        short_help="Put CGN files into canonical form.",
        epilog="Examples: canasta fmt evening.cgn   canasta fmt --check games/",
    )(fmt)
    app.command(
        short_help="Print the beginning of a new log.",
        epilog="Example: canasta new --players 4 --player N=Ana > evening.cgn",
    )(new)


def read(paths: Sequence[str], mode: str = "normal") -> Iterator[Reading]:
    """Every source that `paths` mean, read; FileNotFoundError before anything is read if one is not there.

    A file of a folder that is no log, by its name and by its content, is mentioned and passed over.
    """
    return (reading for _, _, reading in _read(paths, mode))


def _read(paths: Sequence[str], mode: str = "normal") -> Iterator[tuple[str, Source, Reading]]:
    """The same with the path and the bytes of each source."""
    from ingest.formats import EXTENSIONS
    from ingest.reading import read_source
    from ingest.sources import find, load

    found = find(paths).files
    if not found:
        say(f"{', '.join(paths)}: no file there", error=True)
    for path in found:
        source = load(path)
        reading = read_source(source, mode=mode)
        named_as_log = path in paths or Path(path.removesuffix(".gz")).suffix in EXTENSIONS
        if reading.format or named_as_log:
            yield path, source, reading
        else:
            say(f"{source.name}: no log, passed over", error=True)


def open_logs(path: str) -> Iterator[tuple[Reading, list[str]]]:
    """Every log that a path means, read, and its lines as they stand."""
    from ingest.reading import read_source
    from ingest.sources import find, load

    for name in find([path]).files:
        source = load(name)
        yield read_source(source), source.data.decode("utf-8", "replace").split("\n")


def spell(events: Events, game: Game, form: str, *, seal: bool = False) -> tuple[str, str]:
    """A game that no log holds yet in a format that can be written: the line such a file begins with, and the game."""
    from data.events import Reading
    from ingest.formats import cgn, cgn_writer, writer

    reading = Reading("simulated", "simulated", events, [game])
    if seal:
        reading = cgn.read(cgn_writer.write(reading, seal=True).encode(), reading.name)
    head, line_feed, text = writer(form)(reading).partition("\n")
    return head + line_feed, text


def ingest(paths: Paths, lake: LakeOption = None, mode: ModeOption = Mode.NORMAL) -> None:
    """Store logs in a lake and print the ledger: where every file and every line went.

    What is stored already is not stored again.  A run that was interrupted is continued by running it again.
    Exit code: 0; 5 warnings; 10 lines or files that cannot be read; 20 could not run.
    """
    report = store(paths, lake, mode)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(UNREADABLE if report.unreadable else FINDINGS if report.warnings else CLEAN)


def store(paths: Sequence[str], lake: Path | None = None, mode: str = "normal") -> Report:
    """Import logs, showing how far it is, and print the ledger."""
    from data.lake import open_lake
    from data.terminal import progress_bar
    from ingest import ledger_text
    from ingest.run import ingest as run
    from ingest.sources import find

    find(path for path in paths if not (path and Path(path).is_dir()))  # before a lake is made for nothing
    with progress_bar("reading") as advance:
        report = run(paths, open_lake(lake, create=True), mode=mode, progress=lambda done, of, _: advance(done, of))
    for line in ledger_text.lines(report):
        say(line)
    return report


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
    readings = list(read([source]))
    if len(readings) != 1:
        raise CannotRun(f"{source}: expected one log, found {len(readings)}")
    reading = readings[0]
    code = _told(reading)
    if reading.format:
        _write(output, writer(form)(reading))
    raise typer.Exit(code)


def _write(output: str, text: str) -> None:
    import gzip

    from data.files import write_whole

    if output == STDIN:
        put(text)
    else:
        write_whole(Path(output), gzip.compress(text.encode(), mtime=0) if output.endswith(".gz") else text.encode())


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
    for path, source, reading in _read(paths):
        if reading.format in ("", Target.CGN):
            code = max(code, _format(path, source, reading, check=check))
        else:
            say(f"{reading.name}: a log of {reading.format}, left as it is", error=True)
    raise typer.Exit(code)


def _format(path: str, source: Source, reading: Reading, *, check: bool) -> int:
    import gzip

    from data.files import write_whole
    from data.gunzip import GZIP
    from ingest.formats import writer

    code = _told(reading)
    if code:
        return code
    text = writer(Target.CGN)(reading)
    if path == STDIN:
        put(text)
    elif source.data != text.encode():
        say(f"{reading.name}: {'would be changed' if check else 'changed'}", error=True)
        if check:
            return FINDINGS
        packed = source.content.startswith(GZIP)
        write_whole(Path(path), gzip.compress(text.encode(), mtime=0) if packed else text.encode())
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
    if game != "".join(game.split()) or not game.isprintable() or ";" in game:
        raise CannotRun(f"--game {game}: expected one word of printable characters")
    names = {}
    for word in player or []:
        seat, _, name = word.partition("=")
        if not name.strip() or not name.isprintable():
            raise CannotRun(f"--player {word}: expected SEAT=NAME on one line")
        if seat not in seats(players):
            raise CannotRun(f"--player {word}: the seats are {', '.join(seats(players))}")
        names[seat] = name
    today = date.today().isoformat()
    print(template(resolved, game or f"game-{today}", {"date": today}, names), end="")
