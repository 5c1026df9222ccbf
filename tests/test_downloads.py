"""What is taken away: all rows of a list, score sheets, dossiers; and nobody's name where none may go out."""

from __future__ import annotations

import csv
import io
import re

import pytest

from dashboards import names, queries
from dashboards.names import SWITCH, Mask
from dashboards.sheet_html import sheet_rows
from data.lake import Lake
from tests.page_lakes import sample_lake
from tests.pages import DISPUTED, Files, Open, works

NUMBERS = {"Ana Kovac": "Player 1", "Ana": "Player 2", "Bo": "Player 3", "J. Wren": "Player 4", "N": "Player 5",
           "Zoë O'Hara": "Player 6"}  # fmt: skip


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    return sample_lake(tmp_path_factory.mktemp("downloads") / "samples")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


# -- what there is ---------------------------------------------------------------------------------------------------


def test_every_list_can_be_taken_away(open_page: Open, lake: Lake, files: Files) -> None:
    wanted = {
        "review": {"games.csv"}, "findings": {"findings.csv", "groups-by-rule.csv"}, "imports": {"files.csv"},
        "disputes": {"figures.csv", "turns.csv", "scores-of-deal-1.csv", "dossier-mill-lane-2026-01-16.html"},
        "rules": {"options.csv", "keys-of-sources.csv"},
    }  # fmt: skip
    for page, there in wanted.items():
        files.clear()
        works(open_page(page, lake))
        assert set(files) == there


def test_a_file_holds_all_rows_though_the_page_shows_the_first(
    open_page: Open, lake: Lake, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = queries.games
    monkeypatch.setattr(queries, "games", lambda *args, **kwargs: ask(*args, **{"most": 2, **kwargs}))
    at = works(open_page("review", lake))
    there = queries.totals(queries.state_of(lake))["games"]
    assert f"2 games of {there}, the first ones; search to narrow them down. Click one to open it." in [
        caption.value for caption in at.caption
    ]
    assert len(rows_of(files["games.csv"])) == there > 2


def test_a_sheet_is_taken_away_figure_by_figure(open_page: Open, lake: Lake, files: Files) -> None:
    works(open_page("review", lake, game=DISPUTED, line="55"))
    rows = rows_of(files["scores-of-deal-1.csv"])
    wrong = [row for row in rows if row["verdict"] == "differs"]
    assert [(row["figure"], row["claimed"], row["recomputed"], row["claimant"]) for row in wrong] == [
        ("cards melded", "420", "430", "E"), ("sum of the deal", "1580", "1590", "E"),
    ]  # fmt: skip
    assert {row["who"] for row in rows} == {"A (North, South)", "B (East, West)"}
    assert "420" in files["dossier-mill-lane-2026-01-16.html"]


def test_a_sheet_says_what_only_the_replay_knows() -> None:
    scores = [{"side": "A", "side_no": 0, "item": "total", "points": 5, "low": 1000, "high": 2000}]
    rows = sheet_rows(["A (N)"], scores, [])
    assert (rows[0]["recomputed"], rows[0]["claimed"], rows[0]["verdict"]) == ("1000 to 2000", None, "")


def test_hidden_cards_are_in_no_file_of_a_perspective(open_page: Open, lake: Lake, files: Files) -> None:
    works(open_page("review", lake, game=DISPUTED, line="24", see="public"))
    assert set(files) == {"scores-of-deal-1.csv"}, "the dossier shows all cards"


# -- without names ---------------------------------------------------------------------------------------------------


def test_files_without_names_tell_none(open_page: Open, lake: Lake, files: Files) -> None:
    state = queries.state_of(lake)
    known = set(names.numbers(state))
    parts = {part.casefold() for name in known for part in re.findall(r"\w+", name)}
    assert len(known) > 8
    for page, query in (("review", {}), ("findings", {"by": "Player", "every": "true"}), ("findings", {"by": "Scribe"}),
                        ("disputes", {}), ("imports", {}), ("review", {"game": DISPUTED, "line": "55"})):  # fmt: skip
        at = works(open_page(page, lake, **query))
        told = {word.casefold() for text in files.values() for word in re.findall(r"\w+", text)}
        assert told & parts or page == "imports", "with names there are some"
        files.clear()
        works(at.toggle(key=SWITCH).set_value(True).run())
        assert files
        for name, text in files.items():
            assert name.endswith(".csv"), "a dossier quotes the log"
            assert not {word.casefold() for word in re.findall(r"\w+", text)} & parts, name
        files.clear()


def test_a_person_has_the_same_number_everywhere(open_page: Open, lake: Lake, files: Files) -> None:
    number = names.numbers(queries.state_of(lake))["Jonas Wren"]
    at = works(open_page("findings", lake))
    works(at.toggle(key=SWITCH).set_value(True).run())
    assert number in {row["player"] for row in rows_of(files["findings.csv"])}
    at = works(open_page("disputes", lake))
    works(at.toggle(key=SWITCH).set_value(True).run())
    assert number in rows_of(files["figures.csv"])[0]["players"]


@pytest.mark.parametrize(
    ("column", "value", "masked"),
    [
        ("player", "Ana Kovac", "Player 1"),
        ("players", "Ana, Bo, N, somebody else", "Player 2, Player 3, Player 5, (left out)"),
        ("claimant", "E", "E"),
        ("claimant", "Eva", "(left out)"),
        ("claimant", "(Eva)", "(left out)"),
        ("player", "(a whole deal)", "(a whole deal)"),
        ("recorder", "ANA KOVAC (paper)", "Player 1 (paper)"),
        ("game", "ana-kovac-vs-bo/kovac/1", "Player 1-vs-bo/Player 1/1"),
        ("game", "Bo_and_wren.cgn", "Player 3_and_Player 4.cgn"),
        ("message", "The sheet of Bo says 420, of ana kovac 430; both show the board.",
         "The sheet of Player 3 says 420, of Player 1 430; both show the board."),
        ("message", "J. Wren, j wren and J Wrenham", "Player 4, Player 4 and J Wrenham"),
        ("message", "Zoë O'Hara", "Player 6"),
        ("text", "anything at all", "(left out)"),
        ("found", "anything at all", "(left out)"),
        ("claimed", 420, 420),
        ("player", None, None),
    ],
)  # fmt: skip
def test_names_become_numbers(column: str, value: object, masked: object) -> None:
    assert Mask(NUMBERS).value(column, value) == masked


def test_groups_show_numbers_too(open_page: Open, lake: Lake, files: Files) -> None:
    at = works(open_page("findings", lake, by="Player", pick="Jonas Wren"))
    assert "Jonas" in files["groups-by-player.csv"]
    assert "Jonas" in at.button(key="all").label
    number = names.numbers(queries.state_of(lake))["Jonas Wren"]
    at = works(at.toggle(key=SWITCH).set_value(True).run())
    assert not at.button, "the name in the address means nothing any more"
    (groups, *_) = at.dataframe
    assert number in set(groups.value["player"])
    assert "Jonas" not in groups.value.to_csv()
