"""`canasta dashboard`: the pages in a browser, on this machine only unless they are opened to others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from data.terminal import COULD_NOT_RUN

ENTRY = Path(__file__).parent / "app.py"

Lakes = Annotated[
    list[Path] | None,
    typer.Option(
        "--lake", help="Folder of the tables, repeatable; else CANASTA_LAKE, else ./lake.", show_default=False
    ),
]
Port = Annotated[int, typer.Option("--port", min=1, max=65_535, help="The pages are at http://127.0.0.1:PORT.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Open no browser window.")]
Login = Annotated[
    Path | None,
    typer.Option("--login", help="Ask for a login; FILE names the provider: docs/DASHBOARD.md.", show_default=False,
                 metavar="FILE"),
]  # fmt: skip
Public = Annotated[bool, typer.Option("--public", help="Let other machines look; the pages then change nothing.")]


def add_to(app: typer.Typer) -> None:
    """Give this command to the front door."""
    app.command(short_help="Open the pages in a browser.", epilog="Example: canasta dashboard --lake demo-lake")(
        dashboard
    )


def dashboard(
    lake: Lakes = None, port: Port = 8501, no_browser: NoBrowser = False, public: Public = False, login: Login = None
) -> None:
    """Open the pages on one lake or several, for this machine only (127.0.0.1).  Ctrl-C ends them."""
    import os
    import subprocess

    from dashboards.lakes import environment
    from data.lake import locate, open_lake
    from data.signoff_store import Refused, objection_hours
    from data.terminal import CannotRun

    try:
        objection_hours()  # asked for now, and not when somebody wants to sign
    except Refused as error:
        raise CannotRun(str(error)) from error
    named = [open_lake(path).path for path in lake or []]
    told = environment(named or [locate()], public=public)
    command = server(port, public=public, headless=no_browser or public)
    if login:
        more, flags = with_login(login)
        told, command = told | more, command + flags
    _must_be_free(port, public=public)
    if subprocess.run(command, env=os.environ | told, check=False).returncode:
        raise typer.Exit(COULD_NOT_RUN)


def _must_be_free(port: int, *, public: bool) -> None:
    """CannotRun where another program has the port, or this account may not have it."""
    import socket

    from data.terminal import CannotRun

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address(public=public), port))
        except OSError as error:
            raise CannotRun(f"port {port} cannot be used ({error.strerror}); --port names another") from error


def address(*, public: bool) -> str:
    """Where the pages are served: to this machine only, or to others too."""
    return "0.0.0.0" if public else "127.0.0.1"


def with_login(file: Path) -> tuple[dict[str, str], list[str]]:
    """What the process that serves the pages is told, and its flags, where a login is asked for."""
    from dashboards import login
    from data.terminal import CannotRun

    problem = login.problem(file)
    if problem:
        raise CannotRun(f"{file} cannot be used for a login: {problem}")
    if not login.has_library():
        raise CannotRun("a login needs one more library: pip install 'canasta-replay[login]'")
    return {login.WANTED: "1"}, [f"--secrets.files={file.absolute()}"]


def server(port: int, *, public: bool = False, headless: bool = True) -> list[str]:
    """The command that serves the pages; `dashboards.lakes.environment` tells it which lakes."""
    import sys

    from dashboards.theme import flags

    return [
        *(sys.executable, "-m", "dashboards.serve", "run", str(ENTRY)),
        f"--server.address={address(public=public)}",
        f"--server.port={port}",
        f"--server.headless={str(headless).lower()}",
        "--server.fileWatcherType=none",
        "--server.showEmailPrompt=false",
        "--browser.gatherUsageStats=false",
        "--client.toolbarMode=viewer",  # with the choice between light and dark
        "--client.showErrorDetails=none",
        "--runner.magicEnabled=false",  # no page has bare expressions to show; looking for them costs time
        "--client.disableDataExport=true",  # downloads are ours: cells that look like formulas are made harmless
        *flags(),
    ]
