"""Results into the lake, and the identity of a replay.

Judges nothing.  Rows are added and never rewritten: another engine's results stand beside the earlier ones.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from data.lake import Lake, family_of, now
from data.recorded import Recorded
from data.source_hash import source_hash
from replay.judged import Judged
from replay.tables import Replayed, table

FAMILY = family_of("results")

Key = tuple[str, str]  # game and replay


@lru_cache(maxsize=1)
def engine_hash() -> str:
    """A hash of the source that decides verdicts and scores; rulesets have a hash of their own."""
    return source_hash(["replay.records", "data.actions", "data.cards"], "replay")


def replay_id(batch: str, ruleset_hash: str) -> str:
    """The identity of a replay: which reading, which engine, which ruleset with which options."""
    words = f"{batch}/{engine_hash()}/{ruleset_hash}"
    return hashlib.blake2b(words.encode(), digest_size=8).hexdigest()


class Results:
    """The results in a lake, looked at again and again: each time only at the batches that have come since."""

    def __init__(self, lake: Lake) -> None:
        self.lake = lake
        self.seen: set[str] = set()

    def new(self) -> set[Key]:
        """Game and replay of every result that came since the last look; a batch that was merged comes again."""
        batches = set(self.lake.batches(FAMILY)) - self.seen
        self.seen |= batches
        rows = self.lake.read("results", ["game_key", "replay"], batches=sorted(batches))
        return set(zip(rows["game_key"].to_pylist(), rows["replay"].to_pylist(), strict=True))


class ReplayBatch:
    """Results on their way into the lake.  Nothing of it can be seen before `commit` has ended."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.games: list[Replayed] = []

    def add(self, recorded: Recorded, judged: Judged) -> None:
        """Take the result of one game in."""
        replay = replay_id(recorded.batch, judged.ruleset_hash)
        self.games.append(Replayed(recorded, judged, replay, engine_hash(), now()))

    def commit(self) -> None:
        """Store, under the lock of the lake, what no other process has stored meanwhile."""
        mine = {(game.recorded.key, game.replay): game for game in self.games}
        with self.results.lake.writing() as writer:
            there = self.results.new()
            games = [game for key, game in mine.items() if key not in there]
            if games:
                words = "\n".join(sorted(f"{game.recorded.key}/{game.replay}" for game in games))
                name = hashlib.sha256(words.encode()).hexdigest()[:32]
                writer.commit(FAMILY, name, {each: table(each, games) for each in FAMILY.names})
                self.results.seen.add(name)
