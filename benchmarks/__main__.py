"""How fast it is, in one table: `python -m benchmarks [PART ...] [--compiled DIR]`.

Simulated games from a fixed seed are written to a temporary folder, and every figure is measured in a process of its
own (benchmarks/measure.py), plain and compiled one after the other.  Only the ratios travel from machine to machine.
Without `--compiled` the kernel is compiled first, which takes minutes; without a compiler only plain is measured.
docs/BENCHMARKS.md says what the parts are and what they gave.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks import logs

ROOT = Path(__file__).resolve().parents[1]
TITLES = ("what", "events", "plain, s", "compiled, s", "plain, events/s", "compiled, events/s", "turns/s", "deals/s",
          "ratio", "peak MB")  # fmt: skip
RULESETS = ("classic", "classic_2", "classic_3_cutthroat", "classic_6_pairs", "samba", "bolivia", "brazilian",
            "italian", "uruguay", "pennies", "am_cla", "am_wings", "hf_whitnack", "hf_quad26", "heckadeck",
            "heckadeck_american", "heckadeck_samba")  # fmt: skip
REAL = ROOT.parent / "shared" / "logs" / "feudalism-canasta" / "classic_4p"
GAMES_OF_RULESET = 6


@dataclass(frozen=True, slots=True)
class Setting:
    """What is measured with: a folder for logs, the compiled copy, how often, and how many events at most."""

    place: Path
    compiled: Path | None
    runs: int
    events: int
    largest: int

    def log(self, events: int) -> Path:
        """The log of so many events, written once."""
        path = self.place / f"games-{events}.cgn"
        return path if path.exists() else logs.classic(path, events)


Line = tuple[str, dict[str, Any] | None, dict[str, Any] | None]  # what was measured, plain, compiled


def main() -> int:
    """Measure, and print the table as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast it is, plain and compiled.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure, of {', '.join(PARTS)} (all)")
    parser.add_argument("--events", type=int, default=200_000, help="events of the logs, about (200,000)")
    parser.add_argument("--largest", type=int, default=10_000_000, help="events to which growth is followed (10 M)")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken (5)")
    parser.add_argument("--compiled", type=Path, help="a copy made by compile_kernel.py; default: make one")
    chosen = parser.parse_args()
    if strange := set(chosen.parts) - set(PARTS):
        parser.error(f"expected parts of {', '.join(PARTS)}, found {', '.join(sorted(strange))}")
    with tempfile.TemporaryDirectory(prefix="canasta-benchmarks-") as place:
        compiled = chosen.compiled.resolve() if chosen.compiled else _compile(Path(place) / "compiled")
        setting = Setting(Path(place), compiled, chosen.runs, chosen.events, chosen.largest)
        print(f"{date.today()}, {_machine()}, medians of {chosen.runs} runs\n")
        print(f"| {' | '.join(TITLES)} |\n|---|{'---:|' * (len(TITLES) - 1)}")
        for part in chosen.parts or PARTS:
            for line in PARTS[part](setting):
                print(_row(*line), flush=True)
    return 0


def _machine() -> str:
    return f"{os.cpu_count()} processors ({platform.machine()}), Python {platform.python_version()}"


def _compile(out: Path) -> Path | None:
    done = subprocess.run([sys.executable, str(ROOT / "compile_kernel.py"), str(out)], check=False, capture_output=True)
    return out if done.returncode == 0 else None


# -- the parts --------------------------------------------------------------------------------------------------------


def replay(setting: Setting) -> Iterator[Line]:
    """Events in memory to findings, turns and scores in memory."""
    yield _both(setting, "replay, simulated classic games", "replay", setting.log(setting.events))
    if REAL.is_dir():
        real = setting.place / "real.jsonl"
        real.write_bytes(b"".join(path.read_bytes() for path in sorted(REAL.glob("*.jsonl"))))
        yield _both(setting, "replay, real classic games", "repeated", f"{real}*{setting.events}")


