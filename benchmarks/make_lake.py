"""A lake of many simulated games, made without keeping them in memory: `python -m benchmarks.make_lake LAKE 5000`.

Bots play some games in full, one in ten of them with a breach of a rule.  The others are the same games told with
other cards: suits of one colour change places, and ranks that are worth the same (4 to 7, 8 to king).  The classic
rules do not tell such games apart, so each is a legal game of its own, with its own verdicts, scores and keys, at a
fraction of the time.  Names and dates are drawn for each.  The same seed makes the same games.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from data.actions import Kind
from data.cards import RANKS, SUITS, Deck, deck_named
from data.events import Events, Game, Header
from data.lake import Lake, open_lake
from ingest.commands import spell
from ingest.run import ingest
from replay.run import replay_new
from replay.simulate import FAULTS, FaultError, simulate
from replay.simulation.seating import FIRST_NAMES, LAST_NAMES

PER_FILE = 100  # games
FILES = 50  # that are imported at once
FIRST_DAY = date(2020, 1, 1)
PER_DAY = 40
ALIKE = ("4567", "89TJQK")  # ranks of equal points


def make(folder: Path, games: int, *, played: int, seed: int) -> Lake:
    """Fill a lake with so many games, of which `played` are played out by bots; says how long each part took."""
    lake = open_lake(folder, create=True)
    texts_of_games = told(games, min(played, games), seed)
    seconds = {"playing and writing": 0.0, "reading": 0.0}
    done = 0
    while done < games:
        with TemporaryDirectory(prefix="canasta-games-") as place:
            began = perf_counter()
            for number in range(FILES):
                texts = list(islice(texts_of_games, PER_FILE))
                if texts:
                    path = Path(place) / f"{done + number:07}.cgn"
                    path.write_text("@cgn 1\n" + "".join(texts), encoding="utf-8")
                done += len(texts)
            seconds["playing and writing"] += perf_counter() - began
            began = perf_counter()
            ingest([place], lake)
            seconds["reading"] += perf_counter() - began
        print(f"{done:,} of {games:,} games read", flush=True)
    began = perf_counter()
    summary = replay_new(lake)
    seconds["judging"] = perf_counter() - began
    print(f"{summary.games:,} games, {summary.events:,} events judged; " + ", ".join(
        f"{what} {took:,.0f} s" for what, took in seconds.items()), flush=True)  # fmt: skip
    return lake


def told(games: int, played: int, seed: int) -> Iterator[str]:
    """So many games as text, one by one, of which `played` are played out by bots."""
    everybody = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
    people = Random(seed).sample(everybody, min(len(everybody), max(24, games // 40)))
    rng = Random(seed + 1)
    each = -(-games // played)
    number = 0
    for events, game in _played(played, seed):
        for _ in range(min(each, games - number)):
            _exchange(events, deck_named(game.deck), rng)
            yield spell(events, _named(game, f"{seed}/{number}", people, rng), "cgn")[1]
            number += 1
        if number >= games:
            return


def _played(count: int, seed: int) -> Iterator[tuple[Events, Game]]:
    """Games by bots; every tenth breaks a rule."""
    legal = simulate("classic", 4, count, seed)
    rules = [rule for rule, fault in FAULTS.items() if not fault.options and not fault.needs and not fault.view]
    for number in range(count):
        if number % 10 == 9:
            rule = rules[number // 10 % len(rules)]
            try:
                yield next(simulate("classic", 4, 1, seed + number, fault=rule))
            except FaultError:
                print(f"no game breaks {rule}", flush=True)
            else:
                continue
        yield next(legal)


def _exchange(events: Events, deck: Deck, rng: Random) -> None:
    """Put other cards in the place of all cards, and name the melds after them."""
    suits, ranks = {0: 0}, {kind.rank: kind.rank for kind in deck.kinds}
    for pair in ("cs", "dh"):
        suits |= {SUITS[one]: SUITS[other] for one, other in zip(pair, rng.sample(pair, 2), strict=True)}
    for group in ALIKE:
        ranks |= {RANKS[one]: RANKS[other] for one, other in zip(group, rng.sample(group, len(group)), strict=True)}
    place = {(kind.rank, kind.suit, kind.colour): kind.id for kind in deck.kinds}
    table = bytearray(range(256))
    for kind in deck.kinds[1:]:
        table[kind.id] = place[ranks[kind.rank], suits[kind.suit], kind.colour]
    events.cards = array("B", events.cards.tobytes().translate(bytes(table)))
    events.target = array("i", [ranks.get(target, target) if kind == Kind.MELD else target
                                for kind, target in zip(events.kind, events.target, strict=True)])  # fmt: skip


def _named(game: Game, number: str, people: list[str], rng: Random) -> Game:
    """The game with an id, a date and names of its own; another seed adds other games to a lake."""
    names = dict(zip(game.seats, rng.sample(people, len(game.seats)), strict=True))
    evening = int(number.partition("/")[2]) // PER_DAY
    said = {f"player {seat}": name for seat, name in names.items()}
    said |= {"date": (FIRST_DAY + timedelta(days=evening)).isoformat(), "event": f"Club evening {1 + evening}",
             "recorder": names[rng.choice(game.seats)]}  # fmt: skip
    headers = [Header(header.key, said.get(header.key, header.value), header.line) for header in game.headers]
    return replace(game, id=f"sim/{number}", players=names, headers=headers)


def main() -> None:
    """Read the command line and make the lake."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("lake", type=Path, help="folder of the new lake")
    parser.add_argument("games", type=int, help="how many games")
    parser.add_argument("--played", type=int, default=500, help="how many of them bots play out (500)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    make(given.lake, given.games, played=given.played, seed=given.seed)


if __name__ == "__main__":
    main()
