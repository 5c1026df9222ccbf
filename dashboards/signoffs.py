"""Sign-offs as the pages read and write them: a layer beside the record, like notes, so that a step makes nothing else
be asked anew.

Owns what is remembered of them; where a game stands changes with the time, so that is asked each time.  The rules are
data.signoff's, the table data.signoff_store's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from dashboards.queries import LakeState, Row, rows_of
from dashboards.remembered import remembered
from data.lake import Lake, among, family_of, now
from data.signoff import Standing, State, Step, left_alone, standing
from data.signoff_sql import step_of
from data.signoff_store import TABLE, Score, corrected, objection_hours, sign, steps_of
from data.signoff_text import SignoffText, text_of


def score_of(state: LakeState, row: Row) -> Score:
    """The score of a game of the list, as this state of the lake publishes it."""
    found = _figures(state, row["game_key"])
    sides = tuple(side["name"] for side in row["sides"])
    digest, totals, differences = found["digest"], tuple(found["totals"]), found["differences"]
    return Score(
        row["game_key"],
        row["game"],
        row["source"],
        row["line"],
        sides,
        digest,
        totals,
        differences,
        row["replaces"] or "",
    )


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
    return text_of(score, found, corrected_by(state, score)) if found.history else None


def corrected_by(state: LakeState, score: Score) -> list[tuple[Score, Standing]]:
    """The records that this one corrects and on which somebody has taken a step."""
    return _corrected(state, _version(state), score) if score.replaces else []


@remembered
def _corrected(state: LakeState, version: str, score: Score) -> list[tuple[Score, Standing]]:
    """`version` is that of the layer."""
    return corrected(Lake(Path(state.path)), score)


def _version(state: LakeState) -> str:
    return Lake(Path(state.path)).version([family_of(TABLE)])


@remembered
def _steps(path: str, version: str, game_key: str, source: str, line: int) -> list[Step]:
    """`version` is that of the layer alone."""
    return steps_of(Lake(Path(path)), game_key, source, line)


def has_any(state: LakeState) -> bool:
    """Whether anybody has ever taken a step in this lake."""
    return bool(Lake(Path(state.path)).batches(family_of(TABLE)))


def states(state: LakeState, keys: Iterable[str]) -> dict[str, State]:
    """Where those of some games stand about which anybody has taken a step; the others are drafts."""
    if not has_any(state):
        return {}
    at = now()
    found = _states(state, _version(state), tuple(sorted(set(keys))))
    return {key: left_alone(one, until, at) for key, one, until in found}


@remembered
def _states(
    state: LakeState, version: str, keys: tuple[str, ...]
) -> list[tuple[str, State, datetime | None]]:  # fmt: skip
    """`version` is that of the layer.  The view `agreements` says the same, at the price of another connection."""
    games = rows_of(
        state,
        "SELECT game_key, source, line, len(sides) AS sides FROM games WHERE game_key IN (SELECT unnest($keys))",
        keys=list(keys),
    )
    taken = _taken(Lake(Path(state.path)), games)
    digests = rows_of(
        state,
        """SELECT game_key, digest_of(words) AS digest FROM figure_words
           WHERE game_key IN (SELECT unnest($keys)) GROUP BY game_key HAVING count(differences) > 0""",
        keys=list(taken),
    )
    digest, at = {row["game_key"]: row["digest"] for row in digests}, now()
    found = {
        game["game_key"]: standing(taken[game["game_key"]], game["sides"], digest.get(game["game_key"], ""), at)
        for game in games if game["game_key"] in taken
    }  # fmt: skip
    return [(key, one.state, one.until) for key, one in found.items()]


def _taken(lake: Lake, games: Sequence[Row]) -> dict[str, list[Step]]:
    """The steps on some games by their keys; of games without any there is nothing."""
    keys, sources = ({game[name] for game in games} for name in ("game_key", "source"))
    rows = lake.read(TABLE, where=among("game_key", keys) | among("source", sources)).to_pylist()
    places = {(game["source"], game["line"]): game["game_key"] for game in games}
    taken: dict[str, list[Step]] = defaultdict(list)
    for row in rows:
        about = {row["game_key"], places.get((row["source"], row["line"]))} & keys
        for key in about:
            taken[key].append(step_of(row))
    return dict(taken)


def take(state: LakeState, score: Score, wanted: tuple[State, int], said: Row, *, by: str = "") -> None:
    """Take a step on a score as it is shown: what is asked for and by which side; `said` has `why` and `author`.

    `by` is the account of whoever is logged in.  Refused where it is not allowed; LakeError or OSError where the lake
    cannot be written to.
    """
    from data.lake import open_lake

    step = Step(*wanted, now(), score.digest, objection_hours(), said["why"], said["author"], by)
    sign(open_lake(state.path), score, step)
