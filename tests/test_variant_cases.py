"""Every worked case of the page on variants: our verdicts, rules, numbers and scores are those of the page.

`python -m tests.variant_cases` prints the number by variant.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from data.ruleset_store import HERE, canonical_name
from ingest.formats.cgn import read
from replay import replay_game
from tests import test_cases, variant_cases
from tests.variant_logs import CASES, Row, rows

ROWS: list[Row] = rows() if CASES.is_file() else []
needs_cases = pytest.mark.skipif(not ROWS, reason=f"the worked cases ({CASES}) are not here")


@needs_cases
@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_case(row: Row, request: pytest.FixtureRequest) -> None:
    if row["id"] in variant_cases.DISPUTED:
        request.applymarker(pytest.mark.xfail(reason=variant_cases.DISPUTED[row["id"]], strict=True))
    assert variant_cases.check(row) == ""


@needs_cases
def test_all_cases_are_there() -> None:
    assert len(ROWS) == 238
    assert set(variant_cases.DISPUTED) <= {row["id"] for row in ROWS}
    assert len(Counter(row["profile"] for row in ROWS)) == 20


def test_the_public_samba_of_the_notation_replays() -> None:
    """The example of the notation: cards, sequences, canastas, red threes, going out are verified, hidden hands stay
    open.  Its last turn lays a second wild card on a finished canasta, which the rules page on Samba forbids: there the
    page is followed and not the example.
    """
    example = Path(__file__).parent / "corpus" / "valid" / "002-samba-public-record.cgn"
    reading = read(example.read_bytes(), example.name)
    result = replay_game(reading.events, reading.games[0])
    assert [(finding.rule, finding.line) for finding in result.findings] == [("meld.canasta_stays_closed", 35)]
    allowed = replay_game(reading.events, reading.games[0], {"wild_on_complete": "true"})
    assert allowed.findings == []
    verdicts = {claim.claim.item: claim.verdict for claim in allowed.claims}
    left_open = {item for item, verdict in verdicts.items() if verdict == "cannot_tell"}
    assert left_open == {"hand_cards", "total", "running"}
    assert set(verdicts.values()) == {"equal", "cannot_tell"}


@pytest.fixture
def renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """All rulesets once more under names that say nothing, in a folder of their own."""
    files = sorted(HERE.glob("*.toml"))
    names = [f"x{number}" for number in Random(7).sample(range(1000), len(files))]
    new = {path.stem: name for path, name in zip(files, names, strict=True)}
    targets = {f'"{old}"': f'"{name}"' for old, name in new.items()}
    for path in files:
        lines = []
        for line in path.read_text(encoding="utf-8").splitlines():
            refers = re.match(r"(name|extends|\d+) = ", line)
            target = re.sub(r'"(\w+)"', lambda m: f'"{new.get(canonical_name(m[1]), m[1])}"', line)
            lines.append(target if refers else line)
        (tmp_path / f"{new[path.stem]}.toml").write_text("\n".join(lines), encoding="utf-8")
    assert targets
    monkeypatch.setenv("CANASTA_RULES", str(tmp_path))
    return new


@needs_cases
def test_variants_are_known_by_their_values_alone(renamed: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    names = {name: renamed[canonical_name(name)] for name in {variant_cases.ruleset_of(row) for row in ROWS}}
    monkeypatch.setattr(variant_cases, "RENAMED", names)
    wrong = {row["id"]: variant_cases.check(row) for row in ROWS if row["id"] not in variant_cases.DISPUTED}
    assert not {case: words for case, words in wrong.items() if words}


def test_rule_cases_give_the_same_under_other_names(renamed: dict[str, str]) -> None:
    for rule, case in test_cases.ALL:
        named = test_cases.found(test_cases.outcome(case, case.options))
        original, case.ruleset = case.ruleset, renamed[canonical_name(case.ruleset)]
        try:
            assert test_cases.found(test_cases.outcome(case, case.options)) == named, f"{rule}/{case.name}"
        finally:
            case.ruleset = original
