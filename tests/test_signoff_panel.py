"""The sign-off on the pages: what it shows, what may be pressed, by whom, and that texts are only texts."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from dashboards import lakes, login, queries, signoffs
from dashboards.signoff_panel import history_rows, standing_html
from data.lake import Lake, now
from data.signoff import OFFICIAL, State, Step, standing
from data.signoff_store import HOURS_SET, Score, scores, sign
from tests.made_logs import HOSTILE
from tests.other_results import publish_other_results
from tests.page_lakes import CANARIES
from tests.pages import DISPUTED, TAG, Files, Open, html, works

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

NAME = "Ana & <Td>"


@pytest.fixture
def open_game(open_page: Open, lake: Lake) -> Open:
    return lambda **query: works(open_page("review", lake, **{"game": DISPUTED, **query}))


def block(at: AppTest) -> str:
    """The HTML of the sign-off, "" where there is none."""
    return next((body for body in html(at).splitlines() if "signoff" in body), "")


def keep(at: AppTest, form: str) -> AppTest:
    """Send one of the forms."""
    button = next(button for button in at.button if button.key and button.key.startswith(f"FormSubmitter:sign_{form}-"))
    return works(button.click().run())


def forms(at: AppTest) -> dict[str, list[str]]:
    """By name of a form the steps it offers, in words."""
    return {radio.key[5:-5]: radio.options for radio in at.radio if radio.key and radio.key.startswith("sign_")}


def score(lake: Lake) -> Score:
    return scores(lake, DISPUTED)[0]


def step(lake: Lake, state: State, side: int, why: str = "", author: str = "Ana") -> None:
    sign(lake, score(lake), Step(state, side, now(), "", why=why, author=author))


# -- the way through -------------------------------------------------------------------------------------------------


def test_the_page_goes_the_whole_way(open_game: Open, lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOURS_SET, "24")
    at = open_game()
    assert '<span class="pill ">draft</span>' in block(at)
    assert block(at).count("has not confirmed") == 2
    assert forms(at) == {
        "confirm": ["A confirms these figures", "B confirms these figures"], "object": ["A objects", "B objects"],
        "official": ["Make the score final"],
    }  # fmt: skip
    at.text_input(key="sign_confirm_name").set_value(NAME)
    at = keep(at, "confirm")
    assert "UTC, Ana &amp; &lt;Td&gt;" in block(at)
    assert forms(at)["confirm"] == ["B confirms these figures"]
    at = keep(at, "confirm")
    assert '<span class="pill warn">confirmed</span>' in block(at)
    assert "Every side may object until" in block(at)
    assert forms(at)["official"] == ["Make the score final", "Open it again: nothing said before counts"]
    at.radio(key="sign_object_step").set_value((State.DISPUTED, 1))
    at.text_area(key="sign_object_why").set_value("deal 2: two tens")
    at = keep(at, "object")
    assert '<span class="pill bad">disputed</span>' in block(at)
    assert "<q>deal 2: two tens</q>" in block(at)
    assert at.text_area(key="sign_object_why").value == ""
    at.text_area(key="sign_official_why").set_value("the sheet stands")
    at = keep(at, "official")
    assert '<span class="pill good">final</span>' in block(at)
    assert "History: 4 steps, the latest first" in block(at)
    assert set(forms(at)) == {"ask", "official"}
    for side in (0, 1):
        at.radio(key="sign_ask_step").set_value((State.DRAFT, side))
        at.text_area(key="sign_ask_why").set_value("a slip")
        at = keep(at, "ask")
    assert '<span class="pill ">draft</span>' in block(at)
    rows = lake.read("signoffs").sort_by("decided_at").to_pylist()
    assert [(row["state"], row["side"]) for row in rows] == [
        ("confirmed", 0), ("confirmed", 1), ("disputed", 1), ("final", -1), ("draft", 0), ("draft", 1)]  # fmt: skip
    assert {row["hours"] for row in rows} == {24}
    assert rows[0]["author"] == NAME


def test_a_step_that_is_not_taken_says_why(open_game: Open, lake: Lake) -> None:
    at = keep(open_game(), "object")
    assert at.error[0].value == label_of("This needs a reason.")
    step(lake, State.CONFIRMED, 0)
    at.radio(key="sign_confirm_step").set_value((State.CONFIRMED, 0))
    at = keep(at, "confirm")
    assert "confirmed already" in at.error[0].value, "somebody else was quicker"
    assert lake.read("signoffs").num_rows == 1


def label_of(text: str) -> str:
    from dashboards.plain_text import label

    return label(text)


def test_figures_are_those_on_the_page(open_game: Open, lake: Lake) -> None:
    at = open_game()
    publish_other_results(lake, 10)
    at = keep(at, "confirm")
    assert "The figures have changed since they were shown" in at.error[0].value.replace("\\", "")
    assert "A 3,130 to 3,230 · B 1,640" in block(at)
    assert lake.read("signoffs").num_rows == 0


def test_a_lake_that_takes_no_step_says_so(open_game: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("data.lake.Writer.append", full)
    at = keep(open_game(), "confirm")
    assert "was not kept" in at.error[0].value


def test_a_time_that_is_none_is_told(open_game: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOURS_SET, "two days")
    at = keep(open_game(), "confirm")
    assert "expected whole hours" in at.error[0].value.replace("\\", "")


# -- who may ---------------------------------------------------------------------------------------------------------


def test_from_other_machines_only_known_people_sign(
    open_game: Open, lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    step(lake, State.CONFIRMED, 0)
    monkeypatch.setenv(lakes.PUBLIC, "1")
    at = open_game()
    assert "<b>A</b> confirmed" in block(at)
    assert forms(at) == {}
    monkeypatch.setattr(login, "person", lambda: login.Person("Bo", "bo@club.example"))
    monkeypatch.setattr(login, "may_decide", lambda: False)
    at = open_game()
    assert set(forms(at)) == {"confirm", "object"}
    assert not [field for field in at.text_input if field.key and field.key.startswith("sign_")]
    keep(at, "confirm")
    newest = lake.read("signoffs").sort_by("decided_at").to_pylist()[-1]
    assert (newest["author"], newest["decided_by"], newest["state"]) == ("Bo", "bo@club.example", "confirmed")


def test_who_may_no_longer_write_takes_no_step(open_game: Open, lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    at = open_game()
    monkeypatch.setenv(lakes.PUBLIC, "1")
    at = keep(at, "confirm")
    assert "may not do that" in at.error[0].value
    assert lake.read("signoffs").num_rows == 0


@pytest.mark.parametrize(
    ("named", "address", "may"),
    [(None, "bo@club.example", True), (["TD@club.example"], "td@club.example", True), (["@league.example"],
     "x@league.example", True), (["td@club.example"], "bo@club.example", False), ([], "bo@club.example", False)],
)  # fmt: skip
def test_officials_can_be_named(
    monkeypatch: pytest.MonkeyPatch, named: list[str] | None, address: str, may: bool
) -> None:
    import streamlit as st

    monkeypatch.setattr(login, "person", lambda: login.Person("Bo", address))
    monkeypatch.setenv(login.WANTED, "1")
    monkeypatch.setattr(st, "secrets", {"canasta": {} if named is None else {"officials": named}})
    assert login.may_decide() is may


def test_reasons_are_shown_where_all_cards_are(open_game: Open, lake: Lake) -> None:
    step(lake, State.DISPUTED, 1, "West held two red threes")
    assert "two red threes" in block(open_game())
    for see in ("N", "public"):
        hidden = block(open_game(see=see))
        assert "disputed" in hidden
        assert "two red threes" not in hidden


# -- texts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*HOSTILE, *CANARIES])
def test_what_people_write_is_only_text(open_game: Open, lake: Lake, files: Files, text: str) -> None:
    step(lake, State.CONFIRMED, 0, author=text)
    step(lake, State.DISPUTED, 1, text, author=text)
    shown = block(open_game())
    assert not TAG.findall(shown)
    assert not set("\x00\x1b\u202e\u2028\ufeff") & set(shown)
    assert "sign-off.csv" in files
    assert not any(cell.startswith(("=", "+", "@", "-")) for cell in files["sign-off.csv"].split(","))


@pytest.mark.parametrize("text", CANARIES)
def test_names_of_sides_are_only_text(text: str) -> None:
    made = Score("k", text, "s", 1, (text, "B"), "d", ("1..?", text), 2)
    steps = [
        Step("confirmed", 0, now(), "old", author=text, totals=(text,)),
        Step("final", OFFICIAL, now(), "d", why=text),
    ]
    found = standing(steps, 2, "d", now())
    shown = standing_html(made, [text, "B"], found, reasons=True, corrected=[(replace(made, game=text), found)])
    assert shown.count("This record corrects") == 1
    assert not TAG.findall(shown)
    assert not set("\u202e\u2028\ufeff") & set(shown)
    assert len(history_rows(made, found)) == 2


# -- lists -----------------------------------------------------------------------------------------------------------


def test_states_of_a_list(lake: Lake) -> None:
    state = queries.state_of(lake)
    keys = [row["game_key"] for row in queries.games(state)]
    assert signoffs.states(state, keys) == {}
    step(lake, State.DISPUTED, 1, "no")
    assert queries.state_of(lake) == state, "nothing else is asked anew"
    assert signoffs.states(state, keys) == {score(lake).game_key: "disputed"}
    assert signoffs.states(state, [key for key in keys if key != score(lake).game_key]) == {}
    step(lake, State.FINAL, OFFICIAL, "so be it")
    assert signoffs.states(state, keys) == {score(lake).game_key: "final"}


def listed(open_page: Open, lake: Lake, **query: str) -> set[tuple[str, str]]:
    """Game and state in the list of disputed figures."""
    at = works(open_page("disputes", lake, unsure="true", **query))
    return {(row["game"], row["signoff"]) for frame in at.dataframe[:1] for _, row in frame.value.iterrows()}


def test_disputes_are_filtered_by_where_the_game_stands(open_page: Open, lake: Lake) -> None:
    at = works(open_page("disputes", lake))
    assert "signoff" not in [box.key for box in at.selectbox], "nobody has signed anything off"
    every = {game for game, _ in listed(open_page, lake)}
    assert len(every) > 1
    assert listed(open_page, lake) == {(game, "draft") for game in every}
    step(lake, State.DISPUTED, 1, "no")
    assert listed(open_page, lake) == {(game, "disputed" if game == DISPUTED else "draft") for game in every}
    assert listed(open_page, lake, signoff="disputed") == {(DISPUTED, "disputed")}
    assert listed(open_page, lake, signoff="draft") == {(game, "draft") for game in every - {DISPUTED}}
    assert listed(open_page, lake, signoff="final") == set()
    assert listed(open_page, lake, signoff="nonsense") == listed(open_page, lake)


def test_the_list_of_games_has_a_column_where_anybody_has_signed(open_page: Open, lake: Lake, files: Files) -> None:
    works(open_page("review", lake))
    assert "signoff" not in files["games.csv"].splitlines()[0]
    step(lake, State.FINAL, OFFICIAL, "so be it")
    works(open_page("review", lake))
    rows = files["games.csv"].splitlines()
    assert rows[0].endswith(",signoff")
    assert [row.split(",")[0].strip('"\ufeff') for row in rows if row.endswith(",final")] == [DISPUTED]


def test_time_alone_makes_final_in_lists_too(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    state = queries.state_of(lake)
    for side in (0, 1):
        step(lake, State.CONFIRMED, side)
    key = score(lake).game_key
    assert signoffs.states(state, [key]) == {key: State.CONFIRMED}
    later = now() + timedelta(hours=49)
    monkeypatch.setattr(signoffs, "now", lambda: later)
    assert signoffs.states(state, [key]) == {key: State.FINAL}
