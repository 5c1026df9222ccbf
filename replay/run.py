"""`canasta replay`: what is new in the lake through the engine, and the results into the lake.

Owns the run: which games are new, in which batches, what is reported.  Every batch that was committed stays, so a run
that was interrupted is continued by running it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import lru_cache
from time import perf_counter

from data.lake import Lake, family_of
from data.recorded import BatchFile, Recorded, newest_readings
from replay.checked import matters
from replay.judged import Judged, unjudgeable
from replay.judging import judge_game
from replay.store import Key, ReplayBatch, Results, replay_id

BATCH_EVENTS = 2**19  # of a batch of results, about: what an interrupt may cost
SHARES = 4  # units for each of several processes, at least: they do not all take as long
IMPORTS = family_of("sources")

Progress = Callable[[int, int, "Summary"], None]


@dataclass(slots=True)
class Summary:
    """What one run of `canasta replay` did.  Findings and figures are those of the games replayed in this run."""

    games: int = 0
    known: int = 0
    deals: int = 0
    events: int = 0
    findings: dict[str, int] = field(default_factory=dict)
    doubts: dict[str, int] = field(default_factory=dict)
    claims: int = 0
    differences: int = 0
    games_with_findings: int = 0
    games_that_differ: int = 0
    unjudgeable: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)
    interrupted: bool = False
    began: float = field(default_factory=perf_counter)
    seconds: float = 0.0

    @property
    def deals_per_second(self) -> float:
        return self.deals / self.seconds if self.seconds else 0.0

    def add(self, recorded: Recorded, judged: Judged) -> None:
        """Count one replayed game; `findings` are those with consequences by rule, `doubts` the others."""
        self.games += 1
        self.deals += len(judged.deals)
        self.events += recorded.game.last - recorded.game.first
        self.unjudgeable += judged.status == "unjudgeable"
        for finding in judged.findings:
            counted = self.findings if matters(finding) else self.doubts
            counted[finding.rule] = counted.get(finding.rule, 0) + 1
        self.games_with_findings += any(map(matters, judged.findings))
        self.claims += len(judged.answers)
        self.differences += judged.differences
        self.games_that_differ += judged.differences > 0

    def absorb(self, other: Summary) -> None:
        """Count what another run did as this one's; the time of this one stays."""
        for name in (each.name for each in fields(self) if each.name not in ("began", "seconds", "interrupted")):
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, dict):
                mine |= {rule: mine.get(rule, 0) + count for rule, count in theirs.items()}
            else:
                setattr(self, name, mine + theirs)


@dataclass(frozen=True, slots=True)
class Unit:
    """Games that become one batch of results: by file of the lake, their keys and batches."""

    games: dict[str, set[tuple[str, str]]]


def replay_new(lake: Lake, progress: Progress | None = None, jobs: int = 1) -> Summary:
    """Replay every game of the lake that has no result under this engine and its ruleset as it now is.

    `progress(done, all, summary)` is called after each game, with several `jobs` (processes) after each batch.  An
    interrupt ends the run after the last committed batch, with `interrupted` set.
    """
    summary = Summary()
    replayer = Replayer(lake)
    pending = _pending(lake, replayer.results.new(), summary)
    total = len(pending)
    try:
        if jobs > 1 and total > 1:
            from replay.jobs import share

            size = min(BATCH_EVENTS, 1 + sum(events for *_, events in pending) // (jobs * SHARES))
            for done in share(lake.path, _units(pending, size), jobs):
                summary.absorb(done)
                if progress:
                    progress(summary.games, total, summary)
        else:
            for unit in _units(pending, BATCH_EVENTS):
                replayer.replay(unit, summary, lambda: progress(summary.games, total, summary) if progress else None)
    except KeyboardInterrupt:
        summary.interrupted = True
    summary.seconds = perf_counter() - summary.began
    return summary


def _pending(lake: Lake, there: set[Key], summary: Summary) -> list[tuple[str, tuple[str, str], int]]:
    """File, key and events of each game, in its newest reading, that has no result yet; the key is game and batch."""
    newest = newest_readings(lake)
    pending = []
    columns = ["game_key", "source", "batch", "duplicate_of", "rules", "options", "seats", "sides", "events"]
    for name in lake.batches(IMPORTS):
        for row in lake.read("games", columns, batches=[name]).to_pylist():
            if row["duplicate_of"] is not None or newest[row["source"]] != row["batch"]:
                continue
            options = tuple((option["name"], option["value"]) for option in row["options"])
            ruleset = ruleset_hash(row["rules"], len(row["seats"]), len(row["sides"]), options)
            if (row["game_key"], replay_id(row["batch"], ruleset)) in there:
                summary.known += 1
            else:
                pending.append((name, (row["game_key"], row["batch"]), row["events"]))
    return pending


def _units(pending: list[tuple[str, tuple[str, str], int]], size: int) -> list[Unit]:
    """The games in units of about so many events."""
    units: list[Unit] = []
    room = 0
    for name, key, events in pending:
        if room <= 0:
            units.append(Unit({}))
            room = size
        units[-1].games.setdefault(name, set()).add(key)
        room -= events
    return units


class Replayer:
    """Replays units of games of one lake, and stores what comes out of each all at once.

    The file that was read last stays open, for the next unit often goes on in it.
    """

    def __init__(self, lake: Lake) -> None:
        self.lake = lake
        self.results = Results(lake)
        self.name = ""
        self.file: BatchFile | None = None

    def replay(self, unit: Unit, summary: Summary, after_each: Callable[[], None] | None = None) -> None:
        """One unit."""
        batch = ReplayBatch(self.results)
        for recorded in self._games(unit):
            judged = _judge(recorded, summary)
            batch.add(recorded, judged)
            summary.add(recorded, judged)
            if after_each:
                after_each()
        batch.commit()

    def _games(self, unit: Unit) -> Iterator[Recorded]:
        for batch, keys in unit.games.items():
            for chunk in self._open(self.lake.holder(IMPORTS, batch)).load(keys):
                yield from chunk

    def _open(self, name: str) -> BatchFile:
        if self.file is None or name != self.name:
            self.file = None  # two would need twice the room
            self.name, self.file = name, BatchFile(self.lake, name)
        return self.file


@lru_cache(maxsize=4096)
def ruleset_hash(rules: str, seats: int, sides: int, options: tuple[tuple[str, str], ...]) -> str:
    """The hash of the ruleset of a game as it is now resolved; "" where it cannot be."""
    from data.ruleset import RulesetError
    from replay.ruleset import resolve

    try:
        return resolve(rules, seats, sides, options).hash
    except RulesetError:
        return ""


def _judge(recorded: Recorded, summary: Summary) -> Judged:
    """What the replay says of one game; a failure of the engine costs this game alone, and is told."""
    game = recorded.game
    try:
        return judge_game(recorded.events, game)
    except Exception as error:
        note = f"the engine failed: {type(error).__name__}: {error}"
        summary.failed.append((recorded.key, note))
        resolved = ruleset_hash(game.rules, len(game.seats), len(game.sides), tuple(game.options))
        return unjudgeable(recorded.events, game, note, game.rules, resolved)
