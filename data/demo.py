"""`canasta demo`: the sample games through all stages, and how to go on.

Owns the tour's words.  The stages themselves are handed in by the front door, which knows all packages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from data.terminal import say, say_table

SAMPLES = Path(__file__).parent / "samples"
STANDINGS = (
    "SELECT person AS player, count(*) AS games, count(*) FILTER (winner) AS won"
    " FROM players JOIN results USING (game_key, side_no) GROUP BY ALL ORDER BY won DESC, player"
)
PATH_WIDTH = 66

Ingest = Callable[[Sequence[str], Path], object]
Replay = Callable[[Path], object]
DemoLake = Annotated[Path, typer.Option("--lake", help="Folder of the lake that is made.")]


def add_to(app: typer.Typer, ingest: Ingest, replay: Replay) -> None:
    """Give `canasta demo` to the front door; `ingest` stores logs in a lake, `replay` judges what is new in it."""
    app.command("demo", short_help="See it all work on sample games.", epilog="Example: canasta demo")(
        _demo_with(ingest, replay)
    )


def _demo_with(ingest: Ingest, replay: Replay) -> Callable[..., None]:
    def demo(lake: DemoLake = Path("demo-lake")) -> None:
        """Take the sample games through all stages: logs, events, verdicts, tables, questions.

        Running it twice does no harm: what is stored already is not stored again.
        """
        _step(f"canasta ingest {_shown(SAMPLES)} --lake {lake}")
        ingest([str(SAMPLES)], lake)
        _step(f"canasta replay --lake {lake}")
        replay(lake)
        _step(f'canasta sql --lake {lake} "{STANDINGS}"')
        _answer(lake)
        _go_on(lake)

    return demo


def _step(command: str) -> None:
    say()
    say(f"$ {command}")


def _shown(path: Path) -> str:
    """A path relative to here, where that is shorter."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def _answer(lake: Path) -> None:
    from data.lake import open_lake
    from data.views import sql

    answer = sql(open_lake(lake), STANDINGS)
    say_table((row.values() for row in answer.to_pylist()), answer.column_names)


def _go_on(lake: Path) -> None:
    sample = _shown(SAMPLES / "disputed-evening.cgn")
    say()
    say("How to go on:")
    for command, why in (
        (f"canasta check {sample}", "what was wrong at that table"),
        (f"canasta show {sample} --deal 1 --turn 10", "the table at one turn"),
        (f"canasta dashboard --lake {lake}", "the same in a browser"),
        ("canasta new > evening.cgn", "begin a log of your own"),
        ("canasta --help", "all commands"),
    ):
        say(f"  {command:<{PATH_WIDTH}}  {why}")
