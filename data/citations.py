"""Which rule answers to a code of the rules pages (`P5`, `V-PILE-FROZEN`, `R503`).

Owns the reading of citations.toml.  Knows rule ids as words only; the rules themselves are `replay.rules`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

PAGES = ("classic", "variants", "american", "handfoot", "heckadeck", "notation")
_JOINED = re.compile(r"\s*[,/+]\s*")
_RANGE = re.compile(r"([A-Z])(\d{3})-\1(\d{3})\Z")


class Citation(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What one code stands for: a rule, a score item or a definition, and further rules that it covers."""

    note: str
    rule: str = ""
    item: str = ""
    definition: bool = False
    also: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule id the code may answer to, the foremost first; a price of the score is `score.item`."""
        foremost = self.rule or ("score.item" if self.item else "")
        return (foremost, *self.also) if foremost else self.also


@cache
def citations() -> dict[str, dict[str, Citation]]:
    """All codes by page; ranges are kept as they are written."""
    text = (Path(__file__).parent / "citations.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, dict[str, Citation]])


def cite(code: str, page: str) -> Citation | None:
    """What a code of that page stands for; None if it is none."""
    codes = citations().get(page, {})
    if code in codes:
        return codes[code]
    for written, citation in codes.items():
        ends = _RANGE.match(written)
        if ends and re.fullmatch(rf"{ends[1]}\d{{3}}", code) and ends[2] <= code[1:] <= ends[3]:
            return citation
    return None


def cite_all(codes: str, page: str) -> list[Citation]:
    """What joined codes such as `F2/P5` or `M9, G1` stand for; KeyError for a code that is none."""
    found = []
    for code in _JOINED.split(codes.strip()):
        citation = cite(code, page)
        if citation is None:
            raise KeyError(f"{page}: {code}")
        found.append(citation)
    return found


def codes_of(rule: str) -> list[tuple[str, str]]:
    """The codes that a rule answers to, as (page, code); those it is the foremost rule of come first."""
    foremost, others = [], []
    for page, codes in citations().items():
        for code, citation in codes.items():
            if citation.rules[:1] == (rule,):
                foremost.append((page, code))
            elif rule in citation.also:
                others.append((page, code))
    return foremost + others
