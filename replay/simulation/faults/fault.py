"""What a fault is: a rule that is broken on purpose, once in a game, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from replay.codes import ASK_NONE, STOCK_PLAY_ON_FORCED
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
    `ready` says that the ruleset will do as it is; `needs` is what no option brings: `partner`, `play_on` (after the
    last card of the stock).  `arrangement` stacks the deck; `beside` are rules that may be broken with it where that
    cannot be helped; `later` says that the breach shows only when the deal ends.  `view` is the only view it shows in.
    """

    rule: str
    plan: Planner | None = None
    place: str = "turn"
    options: tuple[tuple[str, str], ...] = ()
    ready: Callable[[Rules], bool] = never
    needs: str = ""
    arrangement: str = ""
    beside: tuple[str, ...] = ()
    later: bool = False
    view: str = ""


def lacks(fault: Fault, rules: Rules, sides: int) -> str:
    """What these rules have not that the fault needs, in words; "" if they have all."""
    alone = sides == rules.players and not rules.lone_hand
    if fault.needs == "partner" and (alone or rules.ask_partner == ASK_NONE):
        return "nobody has a partner to ask"
    if fault.needs == "play_on" and rules.stock_end != STOCK_PLAY_ON_FORCED:
        return "nobody has to play on once the stock is used up"
    return ""


class FaultError(ValueError):
    """A fault that cannot be made, and why."""
