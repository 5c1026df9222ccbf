"""What a fault is: a rule that is broken on purpose, once in a game, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from replay.kernel_rules import Rules
from replay.legal import Play
from replay.simulation.turn import Turn

Script = list[Play]
Planner = Callable[[Turn], Iterator[Script]]


def never(_: Rules) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule and how it is broken.

    `plan` yields whole turns that would break it; the first that breaks this rule and no other is played.  Faults that
    are no turn name in `place` where they happen instead.  `options` are house rules that the fault needs, unless
    `ready` says that the ruleset will do as it is.  `arrangement` stacks the deck; `beside` are rules that cannot but be
    broken with it; `later` says that the breach shows only when the deal ends.  `view` is the only view it shows in.
    """

    rule: str
    plan: Planner | None = None
    place: str = "turn"
    options: tuple[tuple[str, str], ...] = ()
    ready: Callable[[Rules], bool] = never
    arrangement: str = ""
    beside: tuple[str, ...] = ()
    later: bool = False
    view: str = ""


class FaultError(ValueError):
    """A fault that cannot be made, and why."""
