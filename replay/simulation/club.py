"""The evenings of a club that does not exist: who sat at which table, in what mood, and what went wrong there.

Owns the programme of a season and the headers of its games, for demos and tests.  The plays are those of
replay.simulate; the same seed makes the same season.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from data.events import Events, Game, Header
from replay.simulate import simulate
from replay.simulation.seating import FIRST_NAMES, LAST_NAMES

CLUB = "Elm Street"
FIRST_EVENING = date(2026, 1, 8)
EVERY = timedelta(days=7)
DRAWN = 4  # every fourth evening partners are drawn by lot
# Fixed partnerships by temperament, strongest first; one of them has the evening off.
PAIRS = (
    ("cautious", "greedy"), ("cautious", "cautious"), ("greedy", "hasty"), ("freezer", "greedy"), ("hasty", "freezer"),
    ("hoarder", "freezer"), ("hoarder", "hoarder"),
)  # fmt: skip
BREACHES = (
    "pile.frozen_needs_natural_pair", "opening.minimum", "out.needs_canastas", "bonus.must_be_laid", "meld.wild_limit",
    "pile.top_card_must_be_melded", "turn.seat_must_be_next", "draw.count", "meld.stays_where_laid",
    "discard.exposed_card_first", "draw.before_playing", "meld.black_threes_only_going_out", "out.answer_binds",
)  # fmt: skip
WRONG_SHEETS = ("score.item", "score.total", "score.running", "score.carried", "score.count")
BREACH_SHARE, WRONG_SHARE = 0.15, 0.2


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game of one evening; `players` and `temperaments` by seat, `fault` the rule broken in it ("" = none)."""

    evening: int
    day: date
    table: int
    players: tuple[str, ...]
    temperaments: tuple[str, ...]
    fault: str
    view: str
    seed: int

    @property
    def name(self) -> str:
        """What its log is called."""
        return f"{self.day.isoformat()}-table-{self.table}"


def season(evenings: int = 20, tables: int = 3, seed: int = 2026) -> Iterator[Sitting]:
    """All sittings of a season in order; at most three tables, for that is how many the club's members fill."""
    rng = Random(f"season {seed}")
    firsts, lasts = rng.sample(FIRST_NAMES, 2 * len(PAIRS)), rng.sample(LAST_NAMES, 2 * len(PAIRS))
    names = [f"{first} {last}" for first, last in zip(firsts, lasts, strict=True)]
    pairs = [tuple(zip(names[2 * n : 2 * n + 2], tempers, strict=True)) for n, tempers in enumerate(PAIRS)]
    for evening in range(evenings):
        here = rng.sample(pairs, len(pairs))
        if evening % DRAWN == DRAWN - 1:
            members = rng.sample([member for pair in pairs for member in pair], 2 * len(pairs))
            here = [tuple(members[at : at + 2]) for at in range(0, len(members), 2)]
        for table in range(min(tables, len(here) // 2)):
            seated = [here[2 * table + seat % 2][seat // 2] for seat in range(4)]
            yield Sitting(
                evening + 1, FIRST_EVENING + evening * EVERY, table + 1, tuple(name for name, _ in seated),
                tuple(temper for _, temper in seated), *_recorded(rng, table), seed * 1000 + evening * 10 + table,
            )  # fmt: skip


def _recorded(rng: Random, table: int) -> tuple[str, str]:
    """What goes wrong at a table, and how much its log shows.  Only where all is shown is a breach sure to be seen."""
    dice = rng.random()
    if dice < BREACH_SHARE:
        return rng.choice(BREACHES), "all"
    fault = rng.choice(WRONG_SHEETS) if dice < BREACH_SHARE + WRONG_SHARE else ""
    return fault, "all" if fault or table == 0 else rng.choice(("all", "public", "scores"))


def play(sitting: Sitting) -> tuple[Events, Game]:
    """The game of a sitting, with the headers its scribe would write."""
    events, game = next(simulate(
        "classic", 4, 1, sitting.seed, view=sitting.view, fault=sitting.fault or None,
        temperaments=sitting.temperaments,
    ))  # fmt: skip
    players = dict(zip(game.seats, sitting.players, strict=True))
    said = {
        "event": f"Thursday evening {sitting.evening}", "club": CLUB, "date": sitting.day.isoformat(),
        "round": str(sitting.evening), "table": str(sitting.table),
        "recorder": f"{sitting.players[sitting.evening % 4]}, paper",
    } | {f"player {seat}": name for seat, name in players.items()}  # fmt: skip
    kept = {header.key: header.value for header in game.headers}
    first = ("event", "club", "date", "round", "table")
    keys = [*first, *(key for key in kept if key not in first)]
    headers = [Header(key, said.get(key, kept.get(key, ""))) for key in keys]
    name = f"{CLUB.lower().replace(' ', '-')}/{sitting.day.isoformat()}/{sitting.table}"
    return events, replace(game, id=name, players=players, headers=headers)
