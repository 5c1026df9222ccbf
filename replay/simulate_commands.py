"""`canasta simulate`: games by bots, written as logs.  Plays and writes nothing itself: both are handed in or called.

Owns where the logs go: standard output, one file, or a folder with a file for each game.  A run that is interrupted
leaves whole games behind.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from data.terminal import INTERRUPTED, CannotRun, put, say

if TYPE_CHECKING:
    from data.events import Events, Game

STDOUT = "-"

Played = tuple["Events", "Game"]
Write = Callable[..., tuple[str, str]]  # events, game, format, seal -> the line a file begins with, the game


class Form(StrEnum):
    """Formats that can be written."""

    CGN = "cgn"
    JSONL = "cgn-jsonl"


SUFFIXES = {".cgn": Form.CGN, ".jsonl": Form.JSONL}

Number = Annotated[int, typer.Argument(help="How many games.", min=1, metavar="N", show_default=False)]
Ruleset = Annotated[str, typer.Option("--ruleset", "--rules", help="The ruleset: canasta rules lists them.")]
Players = Annotated[int, typer.Option("--players", help="Number of seats; 0 = the usual number.", min=0, max=8)]
Seed = Annotated[int, typer.Option("--seed", help="The same seed plays the same games.")]
Faults = Annotated[
    list[str] | None,
    typer.Option("--fault", metavar="RULE", help="A rule that each game breaks once; of several, one after the other."),
]
View = Annotated[str, typer.Option("--view", help="What the log shows: all, public, scores, or what one SEAT saw.")]
FormOption = Annotated[
    Form | None, typer.Option("--format", help="cgn, unless the name of the file tells.", show_default=False)
]
Out = Annotated[str, typer.Option("--out", help="A file (.cgn, .jsonl, .gz behind it), a folder, or - to print.")]
HouseRules = Annotated[
    list[str] | None, typer.Option("-o", "--option", metavar="NAME=VALUE", help="A house rule; repeatable.")
]
Seal = Annotated[bool, typer.Option("--seal", help="Seal each game, so that any change of a line shows.")]
Force = Annotated[bool, typer.Option("--force", help="Write over files that exist.")]

EXAMPLES = "Examples: canasta simulate 20 --out games/   canasta simulate 1 --fault pile.frozen_needs_natural_pair"


def add_to(app: typer.Typer, write: Write) -> None:
    """Give this command to the front door; `write` spells a game in a format."""
    app.command("simulate", short_help="Play games by bots, with faults if you like.", epilog=EXAMPLES)(
        _simulate_with(write)
    )


def _simulate_with(write: Write) -> Callable[..., None]:
    def simulate(
        number: Number,
        ruleset: Ruleset = "classic",
        players: Players = 0,
        seed: Seed = 0,
        fault: Faults = None,
        view: View = "all",
        form: FormOption = None,
        out: Out = STDOUT,
        option: HouseRules = None,
        seal: Seal = False,
        force: Force = False,
    ) -> None:
        """Play games by bots to their end and write them as logs: legal ones, or each with one breach of a rule.

        Exit code: 0; 20 could not run; 130 interrupted (games that are written stay).
        """
        from data.terminal import progress_bar
        from replay.commands import parsed_options
        from replay.simulate import simulate as play

        house_rules = tuple(parsed_options(option or []).items())
        games = play(ruleset, players, number, seed, options=house_rules, view=view, fault=fault or None)
        target = _target(out, form, force=force)
        done = 0
        with progress_bar("playing") as advance:
            try:
                for events, game in _told(games):
                    target.take(*write(events, game, target.form, seal=seal))
                    done += 1
                    advance(done, number)
            except (KeyboardInterrupt, OSError) as ending:
                target.undo()
                why = "" if isinstance(ending, OSError) else "interrupted: "
                say(f"{why}{done:,} of {number:,} games are written", error=True)
                if why:
                    raise typer.Exit(INTERRUPTED) from None
                raise
        if out != STDOUT:
            say(f"{done:,} games written to {out}")

    return simulate


def club_nights(write: Write) -> Callable[[Path], int]:
    """What the demo plays: it writes those logs of a club's season that a folder lacks, and says how many there are."""

    def nights(folder: Path) -> int:
        from data.files import write_text
        from data.terminal import progress_bar
        from replay.simulation.club import play, season

        folder.mkdir(parents=True, exist_ok=True)
        sittings = list(season())
        with progress_bar("playing") as advance:
            for done, sitting in enumerate(sittings, 1):
                path = folder / f"{sitting.name}.cgn"
                if not path.exists():
                    text = "".join(write(*play(sitting), Form.CGN, seal=True))
                    write_text(path, text)
                advance(done, len(sittings))
        return len(sittings)

    return nights


