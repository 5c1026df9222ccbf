"""Logs made for tests of storing: readable as CGN, of any number, and not meant to be legal play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

PLAYERS = ("Ana", "Bo", "Cy", "Di")
RANKS = "A23456789TJQK"
# The headers of four players in two sides, and a log up to its first line of play.
HEADERS = """options:
seats: N E S W
teams: A=N,S B=E,W
player N: Ana
player E: Bo
player S: Cy
player W: Di
"""
START = f"""@cgn 1
@game test
rules: classic-108
{HEADERS}@hand 1 dealer=W A=0 B=0
"""


def log(game: str, seed: int = 0, *, players: Sequence[str] = PLAYERS, date: str = "2026-03-14", turns: int = 12,
        headers: Sequence[str] = (), total: int = 500, comment: str = "") -> str:  # fmt: skip
    """One game of one deal; the same seed makes the same plays."""
    dice = random.Random(seed)
    hands = {seat: " ".join(dice.choice(RANKS) for _ in range(11)) for seat in "NESW"}
    lines = ["@cgn 1", "", f"@game {game}", f"date: {date}", "rules: classic-108", "options: target=5000",
             "seats: N E S W", "teams: A=N,S B=E,W"]  # fmt: skip
    lines += [f"player {seat}: {name}" for seat, name in zip("NESW", players, strict=True)]
    lines += ["view: all", *headers, "", "@hand 1 dealer=N A=0 B=0"]
    lines += [f"deal {seat} {hand}" for seat, hand in hands.items()] + [f"up {dice.choice('456789TJQK')}"]
    for turn in range(1, turns + 1):
        seat = "ESWN"[(turn - 1) % 4]
        mark = f"  ; {comment}" if comment and turn == 1 else ""
        lines.append(f"{turn}. {seat} +{dice.choice(RANKS)} -{dice.choice(RANKS)}{mark}")
    lines += ["@close abandoned", f"@score A by=N sum={total}", "@score B by=N sum=-55", f"@total A={total} B=-55"]
    return "\n".join([*lines, "@end result=unfinished"]) + "\n"


def folder(top: Path, number: int, first: int = 0) -> Path:
    """A folder with one game per file."""
    top.mkdir(parents=True, exist_ok=True)
    for i in range(first, first + number):
        (top / f"game-{i:05}.cgn").write_text(log(f"club/{i}", i))
    return top


HOSTILE = (
    "<script>alert('x')</script>",
    "Robert'); DROP TABLE games;--",
    "=cmd|'/C calc'!A1 \"quoted\"",
    "\\x1b[31mred\\x1b[0m \x1b[2J",
    "naïve Ünïcode 💥 \u202egnirts",
    "a" * 900,
    "null\x00byte",
)
