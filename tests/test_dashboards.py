"""The pages, run without a browser: on the samples, on an empty lake, and on a lake full of trouble."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from dashboards import lakes, queries
from dashboards.addresses import address, finding_address
from dashboards.cards import card, style_sheet
from dashboards.faces import face
from dashboards.finding_queries import GROUPS, Group, finding_groups
from dashboards.plain_text import csv_of, escaped, file_name, label
from dashboards.source_text import source_line
from dashboards.steps import place_of, step_at, step_at_row, steps_of, turn_end, turn_start
from dashboards.table_html import Table, table_html
from dashboards.theme import SUIT_INK, VERDICTS
from dashboards.wording import Perspective, Teller
from data.actions import Kind
from data.cards import DECKS, SUITS, deck_named
from data.lake import Lake, open_lake
from data.recorded import Recorded
from replay.review import table_at
from tests.made_logs import HOSTILE
from tests.page_lakes import sample_lake, troubled_lake
from tests.pages import DISPUTED, PAGES, TAG, Files, Open, go, html, jump, stepping, tell, works
from tests.places import SAMPLES

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    return sample_lake(tmp_path_factory.mktemp("pages") / "samples")


@pytest.fixture(scope="session")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    return troubled_lake(tmp_path_factory.mktemp("pages") / "troubled")


@pytest.fixture(scope="session")
def state(samples: Lake) -> queries.LakeState:
    return queries.state_of(samples)


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


# -- game review ------------------------------------------------------------------------------------------------------


def review(open_page: Open, samples: Lake, **query: str) -> AppTest:
    return works(open_page("review", samples, game=DISPUTED, **query))


def test_steps_and_jumps_are_told_by_the_address(open_page: Open, samples: Lake) -> None:
    at = review(open_page, samples)
    seen = [at.query_params.get("turn")]
    for step in (1, 3, 5):
        at = go(at, step)
        seen.append(at.query_params["turn"])
        (shown,) = stepping(at)
        assert (shown["at"], shown["answered"]) == (step, step)
    at = jump(at, "Finding")
    assert [*seen, at.query_params["turn"]] == [None, "1.1", "1.1", "1.2", "1.10"]
    assert "South took the pile with one eight and one wild card." in html(at)


def test_a_step_into_another_deal_shows_its_scores(open_page: Open, samples: Lake) -> None:
    at = review(open_page, samples)
    (shown,) = stepping(at)
    at = go(go(at, shown["last"]), shown["last"] + 1)
    assert at.query_params["turn"] == "2.0"
    assert at.button_group(key="deal").value == 1
    assert [one.label for one in at.expander][-1] == "Scores of deal 2: claimed and recomputed"
    (shown,) = stepping(at)
    assert (shown["first"], shown["at"]) == (shown["at"], shown["first"])


@pytest.mark.parametrize("value", ["x", {}, {"to": "7"}, {"to": None}, {"to": [1]}, {"from": -1}, 5, None])
def test_a_step_that_means_nothing_goes_nowhere(open_page: Open, samples: Lake, value: object) -> None:
    at = review(open_page, samples, line="32")
    assert html(tell(at, "go", value)) == html(at)
    assert html(tell(at, "jump", value)) == html(at)


@pytest.mark.parametrize("step", [-5, 10**9])
def test_a_step_too_far_goes_to_the_end(open_page: Open, samples: Lake, step: int) -> None:
    at = go(review(open_page, samples, line="32"), step)
    (shown,) = stepping(at)
    assert shown["at"] == (0 if step < 0 else shown["total"] - 1)


def test_scenes_around_the_one_shown_are_at_hand(open_page: Open, samples: Lake) -> None:
    (shown,) = stepping(review(open_page, samples, line="32"))
    at, turns = shown["at"], shown["turns"]
    here = next(number for number, turn in enumerate(turns) if at <= turn["last"])
    wanted = {at - 1, at + 1, at + 4, turns[here - 1]["last"], turns[here]["last"], turns[here + 1]["last"]}
    assert wanted <= {int(step) for step in shown["scenes"]}
    for step in (at - 1, at + 1):
        again = go(review(open_page, samples, line="32"), step)
        assert stepping(again)[0]["scenes"][str(step)] == shown["scenes"][str(step)]


def test_a_finding_comes_with_its_rule_source_line_and_ruling(open_page: Open, samples: Lake) -> None:
    text = html(review(open_page, samples, source="", line="32"))
    assert "pile.frozen_needs_natural_pair" in text
    assert "classic P5" in text or "classic F1" in text
    assert "ruling: stands" in text
    assert "10. S <mark>+pile(7)</mark> 882 8 -3s" in text
    assert "noticed two turns later" in text


def test_the_deals_are_chosen(open_page: Open, samples: Lake) -> None:
    at = works(review(open_page, samples).button_group(key="deal").set_value(1).run())
    assert at.query_params["turn"] == "2.0"


def test_an_address_opens_the_same_view_afresh(open_page: Open, samples: Lake) -> None:
    at = go(jump(review(open_page, samples, see="E"), "Take"), 20)
    again = works(open_page("review", samples, **at.query_params))
    assert html(again) == html(at)
    assert again.query_params["see"] == "E"


@pytest.mark.parametrize(
    "query",
    [
        {"line": "999999999"}, {"line": "-5"}, {"line": "x"}, {"turn": "9.9"}, {"turn": "<b>"}, {"act": "77"},
        {"see": "nobody"}, {"line": "32", "turn": "2.1", "act": "0"}, {"source": "'; drop table games"},
    ],
)  # fmt: skip
def test_addresses_that_mean_nothing_open_something_sensible(
    open_page: Open, samples: Lake, query: dict[str, str]
) -> None:
    at = works(open_page("review", samples, **{"game": DISPUTED, **query}))
    assert "felt" in html(at)


def test_a_game_that_is_not_there_is_said_to_be_missing(open_page: Open, samples: Lake) -> None:
    assert "not in the lake" in html(works(open_page("review", samples, game="nobody/1")))


def test_scores_show_claims_beside_the_replay(open_page: Open, samples: Lake) -> None:
    text = html(review(open_page, samples, line="55"))
    assert re.search(r'<tr><td>cards melded</td><td class="recomputed">.*?430</summary>.*?5 x 20 .*?differs', text)
    assert "1,580" in text


# -- what stays hidden ------------------------------------------------------------------------------------------------


def load(state: queries.LakeState, game: str) -> Recorded:
    row = queries.find_game(state, "", 1, game)
    assert row is not None
    return queries.recorded(state, row["game_key"], row["batch"])


@pytest.mark.parametrize("see", ["public", "S"])
def test_hidden_cards_are_not_in_the_page(state: queries.LakeState, see: str) -> None:
    record = load(state, DISPUTED)
    perspective = Perspective(see)
    teller = Teller(record.events, record.game, perspective)
    for step in steps_of(record.events, record.game)[:80]:
        view = table_at(record.events, record.game, step.row)
        page = table_html(Table(record.game, view, None, perspective))
        for strip in re.findall(r'<div class="seat at-(\w)[^"]*".*?<div class="fan(?: long)?">(.*?)</div></div>', page):
            shown = set(re.findall(r"cd-\w+", strip[1]))
            assert shown <= {"cd-back"} or (see == "S" and strip[0] == "s"), (step, strip[0])
        if record.events.kind[step.row] == Kind.DRAW and not perspective.shows(record.game, step.seat):
            assert "co-" not in teller.act(step.row)
            assert "su-" not in teller.act(step.row)


def test_the_whole_page_tells_no_more_than_the_perspective(open_page: Open, samples: Lake) -> None:
    """What is on the page for all to see does not depend on the cards that are hidden."""
    for line in ("24", "26", "32", "33"):
        at = review(open_page, samples, line=line, see="public")
        assert "source-line" not in html(at)
        assert "nobody said" not in html(at)
        for table, turn in stepping(at)[0]["scenes"].values():
            fans = re.findall(r'<div class="seat at-.*?<div class="fan(?: long)?">(.*?)</div></div>', table)
            assert len(fans) == 4
            assert all(set(re.findall(r"cd-\w+", fan)) <= {"cd-back"} for fan in fans)
            assert "source-line" not in turn


def test_findings_about_hands_are_for_those_who_see_the_hand() -> None:
    from dashboards.review_html import SECRET, SECRET_RULES, sentence_of
    from replay.review import rule_texts

    known = {text.id for text in rule_texts()}
    assert known >= set(SECRET_RULES)
    assert {rule.partition(".")[0] for rule in known} >= set(SECRET)

    finding = {"rule": "hand.card_must_be_held", "message": "South has no nine.", "seat": "S"}
    assert "nine" in sentence_of(finding, Perspective())
    assert "nine" in sentence_of(finding, Perspective("S"))
    assert "nine" not in sentence_of(finding, Perspective("N"))
    assert "nine" not in sentence_of(finding, Perspective("public"))


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


def test_findings_are_counted_and_filtered(open_page: Open, samples: Lake) -> None:
    at = works(open_page("findings", samples))
    found = queries.totals(queries.state_of(samples))["findings"]
    assert f"<b>{found}</b>" in html(at)
    at = works(open_page("findings", samples, pick="opening.minimum"))
    assert "1 finding. Click one to open it." in [caption.value for caption in at.caption]
    assert at.button(key="all").label == r"Only opening\.minimum"
    at = works(at.button(key="all").click().run())
    assert f"{found} findings. Click one to open it." in [caption.value for caption in at.caption]
    assert "pick" not in at.query_params
    at = works(open_page("findings", samples, by="Player", pick="Jonas Wren"))
    assert "3 findings. Click one to open it." in [caption.value for caption in at.caption]
    at = works(at.button_group(key="by").set_value("rule").run())
    assert f"{found} findings. Click one to open it." in [caption.value for caption in at.caption]
    assert not at.button, "another kind of group, and nothing picked"


def test_deals_that_could_have_a_finding(state: queries.LakeState) -> None:
    """All deals judged; of a player those in which the player sat at the table."""
    groups = {by: {row["what"]: row for row in finding_groups(state, Group(by=by))} for by in GROUPS}
    dealt = sum(len({deal["position"] for deal in queries.deals_of(state, row["game_key"])
                     if deal["status"] != "score_only"}) for row in queries.games(state))  # fmt: skip
    assert {row["deals"] for row in groups["rule"].values()} == {dealt}
    assert sum(row["deals"] for row in groups["format"].values()) == dealt
    assert sum(row["deals"] for row in groups["month"].values()) == dealt, "months without findings are there too"
    wren = groups["player"]["Jonas Wren"]
    assert (wren["findings"], wren["with_finding"], wren["deals"]) == (3, 3, 3)
    assert wren["share_low"] == pytest.approx(0.4385, abs=1e-4)
    assert all(row["verdict"] in VERDICTS for row in groups["rule"].values())


def test_each_group_of_findings_stands_once(troubled: Lake) -> None:
    state = queries.state_of(troubled)
    for by in GROUPS:
        groups = finding_groups(state, Group(every=True, by=by))
        assert len({row["what"] for row in groups}) == len(groups) > 0, by
        assert sum(row["findings"] for row in groups) == 13, "a finding counts in one group"


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


def test_rulesets_are_browsed_and_compared(open_page: Open, samples: Lake) -> None:
    at = works(open_page("rules", samples))
    assert at.selectbox(key="ruleset").value == "classic"
    at = works(open_page("rules", samples, tab="Compare"))
    at = works(at.selectbox(key="other").set_value("classic").run())
    assert "They have the same value for every option." in [box.value for box in at.success]


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


# -- steps and addresses ----------------------------------------------------------------------------------------------


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


# -- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DECKS)
def test_every_card_has_a_face(name: str) -> None:
    deck = deck_named(name)
    sheet = style_sheet(name)
    assert "<" not in sheet
    for kind in deck.kinds[1:]:
        ElementTree.fromstring(face(deck, kind.id))
        assert f".cd-{name[0]}{kind.id}{{" in sheet
        assert 'aria-label="' in card(deck, kind.id)


def seen_with(colour: str, missing: int) -> tuple[float, float, float]:
    """A colour as seen without red (0), green (1) or blue (2) cones (Machado, Oliveira and Fernandes 2009)."""
    matrices = (
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    )
    linear = [(int(colour[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
    red, green, blue = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in matrices[missing])
    return red, green, blue


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_suits_differ_for_every_kind_of_colour_vision(missing: int) -> None:
    inks = [seen_with(SUIT_INK["french"][SUITS[suit]], missing) for suit in "cdhs"]
    for i, one in enumerate(inks):
        for other in inks[:i]:
            assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.06


# -- speed ------------------------------------------------------------------------------------------------------------


def test_a_step_is_quick(state: queries.LakeState) -> None:
    record = load(state, "harbour-club/2026-02-05/1")
    steps = steps_of(record.events, record.game)
    times = []
    for step in steps[100:140]:
        began = perf_counter()
        views = [table_at(record.events, record.game, row) for row in (step.row, max(step.row - 1, steps[0].row))]
        table_html(Table(record.game, views[0], views[1], Perspective()))
        times.append(perf_counter() - began)
    assert median(times) < 0.15, "a step has to be drawn in 150 ms"


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
