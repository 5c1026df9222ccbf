"""Bad input to every command: it is told where and what, ends with the right exit code, and never in a traceback."""

import gzip
import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from data.lake import EMPTY
from tests.places import ROOT, SAMPLES
from tests.running import CLEAN_GAME, DISPUTED, run, sample_lake

BAD_LOGS = {
    "empty": b"",
    "blank": b"\n \n\t\n",
    "binary": bytes(range(256)) * 40,
    "truncated-gzip": gzip.compress(CLEAN_GAME)[:-20],
    "gzip-of-nothing": gzip.compress(b""),
    "damaged-gzip": gzip.compress(CLEAN_GAME)[:200] + b"\xff" * 40 + gzip.compress(CLEAN_GAME)[240:],
    "utf-16": CLEAN_GAME.decode().encode("utf-16"),
    "latin-1": CLEAN_GAME.replace(b"Bruno", "Brüno".encode("latin-1")),
    "one-long-line": b"@cgn 1\n@game g\n" + b"x" * 3_000_000,
    "no-game": b"@cgn 1\n1. N +7 -K\n",
    "half-a-line": CLEAN_GAME[: len(CLEAN_GAME) // 2],
    "json-of-nobody": b'{"hello": "world"}\n',
    "deep-json": b"[" * 100_000,
    "nul-bytes": b"\x00" * 5000,
    "only-a-mark": b"\xef\xbb\xbf",
}


@pytest.mark.parametrize("name", BAD_LOGS)
@pytest.mark.parametrize("command", ["check", "fmt", "ingest", "convert", "show", "audit"])
def test_bad_logs_are_told(name: str, command: str, tmp_path: Path) -> None:
    log = tmp_path / f"{name}.cgn"
    log.write_bytes(BAD_LOGS[name])
    more = {"ingest": ["--lake", tmp_path / "lake"], "convert": [tmp_path / "out.jsonl"]}.get(command, [])
    result = run(command, log, *more)
    codes = {"show": (0, 20), "audit": (5, 10, 20)}.get(command, (5, 10))
    assert result.exit_code in codes, result.output
    assert log.read_bytes() == BAD_LOGS[name], "a log that cannot be read is left as it is"


@pytest.mark.parametrize("name", BAD_LOGS)
def test_bad_logs_in_json_and_annotations(name: str) -> None:
    for record in map(json.loads, run("check", "--json", "-", given=BAD_LOGS[name]).stdout.splitlines()):
        ledger = record.get("ledger")
        assert ledger is None or ledger["lines"] == sum(ledger.values()) - ledger["lines"]
    assert run("check", "--format", "github", "-", given=BAD_LOGS[name]).exit_code in (5, 10)


MEBIBYTE = 2**20


@pytest.fixture
def one_mebibyte(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of 512 MB for one source, made small."""
    monkeypatch.setattr("ingest.sources.load.__defaults__", (MEBIBYTE,))


@pytest.mark.parametrize("command", ["check", "fmt", "ingest", "convert", "show", "audit"])
@pytest.mark.parametrize("source", ["/dev/zero", "bomb.cgn.gz", "-"])
@pytest.mark.usefixtures("one_mebibyte")
def test_input_without_end_is_told(command: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if source == "/dev/zero" and not Path(source).exists():
        pytest.skip("no /dev/zero on this machine")
    monkeypatch.chdir(tmp_path)
    Path("bomb.cgn.gz").write_bytes(gzip.compress(b"@cgn 1\n@game g\n" + b"; x\n" * MEBIBYTE))
    more = {"ingest": ["--lake", "lake"], "convert": ["out.jsonl"]}.get(command, [])
    result = run(command, source, *more, given=b"x\n" * MEBIBYTE if source == "-" else None)
    assert result.exit_code == (20 if command in ("show", "audit") else 10)
    if command == "ingest":
        assert "1 found = 1 stored" in result.stdout
        assert "too large: more than 1 MB" in result.stdout


def test_a_line_of_a_hundred_megabytes(tmp_path: Path) -> None:
    log = tmp_path / "long.cgn"
    log.write_bytes(CLEAN_GAME.replace(b"@close", b"x" * 100_000_000 + b"\n@close", 1))
    result = run("check", log)
    assert result.exit_code == 10
    assert "found 100,000,000" in result.stdout
    assert len(result.stdout) < 10_000


HOSTILE = [
    "<script>alert(1)</script>",
    "'; DROP TABLE games; --",
    '=HYPERLINK("http://x")',
    "\x1b]0;owned\x07\x1b[2J",
    "\u202eevil\u2066",
    "a" * 900,
    "%s%n{0}{name}",
    "../../etc/passwd",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_come_out_harmless(name: str, tmp_path: Path) -> None:
    text = (
        CLEAN_GAME.decode()
        .replace("Bruno Keel", name)
        .replace("harbour-club/2026-02-19/3", "g" + name.partition(" ")[0])
    )
    log = tmp_path / "hostile.cgn"
    log.write_text(text, encoding="utf-8")
    folder = tmp_path / "lake"
    outputs = [run("check", log), run("check", log, "--json"), run("show", log), run("audit", log)]
    page = run("audit", log, "--html", "-").stdout
    assert "<script" not in page
    assert "\x1b" not in page
    run("ingest", log, "--lake", folder)
    run("replay", "--lake", folder)
    ask = ["sql", "SELECT game, name FROM players", "--lake", folder, "--format"]
    for result in (*outputs, run(*ask, "table"), run(*ask, "json")):
        assert all(line.isprintable() for line in result.output.splitlines())
    cells = run(*ask, "csv").stdout.replace('"', "").splitlines()
    assert not any(cell.startswith("=") for line in cells for cell in line.split(","))


CANNOT_RUN = {
    "no such file": ["check", "no/such/file.cgn"],
    "no such folder": ["ingest", "no/such/folder"],
    "one of two files": ["check", DISPUTED, "no/such/file.cgn"],
    "empty name": ["check", ""],
    "empty name to ingest": ["ingest", "", "--lake", "lake"],
    "unknown option": ["check", DISPUTED, "-o", "no_such_option=1"],
    "impossible value": ["check", DISPUTED, "-o", "target=many"],
    "option without value": ["check", DISPUTED, "-o", "target"],
    "unknown ruleset": ["rules", "show", "no_such_game"],
    "unknown rule": ["rules", "show", "pile.no_such_rule"],
    "unknown ruleset to compare": ["rules", "diff", "classic", "no_such_game"],
    "bad name of a ruleset": ["rules", "new", "Not A Name"],
    "unknown ruleset for a log": ["new", "--rules", "no_such_game"],
    "too many players": ["new", "--players", "7"],
    "no such seat": ["new", "--player", "Q=Ana"],
    "unknown format": ["convert", DISPUTED, "out.xyz"],
    "a folder to convert": ["convert", SAMPLES, "out.jsonl"],
    "no such deal": ["show", DISPUTED, "--deal", "9"],
    "no such turn": ["show", DISPUTED, "--deal", "1", "--turn", "99"],
    "no such game in the log": ["show", DISPUTED, "--game", "nobody"],
    "no such game in the log to audit": ["audit", DISPUTED, "--game", "nobody"],
    "one of several games to audit": ["audit", SAMPLES],
    "unknown option of an audit": ["audit", DISPUTED, "-o", "no_such_option=1"],
    "no lake to audit": ["audit", "some-game", "--lake", "no/such/lake"],
    "a page in no folder": ["audit", DISPUTED, "--html", "no/such/folder/page.html"],
    "no games": ["simulate", "0"],
    "no number of games": ["simulate", "many"],
    "unknown ruleset to simulate": ["simulate", "1", "--ruleset", "no_such_game"],
    "hostile ruleset to simulate": ["simulate", "1", "--ruleset", "../\x1b[2J<script>"],
    "unknown option of a simulation": ["simulate", "1", "-o", "no_such_option=1"],
    "impossible value of a simulation": ["simulate", "1", "-o", "target=many"],
    "unknown fault": ["simulate", "1", "--fault", "pile.no_such_rule"],
    "fault that needs a partner": ["simulate", "1", "--players", "2", "--fault", "out.answer_binds"],
    "view of nobody": ["simulate", "1", "--view", "Q"],
    "players that no ruleset has": ["simulate", "1", "--players", "8"],
    "format that nobody writes": ["simulate", "1", "--format", "rvenning"],
    "simulation in no folder": ["simulate", "1", "--out", "no/such/folder/games.cgn"],
    "simulation into a file of another kind": ["simulate", "1", "--out", ROOT / "README.md"],
    "acceptance without a reason": ["revalidate", "--accept", "--lake", "no/such/lake"],
    "reason without acceptance": ["revalidate", "--why", "because"],
    "no lake to revalidate": ["revalidate", "--lake", "no/such/lake"],
    "no lake": ["replay", "--lake", "no/such/lake"],
    "no lake to ask": ["sql", "SELECT 1", "--lake", "no/such/lake"],
    "no lake to show": ["show", "some-game", "--lake", "no/such/lake"],
    "no lake for the pages": ["dashboard", "--lake", "no/such/lake"],
    "unknown command": ["chekc"],
    "unknown flag": ["check", "--nonsense", DISPUTED],
    "bad choice": ["check", "--format", "xml", DISPUTED],
    "nothing to check": ["check"],
}


@pytest.mark.parametrize("name", CANNOT_RUN)
def test_what_cannot_run_says_why_and_exits_with_20(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*CANNOT_RUN[name])
    assert (result.exit_code, result.stdout) == (20, "")
    assert result.stderr.strip()
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "loop.cgn").symlink_to(tmp_path / "loop.cgn")
    (tmp_path / "good.cgn").write_bytes(CLEAN_GAME)
    result = run("check", tmp_path)
    assert result.exit_code == 10
    assert "E001" in result.stdout
    assert "good.cgn: game harbour-club/2026-02-19/3" in result.stdout


# ---------------------------------------------------------------------------------------------- files and their names

FILE_NAMES = [
    b"a\nb.cgn", b"\x1b[2Jx.cgn", b"q'uo\"te;.cgn", b"<script>.cgn", b"=cmd.cgn", b"\xff\xfe.cgn", b"-x.cgn",
    b"\xe2\x80\xaegnp.cgn", b"%s{0}.cgn", b"a::error::b,c.cgn", b"[red]x[bold].cgn", b"*.cgn",
]  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("name", FILE_NAMES, ids=ascii)
def test_hostile_file_names_come_out_harmless(name: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    path = folder / os.fsdecode(name)
    path.write_bytes(CLEAN_GAME.replace(b"+9 ", b"+9  ", 1))
    commands: list[list[object]] = [
        ["check", path], ["check", "--json", path], ["check", "--format", "github", path], ["fmt", "--check", path],
        ["show", path], ["audit", path], ["ingest", folder, "--lake", tmp_path / "lake"],
        ["sql", "SELECT name FROM sources", "--lake", tmp_path / "lake"],
    ]  # fmt: skip
    for command in commands:
        result = run(*command)
        assert result.exit_code in (0, 5), (command, result.output)
        assert all(line.isprintable() for line in result.output.splitlines())
    assert "<script>" not in run("audit", "--html", "-", path).stdout
    assert run("fmt", path).exit_code == 0
    assert path.read_bytes() == CLEAN_GAME
    assert [entry.name for entry in folder.iterdir()] == [path.name]


SPELLINGS: dict[str, Callable[[bytes], bytes]] = {
    "crlf": lambda data: data.replace(b"\n", b"\r\n"),
    "mark": lambda data: b"\xef\xbb\xbf" + data,
    "gzip": lambda data: gzip.compress(data.replace(b" dealer=", b"   dealer=")),
    "gzip in gzip": lambda data: gzip.compress(gzip.compress(data)),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_fmt_of_other_spellings_of_a_file(spelling: str, tmp_path: Path) -> None:
    log = tmp_path / "a.cgn"
    log.write_bytes(SPELLINGS[spelling](CLEAN_GAME))
    log.chmod(0o640)
    assert run("fmt", "--check", log).exit_code == 5
    assert run("fmt", log).exit_code == 0
    written = log.read_bytes()
    assert (gzip.decompress(written) if spelling.startswith("gzip") else written) == CLEAN_GAME
    assert log.stat().st_mode & 0o777 == 0o640
    assert run("fmt", "--check", log).exit_code == 0


NO_LOGS = {
    "zip": b"PK\x03\x04" + bytes(200),
    "bzip2": b"BZh9" + bytes(200),
    "utf-32": CLEAN_GAME.decode().encode("utf-32"),
    "parquet": b"PAR1" + bytes(100),
    "a page": b"<html><body>404</body></html>",
    "a list": b"[1,2,3]\n",
    "half a record": b'{"type":"game_start","v":1,"game":"x"',
    "a number without end": b'{"type":"game_start","game":"x","n":' + b"9" * 5000 + b"}\n",
    "gzip of a page": gzip.compress(b"<html>"),
    "gzip cut in its head": gzip.compress(CLEAN_GAME)[:5],
}


@pytest.mark.parametrize("name", NO_LOGS)
def test_what_is_no_log_is_told_and_kept_in_the_ledger(name: str, tmp_path: Path) -> None:
    log = tmp_path / "a.cgn"
    log.write_bytes(NO_LOGS[name])
    for command in (
        ["check", log],
        ["convert", log, tmp_path / "out.jsonl"],
        ["ingest", log, "--lake", tmp_path / "l"],
    ):
        result = run(*command)
        assert result.exit_code == 10, (command, result.output)
        assert "a.cgn" in result.output
    for command in (["show", log], ["audit", log]):
        assert run(*command).exit_code == 20
    assert run("fmt", log).exit_code in (0, 10)
    assert log.read_bytes() == NO_LOGS[name]
    stored = run("sql", "SELECT count(*) AS n, bool_and(balanced) AS b FROM sources", "--lake", tmp_path / "l")
    assert stored.stdout.split() == ["n", "b", "1", "True"]


# ----------------------------------------------------------------------------------------------- words that are no use

NONSENSE = {
    "flag": ["--no-such-flag"], "value of a flag": ["--lake"], "argument": ["a", "b", "c", "d", "e"],
}  # fmt: skip
COMMANDS = ("ingest", "replay", "check", "audit", "show", "rules", "convert", "fmt", "new", "sql", "simulate", "lake",
            "revalidate", "dashboard", "demo", "version")  # fmt: skip


@pytest.mark.parametrize("nonsense", NONSENSE)
@pytest.mark.parametrize("command", COMMANDS)
def test_nonsense_behind_a_command(
    command: str, nonsense: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(command, *NONSENSE[nonsense])
    assert (result.exit_code, result.stdout) == (20, "")
    assert result.stderr.strip()
    assert list(tmp_path.iterdir()) == []


REFUSED = {
    "two words as an id": ["new", "--game", "a b"],
    "escapes as an id": ["new", "--game", "\x1b[2J"],
    "two lines as an id": ["new", "--game", "a\nb"],
    "a seat without a name": ["new", "--player", "N"],
    "a seat with an empty name": ["new", "--player", "N="],
    "two lines as a name": ["new", "--player", "N=a\nb"],
    "escapes as a name": ["new", "--player", "N=\x1b[2Jx"],
    "no port": ["dashboard", "--port", "0"],
    "no such port": ["dashboard", "--port", "99999"],
    "no lake to look at": ["dashboard", "--lake", "nowhere"],
    "a folder as a page": ["audit", DISPUTED, "--html", "."],
    "a file as a lake": ["ingest", DISPUTED, "--lake", DISPUTED],
    "a file as a lake to replay": ["replay", "--lake", DISPUTED],
    "a file as a lake of the demo": ["demo", "--lake", DISPUTED],
    "nowhere to simulate into": ["simulate", "1", "--out", ""],
    "a folder that is not there": ["convert", DISPUTED, "nowhere/x.jsonl"],
    "a deal that is none": ["show", DISPUTED, "--deal", "99999999999999999999"],
    "escapes as a command": ["\x1b[2J"],
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_a_reason(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(SAMPLES.iterdir())
    result = run(*REFUSED[name])
    assert (result.exit_code, result.stdout) == (20, "")
    assert result.stderr.strip()
    assert all(line.isprintable() for line in result.stderr.splitlines())
    assert list(tmp_path.iterdir()) == []
    assert sorted(SAMPLES.iterdir()) == before


# --------------------------------------------------------------------------------------------------- lakes that are bad


def _spoil(table: str, content: bytes) -> Callable[[Path], None]:
    """Something else in the place of the files of a table."""

    def change(lake: Path) -> None:
        for path in (lake / table).glob("*.parquet"):
            if path.stem != EMPTY:
                path.write_bytes(content)

    return change


def _label(content: bytes) -> Callable[[Path], None]:
    return lambda lake: (lake / "lake.json").write_bytes(content) and None


def _lose(table: str) -> Callable[[Path], None]:
    def change(lake: Path) -> None:
        for path in (lake / table).glob("*.parquet"):
            if path.stem != EMPTY:
                path.unlink()

    return change


def _spoil_empty(lake: Path) -> None:
    for path in lake.glob(f"*/{EMPTY}.parquet"):
        path.write_bytes(b"x")


JUNK = b"PAR1 this is no table" * 20
UNUSABLE: dict[str, Callable[[Path], None]] = {  # nothing can be done with these
    "label that is no JSON": _label(b"{nope"), "label that is a list": _label(b"[1]"),
    "label of other bytes": _label(b"\xff\xfe\x00"), "newer lake": _label(b'{"layout": 2}'),
    "layout that is a word": _label(b'{"layout": "two"}'),
}  # fmt: skip
DAMAGED: dict[str, Callable[[Path], None]] = {  # in these, something can still be read
    **{f"junk for {table}": _spoil(table, JUNK) for table in ("sources", "games", "events", "claims", "results")},
    "no bytes for sources": _spoil("sources", b""), "no bytes for events": _spoil("events", b""),
    "lost events": _lose("events"), "lost claims": _lose("claims"), "spoilt empty files": _spoil_empty,
}  # fmt: skip
OF_LAKES: list[list[object]] = [
    ["ingest", DISPUTED], ["replay"], ["sql", "SELECT count(*) FROM events"], ["sql", "SELECT count(*) FROM findings"],
    ["show", "mill-lane/2026-01-16"], ["audit", "mill-lane/2026-01-16"], ["revalidate"], ["lake", "compact"],
    ["lake", "verify"], ["lake", "forget", "Katya Moss", "--yes"],
]  # fmt: skip


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_lake_that_cannot_be_used(name: str, tmp_path: Path) -> None:
    lake = sample_lake(tmp_path / "lake")
    UNUSABLE[name](lake)
    for command in OF_LAKES:
        result = run(*command, "--lake", lake)
        assert result.exit_code == 20, (command, result.output)
        assert str(lake) in result.stderr


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_lake_is_told_by_every_command(name: str, tmp_path: Path) -> None:
    for number, command in enumerate(OF_LAKES):
        lake = sample_lake(tmp_path / str(number))
        DAMAGED[name](lake)
        result = run(*command, "--lake", lake)
        if command[1:] == ["verify"]:
            assert result.exit_code == 5, result.output
            assert str(lake) in result.stdout
        else:
            assert result.exit_code in (0, 5, 20), (command, result.output)
            assert result.exit_code != 20 or ".parquet" in result.stderr
        shutil.rmtree(lake)


@pytest.mark.parametrize("command", [["show", "mill-lane/2026-01-16"], ["audit", "mill-lane/2026-01-16"]], ids=" ".join)
@pytest.mark.parametrize("table", ["events", "claims"])
def test_what_a_batch_has_lost_is_never_taken_for_nothing(table: str, command: list[str], tmp_path: Path) -> None:
    lake = sample_lake(tmp_path / "lake")
    _lose(table)(lake)
    result = run(*command, "--lake", lake)
    assert result.exit_code == 20
    assert f"{table}" in result.stderr
    assert "rows, found 0" in result.stderr


def test_numbers_in_json_are_numbers(tmp_path: Path) -> None:
    lake = sample_lake(tmp_path / "lake")
    query = "SELECT sum(1) AS n, 1.5 AS half, 'nan'::DOUBLE AS no_number, [1, 2] AS list"
    answer = run("sql", query, "--lake", lake, "--format", "json").stdout
    assert json.loads(answer) == {"n": 1, "half": 1.5, "no_number": None, "list": [1, 2]}


# ------------------------------------------------------------------------------------------------- no room, no right


@pytest.fixture
def little_room() -> Iterator[None]:
    """The limit on the size of files stands in for a full disk."""
    resource = pytest.importorskip("resource")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (900, usual[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, usual)


WRITES: dict[str, list[object]] = {
    "fmt": ["fmt", "a.cgn"], "convert": ["convert", "a.cgn", "b.jsonl", "--force"],
    "convert to gzip": ["convert", "a.cgn", "b.jsonl.gz"], "audit": ["audit", "a.cgn", "--html", "b.jsonl", "--force"],
    "simulate": ["simulate", "3", "--out", "games.cgn", "-o", "target=500"],
    "simulate over a file": ["simulate", "3", "--out", "b.jsonl", "--force", "-o", "target=500"],
    "simulate many": ["simulate", "3", "--out", "games", "-o", "target=500"],
    "ingest": ["ingest", "a.cgn", "--lake", "lake"],
}  # fmt: skip


@pytest.mark.parametrize("name", WRITES)
def test_a_full_disk_leaves_what_was_there(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                           request: pytest.FixtureRequest) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    before = {"a.cgn": CLEAN_GAME.replace(b" dealer=", b"   dealer="), "b.jsonl": b"mine"}
    for file, content in before.items():
        (tmp_path / file).write_bytes(content)
    request.getfixturevalue("little_room")
    result = run(*WRITES[name])
    assert result.exit_code == 20
    assert "too large" in result.stderr
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert {file: left.pop(file) for file in before} == before
    assert all(not content for content in left.values()), "nothing is left in part"


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("dashboard", "--no-browser", "--lake", sample_lake(tmp_path / "lake"), "--port", port)
    assert result.exit_code == 20
    assert f"port {port} cannot be used" in result.stderr
