"""Breaks one rule in one game: waits for a chance, and makes sure that nothing else is broken with it.

The rules themselves say whether a turn breaks just what it is to break.  After it play goes on from the table as it is.
"""

from __future__ import annotations

from random import Random

from replay.simulation.faults.fault import Fault
from replay.simulation.turn import Turn

WAITS = 0.6  # chance to let an opportunity pass, so that faults do not all come in the first turns
SELDOM = frozenset((
    "pile.one_card_hand", "meld.wilds_not_alone", "meld.black_threes_without_wilds", "meld.wild_ratio",
    "draw.stock_must_have_cards", "end.stock_empty_must_take", "meld.black_threes_only_going_out", "meld.keep_a_card",
    "bonus.held_at_the_end", "end.last_bonus_card", "meld.size_limit", "meld.canasta_stays_closed",
))  # fmt: skip


class Saboteur:
    """The fault of one game; `done` once it has been made.  Without a fault it lets everything pass."""

    def __init__(self, fault: Fault | None, rng: Random) -> None:
        self.fault = fault or Fault("")
        self.rng = rng
        self.done = fault is None
        self.waits = 0.0 if self.fault.rule in SELDOM else WAITS

    def takes(self, place: str) -> bool:
        """Whether the fault is to be made here and now; if so, it is made."""
        if self.done or self.fault.place != place or self.rng.random() < self.waits:
            return False
        self.done = True
        return True

    def is_at(self, place: str) -> bool:
        """Whether the fault is still to be made, at such a place."""
        return not self.done and self.fault.place == place

    def breaks(self, turn: Turn) -> bool:
        """Play a turn that breaks the rule and no other; False, and nothing played, if this turn offers none."""
        if self.done or self.fault.plan is None or self.rng.random() < self.waits:
            return False
        wanted = set() if self.fault.later else {self.fault.rule}
        for script in self.fault.plan(turn):
            turn.mark()
            broken = turn.run(script)
            if wanted <= set(broken) <= wanted | set(self.fault.beside) and len(set(broken)) == len(broken):
                turn.forget()
                self.done = True
                return True
            turn.back()
        return False
