"""Files into the lake: every file and line has its place in the ledger, and the same game is stored once."""

from __future__ import annotations

import gzip
import io
import os
import random
import sys
from pathlib import Path

import pytest

from data.lake import Lake
from data.source_hash import _behind
from data.verify import verify
from data.views import sql
from ingest import run
from ingest.formats import FORMATS
from ingest.run import ingest
from ingest.sources import LARGEST, find, load, unpack
from replay.run import replay_new
from tests.made_lakes import empty_lake
from tests.made_logs import HOSTILE, folder, log
from tests.places import SAMPLES

SAMPLE_LOGS = sorted(SAMPLES.glob("*.cgn"))


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return empty_lake(tmp_path / "lake")


def put(tmp_path: Path, **texts: str) -> list[Path]:
    """One file for each text, in order of the names."""
    paths = []
    for name, text in sorted(texts.items()):
        path = tmp_path / f"{name}.cgn"
        path.write_text(text)
        paths.append(path)
    return paths


def rows(lake: Lake, query: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = sql(lake, query).to_pylist()
    return found


# -- the ledger -----------------------------------------------------------------------------------------------------


def test_ledger_adds_up(lake: Lake, tmp_path: Path) -> None:
    text = log("club/1", 1)
    (tmp_path / "a.cgn").write_text("stray line\n" + text.replace("3. W", "3. W ???+++", 1) + "\n\nafter the end\n")
    (tmp_path / "b.txt").write_text("a letter\nof no game\n")
    (tmp_path / "c.cgn").write_text(log("club/2", 2))
    (tmp_path / "d.cgn").write_text(log("club/2", 2))
    (tmp_path / "e.cgn").write_bytes(b"")
    report = ingest(sorted(tmp_path.glob("*.*")), lake)
    assert report.balances()
    assert (report.found, report.stored, report.same) == (5, 4, 1)
    assert report.statuses == {"read": 2, "unknown": 2}
    assert report.lines == 2 + len(text.splitlines()) * 2 + 4
    assert (report.bad_lines, report.games, report.duplicates) == (1, 2, 0)
    assert report.orphan_lines == 4
    assert [problem.status for problem in report.problems] == ["unknown", "unknown"]
    kept = rows(lake, "SELECT what, reason FROM quarantine ORDER BY file, line NULLS FIRST")
    assert [row["what"] for row in kept] == [
        *("lines of no game", "line", "lines of no game"),  # a.cgn
        *("file", "lines of no game"),  # b.txt
        "file",  # e.cgn
    ]
    assert all(row["reason"] for row in kept)


def test_same_bytes_store_nothing(lake: Lake, tmp_path: Path) -> None:
    top = folder(tmp_path / "logs", 5)
    ingest([top], lake)
    before = sorted(lake.path.rglob("*.parquet"))
    for path in list(top.iterdir()):
        path.rename(path.with_name(f"renamed-{path.name}"))
    report = ingest([top], lake)
    assert (report.found, report.stored, report.same, report.balances()) == (5, 0, 5, True)
    assert sorted(lake.path.rglob("*.parquet")) == before


def test_newer_reader_supersedes_and_keeps_history(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = folder(tmp_path / "logs", 3)
    ingest([top], lake)
    monkeypatch.setattr(run, "reader_version", lambda _form: "newer")
    report = ingest([top], lake)
    assert (report.stored, report.duplicates) == (3, 0), "a game is no duplicate of its own earlier reading"
    assert rows(lake, "SELECT count(*) AS n FROM games") == [{"n": 3}]
    assert rows(lake, "SELECT DISTINCT reader FROM sources") == [{"reader": "newer/normal"}]
    assert rows(lake, "SELECT count(*) AS n FROM stored.games") == [{"n": 6}]
    assert rows(lake, "SELECT count(*) AS n FROM events") == [{"n": report.events}]
    assert lake.read("raw").num_rows == 3, "the bytes are kept once"


def test_other_mode_is_another_reading(lake: Lake, tmp_path: Path) -> None:
    paths = put(tmp_path, a=log("club/1"))
    ingest(paths, lake)
    assert ingest(paths, lake, mode="lenient").stored == 1
    assert ingest(paths, lake, mode="lenient").stored == 0
    with pytest.raises(ValueError, match="mode"):
        ingest(paths, lake, mode="sloppy")
    with pytest.raises(ValueError, match="format"):
        ingest(paths, lake, format="pgn")


def test_reader_that_fails_costs_its_file_alone(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import ingest.formats

    real = ingest.formats.read_any

    def read_any(data: bytes, name: str, **more: object):
        if name.endswith("game-00001.cgn"):
            raise RecursionError("too deep")
        return real(data, name, **more)

    monkeypatch.setattr(ingest.formats, "read_any", read_any)
    report = run.ingest([folder(tmp_path / "logs", 3)], lake)
    assert report.balances()
    assert (report.statuses, report.new_games) == ({"read": 2, "unreadable": 1}, 2)
    assert "too deep" in report.problems[0].reason


# -- files ----------------------------------------------------------------------------------------------------------


def test_folders_stdin_and_compressed_files(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "b.cgn.gz").write_bytes(gzip.compress(log("club/b", 1).encode()))
    (tmp_path / "deep" / "a.cgn").write_text(log("club/a", 2))
    (tmp_path / "deep" / ".hidden").write_text("x")
    (tmp_path / "deep" / ".git").mkdir()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(log("club/c", 3).encode())))
    report = ingest([tmp_path / "deep", "-"], lake)
    assert (report.found, report.new_games, report.hidden) == (3, 3, 2)
    names = [row["name"] for row in rows(lake, "SELECT name FROM sources ORDER BY imported_at")]
    assert [Path(str(name)).name for name in names] == ["a.cgn", "b.cgn.gz", "<stdin>"]


def test_missing_path_is_told_before_anything_is_read(lake: Lake, tmp_path: Path) -> None:
    paths = put(tmp_path, a=log("club/1"))
    with pytest.raises(FileNotFoundError):
        ingest([*paths, tmp_path / "missing.cgn"], lake)
    assert rows(lake, "SELECT count(*) AS n FROM sources") == [{"n": 0}]


def test_truncated_gzip_is_read_as_far_as_it_goes(lake: Lake, tmp_path: Path) -> None:
    text = "\n".join(log(f"club/{i}", i) for i in range(40))
    packed = gzip.compress(text.encode())
    (tmp_path / "cut.cgn.gz").write_bytes(packed[: len(packed) // 2])
    report = ingest([tmp_path / "cut.cgn.gz"], lake)
    assert report.statuses == {"damaged": 1}
    assert 5 < report.new_games < 40
    assert report.balances()
    assert "end too early" in report.problems[0].reason
    assert rows(lake, "SELECT what FROM quarantine WHERE what = 'file'") == [{"what": "file"}]
    assert rows(lake, "SELECT DISTINCT status FROM games ORDER BY ALL")[0] == {"status": "truncated"}


@pytest.mark.parametrize("cut", [1, 2, 5, 11, 20])
def test_gzip_without_content_is_a_source_all_the_same(lake: Lake, tmp_path: Path, cut: int) -> None:
    (tmp_path / "cut.gz").write_bytes(gzip.compress(log("club/1").encode())[:cut])
    report = ingest([tmp_path / "cut.gz"], lake)
    assert (report.stored, report.balances(), report.unreadable) == (1, True, True)


def test_gzip_of_several_parts_and_damage_inside() -> None:
    data = b"0123456789" * 50_000
    packed = gzip.compress(data)
    assert unpack(packed + packed) == (data * 2, "")
    assert unpack(packed + bytes(512)) == (data, "")
    broken = bytearray(packed)
    broken[-6] ^= 1
    assert "damaged" in unpack(bytes(broken))[1]
    assert "damaged" in unpack(packed + b"something else")[1]


def test_bomb_is_not_unpacked(tmp_path: Path) -> None:
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(bytes(40 * 2**20)))
    source = load(str(tmp_path / "bomb.gz"), largest=2**20)
    assert (source.status, source.data, source.content) == ("too_large", b"", b"")
    (tmp_path / "large").write_bytes(bytes(2**21))
    assert load(str(tmp_path / "large"), largest=2**20).status == "too_large"
    assert LARGEST >= 2**28


def test_what_is_no_file_is_told(lake: Lake, tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    os.mkfifo(tmp_path / "logs" / "pipe")
    (tmp_path / "logs" / "nowhere").symlink_to(tmp_path / "missing")
    report = ingest([tmp_path / "logs"], lake)
    assert report.statuses == {"unreadable": 2}
    assert report.balances()
    assert ingest([tmp_path / "logs"], lake).same == 2
    (tmp_path / "missing").write_text(log("club/1"))
    assert ingest([tmp_path / "logs"], lake).new_games == 1
    kept = rows(lake, "SELECT file FROM quarantine")
    assert [Path(str(row["file"])).name for row in kept] == ["pipe"], "what could be read later is in order"


def test_names_of_files_may_be_anything(lake: Lake, tmp_path: Path) -> None:
    top = tmp_path / "logs"
    top.mkdir()
    names = [b"no-utf8-\xff\xfe.cgn", b"new\nline.cgn", b"<b>&amp;'\";--.cgn", b"=1+1.cgn", "ünï💥.cgn".encode()]
    for number, name in enumerate(names):
        (top / os.fsdecode(name)).write_text(log(f"club/{number}", number))
    report = ingest([top], lake)
    assert (report.new_games, report.balances()) == (5, True)
    stored = {str(row["name"]).rpartition("/")[2] for row in rows(lake, "SELECT name FROM sources")}
    assert stored == {"no-utf8-\\xff\\xfe.cgn", "new\nline.cgn", "<b>&amp;'\";--.cgn", "=1+1.cgn", "ünï💥.cgn"}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_words_are_kept_as_they_are(lake: Lake, tmp_path: Path, name: str) -> None:
    text = log("club/1", players=(name, "Bo", "Cy", "Di"), comment=name, headers=[f"event: {name}", f"x-a: {name}"])
    (tmp_path / "a.cgn").write_bytes(text.encode())
    report = ingest([tmp_path / "a.cgn"], lake)
    assert report.balances()
    assert report.new_games == 1
    if report.errors == 0:
        assert rows(lake, "SELECT event, players['N'] AS n FROM games") == [{"event": name, "n": name}]
        assert rows(lake, "SELECT text FROM events WHERE kind = 'comment'") == [{"text": name}]
    assert sql(lake, "SELECT * FROM games, players, quarantine").num_rows >= 0


def test_same_path_twice_is_one_file(tmp_path: Path) -> None:
    path = str(put(tmp_path, a="x")[0])
    assert find([path, path]).files == [path]


# -- duplicates, twins, conflicts -----------------------------------------------------------------------------------


def counted(lake: Lake) -> dict[str, str | None]:
    """Why each stored game is left out of statistics, by its id and first player; None = it counts."""
    found = rows(lake, "SELECT game || ' ' || players['N'] AS game, not_counted FROM games")
    return {str(row["game"]): row["not_counted"] and str(row["not_counted"]).split(" ")[0] for row in found}


def test_same_game_in_another_file_is_a_duplicate(lake: Lake, tmp_path: Path) -> None:
    first, second = put(tmp_path, a=log("club/1", 1), b="\n; copied\n" + log("club/1", 1, comment="W thinks long"))
    assert ingest([first], lake).duplicates == 0
    report = ingest([second], lake)
    assert (report.games, report.duplicates, report.new_games, report.events) == (1, 1, 0, 0)
    assert counted(lake) == {"club/1 Ana": None}
    assert rows(lake, "SELECT game FROM duplicates") == [{"game": "club/1"}]
    assert rows(lake, "SELECT count(DISTINCT source) AS n FROM events") == [{"n": 1}]


def test_duplicates_within_one_run_and_one_file(lake: Lake, tmp_path: Path) -> None:
    text = log("club/1", 1)
    report = ingest(put(tmp_path, a=text + "\n" + text, b=text + "\n"), lake)
    assert (report.games, report.duplicates) == (3, 2)
    assert counted(lake) == {"club/1 Ana": None}


def test_other_id_with_the_same_date_and_players_is_a_duplicate(lake: Lake, tmp_path: Path) -> None:
    report = ingest(put(tmp_path, a=log("club/1", 1), b=log("upload-77", 1)), lake)
    assert (report.duplicates, report.twins) == (1, 0)


def test_same_plays_under_other_names_are_a_twin(lake: Lake, tmp_path: Path) -> None:
    report = ingest(put(tmp_path, a=log("club/1", 1), b=log("other/1", 1, players=("Xu", "Bo", "Cy", "Di"))), lake)
    assert (report.duplicates, report.twins) == (0, 1)
    assert counted(lake) == {"club/1 Ana": None, "other/1 Xu": "twin"}


def test_other_sheet_of_the_same_plays_is_kept(lake: Lake, tmp_path: Path) -> None:
    """The second sheet may be the one that is right: nothing of it is dropped, and the game counts once."""
    report = ingest(put(tmp_path, a=log("club/1", 1), b=log("club/1", 1, total=510)), lake)
    assert (report.duplicates, report.twins, report.conflicts) == (0, 1, 0)
    claims = rows(lake, "SELECT amount FROM claims WHERE item = 'total' AND side = 'A' ORDER BY ALL")
    assert claims == [{"amount": 500}, {"amount": 510}]
    assert rows(lake, "SELECT count(*) FILTER (counted) AS n FROM games") == [{"n": 1}]


def test_same_id_with_other_plays_is_a_conflict(lake: Lake, tmp_path: Path) -> None:
    first, second, third = put(tmp_path, a=log("club/1", 1), b=log("club/1", 2), c=log("club/2", 3))
    ingest([first, third], lake)
    assert ingest([second], lake).conflicts == 1
    reasons = rows(lake, "SELECT game, not_counted FROM games ORDER BY game")
    assert [str(row["not_counted"])[:23] for row in reasons] == ["same id and other plays"] * 2 + ["None"]


def test_replacing_record_counts_instead_of_the_earlier_one(lake: Lake, tmp_path: Path) -> None:
    first, second = put(
        tmp_path, a=log("club/1", 1), b=log("club/1", 2, headers=["replaces: club/1 turn 7 was missing"])
    )
    ingest([first], lake)
    report = ingest([second], lake)
    assert report.conflicts == 0
    reasons = rows(lake, "SELECT not_counted FROM games ORDER BY imported_at")
    assert str(reasons[0]["not_counted"]).startswith("replaced by")
    assert reasons[1]["not_counted"] is None


def test_conflict_is_resolved_by_an_amendment(lake: Lake, tmp_path: Path) -> None:
    ingest(put(tmp_path, a=log("club/1", 1), b=log("club/1", 2)), lake)
    key = str(rows(lake, "SELECT game_key FROM games ORDER BY imported_at")[0]["game_key"])
    change = {"game_key": key, "target": "counted"}
    lake.append("amendments", [change | {"before": "no", "after": "yes", "why": "the director knows"}])
    assert rows(lake, "SELECT count(*) FILTER (counted) AS n FROM games") == [{"n": 1}]
    lake.append("amendments", [change | {"before": "yes", "after": "no", "why": "lesson"}])
    assert rows(lake, f"SELECT not_counted FROM games WHERE game_key = '{key}'") == [
        {"not_counted": "left out: lesson"}
    ]


def test_score_sheets_that_look_alike_are_no_twins(lake: Lake, tmp_path: Path) -> None:
    """Without cards there is nothing by which to recognise plays."""
    sheet = "\n".join(line for line in log("night/1", 1).splitlines() if not line.startswith(("deal", "up"))
                      and "+" not in line)  # fmt: skip
    other = sheet.replace("night/1", "night/2").replace("2026-03-14", "2026-03-21")
    report = ingest(put(tmp_path, a=sheet, b=other, c=sheet.replace("2026-03-14", "2026-03-28")), lake)
    assert (report.duplicates, report.twins) == (0, 0)


def test_games_without_an_id_do_not_conflict(lake: Lake, tmp_path: Path) -> None:
    nameless = [log("gone", seed, date=f"2026-03-{seed:02}").replace("@game gone", "@game") for seed in (1, 2)]
    report = ingest(put(tmp_path, a=nameless[0], b=nameless[1]), lake)
    assert (report.games, report.conflicts) == (2, 0)


def test_same_deal_at_two_tables_is_recognised(lake: Lake, tmp_path: Path) -> None:
    with_suits = log("pairs/2", 1, turns=5).replace("deal N", "deal N", 1)
    ingest(put(tmp_path, a=log("pairs/1", 1, turns=12), b=with_suits, c=log("pairs/3", 2)), lake)
    hashes = rows(lake, "SELECT game, deal_hashes[1].hash AS hash FROM games ORDER BY game")
    assert hashes[0]["hash"] == hashes[1]["hash"] != hashes[2]["hash"]
    assert all(hashes[i]["hash"] for i in range(3))


# -- batches --------------------------------------------------------------------------------------------------------


def test_run_is_split_into_batches_and_resumed(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "BATCH_SOURCES", 4)
    top = folder(tmp_path / "logs", 10)

    def stop(done: int, _total: int, _report: object) -> None:
        if done == 6:
            raise KeyboardInterrupt

    report = ingest([top], lake, progress=stop)
    assert report.interrupted
    assert report.balances()
    assert rows(lake, "SELECT count(*) AS n FROM games") == [{"n": 4}]
    report = ingest([top], lake)
    assert (report.same, report.stored, len(report.batches)) == (4, 6, 2)
    assert rows(lake, "SELECT count(*) AS n, count(DISTINCT batch) AS b FROM games") == [{"n": 10, "b": 3}]


def test_duplicates_are_found_across_batches(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "BATCH_SOURCES", 1)
    report = ingest(put(tmp_path, a=log("club/1", 1), b=log("club/1", 1) + "\n", c=log("club/1", 2)), lake)
    assert (report.duplicates, report.conflicts, len(report.batches)) == (1, 1, 3)


# -- who reads ------------------------------------------------------------------------------------------------------


def test_version_of_a_reader_is_that_of_its_own_source() -> None:
    versions = {form: run.reader_version(form) for form in (*FORMATS, None)}
    assert len(set(versions.values())) == len(versions)
    behind = _behind([FORMATS["rvenning"]], "ingest.formats")
    assert "ingest.formats.jsonlog" in behind, "what it stands on is part of it"
    assert "ingest.formats.cgn" not in behind, "another reader is not"


def damaged(content: bytes, dice: random.Random) -> bytes:
    """A few bytes changed, lost, put in or repeated, anywhere."""
    text = bytearray(content)
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(text))
        kind = dice.randrange(5)
        if kind == 0:
            text[at] = dice.randrange(256)
        elif kind == 1:
            del text[at : at + dice.randrange(150)]
        elif kind == 2:
            text[at:at] = dice.randbytes(20)
        elif kind == 3:
            text[at:at] = str(10 ** dice.randrange(30)).encode()
        else:
            text[at:at] = text[: dice.randrange(1500)]
    return bytes(text)


def test_whatever_is_damaged_has_its_place(lake: Lake, tmp_path: Path) -> None:
    dice = random.Random(20261130)
    whole = [path.read_bytes() for path in SAMPLE_LOGS] + [log("club/1", 1).encode()]
    (tmp_path / "logs").mkdir()
    for number in range(40):
        (tmp_path / "logs" / str(number)).write_bytes(damaged(dice.choice(whole), dice))
    report = ingest([tmp_path / "logs"], lake)
    assert report.balances(), report.unbalanced
    assert "unreadable" not in report.statuses
    summary = replay_new(lake)
    assert (summary.games, summary.failed) == (report.new_games, [])
    assert verify(lake) == []
