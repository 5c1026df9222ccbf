"""The compiled kernel says exactly what the plain one says, and steps over no edge, whatever a log holds.

The kernel is compiled once for each state of its sources, outside the tree (tests/compiled_copies.py).
CANASTA_SLOW=1 puts far more games to it.
"""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from data.cards import deck_named
from data.events import Events, Reading
from ingest.formats import cgn, cgn_jsonl, cgn_writer
from replay.simulate import FAULTS, FaultError, simulate
from tests import damage, test_cases
from tests.compiled_copies import compiled_copy
from tests.hostile import damaged, noise

ROOT = Path(__file__).resolve().parents[1]
TIMES = 20 if os.environ.get("CANASTA_SLOW") else 1
# Rulesets of every family.  Where the bots do not play one, games of another are replayed under it, card for card.
RULESETS = (
    "classic", "classic_2", "classic_3_cutthroat", "classic_6_pairs", "samba", "bolivia", "italian", "uruguay", "boat",
    "brazilian", "chilean", "pennies", "am_cla", "am_wings", "hf_whitnack", "hf_knee_twr", "hf_quad26", "heckadeck",
    "heckadeck_american", "heckadeck_samba",
)  # fmt: skip
NOISE = (
    ("classic", "NESW", 2), ("classic_3_cutthroat", "NES", 3), ("samba", "NESW", 2), ("bolivia", "NESW", 2),
    ("hf_whitnack", "NESW", 2), ("am_cla", "NESW", 2), ("heckadeck", "NESW", 2), ("heckadeck_american", "NESW", 2),
    ("classic_6_trios", "ABCDEF", 2),
)  # fmt: skip
DAMAGES = 150
SIMULATED = ("classic", "classic_3_cutthroat", "samba", "am_cla", "hf_whitnack", "heckadeck_american")

Log = tuple[Any, ...]  # a name, what is to be done (tests/kernel_rows.py), and with what


def simulated(ruleset: str, seed: int, **wishes: Any) -> tuple[Events, Any] | None:
    """A game that the bots play under a ruleset, None where they cannot."""
    try:
        return next(simulate(ruleset, seed=seed, **wishes))
    except (ValueError, FaultError):
        return None


def clean() -> Iterator[Log]:
    """Games of every family; those that the bots do not play are classic games replayed under its rules."""
    french, others = deck_named("french"), deck_named("heckadeck").ids
    for number, ruleset in enumerate(RULESETS * TIMES):
        if played := simulated(ruleset, number):
            yield f"clean {ruleset} {number}", "replayed", played[0], [played[1]]
            continue
        seats = "classic_6_pairs" if ruleset == "pennies" else ("classic", "samba", "uruguay")[number % 3]
        events, game = next(simulate(seats, seed=number))
        game.rules = ruleset
        if ruleset.startswith("heckadeck"):
            game.deck = "heckadeck"
            events.cards = array("B", [others.get(french.code(kind), others["*r"]) for kind in events.cards])
        yield f"foreign {ruleset} {number}", "replayed", events, [game]


def faulty() -> Iterator[Log]:
    """A game for every second rule that bots break on request."""
    for rule in list(FAULTS)[:: 1 if TIMES > 1 else 2]:
        for ruleset in ("classic", "classic_3_cutthroat", "classic_6_pairs"):
            if played := simulated(ruleset, 3, fault=rule):
                yield f"faulty {rule}", "replayed", played[0], [played[1]]
                break


def cases() -> Iterator[Log]:
    """Every worked case, as it is written."""
    for rule, case in test_cases.ALL:
        yield f"case {rule} {case.name}", "read", test_cases.log_of(case, case.options), "cgn"


def texts() -> Iterator[Log]:
    """Logs as they are written, in both notations, and damaged ones."""
    for path in sorted([*ROOT.glob("tests/corpus/*/*.cgn"), *ROOT.glob("data/samples/*.cgn")]):
        data = path.read_bytes()
        yield f"text {path.parent.name}/{path.name}", "read", data, "cgn"
        records = cgn_jsonl.write(cgn.read(data, "x")).encode()
        yield f"records {path.parent.name}/{path.name}", "read", records, "cgn-jsonl"
    events, game = next(simulate("classic", seed=5, options=[("target", "1000")]))
    written = cgn_writer.write(Reading("x", "simulated", events, [game]))
    lines = {"cgn": written, "cgn-jsonl": cgn_jsonl.write(cgn.read(written.encode(), "x"))}
    for form, text in lines.items():
        for number in range(DAMAGES * TIMES):
            yield f"damaged {form} {number}", "read", _changed(text.splitlines(), Random(number)), form


