"""Which lake the pages show.

The lakes that may be shown are named when the pages are started (CANASTA_LAKES, else the usual places of data.lake);
an address names one of them by its number, never by a path.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from dashboards.plain_text import file_name
from dashboards.queries import LakeState, state_of
from data.lake import LakeError, locate, open_lake

OFFERED = "CANASTA_LAKES"
PUBLIC = "CANASTA_PUBLIC"  # set where other machines can reach the pages: then they only read


def environment(lakes: Sequence[Path], *, public: bool) -> dict[str, str]:
    """What a process that serves the pages is told."""
    return {OFFERED: os.pathsep.join(str(lake.absolute()) for lake in lakes)} | ({PUBLIC: "1"} if public else {})


def offered() -> list[Path]:
    """The lakes that may be shown, at least one; none needs to exist."""
    paths = [Path(path) for path in os.environ.get(OFFERED, "").split(os.pathsep) if path]
    return paths or [locate()]


def is_public() -> bool:
    """Whether other machines can reach the pages."""
    return bool(os.environ.get(PUBLIC))


def names() -> list[str]:
    """What to call each lake on a page; raw text."""
    return [file_name(str(path.absolute())) for path in offered()]


def chosen() -> int:
    """The number of the lake that the address names, from 0."""
    import streamlit as st

    word = st.query_params.get("lake", "")
    number = int(word) - 1 if word.isascii() and word.isdigit() and len(word) < 5 else 0
    return number if 0 <= number < len(offered()) else 0


def in_address() -> dict[str, str]:
    """What an address says of the lake: nothing where there is only one."""
    return {"lake": str(chosen() + 1)} if len(offered()) > 1 else {}


def current() -> LakeState | None:
    """The lake that is shown, as it is now; None if there is none yet, or none that can be read."""
    try:
        return state_of(open_lake(offered()[chosen()]))
    except LakeError:
        return None


def trouble() -> str:
    """Why a lake that is there cannot be shown; "" where nothing is there.  Raw text."""
    path = offered()[chosen()]
    try:
        open_lake(path)
    except LakeError as error:
        return str(error) if path.is_dir() and any(path.iterdir()) else ""
    return ""
