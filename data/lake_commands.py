"""`canasta lake`: the upkeep of a lake.  What is done to it stands in data.compact, data.verify and data.forget."""

from __future__ import annotations

import sys
from itertools import count
from typing import Annotated

import typer

from data.terminal import FINDINGS, CannotRun, LakeOption, group, say, say_table

Player = Annotated[str, typer.Argument(help="A name as written in a log, or the person it means.", show_default=False)]
Why = Annotated[str, typer.Option("--why", help="Kept beside the pseudonym.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]


def add_to(app: typer.Typer) -> None:
    """Give `canasta lake` to the front door."""
    commands = group("Keep a lake in good order.")
    commands.command(short_help="Merge small batches.", epilog="Example: canasta lake compact")(compact)
    commands.command(short_help="Look for damage.", epilog="Example: canasta lake verify --lake club-lake")(verify)
    commands.command(short_help="Forget a player.", epilog="Example: canasta lake forget 'Ana Ruiz'")(forget)
    app.add_typer(commands, name="lake", short_help="Keep a lake in good order.", epilog="Example: canasta lake verify")


def compact(lake: LakeOption = None) -> None:
    """Merge small batches into larger ones, so that questions are answered faster.  Nothing is lost or seen twice."""
    from data import compact as work
    from data.lake import open_lake
    from data.terminal import progress_bar

    with progress_bar("merging") as advance:
        counts = work.compact(open_lake(lake), progress=advance)
    say_table(((family, before, after) for family, (before, after) in counts.items()), ("batches", "before", "after"))


def verify(lake: LakeOption = None) -> None:
    """Check files, hashes, counts and keys of a lake.  Changes nothing; exit code 5 if anything is wrong."""
    from data import verify as work
    from data.lake import open_lake
    from data.terminal import progress_bar

    steps = count(1)
    with progress_bar("checking") as advance:
        faults = work.verify(open_lake(lake), lambda _name: advance(next(steps), work.STEPS))
    for fault in faults:
        say(f"{fault.where}: {fault.what}")
    if faults:
        raise typer.Exit(FINDINGS)
    say("the lake is in order")


def forget(player: Player, lake: LakeOption = None, why: Why = "", yes: Yes = False) -> None:
    """Put a pseudonym in the place of a player's names, in all tables and in the logs that are kept.

    The games stay.  It cannot be undone, and the forgotten logs are not taken in again.
    """
    from data import forget as work
    from data.lake import open_lake

    opened = open_lake(lake)
    if not yes and not _is_sure(f"Forget {player!r} in {opened.path} for ever?"):
        raise CannotRun("nothing was changed")
    plan = work.forget(opened, player, why)
    say(f"{', '.join(plan.names)}: {plan.pseudonym} from now on")
    say(f"{len(plan.games):,} games and {len(plan.sources):,} logs were written anew")


def _is_sure(question: str) -> bool:
    """The answer of whoever sits there; CannotRun where nobody does."""
    try:
        return typer.confirm(question)
    except typer.Abort:
        if sys.stdin.isatty():
            raise
        raise CannotRun("nobody answers, and nothing was changed; --yes does it without asking") from None
