"""Rule cases as data: every case of tests/cases is read, replayed and compared; together they cover rules and options.

tests/cases/README.md describes the files.  An option case runs twice: with its options, and without the one it shows,
which must give the `default_...` expectations and so something else.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from data.citations import cite_all
from data.options import options as known_options
from data.options import resolve
from data.ruleset import load
from ingest.formats.cgn import read
from replay import replay_game
from replay.result import Amount, GameResult
from replay.rules import CATALOGUE
from tests.places import ROOT

FOLDER = Path(__file__).parent / "cases"
RULESETS = ROOT / "data" / "rulesets"
TABLES = {
    2: ("N S", "A=N B=S"),
    3: ("N E S", "A=N B=E C=S"),
    4: ("N E S W", "A=N,S B=E,W"),
    5: ("N E S W V", "A=N,S B=E,W,V"),
    6: ("N E S W U V", "A=N,S,U B=E,W,V"),
}
# What a log that stops in the middle lacks: its end, a header, how the deal closed.
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
    messages: list[str] = []
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
    codes = {message.code for message in reading.messages} - ALLOWED_MESSAGES
    assert codes == set(case.messages), "the reader complains of what the case says, and of nothing else"
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


def check_amounts(result: GameResult) -> None:
    """What holds of every score: bounds in order, a total that is the sum of its items, no number in place of none."""
    for side in (side for deal in result.deals for side in deal.sides):
        for amount in [*side.items.values(), side.running]:
            assert all(bound is None or abs(bound) < 100_000 for bound in (amount.low, amount.high))
            assert amount.low is None or amount.high is None or amount.low <= amount.high
        parts = [amount.known for item, amount in side.items.items() if item != "total"]
        if parts and None not in parts:
            assert side.items["total"].known == sum(part or 0 for part in parts)


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
    check_amounts(result)
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


# Values of options of the classic ruleset for which no case of the classic game can differ, and why.
BY_ROSTER = "seats and teams of the log say it"
OTHER_FAMILIES = "no classic page has it; its cases come with the family that does"
NO_CASE_POSSIBLE = {
    "deck": OTHER_FAMILIES,
    "players": BY_ROSTER,
    "sides": BY_ROSTER,
    "sit_out": "the log says who sits out",
    "direction": "a log lists its seats in playing order",
    "law_pack": "names the law beside a finding; no verdict reads it",
    "opening_basis": "player: used only where everyone plays alone; deal_number: other families",
    "red3_deal_timing=first_turn": "only a log of a program shows red threes laid before the turns",
    "packet_size": OTHER_FAMILIES,
    "black3_role": OTHER_FAMILIES,
    "wild_ratio=four_naturals": OTHER_FAMILIES,
    "wild_ratio=four_naturals_at_close": OTHER_FAMILIES,
    "ask_exempt=second_packet_pickup": OTHER_FAMILIES,
    "red3_plus_if=sevens>=1": OTHER_FAMILIES,
    "red3_plus_if=by_canastas": OTHER_FAMILIES,
}


def _classic_values() -> list[str]:
    """`option=value` for each other value of each option the classic ruleset states; `option` where values are open."""
    stated = tomllib.loads((RULESETS / "classic.toml").read_text(encoding="utf-8"))["values"]
    found = []
    for name, entry in stated.items():
        option = known_options()[name]
        if option.log_only:
            continue
        words = {"bool": [True, False], "choice": option.values}.get(option.type)
        found += [name] if words is None else [f"{name}={word}" for word in words if word != entry["value"]]
    return found


def _shown_values() -> set[str]:
    """What the option cases with French cards show, in canonical names: `option` and `option=value` for each."""
    shown = set()
    for case in (case for _, case in ALL if has_default(case) and load(case.ruleset).family != "heckadeck"):
        name = shown_option(case)
        for setting in resolve(name, case.options[name], "classic") or ():
            shown |= {setting.option, f"{setting.option}={setting.value}"}
    return shown


def test_every_value_of_a_classic_option_makes_a_difference_somewhere() -> None:
    wanted = [value for value in _classic_values() if not {value, value.partition("=")[0]} & set(NO_CASE_POSSIBLE)]
    assert not set(wanted) - _shown_values()


def test_excused_values_have_no_case() -> None:
    assert not set(NO_CASE_POSSIBLE) & _shown_values()


def _cited(prefix: str) -> dict[str, list[tuple[str, Case]]]:
    """Cases by the id they follow: `classic.md W-67, SC-05` follows two."""
    cited: dict[str, list[tuple[str, Case]]] = {}
    for rule, case in ALL:
        if case.source.startswith(prefix):
            for name in case.source.removeprefix(prefix).split(","):
                cited.setdefault(name.strip(), []).append((rule, case))
    return cited


ITEMS = {"red_threes": "bonus_cards", "melded_cards": "meld_cards"}


def _answers(row: dict[str, Any], case: Case) -> bool:
    """Whether a case expects what a row of the rules page does: its verdict and rule, its points, or its number."""
    expected = row["expect"]
    if row["kind"] == "scoring":
        points = {ITEMS.get(item, item): amount for item, amount in expected["items"].items()}
        points["total"] = expected["total"]
        return any(points.items() <= items.items() for items in case.scores.values())
    if row["kind"] == "result":
        value = expected["value"]
        if "winner" in value:
            return case.winner == value["winner"]
        sides = [side for side, total in case.running.items() if total == value["score"]]
        return any(case.next_minimum[side] == value["minimum"] for side in sides)
    if expected["verdict"] == "legal":
        return not case.findings
    rules = {rule for citation in cite_all(expected["code"], "classic") for rule in citation.rules}
    return bool(rules & set(case.findings))


def test_cases_expect_what_the_rules_page_says(shared: Path) -> None:
    lines = (shared / "rules" / "cases" / "classic.jsonl").read_text(encoding="utf-8").splitlines()
    rows = {row["id"]: row for row in map(json.loads, lines)}
    cited = _cited("classic.md ")
    assert not set(rows) - set(cited)
    wrong = [(name, case.name) for name in rows for _, case in cited[name] if not _answers(rows[name], case)]
    assert not wrong
