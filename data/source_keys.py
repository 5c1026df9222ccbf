"""What the keys in the `source` of a value stand for: `PAG` is pagat.com.

Owns the reading of rulesets_sources.toml.  A key means what the family says in which the value was stated: a game that
is built on the classic one has classic keys beside its own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from data.ruleset_store import chain_of

_WORD = re.compile(r"M-(?:high|med|low)|\w+")


class SourceKey(NamedTuple):
    """One key as it is met in a ruleset, with what it stands for and the family that says so."""

    key: str
    meaning: str
    family: str


@cache
def source_keys() -> dict[str, dict[str, str]]:
    """All keys by family."""
    text = (Path(__file__).parent / "rulesets_sources.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, dict[str, str]])


def keys_in(sources: Iterable[str], family: str) -> list[SourceKey]:
    """The keys of a family that some sources name, in the order of the family's list."""
    named = {word for source in sources for word in _WORD.findall(source)}
    return [SourceKey(key, meaning, family) for key, meaning in source_keys().get(family, {}).items() if key in named]


def keys_of(name: str, options: Collection[str] | None = None) -> list[SourceKey]:
    """The keys in all that a ruleset says or inherits (`options`: of these alone), those of its own family first.

    RulesetError where there is no such ruleset.
    """
    stated: dict[str, tuple[str, str]] = {}
    family = ""
    for read in chain_of(name):
        family = read.family or family
        stated |= {option: (family, value.source) for option, value in read.values.items()
                   if options is None or option in options}  # fmt: skip
    families = dict.fromkeys([family, *(where for where, _ in stated.values())])
    return [
        found for one in families
        for found in keys_in((source for where, source in stated.values() if where == one), one)
    ]  # fmt: skip
