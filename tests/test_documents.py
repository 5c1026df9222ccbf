"""Papers that cannot lie: fresh generated pages, links that lead somewhere, commands that print what README shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT, SAMPLES

PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CANASTA = Path(sys.executable).with_name("canasta")


def test_generated_pages_are_fresh(bless: bool) -> None:
    command = [sys.executable, str(ROOT / "docs" / "generate.py"), *([] if bless else ["--check"])]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(paper: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", paper.read_text(encoding="utf-8"))
    broken = [link for link in links if "://" not in link and not (paper.parent / link).exists()]
    assert broken == []


@pytest.mark.skipif(not CANASTA.exists(), reason="the command canasta is not installed")
def test_commands_of_the_readme_print_what_it_shows(tmp_path: Path, bless: bool) -> None:
    shutil.copytree(SAMPLES, tmp_path / "data" / "samples")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    run = CONSOLE.sub(lambda block: f"```console\n{run_block(block[1], tmp_path)}```", text)
    if bless:
        (ROOT / "README.md").write_text(run, encoding="utf-8")
    assert run == text or bless


def run_block(block: str, folder: Path) -> str:
    """The commands of a block, each followed by what it prints."""
    environment = os.environ | {"PATH": f"{CANASTA.parent}:{os.environ['PATH']}", "COLUMNS": "120"}
    environment.pop("CANASTA_LAKE", None)
    shown = ""
    for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
        result = subprocess.run(
            command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert result.stderr == "", f"{command}: {result.stderr}"
        shown += f"$ {command}\n{result.stdout}"
    return shown
