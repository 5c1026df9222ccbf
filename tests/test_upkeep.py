"""Compacting, verifying and forgetting: what they change, and what they must not."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

import data.forget
from data.compact import compact
from data.forget import PLAN, forget
from data.lake import Lake, LakeError, family_of
from data.missing import missing
from data.pseudonym import Pseudonym
from data.verify import verify
from data.views import connect, sql
from ingest.run import ingest
from replay.run import replay_new
from tests.made_lakes import empty_lake
from tests.made_logs import folder, log

IMPORTS = family_of("sources")


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return empty_lake(tmp_path / "lake")


def everything(lake: Lake) -> dict[str, list[str]]:
    """All rows of all views, in some fixed order."""
    names = ["sources", "games", "events", "claims", "turns", "deals", "results", "scores"]
    with connect(lake) as con:
        return {name: sorted(map(str, con.execute(f"FROM {name}").fetchall())) for name in names}


def test_missing_files_are_found_by_their_names(lake: Lake, tmp_path: Path) -> None:
    for number in range(3):
        ingest([folder(tmp_path / f"logs{number}", 2, first=number * 10)], lake)
        replay_new(lake)
    assert missing(lake) == []
    compact(lake)
    assert missing(lake) == []
    for family, names in ((IMPORTS, ("events", "raw")), (family_of("results"), ("turns", "rulesets"))):
        (batch,) = lake.batches(family)
        lost = [lake.file(name, batch) for name in names]
        for path in lost:
            path.rename(path.with_suffix(".lost"))
        assert sorted(missing(lake)) == sorted(lost)
        for path in lost:
            path.with_suffix(".lost").rename(path)
    assert missing(lake) == []


# -- compact --------------------------------------------------------------------------------------------------------


def test_compact_changes_files_and_no_answer(lake: Lake, tmp_path: Path) -> None:
    for number in range(5):
        ingest([folder(tmp_path / f"logs{number}", 2, first=number * 10)], lake)
        replay_new(lake)
    before = everything(lake)
    assert compact(lake)["import"] == (5, 1)
    assert everything(lake) == before
    assert verify(lake) == []
    assert ingest([tmp_path / "logs3"], lake).same == 2
    assert replay_new(lake).games == 0
    ingest([folder(tmp_path / "more", 1, first=90)], lake)
    assert compact(lake)["import"] == (2, 1)
    assert compact(lake)["import"] == (1, 1)
    assert verify(lake) == []


def test_large_batches_are_left_alone(lake: Lake, tmp_path: Path) -> None:
    for number in range(4):
        ingest([folder(tmp_path / f"logs{number}", 2, first=number * 10)], lake)
    assert compact(lake, large=1000)["import"] == (4, 4)
    size = max(sum(lake.file(name, batch).stat().st_size for name in IMPORTS.names if lake.file(name, batch).exists())
               for batch in lake.batches(IMPORTS))  # fmt: skip
    assert compact(lake, large=size * 2 + 2)["import"] == (4, 2)


def test_superseded_readings_can_be_merged(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = folder(tmp_path / "logs", 3)
    ingest([top], lake)
    monkeypatch.setattr("ingest.run.reader_version", lambda _form: "newer")
    ingest([top], lake)
    replay_new(lake)
    before = everything(lake)
    compact(lake)
    assert everything(lake) == before
    assert verify(lake) == []
    assert replay_new(lake).games == 0


def test_compacting_beside_a_replay_loses_no_game(lake: Lake, tmp_path: Path) -> None:
    for number in range(3):
        ingest([folder(tmp_path / f"logs{number}", 2, first=number * 10)], lake)

    def compact_once(done: int, _total: int, _summary: object) -> None:
        if done == 1:
            assert compact(lake)["import"] == (3, 1)

    assert replay_new(lake, compact_once).games == 6
    assert verify(lake) == []


# -- verify ---------------------------------------------------------------------------------------------------------


def change(lake: Lake, table: str, **columns: object) -> None:
    """Change some columns in all rows of the newest batch of a table, without telling the lake."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = lake.files(table)[-1]
    note = pq.read_metadata(path).metadata or {}
    rows = pq.read_table(path)
    for name, value in columns.items():
        number = rows.schema.get_field_index(name)
        rows = rows.set_column(number, name, pa.array([value] * rows.num_rows, rows.schema.field(name).type))
    with pq.ParquetWriter(path, rows.schema, store_schema=False) as writer:
        writer.write_table(rows)
        writer.add_key_value_metadata({"canasta": note[b"canasta"].decode()} if b"canasta" in note else {})