def _changed(lines: list[str], dice: random.Random) -> bytes:
    """A log with one line that is not as it was."""
    number = dice.randrange(len(lines))
    kind = dice.choice([kind for kind in damage.KINDS if not kind.endswith(" line")])
    log = damage.Log(tuple(lines), (), (), (), (), ())
    new = damage._changed(kind, lines[number] or " ", log, dice)
    whole = [line.encode() for line in lines]
    return b"\n".join([*whole[:number], new, *whole[number + 1 :]])


def hostile(games: list[Log]) -> Iterator[Log]:
    """Rows that no reader makes: noise, and games with numbers out of every range."""
    for number in range(12 * TIMES):
        for rules, seats, sides in NOISE:
            events, game = noise(rules, seats, sides, Random(f"{number}{rules}"))
            yield f"noise {rules} {number}", "replayed", events, [game]
    for name, _, events, played in games:
        for number in range(4):
            yield f"worse {name} {number}", "replayed", damaged(events, Random(f"{number}{name}")), played


def bots() -> Iterator[Log]:
    """Games to be played by the copy itself."""
    for ruleset in SIMULATED:
        if simulated(ruleset, 4):
            yield f"bots {ruleset}", "simulated", ruleset, TIMES, 4


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kernel") / "logs"
    games = list(clean())
    path.write_bytes(pickle.dumps([*games, *faulty(), *cases(), *texts(), *hostile(games), *bots()]))
    return path


def said(root: Path, logs: Path, name: str) -> dict[str, Any]:
    """What the copy of the program under a folder says of the logs."""
    out = logs.with_name(name)
    plain = root == ROOT
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "kernel_rows.py"), str(root), str(logs), str(out)],
        env=os.environ | {"CANASTA_PLAIN": "1" if plain else ""}, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:] or f"ended by signal {-done.returncode}"
    assert "Exception ignored" not in done.stderr, done.stderr[-3000:]
    found: dict[str, Any] = pickle.loads(out.read_bytes())
    assert {module.endswith(".py") for module in found.pop("modules")} == {plain}
    return found


def compare(plain: dict[str, Any], compiled: dict[str, Any]) -> None:
    """Fails at the first row that differs."""
    assert plain.keys() == compiled.keys()
    for log, tables in plain.items():
        for table, expected in tables.items():
            found = compiled[log][table]
            if found != expected:
                pairs = zip(expected, found, strict=False)
                row = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(expected), len(found)))
                assert found[row : row + 1] == expected[row : row + 1], f"{log}: row {row} of {table}"
                assert len(found) == len(expected), f"{log}: {table}"


def test_compiled_kernel_says_what_the_plain_one_says(logs: Path) -> None:
    copy = compiled_copy("--level=1")
    compare(said(ROOT, logs, "plain"), said(copy, logs, "compiled"))


def test_nothing_steps_over_the_edge(logs: Path) -> None:
    """Compiled with every index checked: one out of its array would raise, here and in every log above."""
    copy = compiled_copy("--boundscheck", "--level=0")
    compare(said(ROOT, logs, "plain"), said(copy, logs, "checked"))


def test_comparison_finds_what_differs() -> None:
    plain = {"log": {"turns": [[1, 2], [3, 4]], "told": []}}
    compare(plain, {"log": {"turns": [[1, 2], [3, 4]], "told": []}})
    for other in ({"log": {"turns": [[1, 2], [3, 5]], "told": []}}, {"log": {"turns": [[1, 2]], "told": []}},
                  {"log": {"turns": [[1, 2], [3, 4]], "told": [[7]]}}):  # fmt: skip
        with pytest.raises(AssertionError, match="log: "):
            compare(plain, other)
