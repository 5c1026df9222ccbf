"""The agreement on the score of a game: draft, confirmed by every side, final; disputed where a side objects.

Owns which steps there are, when each is allowed, and how the state of a game follows from the steps that were taken,
the figures that are published, and the time.  Reads and writes nothing; data.signoff_store does.

* A step is taken by a side or by an official, and asks for a state: a side confirms (`confirmed`) or objects
  (`disputed`); an official makes the score final (`final`), which also decides a dispute, or opens it again (`draft`).
* A step is about figures: it carries a digest of every figure that was written and every total, of a deal or of the
  game, that was recomputed when it was taken.  A confirmation or decision counts for these figures only, and for no
  others that are published later.
* Once every side has confirmed, one may object for as many hours as these steps say, the longest time of any; then the
  score is final.  Silence on a draft is no consent: it stays a draft.
* An objection stands, whatever becomes of the figures, until the side that raised it confirms or an official decides.
* A final score is closed to the sides, unless an official opens it again or every one of them asks for that (`draft`).
* Nothing is overwritten.  A step that was not allowed when it was taken stays in the history, says why, and counts for
  nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum

OFFICIAL = -1  # the side of a step that an official takes
HOURS = 48  # for how long one may object, where nobody has chosen another time
MOST_HOURS = 24 * 366

_NUMBER = re.compile(r"-?\d{1,20}", re.ASCII)


class State(StrEnum):
    """Where the agreement on a score stands; also what a step asks for."""

    DRAFT = "draft"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it asks for, of which side (OFFICIAL for an official), when, and about which figures.

    `figures` is their digest, `totals` the totals at that time in words; `hours` is for how long one may object once
    every side has confirmed.  `author` is a name as given, `by` the account.
    """

    state: str
    side: int
    at: datetime
    figures: str
    hours: int = HOURS
    why: str = ""
    author: str = ""
    by: str = ""
    totals: tuple[str, ...] = ()

    @property
    def window(self) -> timedelta:
        """For how long one may object, whatever number is stored."""
        return timedelta(hours=min(max(self.hours, 0), MOST_HOURS))


@dataclass(frozen=True, slots=True)
class Taken:
    """A step in the history; `problem` says why it counts for nothing, `current` if it is about today's figures."""

    step: Step
    problem: str
    current: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the agreement on a score stands.

    By side: who has confirmed the figures, who objects, and who asks that a final score be opened again.  `until` is
    when the time to object ends or ended; `outdated` are confirmations and decisions of other figures that nobody has
    renewed.
    """

    sides: int
    state: State = State.DRAFT
    since: datetime | None = None
    until: datetime | None = None
    confirmed: Mapping[int, Step] = field(default_factory=dict)
    objections: Mapping[int, Step] = field(default_factory=dict)
    asked: Mapping[int, Step] = field(default_factory=dict)
    outdated: tuple[Step, ...] = ()
    history: tuple[Taken, ...] = ()

    @property
    def one_voice(self) -> bool:
        """Whether one and the same person has confirmed for every side, as far as names tell."""
        voices = {(step.author, step.by) for step in self.confirmed.values()}
        return len(voices) == 1 < self.sides == len(self.confirmed)

    @property
    def missing(self) -> list[int]:
        """The sides that have not confirmed the figures."""
        return [side for side in range(self.sides) if side not in self.confirmed]


def standing(steps: Iterable[Step], sides: int, figures: str, at: datetime) -> Standing:
    """Where a game of so many sides stands at a time, by the steps taken and the digest of its published figures."""
    book, history = _Book(sides), []
    for step in sorted(steps, key=lambda step: step.at):
        problem = refusal(book.standing(step.figures, step.at), step)
        if not problem:
            book.take(step)
        history.append(Taken(step, problem, step.figures == figures))
        at = max(at, step.at)  # clocks differ: no time is before the last step
    return book.standing(figures, at, tuple(history))


def refusal(now: Standing, step: Step) -> str:
    """Why a step is not allowed where a game stands; "" if it is."""
    if not step.figures:
        return "It does not say which figures it is about."
    if step.state not in set(State):
        return "There is no such step."
    if step.side != OFFICIAL and not 0 <= step.side < now.sides:
        return "There is no such side in this game."
    plain = step.state == State.CONFIRMED or (step.state == State.FINAL and now.state is State.CONFIRMED)
    if not plain and not step.why.strip():
        return "This needs a reason."
    return _refused_official(now, step) if step.side == OFFICIAL else _refused_side(now, step)


def _refused_official(now: Standing, step: Step) -> str:
    if step.state in (State.CONFIRMED, State.DISPUTED):
        return "Sides confirm and object; an official makes a score final, or opens it again."
    if step.state == State.FINAL:
        return f"The score is final already, since {moment(now.since)}." if now.state is State.FINAL else ""
    untouched = now.state is State.DRAFT and not now.confirmed
    return "There is nothing to open again: nobody has confirmed these figures or objects." if untouched else ""


def _refused_side(now: Standing, step: Step) -> str:
    if step.state == State.FINAL:
        return "Only an official can make a score final; a side confirms it."
    if step.state == State.DRAFT:
        if now.state is not State.FINAL:
            return "Only a final score has to be opened again; a side that does not agree objects."
        return _already(now.asked, step.side, "has asked for that already")
    if now.state is State.FINAL:
        ways = "an official can open it again, or every side can ask for that"
        return f"The score has been final since {moment(now.since)}: {ways}."
    if step.state == State.DISPUTED:
        return _already(now.objections, step.side, "objects already")
    return "" if step.side in now.objections else _already(now.confirmed, step.side, "has confirmed already")


def _already(steps: Mapping[int, Step], side: int, what: str) -> str:
    return f"This side {what}, on {moment(steps[side].at)}." if side in steps else ""


def allowed(now: Standing, figures: str) -> list[tuple[State, int]]:
    """The steps that may be taken now, a reason given where one is needed: what is asked for, and by which side."""
    at = datetime.now(UTC)  # no rule looks at it
    steps = (Step(state, side, at, figures, why="any") for side in (*range(now.sides), OFFICIAL) for state in State)
    return [(State(step.state), step.side) for step in steps if not refusal(now, step)]


def left_alone(state: State, until: datetime | None, at: datetime) -> State:
    """What a state is at a later time if no step is taken: time makes final what every side has confirmed."""
    return State.FINAL if state is State.CONFIRMED and until and at >= until else state


def told(step: Step) -> str:
    """What a step did, as said of whoever took it: "confirmed"."""
    if step.state == State.DRAFT and step.side != OFFICIAL:
        return "asked to open again"
    words = {State.CONFIRMED: "confirmed", State.DISPUTED: "objected", State.FINAL: "made final"}
    return words.get(State(step.state), "opened again") if step.state in set(State) else "did something unknown"


def in_words(total: str) -> str:
    """A total as a step keeps it (`1640`, `3120..3220`, `?` where nothing is known) in words."""
    low, between, high = total.partition("..")
    low, high = (f"{int(bound):,}" if _NUMBER.fullmatch(bound) else "" for bound in (low, high))
    if low and high:
        return f"{low} to {high}"
    return f"at least {low}" if low and between else f"at most {high}" if high else low or "unknown"


def moment(at: datetime | None) -> str:
    """A time in words, to the minute."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if at else "unknown"


