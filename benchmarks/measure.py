"""What one copy of the project needs for one job: prints a line of JSON.  Run by `python -m benchmarks` in a process of
its own, so that plain and compiled copies never meet.

    python measure.py ROOT JOB FILE        ROOT is put first on the path; FILE is a log of simulated games
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

RUNS = 5


def main(root: str, job: str, name: str) -> None:
    sys.path.insert(0, root)
    data = Path(name).read_bytes()
    seconds, events = JOBS[job](data, name)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"job": job, "seconds": seconds, "events": events, "peak_mb": round(peak)}))


def replay(data: bytes, name: str) -> tuple[float, int]:
    """Batches of events in memory to findings, turns and scores in memory; the reading is not timed."""
    from ingest.formats import cgn
    from replay.batching import batch_of
    from replay.fold import Fold
    from replay.judging import order_of
    from replay.readings import Referee
    from replay.ruleset import resolve

    reading = cgn.read(data, name)
    rules = [resolve(g.rules, len(g.seats), len(g.sides), g.options) for g in reading.games]
    batch = batch_of(reading.events, reading.games)

    def once() -> None:
        referee = Referee(reading.events, rules[0])
        fold = Fold(batch, referee)
        for number, game in enumerate(rules):
            fold.open_game(number, game.rules, order_of(game), uncertain=bool(game.assumed or game.unknown))
            fold.run()

    return timed(once), len(reading.events)


def read_cgn(data: bytes, name: str) -> tuple[float, int]:
    """Text to events."""
    from ingest.formats import cgn

    return timed(lambda: cgn.read(data, name)), len(cgn.read(data, name).events)


def read_jsonl(data: bytes, name: str) -> tuple[float, int]:
    """The project's own JSON lines to events."""
    from ingest.formats import cgn, cgn_jsonl

    reading = cgn.read(data, name)
    lines = cgn_jsonl.write(reading).encode()
    return timed(lambda: cgn_jsonl.read(lines, name)), len(reading.events)


def ingest(data: bytes, name: str) -> tuple[float, int]:
    """Text to a lake of Parquet files."""
    from data.lake import open_lake
    from ingest.formats import cgn
    from ingest.run import ingest as run

    def once() -> None:
        with tempfile.TemporaryDirectory() as place:
            run([name], open_lake(Path(place) / "lake", create=True))

    return timed(once, runs=3), len(cgn.read(data, name).events)


def timed(once: object, runs: int = RUNS) -> float:
    """Median CPU seconds of some runs, after one that is not counted."""
    assert callable(once)
    once()
    seconds = []
    for _ in range(runs):
        start = process_time()
        once()
        seconds.append(process_time() - start)
    return median(seconds)


JOBS = {"replay": replay, "read CGN": read_cgn, "read JSONL": read_jsonl, "ingest to Parquet": ingest}

if __name__ == "__main__":
    main(*sys.argv[1:4])
