"""The benchmarks run, and what they print is a table of figures that can be."""

from __future__ import annotations

import sys

import pytest

from benchmarks import __main__ as benchmarks
from tests.places import ROOT


def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, str]]:
    """The rows of the table, by title."""
    monkeypatch.setattr(sys, "argv", ["benchmarks", *words, "--runs", "1", "--compiled", str(ROOT)])
    monkeypatch.setattr(benchmarks, "REAL", ROOT / "nothing")
    assert benchmarks.main() == 0
    lines = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    titles, *rows = [[cell.strip() for cell in line] for line in lines]
    return [dict(zip(titles, row, strict=False)) for row in rows]


def test_replay_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rows = table(monkeypatch, capsys, "replay", "reading", "starting", "--events", "1400")
    whole = {row["what"]: row for row in rows}
    assert {"replay, simulated classic games", "read CGN", "read JSON lines", "canasta --help"} < set(whole)
    replayed = whole["replay, simulated classic games"]
    speeds = [int(replayed[what].replace(",", "")) for what in ("compiled, events/s", "turns/s", "deals/s")]
    assert speeds[0] > speeds[1] > speeds[2] > 0


def test_parts_that_do_not_exist_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "nonsense"])
    with pytest.raises(SystemExit) as refused:
        benchmarks.main()
    assert refused.value.code == 2
