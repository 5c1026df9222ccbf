"""Results in the lake: incremental, never rewritten, and published only when somebody says so."""

from __future__ import annotations

import os
from dataclasses import asdict
from multiprocessing import active_children
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import replay.run
import replay.store
from data.compact import compact
from data.lake import Lake, family_of
from data.recorded import BatchFile
from data.source_hash import _behind
from data.verify import verify
from data.views import sql
from ingest.formats import read_any
from ingest.run import ingest
from replay import replay_game
from replay.codes import RUNNING_AT, SIDE_WIDTH
from replay.judged import Judged
from replay.judging import judge_game
from replay.result import GameResult
from replay.revalidate import accept, revalidate
from replay.run import Replayer, Summary, Unit, replay_new
from replay.store import Results
from tests.made_lakes import empty_lake
from tests.made_logs import folder, log
from tests.places import SAMPLES

SAMPLE_LOGS = sorted(SAMPLES.glob("*.cgn"))


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return empty_lake(tmp_path / "lake")


def rows(lake: Lake, query: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = sql(lake, query).to_pylist()
    return found


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch):
    """A switch to another engine: its hash, and what it does to every judged game."""

    def switch(name: str, change=lambda judged: None) -> None:
        def changed(events, game):
            judged = judge_game(events, game)
            change(judged)
            return judged

        monkeypatch.setattr(replay.store, "engine_hash", lambda: name)
        monkeypatch.setattr("replay.revalidate.engine_hash", lambda: name)
        monkeypatch.setattr(replay.run, "judge_game", changed)

    return switch


def results_of_samples() -> list[GameResult]:
    readings = [read_any(path.read_bytes(), path.name) for path in SAMPLE_LOGS]
    return [replay_game(reading.events, game) for reading in readings for game in reading.games]


def test_tables_hold_what_the_engine_says(lake: Lake) -> None:
    ingest(SAMPLE_LOGS, lake)
    summary = replay_new(lake)
    results = results_of_samples()
    deals = [deal for result in results for deal in result.deals]
    assert (summary.games, summary.deals, summary.failed) == (len(results), len(deals), [])
    counts = rows(lake, """SELECT (SELECT count(*) FROM turns) AS turns, (SELECT count(*) FROM findings) AS findings,
        (SELECT count(*) FROM claim_verdicts) AS claims, (SELECT count(*) FROM seat_deals) AS seat_deals,
        (SELECT count(*) FROM deals) AS deals, (SELECT count(*) FROM results) AS results""")  # fmt: skip
    assert counts == [
        {
            "turns": sum(len(deal.turns) for deal in deals),
            "findings": sum(len(result.findings) for result in results),
            "claims": sum(len(result.claims) for result in results),
            "seat_deals": sum(len(deal.seats) for deal in deals),
            "deals": sum(len(deal.sides) for deal in deals),
            "results": sum(len(result.deals[-1].sides) for result in results),
        }
    ]
    for result in results:
        last = result.deals[-1]
        stored = rows(
            lake, f"SELECT total_low, total_high, winner FROM results WHERE game = '{result.id}' ORDER BY side"
        )
        wanted = [(side.running.low, side.running.high) for side in last.sides]
        assert [(row["total_low"], row["total_high"]) for row in stored] == wanted
        assert [bool(row["winner"]) for row in stored] == [i == result.winner for i in range(len(last.sides))]


def test_turns_and_findings_point_at_their_events(lake: Lake) -> None:
    ingest(SAMPLE_LOGS, lake)
    replay_new(lake)
    assert rows(lake, "SELECT count(*) AS n FROM findings WHERE seq IS NOT NULL") != [{"n": 0}]
    assert rows(lake, """SELECT count(*) AS n FROM findings f JOIN events e USING (game_key, seq)
        WHERE f.line <> e.line OR (f.turn > 0 AND f.turn <> e.turn)""") == [{"n": 0}]  # fmt: skip
    strangers = """SELECT count(*) AS n FROM turns t JOIN events e ON e.game_key = t.game_key
        AND e.seq BETWEEN t.first_seq AND t.last_seq WHERE e.turn NOT IN (0, t.turn) OR e.deal <> t.deal"""
    assert rows(lake, strangers) == [{"n": 0}]
    assert rows(lake, "SELECT count(*) AS n FROM turns WHERE first_seq > last_seq OR first_seq < 1") == [{"n": 0}]


