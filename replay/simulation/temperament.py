"""How bots differ: one row of inclinations for each temperament.  Chances are between 0 and 1."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Temperament:
    """Inclinations of one player.

    `take`: takes a pile it may take; `large` is the size from which it always wants it.  `opens`: makes the initial
    meld as soon as it can; `lays`: lays what it can once its side has opened; `spends`: lays wild cards.  `freezes`:
    discards a wild card on a pile worth it.  `goes_out`: ends the deal when it can; `asks`: asks its partner first;
    `consents`: says yes when asked.  `careful`: minds what the next player may want; `keeps` together what it collects.
    """

    name: str
    weight: float
    take: float
    large: int
    opens: float
    lays: float
    spends: float
    freezes: float
    goes_out: float
    asks: float
    consents: float
    careful: float
    keeps: float


TEMPERAMENTS = {
    one.name: one
    for one in (
        Temperament("greedy", 3, 0.95, 4, 0.8, 0.9, 0.6, 0.05, 0.8, 0.2, 0.7, 0.6, 1.0),
        Temperament("hoarder", 2, 0.5, 12, 0.12, 0.15, 0.1, 0.1, 0.9, 0.3, 0.4, 1.0, 2.0),
        Temperament("freezer", 2, 0.7, 8, 0.5, 0.6, 0.3, 0.5, 0.6, 0.3, 0.5, 1.2, 1.0),
        Temperament("hasty", 2, 0.8, 6, 1.0, 1.0, 0.9, 0.02, 1.0, 0.15, 0.9, 0.2, 0.8),
        Temperament("cautious", 3, 0.6, 7, 0.6, 0.7, 0.35, 0.1, 0.5, 0.7, 0.5, 2.0, 1.2),
    )
}  # fmt: skip
PATIENT = 0.2  # who opens more rarely than this waits for a hand to lay down at once


HURRY = (1.0, 0.3, 0.02)  # how much all players of a deal press to end it; in the last case the stock runs out
SHARE = (0.35, 0.4, 0.25)


@dataclass(frozen=True, slots=True)
class Mood:
    """The temperaments of a deal, by seat, and how much everybody wants to end it."""

    tempers: list[Temperament]
    hurry: float


def some_mood(tempers: list[Temperament], rng: Random, *, slow: bool, patient: int) -> Mood:
    """The mood of one deal; `slow` for one whose stock is to run out, `patient` a seat that waits (-1 = nobody)."""
    if patient >= 0:
        waiting = [TEMPERAMENTS["hoarder"] if seat == patient else one for seat, one in enumerate(tempers)]
        return Mood(waiting, 1.0)
    return Mood(tempers, HURRY[-1] if slow else rng.choices(HURRY, SHARE)[0])


def drawn_at_random(seats: int, rng: Random) -> list[Temperament]:
    """A temperament for each seat."""
    known = list(TEMPERAMENTS.values())
    return rng.choices(known, weights=[one.weight for one in known], k=seats)
