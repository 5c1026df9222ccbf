"""What the scribe of a simulated game writes beside the plays: habits, counts, sheets, totals."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from data.actions import Kind
from replay.legal import TAKE, Play


@dataclass(slots=True)
class Scribe:
    """Habits of one scribe.  Chances are between 0 and 1.

    `sizes`, `contents`: states how large a taken pile is, and what is in it; `counts`: counts hands, pile and stock
    after a turn; `says_out`: writes that a player is out; `lists_stock`: a program that knows the whole stock;
    `settled`: red threes were laid before the hands were written down; `second_sheet`: the other side keeps one too;
    `style`: which figures the sheets show.
    """

    sizes: float
    contents: float
    counts: float
    says_out: bool
    lists_stock: bool
    settled: bool
    second_sheet: float
    style: int

    @property
    def says_packets(self) -> bool:
        """Whether this scribe writes that a second hand is taken up."""
        return self.style != 1

    def stop_counting(self) -> None:
        self.sizes = self.contents = self.counts = 0.0

    def stated_take(self, pile: tuple[int, ...], rng: Random) -> Play:
        """A take of the pile as this scribe writes it."""
        size = len(pile) if rng.random() < self.sizes else TAKE.amount
        return Play(Kind.TAKE_PILE, pile if rng.random() < self.contents else (), amount=size)


def some_scribe(rng: Random) -> Scribe:
    program = rng.random() < 0.15
    return Scribe(
        sizes=rng.choice((0.0, 0.5, 1.0)), contents=rng.choice((0.0, 0.0, 0.2)), counts=rng.choice((0.0, 0.05, 0.2)),
        says_out=rng.random() < 0.6, lists_stock=program, settled=rng.random() < 0.1,
        second_sheet=rng.choice((0.0, 0.0, 0.5)), style=rng.randrange(3),
    )  # fmt: skip
