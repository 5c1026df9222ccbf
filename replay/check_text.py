"""What `canasta check` says to people: the findings of a file line by line, then each game in a few lines.

Owns the wording around findings, never of them (replay.messages does).  Every word from a log passes `safe`.
"""

from __future__ import annotations

from collections.abc import Iterator

from data.events import Game, Message
from data.terminal import safe
from replay.checked import Checked, claimant_of, side_name, total_of
from replay.result import Amount, ClaimVerdict, Deal, Finding, GameResult

Placed = tuple[int, int, str]  # line, column, the text about that place


def lines(checked: Checked) -> Iterator[str]:
    """The whole report of one file, ready to print."""
    name = safe(checked.reading.name)
    for line, column, text in sorted(_placed(checked)):
        yield f"{name}:{line}:{column}: {text}"
    for game, result in zip(checked.reading.games, checked.results, strict=True):
        yield from summary(name, game, result)
    if not checked.reading.games:
        yield f"{name}: no game found"


def github(checked: Checked) -> Iterator[str]:
    """The findings as annotations that GitHub shows beside the lines of a pull request."""
    path = _escaped(checked.reading.name, ":,")
    for message in checked.reading.messages:
        level = "error" if message.is_error else "warning"
        yield f"::{level} {_position(path, message.line, message.column, message.code)}::{_escaped(message.sentence)}"
    for game, result in zip(checked.reading.games, checked.results, strict=True):
        for finding in result.findings:
            level = _github_level(finding)
            place = _position(path, finding.line, finding.column, finding.rule)
            yield f"::{level} {place}::{_escaped(f'{finding.message} {_where(game, finding)}')}"


def _position(path: str, line: int, column: int, title: str) -> str:
    return f"file={path},line={line},col={column},title={_escaped(title, ':,')}"


def _escaped(text: str, more: str = "") -> str:
    """Text on one line as GitHub's workflow commands want it."""
    text = safe(text)
    for character in "%" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def _github_level(finding: Finding) -> str:
    if finding.verdict in ("cannot_tell", "irregular") or finding.status == "refused":
        return "notice"
    return "error" if finding.severity == "error" else "warning"


def _placed(checked: Checked) -> Iterator[Placed]:
    for message in checked.reading.messages:
        yield message.line, message.column, f"{message.code}: {safe(message.sentence)}{_of_message(message)}"
    for game, result in zip(checked.reading.games, checked.results, strict=True):
        for finding in result.findings:
            text = f"{verdict_of(finding)} {finding.rule}: {safe(finding.message)} {safe(_where(game, finding))}"
            yield finding.line, finding.column, text


def _of_message(message: Message) -> str:
    if not message.game:
        return ""
    return safe(f" [game {message.game}, deal {message.deal}]" if message.deal else f" [game {message.game}]")


def verdict_of(finding: Finding) -> str:
    """The verdict in words, and whether the act was taken back or refused."""
    words = finding.verdict.replace("_", " ")
    return words if finding.status == "played" else f"{words} ({finding.status})"


def _where(game: Game, finding: Finding) -> str:
    parts = [f"game {game.id}"]
    parts += [f"deal {finding.deal}"] if finding.deal else []
    parts += [f"turn {finding.turn}"] if finding.turn else []
    parts += [f"ruling: {finding.ruling}"] if finding.ruling else []
    return f"[{', '.join(parts)}]"


def summary(name: str, game: Game, result: GameResult) -> Iterator[str]:
    """A game in a few lines: totals, claims that differ, what could not be told."""
    count = len(result.deals)
    rules = result.ruleset or game.rules or "no rules"
    yield f"{name}: game {safe(game.id)}: {safe(rules)}, {count} deal{'s' if count != 1 else ''}, {result.status}"
    for note in result.notes:
        yield f"  {safe(note)}"
    for deal in result.deals:
        yield f"  {_deal_line(game, deal)}"
    yield from _totals(game, result)
    for claim in result.claims:
        if claim.verdict == "differs":
            yield f"  {safe(_difference(game, claim))}"
    yield from (f"  {line}" for line in _untold(result))


def _deal_line(game: Game, deal: Deal) -> str:
    scores = "  ".join(
        f"{side.name} {figure(total_of(deal, i))}" for i, side in enumerate(game.sides) if i < len(deal.sides)
    )
    end = f", {deal.closing}" if deal.closing else ""
    status = "" if deal.status == "judged" else f" ({deal.status.replace('_', ' ')}"
    if status:
        status += f" from line {deal.unreadable_line})" if deal.unreadable_line else ")"
    return safe(f"deal {deal.number}{end}: {scores}{status}")


def _totals(game: Game, result: GameResult) -> Iterator[str]:
    last = next((deal for deal in reversed(result.deals) if deal.sides), None)
    if last is None:
        return
    scores = "  ".join(f"{game.sides[i].name} {figure(side.running)}" for i, side in enumerate(last.sides))
    won = f"  {game.sides[result.winner].name} wins" if result.winner >= 0 else ""
    yield safe(f"  total: {scores}{won}")


def figure(amount: Amount) -> str:
    """`1,840`, `between -200 and -150`, `at least 90`, or `?` where nothing is known."""
    if amount.known is not None:
        return f"{amount.known:,}"
    if amount.low is None and amount.high is None:
        return "?"
    if amount.low is None:
        return f"at most {amount.high:,}"
    return f"at least {amount.low:,}" if amount.high is None else f"between {amount.low:,} and {amount.high:,}"


def _difference(game: Game, claim: ClaimVerdict) -> str:
    written, recomputed = claim.claim, claim.recomputed
    deal = f"deal {written.deal}, " if written.deal else ""
    by = f" ({written.amount - recomputed.known:+,})" if recomputed.known is not None else ""
    item = written.item.replace("_", " ")
    return (
        f"differs: {deal}{side_name(game, written.side)} {item}: {claimant_of(written)} says {written.amount:,},"
        f" replay says {figure(recomputed)}{by}"
    )


def _untold(result: GameResult) -> Iterator[str]:
    doubts = sum(finding.verdict == "cannot_tell" for finding in result.findings)
    hidden = sum(deal.unjudged for deal in result.deals)
    claims = sum(claim.verdict == "cannot_tell" for claim in result.claims)
    if doubts:
        yield f"cannot tell: {doubts} play{'s' if doubts != 1 else ''} (see above)"
    if hidden or claims:
        yield f"not judged: {hidden} question{'s' if hidden != 1 else ''} that hidden cards leave open" + (
            f", {claims} written figure{'s' if claims != 1 else ''} that cannot be recomputed" if claims else ""
        )