@pytest.mark.parametrize(
    ("table", "columns", "what"),
    [
        ("sources", {"lines": 5}, "ledger does not balance"),
        ("sources", {"games": 7}, "source has other games than were counted"),
        ("raw", {"content": b"other bytes"}, "bytes do not have their hash"),
        ("games", {"events": 3}, "game has other events than were counted"),
        ("games", {"source": "elsewhere"}, "game of no source"),
        ("games", {"duplicate_of": "nobody"}, "duplicate of no game"),
        ("games", {"game": "another"}, "game does not have its key"),
        ("events", {"game_key": "nobody"}, "event of no game"),
        ("events", {"seq": 1}, "row of events is there twice"),
        ("claims", {"game_key": "nobody"}, "figure of no game"),
        ("claims", {"amount": 77}, "game does not have its key"),
        ("results", {"batch": "nothing"}, "result of no game"),
        ("turns", {"replay": "none"}, "row of turns without a result"),
    ],
)
def test_fault_is_found(lake: Lake, tmp_path: Path, table: str, columns: dict[str, object], what: str) -> None:
    ingest([folder(tmp_path / "logs", 2)], lake)
    replay_new(lake)
    assert verify(lake) == []
    change(lake, table, **columns)
    assert what in {fault.what for fault in verify(lake)}


