"""Every command from outside: what it prints, and its exit codes.  Bad input is in tests/test_bad_input.py."""

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import canasta
from data.ruleset import load, validate
from data.ruleset_file import read_file
from tests.places import ROOT, SAMPLES
from tests.running import CLEAN_GAME, DISPUTED, run, sample_lake


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    return sample_lake(tmp_path / "lake")


# ------------------------------------------------------------------------------------------------------------ help


def commands(app: typer.Typer, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    group = typer.main.get_command(app)
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        inner = getattr(command, "commands", {})
        yield (*path, name), command
        yield from (((*path, name, sub), one) for sub, one in inner.items())


COMMANDS = dict(commands(canasta.app))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_help_shows_an_example_that_names_the_command(path: tuple[str, ...]) -> None:
    result = run(*path, "--help")
    assert result.exit_code == 0
    assert f"canasta {path[0]}" in result.stdout.split("Example", 1)[1]


def test_the_front_door_has_the_commands_of_the_readme() -> None:
    wanted = ["check", "ingest", "replay", "show", "convert", "fmt", "new", "rules", "sql", "demo", "dashboard"]
    wanted += ["audit", "simulate", "revalidate", "lake", "signoff", "version"]
    assert set(wanted) <= {path[0] for path in COMMANDS}


# ------------------------------------------------------------------------------------------------------- the lake


def test_ingest_stores_nothing_twice(lake: Path) -> None:
    again = run("ingest", SAMPLES, "--lake", lake)
    assert again.exit_code == 0
    logs = len(list(SAMPLES.iterdir()))
    assert f"0 stored + {logs} stored before" in again.stdout
    assert f"0 replayed, {logs} had their result before" in run("replay", "--lake", lake).stdout


def test_exit_codes_of_ingest_and_replay(tmp_path: Path) -> None:
    bad = tmp_path / "bad.cgn"
    bad.write_bytes(CLEAN_GAME.replace(b"-K", b"-?k", 1))
    assert run("ingest", bad, "--lake", tmp_path / "lake").exit_code == 10
    assert run("ingest", DISPUTED, "--lake", tmp_path / "lake").exit_code == 0
    assert run("replay", "--lake", tmp_path / "lake").exit_code == 5


@pytest.mark.parametrize(
    "query",
    [
        "DROP VIEW games",
        "SELECT 1; SELECT 2",
        "FROM read_csv('/etc/passwd')",
        "COPY (SELECT 1) TO 'out.csv'",
        "ATTACH 'x.db'",
        "INSTALL httpfs",
        "SELECT nonsense FROM",
        "",
        "\x00",
    ],
)
def test_sql_lets_nothing_but_questions_through(lake: Path, query: str, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    result = run("sql", query, "--lake", lake)
    assert result.exit_code == (20 if query else 0)
    assert sorted(tmp_path.rglob("*")) == before


def test_sql_answers_in_three_shapes(lake: Path) -> None:
    query = "SELECT rule, count(*) AS n FROM findings WHERE verdict = 'illegal' GROUP BY rule ORDER BY rule"
    assert run("sql", query, "--lake", lake).stdout.splitlines()[0].split() == ["rule", "n"]
    assert run("sql", query, "--lake", lake, "--format", "csv").stdout.splitlines()[1] == "opening.minimum,1"
    first = run("sql", query, "--lake", lake, "--format", "json").stdout.splitlines()[0]
    assert json.loads(first) == {"rule": "opening.minimum", "n": 1}


def test_sql_tells_which_files_the_lake_has_lost(lake: Path) -> None:
    query = "SELECT count(*) AS n FROM turns"
    assert run("sql", query, "--lake", lake).stderr == ""
    (turns,) = (path for path in (lake / "turns").glob("*.parquet") if path.stem != "empty")
    turns.unlink()
    result = run("sql", query, "--lake", lake)
    assert result.stderr == (
        f"canasta: rows may be wanting in this answer, for the lake has lost turns/{turns.name}; "
        "canasta lake verify tells what is damaged\n"
    )
    assert result.stdout.split() == ["n", "0"], "what is there is answered"
    assert run("lake", "verify", "--lake", lake).exit_code != 0


def test_show_finds_a_game_in_the_lake_by_id_and_by_key(lake: Path) -> None:
    from_log = run("show", DISPUTED, "--deal", 1, "--turn", 10)
    assert "illegal pile.frozen_needs_natural_pair" in from_log.stdout
    assert run("show", "mill-lane/2026-01-16", "--deal", 1, "--turn", 10, "--lake", lake).stdout == from_log.stdout
    query = "SELECT game_key FROM games WHERE game = 'mill-lane/2026-01-16'"
    key = run("sql", query, "--lake", lake, "--format", "csv").stdout.splitlines()[1]
    assert run("show", key[:10], "--deal", 1, "--turn", 10, "--lake", lake).stdout == from_log.stdout


def test_upkeep_of_a_lake(lake: Path) -> None:
    assert run("lake", "verify", "--lake", lake).stdout == "the lake is in order\n"
    assert run("lake", "compact", "--lake", lake).exit_code == 0
    assert run("lake", "forget", "Nobody At All", "--yes", "--lake", lake).exit_code == 20
    assert run("lake", "forget", "Katya Moss", "--lake", lake, given=b"n\n").exit_code == 20
    assert "--yes" in run("lake", "forget", "Katya Moss", "--lake", lake, given=b"").stderr
    players = ["sql", "SELECT name FROM players", "--lake", lake]
    assert "Katya Moss" in run(*players).stdout
    assert "2 games and 2 logs" in run("lake", "forget", "Katya Moss", "--yes", "--lake", lake).stdout
    assert "Katya Moss" not in run(*players).stdout
    assert run("lake", "verify", "--lake", lake).exit_code == 0


def test_a_damaged_lake_is_told(lake: Path) -> None:
    damaged = next(path for path in sorted(lake.rglob("*.parquet")) if path.stat().st_size > 5000)
    damaged.write_bytes(damaged.read_bytes()[:2000])
    result = run("lake", "verify", "--lake", lake)
    assert result.exit_code == 5
    assert damaged.name in result.stdout
    for command in (["sql", "SELECT count(*) FROM events"], ["replay"], ["ingest", SAMPLES], ["show", "mill-lane/x"]):
        assert run(*command, "--lake", lake).exit_code in (0, 20)


def test_demo_can_be_run_twice(tmp_path: Path) -> None:
    first = run("demo", "--lake", tmp_path / "demo")
    assert first.exit_code == 0
    found = 60 + len(list(SAMPLES.iterdir()))
    assert f"{found} found = {found} stored" in first.stdout
    assert "score.total" in first.stdout
    logs = {path: path.stat().st_mtime_ns for path in (tmp_path / "demo-logs").iterdir()}
    again = run("demo", "--lake", tmp_path / "demo")
    assert again.exit_code == 0
    assert f"{found} found = 0 stored + {found} stored before" in again.stdout
    assert "0 replayed" in again.stdout
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "demo-logs").iterdir()} == logs
    assert len(logs) == 60


