"""Every code of the rules pages stands for one rule, score item or definition, and for nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from data.actions import SCORE_ITEMS
from data.citations import citations, cite, cite_all, codes_of
from replay.rules import CATALOGUE
from tests.places import SHARED

RULES = SHARED / "rules"
ENTRIES = [(page, code, entry) for page, codes in citations().items() for code, entry in codes.items()]
VARIANT_WORDS = ("classic", "samba", "bolivia", "american", "foot", "heckadeck", "italian", "cuban", "wheel", "watcher")
needs_rules = pytest.mark.skipif(not RULES.is_dir(), reason="the rules pages (../shared/rules) are not here")


@pytest.mark.parametrize(("page", "code", "entry"), ENTRIES, ids=[f"{page}:{code}" for page, code, _ in ENTRIES])
def test_a_code_stands_for_one_thing(page, code, entry):
    assert [bool(entry.rule), bool(entry.item), entry.definition].count(True) == 1
    assert entry.note
    if entry.item:
        assert entry.item in SCORE_ITEMS
    for rule in entry.rules:
        assert re.fullmatch(r"[a-z]+\.[a-z_]+", rule)
        assert not any(word in rule for word in VARIANT_WORDS)


def test_every_rule_that_is_built_answers_to_a_code():
    cited = {rule for _, _, entry in ENTRIES for rule in entry.rules}
    assert {rule.id for rule in CATALOGUE} <= cited


def test_a_range_covers_its_codes():
    assert cite("R512", "notation") == cite("R519", "notation")
    assert cite("R521", "notation") is None


def test_joined_codes():
    assert [entry.rule for entry in cite_all("F2/P5", "classic")] == ["pile.frozen_needs_natural_pair"] * 2
    assert len(cite_all("M9, G1", "classic")) == 2
    with pytest.raises(KeyError):
        cite_all("M9, Z9", "classic")


def test_codes_of_a_rule_begin_with_its_own():
    codes = codes_of("meld.wild_ratio")
    assert codes[0] == ("variants", "V-MELD-RATIO")
    assert ("classic", "M1") in codes


def _codes_in_classic(text: str) -> set[str]:
    """Bold numbers, the points of N3, and N itself, the table of numbers by players that cases refer to."""
    body = text[text.index("## 1.") : text.index("## 5.")]
    cutthroat = body[body.index("**N3**") : body.index("**N4**")]
    points = {f"N3-{point}" for point in re.findall(r"^ +(\d)\. ", cutthroat, re.MULTILINE)}
    return {"N"} | points | set(re.findall(r"\*\*([EUNRFPMIDGXSL]\d+b?)\*\*", body))


def _reason_codes(text: str, game: str) -> set[str]:
    """Codes of the table in 1.6, where `AM-M-THREE ...; -RANKS` abbreviates AM-M-RANKS, and of all other places."""
    found = set(re.findall(rf"\b{game}-[A-Z0-9]+-[A-Z][A-Z0-9]+\b", text))
    table = text[text.index("## 1.6") : text.index("# A. ")]
    stem = ""
    for token in re.findall(r"(?<![\w-])(?:(?:AM|HF)-[A-Z0-9]+)?-[A-Z][A-Z0-9]+\b", table):
        stem = token.rsplit("-", 1)[0] or stem
        if stem.startswith(game):
            found.add(f"{stem}-{token.rsplit('-', 1)[1]}")
    return found


def _codes(page: str) -> set[str]:
    names = {"american": "american_and_hand_and_foot", "handfoot": "american_and_hand_and_foot"}
    if page == "notation":
        text = (SHARED / "design" / "NOTATION.md").read_text(encoding="utf-8")
        table = text[text.index("### 8.2") : text.index("### 8.3")]
        rows = [line for line in table.splitlines() if line.startswith(("| C", "| R", "| S"))]
        heads = {row.split("|")[1].strip() for row in rows}
        return {code for row in rows for code in re.findall(r"\b[CRS][456]\d\d\b", row)} - {
            code for head in heads for code in head.split("-") if code.endswith("99")
        }
    text = (RULES / f"{names.get(page, page)}.md").read_text(encoding="utf-8")
    if page == "classic":
        return _codes_in_classic(text)
    if page == "variants":
        return set(re.findall(r"\bV-[A-Z0-9]+(?:-[A-Z0-9]+)*\b", text))
    if page == "heckadeck":
        rows = re.findall(r"^\| ([BMU]\d+) \|", text, re.MULTILINE)
        return set(re.findall(r"`([EW]_[A-Z_]+[A-Z])`", text)) | set(rows)
    return _reason_codes(text, {"american": "AM", "handfoot": "HF"}[page])


@needs_rules
@pytest.mark.parametrize("page", ["classic", "variants", "american", "handfoot", "heckadeck", "notation"])
def test_no_code_of_the_pages_is_left_out(page):
    codes = _codes(page)
    assert len(codes) > 10
    assert sorted(code for code in codes if cite(code, page) is None) == []


@needs_rules
@pytest.mark.parametrize("page", ["classic", "variants", "american", "handfoot", "heckadeck"])
def test_no_code_is_invented(page):
    assert sorted(set(citations()[page]) - _codes(page)) == []


def _case_codes() -> Iterator[tuple[str, str, str]]:
    files = {"hand_and_foot": "handfoot"}
    for path in sorted((RULES / "cases").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            answers = [case["expect"], *(case["expect"].get("under") or [])]
            yield from ((files.get(path.stem, path.stem), case["id"], a["code"]) for a in answers if a.get("code"))


@needs_rules
def test_codes_of_the_worked_cases_are_mapped():
    cases = list(_case_codes())
    assert len(cases) > 100
    for page, _case, code in cases:
        assert any(entry.rules for entry in cite_all(code, page)), code
