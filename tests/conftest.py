"""What all tests share: the `--bless` switch and where the recorded games of other programs lie."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.places import SHARED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from dashboards.queries import LakeState
    from data.lake import Lake
    from tests.pages import Files, Open


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="accept what the program says now as expected")


@pytest.fixture(scope="session")
def bless(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be rewritten instead of compared."""
    return bool(request.config.getoption("--bless"))


@pytest.fixture(autouse=True)
def _main_module() -> Iterator[None]:
    """Streamlit puts the page it runs in the place of the main module, which processes that are started then run."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch) -> Open:
    """Open a page on one lake or several, with the query of an address."""
    from tests.pages import opener

    return opener(monkeypatch)


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    """What every button for a download would hand out, by the name of the file."""
    from tests.pages import recorder

    return recorder(monkeypatch)


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """The sample games, replayed."""
    from tests.page_lakes import sample_lake

    return sample_lake(tmp_path_factory.mktemp("pages") / "samples")


@pytest.fixture
def lake(samples: Lake, tmp_path: Path) -> Lake:
    """The sample games in a lake of the test's own, which it may write to."""
    from data.lake import Lake

    return Lake(Path(shutil.copytree(samples.path, tmp_path / "lake")))


@pytest.fixture(scope="session")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake full of trouble."""
    from tests.page_lakes import troubled_lake

    return troubled_lake(tmp_path_factory.mktemp("pages") / "troubled")


@pytest.fixture(scope="session")
def state(samples: Lake) -> LakeState:
    """The sample games as pages ask for them."""
    from dashboards.queries import state_of

    return state_of(samples)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The pages, served, on three lakes: the sample games, one full of trouble, and one that is not there yet."""
    from tests.browsing import serving
    from tests.page_lakes import sample_lake, troubled_lake

    folder = tmp_path_factory.mktemp("browser")
    lakes = [sample_lake(folder / "samples").path, troubled_lake(folder / "troubled").path, folder / "new"]
    with serving(lakes) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real browser."""
    from tests.browsing import browsing

    with browsing() as program:
        yield program


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a fresh session; nothing may be asked of other machines, and no script of a log may run."""
    from tests.browsing import PATIENCE

    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: asked.append(f"dialog: {dialog.message}"))
    yield page
    context.close()
    assert [url for url in asked if not re.match(r"(https?|wss?)://127\.0\.0\.1|data:|blob:|about:", url)] == []


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with other programs' logs; tests that need it are skipped where it is absent."""
    folder = SHARED
    if not folder.is_dir():
        pytest.skip("other programs' logs are not on this machine (../shared)")
    return folder
