"""Notes of reviewers: a layer beside the record, read and written apart from everything else.

Owns the table `notes` of a lake.  A note is never changed: a new version of it is added, and the newest counts.  No
other table is written to, so that the record is the same with and without the layer.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dashboards.queries import LakeState, Row, rows_of
from dashboards.remembered import remembered
from data.lake import Lake, family_of

TAGS = ("doubtful", "good play", "bad play", "dispute", "for teaching", "ask the scribe")
LONGEST = 2000  # characters of a note
TAGS_SHOWN = 8
TABLE = "notes"


def of_game(state: LakeState, game: Row, last_line: int) -> list[Row]:
    """The notes on a game, in the order of its lines.

    A note that was written on an earlier reading of the same source is found by its line.
    """
    return [
        note for note in every(state)
        if note["game_key"] == game["game_key"]
        or (note["source"] == game["source"] and game["line"] <= note["line"] <= last_line)
    ]  # fmt: skip


def every(state: LakeState) -> list[Row]:
    """All notes as they were last written, in the order of their games and lines."""
    return _every(state.path, Lake(Path(state.path)).version([family_of(TABLE)]))


@remembered
def _every(path: str, version: str) -> list[Row]:
    """`version` is that of the layer alone: a note makes nothing else be asked anew."""
    newest: dict[str, Row] = {}
    for row in sorted(Lake(Path(path)).read(TABLE).to_pylist(), key=lambda row: row["decided_at"]):
        newest[row["note"]] = row
    notes = [row for row in newest.values() if not row["withdrawn"]]
    return sorted(notes, key=lambda row: (row["game_key"], row["line"], row["decided_at"]))


def search(state: LakeState, words: str = "") -> list[Row]:
    """Notes whose game, words, tags and author hold every one of some words, the latest first."""
    notes = sorted(every(state), key=lambda note: note["decided_at"], reverse=True)
    games = _games(state, tuple(sorted({note["game_key"] for note in notes})))
    wanted = words.lower().split()
    found = []
    for note in notes:
        game = games.get(note["game_key"], {"game": "(not in this lake)", "date": None})
        row = {**note, **game, "tags": ", ".join(note["tags"])}
        text = " ".join(str(row[name]) for name in ("game", "text", "tags", "author")).lower()
        if all(word in text for word in wanted):
            found.append(row)
    return found


@remembered
def _games(state: LakeState, keys: Sequence[str]) -> dict[str, Row]:
    rows = rows_of(
        state, "SELECT game_key, game, date FROM games WHERE list_contains($keys, game_key)", keys=list(keys)
    )
    return {row["game_key"]: {"game": row["game"], "date": row["date"]} for row in rows}


def add(state: LakeState, place: Row, said: Row, *, by: str = "") -> None:
    """Write a note: `place` names game_key, source, line, deal and turn, `said` text, tags and author.

    `by` is the account of whoever is logged in.  LakeError or OSError where the lake cannot be written to.
    """
    _append(state, {**place, **said, "note": secrets.token_hex(8), "withdrawn": False}, by)


def withdraw(state: LakeState, note: Row, *, by: str = "") -> None:
    """Take a note back; its versions stay in the lake."""
    kept = {name: note[name] for name in ("note", "game_key", "source", "line", "deal", "turn", "author")}
    _append(state, {**kept, "text": "", "tags": [], "withdrawn": True}, by)


def _append(state: LakeState, row: dict[str, Any], by: str) -> None:
    from data.lake import open_lake

    row["text"] = str(row["text"]).strip()[:LONGEST]
    open_lake(state.path).append(TABLE, [row | ({"decided_by": by} if by else {})])
