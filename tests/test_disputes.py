"""Real arguments at tables, carried over as cases: which of them, and why not the others.

A case says `disputes C01` in its `source`.  What is no question to the rules but to the lake is a test of this file.
"""

from __future__ import annotations

import re
from pathlib import Path

from data.views import sql
from ingest.run import ingest
from replay.run import replay_new
from tests.made_lakes import empty_lake
from tests.test_cases import ALL

HERE = {
    "C58": "test_negative_scores_count_in_minima_and_averages",
    "C65": "test_a_void_game_is_kept_and_not_counted",
}
NOT_COVERED = {
    "C23": "who decides where a card goes is settled before anything is written: a log has only the meld it went to",
}
DISPUTE = re.compile(r"\bdisputes (C\d\d)\b")

SCORES = """@cgn 1

@game {name}
date: 2021-04-10
rules: classic-108
options:
seats: N E S W
teams: A=N,S B=E,W
player N: Ana
player E: Bo
player S: Cy
player W: Di
view: scores
{header}
@hand 1 dealer=N A=0 B=0
@close {closing}
@score A by=N sum={a}
@score B by=N sum={b}
@total A={a} B={b}
@end A={a} B={b} result=unfinished
"""


def carried() -> set[str]:
    """Disputes that some case follows."""
    return {found for _, case in ALL for found in DISPUTE.findall(case.source)}


def test_every_dispute_is_carried_over_or_has_a_reason(shared: Path) -> None:
    text = (shared / "disputes" / "CASES.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\*\*(C\d\d) ", text, re.MULTILINE))
    assert len(known) == 44
    missing = known - carried() - set(HERE) - set(NOT_COVERED)
    assert not missing, f"neither a case nor a reason: {sorted(missing)}"
    assert not carried() - known


def test_reasons_are_given_only_where_they_are_needed() -> None:
    assert not carried() & (set(HERE) | set(NOT_COVERED))
    assert all(name in globals() for name in HERE.values())


def test_negative_scores_count_in_minima_and_averages(tmp_path: Path) -> None:
    log = tmp_path / "scores.cgn"
    log.write_text(SCORES.format(name="low", header="", closing="stock", a=170, b=-510), encoding="utf-8")
    lake = empty_lake(tmp_path / "lake")
    ingest([log], lake)
    replay_new(lake)
    row = sql(lake, "SELECT min(total) AS low, avg(total) AS mean FROM deals").to_pylist()[0]
    assert (row["low"], row["mean"]) == (-510, -170)


def test_a_void_game_is_kept_and_not_counted(tmp_path: Path) -> None:
    for name, header in (("table-3", ""), ("table-3-again", "replaces: table-3\n")):
        text = SCORES.format(name=name, header=header, closing="abandoned", a=50 * len(name), b=50)
        (tmp_path / f"{name}.cgn").write_text(text, encoding="utf-8")
    lake = empty_lake(tmp_path / "lake")
    ingest([tmp_path / "table-3.cgn", tmp_path / "table-3-again.cgn"], lake)
    replay_new(lake)
    games = sql(lake, "SELECT game, counted FROM games ORDER BY game").to_pylist()
    assert games == [{"game": "table-3", "counted": False}, {"game": "table-3-again", "counted": True}]
    assert len(sql(lake, "SELECT DISTINCT game FROM results")) == 2
