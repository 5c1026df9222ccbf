"""The steps of sign-offs in a lake, and the figures they are about.

Owns the table `signoffs`: a step is checked and added under the lock of the lake, so that of two at the same time the
second is judged by what the first has made.  What may be done, and what it comes to, is data.signoff's.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from data.lake import Lake, account, family_of, now
from data.recorded import SHORTEST_KEY
from data.signoff import HOURS, MOST_HOURS, OFFICIAL, Standing, Step, refusal, standing
from data.signoff_sql import step_of
from data.views import connect

if TYPE_CHECKING:
    import pyarrow.compute as pc

HOURS_SET = "CANASTA_OBJECTION_HOURS"  # sets for how long one may object
TABLE = "signoffs"


class Refused(ValueError):
    """A step that is not taken; the text says why."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one game, as a step is about it: its sides, their totals in words, and a digest of its figures.

    `digest` is "" where the game has not been judged; `differences` counts written figures that the replay denies;
    `replaces` is the id or key of the record that this one corrects.
    """

    game_key: str
    game: str
    source: str
    line: int
    sides: tuple[str, ...]
    digest: str
    totals: tuple[str, ...]
    differences: int
    replaces: str = ""

    def side(self, number: int) -> str:
        """The name of a side, or of whoever stands above them; raw text."""
        return "official" if number == OFFICIAL else self.sides[number] if 0 <= number < len(self.sides) else "?"


def objection_hours() -> int:
    """For how many hours one may object: CANASTA_OBJECTION_HOURS, else the usual time; Refused for what is no time."""
    word = os.environ.get(HOURS_SET) or str(HOURS)
    if not (word.isascii() and word.isdigit() and int(word[:9]) <= MOST_HOURS):
        raise Refused(f"{HOURS_SET}: expected whole hours, at most {MOST_HOURS}, found {word[:40]!r}")
    return int(word)


def scores(lake: Lake, name: str) -> list[Score]:
    """The scores of the games whose id is `name`, or whose key begins with it, as published."""
    named = """SELECT game_key, game, source, line, list_transform(sides, lambda s: s.name), replaces FROM games
               WHERE game = $name OR (len($name) >= $shortest AND starts_with(game_key, $name)) ORDER BY game_key"""
    figures = "SELECT game_key, digest, totals, differences FROM figures WHERE list_contains($keys, game_key)"
    with connect(lake, {"games", "figures"}) as con:
        games = con.execute(named, {"name": name, "shortest": SHORTEST_KEY}).fetchall()
        found = con.execute(figures, {"keys": [game[0] for game in games]}).fetchall()
    by_key = {key: (digest, tuple(totals), differences) for key, digest, totals, differences in found}
    return [
        Score(key, game, source, line, tuple(sides), *by_key.get(key, ("", (), 0)), replaces or "")
        for key, game, source, line, sides, replaces in games
    ]


def steps_of(lake: Lake, game_key: str, source: str, line: int) -> list[Step]:
    """The steps on a game, in no order; those on an earlier reading of the same source are found by its line."""
    rows = lake.read(TABLE, where=_about(game_key, source, line)).to_pylist()
    return [step_of(row) for row in rows]


def _about(game_key: str, source: str, line: int) -> pc.Expression:
    import pyarrow.compute as pc

    return (pc.field("game_key") == game_key) | ((pc.field("source") == source) & (pc.field("line") == line))


def agreed(lake: Lake, score: Score, at: datetime | None = None) -> Standing:
    """Where the agreement on a score stands, now or at a time."""
    steps = steps_of(lake, score.game_key, score.source, score.line)
    return standing(steps, len(score.sides), score.digest, at or now())


def signed(lake: Lake, game_key: str) -> tuple[Score, Standing] | None:
    """The score of a game and where the agreement on it stands, if anybody has taken a step on it."""
    if not lake.batches(family_of(TABLE)):
        return None
    score = next((one for one in scores(lake, game_key) if one.game_key == game_key), None)
    found = agreed(lake, score) if score else None
    return (score, found) if score and found and found.history else None


def corrected(lake: Lake, score: Score) -> list[tuple[Score, Standing]]:
    """The records that this one corrects and on which somebody has taken a step: none of it counts for this one."""
    if not score.replaces or not lake.batches(family_of(TABLE)):
        return []
    others = [one for one in scores(lake, score.replaces) if one.game_key != score.game_key]
    found = [(one, agreed(lake, one)) for one in others]
    return [(one, stands) for one, stands in found if stands.history]


def sign(lake: Lake, score: Score, step: Step) -> Standing:
    """Take a step on a score as it was shown; where it stands then.

    Of `step`, the time and the figures are filled in here.  Refused where it is not allowed, or where the figures are
    others by now; LakeError or OSError where the lake cannot be written to.
    """
    if not score.digest:
        raise Refused("The game has not been judged yet: canasta replay does it.")
    with lake.writing() as writer:
        found = [one for one in scores(lake, score.game_key) if one.game_key == score.game_key]
        if not found or found[0].digest != score.digest:
            raise Refused("The figures have changed since they were shown: look at them again.")
        steps = steps_of(lake, score.game_key, score.source, score.line)
        last = max((one.at for one in steps), default=None)
        at = max(now(), last + timedelta(microseconds=1)) if last else now()
        step = replace(step, at=at, figures=score.digest, totals=score.totals, by=step.by or account())
        before = standing(steps, len(score.sides), score.digest, at)
        if why := refusal(before, step):
            raise Refused(why)
        writer.append(TABLE, [_row(score, step)])
    return standing([*steps, step], len(score.sides), score.digest, at)


def _row(score: Score, step: Step) -> dict[str, Any]:
    return {
        "game_key": score.game_key, "source": score.source, "line": score.line, "state": step.state, "side": step.side,
        "figures": step.figures, "totals": list(step.totals), "hours": step.hours, "author": step.author,
        "decided_at": step.at, "decided_by": step.by, "why": step.why,
    }  # fmt: skip
