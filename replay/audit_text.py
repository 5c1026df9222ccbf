"""The dossier of a disputed game as plain text, to read in a terminal or to print.

Owns the layout.  Whatever comes from the log is made safe before it stands in a line.
"""

from __future__ import annotations

from collections.abc import Iterator

from data.signoff_text import THESE
from data.terminal import safe
from replay.audit import DealAudit, Dossier, Fault, Figure, SideAudit, Written
from replay.check_text import figure as amount_text
from replay.check_text import verdict_of

NAME_WIDTH = 34
COLUMN_WIDTH = 12
LONGEST_LINE = 400  # characters of a line of the log that are shown


def text(found: Dossier) -> str:
    """The whole dossier, ending with a line feed."""
    return "\n".join(line.rstrip() for line in _lines(found)) + "\n"


def _lines(found: Dossier) -> Iterator[str]:
    yield f"Dossier of {safe(found.game)}"
    yield ""
    for key, value in found.headers:
        yield safe(f"  {key}: {value}")
    yield ""
    yield safe(f"Replayed by {found.engine} under {found.ruleset or 'no rules'} ({found.ruleset_hash[:12] or '-'}).")
    yield f"Written figures that differ: {found.differences}. Plays that break a rule: {found.breaches}."
    yield from (safe(word) for word in (found.outcome,) if word)
    yield from (safe(f"Cannot be judged: {note}") for note in found.notes)
    for deal in found.deals:
        yield from _deal(found, deal)
    if found.ends:
        yield from ("", "", "END OF THE GAME")
    for side in found.ends:
        yield from _side(found, side)
    yield from _faults(found, found.faults)
    yield from _signoff(found)
    yield from _prices(found)


def _signoff(found: Dossier) -> Iterator[str]:
    if not found.signoff:
        return
    yield from ("", "", "SIGN-OFF OF THE PUBLISHED SCORE")
    yield from (safe(f"  {line}") for line in found.signoff.lines)
    for when, who, step, by, figures, why in found.signoff.steps:
        about = "" if figures == THESE else f", about {figures}"
        yield safe(f"    {when}  {who} {step}{about}, by {by or 'nobody named'}")
        if why:
            yield safe(f"        {why}")


def _deal(found: Dossier, deal: DealAudit) -> Iterator[str]:
    first, last = deal.lines
    where = f"lines {first} to {last}" if last > first else f"line {first}"
    yield from ("", "", f"DEAL {deal.number} ({where}): {safe(deal.ending)}")
    yield from (safe(f"  {word}") for word in deal.said)
    for side in deal.sides:
        yield from _side(found, side)
    yield from _faults(found, deal.faults)


def _side(found: Dossier, side: SideAudit) -> Iterator[str]:
    claimants = list(dict.fromkeys(one.claimant for figure in side.figures for one in figure.written))
    yield from ("", safe(f"  side {side.name}: {side.players}"))
    heads = ["replay", *(safe(f"by {who}" if who else "log") for who in claimants)]
    yield _row("", heads)
    for figure in side.figures:
        cells = [amount_text(figure.recomputed), *(_cell(figure, who) for who in claimants)]
        yield _row(f"{figure.name} ({figure.codes})" if figure.codes else figure.name, cells)
        yield from (safe(f"        {line}") for line in figure.cards)
        for one in figure.written:
            if one.verdict == "differs":
                yield f"        {_difference(figure, one)}"
                yield from _quoted(found, one.line)


def _row(name: str, cells: list[str]) -> str:
    return f"    {name:<{NAME_WIDTH}}" + "".join(f" {cell:>{COLUMN_WIDTH}}" for cell in cells)


def _cell(figure: Figure, claimant: str) -> str:
    """What one claimant wrote; `!` where it differs, `?` where nobody can tell."""
    marks = {"equal": " ", "differs": "!", "cannot_tell": "?"}
    return " ".join(f"{one.amount:,}{marks[one.verdict]}" for one in figure.written if one.claimant == claimant)


def _difference(figure: Figure, one: Written) -> str:
    by = f", {one.amount - figure.recomputed.known:+,}" if figure.recomputed.known is not None else ""
    who = safe(f"the sheet of {one.claimant}" if one.claimant else "the log")
    return f"! {who} says {one.amount:,}, the replay {amount_text(figure.recomputed)}{by}"


def _faults(found: Dossier, faults: tuple[Fault, ...]) -> Iterator[str]:
    """Findings about plays; those about figures stand beside the figures."""
    told = [fault for fault in faults if not fault.finding.rule.startswith("score.") or not fault.finding.deal]
    if told:
        yield from ("", "  found:")
    for fault in told:
        finding = fault.finding
        place = f"turn {finding.turn}" if finding.turn else "the deal"
        ruling = f"; ruling: {finding.ruling}" if finding.ruling else ""
        yield safe(f"    {place}: {verdict_of(finding)}, {finding.rule}{ruling}")
        yield safe(f"        {finding.message}")
        yield safe(f"        rule: {fault.rule} ({fault.citation})")
        yield from _quoted(found, finding.line)


def _quoted(found: Dossier, number: int) -> Iterator[str]:
    line = found.line(number)
    if line:
        yield safe(f"        line {number}: {line[:LONGEST_LINE]}{'...' if len(line) > LONGEST_LINE else ''}")


def _prices(found: Dossier) -> Iterator[str]:
    if not found.prices:
        return
    yield from ("", "", "WHAT THE FIGURES FOLLOW")
    for name, (rule, *values) in found.prices.items():
        yield safe(f"  {name}: {rule}")
        yield from (safe(f"        {value}") for value in values)
    yield from (safe(f"  {key.key}: {key.meaning}") for key in found.keys)
