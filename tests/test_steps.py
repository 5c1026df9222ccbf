"""The steps of a game, how an address means one, the tables they show, and the line of the log that they come from."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from dashboards import queries
from dashboards.source_text import source_line
from dashboards.steps import place_of, step_at, step_at_row, steps_of, turn_end, turn_start
from dashboards.table_html import Table, table_html
from dashboards.wording import Perspective
from data.actions import Kind
from data.recorded import Recorded
from replay.review import table_at
from tests.pages import DISPUTED, load
from tests.places import SAMPLES


@pytest.fixture(scope="session")
def records(state: queries.LakeState) -> list[Recorded]:
    return [load(state, row["game"]) for row in queries.games(state)]


def test_every_step_has_an_address_of_its_own(records: list[Recorded]) -> None:
    for record in records:
        steps = steps_of(record.events, record.game)
        assert [step_at(steps, place_of(step)) for step in steps] == list(range(len(steps)))


def test_a_line_means_its_last_act(records: list[Recorded]) -> None:
    for record in records:
        steps = steps_of(record.events, record.game)
        for i, (step, after) in enumerate(pairwise(steps)):
            if step.line != after.line:
                assert step_at(steps, {"line": str(step.line)}) == i


def test_every_row_of_a_deal_is_seen_at_some_step(records: list[Recorded]) -> None:
    for record in records:
        steps = steps_of(record.events, record.game)
        rows = range(steps[0].row, record.game.last)
        assert all(steps[step_at_row(steps, row)].row <= row for row in rows)
        for i in range(len(steps)):
            assert turn_start(steps, i) <= i <= turn_end(steps, i)


def test_the_original_line_is_found(state: queries.LakeState) -> None:
    row = queries.find_game(state, "", 1, DISPUTED)
    assert row is not None
    lines = (SAMPLES / "disputed-evening.cgn").read_text(encoding="utf-8").split("\n")
    for number in (1, 3, 32, len(lines) - 1):
        excerpt = source_line(state, row["source"], number)
        assert excerpt is not None
        assert excerpt.text == lines[number - 1]
    assert source_line(state, row["source"], 10**6) is None
    assert source_line(state, row["source"], 0) is None
    assert source_line(state, "no such source", 1) is None


def test_second_hands_are_shown_until_they_are_taken_up(state: queries.LakeState) -> None:
    record = load(state, "samples/hand-and-foot")
    kinds, cards = record.events.kind, record.events.cards_of
    feet = {len(cards(row)) for row in range(record.game.first, record.game.last) if kinds[row] == Kind.PACKET}
    steps = steps_of(record.events, record.game)
    for see in ("public", "all"):
        first, last = (
            table_html(Table(record.game, table_at(record.events, record.game, step.row), None, Perspective(see)))
            for step in (steps[0], steps[-1])
        )
        assert {int(size) for size in re.findall(r">aside (\d+)<", first)} == feet
        assert first.count(">aside ") == 4 > last.count(">aside ")


def test_those_who_play_together_in_cutthroat_have_one_place_for_their_melds(state: queries.LakeState) -> None:
    record = load(state, "attic/2026-03-01")
    views = [table_at(record.events, record.game, step.row) for step in steps_of(record.events, record.game)]
    together = [view for view in views if view.lone_seat >= 0 and any(side.melds for side in view.sides)]
    assert together
    for view in together[::20]:
        page = table_html(Table(record.game, view, None, Perspective()))
        shown = sum(len(side.melds) for side in view.sides)
        partners = [side.melds for n, side in enumerate(view.sides) if view.seats[view.lone_seat].side != n]
        doubled = len(partners[0]) if partners[0] == partners[1] else 0
        assert (
            page.count('class="meld') - page.count('class="meld bonus') - page.count('class="melds') == shown - doubled
        )
