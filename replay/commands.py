"""Commands about games: `replay`, `check`, `show`.  They run the replay and print what it says; they judge nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data.terminal import CLEAN, FINDINGS, INTERRUPTED, CannotRun, LakeOption, say

if TYPE_CHECKING:
    from data.events import Reading
    from replay.checked import Checked
    from replay.named_game import OpenLogs
    from replay.run import Summary

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


GameName = Annotated[
    str, typer.Argument(help="A log, or the id or key of a game in the lake.", metavar="GAME", show_default=False)
]
GameOption = Annotated[str, typer.Option("--game", help="Id of the game, where the log has several.")]
DealOption = Annotated[int | None, typer.Option("--deal", help="Number of the deal; the last if not given.")]
JobsOption = Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes to replay in.")]
TurnOption = Annotated[int | None, typer.Option("--turn", help="Number of the turn; the last if not given.")]


def add_to(app: typer.Typer, read: Read, open_logs: OpenLogs) -> None:
    """Give these commands to the front door.

    `read` turns paths and a mode into readings, `open_logs` a path into readings with their lines.
    """
    app.command(short_help="Judge what is new in the lake.", epilog="Example: canasta replay --lake club-lake")(replay)
    app.command("show", short_help="Show the table at a turn.", epilog=SHOW_EXAMPLE)(_show_with(open_logs))
    app.command("check", short_help="Name every illegal play and wrong score.", epilog=CHECK_EXAMPLES)(
        _check_with(read)
    )


CHECK_EXAMPLES = "Examples: canasta check evening.cgn   canasta check games/ --json   canasta check - -o target=7500"

SHOW_EXAMPLE = "Example: canasta show evening.cgn --deal 1 --turn 10"


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


def _show_with(open_logs: OpenLogs) -> Callable[..., None]:
    def show(
        name: GameName,
        deal: DealOption = None,
        turn: TurnOption = None,
        game: GameOption = "",
        lake: LakeOption = None,
    ) -> None:
        """Show the table after a turn, all known cards included, and what was found in that turn."""
        from data.ruleset import RulesetError
        from replay import show_text
        from replay.named_game import find_game

        found = find_game(open_logs, name, game, lake)
        try:
            row = show_text.row_of(found.events, found.game, deal, turn)
            lines = list(show_text.lines(found.events, found.game, row))
        except RulesetError as error:
            raise CannotRun(str(error)) from error
        for line in lines:
            print(line)

    return show


def replay(lake: LakeOption = None, jobs: JobsOption = 1) -> None:
    """Replay every game of the lake that has no result under this engine and its rules, and tell what was found.

    Exit code: 0; 5 findings; 20 could not run; 130 interrupted (what is done stays).
    """
    summary = judge(lake, jobs)
    if summary.interrupted:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(FINDINGS if summary.findings or summary.failed else CLEAN)


def judge(lake: Path | None = None, jobs: int = 1) -> Summary:
    """Replay what is new, showing how far it is, and print the summary."""
    from data.lake import open_lake
    from data.terminal import progress_bar
    from replay import summary_text
    from replay.run import replay_new

    with progress_bar("replaying") as advance:
        summary = replay_new(open_lake(lake), progress=lambda done, of, _: advance(done, of), jobs=jobs)
    for line in summary_text.lines(summary):
        say(line)
    return summary
