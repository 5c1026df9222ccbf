"""What becomes of a failure: a page says so in words and keeps standing, and the program's log has the traceback."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from dashboards import lakes
from dashboards.empty_states import nothing

P = ParamSpec("P")

HEADLINE = "This could not be shown"
TRIED = "tried_again"  # set while a page is drawn anew because the lake changed under it


def guarded(draw: Callable[P, None]) -> Callable[P, None]:
    """Draw something that may fail.  Where the lake was rewritten meanwhile, all is drawn once more."""

    @wraps(draw)
    def drawing(*args: P.args, **kwargs: P.kwargs) -> None:
        import streamlit as st

        before = lakes.current()
        try:
            draw(*args, **kwargs)
        except Exception:
            if lakes.current() != before and not st.session_state.get(TRIED):
                st.session_state[TRIED] = True
                st.rerun()
            logging.getLogger(__name__).exception("a page failed")
            nothing(HEADLINE, "Nothing is lost. Try again; if it stays so, please report what the program has written "
                    "into its window.")  # fmt: skip
            with st.container(horizontal_alignment="center"):
                st.button("Try again", icon=":material/refresh:", key=f"again_{draw.__name__}")
        st.session_state.pop(TRIED, None)

    return drawing
