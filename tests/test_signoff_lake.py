"""Sign-offs in a lake, by the command and in SQL: appended, bound to the figures, and nothing else is touched."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from data.forget import forget
from data.lake import Lake, now
from data.signoff import OFFICIAL, State, Step
from data.signoff_store import HOURS_SET, Refused, Score, agreed, objection_hours, scores, sign
from data.verify import verify
from data.views import sql
from ingest.run import ingest
from replay.run import replay_new
from tests import running
from tests.made_logs import HOSTILE, log
from tests.other_results import publish_other_results
from tests.places import SAMPLES
from tests.running import run

GAME = "mill-lane/2026-01-16"


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(running.sample_lake(tmp_path / "lake"))


def score(lake: Lake, name: str = GAME) -> Score:
    (found,) = scores(lake, name)
    return found


def take(lake: Lake, state: State, side: int, why: str = "", **more: Any) -> State:
    step = replace(Step(state, side, now(), "", why=why), **more)
    return sign(lake, score(lake), step).state


def both(lake: Lake, **more: Any) -> State:
    take(lake, State.CONFIRMED, 0, **more)
    return take(lake, State.CONFIRMED, 1, **more)


def command(lake: Lake, *words: object, name: str = GAME) -> tuple[int, str]:
    result = run("signoff", name, *words, "--lake", lake.path)
    return result.exit_code, result.output


# -- the table -------------------------------------------------------------------------------------------------------


def test_a_step_adds_one_row_and_changes_no_other_file(lake: Lake) -> None:
    def record() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in lake.path.rglob("*.parquet") if path.parent.name != "signoffs"}

    before = record()
    assert take(lake, State.CONFIRMED, 0, author="Ana") is State.DRAFT
    assert take(lake, State.DISPUTED, 1, "deal 2") is State.DISPUTED
    assert record() == before
    rows = lake.read("signoffs").sort_by("decided_at").to_pylist()
    assert [(row["state"], row["side"], row["why"], row["author"], row["hours"]) for row in rows] == [
        ("confirmed", 0, "", "Ana", 48), ("disputed", 1, "deal 2", "", 48)]  # fmt: skip
    assert all(row["figures"] == score(lake).digest and row["totals"] == ["3120..3220", "1640"] for row in rows)
    assert verify(lake) == []
    shutil.rmtree(lake.path / "signoffs")
    assert agreed(lake, score(lake)).state is State.DRAFT


def test_a_refused_step_is_not_written(lake: Lake) -> None:
    take(lake, State.FINAL, OFFICIAL, "prizes are given")
    with pytest.raises(Refused, match="has been final since"):
        take(lake, State.CONFIRMED, 0)
    assert lake.read("signoffs").num_rows == 1


def test_steps_at_the_same_moment_are_judged_one_after_the_other(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = now()
    monkeypatch.setattr("data.signoff_store.now", lambda: moment)
    assert both(lake) is State.CONFIRMED
    with pytest.raises(Refused, match="confirmed already"):
        take(lake, State.CONFIRMED, 1)
    at = [row["decided_at"] for row in lake.read("signoffs").to_pylist()]
    assert len(set(at)) == 2


def test_the_time_to_object_ends_by_itself(lake: Lake) -> None:
    both(lake, hours=3)
    found = score(lake)
    assert agreed(lake, found, now() + timedelta(hours=2)).state is State.CONFIRMED
    assert agreed(lake, found, now() + timedelta(hours=4)).state is State.FINAL
    take(lake, State.DISPUTED, 0, "in time")
    assert agreed(lake, found, now() + timedelta(hours=4)).state is State.DISPUTED


def test_a_game_that_was_not_judged_has_no_figures_to_agree_on(tmp_path: Path) -> None:
    run("ingest", SAMPLES, "--lake", tmp_path / "lake")
    lake = Lake(tmp_path / "lake")
    with pytest.raises(Refused, match="not been judged"):
        take(lake, State.CONFIRMED, 0)
    assert "not judged yet" in command(lake)[1]


# -- figures ---------------------------------------------------------------------------------------------------------


def test_a_confirmation_does_not_count_for_other_figures(lake: Lake) -> None:
    assert both(lake) is State.CONFIRMED
    publish_other_results(lake, 10)
    found = agreed(lake, score(lake), now() + timedelta(days=9))
    assert found.state is State.DRAFT
    assert [step.side for step in found.outdated] == [0, 1]
    assert sql(lake, "SELECT state, confirmed, outdated FROM agreements").to_pylist() == [
        {"state": "draft", "confirmed": [], "outdated": True}]  # fmt: skip
    code, text = command(lake)
    assert code == 0
    assert "the figures have changed since: A confirmed other figures" in text
    assert "3,120 to 3,220 : 1,640" in text
    assert both(lake) is State.CONFIRMED
    first = sql(lake, "SELECT DISTINCT engine FROM stored.results WHERE engine <> 'another'").to_pylist()[0]["engine"]
    lake.append("pins", [{"game_key": "", "engine": first, "ruleset_hash": "", "why": "back again"}])
    assert agreed(lake, score(lake)).state is State.CONFIRMED, "these figures were confirmed too"


def test_an_engine_that_says_the_same_changes_nothing(lake: Lake) -> None:
    both(lake)
    publish_other_results(lake, 0)
    assert agreed(lake, score(lake)).state is State.CONFIRMED


def test_figures_are_those_that_were_shown(lake: Lake) -> None:
    shown = score(lake)
    publish_other_results(lake, 10)
    with pytest.raises(Refused, match="have changed since they were shown"):
        sign(lake, shown, Step(State.CONFIRMED, 0, now(), ""))
    assert lake.read("signoffs").num_rows == 0


def test_every_written_figure_and_every_total_counts(lake: Lake) -> None:
    """Of each game of the samples another digest, though totals may be equal; and the same for the same figures."""
    query = "SELECT game_key, digest FROM figures ORDER BY game_key"
    rows = sql(lake, query).to_pylist()
    assert len(rows) > 3
    assert len({row["digest"] for row in rows}) == len(rows)
    assert sql(lake, query).to_pylist() == rows
    figures = lake.read("claims").to_pylist()
    row = next(row for row in figures if row["game_key"] == score(lake).game_key)
    before = score(lake).digest
    _rewrite(lake, "claims", row["game_key"], amount=row["amount"] + 5)
    assert score(lake).digest != before


@pytest.mark.parametrize(
    "words", ["('written 1 0 total 500'), ('game 0 500 500')", "('game 0 500 500'), ('written 1 0 total 500')"]
)
def test_digests_are_the_same_for_ever(lake: Lake, words: str) -> None:
    made = sql(lake, f"SELECT digest_of(word) AS digest FROM (VALUES {words}) t(word)").to_pylist()
    assert made == [{"digest": "3214a8f5315f26721fff99370a9adf54"}], "every confirmation that is kept would be void"


def _rewrite(lake: Lake, table: str, key: str, **values: object) -> None:
    """Change a stored row of a game in place, as nothing of ours ever does."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for path in lake.files(table):
        stored = pq.ParquetFile(path).read()
        rows = stored.to_pylist()
        for row in [row for row in rows if row["game_key"] == key][:1]:
            row.update(values)
            pq.write_table(pa.Table.from_pylist(rows, stored.schema), path)


