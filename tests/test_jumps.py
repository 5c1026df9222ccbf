"""Jumps to the next take, freeze, canasta, going out, finding or note, in this deal and in others."""

from __future__ import annotations

import pytest

from dashboards import queries
from dashboards.jumps import KINDS, jump, kinds_of
from dashboards.reviewed import Review, review_of
from dashboards.wording import Perspective
from data.actions import Kind
from data.lake import Lake
from tests.pages import DISPUTED, Open, works
from tests.pages import jump as leap


@pytest.fixture(scope="module")
def review(state: queries.LakeState) -> Review:
    row = queries.find_game(state, "", 1, DISPUTED)
    assert row is not None
    return review_of(state, row)


def walk(review: Review, name: str, *, ahead: bool = True) -> list[int]:
    """Every step that jumps of a kind lead to, from one end of the game to the other."""
    own = review.own_marks([], Perspective())
    at, found = (0 if ahead else len(review.steps) - 1), []
    while True:
        to = jump(review.steps, at, name, lambda place: [*own, *review.deal_marks(place)], ahead=ahead)
        if to is None:
            return found
        found.append(to)
        at = to


def test_jumps_meet_every_take_and_going_out(review: Review) -> None:
    kinds = [review.record.events.kind[step.row] for step in review.steps]
    assert walk(review, "Take") == [i for i, kind in enumerate(kinds) if kind == Kind.TAKE_PILE]
    assert walk(review, "Going out") == [i for i, kind in enumerate(kinds) if kind == Kind.OUT]
    assert len({review.steps[i].deal_place for i in walk(review, "Take")}) == 3, "they go on in the next deal"


def test_jumps_meet_canastas_freezes_rulings_and_findings(review: Review) -> None:
    events = review.record.events
    assert {events.kind[review.steps[i].row] for i in walk(review, "Canasta")} == {Kind.MELD}
    assert {events.kind[review.steps[i].row] for i in walk(review, "Freeze")} == {Kind.DISCARD}
    first = review.steps[walk(review, "Ruling")[0]]
    assert (first.deal, first.turn) == (1, 10)
    assert len(walk(review, "Finding")) == 5, "two findings are seen at the end of one deal"


@pytest.mark.parametrize("name", KINDS)
def test_jumps_back_meet_the_same(review: Review, name: str) -> None:
    ahead, back = walk(review, name), walk(review, name, ahead=False)
    assert [step for step in reversed(back) if step] == [step for step in ahead if step != len(review.steps) - 1]


def test_what_a_game_has_is_offered(review: Review) -> None:
    marks = review.own_marks([], Perspective())
    assert kinds_of(marks)[0] == "Finding"
    assert "Note" not in kinds_of(marks)
    assert kinds_of([]) == ["Take", "Freeze", "Canasta", "Going out"]


def test_a_jump_that_leads_nowhere_says_so(open_page: Open, samples: Lake) -> None:
    at = works(open_page("review", samples, game=DISPUTED))
    at = leap(at, "Freeze")
    assert at.query_params["turn"] == "1.3"
    at = leap(at, "Freeze", ahead=False)
    assert at.query_params["turn"] == "1.3"
    assert [toast.value for toast in at.toast] == ["Freeze: there is none before this one."]
