"""Rule cases as data: every case of tests/cases is read, replayed and compared; together they cover rules and options.

A file belongs to the rule it is named after.  A case writes the log from `@hand` on; the headers come from here:
two players N S and three N E S play alone, four are A=N,S B=E,W, five are A=N,S B=E,W,V with V sitting out where the
log says so, six are two trios with seats alternating; `teams` says otherwise (three pairs).

`findings` are all rules the case breaks, sorted.  `verdict` is what the file's own rule says: its finding's verdict,
or `legal` where it has none.  An option case runs twice: with its options, and without the one it `shows` (the only
one, where there is one), which must give the `default_...` expectations and so something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ingest.formats.cgn import read
from replay import replay_game
from replay.result import Amount, GameResult
from replay.rules import CATALOGUE

FOLDER = Path(__file__).parent / "cases"
TABLES = {
    2: ("N S", "A=N B=S"),
    3: ("N E S", "A=N B=E C=S"),
    4: ("N E S W", "A=N,S B=E,W"),
    5: ("N E S W V", "A=N,S B=E,W,V"),
    6: ("N E S W U V", "A=N,S,U B=E,W,V"),
}
# What a log that stops in the middle cannot have.
ALLOWED_MESSAGES = {"W301", "W305", "W306"}
Points = dict[str, int | list[int]]


class Case(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One case as its file states it; tests/cases/README.md describes the fields."""

    name: str
    source: str
    text: str
    log: str
    verdict: str
    findings: list[str]
    ruleset: str = "classic"
    players: int = 4
    teams: str = ""
    view: str = "all"
    options: dict[str, str | int | bool] = {}
    shows: str = ""
    laid_at: dict[str, str] = {}
    default_findings: list[str] | None = None
    default_scores: dict[str, Points] = {}
    scores: dict[str, Points] = {}
    running: dict[str, int] = {}
    next_minimum: dict[str, int] = {}
    winner: str | None = None
    disputed: str = ""


class CaseFile(msgspec.Struct, forbid_unknown_fields=True):
    case: list[Case]


def _files() -> dict[str, list[Case]]:
    """Cases by rule id."""
    paths = sorted(FOLDER.glob("*.toml"))
    return {path.stem: msgspec.toml.decode(path.read_bytes(), type=CaseFile).case for path in paths}


FILES = _files()
ALL = [(rule, case) for rule, cases in FILES.items() for case in cases]
NUMBERED = [pytest.param(rule, case, id=f"{rule}/{case.name}") for rule, case in ALL]


def log_of(case: Case, options: dict[str, str | int | bool]) -> bytes:
    """The whole log: headers, then what the case wrote."""
    seats, teams = TABLES[case.players]
    words = [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options.items()]
    headers = ["@cgn 1", "", f"@game {case.name}", f"rules: {case.ruleset}", f"options: {' '.join(words)}",
               f"seats: {seats}", f"teams: {case.teams or teams}"]  # fmt: skip
    headers += [f"player {seat}: {seat}" for seat in seats.split()]
    return "\n".join([*headers, f"view: {case.view}", "", case.log]).encode()


def outcome(case: Case, options: dict[str, str | int | bool]) -> GameResult:
    """The case read and replayed under these options."""
    reading = read(log_of(case, options), f"{case.name}.cgn")
    messages = [message for message in reading.messages if message.code not in ALLOWED_MESSAGES]
    assert not messages, "the log of a case reads without complaint"
    for i in range(len(reading.events)):
        # The notation has no word for cards laid at another side's table; a case names the turn and the side.
        side = case.laid_at.get(str(reading.events.turn[i]))
        if side is not None and reading.events.kind[i] == 14:
            reading.events.side[i] = "ABCDEF".index(side)
    return replay_game(reading.events, reading.games[0])


def found(result: GameResult) -> list[str]:
    return sorted(finding.rule for finding in result.findings)


def shown_option(case: Case) -> str:
    """The option that a case with `default_...` expectations is about."""
    if case.shows:
        return case.shows
    assert len(case.options) == 1, "a case with several options says which one it shows"
    return next(iter(case.options))


def has_default(case: Case) -> bool:
    return case.default_findings is not None or bool(case.default_scores)


def check_scores(result: GameResult, expected: dict[str, Points], *, deal: int = 0) -> None:
    for side, items in expected.items():
        recomputed = result.deals[deal].sides["ABCDEF".index(side)].items
        for item, points in items.items():
            amount = recomputed.get(item, Amount(0, 0))
            low, high = points if isinstance(points, list) else (points, points)
            assert (amount.low, amount.high) == (low, high), f"{side} {item}"


@pytest.mark.parametrize(("rule", "case"), NUMBERED)
def test_case(rule: str, case: Case, request: pytest.FixtureRequest) -> None:
    if case.disputed:
        request.applymarker(pytest.mark.xfail(reason=case.disputed, strict=True))
    result = outcome(case, case.options)
    assert found(result) == case.findings, [f"{f.rule}: {f.message}" for f in result.findings]
    verdicts = {finding.verdict for finding in result.findings if finding.rule == rule} or {"legal"}
    assert verdicts == {case.verdict}
    check_scores(result, case.scores)
    for side, total in case.running.items():
        assert result.deals[0].sides["ABCDEF".index(side)].running.known == total
    for side, minimum in case.next_minimum.items():
        assert result.deals[1].sides["ABCDEF".index(side)].minimum == minimum
    if case.winner is not None:
        assert result.winner == ("ABCDEF".index(case.winner) if case.winner else -1)


@pytest.mark.parametrize(("rule", "case"), [p for p in NUMBERED if has_default(p.values[1])])
def test_same_log_without_the_option(rule: str, case: Case) -> None:
    name = shown_option(case)
    result = outcome(case, {other: value for other, value in case.options.items() if other != name})
    differs = False
    if case.default_findings is not None:
        assert found(result) == case.default_findings, [f"{f.rule}: {f.message}" for f in result.findings]
        differs = case.default_findings != case.findings
    check_scores(result, case.default_scores)
    for side, items in case.default_scores.items():
        differs = differs or any(case.scores[side][item] != points for item, points in items.items())
    assert differs, f"{name} makes no difference here"


def test_every_rule_has_a_legal_and_a_broken_case() -> None:
    verdicts = {rule: {case.verdict for case in cases if not case.disputed} for rule, cases in FILES.items()}
    missing = {rule.id: {"legal", rule.verdict} - verdicts.get(rule.id, set()) for rule in CATALOGUE}
    assert not {rule: kinds for rule, kinds in missing.items() if kinds}


def test_every_case_file_belongs_to_a_rule() -> None:
    assert not set(FILES) - {rule.id for rule in CATALOGUE}


def test_names_are_unique_within_a_file() -> None:
    for rule, cases in FILES.items():
        names = [case.name for case in cases]
        assert len(names) == len(set(names)), rule
        assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names), rule
