"""Commands run as a shell runs them, and the sample games to run them on."""

from __future__ import annotations

import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

import canasta
from tests.places import SAMPLES

CLEAN_GAME = (SAMPLES / "unfinished.cgn").read_bytes()
DISPUTED = SAMPLES / "disputed-evening.cgn"


def run(*arguments: object, given: bytes | None = None) -> Any:
    """What a command prints and how it ends; a traceback is never among that."""
    result = CliRunner().invoke(canasta.app, [str(argument) for argument in arguments], input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit), arguments
    assert "Traceback" not in result.output
    return result


@lru_cache(maxsize=1)
def _template() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory(prefix="canasta-samples-")
    run("ingest", SAMPLES, "--lake", folder.name)
    run("replay", "--lake", folder.name)
    return folder


def sample_lake(path: Path) -> Path:
    """A lake with the sample games and their results, made once and copied."""
    shutil.copytree(_template().name, path)
    return path
