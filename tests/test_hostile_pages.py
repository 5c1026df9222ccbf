"""Whatever stands in logs, notes and addresses is text: on every page, in every list, label, file and link."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from dashboards import queries
from dashboards.addresses import address
from dashboards.finding_queries import GROUPS
from data.lake import Lake
from tests.page_lakes import CANARIES, hostile_lake
from tests.pages import PAGES, TAG, Files, Open, html, stepping, works

if TYPE_CHECKING:
    from google.protobuf.message import Message
    from streamlit.testing.v1 import AppTest

TABS = ("Rulesets", "Position lab", "Compare", "What is checked")
# Where Streamlit puts text as it is: HTML (ours, looked at apart), data for our own component and grids, links, values.
PLAIN = {("Html", "body"), ("BidiComponent", "json"), ("PageLink", "query_string"), ("Selectbox", "options"),
         ("Selectbox", "raw_value"), ("TextInput", "default"), ("TextInput", "value"), ("TextArea", "default"),
         ("TextArea", "value"), ("Code", "code_text")}  # fmt: skip
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2028\ufeff]")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
VALUES = ("<img src=x onerror=alert(1)>", "=1+1", "'; DROP TABLE games;--", "%00\x00", "../../etc/passwd", "9" * 400,
          "-1", "\u202e\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "")  # fmt: skip
QUERY = ("game", "source", "line", "turn", "act", "see", "lake", "tab", "ruleset", "one", "other", "position", "words",
         "by", "every", "unsure", "only", "list", "deal", "could", "pick", "compare", "option", "rule")  # fmt: skip


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    return hostile_lake(tmp_path_factory.mktemp("hostile") / "lake")


def strings(message: Message) -> Iterator[tuple[str, str]]:
    """Every text in what is sent to a browser, with the name of its field."""
    for field, value in message.ListFields():
        if field.message_type and field.message_type.GetOptions().map_entry:
            continue
        for one in value if field.is_repeated else [value]:
            if field.message_type:
                yield from strings(one)
            elif isinstance(one, str):
                yield field.name, one


def only_text(at: AppTest) -> str:
    """The HTML of a page on which nothing is more than text."""
    works(at)
    for node in at.main:
        message = getattr(node, "proto", None)
        if message is None:
            continue
        kind = message.DESCRIPTOR.name
        for name, text in strings(message):
            if (kind, name) not in PLAIN and "CANARY" in text:
                assert re.search(r"(?<!\\\\)[*\[<$:`_{](?=CANARY)", text) is None, f"{kind}.{name} is markup: {text}"
    page = html(at)
    scenes = [part for shown in stepping(at) for scene in shown["scenes"].values() for part in scene]
    for text in (page, *scenes):
        assert not TAG.findall(text)
        assert not UNSEEN.search(text)
    return page


def harmless(files: Files) -> None:
    """No cell of a file is a formula or holds what cannot be seen, and its name is one."""
    for name, text in files.items():
        assert re.fullmatch(r"[A-Za-z0-9.-]+", name), name
        if name.endswith(".csv"):
            for row in csv.reader(io.StringIO(text)):
                for cell in row:
                    assert not (cell.lstrip().startswith(FORMULA) and not re.fullmatch(r"-?[\d.]+", cell)), cell
                    assert not UNSEEN.search(cell)
        else:
            assert "<b>CANARY" not in text
            assert "<img/src" not in text


# -- the walk --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_pages_hold_only_text(open_page: Open, lake: Lake, files: Files, page: str) -> None:
    only_text(open_page(page, lake))
    assert files or page == "rules"
    harmless(files)


@pytest.mark.parametrize("tab", TABS)
def test_tabs_hold_only_text(open_page: Open, lake: Lake, files: Files, tab: str) -> None:
    only_text(open_page("rules", lake, tab=tab))
    harmless(files)


@pytest.mark.parametrize("by", GROUPS)
def test_groups_of_findings_hold_only_text(open_page: Open, lake: Lake, files: Files, by: str) -> None:
    at = open_page("findings", lake, by=by.capitalize(), every="true")
    only_text(at)
    harmless(files)
    assert at.button_group(key="by").value == by


@pytest.mark.parametrize("number", range(len(CANARIES)))
def test_games_hold_only_text(open_page: Open, lake: Lake, files: Files, number: int) -> None:
    row = queries.games(queries.state_of(lake))[number]
    at = open_page("review", lake, **{**address(row), "turn": "1.2"})
    page = only_text(at)
    assert page.count("CANARY") > 10, "names, headers, ruling, note and sign-off"
    harmless(files)
    assert {name.partition("-")[0] for name in files} == {"scores", "dossier", "sign"}


def test_lists_of_games_and_notes_hold_only_text(open_page: Open, lake: Lake, files: Files) -> None:
    at = open_page("review", lake, list="Notes")
    only_text(at)
    assert f"{len(CANARIES)} notes. Click one to open it." in [caption.value for caption in at.caption]
    assert {"notes.csv"} == set(files)
    only_text(open_page("review", lake, list="Games"))
    assert {"notes.csv", "games.csv"} == set(files)
    harmless(files)


# -- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("turn", range(0, len(VALUES), 3))
def test_addresses_that_mean_nothing_are_harmless(open_page: Open, lake: Lake, page: str, turn: int) -> None:
    """Every parameter of every page has every third one of the values in turn."""
    query = {name: VALUES[(place + turn) % len(VALUES)] for place, name in enumerate(QUERY)}
    assert not TAG.findall(html(works(open_page(page, lake, **query))))
