"""Results into the lake, and the identity of a replay.

Judges nothing.  Rows are added and never rewritten: another engine's results stand beside the earlier ones.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from data.lake import Lake, among, family_of, now
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


class ReplayBatch:
    """Results on their way into the lake.  Nothing of it can be seen before `commit` has ended."""

    def __init__(self) -> None:
        self.games: list[Replayed] = []

    def add(self, recorded: Recorded, judged: Judged) -> None:
        """Take the result of one game in."""
        replay = replay_id(recorded.batch, judged.ruleset_hash)
        self.games.append(Replayed(recorded, judged, replay, engine_hash(), now()))

    def commit(self, lake: Lake) -> int:
        """Store what is new, under the lock of the lake; returns how many games another process had stored before."""
        if not self.games:
            return 0
        mine = {(game.recorded.key, game.replay): game for game in self.games}
        with lake.writing() as writer:
            there = _stored(lake, {replay for _, replay in mine}) & mine.keys()
            new = sorted(mine.keys() - there)
            if new:
                name = hashlib.sha256("\n".join(map("/".join, new)).encode()).hexdigest()[:32]
                games = [game for key, game in mine.items() if key not in there]
                writer.commit(FAMILY, name, {each: table(each, games) for each in FAMILY.names})
        return len(there)


def _stored(lake: Lake, replays: set[str]) -> set[Key]:
    rows = lake.read("results", ["game_key", "replay"], where=among("replay", replays))
    return set(zip(rows["game_key"].to_pylist(), rows["replay"].to_pylist(), strict=True))


def stored_results(lake: Lake) -> set[Key]:
    """Game and replay of every result in the lake."""
    rows = lake.read("results", ["game_key", "replay"])
    return set(zip(rows["game_key"].to_pylist(), rows["replay"].to_pylist(), strict=True))
