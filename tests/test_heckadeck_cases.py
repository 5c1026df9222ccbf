"""Every worked case of the rules page on Canasta with the Heckadeck, replayed and compared.

`pytest -rP -k count tests/test_heckadeck_cases.py` prints the number for each profile.
"""

from __future__ import annotations

import json

import pytest

from data.citations import cite, cite_all
from data.ruleset import RulesetError, resolve
from ingest.formats.cgn import read
from replay.judging import Judge
from replay.records import result_of
from replay.result import GameResult
from replay.ruleset import resolve as rules_of
from replay.state import State, canastas
from tests.heckadeck_logs import Case, Log
from tests.places import SHARED

PAGE = SHARED / "rules" / "cases" / "heckadeck.jsonl"
LINES = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.is_file() else []
CASES: list[Case] = [json.loads(line) for line in LINES]
# Cases that this project answers otherwise, and why.
DISPUTED: dict[str, str] = {}
CANASTAS = ("natural_canastas", "mixed_canastas", "sequence_canastas", "wild_canastas", "other_canastas")
ITEMS = {
    "cards": ("meld_cards",), "canastas": CANASTAS, "bonus": ("bonus_cards",), "go_out": ("going_out",),
    "concealed": ("concealed",), "special": ("special_hands",), "hands": ("hand_cards",), "fumbles": ("penalties",),
}  # fmt: skip
# What a log that stops in the middle lacks.
ALLOWED_MESSAGES = {"W301", "W302", "W305", "W306", "W313"}
needs_cases = pytest.mark.skipif(not CASES, reason=f"the worked cases ({PAGE}) are not here")
numbered = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def outcome(case: Case) -> tuple[GameResult, State]:
    """The case as a log, read without complaint and replayed: the result, and the table at the end."""
    try:
        resolve(case["profile"], 0)
    except RulesetError as error:
        pytest.skip(str(error))
    log = Log(case).text()
    reading = read(log.encode(), f"{case['id']}.cgn")
    print(log)
    assert not {message.code for message in reading.messages} - ALLOWED_MESSAGES, reading.messages
    game = reading.games[0]
    judge = Judge(reading.events, game, rules_of(game.rules, len(game.seats), len(game.sides), game.options))
    result = result_of(judge.judged())
    for finding in result.findings:
        print(f"{finding.rule}: {finding.verdict}: {finding.message}")
    return result, judge.fold.s


def check_legality(case: Case, result: GameResult, table: State) -> None:
    expected = case["expect"]
    if expected["verdict"] != "legal":
        rules = {rule for citation in cite_all(expected["code"], "heckadeck") for rule in citation.rules}
        found = [finding for finding in result.findings if finding.rule in rules]
        assert found
        assert {finding.verdict for finding in found} <= {"illegal", "impossible", "conservation"}
        return
    facts = expected.get("after", {})
    warned = {getattr(cite(code, "heckadeck"), "rule", "") for code in facts.get("warnings", [])}
    assert {finding.rule for finding in result.findings} == warned
    reached = {
        "round_ended_by": "DARKNESS" if table.darkness_seat >= 0 else "GO_OUT" if table.out_seat >= 0 else None,
        "go_out": table.out_seat == 0,
        "concealed": bool(table.out_concealed),
        "dark_concealed": bool(table.darkness_concealed),
        "pile_frozen": bool(table.pile_wilds or table.pile_bonus),
        "pile_count": table.pile_size,
        "removed_count": table.removed_count,
        "stock_count": table.stock_size,
        "canastas": canastas(table, 0, 7),
        "warnings": facts.get("warnings"),
    }
    assert {name: reached[name] for name in facts} == facts


def check_score(case: Case, result: GameResult) -> None:
    items = result.deals[0].sides[0].items
    for theirs, ours in ITEMS.items():
        assert sum(items[item].known or 0 for item in ours) == case["expect"]["items"].get(theirs, 0), theirs
    assert items["total"].known == case["expect"]["total"]


def check_result(case: Case, result: GameResult) -> None:
    value = case["expect"]["value"]
    if case["action"]["type"] == "running_total":
        totals = [deal.sides[0].running.known for deal in result.deals[: len(value["scores"])]]
        assert totals == value["scores"]
        assert [deal.sides[0].minimum for deal in result.deals[1 : len(value["minimums"]) + 1]] == value["minimums"]
        assert result.winner == (0 if value["game_over"][-1] else -1)
    elif value:
        assert not result.findings
        assert result.deals[0].sides[0].items["special_hands"].known == value["points"]
    else:
        assert result.findings


@needs_cases
@numbered
def test_case(case: Case, request: pytest.FixtureRequest) -> None:
    if case["id"] in DISPUTED:
        request.applymarker(pytest.mark.xfail(reason=DISPUTED[case["id"]], strict=True))
    result, table = outcome(case)
    if case["kind"] == "legality":
        check_legality(case, result, table)
    elif case["kind"] == "scoring":
        check_score(case, result)
    else:
        check_result(case, result)


@needs_cases
def test_none_is_missing() -> None:
    """Every one of them ran above, and a dispute is about one that is there."""
    assert len(CASES) == 88
    assert set(DISPUTED) <= {case["id"] for case in CASES}
