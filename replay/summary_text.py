"""What a run of `canasta replay` did, in words.  Counts come from `replay.run`."""

from __future__ import annotations

from collections.abc import Iterator

from replay.run import Summary

SHOWN_FAILURES = 10


def lines(summary: Summary) -> Iterator[str]:
    """The whole summary, one fact a line; rules in the order of how often they were broken."""
    yield f"games    {summary.games:,} replayed, {summary.known:,} had their result before"
    if summary.games:
        findings, differ = summary.games_with_findings, summary.games_that_differ
        yield f"         {findings:,} with findings, {differ:,} with figures that differ"
        speed = f"{summary.deals_per_second:,.0f} deals/s"
        yield f"deals    {summary.deals:,} in {summary.seconds:.1f} s, {speed}; {summary.events:,} events"
        yield f"figures  {summary.claims:,} written, {summary.differences:,} differ from the recomputed"
    if summary.unjudgeable:
        yield f"         {summary.unjudgeable:,} games cannot be judged: their rules, seats or sides are not usable"
    yield from _counted("findings", summary.findings)
    yield from _counted("doubts and conduct", summary.doubts)
    for key, note in summary.failed[:SHOWN_FAILURES]:
        yield f"game {key}: {note}; please report this"
    if summary.interrupted:
        yield "interrupted: what is done stays; run the same command again for the rest"


def _counted(title: str, counts: dict[str, int]) -> Iterator[str]:
    if counts:
        yield f"{title}:"
        width = len(str(max(counts.values())))
        for rule, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            yield f"  {count:>{width}}  {rule}"
