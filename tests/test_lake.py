"""The lake: nothing half-done is ever seen, nothing is lost, and what was read comes back as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from data.events import Game, Reading
from data.files import PART
from data.keys import deal_hashes
from data.lake import LABEL, Lake, LakeError, family_of, locate, open_lake
from data.recorded import BatchFile, Recorded, load_file
from data.row_groups import RowGroups
from data.views import connect, sql
from ingest.formats import FORMATS, read_any
from ingest.formats.cgn_writer import write
from ingest.run import ingest
from tests.made_lakes import empty_lake
from tests.made_logs import folder, log
from tests.places import ROOT, SAMPLES

IMPORTS = family_of("sources")
SAMPLE_LOGS = sorted(SAMPLES.glob("*.cgn"))


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return empty_lake(tmp_path / "lake")


def recorded(lake: Lake) -> list[Recorded]:
    names = lake.batches(IMPORTS)
    return [game for name in names for chunk in load_file(lake, name) for game in chunk]


# -- where it is ----------------------------------------------------------------------------------------------------


def test_place_is_given_or_from_the_environment_or_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CANASTA_LAKE", raising=False)
    assert locate() == Path("lake")
    monkeypatch.setenv("CANASTA_LAKE", "/somewhere")
    assert locate() == Path("/somewhere")
    assert locate("elsewhere") == Path("elsewhere")


def test_no_lake_and_no_lake_of_ours_are_told(tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="no lake at"):
        open_lake(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    (tmp_path / "letter.txt").write_text("private")
    with pytest.raises(LakeError, match="not empty"):
        open_lake(tmp_path, create=True)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_other_layout_is_refused(lake: Lake) -> None:
    (lake.path / LABEL).write_text('{"layout": 99}')
    with pytest.raises(LakeError, match="another version"):
        open_lake(lake.path)
    (lake.path / LABEL).write_text("{")
    with pytest.raises(LakeError, match="cannot be read"):
        open_lake(lake.path)


def test_older_schema_is_brought_up_to_date(lake: Lake, tmp_path: Path) -> None:
    """A lake made before a column or table existed answers all the same, with NULL there."""
    import pyarrow.parquet as pq

    ingest([folder(tmp_path / "logs", 1)], lake)
    games = lake.files("games")[-1]
    pq.write_table(pq.read_table(games).drop_columns(["board"]), games, store_schema=False)
    for path in (lake.path / "pins").iterdir():
        path.unlink()
    (lake.path / "pins").rmdir()
    (lake.path / LABEL).write_text('{"layout": 1, "schema": "older"}')
    again = open_lake(lake.path)
    assert sql(again, "SELECT game, board FROM games").to_pylist() == [{"game": "club/0", "board": None}]
    assert sql(again, "SELECT count(*) AS n FROM pins").to_pylist() == [{"n": 0}]
    assert recorded(again)[0].game.id == "club/0"


def test_empty_lake_has_every_view(lake: Lake) -> None:
    assert sql(lake, "SELECT count(*) AS n FROM results").to_pylist() == [{"n": 0}]
    assert lake.batches(IMPORTS) == []


def test_lake_interrupted_while_it_is_made_is_made_again(tmp_path: Path) -> None:
    for name in ("raw", "games"):
        (tmp_path / "lake" / name).mkdir(parents=True)
    (tmp_path / "lake" / "games" / f"empty.parquet{PART}").write_bytes(b"half")
    lake = open_lake(tmp_path / "lake", create=True)
    assert sql(lake, "SELECT count(*) AS n FROM games").to_pylist() == [{"n": 0}]


# -- what was read comes back ---------------------------------------------------------------------------------------


def facts(reading_events, game: Game) -> list[tuple[object, ...]]:
    e = reading_events
    names = [name for name in e.COLUMNS if name not in ("text", "time")]
    return [
        (
            *(getattr(e, name)[i] for name in names),
            e.text_of(i), e.time_of(i), e.cards_of(i), e.roles_of(i), e.readings_of(i),
        )
        for i in range(game.first, game.last)
    ]  # fmt: skip


def assert_same_game(before: Reading, game: Game, after: Recorded) -> None:
    for name in Game.__slots__:
        if name not in ("first", "last"):
            assert getattr(game, name) == getattr(after.game, name), name
    assert facts(before.events, game) == facts(after.events, after.game)


@pytest.mark.parametrize("path", SAMPLE_LOGS, ids=lambda path: path.name)
def test_sample_comes_back_to_the_letter(path: Path, lake: Lake) -> None:
    reading = read_any(path.read_bytes(), path.name)
    ingest([path], lake)
    back = recorded(lake)
    for game, stored in zip(reading.games, back, strict=True):
        assert_same_game(reading, game, stored)
    again = Reading(path.name, "cgn", back[0].events, [stored.game for stored in back])
    assert write(again) == write(Reading(path.name, "cgn", reading.events, reading.games))


def test_logs_of_other_programs_come_back(lake: Lake, shared: Path) -> None:
    """One log of each folder, so that every reader and every kind of event is met."""
    files = {path.parent: path for path in sorted((shared / "logs").rglob("*.jsonl"), reverse=True)}
    ingest(files.values(), lake)
    stored: dict[str, list[Recorded]] = {}
    for game in recorded(lake):
        stored.setdefault(game.source, []).append(game)
    names = dict(zip(*lake.read("sources", ["sha256", "name"]).to_pydict().values(), strict=True))
    formats = set()
    for source, games in stored.items():
        reading = read_any(Path(names[source]).read_bytes(), names[source])
        formats.add(reading.format)
        for game, back in zip(reading.games, games, strict=True):
            assert_same_game(reading, game, back)
    assert formats >= {name for name in FORMATS if not name.startswith("cgn")} - {"familycanasta", "speed1405"}


def test_everything_an_event_can_hold_comes_back(lake: Lake, tmp_path: Path) -> None:
    text = log("club/odd", 3).splitlines()
    at = next(i for i, line in enumerate(text) if line.startswith("3. "))
    text[at : at + 3] = ["3. W +{4/9}{3/8h} ~777 -Q h=5 t=20:31:05  ; smudged 💥", "4. N ??? +++", "5. E +2 M:2=8s"]
    (tmp_path / "odd.cgn").write_text("\n".join(text) + "\nthis belongs to nobody\n")
    reading = read_any((tmp_path / "odd.cgn").read_bytes(), "odd.cgn")
    ingest([tmp_path / "odd.cgn"], lake)
    (back,) = recorded(lake)
    assert_same_game(reading, reading.games[0], back)
    assert any(back.events.readings_of(i) for i in range(len(back.events)))
    kept = sql(lake, "SELECT what, raw FROM quarantine ORDER BY line").to_pylist()
    assert {"what": "lines of no game", "raw": "this belongs to nobody"} in kept
    assert [row["raw"] for row in kept if row["what"] == "line"] == [
        back.events.text_of(i) for i in range(len(back.events)) if back.events.kind[i] == 58
    ]


def test_rows_are_read_from_the_row_groups_in_which_they_lie(tmp_path: Path) -> None:
    numbers = pa.table({"turn": pa.array(range(10), pa.int32())})
    pq.write_table(numbers, tmp_path / "a.parquet", row_group_size=3)
    rows = RowGroups(tmp_path / "a.parquet", numbers.schema, ["turn"])
    assert rows.count == 10
    for first in range(11):
        for last in range(first, 11):
            assert rows.read(first, last)["turn"].to_pylist() == list(range(first, last))


def test_games_are_the_same_however_few_are_loaded_at_once(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    ingest([SAMPLES], lake)
    (name,) = lake.batches(family_of("games"))
    file = BatchFile(lake, name)
    whole = [loaded(game) for chunk in file.load() for game in chunk]
    assert len(whole) > 4
    monkeypatch.setattr("data.recorded.STRETCH", 700)
    monkeypatch.setattr("data.recorded.CHUNK", 300)
    chunks = list(file.load())
    assert len(chunks) > 3
    assert [loaded(game) for chunk in chunks for game in chunk] == whole
    wanted = set(file.keys[1::2])
    assert [loaded(game) for chunk in file.load(wanted) for game in chunk] == [
        game for game, key in zip(whole, file.keys, strict=True) if key in wanted
    ]


def loaded(one: Recorded) -> tuple[object, ...]:
    """All that is loaded of a game, wherever its events stand."""
    assert one.deal_hashes == dict(deal_hashes(one.events, one.game))
    game = replace(one.game, first=0, last=one.game.last - one.game.first)
    return one.key, one.batch, one.source, game, facts(one.events, one.game)


def test_bytes_are_kept(lake: Lake, tmp_path: Path) -> None:
    content = log("club/1").encode() + b"\xff\xfe\x00 no text\r\n"
    (tmp_path / "a.cgn").write_bytes(content)
    ingest([tmp_path / "a.cgn"], lake)
    assert lake.read("raw").column("content").to_pylist() == [content]


# -- what can be seen -----------------------------------------------------------------------------------------------


def test_batch_without_its_last_file_is_not_seen_and_is_swept(lake: Lake, tmp_path: Path) -> None:
    ingest([folder(tmp_path / "logs", 3)], lake)
    (name,) = lake.batches(IMPORTS)
    lake.file("sources", name).unlink()
    assert sql(lake, "SELECT count(*) AS n FROM games").to_pylist() == [{"n": 0}]
    assert lake.read("events").num_rows == 0
    with lake.writing():
        pass
    left = [path.name for path in lake.path.glob("*/*") if path.name != "empty.parquet"]
    assert left == []


def test_files_being_written_are_not_seen_and_are_swept(lake: Lake, tmp_path: Path) -> None:
    ingest([folder(tmp_path / "logs", 1)], lake)
    (lake.path / "sources" / f"abc.parquet{PART}").write_bytes(b"half a file")
    (lake.path / "events" / f"abc.parquet{PART}").write_bytes(b"half a file")
    assert sql(lake, "SELECT count(*) AS n FROM games").to_pylist() == [{"n": 1}]
    ingest([folder(tmp_path / "more", 1, first=7)], lake)
    assert not list(lake.path.rglob(f"*{PART}"))
    assert sql(lake, "SELECT count(*) AS n FROM games").to_pylist() == [{"n": 2}]


def test_version_changes_with_what_is_seen(lake: Lake, tmp_path: Path) -> None:
    before = lake.version()
    assert lake.version() == before
    ingest([folder(tmp_path / "logs", 1)], lake)
    assert lake.version() != before


def test_names_decided_by_people_can_be_taken_back(lake: Lake, tmp_path: Path) -> None:
    ingest([folder(tmp_path / "logs", 1)], lake)
    lake.append("people", [{"name": "Ana", "person": "Ana Ruiz", "why": "same member"}])
    assert sql(lake, "SELECT person FROM players WHERE name = 'Ana'").to_pylist() == [{"person": "Ana Ruiz"}]
    lake.append("people", [{"name": "Ana", "person": ""}])
    assert sql(lake, "SELECT person FROM players WHERE name = 'Ana'").to_pylist() == [{"person": "Ana"}]
    assert lake.read("people").num_rows == 2


def test_folder_of_logs_may_hold_the_lake(tmp_path: Path) -> None:
    folder(tmp_path, 2)
    lake = open_lake(tmp_path / "lake", create=True)
    report = ingest([tmp_path], lake)
    again = ingest([tmp_path], lake)
    assert (report.found, report.lakes, again.stored) == (2, 1, 0)


# -- faults ---------------------------------------------------------------------------------------------------------


def test_full_disk_leaves_a_clean_lake(lake: Lake, tmp_path: Path) -> None:
    """The limit on the size of files stands in for the disk: writing fails in the middle of a batch."""
    ingest([folder(tmp_path / "first", 2)], lake)
    folder(tmp_path / "more", 400, first=10)
    code = f"""