# ----------------------------------------------------------------------------------------------------- the dossier


def test_audit_of_a_log_and_of_the_lake(lake: Path, tmp_path: Path) -> None:
    from_log = run("audit", DISPUTED)
    assert from_log.exit_code == 5
    assert "! the sheet of E says 420, the replay 430, -10" in from_log.stdout
    assert "line 55: @score A by=E cards=420" in from_log.stdout
    assert run("audit", "mill-lane/2026-01-16", "--lake", lake).stdout == from_log.stdout
    page = tmp_path / "page.html"
    assert run("audit", DISPUTED, "--html", page).exit_code == 5
    assert page.read_text(encoding="utf-8") == run("audit", DISPUTED, "--html", "-").stdout
    page.write_text("mine", encoding="utf-8")
    assert run("audit", DISPUTED, "--html", page).exit_code == 20
    assert page.read_text(encoding="utf-8") == "mine"
    assert run("audit", DISPUTED, "--html", page, "--force").exit_code == 5


def test_audit_of_one_game_of_many_and_under_other_rules() -> None:
    game = run("audit", SAMPLES, "--game", "mill-lane/2026-01-16")
    assert game.stdout == run("audit", DISPUTED).stdout
    assert "out.needs_canastas" in game.stdout
    assert "out.needs_canastas" not in run("audit", DISPUTED, "-o", "out_canastas=0").stdout
    assert run("audit", SAMPLES / "unfinished.cgn").exit_code == 0
    assert run("audit", "-", given=DISPUTED.read_bytes()).stdout == game.stdout


