"""How fast it is, in one table: `python -m benchmarks [--games N] [--compiled DIR]`.

Simulated games from a fixed seed are written to a temporary file, and each job runs in a process of its own, plain and
compiled in turn; the figures are CPU seconds, medians of several runs.  Only the ratios travel from machine to machine.
Without `--compiled` the kernel is compiled first, which takes minutes; without a compiler only plain is measured.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
JOBS = ("replay", "read CGN", "read JSONL", "ingest to Parquet")
START_UPS = {"start-up of --help": ["--help"], "check of one game": ["check", "data/samples/four-players.cgn"]}


def main() -> int:
    """Measure, and print the table as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast it is, plain and compiled.")
    parser.add_argument("--games", type=int, default=60, help="simulated games (default 60, some 40,000 events)")
    parser.add_argument("--compiled", type=Path, help="a copy made by compile_kernel.py; default: make one")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="canasta-benchmarks-") as place:
        log = Path(place) / "games.cgn"
        command = [sys.executable, "-m", "canasta", "simulate", str(chosen.games), "--seed", "2026", "--out", str(log)]
        subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        compiled = chosen.compiled or _compile(Path(place) / "compiled")
        print("| job | events | plain, M events/s | compiled, M events/s | ratio | peak MB |")
        print("|---|---|---|---|---|---|")
        for job in JOBS:
            print(_row(job, log, compiled))
    for name, arguments in START_UPS.items():
        print(f"{name}: {_start_up(arguments):.2f} s of wall time")
    return 0


def _compile(out: Path) -> Path | None:
    done = subprocess.run([sys.executable, str(ROOT / "compile_kernel.py"), str(out)], check=False, capture_output=True)
    return out if done.returncode == 0 else None


def _row(job: str, log: Path, compiled: Path | None) -> str:
    plain = _measure(ROOT, job, log)
    fast = _measure(compiled, job, log) if compiled else None
    speed = plain["events"] / plain["seconds"] / 1e6
    cells = [job, f"{plain['events']:,}", f"{speed:.3f}"]
    if fast:
        faster = fast["events"] / fast["seconds"] / 1e6
        cells += [f"{faster:.3f}", f"{faster / speed:.1f}", str(fast["peak_mb"])]
    else:
        cells += ["-", "-", str(plain["peak_mb"])]
    return f"| {' | '.join(cells)} |"


def _measure(root: Path, job: str, log: Path) -> dict[str, float]:
    command = [sys.executable, str(Path(__file__).with_name("measure.py")), str(root), job, str(log)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=root)
    return dict(json.loads(done.stdout))


def _start_up(arguments: list[str]) -> float:
    seconds = []
    for _ in range(5):
        start = perf_counter()
        subprocess.run([sys.executable, "-m", "canasta", *arguments], check=False, capture_output=True, cwd=ROOT)
        seconds.append(perf_counter() - start)
    return median(seconds)


if __name__ == "__main__":
    raise SystemExit(main())
