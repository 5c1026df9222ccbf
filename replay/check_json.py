"""`canasta check --json`: one object per game and one per file, as docs/check.schema.json says.

Other people's programs read this: fields are added, never renamed.  Knows nothing of how a verdict is reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from data.events import Game, Message
from replay.checked import Checked, seat_name, side_name
from replay.result import Amount, ClaimVerdict, Deal, Finding, GameResult, SideDeal

SCHEMA = 1
Json = dict[str, object]


def objects(checked: Checked, engine: str) -> Iterator[Json]:
    """The objects of one file: its games in order, then the file itself."""
    for number in range(len(checked.results)):
        yield game_object(checked, number, engine)
    yield file_object(checked, engine)


def game_object(checked: Checked, number: int, engine: str) -> Json:
    game, result = checked.reading.games[number], checked.results[number]
    numbers = {deal.number for deal in result.deals}
    return {
        "schema": SCHEMA,
        "engine": engine,
        "ruleset_hash": result.ruleset_hash,
        "file": checked.reading.name,
        "game": game.id,
        "line": game.line,
        "rules": game.rules,
        "options": dict(game.options),
        "status": result.status,
        "messages": [_message(checked, message) for message in checked.messages.get(number, [])],
        "deals": [_deal(game, result, deal) for deal in result.deals],
        "claims": [_claim(game, claim) for claim in result.claims if claim.claim.deal not in numbers],
        "findings": [_finding(game, finding) for finding in result.findings if finding.deal not in numbers],
    }


def file_object(checked: Checked, engine: str) -> Json:
    reading = checked.reading
    return {
        "schema": SCHEMA,
        "engine": engine,
        "file": reading.name,
        "format": reading.format,
        "games": len(reading.games),
        "ledger": asdict(reading.ledger),
        "orphans": [{"line": o.line, "raw": checked.raw(o.line), "reason": o.reason} for o in reading.orphans],
        "messages": [_message(checked, message) for message in checked.messages.get(-1, [])],
    }


def _message(checked: Checked, message: Message) -> Json:
    return {
        "code": message.code,
        "severity": "error" if message.is_error else "warning",
        "line": message.line,
        "column": message.column,
        "raw": checked.raw(message.line),
        "message": message.sentence,
    }


def _deal(game: Game, result: GameResult, deal: Deal) -> Json:
    sides = {game.sides[i].name: _side(side) for i, side in enumerate(deal.sides)}
    return {
        "deal": deal.number,
        "line": deal.line,
        "status": deal.status,
        "sides": sides,
        "claims": [_claim(game, claim) for claim in result.claims if claim.claim.deal == deal.number],
        "findings": [_finding(game, finding) for finding in result.findings if finding.deal == deal.number],
    }


def _side(side: SideDeal) -> Json:
    """Figures of one side; those that are not known are null, with their bounds under `low` and `high`."""
    figures = {name: amount for name, amount in side.items.items() if name != "total"}
    total = side.items.get("total", Amount(None, None))
    shown: Json = {
        "items": {name: amount.known for name, amount in figures.items()},
        "total": total.known,
        "running": side.running.known,
    }
    unknown = {n: a for n, a in {**figures, "total": total, "running": side.running}.items() if a.known is None}
    if unknown:
        shown["low"] = {name: amount.low for name, amount in unknown.items()}
        shown["high"] = {name: amount.high for name, amount in unknown.items()}
    return shown


def _claim(game: Game, claim: ClaimVerdict) -> Json:
    shown: Json = {
        "side": side_name(game, claim.claim.side),
        "claimant": claim.claim.claimant,
        "item": claim.claim.item,
        "claimed": claim.claim.amount,
        "recomputed": claim.recomputed.known,
        "verdict": claim.verdict,
        "line": claim.claim.line,
        "column": claim.claim.column,
    }
    if claim.recomputed.known is None:
        shown |= {"low": claim.recomputed.low, "high": claim.recomputed.high}
    return shown


def _finding(game: Game, finding: Finding) -> Json:
    return {
        "rule": finding.rule,
        "verdict": finding.verdict,
        "severity": finding.severity,
        "status": finding.status,
        "seat": seat_name(game, finding.seat),
        "side": side_name(game, finding.side),
        "turn": finding.turn,
        "line": finding.line,
        "column": finding.column,
        "message": finding.message,
        "facts": finding.facts,
        "ruling": finding.ruling,
        "doubt": finding.doubt,
    }
