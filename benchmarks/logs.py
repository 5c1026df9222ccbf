"""Logs to measure with: simulated games of a ruleset, the same for the same seed, written as CGN."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from benchmarks.make_lake import told
from data.events import Reading
from ingest.commands import spell
from replay.simulate import Stuck, simulate, simulate_reading

SEED = 2026
EVENTS_IN_GAME = 700  # about, in a classic game to 5000 points
PLAYED = 60  # games that bots play; the others are these told with other cards


def classic(path: Path, events: int) -> Path:
    """About so many events of classic games, one in ten with a breach of a rule."""
    games = max(1, events // EVENTS_IN_GAME)
    with path.open("w", encoding="utf-8") as file:
        file.write("@cgn 1\n")
        file.writelines(islice(told(games, min(PLAYED, games), SEED), games))
    return path


def of_ruleset(path: Path, ruleset: str, games: int) -> Path | None:
    """Some games under a ruleset, None where the bots do not play it."""
    try:
        reading: Reading = simulate_reading(ruleset, simulate(ruleset, games=games, seed=SEED))
    except (ValueError, Stuck):
        return None
    parts = [spell(reading.events, game, "cgn")[1] for game in reading.games]
    path.write_text("@cgn 1\n" + "".join(parts), encoding="utf-8")
    return path
