"""What is stored of a replay, column by column, is what its records say, row by row."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache
from itertools import zip_longest
from typing import Any

import pytest

from data.events import Claim, Events, Game, Reading
from data.keys import deal_hashes
from data.recorded import Recorded
from ingest.formats import cgn_writer, read_any
from ingest.formats.cgn import read
from replay.checked import matters
from replay.codes import UNBOUNDED
from replay.judged import unjudgeable
from replay.judging import judge_game
from replay.records import result_of
from replay.result import Amount, GameResult, SeatDeal
from replay.simulate import simulate
from replay.tables import LARGE, SMALL, Replayed, _evidence, table
from tests import damage
from tests.places import SAMPLES

RULESETS = ("classic", "classic_3_cutthroat", "samba", "am_cla", "hf_whitnack", "heckadeck", "heckadeck_samba")
VIEWS = ("public", "scores", "N")
DAMAGES = 12
FINISHED = datetime(2026, 1, 2, tzinfo=UTC)

Rows = list[tuple[Any, ...]]


def games() -> Iterator[tuple[Events, Game]]:
    """Samples, simulated games of several rulesets, games of which much is hidden, and damaged ones."""
    for path in sorted(SAMPLES.glob("*.cgn")):
        reading = read_any(path.read_bytes(), path.name)
        yield from ((reading.events, game) for game in reading.games)
    for ruleset in RULESETS:
        yield from simulate(ruleset, seed=6)
    for view in VIEWS:
        yield from simulate("classic", 4, 1, 3, view=view)
    for seed, log in enumerate(damage.logs(seal=False)):
        yield from damaged(list(log.lines), seed)


def damaged(lines: list[str], seed: int) -> Iterator[tuple[Events, Game]]:
    """The games of a log with lines that are gone, doubled or changed."""
    dice = random.Random(seed)
    log = damage.Log(tuple(lines), (), (), (), (), ())
    for _ in range(DAMAGES):
        at = dice.randrange(1, len(lines))
        kind = dice.choice([kind for kind in damage.KINDS if not kind.endswith(" line")])
        new = damage._changed(kind, lines[at] or " ", log, dice).decode(errors="replace")
        lines[at : at + 1] = dice.choice(([], [lines[at]] * 2, [new], [new]))
    reading = read("\n".join(lines).encode(), "damaged.cgn")
    yield from ((reading.events, game) for game in reading.games)


@cache
def replayed() -> tuple[Replayed, ...]:
    found = []
    for number, (events, game) in enumerate(games()):
        recorded = Recorded(f"key{number}", "batch", "source", game, events, dict(deal_hashes(events, game)))
        found.append(Replayed(recorded, judge_game(events, game), f"replay{number}", "engine", FINISHED))
    events, game = next(games())
    recorded = Recorded("broken", "batch", "source", game, events)
    broken = unjudgeable(events, game, "the engine failed", game.rules, "")
    return (*found, Replayed(recorded, broken, "replay", "engine", FINISHED))


def of_turns(result: GameResult, game: Game) -> Rows:
    first = game.first
    return [(deal.number, place, t.number, t.seat, t.first - first + 1, t.last - first, t.line, t.drawn, t.taken,
             t.melded, t.bonus, t.points, t.discard, t.pile_before, t.frozen_before, t.stock_before, t.hand_before,
             t.hand_after, t.digest) for place, deal in enumerate(result.deals, 1) for t in deal.turns]  # fmt: skip


def of_findings(result: GameResult, game: Game) -> Rows:
    return [(place, f.deal, f.turn, f.seat, f.side, f.event - game.first + 1 if f.event >= 0 else 0, f.line, f.column,
             f.rule, f.verdict, f.severity, f.status, f.ruling, f.doubt, f.message,
             list(f.facts.items()), list(f.cards))
            for place, f in enumerate(result.findings, 1)]  # fmt: skip


def of_scores(result: GameResult, _: Game) -> Rows:
    return [
        (deal.number, place, number, item, amount.low, amount.high, evidence(amount))
        for place, deal in enumerate(result.deals, 1)
        for number, side in enumerate(deal.sides)
        for item, amount in [*side.items.items(), *((f"count.{name}", amount) for name, amount in side.counts.items()),
                             ("running", side.running)]
    ]  # fmt: skip


def evidence(amount: Amount) -> str:
    bounds = amount.low is not None, amount.high is not None
    if all(bounds):
        return "known" if amount.low == amount.high else "between"
    return {(True, False): "at_least", (False, True): "at_most"}.get(bounds, "nothing")


def of_claim_verdicts(result: GameResult, _: Game) -> Rows:
    return [(place, one.claim.deal, one.claim.side, one.claim.claimant, one.claim.item, one.claim.amount,
             one.recomputed.low, one.recomputed.high, one.verdict, one.claim.line, one.claim.column)
            for place, one in enumerate(result.claims, 1)]  # fmt: skip


def of_seat_deals(result: GameResult, _: Game) -> Rows:
    names = [field.name for field in fields(SeatDeal)]
    return [(deal.number, place, *(getattr(seat, name) for name in names))
            for place, deal in enumerate(result.deals, 1) for seat in deal.seats]  # fmt: skip


def of_deals(result: GameResult, game: Game) -> Rows:
    return [
        (deal.number, number, place, deal.line, deal.dealer, deal.status, deal.unreadable_line, deal.closing,
         deal.out_seat, deal.concealed, deal.lone_seat, side.minimum, side.items["total"].low,
         side.items["total"].high, side.running.low, side.running.high, deal.unjudged)
        for place, deal in enumerate(result.deals, 1) for number, side in enumerate(deal.sides)
    ]  # fmt: skip


def of_results(result: GameResult, game: Game) -> Rows:
    nothing = [Amount(None, None)] * (len(game.sides) or 1)
    totals = [side.running for side in result.deals[-1].sides] if result.deals else nothing
    judged = sum(deal.status == "judged" for deal in result.deals)
    differ = sum(one.verdict == "differs" for one in result.claims)
    return [("batch", "engine", result.ruleset_hash, FINISHED, side if game.sides else -1, result.ruleset,
             result.status, result.notes, len(result.deals), judged, total.low, total.high,
             None if result.winner < 0 else side == result.winner, sum(map(matters, result.findings)), differ)
            for side, total in enumerate(totals)]  # fmt: skip


EXPECTED = {"turns": of_turns, "findings": of_findings, "scores": of_scores, "claim_verdicts": of_claim_verdicts,
            "seat_deals": of_seat_deals, "deals": of_deals, "results": of_results}  # fmt: skip
NOT_IN_RECORDS = {"went_out", "deal_hash"}  # tests/test_replay_store.py has them


@pytest.mark.parametrize("name", EXPECTED)
def test_table_says_what_the_records_say(name: str) -> None:
    stored = table(name, replayed()).to_pylist()
    found = [tuple(value for column, value in row.items() if column not in NOT_IN_RECORDS) for row in stored]
    expected = [
        (game.recorded.key, game.replay, *row)
        for game in replayed()
        for row in EXPECTED[name](result_of(game.judged), game.recorded.game)
    ]
    for place, (one, other) in enumerate(zip_longest(found, expected)):
        assert one == other, f"row {place}"


def test_games_are_of_every_kind() -> None:
    """Otherwise the comparison would prove little."""
    games = [game.judged for game in replayed()]
    assert {game.status for game in games} >= {"complete", "unjudgeable"}
    assert {finding.verdict for game in games for finding in game.findings} >= {"illegal", "score", "cannot_tell"}
    assert {"known", "between", "nothing"} <= set(table("scores", replayed())["evidence"].to_pylist())
    assert set(table("claim_verdicts", replayed())["verdict"].to_pylist()) == {"equal", "differs", "cannot_tell"}
    assert set(table("deals", replayed())["status"].to_pylist()) >= {"judged", "unreadable"}


def test_evidence_says_which_bounds_are_known() -> None:
    low, high = array("i", [5, 5, 5, -UNBOUNDED, -UNBOUNDED]), array("i", [5, 6, UNBOUNDED, 5, UNBOUNDED])
    assert _evidence(low, high).to_pylist() == ["known", "between", "at_least", "at_most", "nothing"]


def test_every_table_is_made() -> None:
    from data.tables.results import RESULT_TABLES

    assert {*LARGE, *SMALL, "rulesets"} == {each.name for each in RESULT_TABLES}
    assert all(table(each.name, []).num_rows == 0 for each in RESULT_TABLES)


def test_figure_of_a_deal_that_is_not_there_cannot_be_told() -> None:
    """Not even where it is nought, which is what a figure is before anything is added up."""
    events, game = next(simulate("classic", seed=6))
    text = cgn_writer.write(Reading("x", "simulated", events, [game]))
    reading = read(text.encode(), "x.cgn")
    (game,) = reading.games
    for claim in game.claims:
        claim.deal, claim.amount = 99, 0
    verdicts = {(one.verdict, one.recomputed.low) for one in judge_game(reading.events, game).claims
                if one.claim.item != "final"}  # fmt: skip
    assert verdicts == {("cannot_tell", None)}


def test_figure_that_no_score_can_have_is_equal_to_nothing() -> None:
    """The kernel cuts it, and what it brings into a deal, to the same size."""
    events, game = next(simulate("classic", seed=6))
    game.claims = [Claim(1, 0, "", "carried", 2**40, 1, 1), Claim(1, 1, "", "carried", 100, 1, 1)]
    first, second = judge_game(events, game).claims
    assert (first.verdict, first.recomputed) == ("cannot_tell", Amount(None, None))
    assert (second.verdict, second.recomputed) == ("equal", Amount(100, 100))
