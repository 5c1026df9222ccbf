"""Driving the pages in a real browser: opening a game, stepping through it, clicking in tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browsing import AT_REST
from tests.pages import DISPUTED

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOW = ".turn li.now"


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
