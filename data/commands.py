"""Commands about the program and the lake itself: `version`, `sql`.  They read; nothing here writes a table."""

import platform

import typer

from data.terminal import say
from data.version import signature


def add_to(app: typer.Typer) -> None:
    """Give these commands to the front door."""
    app.command(short_help="Tell which version this is.", epilog="Example: canasta version")(version)


def version() -> None:
    """Tell which version this is, on which Python."""
    say(f"{signature()}, Python {platform.python_version()}")
