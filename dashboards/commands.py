"""`canasta dashboard`: the pages in a browser, on this machine only unless told otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PAGES = Path(__file__).parent / "app.py"

Lakes = Annotated[
    list[Path] | None,
    typer.Option("--lake", help="Folder of the tables; repeat it to choose among several.", show_default=False),
]
Port = Annotated[int, typer.Option("--port", help="The pages are at http://127.0.0.1:PORT.")]
Public = Annotated[
    bool, typer.Option("--public", help="Let other machines reach the pages too; then nothing can be imported there.")
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Open no browser window.")]


def add_to(app: typer.Typer) -> None:
    """Give this command to the front door."""
    app.command(short_help="Open the pages in a browser.", epilog="Example: canasta dashboard --lake demo-lake")(
        dashboard
    )


def dashboard(lake: Lakes = None, port: Port = 8501, public: Public = False, no_browser: NoBrowser = False) -> None:
    """Open the pages on a lake, for this machine only (127.0.0.1).  Ctrl-C ends them."""
    import os
    import subprocess

    from dashboards.lakes import environment

    told = environment([folder.absolute() for folder in lake or []], public=public)
    ended = subprocess.run(
        server(port, public=public, headless=no_browser or public), env=os.environ | told, check=False
    )
    raise typer.Exit(ended.returncode)


def server(port: int, *, public: bool = False, headless: bool = True) -> list[str]:
    """The command line that serves the pages."""
    import sys

    from dashboards.theme import flags

    return [
        *(sys.executable, "-m", "streamlit", "run", str(PAGES)),
        f"--server.address={'0.0.0.0' if public else '127.0.0.1'}",
        f"--server.port={port}",
        f"--server.headless={str(headless).lower()}",
        "--server.fileWatcherType=none",
        "--browser.gatherUsageStats=false",
        "--client.toolbarMode=minimal",
        "--client.showErrorDetails=none",
        "--client.disableDataExport=true",  # downloads are ours: cells that look like formulas are made harmless
        *flags(),
    ]
