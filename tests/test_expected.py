"""Other programs' games: read, replayed, every figure compared, every departure pinned (tests/expected/README.md)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from data.citations import PAGES
from docs import programs
from docs.programs import Departure, Refused, Survey, Unfound
from replay.rules import BY_ID

each_program = pytest.mark.parametrize("program", programs.PROGRAMS)


@pytest.fixture
def found(program: str, shared: Path) -> Survey:
    survey = programs.survey(program)
    if not survey.logs:
        pytest.skip(f"no logs of {program} in {shared / 'logs'}")
    return survey


def log_of(place: str) -> str:
    return place.partition(":")[0]


def is_whole(found: Survey) -> bool:
    """Whether all logs are there that the counts were made with."""
    return found.expected.listed() <= found.logs


@each_program
def test_every_game_is_read_and_replayed_to_its_end(program: str, found: Survey) -> None:
    assert found.messages == []
    assert found.notes == []
    cut = {log for log, deals in found.unfinished.items() if deals[-1] == "unfinished"}
    assert set(found.unfinished) == cut
    assert set(found.deals) <= {"judged", "unfinished"}
    assert found.deals["unfinished"] == len(cut)


@each_program
def test_every_figure_equals_the_programs(program: str, found: Survey) -> None:
    assert not found.claims["differs"]
    assert all(item == "final" and log in found.unfinished for log, item in found.open_claims)


@each_program
def test_departures_are_pinned(program: str, found: Survey) -> None:
    pinned = {entry.rule: {place for place in entry.at if log_of(place) in found.logs} for entry in
              found.expected.departure}  # fmt: skip
    places: dict[str, list[str]] = {rule: [] for rule in pinned}
    for place, finding in found.findings:
        assert finding.rule in pinned, f"{place}: {finding.message}"
        if log_of(place) in found.expected.listed():
            places[finding.rule].append(place)
    assert {rule: sorted(at) for rule, at in places.items()} == {rule: sorted(at) for rule, at in pinned.items()}


@each_program
def test_refused_attempts_break_a_rule_that_fits(program: str, found: Survey) -> None:
    counts: Counter[str] = Counter()
    for attempt in found.attempts:
        entry = programs.refusal_of(found.expected, attempt)
        if log_of(attempt.place) in found.expected.listed():
            assert programs.fits(entry, attempt), f"{attempt.place}: {attempt.says!r} breaks {sorted(attempt.rules)}"
        else:
            assert attempt.rules or isinstance(entry, Unfound), f"{attempt.place}: {attempt.says!r} breaks no rule"
            continue
        counts[_key(entry)] += 1
    if is_whole(found):
        assert counts == {_key(entry): entry.count for entry in (*found.expected.refused, *found.expected.unfound)}


def _key(entry: Refused | Unfound | None) -> str:
    return f"{type(entry).__name__}: {entry.says if entry else ''}"


@each_program
def test_pins_state_rule_count_reason_and_source(program: str) -> None:
    expected = programs.expected_of(program)
    for entry in expected.departure:
        assert entry.rule in BY_ID
        assert entry.count == len(entry.at) == len(set(entry.at))
        assert {log_of(place) for place in entry.at} <= expected.listed()
    for entry in expected.refused:
        assert entry.rules
        assert set(entry.rules) <= set(BY_ID)
    pins: list[Departure | Unfound] = [*expected.departure, *expected.unfound]
    for pin in pins:
        assert pin.count > 0
        assert len(pin.why) > 40
        assert pin.citation.partition(" ")[0] in PAGES
