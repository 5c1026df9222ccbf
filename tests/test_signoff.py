"""The agreement on a score: what a step may do, what it counts for, and how the time and new figures change that."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.signoff import (
    HOURS,
    MOST_HOURS,
    OFFICIAL,
    Standing,
    State,
    Step,
    allowed,
    in_words,
    left_alone,
    refusal,
    standing,
    told,
)

BEGIN = datetime(2026, 3, 14, 20, tzinfo=UTC)
WORDS = {"confirms": State.CONFIRMED, "objects": State.DISPUTED, "final": State.FINAL, "opens": State.DRAFT}
WHO = {"A": 0, "B": 1, "C": 2, "TD": OFFICIAL}
DRAFT, CONFIRMED, DISPUTED, FINAL = State


def step(words: str) -> Step:
    """`5 A confirms new`: five hours after the beginning side A confirms the figures `new`; usually they are `old`.

    Whoever objects, decides or opens gives a reason.
    """
    hour, who, what, figures = [*words.split(), "old"][:4]
    why = "" if what == "confirms" else "the red threes"
    return Step(WORDS[what], WHO[who], BEGIN + timedelta(hours=float(hour)), figures, why=why)


def stands(steps: str, at: float, figures: str = "old", sides: int = 2) -> Standing:
    return standing(map(step, filter(None, map(str.strip, steps.split(",")))), sides, figures,
                    BEGIN + timedelta(hours=at))  # fmt: skip


class Case(NamedTuple):
    steps: str
    at: float
    state: State
    since: float | None
    figures: str = "old"
    sides: int = 2


CASES = {
    "nobody has said anything": Case("", 1000, DRAFT, None),
    "silence of one side is no consent": Case("0 A confirms", 1000, DRAFT, None),
    "every side has confirmed": Case("0 A confirms, 2 B confirms", 3, CONFIRMED, 2),
    "a moment before the time ends": Case("0 A confirms, 2 B confirms", 49.99, CONFIRMED, 2),
    "the time has ended": Case("0 A confirms, 2 B confirms", 50, FINAL, 50),
    "two of three sides": Case("0 A confirms, 2 B confirms", 1000, DRAFT, None, sides=3),
    "three of three": Case("0 C confirms, 1 A confirms, 2 B confirms", 3, CONFIRMED, 2, sides=3),
    "a game without sides is never agreed on": Case("", 1000, DRAFT, None, sides=0),
    "an objection to a draft": Case("1 B objects", 1000, DISPUTED, 1),
    "an objection in time": Case("0 A confirms, 2 B confirms, 49 B objects", 1000, DISPUTED, 49),
    "of two the first counts": Case("1 B objects, 2 A objects", 3, DISPUTED, 1),
    "an objection too late": Case("0 A confirms, 2 B confirms, 51 B objects", 1000, FINAL, 50),
    "who objected confirms": Case("0 A confirms, 1 B objects, 2 B confirms", 3, CONFIRMED, 2),
    "the time begins anew": Case("0 A confirms, 1 B confirms, 9 B objects, 40 B confirms", 87, CONFIRMED, 40),
    "and ends anew": Case("0 A confirms, 1 B confirms, 9 B objects, 40 B confirms", 88, FINAL, 88),
    "the other side's word lifts no objection": Case("1 B objects, 2 A confirms", 1000, DISPUTED, 1),
    "an objection takes back a confirmation": Case("0 B confirms, 1 B objects, 2 A confirms", 3, DISPUTED, 1),
    "an official decides": Case("0 A confirms, 1 B objects, 2 TD final", 2, FINAL, 2),
    "an official is quicker": Case("0 A confirms, 1 B confirms, 2 TD final", 2, FINAL, 2),
    "an official needs no side": Case("2 TD final", 2, FINAL, 2),
    "after that nobody objects": Case("2 TD final, 3 B objects", 3, FINAL, 2),
    "an official opens it again": Case("2 TD final, 3 TD opens", 1000, DRAFT, 3),
    "what was confirmed before is void": Case("0 A confirms, 1 B confirms, 2 TD opens, 3 B confirms", 99, DRAFT, 2),
    "and confirmed anew": Case("0 A confirms, 1 B confirms, 2 TD opens, 3 B confirms, 4 A confirms", 5, CONFIRMED, 4),
    "an objection is void too": Case("1 B objects, 2 TD opens", 3, DRAFT, 2),
    "one side alone opens nothing": Case("2 TD final, 3 A opens", 1000, FINAL, 2),
    "every side together does": Case("2 TD final, 3 A opens, 9 B opens", 1000, DRAFT, 9),
    "also after the time": Case("0 A confirms, 1 B confirms, 50 B opens, 51 A opens", 1000, DRAFT, 51),
    "but not before": Case("0 A confirms, 1 B confirms, 2 B opens, 3 A opens", 1000, FINAL, 49),
    "new figures are a draft": Case("0 A confirms, 1 B confirms", 2, DRAFT, None, "new"),
    "also after the end": Case("0 A confirms, 1 B confirms", 1000, DRAFT, None, "new"),
    "also after a decision": Case("0 TD final", 1000, DRAFT, None, "new"),
    "sides of two minds": Case("0 A confirms old, 1 B confirms new", 1000, DRAFT, None, "new"),
    "new figures confirmed": Case("0 A confirms, 1 B confirms new, 2 A confirms new", 3, CONFIRMED, 2, "new"),
    "back to the figures that were confirmed": Case("0 A confirms, 1 B confirms, 2 A confirms new", 3, CONFIRMED, 1),
    "an objection stands whatever the figures": Case("1 B objects", 9, DISPUTED, 1, "new"),
    "until its side confirms the new ones": Case("1 B objects, 2 B confirms new", 9, DRAFT, None, "new"),
    "later figures do not undo an end": Case("0 A confirms, 1 B confirms, 60 A objects new", 99, FINAL, 49),
    "no judged figures, nothing agreed": Case("0 A confirms, 1 B confirms", 1000, DRAFT, None, ""),
    "order of writing does not matter": Case("2 B confirms, 0 A confirms", 3, CONFIRMED, 2),
    "a clock that is behind": Case("0 A confirms, 2 B confirms", -5, CONFIRMED, 2),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_where_a_game_stands(case: Case) -> None:
    found = stands(case.steps, case.at, case.figures, case.sides)
    since = None if case.since is None else BEGIN + timedelta(hours=case.since)
    assert (found.state, found.since) == (case.state, since)


class Refusal(NamedTuple):
    steps: str
    step: str
    why: str
    sides: int = 2


REFUSALS = {
    "twice": Refusal("0 A confirms", "1 A confirms", "confirmed already, on 2026-03-14 20:00 UTC"),
    "a side that is none": Refusal("", "1 C confirms", "no such side"),
    "confirmed after the end": Refusal("0 TD final", "1 A confirms", "final since 2026-03-14 20:00 UTC"),
    "objected after the end": Refusal("0 A confirms, 1 B confirms", "49 A objects", "final since 2026-03-16 21:00 UTC"),
    "objected twice": Refusal("0 A objects", "1 A objects", "objects already"),
    "a side makes final": Refusal("0 A confirms, 1 B confirms", "2 A final", "Only an official"),
    "an official confirms": Refusal("", "2 TD confirms", "Sides confirm"),
    "an official objects": Refusal("", "2 TD objects", "Sides confirm"),
    "final twice": Refusal("0 TD final", "2 TD final", "final already"),
    "nothing to open": Refusal("", "2 TD opens", "nothing to open"),
    "nothing left to open": Refusal("0 A confirms, 1 TD opens", "2 TD opens", "nothing to open"),
    "a side opens a draft": Refusal("0 A confirms", "2 A opens", "Only a final score"),
    "asks twice": Refusal("0 TD final, 1 A opens", "2 A opens", "asked for that already"),
}


@pytest.mark.parametrize("case", REFUSALS.values(), ids=REFUSALS)
def test_a_step_that_is_not_allowed_counts_for_nothing_and_says_why(case: Refusal) -> None:
    tried = step(case.step)
    hour = float(case.step.split()[0])
    before = stands(case.steps, hour)
    assert case.why in refusal(before, tried)
    after = stands(f"{case.steps}, {case.step}", hour)
    assert (after.state, after.since, after.confirmed) == (before.state, before.since, before.confirmed)
    assert case.why in after.history[-1].problem
    assert [taken.problem for taken in after.history[:-1]] == [""] * len(before.history)
    assert (tried.state, tried.side) not in allowed(before, "old")


@pytest.mark.parametrize("steps", ["", "0 A confirms", "0 A confirms, 1 B confirms", "0 A objects", "0 TD final"])
def test_what_is_offered_is_what_is_allowed(steps: str) -> None:
    before = stands(steps, 2)
    offered = allowed(before, "old")
    for who, side in WHO.items():
        for what, state in WORDS.items():
            after = stands(f"{steps}, 2 {who} {what}", 2)
            assert (not after.history[-1].problem) == ((state, side) in offered), (who, what)


def test_reasons_are_asked_for() -> None:
    both = stands("0 A confirms, 1 B confirms", 2)
    for words, before in (("1 B objects", stands("", 1)), ("1 TD final", stands("", 1)), ("2 TD opens", both)):
        bare = Step(step(words).state, step(words).side, BEGIN, "old", why=" ")
        assert refusal(before, bare) == "This needs a reason."
        assert refusal(before, step(words)) == ""
    agreed = Step(State.FINAL, OFFICIAL, BEGIN, "old")
    assert refusal(both, agreed) == "", "what every side has confirmed needs no reason"


@pytest.mark.parametrize(
    ("hours", "window"), [(0, 0), (1, 1), (HOURS, 48), (MOST_HOURS, 8784), (-5, 0), (2**31 - 1, 8784)]
)
def test_the_steps_say_how_long_one_may_object(hours: int, window: int) -> None:
    last = Step(State.CONFIRMED, 1, BEGIN + timedelta(hours=1), "old", hours)
    steps = [Step(State.CONFIRMED, 0, BEGIN, "old", 0), last]
    ends = last.at + timedelta(hours=window)
    assert standing(steps, 2, "old", ends).state is State.FINAL
    assert standing(steps, 2, "old", ends).until == ends
    if window:
        assert standing(steps, 2, "old", ends - timedelta(seconds=1)).state is State.CONFIRMED


def test_no_side_shortens_the_time_of_another() -> None:
    steps = [Step(State.CONFIRMED, 0, BEGIN, "old", 48), Step(State.CONFIRMED, 1, BEGIN + timedelta(hours=1), "old", 0)]
    assert standing(steps, 2, "old", BEGIN + timedelta(hours=40)).state is State.CONFIRMED
    assert standing(steps, 2, "old", BEGIN).until == BEGIN + timedelta(hours=49)


def test_one_voice_for_every_side_is_told() -> None:
    def confirmed(*names: str) -> Standing:
        steps = [Step(State.CONFIRMED, side, BEGIN, "old", author=name, by="club") for side, name in enumerate(names)]
        return standing(steps, len(names), "old", BEGIN)

    assert confirmed("Ana", "Ana").one_voice
    assert not confirmed("Ana", "Bo").one_voice
    assert not confirmed("Ana").one_voice
    assert not stands("0 A confirms", 1).one_voice


def test_figures_that_have_changed_are_told() -> None:
    changed = stands("0 A confirms, 1 B confirms", 2, "new")
    assert [(one.side, one.figures) for one in changed.outdated] == [(0, "old"), (1, "old")]
    assert [taken.current for taken in changed.history] == [False, False]
    half = stands("0 A confirms, 1 B confirms, 2 A confirms new", 3, "new")
    assert [one.side for one in half.outdated] == [1]
    assert half.missing == [1]
    whole = stands("0 TD final, 1 A confirms new, 2 B confirms new", 3, "new")
    assert whole.outdated == ()
    assert stands("0 TD final", 3, "new").outdated[0].side == OFFICIAL


def test_steps_of_nobody_knows_what_are_kept_and_count_for_nothing() -> None:
    odd = [
        Step("", 0, BEGIN, "old"), Step("agreed", 0, BEGIN, "old", why="x"), Step("confirmed", -7, BEGIN, "old"),
        Step("confirmed", 0, BEGIN, ""),
    ]  # fmt: skip
    found = standing(odd, 1, "old", BEGIN)
    assert (found.state, found.confirmed) == (State.DRAFT, {})
    assert all(taken.problem and told(taken.step) for taken in found.history)
    assert standing(odd[3:], 1, "", BEGIN).state is State.DRAFT, "no figures are not the figures that nobody knows"


STEPS = st.lists(
    st.builds(
        lambda hour, who, what, figures: step(f"{hour} {who} {what} {figures}"),
        st.integers(0, 200), st.sampled_from(sorted(WHO)), st.sampled_from(sorted(WORDS)),
        st.sampled_from(("old", "new")),
    ),
    max_size=14,
)  # fmt: skip


@settings(deadline=None)
@given(STEPS, st.integers(1, 3), st.integers(200, 600))
def test_whatever_is_tried(steps: list[Step], sides: int, hour: int) -> None:
    at = BEGIN + timedelta(hours=hour)
    found = standing(steps, sides, "old", at)
    assert len(found.history) == len(steps), "nothing is lost"
    counted = [taken.step for taken in found.history if not taken.problem]
    assert standing(counted, sides, "old", at) == replace(
        found, history=tuple(taken for taken in found.history if not taken.problem)
    ), "what was refused changes nothing"
    decided = any(taken.state == State.FINAL and taken.figures == "old" for taken in counted)
    if found.state is State.FINAL:
        assert decided or len(found.confirmed) == sides
    if found.state in (State.CONFIRMED, State.FINAL) and not decided:
        assert {one.figures for one in found.confirmed.values()} == {"old"}
        assert not found.objections
    later = standing(steps, sides, "old", at + timedelta(days=999))
    assert later.state is left_alone(found.state, found.until, at + timedelta(days=999)), "time alone only makes final"


@pytest.mark.parametrize(
    ("total", "words"),
    [
        ("1640", "1,640"), ("-55", "-55"), ("3120..3220", "3,120 to 3,220"), ("100..?", "at least 100"),
        ("?..5", "at most 5"), ("?..?", "unknown"), ("?", "unknown"), ("", "unknown"), ("<b>", "unknown"),
        ("1" * 9999, "unknown"), ("5..\u0663", "at least 5"),
    ],
)  # fmt: skip
def test_totals_in_words(total: str, words: str) -> None:
    assert in_words(total) == words
