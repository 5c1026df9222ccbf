"""The catalogue as numbers: which rules each checkpoint asks, in order, and what the fold must know of a rule."""

from __future__ import annotations

from array import array
from itertools import accumulate, chain


class Order:
    """`rule[start[c]:start[c + 1]]` are the rules of checkpoint c, by number in the catalogue, and `when` beside them
    says at which moments each can be broken (codes.WHEN_*, 0 = always); `flags` per rule.
    """

    def __init__(self, checkpoints: list[list[int]], flags: list[int], when: list[int]) -> None:
        self.start: array[int] = array("i", accumulate((len(rules) for rules in checkpoints), initial=0))
        self.rule: array[int] = array("i", chain.from_iterable(checkpoints))
        self.when: array[int] = array("i", [when[rule] for rule in self.rule])
        self.flags = array("i", flags)
