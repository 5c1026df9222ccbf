"""What one copy of the program says of some logs, row by row: plain, or compiled.

`python tests/kernel_rows.py ROOT LOGS SAID` loads the program that lies under ROOT, puts the pickled logs of the file
LOGS to it and pickles what it says to the file SAID.  tests/test_kernel.py compares what two such runs wrote.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from data.events import Events, Game

TABLES = ("told", "turns", "deals", "seat_rows", "side_rows")
ANSWERS = ("claim_low", "claim_high", "claim_answer")


def replayed(events: Events, games: list[Game]) -> dict[str, Any]:
    """Every row that the kernel writes about games of one ruleset, what decides its doubts, and each whole result."""
    from replay import replay_game
    from replay.batching import batch_of
    from replay.fold import Fold
    from replay.judging import order_of
    from replay.readings import Referee
    from replay.ruleset import resolve

    rules = resolve(games[0].rules, len(games[0].seats), len(games[0].sides), games[0].options)
    batch = batch_of(events, games)
    referee = Referee(events, rules)
    fold = Fold(batch, referee)
    totals = []
    for number in range(len(games)):
        fold.open_game(number, rules.rules, order_of(rules), uncertain=referee.uncertain)
        fold.run()
        totals.append((list(fold.tally.low), list(fold.tally.high), fold.tally.swept))
    said: dict[str, Any] = {name: list(getattr(fold, name).rows()) for name in TABLES}
    said |= {name: list(getattr(batch, name)) for name in ANSWERS}
    return said | {
        "doubts": referee.doubts, "totals": totals, "results": [repr(replay_game(events, game)) for game in games],
    }  # fmt: skip


def read(data: bytes, form: str) -> dict[str, Any]:
    """All that a reader makes of some bytes, and what the replay says of it."""
    from data.events import Events
    from ingest.formats import get
    from replay import replay_game

    reading = get(form).read(data, "log")
    columns = (*Events.COLUMNS, "card_start", "role_start", "reading_start", "cards", "roles", "readings", "texts")
    said: dict[str, Any] = {name: list(getattr(reading.events, name)) for name in columns}
    said |= {name: [repr(one) for one in getattr(reading, name)] for name in ("games", "messages", "orphans")}
    return said | {"results": [repr(replay_game(reading.events, game)) for game in reading.games]}


def simulated(ruleset: str, games: int, seed: int) -> dict[str, Any]:
    """Games that the bots play."""
    from data.events import Events
    from replay.simulate import simulate

    said = []
    for events, game in simulate(ruleset, games=games, seed=seed):
        columns = [list(getattr(events, name)) for name in (*Events.COLUMNS, "card_start", "cards", "texts")]
        said.append((columns, repr(game)))
    return {"games": said}


DOINGS = {"replayed": replayed, "read": read, "simulated": simulated}


def main(root: str, logs: str, out: str) -> None:
    sys.path.insert(0, root)
    import ingest.formats.cgn_scan
    import replay.fold

    wanted = pickle.loads(Path(logs).read_bytes())
    said: dict[str, Any] = {name: DOINGS[doing](*given) for name, doing, *given in wanted}
    said["modules"] = [replay.fold.__file__, ingest.formats.cgn_scan.__file__]
    Path(out).write_bytes(pickle.dumps(said))


if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this file is no part of the program under ROOT
    main(*sys.argv[1:])
