"""Every worked case of the rules page on Modern American and Hand and Foot, replayed and compared.

`pytest -rP -k count tests/test_american_handfoot_cases.py` prints the number for each profile.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from data.citations import cite_all
from data.ruleset import RulesetError, resolve
from ingest.formats.cgn import read
from replay import replay_game
from replay.result import GameResult
from tests.case_logs import Case, Log
from tests.places import SHARED

FOLDER = SHARED / "rules" / "cases"
OURS = Path(__file__).parent / "cases"
PAGES = {"american": "american", "hand_and_foot": "handfoot"}
CASES: list[Case] = [
    json.loads(line)
    for name in PAGES
    if (FOLDER / f"{name}.jsonl").is_file()
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]
# Cases that this project answers otherwise, and why.
DISPUTED: dict[str, str] = {}
# Items of the cases and those of our sheets, which have fewer.
CANASTAS = ("natural_canastas", "mixed_canastas", "sequence_canastas", "wild_canastas", "other_canastas")
ITEMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "canastas": (("canastas", "seven_twos"), CANASTAS),
    "collections": (("canasta_collections",), ("aggregate",)),
    "threes laid": (("red_threes", "black_threes"), ("bonus_cards",)),
    "going out": (("going_out",), ("going_out", "concealed")),
    "special hand": (("special_hand",), ("special_hands",)),
    "melded cards": (("melded_cards",), ("meld_cards",)),
    "what is left": (
        ("hand_cards", "red_threes_held", "unfinished_special_melds", "aces_or_sevens_in_hand", "exact_cut"),
        ("hand_cards", "unfinished_melds", "penalties"),
    ),
}
needs_cases = pytest.mark.skipif(not CASES, reason=f"the worked cases ({FOLDER}) are not here")
numbered = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def log_of(case: Case, options: Case | None = None) -> Log:
    try:
        rules = resolve(case["profile"], 0)
    except RulesetError as error:
        pytest.skip(str(error))
    return Log(case, rules, options)


def outcome(case: Case, options: Case | None = None) -> GameResult:
    """The case as a log, read without complaint and replayed."""
    log = log_of(case, options).text()
    reading = read(log, f"{case['id']}.cgn")
    codes = {message.code for message in reading.messages} - {"W301", "W305", "W306", "W302"}
    assert not codes, log.decode()
    result = replay_game(reading.events, reading.games[0])
    print(log.decode())
    for finding in result.findings:
        print(f"{finding.rule}: {finding.verdict}: {finding.message}")
    return result


def check_verdict(case: Case, result: GameResult, verdict: str, code: str | None) -> None:
    """Legal: no finding.  Otherwise a finding of the rule that the code stands for, of that verdict."""
    if verdict == "legal":
        assert not [finding.rule for finding in result.findings]
        return
    rules = {rule for citation in cite_all(str(code), PAGES[case["family"]]) for rule in citation.rules}
    found = [finding for finding in result.findings if finding.rule in rules]
    assert found
    wanted = {"cannot_tell"} if verdict == "undetermined" else {"illegal", "impossible"}
    assert {finding.verdict for finding in found} <= wanted


def check_score(case: Case, result: GameResult) -> None:
    items = result.deals[0].sides[0].items
    padded = 0 if case["situation"].get("special_hand") else log_of(case).padded
    for theirs, ours in ITEMS.values():
        wanted = sum(case["expect"]["items"].get(item, 0) for item in theirs) - padded * ("hand_cards" in theirs)
        assert sum(items[item].known or 0 for item in ours) == wanted, (theirs, case["expect"]["items"])
    assert items["total"].known == case["expect"]["total"] - padded


def check_result(case: Case, result: GameResult) -> None:
    kind, value = case["action"]["type"], case["expect"]["value"]
    if kind == "stock_after_deal":
        assert result.deals[0].turns[0].stock_before == value
    elif kind == "cards_taken_with_pile":
        assert result.deals[0].turns[0].taken == value
    elif kind == "game_over":
        assert result.winner == "AB".index(value)
    else:
        assert kind == "talon_cards"
        assert not result.findings


@needs_cases
@numbered
def test_case(case: Case, request: pytest.FixtureRequest) -> None:
    if case["id"] in DISPUTED:
        request.applymarker(pytest.mark.xfail(reason=DISPUTED[case["id"]], strict=True))
    result = outcome(case)
    if case["kind"] == "legality":
        check_verdict(case, result, case["expect"]["verdict"], case["expect"]["code"])
        for under in case["expect"].get("under", []):
            check_verdict(case, outcome(case, under["options"]), under["verdict"], under["code"])
    elif case["kind"] == "scoring":
        check_score(case, result)
    else:
        check_result(case, result)


@needs_cases
def test_a_case_for_a_talon_of_another_size_is_found_wrong() -> None:
    """The cases on talons state a number: one card more, or any where none is due, breaks a rule."""
    for case in (case for case in CASES if case["action"]["type"] == "talon_cards"):
        other = {**case, "expect": {"value": case["expect"]["value"] + 1}}
        assert outcome(other).findings, case["id"]


@needs_cases
def test_none_is_missing() -> None:
    """Every one of them ran above, and a dispute is about one that is there."""
    assert len(CASES) == 139
    assert set(DISPUTED) <= {case["id"] for case in CASES}


@needs_cases
def test_every_case_is_carried_over() -> None:
    """Each has a case of ours, in our words, so that the rules are tested where the pages are not at hand."""
    sources = [line for path in OURS.glob("*.toml") for line in path.read_text(encoding="utf-8").splitlines()]
    cited = {
        name for line in sources if line.startswith("source = ") for name in re.findall(r"(?:AM|HF)-[LS]\d+", line)
    }
    assert not {case["id"] for case in CASES} - cited