def test_missing_short_and_broken_files_are_found(lake: Lake, tmp_path: Path) -> None:
    ingest([folder(tmp_path / "logs", 2)], lake)
    events = lake.files("events")[-1]
    content = events.read_bytes()
    events.write_bytes(content[: len(content) // 2])
    assert [fault.what for fault in verify(lake)] == ["file cannot be read"]
    events.unlink()
    assert [fault.what for fault in verify(lake)] == ["file is missing"]
    events.write_bytes((lake.path / "events" / "empty.parquet").read_bytes())
    assert [fault.what for fault in verify(lake)] == ["file has other rows than were written"]


# -- forget ---------------------------------------------------------------------------------------------------------

ANA = "Ana Ruiz <id:1042>"


def mentions(lake: Lake, pattern: str) -> list[str]:
    """Files of the lake and columns of its tables in which something can still be found."""
    files = [path for path in sorted(lake.path.rglob("*")) if path.is_file()]
    found = [str(path) for path in files if re.search(pattern.encode(), path.read_bytes())]
    for table in ("sources", "games", "events", "claims", "messages", "findings", "results", "raw", "people"):
        rows = lake.read(table)
        found += [f"{table}.{name}" for name in rows.column_names if re.search(pattern, str(rows[name].to_pylist()))]
    return found


def logs_of_ana(top: Path) -> Path:
    top.mkdir()
    people = (ANA, "Bo", "Cy", "Di")
    text = log("club/1", 1, players=people, headers=["recorder: Ana Ruiz, paper"], comment="Ana Ruiz thinks long")
    (top / "ana-ruiz-1.cgn").write_text(text)
    (top / "copy.cgn").write_text(text + "\n")
    (top / "Ana Ruiz.cgn.gz").write_bytes(gzip.compress(log("club/2", 2, players=people).encode()))
    (top / "others.cgn").write_text(log("club/3", 3, comment="Ana Ruizova sat elsewhere"))
    (top / "stray.cgn").write_text("Ana Ruiz wrote this\n" + log("club/4", 4))
    return top


def test_player_is_forgotten_everywhere(lake: Lake, tmp_path: Path) -> None:
    top = logs_of_ana(tmp_path / "logs")
    ingest([top], lake)
    replay_new(lake)
    lake.append("people", [{"name": ANA, "person": "Ana Ruiz"}])
    counts = "SELECT count(*) AS games, sum(events) AS events, sum(deals) AS deals FROM games"
    totals = "SELECT game, side, total FROM results ORDER BY ALL"
    before = [sql(lake, query).to_pylist() for query in (counts, totals)]
    plan = forget(lake, "Ana Ruiz", why="asked by letter")
    assert mentions(lake, "Ruiz(?!ova)") == [], "the other person's name begins alike"
    assert mentions(lake, "id:1042") == []
    assert "Ana Ruizova" in str(sql(lake, "SELECT text FROM events WHERE kind = 'comment'").to_pylist())
    assert verify(lake) == []
    assert [sql(lake, query).to_pylist() for query in (counts, totals)] == before
    seated = sql(lake, f"SELECT count(*) AS n FROM players WHERE name = '{plan.pseudonym}'").to_pylist()
    assert seated == [{"n": 2}]
    assert replay_new(lake).games == 0, "the results have followed their games"


def test_forgotten_logs_are_not_taken_in_again(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = logs_of_ana(tmp_path / "logs")
    ingest([top], lake)
    forget(lake, "Ana Ruiz")
    monkeypatch.setattr("ingest.run.reader_version", lambda _form: "newer")
    report = ingest([top], lake)
    assert report.balances()
    assert (report.forgotten, report.stored) == (4, 1)
    assert mentions(lake, "id:1042") == []


def test_all_spellings_of_a_person_are_forgotten(lake: Lake, tmp_path: Path) -> None:
    (tmp_path / "a.cgn").write_text(log("club/1", 1, players=("Anna R.", "Bo", "Cy", "Di")))
    (tmp_path / "b.cgn").write_text(log("club/2", 2, players=("A. Ruiz", "Bo", "Cy", "Di")))
    ingest(sorted(tmp_path.glob("*.cgn")), lake)
    lake.append("people", [{"name": name, "person": "Ana Ruiz"} for name in ("Anna R.", "A. Ruiz")])
    forget(lake, "A. Ruiz")
    assert mentions(lake, "Ruiz") == mentions(lake, "Anna") == []
    assert sql(lake, "SELECT count(DISTINCT person) AS n FROM players WHERE seat = 'N'").to_pylist() == [{"n": 1}]


def test_unknown_player_changes_nothing(lake: Lake, tmp_path: Path) -> None:
    ingest([folder(tmp_path / "logs", 1)], lake)
    before = lake.version()
    with pytest.raises(LakeError, match="Zoe"):
        forget(lake, "Zoe")
    assert lake.version() == before


def test_forgetting_that_was_killed_is_finished_by_the_next(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest([logs_of_ana(tmp_path / "logs")], lake)
    replay_new(lake)
    real = data.forget._rewrite

    def stop(writer: object, family: object, batch: str, plan: object) -> None:
        if getattr(family, "name", "") == "replay":
            raise RuntimeError("killed")
        real(writer, family, batch, plan)  # type: ignore[arg-type]

    monkeypatch.setattr(data.forget, "_rewrite", stop)
    with pytest.raises(RuntimeError):
        forget(lake, "Ana Ruiz")
    assert (lake.path / PLAN).exists()
    monkeypatch.setattr(data.forget, "_rewrite", real)
    with pytest.raises(LakeError):
        forget(lake, "Zoe")
    assert not (lake.path / PLAN).exists()
    assert mentions(lake, "id:1042") == []
    assert verify(lake) == []
    assert replay_new(lake).games == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Ana Ruiz", "X"),
        ("player N: Ana Ruiz <id:1042>", "player N: X"),
        ("recorder: Ana Ruiz, paper", "recorder: X, paper"),
        ("Ana Ruizova", "Ana Ruizova"),
        ("deal N A A 2 N K", "deal N A A 2 N K"),
        ("player N: N", "player N: X"),
        ('{"name":"N","cards":["N"],"seat":"North"}', '{"name":"X","cards":["X"],"seat":"X"}'),
        ("North took the pile", "North took the pile"),
        ("player E: North", "player E: X"),
        ("by=N cards=380", "by=N cards=380"),
    ],
)
def test_short_names_are_replaced_only_by_themselves(before: str, after: str) -> None:
    assert Pseudonym(["Ana Ruiz", "N", "North"], "X").text(before) == after


def test_bytes_that_are_no_text_stay() -> None:
    content = b"\xff\x00 Ana Ruiz \xfe\r\n" + json.dumps({"name": "Ana Ruiz"}).encode()
    assert Pseudonym(["Ana Ruiz"], "X").content(content) == b'\xff\x00 X \xfe\r\n{"name": "X"}'
    assert Pseudonym(["Zoë"], "X").content(json.dumps({"name": "Zoë"}).encode()) == b'{"name": "X"}'
