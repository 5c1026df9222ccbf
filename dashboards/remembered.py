"""Answers that are remembered between the runs of a page, for every viewer: what is handed out must not be changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

ANSWERS = 500  # of one question


def remembered(question: Callable[P, T]) -> Callable[P, T]:
    """Remember the answers to a question by its arguments, which must be hashable."""
    return cast("Callable[P, T]", lru_cache(maxsize=ANSWERS)(question))


def afresh(question: Callable[P, T]) -> Callable[P, T]:
    """The question itself: its answer is not remembered, because it is long and asked for once."""
    return cast("Callable[P, T]", getattr(question, "__wrapped__", question))