def rulesets(setting: Setting) -> Iterator[Line]:
    """The same, side by side for one ruleset of each family; compiled alone, for plain tells no more."""
    for name in RULESETS:
        path = logs.of_ruleset(setting.place / f"{name}.cgn", name, GAMES_OF_RULESET)
        if path is not None:
            wanted = f"{path}*{setting.events}"
            yield f"replay, {name}", None, _measure(setting.compiled or ROOT, "repeated", wanted, setting.runs)


def reading(setting: Setting) -> Iterator[Line]:
    """Text to events in memory."""
    yield _both(setting, "read CGN", "read CGN", setting.log(setting.events))
    yield _both(setting, "read JSON lines", "read JSONL", setting.log(setting.events))


def lake(setting: Setting) -> Iterator[Line]:
    """To Parquet."""
    yield _both(setting, "ingest to Parquet", "ingest", setting.log(setting.events), runs=3)


def whole(setting: Setting) -> Iterator[Line]:
    """Whole commands, from the start of the process to its end, and two processes against one."""
    log = setting.log(setting.events)
    yield _both(setting, "canasta check, text in", "check", log, runs=3)
    yield _both(setting, "canasta replay, Parquet in and out", "stored", log, runs=3)
    yield _both(setting, "canasta replay --jobs 2", "stored, 2 processes", log, runs=3)


def starting(setting: Setting) -> Iterator[Line]:
    """What a short command costs."""
    yield _both(setting, "canasta --help", "help", "-")
    yield _both(setting, "canasta check, one game", "check one", "-")


def growth(setting: Setting) -> Iterator[Line]:
    """Ten, a hundred, a thousand times as many events: time and memory."""
    events = 10_000
    copy = setting.compiled or ROOT
    while events <= setting.largest:
        seed = setting.log(min(events, 100_000))
        yield f"replay, {events:,}", None, _measure(copy, "repeated", f"{seed}*{events}", 3)
        yield f"ingest, {events:,}", None, _measure(copy, "ingest", setting.log(events), 1)
        yield f"stored replay, {events:,}", None, _measure(copy, "stored", setting.log(events), 1)
        events *= 10


PARTS: dict[str, Callable[[Setting], Iterator[Line]]] = {
    "replay": replay, "rulesets": rulesets, "reading": reading, "lake": lake, "whole": whole, "starting": starting,
    "growth": growth,
}  # fmt: skip


# -- figures ----------------------------------------------------------------------------------------------------------


def _both(setting: Setting, what: str, job: str, log: Path | str, runs: int | None = None) -> Line:
    times = min(setting.runs, runs or setting.runs)
    fast = _measure(setting.compiled, job, log, times) if setting.compiled else None
    return what, _measure(ROOT, job, log, times), fast


def _measure(root: Path, job: str, log: Path | str, runs: int) -> dict[str, Any]:
    command = [sys.executable, str(Path(__file__).with_name("measure.py")), str(root), job, str(log), str(runs)]
    plain = {"CANASTA_PLAIN": "1"} if root == ROOT else {}
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=root, env=os.environ | plain)
    if done.returncode:
        raise SystemExit(f"{job}: {done.stderr}")
    return dict(json.loads(done.stdout))


def _row(what: str, plain: dict[str, Any] | None, fast: dict[str, Any] | None) -> str:
    """One line of the table; turns, deals and memory are those of the faster copy."""
    best: dict[str, Any] = fast or plain or {}
    ratio = f"{plain['seconds'] / fast['seconds']:.1f}" if plain and fast else ""
    cells = [what, f"{best['events']:,.0f}" if best["events"] else ""]
    cells += [f"{one['seconds']:.3f}" if one else "" for one in (plain, fast)]
    cells += [_speed(one, "events") for one in (plain, fast)]
    cells += [_speed(best, "turns"), _speed(best, "deals"), ratio, str(best["peak_mb"])]
    return f"| {' | '.join(cells)} |"


def _speed(figures: dict[str, Any] | None, of: str) -> str:
    count = figures.get(of) if figures else 0
    return f"{count / figures['seconds']:,.0f}" if figures and count else ""


if __name__ == "__main__":
    raise SystemExit(main())
