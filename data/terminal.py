"""How a command speaks and ends: exit codes, words made safe for a terminal, errors without a traceback.

Owns the one door through which text from a log reaches a terminal (`safe`).  Knows no command and no table.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperGroup

CLEAN = 0
FINDINGS = 5  # warnings, or findings other than cannot_tell, irregular and refused
UNREADABLE = 10  # lines that could not be read
COULD_NOT_RUN = 20  # wrong usage included
INTERRUPTED = 130

STORES = (
    "duckdb",
    "_duckdb",
    "pyarrow",
)  # libraries whose refusal means that stored files are not as they were written

LakeOption = Annotated[
    Path | None,
    typer.Option("--lake", help="Folder of the tables; else CANASTA_LAKE, else ./lake.", show_default=False),
]


class CannotRun(Exception):
    """The command cannot do what was asked; its text is all the user sees, and the exit code is 20."""


def safe(text: str) -> str:
    r"""Any text on one line, with control characters, escapes and direction marks spelt out (`\x1b`)."""
    return text if text.isprintable() else "".join(map(_spelt, text))


def _spelt(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape", "surrogatepass").decode()


def say(text: str = "", *, error: bool = False) -> None:
    """Write one line, made safe, to standard output or standard error."""
    print(safe(text), file=sys.stderr if error else sys.stdout)


def put(text: str) -> None:
    """Write text for another program as it is; where a terminal reads it, its lines are made safe."""
    if sys.stdout.isatty():
        text = "".join(f"{safe(line)}\n" for line in text.splitlines())
    sys.stdout.write(text)


def say_table(rows: Iterable[Sequence[object]], titles: Sequence[str] = ()) -> None:
    """Write rows in columns: numbers to the right, words to the left, two spaces between."""
    cells = [[safe(str(cell)) for cell in row] for row in rows]
    numeric = [all(_is_number(row[i]) for row in cells) for i in range(len(titles or (cells or [[]])[0]))]
    lines = ([list(titles)] if titles else []) + cells
    widths = [max((len(line[i]) for line in lines), default=0) for i in range(len(numeric))]
    for line in lines:
        pairs = zip(line, widths, numeric, strict=True)
        print("  ".join(cell.rjust(width) if right else cell.ljust(width) for cell, width, right in pairs).rstrip())


def _is_number(cell: str) -> bool:
    return not cell or cell.lstrip("+-").replace(",", "").replace(".", "", 1).isdigit()


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show on standard error how far a long job is, `advance(done, of)`; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what)
        yield lambda done, of: bar.update(task, completed=done, total=of)


class Front(TyperGroup):
    """The group of all commands: every way to end becomes one of the exit codes above, and none a traceback."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line (default: the process's own arguments) and exit."""
        for stream in (sys.stdout, sys.stderr):
            _never_fail_on_a_character(stream)
        sys.exit(self._ending(*args, **extra))

    def _ending(self, *args: Any, **extra: Any) -> int:
        try:
            code = super().main(*args, **{**extra, "standalone_mode": False})
            sys.stdout.flush()
        except typer.TyperException as error:
            return _explain(error)
        except BrokenPipeError:
            return _reader_has_gone()
        except SystemExit as end:
            if isinstance(end.__context__, BrokenPipeError):  # typer turns it into an exit with code 1
                return _reader_has_gone()
            raise
        except (KeyboardInterrupt, typer.Abort):
            return INTERRUPTED
        except (CannotRun, OSError) as error:
            for line in f"canasta: {_reason(error)}".splitlines():
                say(line, error=True)
            return COULD_NOT_RUN
        except Exception as error:
            if type(error).__module__.partition(".")[0] not in STORES:
                raise  # a fault of ours: its traceback is what we need to mend it
            reason = str(error).partition("\n")[0]
            say(f"canasta: the lake cannot be read ({reason}); canasta lake verify tells what is damaged", error=True)
            return COULD_NOT_RUN
        return code if isinstance(code, int) else CLEAN


def _reader_has_gone() -> int:
    """Nobody listens any more (`canasta check ... | head`), which is no error: nothing may go into the closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return CLEAN


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _explain(error: typer.TyperException) -> int:
    for line in error.format_message().splitlines():
        say(line, error=True)
    context = getattr(error, "ctx", None)
    if context is not None and not error.format_message().startswith("Usage:"):
        say(f"Try '{context.command_path} --help'.", error=True)
    return COULD_NOT_RUN


def _never_fail_on_a_character(stream: TextIO) -> None:
    """A terminal that knows only ASCII shows what it lacks as an escape, instead of ending the run."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def front(sentence: str) -> typer.Typer:
    """An empty set of commands with our habits: plain help (rich markup costs a quarter of a second), no traceback."""
    app = group(sentence, cls=Front)
    app.callback()(_no_options_of_its_own)  # else a front door with one command would be that command
    return app


def _no_options_of_its_own() -> None: ...


def group(sentence: str, cls: type[TyperGroup] = TyperGroup, *, alone: bool = False) -> typer.Typer:
    """A set of sub-commands, such as `canasta rules`; `alone` where its callback works without any of them."""
    return typer.Typer(
        cls=cls,
        help=sentence,
        no_args_is_help=not alone,
        invoke_without_command=alone,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=cls is Front,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
