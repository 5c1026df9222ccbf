"""What the pages say of a rule: the codes it answers to in the rules pages, with their words."""

from __future__ import annotations

from typing import NamedTuple

from data.citations import citations, codes_of


class Cited(NamedTuple):
    """One code of a rules page (`classic`, `P5`) and what stands there."""

    page: str
    code: str
    note: str


def cited(rule: str, citation: str = "") -> list[Cited]:
    """The codes a rule answers to, those it is the foremost rule of first; before them those its `citation` names."""
    named = citation.replace(",", " ").split()
    codes = sorted(codes_of(rule), key=lambda code: named.index(code[1]) if code[1] in named else len(named))
    return [Cited(page, code, _words(citations()[page][code].note)) for page, code in codes]


def _words(note: str) -> str:
    """A note without the number of the section in front of it."""
    return note.split(": ", 1)[-1]
