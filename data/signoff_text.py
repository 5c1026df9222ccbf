"""The agreement on a score in plain words, for terminals and dossiers.  Raw text: whoever shows it makes it safe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from data.signoff import Standing, State, Taken, in_words, moment, told

if TYPE_CHECKING:
    from data.signoff_store import Score

THESE = "these"  # the figures that are published
TITLES = ("when", "who", "step", "by", "figures", "why")


class SignoffText(NamedTuple):
    """What there is to say: lines on where it stands, and a row of words under TITLES for each step."""

    lines: tuple[str, ...]
    steps: tuple[tuple[str, ...], ...]


def text_of(score: Score, found: Standing, corrected: Sequence[tuple[Score, Standing]] = ()) -> SignoffText:
    """A sign-off in words; `corrected` are the records that this one corrects."""
    earlier = (f"corrects {one.game}: {earlier_word(stands)}" for one, stands in corrected)
    return SignoffText((*_lines(score, found), *earlier), tuple(_row(score, taken) for taken in found.history))


def earlier_word(stands: Standing) -> str:
    """How the score of a record stands that another one corrects."""
    since = f" since {moment(stands.since)}" if stands.since else ""
    return f"that score is {stands.state.value}{since}, which does not count for this one"


def _lines(score: Score, found: Standing) -> Iterator[str]:
    yield found.state.value + (f" since {moment(found.since)}" if found.since else "")
    if not score.digest:
        yield "not judged yet: canasta replay does it, then there are figures to agree on"
    else:
        totals = (f"{side} {in_words(total)}" for side, total in zip(score.sides, score.totals, strict=False))
        yield f"totals: {', '.join(totals)}"
    if score.differences:
        yield f"written figures that differ from the recomputed ones: {score.differences}"
    if found.missing and found.state is not State.FINAL:
        yield "not confirmed by: " + ", ".join(map(score.side, found.missing))
    if found.one_voice:
        yield "one person has confirmed for every side"
    if found.asked:
        yield "asked to open it again: " + ", ".join(map(score.side, sorted(found.asked)))
    if found.state is State.CONFIRMED:
        yield f"one may object until {moment(found.until)}"
    for step in found.outdated:
        who = score.side(step.side)
        yield f"the figures have changed since: {who} {told(step)} other figures on {moment(step.at)}"


def _row(score: Score, taken: Taken) -> tuple[str, ...]:
    step = taken.step
    return (
        moment(step.at), score.side(step.side), told(step) + (" (does not count)" if taken.problem else ""),
        step.author or step.by, THESE if taken.current else " : ".join(map(in_words, step.totals)) or "others",
        f"{step.why} [{taken.problem}]" if taken.problem else step.why,
    )  # fmt: skip
