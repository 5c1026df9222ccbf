"""What serves the pages: Streamlit, begun with everything loaded that the first visitor would otherwise wait for.

`python -m dashboards.serve ARGUMENTS` takes the arguments of `streamlit`.
"""

from __future__ import annotations

from importlib import import_module
from threading import Thread

# The pages import these where they use them, so that commands start fast.
HEAVY = (
    "altair", "duckdb", "pandas", "polars", "pyarrow", "dashboards.charts", "dashboards.lab", "dashboards.timeline",
)  # fmt: skip


def main() -> None:
    """Load, open the lakes in the background, and serve until stopped."""
    from streamlit.web.cli import main as streamlit

    for name in HEAVY:
        import_module(name)
    Thread(target=_open_lakes, daemon=True).start()
    streamlit(prog_name="streamlit")


def _open_lakes() -> None:
    """Connect to each lake; what is wrong with one, its page says."""
    from dashboards import lakes
    from dashboards.queries import connection, state_of
    from data.lake import LakeError, open_lake

    for path in lakes.offered():
        try:
            connection(state_of(open_lake(path)))
        except LakeError:
            continue


if __name__ == "__main__":
    main()
