"""`canasta audit`: the dossier of one game, on paper or as a page.  What stands in it is made by replay.audit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data.terminal import CLEAN, FINDINGS, UNREADABLE, CannotRun, LakeOption, put, say

if TYPE_CHECKING:
    from data.signoff_text import SignoffText
    from replay.named_game import NamedGame, OpenLogs

STDOUT = "-"
EXAMPLES = (
    "Examples: canasta audit evening.cgn   canasta audit evening.cgn --html dossier.html   "
    "canasta audit mill-lane/2026-01-16 --lake club-lake"
)

GameName = Annotated[
    str, typer.Argument(help="A log, or the id or key of a game in the lake.", metavar="GAME", show_default=False)
]
GameOption = Annotated[str, typer.Option("--game", help="Id of the game, where the log has several.")]
Html = Annotated[str, typer.Option("--html", metavar="FILE", help="Write a page instead; - prints it.")]
HouseRules = Annotated[
    list[str] | None,
    typer.Option("-o", "--option", metavar="NAME=VALUE", help="A house rule that holds in this game; repeatable."),
]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that exists.")]


def add_to(app: typer.Typer, open_logs: OpenLogs) -> None:
    """Give this command to the front door; `open_logs` turns a path into readings with their lines."""
    app.command("audit", short_help="Make the dossier of a disputed game.", epilog=EXAMPLES)(_audit_with(open_logs))


def _audit_with(open_logs: OpenLogs) -> Callable[..., None]:
    def audit(
        name: GameName,
        game: GameOption = "",
        lake: LakeOption = None,
        html: Html = "",
        option: HouseRules = None,
        force: Force = False,
    ) -> None:
        """Show every figure that somebody wrote beside the one the cards give, with the cards and the rule behind it.

        Exit code: 0; 5 figures that differ or plays that break a rule; 10 lines that cannot be read; 20 could not run.
        """
        from replay.audit import dossier
        from replay.commands import parsed_options
        from replay.named_game import find_game

        house_rules = parsed_options(option or [])
        if html not in ("", STDOUT) and Path(html).exists() and not force:
            raise CannotRun(f"{html} exists; --force writes over it")
        named = find_game(open_logs, name, game, lake)
        found = dossier(named.events, named.game, named.source, house_rules, _signoff(named.key, lake))
        code = _told(named)
        if html:
            from replay.audit_html import html as page

            _write(html, page(found))
        else:
            from replay.audit_text import text

            print(text(found), end="")
        raise typer.Exit(code or (FINDINGS if found.differences or found.breaches else CLEAN))

    return audit


def _signoff(key: str, lake: Path | None) -> SignoffText | None:
    """How the score of a game of the lake was agreed on."""
    from data.lake import open_lake
    from data.signoff_store import corrected, signed
    from data.signoff_text import text_of

    opened = open_lake(lake) if key else None
    found = signed(opened, key) if opened else None
    return text_of(*found, corrected(opened, found[0])) if opened and found else None


def _write(path: str, page: str) -> None:
    from data.files import write_text

    if path == STDOUT:
        put(page)
    else:
        write_text(Path(path), page)


def _told(named: NamedGame) -> int:
    """Say on standard error what of the log could not be taken as written; the exit code that follows."""
    for message in named.messages:
        say(f"line {message.line}, column {message.column}: {message.code}: {message.sentence}", error=True)
    if any(message.is_error for message in named.messages):
        return UNREADABLE
    return FINDINGS if named.messages else CLEAN
