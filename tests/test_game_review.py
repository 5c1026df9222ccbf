"""Game review without a browser: steps, jumps, addresses, what a perspective shows, and the scores of a deal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from dashboards import queries
from dashboards.sheet_html import sheet_html, sheet_rows
from dashboards.steps import steps_of
from dashboards.table_html import Table, table_html
from dashboards.wording import Perspective, Teller
from data.actions import Kind
from data.lake import Lake
from replay.review import table_at
from tests.pages import DISPUTED, Open, go, html, jump, load, stepping, tell, works

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest


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
    assert at.button_group(key="deal_1").value == 1
    assert [one.label for one in at.expander][-1] == "Scores of deal 2: claimed and recomputed"
    (shown,) = stepping(at)
    assert (shown["first"], shown["at"]) == (shown["at"], shown["first"])


def test_a_browser_that_is_behind_chooses_no_deal(open_page: Open, samples: Lake) -> None:
    """What it says of the choices that it still shows comes after the step into another deal."""
    at = review(open_page, samples, see="E")
    behind = at._tree.get_widget_states()
    at = jump(go(at, stepping(at)[0]["last"]), "Finding")
    there = dict(at.query_params)
    assert there["turn"] == "2.17"
    assert dict(works(at._run(behind)).query_params) == there


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
    at = works(review(open_page, samples).button_group(key="deal_0").set_value(1).run())
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


def test_a_deal_of_which_only_scores_are_known_says_so(open_page: Open, samples: Lake) -> None:
    assert "only the scores were written down" in html(works(open_page("review", samples, game="mill-lane/2025-12-19")))
    assert "only the scores were written down" not in html(review(open_page, samples))


# -- what stays hidden ------------------------------------------------------------------------------------------------


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
    from replay.messages import TEMPLATES
    from replay.review import rule_texts

    known = {text.id for text in rule_texts()}
    kept = {rule for rule, words in TEMPLATES.items() if "{a_kind_" in words and not re.search("discard|did_it", words)}
    assert {rule for rule in kept if rule.partition(".")[0] not in SECRET} <= set(SECRET_RULES), "what a hand kept"
    assert known >= set(SECRET_RULES)
    assert {rule.partition(".")[0] for rule in known} >= set(SECRET)

    finding = {"rule": "hand.card_must_be_held", "message": "South has no nine.", "seat": "S"}
    assert "nine" in sentence_of(finding, Perspective())
    assert "nine" in sentence_of(finding, Perspective("S"))
    assert "nine" not in sentence_of(finding, Perspective("N"))
    assert "nine" not in sentence_of(finding, Perspective("public"))


def test_counts_are_told_in_words_and_in_the_order_of_their_numbers() -> None:
    claims = [
        {"side_no": 0, "side": "A", "item": f"count.n{value}", "low": 1, "high": 1, "claimed": 1, "claimant": "N",
         "verdict": "agrees", "recomputed": 1}
        for value in (50, 5, 20, 10)
    ]  # fmt: skip
    words = re.findall(r"<td>([^<\d]+\d+[^<]+)</td>", sheet_html(["A"], [], claims))
    assert words == [f"number: cards of {value} points" for value in (5, 10, 20, 50)]
    assert [row["figure"] for row in sheet_rows(["A"], [], claims)] == words
