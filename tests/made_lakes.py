"""Empty lakes for tests: made once and copied, because a new lake waits for the disk twenty times."""

from __future__ import annotations

import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from data.lake import Lake, open_lake


@lru_cache(maxsize=1)
def _template() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory(prefix="canasta-lake-")
    open_lake(folder.name, create=True)
    return folder


def empty_lake(path: Path) -> Lake:
    """A lake as `open_lake(path, create=True)` makes it."""
    shutil.copytree(_template().name, path, dirs_exist_ok=True)
    return open_lake(path)
