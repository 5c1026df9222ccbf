"""Sign-offs as the pages read and write them: a layer beside the record, like notes, so that a step makes nothing else
be asked anew.

Owns what is remembered of them; where a game stands changes with the time, so that is asked each time.  The rules are
data.signoff's, the table data.signoff_store's.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from dashboards.queries import LakeState, Row, rows_of
from dashboards.remembered import remembered
from data.lake import Lake, family_of, now
from data.signoff import Standing, State, Step, left_alone, standing
from data.signoff_store import TABLE, Score, objection_hours, sign, steps_of
from data.signoff_text import SignoffText, text_of
from data.views import connect


def score_of(state: LakeState, row: Row) -> Score:
    """The score of a game of the list, as this state of the lake publishes it."""
    found = _figures(state, row["game_key"])
    sides = tuple(side["name"] for side in row["sides"])
    digest, totals, differences = found["digest"], tuple(found["totals"]), found["differences"]
    return Score(row["game_key"], row["game"], row["source"], row["line"], sides, digest, totals, differences)


@remembered
def _figures(state: LakeState, game_key: str) -> Row:
    found = rows_of(state, "SELECT digest, totals, differences FROM figures WHERE game_key = $key", key=game_key)
    return found[0] if found else {"digest": "", "totals": [], "differences": 0}


def standing_of(state: LakeState, score: Score) -> Standing:
    """Where the agreement on a score stands now."""
    steps = _steps(state.path, _version(state), score.game_key, score.source, score.line)
    return standing(steps, len(score.sides), score.digest, now())


def text_of_game(state: LakeState, row: Row) -> SignoffText | None:
    """The sign-off of a game in plain words, if anybody has taken a step."""
    score = score_of(state, row)
    found = standing_of(state, score)
    return text_of(score, found) if found.history else None


def _version(state: LakeState) -> str:
    return Lake(Path(state.path)).version([family_of(TABLE)])


@remembered
def _steps(path: str, version: str, game_key: str, source: str, line: int) -> list[Step]:
    """`version` is that of the layer alone."""
    return steps_of(Lake(Path(path)), game_key, source, line)


def has_any(state: LakeState) -> bool:
    """Whether anybody has ever taken a step in this lake."""
    return bool(Lake(Path(state.path)).batches(family_of(TABLE)))


def states(state: LakeState, keys: Iterable[str] | None = None) -> dict[str, State]:
    """Where the games stand, of some or of all, about which anybody has taken a step; the others are drafts."""
    if not has_any(state):
        return {}
    wanted = None if keys is None else tuple(sorted(set(keys)))
    at = now()
    return {key: left_alone(State(word), until, at) for key, word, until in _states(state, _version(state), wanted)}


@remembered
def _states(
    state: LakeState, version: str, keys: tuple[str, ...] | None
) -> list[tuple[str, str, datetime | None]]:  # fmt: skip
    """`version` is that of the layer."""
    some = "" if keys is None else "WHERE game_key IN (SELECT unnest($keys))"
    with connect(Lake(Path(state.path)), {"agreements"}) as con:
        query = f"SELECT game_key, state, until FROM agreements {some}"
        return con.execute(query, {} if keys is None else {"keys": list(keys)}).fetchall()


def games_in(state: LakeState, wanted: str) -> tuple[bool, tuple[str, ...]]:
    """The games that stand so: whether they are those named or all but those, and the keys named."""
    found = states(state)
    if wanted == State.DRAFT:
        return False, tuple(sorted(key for key, one in found.items() if one is not State.DRAFT))
    return True, tuple(sorted(key for key, one in found.items() if one == wanted))


def take(state: LakeState, score: Score, wanted: tuple[State, int], said: Row, *, by: str = "") -> None:
    """Take a step on a score as it is shown: what is asked for and by which side; `said` has `why` and `author`.

    `by` is the account of whoever is logged in.  Refused where it is not allowed; LakeError or OSError where the lake
    cannot be written to.
    """
    from data.lake import open_lake

    step = Step(*wanted, now(), score.digest, objection_hours(), said["why"], said["author"], by)
    sign(open_lake(state.path), score, step)
