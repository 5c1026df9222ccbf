"""`canasta demo`: sample games and simulated club nights through all stages, and how to go on.

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
    " FROM players JOIN results USING (game_key, side_no) GROUP BY ALL ORDER BY won DESC, player LIMIT 10"
)
PATH_WIDTH = 68

Ingest = Callable[[Sequence[str], Path], object]
Replay = Callable[[Path], object]
Nights = Callable[[Path], int]
DemoLake = Annotated[Path, typer.Option("--lake", help="Folder of the lake that is made.")]


def add_to(app: typer.Typer, ingest: Ingest, replay: Replay, nights: Nights) -> None:
    """Give `canasta demo` to the front door.

    `nights` fills a folder with the logs of a club's season, `ingest` stores logs in a lake, `replay` judges what is
    new in it.
    """
    app.command("demo", short_help="See it all work on sample games.", epilog="Example: canasta demo")(
        _demo_with(ingest, replay, nights)
    )


def _demo_with(ingest: Ingest, replay: Replay, nights: Nights) -> Callable[..., None]:
    def demo(lake: DemoLake = Path("demo-lake")) -> None:
        """Take sample games and a club's season, played by bots, through all stages: logs, verdicts, tables, questions.

        The logs of the season are written beside the lake.  Running it twice does no harm: what is there already is
        neither played nor stored again.
        """
        from data.lake import open_lake

        open_lake(lake, create=True)  # where there can be none, nothing is played in vain
        logs = lake.with_name(f"{lake.name}-logs")
        say(f"{nights(logs)} games of a club's season in {logs}: played by bots, some with faults and wrong sheets")
        _step(f"canasta ingest {_shown(SAMPLES)} {logs} --lake {lake}")
        ingest([str(SAMPLES), str(logs)], lake)
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
        (f"canasta audit {sample}", "claimed against recomputed"),
        (f"canasta dashboard --lake {lake}", "the same in a browser"),
        ("canasta new > evening.cgn", "begin a log of your own"),
        ("canasta --help", "all commands"),
    ):
        say(f"  {command:<{PATH_WIDTH}}  {why}")
