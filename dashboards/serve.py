"""What serves the pages: Streamlit, begun with everything at hand that the first visitor would otherwise wait for.

`python -m dashboards.serve ARGUMENTS` takes the arguments of `streamlit`.
"""

from __future__ import annotations

import contextlib
import logging
import socket
from importlib import import_module
from threading import Thread

from dashboards import lakes
from dashboards.disputed import disputed
from dashboards.finding_queries import GROUPS, Group, claim_counts, disputes, finding_groups, finding_list
from dashboards.queries import LakeState, connection, games, state_of, totals
from data.lake import LakeError, open_lake

# The pages import these where they use them, so that commands start fast.
HEAVY = (
    "altair", "duckdb", "pandas", "polars", "pyarrow", "dashboards.charts", "dashboards.lab", "dashboards.marks",
)  # fmt: skip
PATIENCE = 2  # seconds


def main() -> None:
    """Load, open the lakes, answer what the pages ask first, and serve until stopped."""
    from streamlit.web.cli import main as streamlit

    for name in HEAVY:
        import_module(name)
    with contextlib.suppress(ImportError, AttributeError):  # another Streamlit may make its socket in another way
        send_at_once()
    answering = Thread(target=_answer_all, args=[opened()], daemon=True)
    answering.start()
    answering.join(PATIENCE)  # a very large lake is served before all is answered
    streamlit(prog_name="streamlit")


def send_at_once() -> None:
    """Have the system send small packets at once.

    Streamlit makes its socket so that asyncio does not take it for one of TCP.  The second of two small packets then
    waits for up to 40 ms until the browser has confirmed the first, with each of a hundred files.  Connections inherit
    the option from the socket that accepts them.
    """
    from streamlit.web.server.starlette import starlette_server

    bind = starlette_server._bind_socket

    def bound(address: str, port: int, backlog: int) -> socket.socket:
        made = bind(address, port, backlog)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    starlette_server._bind_socket = bound


def opened() -> list[LakeState]:
    """The lakes that could be opened, each with a connection; what is wrong with another, its page says."""
    states = []
    for path in lakes.offered():
        try:
            state = state_of(open_lake(path))
            connection(state)
        except LakeError:
            continue
        states.append(state)
    return states


def _answer_all(states: list[LakeState]) -> None:
    for state in states:
        try:
            answer_first(state)
        except Exception:  # the page that asks again says so
            logging.getLogger(__name__).exception("%s does not answer", state.path)


def answer_first(state: LakeState) -> None:
    """Ask what the pages ask when they are opened; the answers are remembered."""
    totals(state)
    games(state, "", only_findings=False)
    finding_groups(state, Group())
    finding_list(state, Group(), "")
    claim_counts(state)
    for claim in disputes(state, "", unsure=False, games=None)[:1]:  # the page shows what stands behind the first
        disputed(state, claim)
    for by in GROUPS:
        finding_groups(state, Group(by=by))


if __name__ == "__main__":
    main()
