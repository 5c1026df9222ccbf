"""The dossier of a disputed game as one HTML page: to be printed, sent, or put on a club's site.

Owns the page (audit.html.j2).  Every value that the template puts out is made safe and escaped, for names, comments and
lines of a log may hold anything; the page loads nothing and runs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from data.signoff_text import TITLES
from data.terminal import safe
from replay.audit import Dossier, SideAudit
from replay.check_text import figure, verdict_of

LARGEST_LOG = 200_000  # characters of a log that are shown whole; of a larger one only the lines that matter
LONGEST_LINE = 2_000


def html(found: Dossier) -> str:
    """The whole page."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, finalize=_finalize,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    page = environment.get_template("audit.html.j2")
    return page.render(
        found=found, amount=figure, claimants=_claimants, verdict_of=verdict_of, log=list(_log(found)), titles=TITLES,
        shown=lambda fault: not fault.finding.rule.startswith("score.") or not fault.finding.deal,
    )  # fmt: skip


def _finalize(value: object) -> object:
    """What the template puts out, without control characters and direction marks; its own macros stay as they are."""
    return safe(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _claimants(side: SideAudit) -> list[str]:
    """Who wrote figures of this side, in the order in which they come."""
    return list(dict.fromkeys(one.claimant for figure in side.figures for one in figure.written))


def _log(found: Dossier) -> Iterator[tuple[int, str]]:
    """The lines of the log that are shown: all of the deals, or of a large log those that something rests on."""
    numbers: set[int] = set()
    for deal in found.deals:
        numbers |= set(range(deal.lines[0], deal.lines[1] + 1))
    if sum(len(found.line(number)) for number in numbers) > LARGEST_LOG:
        sides = [*found.ends, *(side for deal in found.deals for side in deal.sides)]
        numbers = {one.line for side in sides for figure in side.figures for one in figure.written}
        numbers |= {fault.finding.line for deal in found.deals for fault in deal.faults}
    for number in sorted(numbers):
        line = found.line(number)
        if line:
            yield number, line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}..."
