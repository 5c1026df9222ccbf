"""Commands about games: `check`.  They run the replay and print what it says; they judge nothing themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from data.terminal import CLEAN, CannotRun

if TYPE_CHECKING:
    from data.events import Reading
    from replay.checked import Checked

Read = Callable[[Sequence[str], str], Iterator["Reading"]]


class Format(StrEnum):
    """How findings are shown."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


class Mode(StrEnum):
    """How much a reader takes: R12 of the notation."""

    NORMAL = "normal"
    STRICT = "strict"
    LENIENT = "lenient"


Paths = Annotated[list[str], typer.Argument(help="Logs, folders of logs, or - for standard input.", show_default=False)]
JsonFlag = Annotated[bool, typer.Option("--json", help="JSON lines: the same as --format json.")]
FormatOption = Annotated[Format, typer.Option("--format", help="github: annotations of a pull request.")]
ModeOption = Annotated[
    Mode, typer.Option("--mode", help="strict stops at the first error; lenient takes more spellings.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("-o", "--option", metavar="NAME=VALUE", help="A house rule that holds in these games; repeatable."),
]


def add_to(app: typer.Typer, read: Read) -> None:
    """Give these commands to the front door; `read` turns paths and a mode into readings."""
    app.command("check", short_help="Name every illegal play and wrong score.", epilog=CHECK_EXAMPLES)(
        _check_with(read)
    )


CHECK_EXAMPLES = "Examples: canasta check evening.cgn   canasta check games/ --json   canasta check - -o target=7500"


def _check_with(read: Read) -> Callable[..., None]:
    def check(
        paths: Paths,
        json: JsonFlag = False,
        form: FormatOption = Format.TEXT,
        option: Options = None,
        mode: ModeOption = Mode.NORMAL,
    ) -> None:
        """Replay logs and name every illegal play, wrong score and unreadable line.  Nothing is stored.

        Exit code: 0 all is well; 5 findings or warnings; 10 lines that cannot be read; 20 could not run.
        """
        from replay.checked import replay_all

        house_rules = parsed_options(option or [])
        code = CLEAN
        for reading in read(paths, mode):
            checked = replay_all(reading, house_rules)
            for line in _rendered(checked, Format.JSON if json else form):
                print(line)
            code = max(code, checked.exit_code)
        raise typer.Exit(code)

    return check


def parsed_options(words: Iterable[str]) -> dict[str, str]:
    """Options given as NAME=VALUE, each a known one with a value it may have; CannotRun otherwise."""
    from data.options import OptionError, resolve

    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise CannotRun(f"-o {word}: expected NAME=VALUE")
        try:
            known = resolve(name, value)
        except OptionError as error:
            raise CannotRun(f"-o {error}") from error
        if known is None:
            raise CannotRun(f"-o {name}: there is no such option; canasta rules show classic lists them")
        options[name] = value
    return options


def _rendered(checked: Checked, form: Format) -> Iterator[str]:
    if form is Format.JSON:
        import json

        from data.version import signature
        from replay import check_json

        return (json.dumps(record) for record in check_json.objects(checked, signature()))
    from replay import check_text

    return check_text.github(checked) if form is Format.GITHUB else check_text.lines(checked)