class _Book:
    """What the steps so far come to, for all figures they were about."""

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.confirmed: dict[str, dict[int, Step]] = {}
        self.decided: dict[str, Step] = {}
        self.asked: dict[str, dict[int, Step]] = {}
        self.objections: dict[int, Step] = {}
        self.reopened: Step | None = None

    def take(self, step: Step) -> None:
        """Let an allowed step count."""
        if step.state == State.CONFIRMED:
            self.confirmed.setdefault(step.figures, {})[step.side] = step
            self.objections.pop(step.side, None)
        elif step.state == State.DISPUTED:
            self.confirmed.get(step.figures, {}).pop(step.side, None)
            self.objections[step.side] = step
        elif step.state == State.FINAL:
            self.decided[step.figures] = step
            self.objections.clear()
        else:
            asked = self.asked.setdefault(step.figures, {})
            asked[step.side] = step
            if step.side == OFFICIAL or len(asked) == self.sides:
                self._reopen(step)

    def _reopen(self, step: Step) -> None:
        for kept in (self.confirmed, self.decided, self.asked, self.objections):
            kept.clear()
        self.reopened = step

    def standing(self, figures: str, at: datetime, history: tuple[Taken, ...] = ()) -> Standing:
        """Where the agreement on some figures stands at a time."""
        confirmed = dict(self.confirmed.get(figures, {}))
        last = max(confirmed.values(), key=lambda step: step.at) if confirmed else None
        whole = len(confirmed) == self.sides
        until = last.at + max(step.window for step in confirmed.values()) if last and whole else None
        # An objection that came after the time to object can only have been about other figures.
        objections = {side: one for side, one in self.objections.items() if until is None or one.at < until}
        decided = self.decided.get(figures)
        state, since = State.DRAFT, self.reopened.at if self.reopened else None
        if decided:
            state, since, until, objections = State.FINAL, decided.at, None, {}
        elif objections:
            state, since = State.DISPUTED, min(one.at for one in objections.values())
        elif until and last:
            state = left_alone(State.CONFIRMED, until, at)
            since = until if state is State.FINAL else last.at
        asked = dict(self.asked.get(figures, {})) if state is State.FINAL else {}
        outdated = () if decided else tuple(self._outdated(figures, confirmed))
        return Standing(self.sides, state, since, until, confirmed, objections, asked, outdated, history)

    def _outdated(self, figures: str, renewed: Mapping[int, Step]) -> list[Step]:
        steps = [step for digest, by_side in self.confirmed.items() if digest != figures for step in by_side.values()]
        steps += [step for digest, step in self.decided.items() if digest != figures]
        newest: dict[int, Step] = {step.side: step for step in sorted(steps, key=lambda step: step.at)}
        whole = len(renewed) == self.sides
        return [step for side, step in newest.items() if side not in renewed and not (side == OFFICIAL and whole)]