def test_steps_outlive_a_new_reading_and_a_forgotten_player(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    both(lake)
    key, figures = score(lake).game_key, score(lake).digest
    monkeypatch.setattr("ingest.run.reader_version", lambda _form: "newer")
    ingest([SAMPLES], lake)
    replay_new(lake)
    assert agreed(lake, score(lake)).state is State.CONFIRMED
    player = sql(lake, f"SELECT name FROM players WHERE game = '{GAME}' LIMIT 1").to_pylist()[0]["name"]
    forget(lake, player)
    replay_new(lake)
    assert score(lake).game_key != key
    assert score(lake).digest == figures
    assert agreed(lake, score(lake)).state is State.CONFIRMED
    assert sql(lake, "SELECT state FROM agreements").to_pylist() == [{"state": "confirmed"}]


def test_a_step_is_found_by_its_line_under_another_key(lake: Lake) -> None:
    both(lake)
    rows = [{**row, "game_key": "as it was read before"} for row in lake.read("signoffs").to_pylist()]
    shutil.rmtree(lake.path / "signoffs")
    lake.bootstrap()
    lake.append("signoffs", rows)
    assert agreed(lake, score(lake)).state is State.CONFIRMED
    assert sql(lake, "SELECT game, state FROM agreements").to_pylist() == [{"game": GAME, "state": "confirmed"}]


def test_rows_of_an_older_version_count_for_no_figures(lake: Lake) -> None:
    rows = [{"game_key": score(lake).game_key, "state": "confirmed", "side": side} for side in (0, 1)]
    lake.append("signoffs", rows)
    found = agreed(lake, score(lake))
    assert found.state is State.DRAFT
    assert {taken.problem for taken in found.history} == {"It does not say which figures it is about."}
    assert sql(lake, "SELECT state FROM agreements").to_pylist() == [{"state": "draft"}]
    assert sql(lake, "SELECT DISTINCT current FROM signoffs").to_pylist() == [{"current": False}]
    assert "does not say which figures" in command(lake)[1]


def test_a_corrected_record_begins_anew_and_says_so(lake: Lake, tmp_path: Path) -> None:
    assert both(lake, hours=0) is State.FINAL
    text = (SAMPLES / "disputed-evening.cgn").read_text(encoding="utf-8")
    text = text.replace(f"@game {GAME}", f"@game {GAME}-corrected\nreplaces: {GAME} ; a slip of the pen")
    text = text.replace("cards=420", "cards=430").replace("sum=1580", "sum=1590")
    (tmp_path / "corrected.cgn").write_text(text, encoding="utf-8")
    ingest([tmp_path / "corrected.cgn"], lake)
    replay_new(lake)
    code, said = command(lake, name=f"{GAME}-corrected")
    assert code == 0
    assert said.startswith(f"{GAME}-corrected: draft\n")
    assert f"corrects {GAME}: that score is final since" in said
    assert command(lake)[1].startswith(f"{GAME}: final"), "the earlier record stays as it was"


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_command_goes_the_whole_way(lake: Lake) -> None:
    assert command(lake)[1].splitlines()[:2] == [f"{GAME}: draft", "totals: A 3,120 to 3,220, B 1,640"]
    assert "not confirmed by: B" in command(lake, "--confirm", "A", "--name", "Ana")[1]
    code, text = command(lake, "--confirm", "B", "--hours", 24)
    assert (code, text.partition(" since ")[0]) == (0, f"{GAME}: confirmed")
    assert "one may object until" in text
    assert command(lake, "--object", "B", "--why", "deal 3")[1].startswith(f"{GAME}: disputed")
    assert command(lake, "--final", "--why", "the sheet stands")[1].startswith(f"{GAME}: final")
    assert "asked to open it again: A" in command(lake, "--ask-reopen", "A", "--why", "a slip")[1]
    assert command(lake, "--ask-reopen", "B", "--why", "a slip")[1].startswith(f"{GAME}: draft")
    assert command(lake, "--confirm", "A")[0] == 0
    assert command(lake, "--reopen", "--why", "once more")[1].startswith(f"{GAME}: draft")
    rows = sql(lake, "SELECT state, side, hours FROM signoffs ORDER BY decided_at").to_pylist()
    assert [(row["state"], row["side"]) for row in rows] == [
        ("confirmed", "A"), ("confirmed", "B"), ("disputed", "B"), ("final", None), ("draft", "A"), ("draft", "B"),
        ("confirmed", "A"), ("draft", None)]  # fmt: skip
    assert [row["hours"] for row in rows[:3]] == [48, 24, 48]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--confirm", "C"), "there is no side C in this game; its sides are A, B"),
        (("--object", "A"), "This needs a reason."),
        (("--final",), "This needs a reason."),
        (("--reopen", "--why", "x"), "There is nothing to open again"),
        (("--confirm", "A", "--final"), "one step is wanted"),
        (("--why", "x"), "one step is wanted"),
        (("--hours", "5"), "one step is wanted"),
        (("--confirm", "A", "--hours", "-1"), "--hours"),
        (("--confirm", "A", "--hours", "99999999"), "--hours"),
    ],
)
def test_what_cannot_be_done_is_said(lake: Lake, words: tuple[str, ...], said: str) -> None:
    code, text = command(lake, *words)
    assert code == 20
    assert said in text
    assert lake.read("signoffs").num_rows == 0