# ------------------------------------------------------------------------------------------------- simulated games


def test_simulated_games_are_legal_and_repeatable(tmp_path: Path) -> None:
    printed = run("simulate", 2, "--seed", 7)
    assert printed.exit_code == 0
    assert printed.stdout == run("simulate", 2, "--seed", 7).stdout
    assert printed.stdout != run("simulate", 2, "--seed", 8).stdout
    checked = run("check", "-", given=printed.stdout.encode())
    assert checked.exit_code == 0, checked.stdout
    for name in ("games.cgn", "games.jsonl", "games.cgn.gz", "games.jsonl.gz"):
        assert run("simulate", 2, "--seed", 7, "--out", tmp_path / name).exit_code == 0
        assert run("convert", tmp_path / name, "-", "--to", "cgn").stdout == printed.stdout
    assert run("simulate", 2, "--seed", 7, "--format", "cgn-jsonl").stdout == (tmp_path / "games.jsonl").read_text(
        encoding="utf-8"
    )


def test_simulated_games_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    assert "3 games written" in run("simulate", 3, "--out", folder, "--format", "cgn-jsonl").stdout
    assert sorted(path.name for path in folder.iterdir()) == ["00001.jsonl", "00002.jsonl", "00003.jsonl"]
    assert run("check", folder).exit_code == 0
    assert run("simulate", 1, "--out", folder).exit_code == 20
    assert run("simulate", 1, "--out", folder, "--force").exit_code == 0
    assert run("simulate", 1, "--out", folder / "00001.jsonl").exit_code == 20


def test_faults_of_simulated_games_are_found() -> None:
    faults = ["pile.frozen_needs_natural_pair", "score.item"]
    text = run("simulate", 2, "--fault", faults[0], "--fault", faults[1]).stdout
    checked = run("check", "-", "--json", given=text.encode())
    games = [record for record in map(json.loads, checked.stdout.splitlines()) if "deals" in record]
    found = [[finding["rule"] for deal in game["deals"] for finding in deal["findings"]] for game in games]
    assert found == [[faults[0]], [faults[1]]]


@pytest.mark.parametrize("view", ["public", "scores", "N"])
def test_views_of_simulated_games(view: str) -> None:
    text = run("simulate", 1, "--players", 2, "--view", view, "-o", "target=1000").stdout
    assert f"view: {view}\n" in text
    assert "options: target=1000\n" in text
    assert run("check", "-", given=text.encode()).exit_code == 0


@pytest.mark.parametrize("form", ["cgn", "cgn-jsonl"])
def test_seals_of_simulated_games(form: str) -> None:
    text = run("simulate", 2, "--seal", "--format", form).stdout
    sealed = run("convert", "-", "-", "--to", "cgn", given=text.encode()).stdout
    assert sealed.count("@seal sha256=") == 2
    assert run("check", "-", given=sealed.encode()).exit_code == 0
    changed = run("check", "-", given=sealed.replace("@total A=", "@total A=1", 1).encode())
    assert "W309" in changed.stdout


