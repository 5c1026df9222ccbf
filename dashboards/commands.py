"""`canasta dashboard`: the pages in a browser, on this machine only."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from data.terminal import LakeOption

PAGES = Path(__file__).parent / "app.py"

Port = Annotated[int, typer.Option("--port", help="The pages are at http://127.0.0.1:PORT.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Open no browser window.")]


def add_to(app: typer.Typer) -> None:
    """Give this command to the front door."""
    app.command(short_help="Open the pages in a browser.", epilog="Example: canasta dashboard --lake demo-lake")(
        dashboard
    )


def dashboard(lake: LakeOption = None, port: Port = 8501, no_browser: NoBrowser = False) -> None:
    """Open the pages on a lake, for this machine only (127.0.0.1).  Ctrl-C ends them."""
    import os
    import subprocess
    import sys

    from data.lake import open_lake

    folder = open_lake(lake).path
    command = [
        *(sys.executable, "-m", "streamlit", "run", str(PAGES)),
        "--server.address=127.0.0.1",
        f"--server.port={port}",
        f"--server.headless={str(no_browser).lower()}",
        "--browser.gatherUsageStats=false",
        "--client.toolbarMode=minimal",
    ]
    ended = subprocess.run(command, env=os.environ | {"CANASTA_LAKE": str(folder)}, check=False)
    raise typer.Exit(ended.returncode)
