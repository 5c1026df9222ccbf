"""How long questions take: `python -m benchmarks.queries [LAKE] [--logs N]`, as a table of milliseconds.

Each question is asked the way `canasta sql` asks it: a new connection, the views that it needs, the answer.  Without a
lake, 10,000 small logs of one deal each are made, read and replayed first, which takes some minutes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from data.lake import Lake, open_lake
from data.views import connect, sql
from ingest.run import ingest
from replay.run import replay_new
from tests.made_logs import folder

ROOT = Path(__file__).resolve().parents[1]
RUNS = 7
QUESTIONS = {
    "games counted": "SELECT count(*) FROM games WHERE counted",
    "events counted": "SELECT count(*) FROM events",
    "findings by rule": "SELECT rule, count(*) AS n FROM findings GROUP BY rule ORDER BY n",
    "best results": "SELECT game, side, total FROM results ORDER BY total DESC LIMIT 10",
    "standings": "SELECT person, count(*) AS games, count(*) FILTER (winner) AS won FROM players"
    " JOIN results USING (game_key, side_no) GROUP BY ALL ORDER BY won DESC, person LIMIT 10",
    "events of one game": "SELECT * FROM events WHERE game_key = (SELECT min(game_key) FROM games)",
}


def main() -> None:
    """Measure, and print the table as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.queries", description="How long questions take.")
    parser.add_argument("lake", type=Path, nargs="?")
    parser.add_argument("--logs", type=int, default=10_000, help="how many logs are made where no lake is named")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="canasta-queries-") as place:
        lake = open_lake(chosen.lake) if chosen.lake else _made(Path(place), chosen.logs)
        files = len(list(lake.path.rglob("*.parquet")))
        print(f"{sql(lake, QUESTIONS['games counted'])[0][0]} games in {files} files\n")
        print("| question | ms, median | ms, best | CPU ms, best |\n|---|---|---|---|")
        for name, query in QUESTIONS.items():
            print(_row(name, lambda query=query: sql(lake, query)))  # type: ignore[misc]
        print(_row("all views made, nothing asked", lambda: connect(lake).close()))
        command = [sys.executable, "-m", "canasta", "sql", QUESTIONS["findings by rule"], "--lake", str(lake.path)]
        whole = lambda: subprocess.run(command, check=True, cwd=ROOT, capture_output=True)  # noqa: E731
        print(_row("canasta sql, the whole process", whole))


def _made(place: Path, logs: int) -> Lake:
    lake = open_lake(place / "lake", create=True)
    ingest([folder(place / "logs", logs)], lake)
    replay_new(lake)
    return lake


def _row(name: str, once: object) -> str:
    assert callable(once)
    once()
    walls, processor = [], []
    for _ in range(RUNS):
        wall, cpu = perf_counter(), process_time()
        once()
        walls.append(perf_counter() - wall)
        processor.append(process_time() - cpu)
    return f"| {name} | {median(walls) * 1e3:.0f} | {min(walls) * 1e3:.0f} | {min(processor) * 1e3:.0f} |"


if __name__ == "__main__":
    main()
