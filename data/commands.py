"""Commands about the program and the lake itself: `version`, `sql`.  They read; nothing here writes a table."""

import platform
from importlib import metadata

import typer

from data.terminal import say


def add_to(app: typer.Typer) -> None:
    """Give these commands to the front door."""
    app.command(epilog="Example: canasta version")(version)


def version() -> None:
    """Tell which version this is, on which Python."""
    say(f"canasta-replay {metadata.version('canasta-replay')}, Python {platform.python_version()}")
