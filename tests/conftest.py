"""What all tests share: the `--bless` switch and where the recorded games of other programs lie."""

from pathlib import Path

import pytest

from tests.places import SHARED


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="accept what the program says now as expected")


@pytest.fixture(scope="session")
def bless(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be rewritten instead of compared."""
    return bool(request.config.getoption("--bless"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with other programs' logs; tests that need it are skipped where it is absent."""
    folder = SHARED
    if not folder.is_dir():
        pytest.skip("other programs' logs are not on this machine (../shared)")
    return folder
