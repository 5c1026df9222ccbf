"""`canasta revalidate`: which published results this version gives otherwise, and publishing its own.

Prints what replay.revalidate found.  Compares nothing itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from data.terminal import CLEAN, FINDINGS, INTERRUPTED, CannotRun, LakeOption, say, say_table

if TYPE_CHECKING:
    from replay.revalidate import Revalidation

SHOWN = 50

Accept = Annotated[bool, typer.Option("--accept", help="Publish the results of this version from now on.")]
Why = Annotated[str, typer.Option("--why", help="The reason, kept with the acceptance.")]
All = Annotated[bool, typer.Option("--all", help=f"List all changes, not only the first {SHOWN}.")]


def add_to(app: typer.Typer) -> None:
    """Give this command to the front door."""
    app.command(
        short_help="Compare results with those of an earlier version.",
        epilog='Examples: canasta revalidate   canasta revalidate --accept --why "frozen pile mended, see changelog"',
    )(revalidate)


def revalidate(lake: LakeOption = None, accept: Accept = False, why: Why = "", every: All = False) -> None:
    """Replay the lake with this version and list what it says otherwise than the results that are published.

    Nothing published changes until --accept; earlier results are kept and can be published again.
    Exit code: 0 nothing differs, or accepted; 5 something differs; 20 could not run; 130 interrupted.
    """
    from data.lake import open_lake
    from data.terminal import progress_bar
    from replay.revalidate import accept as publish
    from replay.revalidate import revalidate as compare

    if accept and not why.strip():
        raise CannotRun('--accept needs a reason: --why "..."')
    if why and not accept:
        raise CannotRun("--why is the reason of --accept, which is missing")
    opened = open_lake(lake)
    with progress_bar("replaying") as advance:
        found = compare(opened, lambda done, of, _: advance(done, of))
    if found.replayed.interrupted:
        say("interrupted: what is replayed stays; run the same command again for the rest")
        raise typer.Exit(INTERRUPTED)
    _print(found, every=every)
    if accept:
        publish(opened, why)
        say("the results of this version are published from now on")
    raise typer.Exit(FINDINGS if found.changes and not accept else CLEAN)


def _print(found: Revalidation, *, every: bool) -> None:
    say(f"replayed {found.replayed.games:,}, compared {found.compared:,}, different {found.games:,} games")
    shown = found.changes if every else found.changes[:SHOWN]
    if shown:
        say()
        rows = (
            (c.game, c.deal or "", c.turn or "", c.side_name, c.what, c.name, _value(c.before), _value(c.after))
            for c in shown
        )
        say_table(rows, ("game", "deal", "turn", "side", "", "", "published", "now"))
    if len(shown) < len(found.changes):
        say(f"... and {len(found.changes) - len(shown):,} more changes: --all lists them")


def _value(words: str) -> str:
    """What is said of something: nothing, words, or a figure as its bounds, which are one where it is known."""
    low, _, high = words.partition("..")
    return (low if low == high else words) or "-"
