"""The main journeys through the pages, in a real browser: import, find, look, ask, note, sign, take away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browsing import AT_REST, PATIENCE, chromium
from tests.driving import click_cell, key, open_game, opened
from tests.page_lakes import hostile_log
from tests.pages import DISPUTED
from tests.places import SAMPLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]


def test_a_finding_is_found_and_opened(page: Page, site: str) -> None:
    page.goto(f"{site}/findings")
    page.get_by_placeholder("Game, player, rule or words of a finding").fill("joker")
    page.keyboard.press("Enter")
    page.get_by_text("1 finding. Click one to open it.").wait_for()
    click_cell(page, 1, 0)
    page.wait_for_selector(".felt")
    assert "frozen by the joker" in page.locator(".finding .sentence").inner_text()
    assert "line=32" in page.url


def test_a_figure_is_looked_at_and_its_link_opens_it_again(page: Page, site: str) -> None:
    page.goto(f"{site}/disputes")
    sentence = page.locator(".finding .sentence")
    first = sentence.inner_text()
    click_cell(page, 0, 2)
    page.wait_for_function("location.search.includes('figure=')")
    page.wait_for_function("first => document.querySelector('.finding .sentence').innerText !== first", arg=first)
    chosen = sentence.inner_text()
    page.goto(page.url)
    page.wait_for_selector(AT_REST)
    assert sentence.inner_text() == chosen


def test_a_list_can_be_taken_away(page: Page, site: str) -> None:
    page.goto(f"{site}/disputes")
    page.get_by_text("3 figures. Click one to look at it.").wait_for()
    with page.expect_download() as download:
        page.locator(".st-key-csv_figures button").click()
    assert download.value.suggested_filename == "figures.csv"
    assert "mill-lane/2026-01-16" in download.value.path().read_text(encoding="utf-8-sig")


def test_a_list_is_taken_away_without_names(page: Page, site: str) -> None:
    page.goto(f"{site}/disputes")
    page.get_by_text("3 figures. Click one to look at it.").wait_for()
    page.get_by_role("button", name="Options").click()
    page.get_by_text("No names in downloads").click()
    button = page.locator(".st-key-csv_figures button", has_text="CSV without names")
    button.wait_for()
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        button.click()
    text = download.value.path().read_text(encoding="utf-8-sig")
    assert "Player" in text
    assert "Brandt" not in text
    assert "420" in text


def test_a_dossier_is_taken_away(page: Page, site: str) -> None:
    open_game(page, site, line="55")
    with page.expect_download() as download:
        page.get_by_role("button", name="Dossier").click()
    assert download.value.suggested_filename == "dossier-mill-lane-2026-01-16.html"
    text = download.value.path().read_text(encoding="utf-8")
    assert "mill-lane/2026-01-16" in text
    assert "420" in text


def test_the_lab_is_asked_by_clicking_and_by_typing(page: Page, site: str, browser: Browser) -> None:
    page.goto(f"{site}/rules?tab=Position+lab")
    answer = page.locator(".answer b")
    answer.get_by_text("Illegal").wait_for()
    page.get_by_role("button", name="K", exact=True).first.click()  # one more king for the hand of N
    page.wait_for_function("document.querySelectorAll('.at-n .cd').length === 11")
    play = page.get_by_role("textbox", name="The play", exact=True)
    play.fill("+pile KKK -7h")
    play.press("Enter")
    answer.get_by_text("Legal", exact=True).wait_for()
    fresh = browser.new_page()
    fresh.goto(page.url)
    fresh.locator(".answer b").get_by_text("Legal", exact=True).wait_for()
    fresh.close()
    page.get_by_text("As text: type or copy it").click()
    text = page.get_by_label("CGN (docs/NOTATION.md, section 7); the last line is the play")
    assert "holds N K 2 7h 4 9 K ?x5" in text.input_value().replace("  ", " ")


def test_a_note_is_written_found_and_taken_back(page: Page, site: str) -> None:
    open_game(page, site, line="32")
    page.get_by_role("button", name="Add a note").click()
    page.get_by_label("Note", exact=True).fill("Was it <b>said</b>?")
    page.get_by_role("button", name="Keep it").click()
    note = page.locator(".note", has_text="Was it <b>said</b>?")
    note.wait_for()
    page.goto(f"{site}/?list=Notes")
    page.get_by_text("1 note. Click one to open it.").wait_for()
    click_cell(page, 0, 0)
    note.wait_for()
    assert "line=32" in page.url
    page.locator("[class*='st-key-withdraw_'] button").first.click()
    note.wait_for(state="detached")


def test_nothing_scrolls_sideways_on_a_phone(browser: Browser, site: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    for query in (f"?game={DISPUTED}&line=32", "", "findings", "disputes", "rules?tab=Position+lab", "imports"):
        page.goto(f"{site}/{query}")
        page.wait_for_selector(".felt, [data-testid='stDataFrame']")
        page.wait_for_selector(AT_REST)
        wide = page.evaluate("[...document.querySelectorAll('.stMain, body')].map(part => part.scrollWidth)")
        assert max(wide) <= 390, query
        box = page.locator(".felt, [data-testid='stDataFrame'], .sums, .answer").first.bounding_box()
        assert box is not None
        assert box["y"] < 500, f"what {query or 'the list'} is about is seen without scrolling"
    page.close()


def test_a_rule_is_read_where_it_is_listed(page: Page, site: str) -> None:
    open_game(page, site, line="32")
    page.locator(".finding .rule summary").click()
    page.get_by_text("all of it in the list of rules").click()
    page.get_by_text("1 rule.").wait_for()
    assert "rule=pile.frozen_needs_natural_pair" in page.url


def test_texts_of_a_hostile_log_are_only_text(page: Page, site: str) -> None:
    open_game(page, site, lake="2", game="hostile/1")
    assert "<script>alert('x')</script>" in page.locator(".felt").inner_text()
    assert "<img src=x onerror=alert(1)>" in page.locator(".facts").first.inner_text()
    assert page.locator("img[src=x]").count() == 0
    key(page, "ArrowRight")
    assert "<script>alert('x')</script>" in page.locator(".turn").inner_text()
    page.goto(f"{site}/findings?lake=2&by=Player")
    page.wait_for_selector("[data-testid='stDataFrame']")
    page.goto(f"{site}/findings?lake=2&by=Month&every=true")
    chart = page.locator("[data-testid='stVegaLiteChart']")
    chart.locator("canvas, svg").first.wait_for()
    page.wait_for_timeout(1000)  # the bars are drawn a moment later
    box = chart.bounding_box()
    assert box is not None
    for x in range(10, int(box["width"]) - 10, 13):
        page.mouse.move(box["x"] + x, box["y"] + box["height"] * 0.4)
    assert page.locator("img[src=x], script:text('alert')").count() == 0


def test_a_group_of_findings_is_looked_at_alone(page: Page, site: str, browser: Browser) -> None:
    page.goto(f"{site}/findings?by=Player")
    page.get_by_text("8 findings. Click one to open it.").wait_for()
    click_cell(page, 0, 0)
    page.get_by_text("3 findings. Click one to open it.").wait_for()
    button = page.get_by_role("button", name="Only Jonas Wren")
    button.wait_for()
    fresh = browser.new_page()
    fresh.goto(page.url)
    fresh.get_by_text("3 findings. Click one to open it.").wait_for()
    fresh.close()
    button.click()
    page.get_by_text("8 findings. Click one to open it.").wait_for()
    assert "pick" not in page.url
    page.goto(f"{site}/findings?lake=2&by=Month&every=true")
    page.get_by_text("13 findings. Click one to open it.").wait_for()
    chart = page.locator("[data-testid='stVegaLiteChart']")
    chart.locator("canvas, svg").first.wait_for()
    page.wait_for_timeout(1000)
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 34 + (box["width"] - 34) * 0.75, box["y"] + box["height"] * 0.45)
    page.get_by_text("10 findings. Click one to open it.").wait_for()
    assert "pick=2026-03" in page.url


def test_a_log_is_imported_judged_and_reviewed(page: Page, site: str, tmp_path: Path) -> None:
    hostile = tmp_path / "=evening <b>.cgn"
    hostile.write_text(hostile_log(), encoding="utf-8")
    page.goto(f"{site}/imports?lake=3")
    page.get_by_text("There is no lake here yet").wait_for()
    page.locator('input[type="file"]').set_input_files([SAMPLES / "disputed-evening.cgn", hostile])
    page.get_by_role("button", name="Store them in the lake").click()
    page.get_by_text("2 files: 2 stored now, 0 were stored before.").wait_for()
    page.get_by_role("button", name="Judge them now").click()
    page.get_by_text("not judged yet").wait_for(state="detached", timeout=2000 * PATIENCE)
    page.goto(f"{site}/?lake=3")
    page.get_by_text("2 games. Click one to open it.").wait_for()
    page.get_by_placeholder("Player, game, date, event or file").fill("katya moss")
    page.keyboard.press("Enter")
    page.get_by_text("1 game. Click one to open it.").wait_for()
    click_cell(page, 0, 0)
    opened(page)
    assert "takes the pile (7)" in key(page, "n")
    assert "lake=3" in page.url


def test_a_score_is_confirmed_disputed_and_decided(page: Page, site: str) -> None:
    open_game(page, site, game="attic/2026-03-01", line="60")
    block = page.locator(".signoff")
    for _ in "ABC":
        block.get_by_text("has not confirmed").first.wait_for()
        sign(page, "Confirm")
    block.get_by_text("confirmed", exact=True).wait_for()
    block.get_by_text("Every side may object until").wait_for()
    sign(page, "Object", "deal 4, n: the pile was not frozen")
    block.get_by_text("disputed", exact=True).wait_for()
    sign(page, "Official", "the pile was frozen")
    block.get_by_text("final", exact=True).wait_for()
    block.get_by_text("History: 5 steps").click()
    block.get_by_text("deal 4, n: the pile was not frozen").wait_for()
    assert "line=60" in page.url, "keys in a reason step nowhere"
    page.goto(f"{site}/?list=Games")
    page.get_by_text("19 games. Click one to open it.").wait_for()
    open_game(page, site, game="attic/2026-03-01")
    block.get_by_text("final", exact=True).wait_for()


def sign(page: Page, button: str, why: str = "") -> None:
    """Open one of the forms of the sign-off and send it."""
    steps = page.locator(".signoff summary")
    before = steps.inner_text() if steps.count() else ""
    page.locator(".st-key-signoff").get_by_role("button", name=button).click()
    if why:
        page.get_by_label("Reason").locator("visible=true").fill(why)
    page.get_by_role("button", name="Keep it").locator("visible=true").click()
    page.wait_for_function(
        "before => document.querySelector('.signoff summary')?.innerText != before", arg=before or None
    )
    page.wait_for_selector(AT_REST)
