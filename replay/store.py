"""Results as rows of the tables of a replay, and into the lake.

Owns the translation of replay.result into the tables `turns` to `results`, and the identity of a replay.  Judges
nothing.  Rows are added and never rewritten: another engine's results stand beside the earlier ones.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from data.actions import NO_SIDE
from data.keys import deal_hashes
from data.lake import Lake, among, family_of, now
from data.options import options, to_text
from data.recorded import Recorded
from data.schema import arrow_schema
from data.source_hash import source_hash
from replay.checked import matters
from replay.result import Amount, Deal, GameResult, SideDeal

if TYPE_CHECKING:
    import pyarrow as pa

FAMILY = family_of("results")

Row = tuple[Any, ...]
Key = tuple[str, str]  # game and replay


@lru_cache(maxsize=1)
def engine_hash() -> str:
    """A hash of the source that decides verdicts and scores; rulesets have a hash of their own."""
    return source_hash(["replay.judging", "data.actions", "data.cards"], "replay")


def replay_id(batch: str, ruleset_hash: str) -> str:
    """The identity of a replay: which reading, which engine, which ruleset with which options."""
    words = f"{batch}/{engine_hash()}/{ruleset_hash}"
    return hashlib.blake2b(words.encode(), digest_size=8).hexdigest()


class ReplayBatch:
    """Results on their way into the lake.  Nothing of it can be seen before `commit` has ended."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = defaultdict(list)
        self.games: list[Key] = []
        self.rulesets: set[str] = set()
        self.events = 0

    def add(self, recorded: Recorded, result: GameResult) -> None:
        """Take the result of one game in."""
        key = (recorded.key, replay_id(recorded.batch, result.ruleset_hash))
        self.games.append(key)
        self.events += recorded.game.last - recorded.game.first
        first = recorded.game.first
        hashes = dict(deal_hashes(recorded.events, recorded.game))
        for name, rows in (
            ("turns", _turns(result, first)),
            ("findings", _findings(result, first)),
            ("scores", _scores(result)),
            ("claim_verdicts", _claim_verdicts(result)),
            ("seat_deals", _seat_deals(result)),
            ("deals", _deals(recorded, result, hashes)),
            ("results", _results(recorded, result)),
        ):
            self.rows[name].extend((*key, *row) for row in rows)
        if result.ruleset_hash not in self.rulesets:
            self.rulesets.add(result.ruleset_hash)
            self.rows["rulesets"].extend(_ruleset(result))

    def commit(self, lake: Lake) -> int:
        """Store what is new, under the lock of the lake; returns how many games another process had stored before."""
        if not self.games:
            return 0
        with lake.writing() as writer:
            there = _stored(lake, {replay for _, replay in self.games}) & set(self.games)
            games = sorted(set(self.games) - there)
            if games:
                words = "\n".join(map("/".join, games))
                name = hashlib.sha256(words.encode()).hexdigest()[:32]
                writer.commit(FAMILY, name, {table: self._table(table, there) for table in FAMILY.names})
        return len(there)

    def _table(self, name: str, there: set[Key]) -> pa.Table:
        import pyarrow as pa

        rows = self.rows[name]
        if there and name != "rulesets":
            rows = [row for row in rows if row[:2] not in there]
        schema = arrow_schema(name)
        columns = list(zip(*rows, strict=True)) or [()] * len(schema)
        return pa.table([pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema)


def _stored(lake: Lake, replays: set[str]) -> set[Key]:
    rows = lake.read("results", ["game_key", "replay"], where=among("replay", replays))
    return set(zip(rows["game_key"].to_pylist(), rows["replay"].to_pylist(), strict=True))


def stored_results(lake: Lake) -> set[Key]:
    """Game and replay of every result in the lake."""
    rows = lake.read("results", ["game_key", "replay"])
    return set(zip(rows["game_key"].to_pylist(), rows["replay"].to_pylist(), strict=True))


# Each function below gives the columns of its table, in the order of data/tables/results.py, from the third on.


def _turns(result: GameResult, first: int) -> Iterator[Row]:
    for position, deal in enumerate(result.deals, 1):
        for turn in deal.turns:
            yield (
                deal.number, position, turn.number, turn.seat, turn.first - first + 1, turn.last - first, turn.line,
                turn.drawn, turn.taken, turn.melded, turn.bonus, turn.points, turn.discard, turn.pile_before,
                turn.frozen_before, turn.stock_before, turn.hand_before, turn.hand_after, turn.digest % 2**64,
            )  # fmt: skip


def _findings(result: GameResult, first: int) -> Iterator[Row]:
    for position, finding in enumerate(result.findings, 1):
        seq = finding.event - first + 1 if finding.event >= 0 else 0
        yield (
            position, finding.deal, finding.turn, finding.seat, finding.side, seq, finding.line, finding.column,
            finding.rule, finding.verdict, finding.severity, finding.status, finding.ruling, finding.doubt,
            finding.message, list(finding.facts.items()), finding.cards,
        )  # fmt: skip


def _scores(result: GameResult) -> Iterator[Row]:
    for position, deal in enumerate(result.deals, 1):
        for number, side in enumerate(deal.sides):
            for item, amount in _figures(side):
                yield deal.number, position, number, item, amount.low, amount.high, _evidence(amount)


def _figures(side: SideDeal) -> Iterator[tuple[str, Amount]]:
    yield from side.items.items()
    yield from ((f"count.{name.removeprefix('count.')}", amount) for name, amount in side.counts.items())
    yield "running", side.running


def _evidence(amount: Amount) -> str:
    if amount.low is None:
        return "nothing" if amount.high is None else "at_most"
    if amount.high is None:
        return "at_least"
    return "known" if amount.low == amount.high else "between"


def _claim_verdicts(result: GameResult) -> Iterator[Row]:
    for position, judged in enumerate(result.claims, 1):
        claim, amount = judged.claim, judged.recomputed
        yield (
            position, claim.deal, claim.side, claim.claimant, claim.item, claim.amount, amount.low, amount.high,
            judged.verdict, claim.line, claim.column,
        )  # fmt: skip


def _seat_deals(result: GameResult) -> Iterator[Row]:
    for position, deal in enumerate(result.deals, 1):
        for seat in deal.seats:
            yield (
                deal.number, position, seat.seat, seat.side, seat.role, seat.minimum, seat.opening_turn,
                seat.opening_points, seat.takes, seat.cards_taken, seat.freezes, seat.natural_canastas,
                seat.mixed_canastas, seat.bonus_cards, seat.cards_caught, seat.findings,
            )  # fmt: skip


def _deals(recorded: Recorded, result: GameResult, hashes: dict[int, str]) -> Iterator[Row]:
    for position, deal in enumerate(result.deals, 1):
        for number, side in enumerate(deal.sides):
            total = side.items.get("total", Amount(None, None))
            seats = recorded.game.sides[number].seats if number < len(recorded.game.sides) else ()
            yield (
                deal.number, number, position, deal.line, deal.dealer, deal.status, deal.unreadable_line,
                deal.closing, deal.out_seat, _went_out(deal, seats), deal.concealed, deal.lone_seat, side.minimum,
                total.low, total.high, side.running.low, side.running.high, deal.unjudged, hashes.get(deal.number),
            )  # fmt: skip


def _went_out(deal: Deal, seats: tuple[int, ...]) -> bool:
    return deal.out_seat in seats if deal.lone_seat < 0 else _lone_went_out(deal, seats)


def _lone_went_out(deal: Deal, seats: tuple[int, ...]) -> bool:
    """In cutthroat the two who play together go out together, whatever sides own the running totals."""
    return deal.out_seat >= 0 and (deal.out_seat == deal.lone_seat) == (deal.lone_seat in seats)


def _results(recorded: Recorded, result: GameResult) -> Iterator[Row]:
    finished = now()
    judged = sum(deal.status == "judged" for deal in result.deals)
    findings = sum(matters(finding) for finding in result.findings)
    differences = sum(claim.verdict == "differs" for claim in result.claims)
    for side in range(len(recorded.game.sides)) or (NO_SIDE,):
        total = _final(result, side)
        winner = None if result.winner < 0 else side == result.winner
        yield (
            recorded.batch, engine_hash(), result.ruleset_hash, finished, side, result.ruleset, result.status,
            result.notes, len(result.deals), judged, total.low, total.high, winner, findings, differences,
        )  # fmt: skip


def _final(result: GameResult, side: int) -> Amount:
    """The running total after the last deal; nothing where there was none."""
    sides = result.deals[-1].sides if result.deals else []
    return sides[side].running if 0 <= side < len(sides) else Amount(None, None)


def _ruleset(result: GameResult) -> Iterator[Row]:
    known = options()
    value: Any
    for name, value in result.options.items():
        yield result.ruleset_hash, result.ruleset, name, to_text(known[name], value) if name in known else str(value)
