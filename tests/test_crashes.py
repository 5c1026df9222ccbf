"""Processes killed at any moment, and several at once: run again, and nothing is lost or doubled.

CANASTA_KILLS sets how many kills each test tries (the full measure is 200), CANASTA_SEED the seed.
"""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from data.compact import compact
from data.files import PART
from data.lake import Lake, LakeError, open_lake
from data.verify import verify
from data.views import sql
from ingest.run import ingest
from replay.run import replay_new
from tests.crash_work import Work
from tests.made_logs import folder, log

KILLS = int(os.environ.get("CANASTA_KILLS", "3"))
SEED = int(os.environ.get("CANASTA_SEED", "1"))
FILES = 60
LONG = 0.5  # seconds that the work takes on a machine with nothing else to do, about
ROOM = {"ingest": 8_000, "replay": 5_000, "compact": 20_000}  # bytes: less than the largest file that is written


def content(lake: Lake) -> list[dict[str, object]]:
    """What the views say of every game, apart from where and when it came in."""
    query = """SELECT g.game, g.events, g.counted, (SELECT count(*) FROM events e WHERE e.game_key = g.game_key) AS e,
        (SELECT count(*) FROM claims c WHERE c.game_key = g.game_key) AS c,
        (SELECT count(*) FROM turns t WHERE t.game_key = g.game_key) AS t,
        (SELECT list((side, total, winner) ORDER BY side) FROM results r WHERE r.game_key = g.game_key) AS r
        FROM games g ORDER BY g.game"""
    found: list[dict[str, object]] = sql(lake, query).to_pylist()
    return found


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder(tmp_path_factory.mktemp("crashes") / "logs", FILES)


@pytest.fixture(scope="module")
def whole(logs: Path) -> Lake:
    """What a lake holds that was made without any trouble."""
    lake = open_lake(logs.parent / "whole", create=True)
    ingest([logs], lake)
    replay_new(lake)
    return lake


def test_ingest_killed_at_any_moment(logs: Path, whole: Lake, tmp_path: Path) -> None:
    dice = random.Random(SEED)
    lake, kills = tmp_path / "lake", 0
    for _ in range(KILLS * 4):
        kills += Work("ingest", lake, logs).kill_after(dice.uniform(0, LONG))
        try:
            assert verify(open_lake(lake)) == []
        except LakeError:
            continue  # killed before there was a lake
        if len(sql(open_lake(lake), "FROM games")) == FILES:
            for path in [*lake.rglob("*.parquet"), lake / "lake.json"]:
                path.unlink()  # from the beginning
        if kills >= KILLS:
            break
    ingest([logs], open_lake(lake, create=True))
    replay_new(open_lake(lake))
    assert content(open_lake(lake)) == content(whole)
    assert verify(open_lake(lake)) == []
    assert not list(lake.rglob(f"*{PART}"))


def test_replay_killed_at_any_moment(logs: Path, whole: Lake, tmp_path: Path) -> None:
    dice = random.Random(SEED + 1)
    lake = open_lake(tmp_path / "lake", create=True)
    ingest([logs], lake)
    for _ in range(KILLS):
        if not Work("replay", lake.path).kill_after(dice.uniform(0, LONG)):
            for path in (lake.path / "results").glob("*.parquet"):
                if path.stem != "empty":
                    path.unlink()  # from the beginning
        assert verify(lake) == []
    replay_new(lake)
    assert content(lake) == content(whole)
    assert verify(lake) == []


def test_compacting_killed_at_any_moment(logs: Path, whole: Lake, tmp_path: Path) -> None:
    dice = random.Random(SEED + 2)
    lake = open_lake(tmp_path / "lake", create=True)
    for number, path in enumerate(sorted(logs.iterdir())):
        if number % 6 == 0:
            ingest(sorted(logs.iterdir())[number : number + 6], lake)
            replay_new(lake)
            Work("compact", lake.path).kill_after(dice.uniform(0, LONG / 5)) if number < 6 * KILLS else compact(lake)
            assert verify(lake) == [], path
    compact(lake)
    assert content(lake) == content(whole)
    assert verify(lake) == []
    assert len(list(lake.path.glob("sources/*.parquet"))) == 2


def test_two_ingests_and_replays_at_once(logs: Path, whole: Lake, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    both = [Work("ingest", lake, logs) for _ in range(2)]
    assert sum(int(str(work.result())) for work in both) == FILES, "each game was stored by one of the two"
    both = [Work("replay", lake) for _ in range(2)]
    assert sum(int(str(work.result())) for work in both) >= FILES
    assert content(open_lake(lake)) == content(whole)
    assert verify(open_lake(lake)) == []


def test_same_game_in_two_ingests_at_once_is_stored_once(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        for i in range(20):
            (tmp_path / name / f"{i}.cgn").write_text(log(f"club/{i}", i) + "\n" * (name == "b"))
    lake = tmp_path / "lake"
    both = [Work("ingest", lake, tmp_path / name) for name in ("a", "b")]
    assert sum(int(str(work.result())) for work in both) == 20
    assert sql(open_lake(lake), "SELECT count(*) AS n FROM games").to_pylist() == [{"n": 20}]
    assert sql(open_lake(lake), "SELECT count(*) AS n FROM duplicates").to_pylist() == [{"n": 20}]
    assert verify(open_lake(lake)) == []


def test_interrupt_from_the_keyboard_ends_after_a_whole_batch(logs: Path, tmp_path: Path) -> None:
    work = Work("ingest", tmp_path / "lake", logs)
    work.process.join(LONG / 2)
    assert work.process.pid is not None
    os.kill(work.process.pid, signal.SIGINT)
    work.result()
    lake = open_lake(tmp_path / "lake", create=True)
    assert verify(lake) == []
    assert not list(lake.path.rglob(f"*{PART}"))
    ingest([logs], lake)
    assert sql(lake, "SELECT count(*) AS n FROM games").to_pylist() == [{"n": FILES}]


@pytest.mark.parametrize("what", ["ingest", "replay", "compact"])
def test_a_full_disk_costs_nothing_that_is_stored(what: str, logs: Path, whole: Lake, tmp_path: Path) -> None:
    """Every file that is written may be the one for which there is no room, in part or at all."""
    dice = random.Random(SEED + 3)
    lake = open_lake(tmp_path / "lake", create=True)
    ingest(sorted(logs.iterdir())[:20], lake)
    if what != "ingest":
        for first in range(20, FILES, 20):
            ingest(sorted(logs.iterdir())[first : first + 20], lake)
    refused = 0
    for _ in range(KILLS):
        refused += Work(what, lake.path, logs, room=dice.randrange(1, ROOM[what])).result() == "OSError"
        assert verify(lake) == []
        assert not list(lake.path.rglob(f"*{PART}"))
    assert refused
    ingest([logs], lake)
    replay_new(lake)
    compact(lake)
    assert content(lake) == content(whole)
    assert verify(lake) == []