def _told(games: Iterator[Played]) -> Iterator[Played]:
    """The games; what cannot be played is told in words."""
    from data.ruleset import RulesetError
    from replay.simulate import FaultError, Stuck

    try:
        yield from games
    except (RulesetError, FaultError, ValueError) as error:
        raise CannotRun(str(error)) from error
    except Stuck as error:
        raise CannotRun(f"these games cannot be played to their end: {error}") from error


class Target(Protocol):
    """Where games go, one by one; `undo` takes back what was written of a game that is not whole."""

    form: Form

    def take(self, head: str, text: str) -> None: ...
    def undo(self) -> None: ...


def _target(out: str, form: Form | None, *, force: bool) -> Target:
    if not out:
        raise CannotRun("--out: expected a file, a folder or -, found an empty name")
    path = Path(out)
    named = SUFFIXES.get(Path(out.removesuffix(".gz")).suffix)
    if out == STDOUT:
        return _Printed(form or Form.CGN)
    if path.is_dir() or (named is None and not path.exists()):
        if path.is_dir() and any(path.iterdir()) and not force:
            raise CannotRun(f"{out} is not empty; --force writes into it")
        return _Folder(path, form or Form.CGN)
    if named is None:
        raise CannotRun(f"{out}: its name tells no format; end it in {' or '.join(SUFFIXES)}, or name a folder")
    if path.exists() and not force:
        raise CannotRun(f"{out} exists; --force writes over it")
    return _File(path, form or named)


class _Printed:
    """Standard output."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.begun = False

    def take(self, head: str, text: str) -> None:
        put(text if self.begun else head + text)
        sys.stdout.flush()
        self.begun = True

    def undo(self) -> None: ...


class _File:
    """One file, which is there from the first game on; of a compressed one each game is a piece of its own."""

    def __init__(self, path: Path, form: Form) -> None:
        self.path, self.form = path, form
        self.whole = 0  # bytes of the games that are written

    def take(self, head: str, text: str) -> None:
        from data.files import write_whole

        data = (text if self.whole else head + text).encode()
        if self.path.suffix == ".gz":
            data = gzip.compress(data, mtime=0)
        if self.whole:
            with self.path.open("ab") as file:
                file.write(data)
        else:  # what is there stays until the first game has taken its place
            write_whole(self.path, data)
        self.whole += len(data)

    def undo(self) -> None:
        if self.whole:
            with self.path.open("ab") as file:
                file.truncate(self.whole)


class _Folder:
    """A file for each game, under a number."""

    def __init__(self, path: Path, form: Form) -> None:
        self.path, self.form = path, form
        self.suffix = next(suffix for suffix, named in SUFFIXES.items() if named is form)
        self.files = 0
        self.begun: Path | None = None

    def take(self, head: str, text: str) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        self.files += 1
        self.begun = self.path / f"{self.files:05}{self.suffix}"
        self.begun.write_text(head + text, encoding="utf-8", newline="")
        self.begun = None

    def undo(self) -> None:
        if self.begun is not None:
            self.begun.unlink(missing_ok=True)
