"""Answers that are remembered between the runs of a page, for every viewer."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

ANSWERS = 500  # of one question


def remembered(question: Callable[P, T]) -> Callable[P, T]:
    """Remember the answers to a question by its arguments; Streamlit is loaded when it is first asked."""

    @lru_cache(maxsize=1)
    def remembering() -> Callable[P, T]:
        import streamlit as st

        return st.cache_data(show_spinner=False, max_entries=ANSWERS)(question)

    @wraps(question)
    def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        return remembering()(*args, **kwargs)

    return ask


def afresh(question: Callable[P, T]) -> Callable[P, T]:
    """The question itself: its answer is not remembered, because it is long and asked for once."""
    return cast("Callable[P, T]", getattr(question, "__wrapped__", question))