@pytest.mark.parametrize("name", ["games.cgn", "games"])
def test_an_interrupted_simulation_leaves_whole_games(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ingest.commands

    target = tmp_path / name
    written: list[object] = []

    def spell(*words: Any, **more: Any) -> tuple[str, str]:
        if len(written) == 2:
            raise KeyboardInterrupt
        written.append(words)
        return ingest.commands.spell(*words, **more)

    app = typer.Typer()
    canasta.simulate_commands.add_to(app, write=spell)
    result = CliRunner().invoke(app, ["5", "--out", str(target)])
    assert result.exit_code == 130
    assert "2 of 5 games are written" in result.stderr
    assert run("check", target).exit_code == 0


# -------------------------------------------------------------------------------------------- results of two versions


def test_revalidate_lists_and_accepts_what_differs(lake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("revalidate", "--lake", lake).stdout == "replayed 0, compared 0, different 0 games\n"
    for module in ("replay.store", "replay.revalidate"):
        monkeypatch.setattr(f"{module}.engine_hash", lambda: "another version")
    real = sys.modules["replay.run"].judge_game  # type: ignore[attr-defined]

    def forgiving(*words: Any) -> Any:
        judged = real(*words)
        judged.findings.clear()
        return judged

    monkeypatch.setattr("replay.run.judge_game", forgiving)
    first = run("revalidate", "--lake", lake)
    assert first.exit_code == 5
    assert "illegal, played" in first.stdout
    assert run("revalidate", "--lake", lake, "--accept", "--why", "mended").exit_code == 0
    assert run("revalidate", "--lake", lake).stdout == "replayed 0, compared 0, different 0 games\n"


# ------------------------------------------------------------------------------------------------------ whole logs


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.cgn")), ids=lambda path: path.stem)
def test_samples_go_to_json_lines_and_back(sample: Path, tmp_path: Path) -> None:
    jsonl, back = tmp_path / "a.jsonl", tmp_path / "b.cgn.gz"
    assert run("convert", sample, jsonl).exit_code == 0
    assert run("convert", jsonl, back).exit_code == 0
    assert gzip.decompress(back.read_bytes()) == sample.read_bytes()


def test_convert_does_not_write_over_a_file(tmp_path: Path) -> None:
    target = tmp_path / "there.jsonl"
    target.write_text("mine", encoding="utf-8")
    assert run("convert", DISPUTED, target).exit_code == 20
    assert target.read_text(encoding="utf-8") == "mine"
    assert run("convert", DISPUTED, target, "--force").exit_code == 0


def test_samples_are_in_canonical_form() -> None:
    result = run("fmt", "--check", SAMPLES)
    assert (result.exit_code, result.output) == (0, "")


def test_fmt_changes_the_spelling_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "a.cgn"
    log.write_bytes(CLEAN_GAME.replace(b" dealer=", b"   dealer="))
    assert run("fmt", "--check", log).exit_code == 5
    assert log.read_bytes() != CLEAN_GAME
    assert run("fmt", log).exit_code == 0
    assert log.read_bytes() == CLEAN_GAME
    assert run("fmt", "-", given=CLEAN_GAME).stdout.encode() == CLEAN_GAME


@pytest.mark.parametrize("players", range(2, 7))
def test_new_logs_are_valid(players: int) -> None:
    text = run("new", "--players", players).stdout
    checked = run("check", "-", given=text.encode())
    assert {line.split(": ")[1] for line in checked.stdout.splitlines()[:-1]} == {"W306"}, "there is no deal yet"
    for line in text.splitlines():  # the hints are valid lines too
        assert not line.startswith("; ") or line.startswith("; One deal") or line[2] in "@du1"


def test_new_rulesets_are_valid_and_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = run("rules", "new", "my_club").stdout.replace("# target = 5000", "target = 3000")
    (tmp_path / "my_club.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("CANASTA_RULES", str(tmp_path))
    assert run("rules", "diff", "classic", "my_club").stdout.splitlines()[1].split() == ["target", "5000", "3000"]
    assert "target=3000" in run("new", "--rules", "my_club").stdout


@pytest.mark.parametrize("like", ["classic", "samba", "italian", "brazilian", "pennies", "es2", "boat", "hf_whitnack"])
def test_every_line_of_a_new_ruleset_is_a_valid_value(like: str) -> None:
    """With every # taken away the file says of each option what the ruleset it builds on says."""
    text = run("rules", "new", "my_club", "--like", like).stdout
    lines = [re.sub(r"^# (?=\w+ = )", "", line) for line in text.splitlines()]
    assert validate("\n".join(lines)) == []
    mine = read_file("\n".join(lines), "my_club").values
    base = load(like).values
    assert {name: stated.value for name, stated in mine.items()} == {
        name: stated.value for name, stated in base.items()
    }


def test_interrupted() -> None:
    code = (
        "import signal, sys, canasta\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
        "signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))\n"
        "canasta.app()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "check", "-"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == ""