import resource, signal, sys
from data.lake import open_lake
from ingest.run import ingest
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    ingest([{str(tmp_path / "more")!r}], open_lake({str(lake.path)!r}))
except OSError as error:
    print("OSError")
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "OSError\n"
    assert len(lake.batches(IMPORTS)) == 1
    assert not list(lake.path.rglob(f"*{PART}"))
    assert sql(lake, "SELECT count(*) AS n FROM games").to_pylist() == [{"n": 2}]
    report = ingest([tmp_path / "more"], lake)
    assert report.new_games == 400


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_read_only_lake_can_be_read_and_says_that_it_cannot_be_written(lake: Lake, tmp_path: Path) -> None:
    ingest([folder(tmp_path / "logs", 1)], lake)
    folder(tmp_path / "more", 1, first=5)
    for path in [lake.path, *lake.path.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    for path in [tmp_path, *tmp_path.parents[:3]]:
        path.chmod(path.stat().st_mode | 0o055)
    # Nobody stops the superuser: the process gives that up, once it has loaded what it needs.
    code = f"""
import os
from data.lake import open_lake
from data.views import sql
from ingest.run import ingest
def run(path):
    lake = open_lake(path, create=True)
    print(sql(lake, "SELECT count(*) AS n FROM games").to_pylist())
    try:
        print(ingest([{str(tmp_path / "more")!r}], lake).stored)
    except OSError as error:
        print(type(error).__name__)
run({str(tmp_path / "other")!r})
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
run({str(lake.path)!r})
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    for path in [lake.path, *lake.path.rglob("*")]:
        path.chmod(0o755)
    assert done.stdout == "[{'n': 0}]\n1\n[{'n': 1}]\nPermissionError\n", done.stderr


def test_connection_shows_the_lake_as_it_was(lake: Lake, tmp_path: Path) -> None:
    ingest([folder(tmp_path / "logs", 1)], lake)
    con = connect(lake)
    ingest([folder(tmp_path / "more", 1, first=5)], lake)
    assert con.execute("SELECT count(*) FROM games").fetchone() == (1,)
    assert connect(lake).execute("SELECT count(*) FROM games").fetchone() == (2,)
