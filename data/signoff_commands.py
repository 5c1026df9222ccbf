"""`canasta signoff`: where the agreement on a game's score stands, and the steps that change it.

What may be done stands in data.signoff, how it is kept in data.signoff_store; this asks and prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from data.signoff import HOURS, MOST_HOURS
from data.terminal import CannotRun, LakeOption, say, say_table

if TYPE_CHECKING:
    from data.signoff_store import Score

MOST_KEYS = 10  # keys that are listed where one has to be chosen
EXAMPLES = (
    "Examples: canasta signoff mill-lane/2026-01-16   canasta signoff mill-lane/2026-01-16 --confirm A --name Ana   "
    'canasta signoff mill-lane/2026-01-16 --object B --why "deal 3: the red threes"'
)

GameName = Annotated[str, typer.Argument(help="The id or key of a game in the lake.", metavar="GAME")]
Confirm = Annotated[str, typer.Option("--confirm", metavar="SIDE", help="This side agrees with the figures.")]
Object = Annotated[str, typer.Option("--object", metavar="SIDE", help="This side does not: with --why.")]
Final = Annotated[bool, typer.Option("--final", help="An official makes the score final, or decides: with --why.")]
Reopen = Annotated[bool, typer.Option("--reopen", help="An official opens the score again: with --why.")]
AskReopen = Annotated[
    str, typer.Option("--ask-reopen", metavar="SIDE", help="This side asks for it: a final score opens if all do.")
]
Why = Annotated[str, typer.Option("--why", help="The reason, kept with the step.")]
Name = Annotated[str, typer.Option("--name", help="Who takes the step; else the account.")]
Hours = Annotated[
    int | None,
    typer.Option("--hours", min=0, max=MOST_HOURS, show_default=False,
                 help=f"How long one may object; else CANASTA_OBJECTION_HOURS, else {HOURS}."),
]  # fmt: skip


def add_to(app: typer.Typer) -> None:
    """Give this command to the front door."""
    app.command("signoff", short_help="Agree on the score of a game, or object.", epilog=EXAMPLES)(signoff)


def signoff(
    name: GameName, confirm: Confirm = "", object_: Object = "", final: Final = False, reopen: Reopen = False,
    ask_reopen: AskReopen = "", why: Why = "", by: Name = "", hours: Hours = None, lake: LakeOption = None,
) -> None:  # fmt: skip
    """Show where the agreement on a score stands and how it came to it, or take one step.

    A draft that every side confirms can be objected to for a time, and is final then.  Steps are kept for ever, and
    count for the figures as they were.  Exit code: 0; 20 could not run, steps that are not allowed included.
    """
    from data.lake import now, open_lake
    from data.signoff import OFFICIAL, State, Step
    from data.signoff_store import Refused, agreed, corrected, objection_hours, scores, sign
    from data.signoff_text import TITLES, text_of

    opened = open_lake(lake)
    score = _one_of(scores(opened, name), name)
    by_side = ((State.CONFIRMED, confirm), (State.DISPUTED, object_), (State.DRAFT, ask_reopen))
    asked = [(state, _side(score, word)) for state, word in by_side if word]
    asked += [(state, OFFICIAL) for state, wanted in ((State.FINAL, final), (State.DRAFT, reopen)) if wanted]
    if len(asked) > 1 or (not asked and (why or by or hours is not None)):
        raise CannotRun("one step is wanted: --confirm, --object, --final, --reopen or --ask-reopen")
    try:
        if not asked:
            found = agreed(opened, score)
        else:
            step = Step(*asked[0], now(), score.digest, objection_hours() if hours is None else hours, why, by)
            found = sign(opened, score, step)
    except Refused as error:
        raise CannotRun(str(error)) from error
    text = text_of(score, found, corrected(opened, score))
    for line in (f"{score.game}: {text.lines[0]}", *text.lines[1:], *([""] if text.steps else [])):
        say(line)
    if text.steps:
        say_table(text.steps, TITLES)


def _one_of(found: list[Score], name: str) -> Score:
    if not found:
        raise CannotRun(f"{name}: there is no such game in the lake")
    if len(found) > 1:
        keys = ", ".join(score.game_key for score in found[:MOST_KEYS])
        raise CannotRun(f"{name}: {len(found)} games have this id; name one by its key: {keys}")
    return found[0]


def _side(score: Score, word: str) -> int:
    if word not in score.sides:
        raise CannotRun(f"there is no side {word} in this game; its sides are {', '.join(score.sides)}")
    return score.sides.index(word)
