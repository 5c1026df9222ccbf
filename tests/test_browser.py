"""The main journeys through the pages, in a real browser: import, find, step, link, hide, download."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from data.lake import open_lake
from ingest.run import ingest
from replay.run import replay_new
from tests.browsing import AT_REST, browsing, chromium, serving
from tests.made_logs import log
from tests.page_lakes import hostile_log, sample_lake, troubled_lake
from tests.places import SAMPLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

DISPUTED = "mill-lane/2026-01-16"
PATIENCE = 60_000  # milliseconds: a busy machine is slow, not broken
NOW = ".turn li.now"


@pytest.fixture(scope="module")
def lakes(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("browser")
    return [sample_lake(folder / "samples").path, troubled_lake(folder / "troubled").path, folder / "new"]


@pytest.fixture(scope="module")
def site(lakes: list[Path]) -> Iterator[str]:
    with serving(lakes) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as program:
        yield program


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a fresh session; nothing may be asked of other machines, and no script of a log may run."""
    context: BrowserContext = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: asked.append(f"dialog: {dialog.message}"))
    yield page
    context.close()
    assert [url for url in asked if not re.match(r"(https?|wss?)://127\.0\.0\.1|data:|blob:|about:", url)] == []


def open_game(page: Page, site: str, **query: str) -> None:
    page.goto(f"{site}/?" + "&".join(f"{name}={value}" for name, value in {"game": DISPUTED, **query}.items()))
    opened(page)


def opened(page: Page) -> None:
    """Wait until a game is drawn and listens to keys."""
    page.wait_for_selector(".felt")
    page.wait_for_selector(NOW)
    page.wait_for_selector(AT_REST)


def shown(page: Page) -> str:
    """The act that is shown, with its turn."""
    return page.locator(".panel h3").first.inner_text() + ": " + page.locator(NOW).inner_text()


def after(page: Page, before: str) -> str:
    """The act that is shown once it is another one."""
    page.wait_for_function(
        "before => { const now = document.querySelector('.turn li.now'), turn = document.querySelector('.panel h3');"
        " return now && turn && turn.innerText + ': ' + now.innerText !== before; }",
        arg=before,
    )
    return shown(page)


def addressed(page: Page, place: str) -> None:
    """Wait until the address, which follows what is shown, names a place."""
    page.wait_for_function("place => location.search.includes(place)", arg=place)


def key(page: Page, name: str) -> str:
    page.wait_for_selector(AT_REST)
    before = shown(page)
    page.keyboard.press(name)
    return after(page, before)


def click_cell(page: Page, table: int, row: int) -> None:
    """Click the first cell of a row of a table; tables are drawn on a canvas."""
    grid = page.locator('[data-testid="stDataFrame"]').nth(table)
    grid.scroll_into_view_if_needed()
    page.wait_for_timeout(800)  # the grid takes clicks a moment after it is drawn
    box = grid.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 60, box["y"] + 35 * row + 52)


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
    page.get_by_text("not judged yet").wait_for(state="detached", timeout=2 * PATIENCE)
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