@pytest.mark.parametrize("name", ["nobody/1", "", "%", "'; DROP TABLE games; --"])
def test_a_game_that_is_not_there_is_said(lake: Lake, name: str) -> None:
    assert command(lake, name=name)[0] == 20


def test_of_several_games_one_has_to_be_chosen_by_its_key(lake: Lake) -> None:
    other = lake.path.with_name("again.cgn")
    other.write_text(log(GAME, 7), encoding="utf-8")
    ingest([other], lake)
    replay_new(lake)
    code, said = command(lake)
    assert (code, "name one by its key" in said) == (20, True)
    key = scores(lake, GAME)[0].game_key
    assert command(lake, name=key[:12])[0] == 0


@pytest.mark.parametrize("text", HOSTILE)
def test_what_people_write_is_only_text_in_a_terminal(lake: Lake, text: str) -> None:
    code, said = command(lake, "--object", "A", "--why", text, "--name", text)
    assert code == 0
    assert not set("\x00\x1b\u202e") & set(said)
    assert said.count("\n") < 12


@pytest.mark.parametrize(("word", "hours"), [("", 48), ("0", 0), ("72", 72), ("8784", 8784)])
def test_the_time_to_object_can_be_set(lake: Lake, monkeypatch: pytest.MonkeyPatch, word: str, hours: int) -> None:
    monkeypatch.setenv(HOURS_SET, word)
    assert objection_hours() == hours
    command(lake, "--confirm", "A")
    assert lake.read("signoffs")["hours"].to_pylist() == [hours]


