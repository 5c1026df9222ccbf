"""Processes killed at any moment, and several at once: run again, and nothing is lost or doubled.

CANASTA_KILLS sets how many kills each test tries (the full measure is 200), CANASTA_SEED the seed.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from data.compact import compact
from data.files import PART
from data.lake import Lake, LakeError, open_lake
from data.verify import verify
from data.views import sql
from ingest.run import ingest
from replay.run import replay_new
from tests.made_logs import folder, log
from tests.places import ROOT

KILLS = int(os.environ.get("CANASTA_KILLS", "3"))
SEED = int(os.environ.get("CANASTA_SEED", "1"))
FILES = 60

# Small batches, so that most of the time is spent where it hurts.  The word "ready" says that the work begins.
WORK = """
import sys
import ingest.run, replay.run
from data.compact import compact
from data.lake import open_lake
import duckdb, pyarrow.dataset, ingest.formats.cgn, replay.judging
ingest.run.BATCH_SOURCES = 4
replay.run.BATCH_EVENTS = 150
what, lake, *paths = sys.argv[1:]
print("ready", flush=True)
if what == "ingest":
    print(ingest.run.ingest(paths, open_lake(lake, create=True)).new_games)
elif what == "replay":
    print(replay.run.replay_new(open_lake(lake)).games)
else:
    print(compact(open_lake(lake)))
"""


def start(what: str, lake: Path, *paths: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WORK, what, str(lake), *map(str, paths)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def kill_after(process: subprocess.Popen[str], seconds: float) -> bool:
    """Kill without warning, so long after the work began; False if it had ended by then."""
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            return True
        assert process.returncode == 0, process.stderr and process.stderr.read()
        return False


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
        kills += kill_after(start("ingest", lake, logs), dice.uniform(0, 0.5))
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
        if not kill_after(start("replay", lake.path), dice.uniform(0, 0.5)):
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
            kill_after(start("compact", lake.path), dice.uniform(0, 0.1)) if number < 6 * KILLS else compact(lake)
            assert verify(lake) == [], path
    compact(lake)
    assert content(lake) == content(whole)
    assert verify(lake) == []
    assert len(list(lake.path.glob("sources/*.parquet"))) == 2


def test_two_ingests_and_replays_at_once(logs: Path, whole: Lake, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    both = [start("ingest", lake, logs) for _ in range(2)]
    new = [int(process.communicate(timeout=120)[0].split()[-1]) for process in both]
    assert sum(new) == FILES, "each game was stored by one of the two"
    both = [start("replay", lake) for _ in range(2)]
    assert sum(int(process.communicate(timeout=120)[0].split()[-1]) for process in both) >= FILES
    assert content(open_lake(lake)) == content(whole)
    assert verify(open_lake(lake)) == []


def test_same_game_in_two_ingests_at_once_is_stored_once(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        for i in range(20):
            (tmp_path / name / f"{i}.cgn").write_text(log(f"club/{i}", i) + "\n" * (name == "b"))
    lake = tmp_path / "lake"
    both = [start("ingest", lake, tmp_path / name) for name in ("a", "b")]
    new = [int(process.communicate(timeout=120)[0].split()[-1]) for process in both]
    assert sum(new) == 20
    assert sql(open_lake(lake), "SELECT count(*) AS n FROM games").to_pylist() == [{"n": 20}]
    assert sql(open_lake(lake), "SELECT count(*) AS n FROM duplicates").to_pylist() == [{"n": 20}]
    assert verify(open_lake(lake)) == []


def test_interrupt_from_the_keyboard_ends_after_a_whole_batch(logs: Path, tmp_path: Path) -> None:
    process = start("ingest", tmp_path / "lake", logs)
    assert process.stdout is not None
    process.stdout.readline()
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.3)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    lake = open_lake(tmp_path / "lake", create=True)
    assert verify(lake) == []
    assert not list(lake.path.rglob(f"*{PART}"))
    ingest([logs], lake)
    assert sql(lake, "SELECT count(*) AS n FROM games").to_pylist() == [{"n": FILES}]
