"""The pages, run without a browser: on the samples, on an empty lake, and on a lake full of trouble."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dashboards import lakes, queries
from dashboards.addresses import address, finding_address
from dashboards.finding_queries import disputes
from dashboards.plain_text import csv_of, escaped, file_name, label
from dashboards.views.disputes import place
from data.lake import Lake, open_lake
from tests.made_logs import HOSTILE
from tests.pages import DISPUTED, PAGES, TAG, Files, Open, go, html, stepping, works
from tests.places import SAMPLES

# -- every page on every lake -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_pages_work_on_the_samples(open_page: Open, samples: Lake, page: str) -> None:
    works(open_page(page, samples))


@pytest.mark.parametrize("page", PAGES)
def test_pages_work_on_a_lake_with_trouble(open_page: Open, troubled: Lake, page: str) -> None:
    works(open_page(page, troubled))


@pytest.mark.parametrize("page", PAGES)
def test_pages_say_what_to_do_where_there_is_no_lake_and_no_game(open_page: Open, tmp_path: Path, page: str) -> None:
    at = works(open_page(page, tmp_path / "nowhere"))
    assert "canasta ingest" in html(at) or page in ("imports", "rules")
    empty = open_lake(tmp_path / "empty", create=True)
    at = works(open_page(page, empty))
    assert "canasta ingest" in html(at) or page == "rules"


def test_a_lake_that_cannot_be_read_says_why(open_page: Open, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "lake.json").write_text("{<b>", encoding="utf-8")
    for page in ("review", "findings", "disputes", "imports"):
        assert "This lake cannot be shown" in html(works(open_page(page, tmp_path / "broken")))


def test_games_that_were_not_replayed_are_named(open_page: Open, tmp_path: Path) -> None:
    from ingest.run import ingest

    lake = open_lake(tmp_path / "stored", create=True)
    ingest([SAMPLES / "disputed-evening.cgn"], lake)
    assert "canasta replay" in html(works(open_page("findings", lake)))
    at = works(open_page("review", lake, game=DISPUTED))
    assert "not replayed yet" in html(at)
    assert "felt" in html(at)
    imports = works(open_page("imports", lake))
    assert "1 game not judged yet." in [warning.value for warning in imports.warning]


def test_every_game_can_be_stepped_through(open_page: Open, samples: Lake, troubled: Lake) -> None:
    for lake in (samples, troubled):
        state = queries.state_of(lake)
        for row in queries.games(state):
            at = works(open_page("review", lake, **address(row)))
            assert row["game"] in html(at) or escaped(row["game"]) in html(at)


def test_a_lake_is_chosen_among_several(open_page: Open, samples: Lake, troubled: Lake) -> None:
    at = works(open_page("review", samples, troubled, lake="2"))
    assert at.selectbox(key="lake_number").options == ["samples", "troubled"]
    at = works(open_page("review", samples, troubled, lake="2", game=DISPUTED))
    assert "not in the lake" in html(at)
    works(open_page("review", samples, troubled, lake="../../etc", game=DISPUTED))


# -- untrusted text ---------------------------------------------------------------------------------------------------


def test_hostile_names_headers_and_comments_stay_text(open_page: Open, troubled: Lake) -> None:
    at = works(open_page("review", troubled, game="hostile/1"))
    for step in range(1, 5):
        at = go(at, step)
        for scene in stepping(at)[0]["scenes"].values():
            assert not TAG.findall("".join(scene))
        text = html(at)
        assert not TAG.findall(text)
        assert "<script" not in text
        assert "onerror=alert" not in re.sub(r"&lt;.*?&gt;", "", text)
        assert "&lt;script&gt;" in text
    for page in PAGES[1:]:
        assert not TAG.findall(html(works(open_page(page, troubled))))


def test_labels_of_widgets_are_no_markdown() -> None:
    assert label("**x** [y](z) :red[a]") == r"\*\*x\*\* \[y\]\(z\) \:red\[a\]"
    assert label("a\u202eb\x1b") == r"a\\u202eb\\x1b"


@pytest.mark.parametrize("text", HOSTILE)
def test_escaped_text_is_only_text(text: str) -> None:
    assert not set("<>\"'\x00\x1b\u202e") & set(escaped(text))


def test_downloads_hold_no_formulas() -> None:
    cells = csv_of([{"name": text} for text in ("=1+1", "+x", "-x", "@x", " =x", "\t=x", "Ana")]).decode("utf-8-sig")
    assert [line.strip('"')[0] for line in cells.splitlines()[1:]] == ["'"] * 6 + ["A"]
    assert csv_of([{"points": -40, "none": None}]).decode("utf-8-sig") == "points,none\r\n-40,\r\n"
    assert csv_of([]) == b"\xef\xbb\xbf\r\n"


def test_file_names_are_last_parts() -> None:
    assert [file_name(path) for path in ("a/b.cgn", "c:\\x\\y.cgn", "z", "/")] == ["b.cgn", "y.cgn", "z", "/"]


# -- the other pages --------------------------------------------------------------------------------------------------


def test_a_finding_opens_the_turn_it_is_about(open_page: Open, samples: Lake, state: queries.LakeState) -> None:
    from dashboards.finding_queries import Group, finding_list

    finding = next(row for row in finding_list(state, Group()) if row["rule"] == "opening.minimum")
    at = works(open_page("review", samples, **finding_address(finding)))
    assert "South opened with 15 points; 90 were needed" in html(at)
    assert "counted again after the deal" in html(at)


def test_disputes_lead_from_a_figure_to_cards_and_turns(open_page: Open, samples: Lake) -> None:
    at = works(open_page("disputes", samples))
    text = html(at)
    assert "E wrote 420 for cards melded of A; the replay says 430 (-10)." in text
    assert "cards=<mark>420</mark>" in text.replace("<mark>420</mark>", "<mark>420</mark>")
    assert "felt" in text
    assert any("are worth 430 points in all" in caption.value for caption in at.caption)


def test_the_address_of_disputes_names_a_figure(open_page: Open, samples: Lake, state: queries.LakeState) -> None:
    found = disputes(state, "")
    assert len({place(claim) for claim in found}) == len(found) == 3
    for claim in found:
        text = html(works(open_page("disputes", samples, figure=place(claim))))
        assert f"{claim['claimant'] or 'The log'}" in text
        assert f" {claim['claimed']:,} for " in text
    assert "420 for cards melded" in html(works(open_page("disputes", samples, figure="no.such.figure")))


def test_rulesets_are_browsed_and_compared(open_page: Open, samples: Lake) -> None:
    at = works(open_page("rules", samples))
    assert at.selectbox(key="ruleset").value == "classic"
    at = works(open_page("rules", samples, tab="Compare"))
    at = works(at.selectbox(key="other").set_value("classic").run())
    assert "They have the same value for every option." in [box.value for box in at.success]


@pytest.mark.parametrize(
    ("asked", "shown"), [("samba", "samba"), ("american", "am_cla"), ("<b>", "classic"), ("", "classic")]
)
def test_the_address_names_a_ruleset(open_page: Open, samples: Lake, asked: str, shown: str) -> None:
    at = works(open_page("rules", samples, ruleset=asked))
    assert at.selectbox(key="ruleset").value == shown
    at = works(at.selectbox(key="ruleset").set_value("bolivia").run())
    assert at.query_params["ruleset"] == "bolivia"
    assert works(at.run()).selectbox(key="ruleset").value == "bolivia"


def test_an_option_is_compared_in_all_rulesets(open_page: Open, samples: Lake, files: Files) -> None:
    query = {"tab": "Compare", "compare": "One option in all", "option": "black3_freezes"}
    at = works(open_page("rules", samples, **query))
    assert "freezes the pile" in html(at)
    assert "Bicycle rules (bicycle),true" in files["rulesets.csv"]
    assert "Classic Canasta (classic),false" in files["rulesets.csv"]


def test_imports_show_ledger_and_quarantine(open_page: Open, troubled: Lake) -> None:
    at = works(open_page("imports", troubled))
    assert "which adds up" in html(at)
    assert [tab.label for tab in at.tabs][1].startswith("Quarantine (")
    assert [tab.label for tab in at.tabs][1] != "Quarantine (0)"


def test_nothing_can_be_imported_where_others_can_look(
    open_page: Open, samples: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(lakes.PUBLIC, "1")
    at = works(open_page("imports", samples))
    assert not at.button
    assert "nothing can be imported here" in at.info[0].value


def test_only_public_pages_are_bound_to_other_addresses() -> None:
    from dashboards.commands import server

    assert "--server.address=127.0.0.1" in server(8501)
    assert "--server.address=0.0.0.0" in server(8501, public=True)
