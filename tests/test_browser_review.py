"""Game review in a real browser: keys, buttons, slider, timeline, links, perspectives."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from data.lake import open_lake
from ingest.run import ingest
from replay.run import replay_new
from tests.browsing import chromium, serving
from tests.driving import NOW, addressed, after, key, open_game, opened, shown
from tests.made_logs import log

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]


def test_keys_step_and_the_link_opens_the_same_view(page: Page, site: str, browser: Browser) -> None:
    open_game(page, site)
    assert shown(page) == "Deal 1 \u25a0: The deal"
    assert "draws 6" in key(page, "ArrowRight")
    assert "discards K" in key(page, "ArrowDown")
    assert "takes the pile (7)" in key(page, "n")
    page.wait_for_selector(".finding")
    assert "It was frozen by the joker" in page.locator(".finding .sentence").inner_text()
    assert page.locator(".source-line mark").inner_text() == "+pile(7)"
    assert "melds 882" in key(page, "ArrowRight")
    addressed(page, "line=32&turn=1.10&act=2")
    there, link = shown(page), page.url
    assert re.search(r"source=\w{12}&line=32&turn=1\.10&act=2", link)
    fresh = browser.new_page()
    fresh.goto(link)
    fresh.wait_for_selector(NOW)
    assert shown(fresh) == there
    fresh.close()
    page.go_back()
    assert "takes the pile" in after(page, there)


def test_timeline_slider_and_buttons_lead_to_a_step(page: Page, site: str) -> None:
    open_game(page, site)
    before = shown(page)
    page.locator(".timeline button.out").click()
    assert "goes out" in after(page, before)
    before = shown(page)
    slider = page.get_by_role("slider", name="act of the deal")
    place = int(slider.input_value())
    slider.focus()
    page.keyboard.press("ArrowLeft")
    assert "discards 5" in after(page, before)
    assert int(slider.input_value()) == place - 1
    before = shown(page)
    slider.fill("2")
    assert "draws 6" in after(page, before)
    before = shown(page)
    page.get_by_role("button", name="next turn").click()
    assert "discards" in after(page, before)
    for name, words in (("end of the deal", "The deal is over"), ("next act", "The deal"), ("previous act", "over")):
        before = shown(page)
        page.get_by_role("button", name=name).click()
        assert words in after(page, before)
    assert page.get_by_role("button", name="end of the deal").is_disabled()
    before = shown(page)
    page.get_by_label("what to jump to").select_option("Canasta")
    page.get_by_role("button", name="the last one before").click()
    assert "melds" in after(page, before)


def test_a_step_is_seen_before_the_server_answers(page: Page, site: str) -> None:
    open_game(page, site)
    for name, words in (("ArrowRight", "draws 6"), ("ArrowDown", "discards K"), ("ArrowLeft", "melds 552")):
        page.wait_for_timeout(300)
        now = page.evaluate(
            "name => { document.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));"
            " return document.querySelector('.turn li.now').innerText; }", name)  # fmt: skip
        assert words in now


def test_a_key_that_is_held_steps_on_and_the_address_follows(page: Page, site: str) -> None:
    open_game(page, site)
    slider = page.get_by_role("slider", name="act of the deal")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.stepper-slider').value === '31'")
    page.wait_for_selector(".stepper:not(.waiting)")
    addressed(page, "line=29&turn=1.7&act=2")
    assert shown(page).startswith("Deal 1, turn 7 ")
    page.wait_for_timeout(500)
    assert slider.input_value() == "31", "no late answer sets it back"


def test_what_is_pressed_after_a_jump_counts_from_where_it_leads(page: Page, site: str) -> None:
    open_game(page, site)
    page.evaluate(
        "for (const key of ['n', 'n', 'n', 'ArrowRight']) {"
        " document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); }"
    )
    addressed(page, "line=80&turn=2.17&act=3")
    page.wait_for_timeout(500)
    assert page.url.endswith("line=80&turn=2.17&act=3&lake=1")


def test_no_late_answer_sets_back_what_is_shown(page: Page, site: str) -> None:
    """Two steps inside a deal and one into the next, faster than any answer."""
    open_game(page, site)
    assert "over" in key(page, "End")
    assert "The deal" in key(page, "Home")
    addressed(page, "line=17&turn=1.0")
    page.evaluate(
        "window.seen = []; const turn = document.querySelector('.scene-turn');"
        " new MutationObserver(() => window.seen.push(turn.querySelector('.now').innerText))"
        ".observe(turn, { childList: true });"
        " const press = (key) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));"
        " press('ArrowDown'); setTimeout(() => { press('End'); press('ArrowRight'); });"
    )
    addressed(page, "line=58&turn=2.0")
    page.get_by_text("Scores of deal 2").wait_for()
    seen = [words.split()[0] for words in page.evaluate("window.seen")]
    assert seen[:2] == ["discards", "The"]
    assert "discards" not in seen[1:]


def test_keys_step_on_after_a_choice_by_mouse(page: Page, site: str) -> None:
    open_game(page, site, line="58")
    page.get_by_role("radio", name="South").click()
    page.wait_for_function("!document.querySelector('.at-n .fan').innerHTML.includes('cd-f')")
    assert "lays out" in key(page, "ArrowRight")
    page.get_by_role("radio", name="South").click()
    page.wait_for_timeout(300)
    assert "see=S" in page.url, "chosen once more, it is still chosen"
    kinds = page.get_by_label("what to jump to")
    kinds.select_option("Take")
    kinds.focus()
    assert "takes the pile" in key(page, "n")
    assert kinds.input_value() == "Take"


def test_a_long_turn_scrolls_beside_the_table(browser: Browser, tmp_path: Path) -> None:
    """What is below the table stays in reach, and the act that is shown and its finding are in sight."""
    lines = log("long/1").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1. E "))
    lines[first] = "1. E" + " +4" * 40 + " -4"
    (tmp_path / "long.cgn").write_text("\n".join(lines), encoding="utf-8")
    lake = open_lake(tmp_path / "lake", create=True)
    ingest([tmp_path / "long.cgn"], lake)
    replay_new(lake)
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    with serving([lake.path]) as address:
        page.goto(f"{address}/?game=long/1&turn=1.1&act=40")
        opened(page)
        assert page.locator(".turn li").count() == 41
        boxes = [page.locator(part).bounding_box() for part in (".panel.finding.here", ".felt", ".st-key-could")]
        finding, table, below = [box or {"y": 10_000, "height": 0} for box in boxes]
        assert 0 < finding["y"] < finding["y"] + finding["height"] < 900
        assert below["y"] < table["y"] + table["height"] + 60
    page.close()


def test_keys_mean_nothing_where_somebody_types(page: Page, site: str) -> None:
    open_game(page, site)
    before = shown(page)
    page.get_by_role("button", name="Add a note").click()
    page.get_by_label("Note", exact=True).fill("p")
    for name in ("n", "ArrowLeft", "Home", "ArrowRight"):
        page.keyboard.press(name)
    page.wait_for_timeout(300)
    assert shown(page) == before
    assert page.get_by_label("Note", exact=True).input_value() == "pn"


def test_hidden_cards_are_not_in_the_source_of_the_page(page: Page, site: str) -> None:
    open_game(page, site, line="24", see="public")
    source = page.content()
    for seat in "wnes":
        strip = page.locator(f".at-{seat} .fan").inner_html()
        assert "cd-back" in strip
        assert not re.search(r"cd-f\d", strip)
    assert 'class="source-line"' not in source
    assert "!3h +2 !3d" not in source
    before = page.locator(".at-s .fan").inner_html()
    page.get_by_role("radio", name="South").or_(page.get_by_role("button", name="South")).first.click()
    page.wait_for_function("before => document.querySelector('.at-s .fan').innerHTML !== before", arg=before)
    assert re.search(r"cd-f\d", page.locator(".at-s .fan").inner_html())
    assert not re.search(r"cd-f\d", page.locator(".at-n .fan").inner_html())
    assert "see=S" in page.url


def test_hidden_cards_are_not_sent_at_all(browser: Browser, site: str) -> None:
    """Of all that reaches a browser that never asked for more than open cards, none shows a card of a hand."""
    page = browser.new_page()
    sent: list[bytes] = []
    page.on("websocket", lambda socket: socket.on(
        "framereceived", lambda frame: sent.append(frame if isinstance(frame, bytes) else frame.encode())))  # fmt: skip
    open_game(page, site, line="22", see="public")
    before = shown(page)
    for name in ("ArrowRight", "ArrowRight", "n"):
        before = key(page, name)
    assert before
    told = b"\n".join(sent).replace(b'\\"', b'"')  # scenes are sent as JSON
    faces = set(re.findall(rb'class="cd (cd-f\d+)', told))
    page.wait_for_timeout(300)
    assert b'class="cd cd-back' in told
    assert b"!3h +2 !3d" not in told
    assert b'class="source-line' not in told
    hand = re.findall(rb'<div class="seat at-.*?<div class="fan(?: long)?">(.*?)</div></div>', told, re.DOTALL)
    assert len(hand) >= 16
    assert not [strip for strip in hand if b"cd-f" in strip]
    assert faces, "the pile and the melds are seen"
    page.close()
