"""A login from end to end: a real browser, and a provider that is made for the purpose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browsing import AT_REST, PATIENCE, chromium, free_port, serving
from tests.open_id import CLIENT, SECRET, provider
from tests.page_lakes import sample_lake

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("authlib", reason="the libraries of a login are not installed")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

GAME = "?game=mill-lane/2026-01-16&line=32"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_lake(tmp_path_factory.mktemp("login") / "samples").path


@contextmanager
def asked(browser: Browser, lake: Path, folder: Path, allow: str, **person: Any) -> Iterator[Page]:
    """A page of pages that ask for a login, at a provider that knows this person."""
    port = free_port()
    with provider(**person) as there:
        secrets = folder / "secrets.toml"
        secrets.write_text(
            f"""[auth]
redirect_uri = "http://127.0.0.1:{port}/oauth2callback"
cookie_secret = "long enough to be one"
client_id = "{CLIENT}"
client_secret = "{SECRET}"
server_metadata_url = "{there.address}/.well-known/openid-configuration"

[canasta]
allow = [{allow}]
""",
            encoding="utf-8",
        )
        with serving([lake], port, secrets) as site:
            page = browser.new_context().new_page()
            page.set_default_timeout(1000 * PATIENCE)
            page.goto(f"{site}/{GAME}")
            yield page
            page.context.close()


def test_somebody_logs_in_writes_a_note_and_logs_out(browser: Browser, lake: Path, tmp_path: Path) -> None:
    ana = {"name": "Ana <b>Td</b>", "email": "ana@club.example", "email_verified": True}
    with asked(browser, lake, tmp_path, '"@club.example"', **ana) as page:
        page.get_by_text("These pages are for people who are known here.").wait_for()
        assert page.locator(".felt").count() == 0
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("button", name="Options").click()
        page.get_by_text("Logged in as Ana <b>Td</b>").wait_for()
        page.goto(page.url.partition("/?")[0].rstrip("/") + "/" + GAME)
        page.wait_for_selector(".felt")
        page.wait_for_selector(AT_REST)  # what is still drawn moves what is to be clicked
        page.get_by_role("button", name="Add a note").click()
        page.get_by_label("Note", exact=True).fill("seen by the director")
        page.get_by_role("button", name="Keep it").click()
        page.locator(".note", has_text="Ana <b>Td</b>").wait_for()
        page.get_by_role("button", name="Options").click()
        page.get_by_role("button", name="Log out").click()
        page.get_by_text("These pages are for people who are known here.").wait_for()


@pytest.mark.parametrize(
    ("allow", "verified"), [('"td@club.example", "@league.example"', True), ('"@club.example"', False)]
)
def test_who_is_not_allowed_sees_nothing(
    browser: Browser, lake: Path, tmp_path: Path, allow: str, verified: bool
) -> None:
    with asked(browser, lake, tmp_path, allow, name="Eve", email="eve@club.example", email_verified=verified) as page:
        page.get_by_role("button", name="Log in").click()
        page.get_by_text("eve@club.example is not let in here.").wait_for()
        assert page.locator(".felt, [data-testid='stDataFrame']").count() == 0