@pytest.mark.parametrize("word", ["two days", "-1", "1.5", "8785", "9" * 400, "\u0664\u0668", "48h"])
def test_a_time_that_is_none_is_refused(lake: Lake, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv(HOURS_SET, word)
    code, text = command(lake, "--confirm", "A")
    assert (code, HOURS_SET in text) == (20, True)
    assert command(lake)[0] == 0, "looking needs no such time"
    assert HOURS_SET in run("dashboard", "--lake", lake.path, "--no-browser").output


# -- the dossier -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [(), ("--html", "-")])
def test_the_dossier_tells_how_the_score_was_agreed_on(lake: Lake, form: tuple[str, ...]) -> None:
    def dossier() -> str:
        return str(run("audit", GAME, "--lake", lake.path, *form).stdout)

    assert "sign-off" not in dossier().lower()
    take(lake, State.CONFIRMED, 0, author="Ana")
    take(lake, State.DISPUTED, 1, "<b>deal 2</b> \x1b[31m")
    text = dossier()
    assert "sign-off of the published score" in text.lower()
    assert "disputed since" in text
    assert "objected" in text
    assert "Ana" in text.split("disputed since")[1]
    assert ("&lt;b&gt;deal 2&lt;/b&gt; \\x1b[31m" if form else "<b>deal 2</b> \\x1b[31m") in text
    assert "sign-off" not in run("audit", SAMPLES / "disputed-evening.cgn", *form).stdout.lower(), "a log has none"