def test_only_what_is_new_is_replayed(lake: Lake, tmp_path: Path) -> None:
    ingest([folder(tmp_path / "logs", 3)], lake)
    assert (replay_new(lake).games, replay_new(lake).games) == (3, 0)
    ingest([folder(tmp_path / "more", 2, first=10)], lake)
    summary = replay_new(lake)
    assert (summary.games, summary.known) == (2, 3)
    assert verify(lake) == []


def test_duplicates_and_superseded_readings_are_not_replayed(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = folder(tmp_path / "logs", 2)
    (top / "copy.cgn").write_text(log("club/0", 0) + "\n")
    ingest([top], lake)
    assert replay_new(lake).games == 2
    monkeypatch.setattr("ingest.run.reader_version", lambda _form: "newer")
    ingest([top], lake)
    assert replay_new(lake).games == 2, "a newer reading is replayed again"
    assert rows(lake, "SELECT count(DISTINCT game_key) AS n, count(*) AS r FROM results") == [{"n": 2, "r": 4}]
    assert lake.read("results").num_rows == 8


def test_new_engine_adds_and_does_not_publish(lake: Lake, engine) -> None:
    ingest(SAMPLE_LOGS[:2], lake)
    replay_new(lake)
    before = rows(lake, "SELECT game, side, total, replay FROM results ORDER BY ALL")
    findings = rows(lake, "SELECT count(*) AS n FROM findings")

    def wrong(judged: Judged) -> None:
        at = judged.deals[-1]["side_first"] * SIDE_WIDTH + RUNNING_AT
        judged.sides[at] = judged.sides[at + 1] = 77
        judged.findings.clear()

    engine("other", wrong)
    done = revalidate(lake)
    assert (done.replayed.games, done.compared, done.games) == (2, 2, 2)
    assert {change.what for change in done.changes} >= {"result", "score"}
    totals = [change for change in done.changes if (change.what, change.name) == ("result", "total")]
    assert {change.after for change in totals} == {"77..77"}
    assert rows(lake, "SELECT game, side, total, replay FROM results ORDER BY ALL") == before
    assert rows(lake, "SELECT count(*) AS n FROM findings") == findings

    accept(lake, "the committee has seen it")
    assert {row["total"] for row in rows(lake, "SELECT total FROM results WHERE side = 'A'")} == {77}
    assert rows(lake, "SELECT count(*) AS n FROM findings") == [{"n": 0}]
    assert revalidate(lake).changes == []

    lake.append("pins", [{"game_key": "", "engine": "other", "ruleset_hash": ""}])
    old = str(lake.read("results").to_pylist()[0]["engine"])
    lake.append("pins", [{"game_key": "", "engine": old if old != "other" else "", "ruleset_hash": ""}])
    assert verify(lake) == []


def test_one_game_can_be_pinned_apart(lake: Lake, tmp_path: Path, engine) -> None:
    ingest([folder(tmp_path / "logs", 2)], lake)
    engine("first")
    replay_new(lake)
    engine("second")
    replay_new(lake)
    accept(lake, "better")
    key = str(rows(lake, "SELECT game_key FROM games ORDER BY game")[0]["game_key"])
    lake.append("pins", [{"game_key": key, "engine": "first", "ruleset_hash": "", "why": "prizes were given"}])
    assert rows(lake, "SELECT game, any_value(engine) AS e FROM results GROUP BY game ORDER BY game") == [
        {"game": "club/0", "e": "first"},
        {"game": "club/1", "e": "second"},
    ]


def test_other_ruleset_is_published_when_it_is_accepted(
    lake: Lake, tmp_path: Path, engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest([folder(tmp_path / "logs", 1)], lake)
    engine("same")
    replay_new(lake)
    first = rows(lake, "SELECT DISTINCT replay FROM results")

    def other(judged: Judged) -> None:
        judged.ruleset_hash = "edited"

    engine("same", other)
    monkeypatch.setattr(replay.run, "ruleset_hash", lambda *_: "edited")
    assert replay_new(lake).games == 1
    assert rows(lake, "SELECT DISTINCT replay FROM results") == first
    accept(lake, "the rules have changed")
    assert rows(lake, "SELECT DISTINCT ruleset_hash FROM results") == [{"ruleset_hash": "edited"}]


def test_engine_that_fails_costs_its_game_alone(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ingest([folder(tmp_path / "logs", 3)], lake)

    def fail(events, game):
        if game.id == "club/1":
            raise ZeroDivisionError("a bug")
        return judge_game(events, game)

    monkeypatch.setattr(replay.run, "judge_game", fail)
    summary = replay_new(lake)
    assert summary.games == 3
    assert [note for _, note in summary.failed] == ["the engine failed: ZeroDivisionError: a bug"]
    assert rows(lake, "SELECT DISTINCT status, notes FROM results WHERE game = 'club/1'") == [
        {"status": "unjudgeable", "notes": ["the engine failed: ZeroDivisionError: a bug"]}
    ]
    assert replay_new(lake).games == 0


def test_interrupted_replay_is_continued(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay.run, "BATCH_EVENTS", 60)
    ingest([folder(tmp_path / "logs", 6)], lake)

    def stop(done: int, total: int, _summary: object) -> None:
        assert total == 6
        if done == 5:
            raise KeyboardInterrupt

    summary = replay_new(lake, stop)
    assert summary.interrupted
    there = len(rows(lake, "SELECT DISTINCT game_key FROM results"))
    assert 2 <= there < 6
    assert replay_new(lake).games == 6 - there
    assert verify(lake) == []


def test_unjudgeable_game_has_a_result_that_says_why(lake: Lake, tmp_path: Path) -> None:
    (tmp_path / "a.cgn").write_text(log("club/1").replace("classic-108", "calvinball"))
    ingest([tmp_path / "a.cgn"], lake)
    summary = replay_new(lake)
    assert (summary.games, summary.unjudgeable) == (1, 1)
    (row, *_) = rows(lake, "SELECT status, notes, total FROM results")
    assert (row["status"], row["total"]) == ("unjudgeable", None)
    assert "calvinball" in str(row["notes"])
    assert replay_new(lake).games == 0


def test_deals_of_one_number_are_told_apart(lake: Lake, tmp_path: Path) -> None:
    text = log("club/1", 1)
    begin, end = text.index("@hand"), text.index("@end")
    (tmp_path / "a.cgn").write_text(text[:end] + text[begin:end] + text[end:])
    ingest([tmp_path / "a.cgn"], lake)
    replay_new(lake)
    assert rows(lake, "SELECT DISTINCT deal, position FROM deals ORDER BY ALL") == [
        {"deal": 1, "position": 1},
        {"deal": 1, "position": 2},
    ]
    assert verify(lake) == []


def test_ruleset_as_resolved_is_stored_once(lake: Lake) -> None:
    ingest(SAMPLE_LOGS, lake)
    replay_new(lake)
    target = rows(lake, """SELECT DISTINCT r.game, o."value" AS target FROM results r
        JOIN rulesets o USING (ruleset_hash) WHERE o."option" = 'target'""")  # fmt: skip
    assert len(target) == len(rows(lake, "SELECT DISTINCT game_key FROM results"))
    assert "5000" in {str(row["target"]) for row in target}
    twice = 'SELECT count(*) AS n FROM rulesets GROUP BY ruleset_hash, "option" HAVING count(*) > 1'
    assert rows(lake, twice) == []


def test_results_are_looked_at_once(lake: Lake, tmp_path: Path) -> None:
    results = Results(lake)
    assert results.new() == set()
    ingest([folder(tmp_path / "logs", 2)], lake)
    replay_new(lake)
    assert len(results.new()) == 2
    assert results.new() == set()
    ingest([folder(tmp_path / "more", 1, first=10)], lake)
    replay_new(lake)
    compact(lake)
    assert len(results.new()) == 3, "a merged batch is another batch"


def test_results_of_another_process_are_not_stored_again(lake: Lake, tmp_path: Path) -> None:
    ingest([folder(tmp_path / "logs", 3)], lake)
    early, late = Replayer(lake), Replayer(lake)
    assert early.results.new() == late.results.new() == set()
    (name,) = lake.batches(family_of("games"))
    keys = set(BatchFile(lake, name).keys)
    early.replay(Unit({name: set(list(keys)[:2])}), Summary())
    late.replay(Unit({name: keys}), Summary())
    assert lake.read("results").num_rows == 2 * 3
    assert verify(lake) == []


def test_engine_is_what_decides_verdicts_and_nothing_else() -> None:
    behind = _behind(["replay.judging"], "replay")
    assert {"replay.rules.pile", "replay.scoring", "replay.state", "replay.transitions"} <= set(behind)
    assert not {name for name in behind if name.split(".")[1:2] in (["commands"], ["store"], ["run"], ["simulation"])}


def test_several_processes_say_what_one_says(tmp_path: Path) -> None:
    logs = folder(tmp_path / "logs", 9)
    said = []
    for jobs in (1, 3):
        lake = empty_lake(tmp_path / f"lake-{jobs}")
        ingest([logs, *SAMPLE_LOGS], lake)
        calls: list[tuple[int, int]] = []
        summary = replay_new(lake, lambda done, of, _, calls=calls: calls.append((done, of)), jobs=jobs)
        assert calls[-1] == (summary.games, summary.games)
        assert verify(lake) == []
        assert replay_new(lake, jobs=jobs).games == 0
        counted = {name: value for name, value in asdict(summary).items() if name not in ("began", "seconds")}
        tables = {name: sorted(map(repr, rows(lake, f"SELECT * EXCLUDE ({but}) FROM {name}")))
                  for name, but in (("turns", "replay"), ("findings", "replay"), ("scores", "replay"),
                                    ("results", "replay, replayed_at"))}  # fmt: skip
        said.append((counted, tables))
    assert said[0] == said[1]


def test_a_process_that_dies_is_told_and_nothing_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = empty_lake(tmp_path / "lake")
    ingest([folder(tmp_path / "logs", 6)], lake)
    monkeypatch.setattr("replay.jobs._work", die)
    with pytest.raises(ChildProcessError, match="ended with code 7"):
        replay_new(lake, jobs=2)
    monkeypatch.undo()
    assert replay_new(lake, jobs=2).games == 6
    assert verify(lake) == []


def test_what_a_process_raises_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = empty_lake(tmp_path / "lake")
    ingest([folder(tmp_path / "logs", 4)], lake)
    monkeypatch.setattr("replay.jobs._work", fail)
    with pytest.raises(OSError, match="no room"):
        replay_new(lake, jobs=2)


def test_an_interrupt_ends_all_processes(tmp_path: Path) -> None:
    lake = empty_lake(tmp_path / "lake")
    ingest([folder(tmp_path / "logs", 6)], lake)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    summary = replay_new(lake, interrupt, jobs=2)
    assert summary.interrupted
    assert not active_children()
    rest = replay_new(lake)
    assert rest.known + rest.games == 6
    assert rest.known >= 1
    assert verify(lake) == []


def die(*_: object) -> None:
    os._exit(7)


def fail(_path: Path, _units: object, pipe: Connection) -> None:
    pipe.send(OSError("no room"))
