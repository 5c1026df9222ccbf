"""The ledger of an import in words: where every file and every line went.  Counts come from `ingest.ledger`."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.ledger import Report

SHOWN_PROBLEMS = 20


def lines(report: Report) -> Iterator[str]:
    """The whole ledger, one fact a line."""
    yield from _files(report)
    if report.stored:
        yield from _content(report)
        speed = report.lines / report.seconds if report.seconds else 0
        slowest, seconds = report.slowest
        yield f"time     {report.seconds:.1f} s, {speed:,.0f} lines/s; slowest {slowest} ({seconds:.2f} s)"
    for problem in report.problems[:SHOWN_PROBLEMS]:
        yield f"{problem.name}: {problem.status.replace('_', ' ')}{f': {problem.reason}' if problem.reason else ''}"
    if len(report.problems) > SHOWN_PROBLEMS:
        yield f"... and {len(report.problems) - SHOWN_PROBLEMS} more: see the table sources"
    if not report.balances():
        yield f"the ledger does not balance: {', '.join(report.unbalanced) or 'files'}; please report this"
    if report.interrupted:
        yield "interrupted: what is stored stays; run the same command again for the rest"


def _files(report: Report) -> Iterator[str]:
    formats = ", ".join(f"{count} {name}" for name, count in sorted(report.formats.items()))
    forgotten = f" + {report.forgotten:,} of a player to be forgotten" if report.forgotten else ""
    yield f"files    {report.found:,} found = {report.stored:,} stored + {report.same:,} stored before{forgotten}" + (
        f"   ({formats})" if formats else ""
    )
    if report.hidden or report.lakes:
        yield f"         passed over: {report.hidden:,} hidden, {report.lakes:,} folders that are lakes"


def _content(report: Report) -> Iterator[str]:
    yield (
        f"lines    {report.lines:,} = {report.event_lines:,} events + {report.comment_lines:,} comments"
        f" + {report.blank_lines:,} blank + {report.bad_lines:,} unreadable + {report.orphan_lines:,} of no game"
    )
    yield f"games    {report.games:,} found = {report.new_games:,} new + {report.duplicates:,} duplicates" + (
        f"   ({report.twins:,} twins, {report.conflicts:,} with an id that another game has)"
        if report.twins or report.conflicts
        else ""
    )
    yield f"events   {report.events:,}"
    if report.errors or report.warnings:
        codes = ", ".join(f"{code} {count}" for code, count in sorted(report.codes.items()))
        yield f"messages {report.errors:,} errors, {report.warnings:,} warnings   ({codes})"
