"""`canasta check`: what it says in each form, its exit codes, and the promise of its JSON."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

import canasta
from data.events import Claim, Game, Message, Orphan, Reading, Side
from replay import check_json, check_text
from replay.checked import Checked
from replay.result import Amount, ClaimVerdict, Deal, Finding, GameResult, SideDeal
from tests.places import ROOT, SAMPLES

SCHEMA = json.loads((ROOT / "docs" / "check.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

Run = Callable[..., Any]


def check(*arguments: str, given: str | bytes | None = None) -> Any:
    return CliRunner().invoke(canasta.app, ["check", *arguments], input=given)


def finding(**changes: Any) -> Finding:
    fields = {
        "rule": "pile.one_card_hand", "verdict": "illegal", "severity": "error", "status": "played", "deal": 1,
        "turn": 7, "seat": 0, "side": 0, "line": 9, "column": 4, "message": "North took a pile of one card.",
    }  # fmt: skip
    return Finding(**(fields | changes))


def checked(*findings: Finding, messages: tuple[Message, ...] = (), **changes: Any) -> Checked:
    """A game of one deal whose sheet is wrong by ten and whose second side is partly hidden."""
    sides = (Side("A", (0, 2)), Side("B", (1, 3)))
    game = Game("club/1", line=2, seats=("N", "E", "S", "W"), sides=sides, rules="classic-108")
    claim = Claim(1, 0, "E", "total", 1830, 20, 5)
    figures = [
        SideDeal({"meld_cards": Amount(380, 380), "total": Amount(1840, 1840)}, {}, Amount(3585, 3585), 90),
        SideDeal({"hand_cards": Amount(-200, -150), "total": Amount(None, 90)}, {}, Amount(None, None), 50),
    ]
    deal = Deal(1, 0, "judged", 10, closing="out", unjudged=3, sides=figures)
    result = GameResult(
        "club/1", "classic", "0123456789abcdef", {}, "complete", [deal], list(findings),
        [ClaimVerdict(claim, Amount(1840, 1840), "differs")], winner=0,
    )  # fmt: skip
    reading = Reading("club.cgn", "cgn", games=[game], messages=list(messages), **changes)
    return Checked(reading, [result])


def test_text_of_a_finding_and_of_a_game() -> None:
    message = Message("E121", 8, 7, "+pile or cards", "+k", "club/1", 1)
    refused = finding(status="refused", line=10, verdict="cannot_tell", ruling="stands")
    assert list(check_text.lines(checked(finding(), refused, messages=(message,)))) == [
        "club.cgn:8:7: E121: expected +pile or cards, found +k [game club/1, deal 1]",
        "club.cgn:9:4: illegal pile.one_card_hand: North took a pile of one card. [game club/1, deal 1, turn 7]",
        "club.cgn:10:4: cannot tell (refused) pile.one_card_hand: North took a pile of one card."
        " [game club/1, deal 1, turn 7, ruling: stands]",
        "club.cgn: game club/1: classic, 1 deal, complete",
        "  deal 1, out: A 1,840  B at most 90",
        "  total: A 3,585  B ?  A wins",
        "  differs: deal 1, A total: sheet of E says 1,830, replay says 1,840 (-10)",
        "  cannot tell: 1 play (see above)",
        "  not judged: 3 questions that hidden cards leave open",
    ]


def test_text_from_a_log_cannot_reach_the_terminal_raw() -> None:
    hostile = checked(finding(message="\x1b[2J\u202eNorth\nSouth"), messages=(Message("E102", 1, 1, "a card", "\x07"),))
    hostile.reading.name = "a\nb\x1b.cgn"
    hostile.reading.games[0].id = "\x9b31m"
    for lines in (check_text.lines(hostile), check_text.github(hostile)):
        for line in lines:
            assert line.isprintable()
    for record in check_json.objects(hostile, "test"):
        assert json.dumps(record).isprintable()


def test_annotations_of_a_pull_request() -> None:
    comma = checked(finding(message="100% wrong"), finding(verdict="cannot_tell"))
    comma.reading.name = "a,b:c.cgn"
    first, second = check_text.github(comma)
    assert first == (
        "::error file=a%2Cb%3Ac.cgn,line=9,col=4,title=pile.one_card_hand::100%25 wrong [game club/1, deal 1, turn 7]"
    )
    assert second.startswith("::notice ")


@pytest.mark.parametrize(
    ("found", "codes", "exit_code"),
    [
        ([], [], 0),
        (["illegal"], [], 5),
        (["score"], [], 5),
        (["cannot_tell", "irregular"], [], 0),
        ([], ["W304"], 5),
        (["illegal"], ["W304", "E121"], 10),
    ],
)
def test_exit_code(found: list[str], codes: list[str], exit_code: int) -> None:
    findings = [finding(verdict=verdict) for verdict in found]
    messages = tuple(Message(code, 1, 1, "x", "y", "club/1") for code in codes)
    assert checked(*findings, messages=messages).exit_code == exit_code


def test_refused_attempts_do_not_count() -> None:
    assert checked(finding(status="refused")).exit_code == 0


def test_messages_of_two_games_with_one_id_stay_apart() -> None:
    both = checked(messages=(Message("W301", 3, 1, "x", "first", "club/1"), Message("W301", 60, 1, "x", "2", "club/1")))
    both.reading.games.append(Game("club/1", line=50))
    both.results.append(both.results[0])
    assert {number: [m.line for m in messages] for number, messages in both.messages.items()} == {0: [3], 1: [60]}


def test_unknown_figures_are_null_with_their_bounds() -> None:
    game, file = check_json.objects(checked(), "test")
    assert game["deals"][0]["sides"] == {  # type: ignore[index]
        "A": {"items": {"meld_cards": 380}, "total": 1840, "running": 3585},
        "B": {
            "items": {"hand_cards": None}, "total": None, "running": None,
            "low": {"hand_cards": -200, "total": None, "running": None},
            "high": {"hand_cards": -150, "total": 90, "running": None},
        },
    }  # fmt: skip
    assert file["games"] == 1


def test_json_of_made_up_trouble_keeps_its_promise() -> None:
    orphans = [Orphan(99, "x" * 5000, "after @end")]
    trouble = checked(finding(deal=0), finding(), messages=(Message("E203", 99, 1, "@game", "x"),), orphans=orphans)
    for record in check_json.objects(trouble, "test"):
        VALIDATOR.validate(json.loads(json.dumps(record)))
    assert len(trouble.raw(99)) == 1000


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.cgn")), ids=lambda path: path.stem)
def test_json_of_samples_keeps_its_promise(sample: Path) -> None:
    result = check(str(sample), "--json")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    for record in records:
        VALIDATOR.validate(record)
    assert [set(record) >= {"ledger"} for record in records] == [False, True]


@pytest.mark.parametrize(
    "name",
    [
        "four-players",
        "two-players",
        "cutthroat",
        "public-view",
        "score-only",
        "unfinished",
        "brazilian",
        "italian",
        "joker",
        "pennies",
        "american",
        "hand-and-foot",
        "cut-22",
    ],
)
def test_clean_samples_are_clean(name: str) -> None:
    result = check(str(SAMPLES / f"{name}.cgn"))
    assert result.exit_code == 0, result.output


def test_the_disputed_sample_has_what_its_makers_put_in() -> None:
    result = check(str(SAMPLES / "disputed-evening.cgn"), "--json")
    game = json.loads(result.stdout.splitlines()[0])
    found = [(finding["rule"], finding["turn"]) for deal in game["deals"] for finding in deal["findings"]]
    assert result.exit_code == 5
    assert sorted(found) == [
        ("opening.minimum", 17), ("out.needs_canastas", 24), ("pile.frozen_needs_natural_pair", 10),
        ("score.item", 0), ("score.total", 0), ("score.total", 0),
    ]  # fmt: skip


def test_standard_input_and_folders(tmp_path: Path) -> None:
    sample = SAMPLES / "unfinished.cgn"
    shutil.copy(sample, tmp_path)
    (tmp_path / "notes.txt").write_text("Bring cake.", encoding="utf-8")
    from_folder = check(str(tmp_path))
    assert (from_folder.exit_code, from_folder.stderr) == (0, f"{tmp_path}/notes.txt: no log, passed over\n")
    piped = check("-", given=sample.read_bytes())
    assert piped.stdout == from_folder.stdout.replace(f"{tmp_path}/unfinished.cgn", "<stdin>")


def test_a_house_rule_on_the_command_line_counts() -> None:
    sample = str(SAMPLES / "disputed-evening.cgn")
    assert "out.needs_canastas" not in check(sample, "-o", "out_canastas=0").stdout


def test_check_loads_no_heavy_library() -> None:
    code = (
        "import sys, canasta\n"
        "try: canasta.app()\n"
        "except SystemExit: pass\n"
        "heavy = {'polars', 'duckdb', 'pyarrow', 'streamlit', 'pandas', 'numpy', 'rich'} & set(sys.modules)\n"
        "sys.exit(', '.join(heavy) or 0)"
    )
    command = [sys.executable, "-c", code, "check", str(SAMPLES / "unfinished.cgn")]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
