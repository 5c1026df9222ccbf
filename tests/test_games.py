"""Golden replays: each log of tests/games gives what its CSV files say; `make bless` accepts what has changed."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from data.cards import Deck, deck_named
from data.events import Game
from ingest.formats import read_any
from replay import replay_game
from replay.result import Amount, GameResult
from tests.places import ROOT

GAMES = ROOT / "tests" / "games"
FOLDERS = sorted(path for path in GAMES.iterdir() if path.is_dir())
Cell = str | int
Row = tuple[Cell, ...]


def log_of(folder: Path) -> Path:
    """The log of a situation: its own, or the one that `source` names."""
    source = folder / "source"
    return ROOT / source.read_text(encoding="utf-8").strip() if source.exists() else next(folder.glob("log.*"))


def bounds(amount: Amount) -> Row:
    return ("" if amount.low is None else amount.low, "" if amount.high is None else amount.high)


def seat(game: Game, number: int) -> str:
    return game.seats[number] if number >= 0 else ""


def side(game: Game, number: int) -> str:
    return game.sides[number].name if number >= 0 else ""


def findings(game: Game, result: GameResult, deck: Deck) -> Iterator[Row]:
    for f in result.findings:
        facts = " ".join(f"{name}={value}" for name, value in f.facts.items())
        yield (f.deal, f.turn, seat(game, f.seat), side(game, f.side), f.verdict, f.status, f.rule, f.line, f.column,
               f.ruling, f.doubt, facts, f.message)  # fmt: skip


def deals(game: Game, result: GameResult, deck: Deck) -> Iterator[Row]:
    for d in result.deals:
        yield (d.number, d.line, d.status, seat(game, d.dealer), d.closing, seat(game, d.out_seat), int(d.concealed),
               seat(game, d.lone_seat), d.unjudged, d.unreadable_line or "")  # fmt: skip
    yield (0, game.line, result.status, "", "", side(game, result.winner), "", "", "", "; ".join(result.notes))


def scores(game: Game, result: GameResult, deck: Deck) -> Iterator[Row]:
    for d in result.deals:
        for number, scored in enumerate(d.sides):
            items = scored.items | {f"count.{name}": amount for name, amount in scored.counts.items()}
            for item, amount in items.items():
                if item == "total" or (amount.low, amount.high) not in ((0, 0), (None, None)):
                    yield (d.number, side(game, number), item, *bounds(amount))
            yield (d.number, side(game, number), "minimum", scored.minimum, scored.minimum)
            yield (d.number, side(game, number), "running", *bounds(scored.running))


def claims(game: Game, result: GameResult, deck: Deck) -> Iterator[Row]:
    for one in result.claims:
        claim = one.claim
        yield (claim.deal, side(game, claim.side), claim.item, claim.claimant, claim.amount, *bounds(one.recomputed),
               one.verdict, claim.line)  # fmt: skip


def turns(game: Game, result: GameResult, deck: Deck) -> Iterator[Row]:
    for d in result.deals:
        for t in d.turns:
            yield (d.number, t.number, seat(game, t.seat), t.line, t.drawn, t.taken, t.melded, t.bonus, t.points,
                   deck.code(t.discard), t.pile_before, int(t.frozen_before), t.stock_before, t.hand_before,
                   t.hand_after)  # fmt: skip


TABLES: dict[str, tuple[Callable[[Game, GameResult, Deck], Iterator[Row]], Sequence[str]]] = {
    "findings": (findings, ("deal", "turn", "seat", "side", "verdict", "status", "rule", "line", "column", "ruling",
                            "doubt", "facts", "message")),
    "deals": (deals, ("deal", "line", "status", "dealer", "closing", "out", "concealed", "lone", "unjudged", "note")),
    "scores": (scores, ("deal", "side", "item", "low", "high")),
    "claims": (claims, ("deal", "side", "item", "claimant", "claimed", "low", "high", "verdict", "line")),
    "turns": (turns, ("deal", "turn", "seat", "line", "drawn", "taken", "melded", "bonus", "points", "discard",
                      "pile_before", "frozen_before", "stock_before", "hand_before", "hand_after")),
}  # fmt: skip


def table(folder: Path, name: str) -> str:
    """What the replay of a situation says now, as one CSV table."""
    rows, columns = TABLES[name]
    path = log_of(folder)
    reading = read_any(path.read_bytes(), path.name)
    found: list[Row] = []
    for number, game in enumerate(reading.games, 1):
        result = replay_game(reading.events, game)
        found += [(number, *row) for row in rows(game, result, deck_named(game.deck))]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("game", *columns))
    writer.writerows(sorted(found, key=lambda row: [(isinstance(cell, str), cell) for cell in row]))
    return text.getvalue()


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_replay_says_what_it_said(folder: Path, name: str, bless: bool) -> None:
    path = folder / f"{name}.csv"
    now = table(folder, name)
    if bless:
        path.write_text(now, encoding="utf-8")
    was = path.read_text(encoding="utf-8")
    changes = difflib.unified_diff(was.splitlines(), now.splitlines(), "expected", "now", lineterm="", n=0)
    assert was == now, "\n".join(["accept with make bless:", *changes])


def test_every_folder_is_described() -> None:
    text = (GAMES / "README.md").read_text(encoding="utf-8")
    missing = [path.name for path in FOLDERS if f"`{path.name}`" not in text and not path.name.startswith("program-")]
    assert not missing
