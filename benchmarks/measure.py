"""What one copy of the program needs for one job: prints a line of JSON.

`python -m benchmarks` runs it in a process of its own for each figure, so that plain and compiled copies never meet:

    python measure.py ROOT JOB FILE RUNS        ROOT is put first on the path; FILE is a log of simulated games

Figures are medians of the runs, after one that is not counted.  Jobs that stay in one process are timed by the CPU
seconds of the process; ingest, which also waits for the disk, and whole commands by the clock.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

Figures = dict[str, float]


def main(root: str, job: str, name: str, runs: str) -> None:
    sys.path.insert(0, root)
    figures = JOBS[job](root, name, int(runs))
    who = resource.RUSAGE_CHILDREN if job in COMMANDS else resource.RUSAGE_SELF
    print(json.dumps({**figures, "peak_mb": round(resource.getrusage(who).ru_maxrss / 1024)}))


def timed(once: Callable[[], object], runs: int, clock: Callable[[], float] = process_time) -> float:
    """Median seconds of some runs, after one that is not counted."""
    once()
    seconds = []
    for _ in range(runs):
        start = clock()
        once()
        seconds.append(clock() - start)
    return median(seconds)


def read(name: str) -> Any:
    """The reading of a log."""
    from ingest.formats import read_any

    return read_any(Path(name).read_bytes(), name)


# -- in memory --------------------------------------------------------------------------------------------------------


def replay(_root: str, name: str, runs: int) -> Figures:
    """A batch of events in memory to findings, turns and scores in memory, all rules on; the reading is not timed."""
    reading = read(name)
    return replayed(reading.events, reading.games, runs)


def replayed(events: Any, games: list[Any], runs: int) -> Figures:
    """The replay of some games that stand in memory."""
    from replay.batching import batch_of
    from replay.fold import Fold
    from replay.judging import order_of
    from replay.readings import Referee
    from replay.ruleset import resolve

    rules = [resolve(g.rules, len(g.seats), len(g.sides), g.options) for g in games]
    batch = batch_of(events, games)
    folds: list[Any] = []

    def once() -> None:
        fold = Fold(batch, Referee(events, rules[0]))
        for number, game in enumerate(rules):
            uncertain = bool(game.assumed or game.unknown or game.open)
            fold.open_game(number, game.rules, order_of(game), uncertain=uncertain)
            fold.run()
        folds[:] = [fold]

    seconds = timed(once, runs)
    return {"seconds": seconds, "events": len(events), "turns": folds[0].turns.count, "deals": folds[0].deals.count,
            "told": folds[0].told.count}  # fmt: skip


def repeated(_root: str, name: str, runs: int) -> Figures:
    """The same of at least as many events as the name says, `FILE*EVENTS`: the games of the file again and again."""
    from replay.simulate import append

    path, _, wanted = name.partition("*")
    reading = read(path)
    events, games = reading.events, []
    parts = max(1, round(int(wanted) / len(reading.events)))
    whole = type(events)()
    for _ in range(parts):
        for game in reading.games:
            copy = type(game)(**{field: getattr(game, field) for field in game.__slots__})
            copy.first, copy.last = game.first + len(whole), game.last + len(whole)
            games.append(copy)
        append(whole, events)
    return replayed(whole, games, runs)


def read_cgn(_root: str, name: str, runs: int) -> Figures:
    """Text to events."""
    from ingest.formats import cgn

    data = Path(name).read_bytes()
    return {"seconds": timed(lambda: cgn.read(data, name), runs), "events": len(cgn.read(data, name).events)}


def read_jsonl(_root: str, name: str, runs: int) -> Figures:
    """The project's own JSON lines to events."""
    from ingest.formats import cgn_jsonl

    reading = read(name)
    data = cgn_jsonl.write(reading).encode()
    return {"seconds": timed(lambda: cgn_jsonl.read(data, name), runs), "events": len(reading.events)}


# -- to the disk and back ---------------------------------------------------------------------------------------------


def ingest(_root: str, name: str, runs: int) -> Figures:
    """Text to a lake of Parquet files."""
    from data.lake import open_lake
    from ingest.run import ingest as run

    def once() -> None:
        with tempfile.TemporaryDirectory() as place:
            run([name], open_lake(Path(place) / "lake", create=True))

    return {"seconds": timed(once, runs, perf_counter), "events": len(read(name).events)}


def check(root: str, name: str, runs: int) -> Figures:
    """`canasta check` of a log, from the start of the process to its end: text in, findings out."""
    return {"seconds": timed(lambda: _canasta(root, "check", name), runs, perf_counter),
            "events": len(read(name).events)}  # fmt: skip


def stored(root: str, name: str, runs: int, jobs: str = "1") -> Figures:
    """`canasta replay` of a lake, from the start of the process to its end: Parquet in, Parquet out."""
    with tempfile.TemporaryDirectory() as place:
        lake, copy = Path(place) / "lake", Path(place) / "copy"
        _canasta(root, "ingest", name, "--lake", str(lake))
        seconds = []
        for _ in range(runs + 1):
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(lake, copy)
            start = perf_counter()
            _canasta(root, "replay", "--lake", str(copy), "--jobs", jobs)
            seconds.append(perf_counter() - start)
    return {"seconds": median(seconds[1:]), "events": len(read(name).events)}


def stored_by_two(root: str, name: str, runs: int) -> Figures:
    """The same by two processes."""
    return stored(root, name, runs, "2")


def help_page(root: str, _name: str, runs: int) -> Figures:
    """`canasta --help`: what starting costs."""
    return {"seconds": timed(lambda: _canasta(root, "--help"), runs, perf_counter), "events": 0}


def check_one(root: str, _name: str, runs: int) -> Figures:
    """`canasta check` of a sample game."""
    sample = str(Path(root) / "data" / "samples" / "four-players.cgn")
    return {"seconds": timed(lambda: _canasta(root, "check", sample), runs, perf_counter),
            "events": len(read(sample).events)}  # fmt: skip


def _canasta(root: str, *words: str) -> None:
    command = [sys.executable, "-m", "canasta", *words]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=root)
    if done.returncode not in (0, 5):
        raise RuntimeError(f"canasta {' '.join(words)} ended with {done.returncode}: {done.stderr}")


JOBS: dict[str, Callable[[str, str, int], Figures]] = {
    "replay": replay, "repeated": repeated, "read CGN": read_cgn, "read JSONL": read_jsonl, "ingest": ingest,
    "check": check, "stored": stored, "stored, 2 processes": stored_by_two, "help": help_page, "check one": check_one,
}  # fmt: skip
COMMANDS = ("check", "stored", "stored, 2 processes", "help", "check one")

if __name__ == "__main__":
    main(*sys.argv[1:5])
