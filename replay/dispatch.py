"""One rule asked by its number in the catalogue.  Compiled, the numbers become direct calls (compile_kernel.py)."""

from __future__ import annotations

from replay.act import Act
from replay.kernel_rules import Rules
from replay.rules import CATALOGUE
from replay.state import State

CHECKS = tuple(rule.check for rule in CATALOGUE)


def answer_of(rule: int, r: Rules, s: State, a: Act) -> int:
    """What a rule answers about an act (codes.HOLDS and the like)."""
    return CHECKS[rule](r, s, a)
