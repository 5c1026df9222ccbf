"""The same game as somebody else would have written it down: cards hidden, or nothing but the score.

Takes away and adds nothing.
"""

from __future__ import annotations

from dataclasses import replace

from data.actions import NO_SEAT, Kind, Status
from data.cards import deck_named
from data.events import Events, Game, Header

SCORE_ROWS = frozenset((Kind.DEAL_START, Kind.SIT_OUT, Kind.CLOSE, Kind.SHEET, Kind.TOTALS, Kind.GAME_END))
HIDDEN_ROWS = frozenset((Kind.DEALT, Kind.PACKET, Kind.DRAW))


def seen_by(events: Events, game: Game, view: str) -> tuple[Events, Game]:
    """A game of which everything is known as `view` shows it: `all`, `public`, `scores` or the letter of a seat.

    Raises ValueError for a view that the game does not have.
    """
    if view == "all":
        return events, game
    if view not in ("public", "scores", *game.seats):
        raise ValueError(f"expected all, public, scores or a seat ({' '.join(game.seats)}), found {view!r}")
    seer = game.seats.index(view) if view in game.seats else NO_SEAT
    unknown = deck_named(game.deck).unknown
    seen = Events()
    for row in range(game.first, game.last):
        kind = events.kind[row]
        if kind == Kind.STOCK or (view == "scores" and kind not in SCORE_ROWS):
            continue
        cards = events.cards_of(row)
        if kind in HIDDEN_ROWS and events.seat[row] != seer:
            cards = [unknown] * len(cards)
        _copy(events, row, cards, seen)
    headers = [Header("view", view) if header.key == "view" else header for header in game.headers]
    return seen, replace(game, headers=headers, view=view, claims=list(game.claims), first=0, last=len(seen))


def _copy(events: Events, row: int, cards: list[int], to: Events) -> None:
    to.add(
        Kind(events.kind[row]), deal=events.deal[row], turn=events.turn[row], seat=events.seat[row],
        side=events.side[row], cards=cards, roles=events.roles_of(row), target=events.target[row],
        amount=events.amount[row], text=events.text_of(row), time=events.time_of(row),
        status=Status(events.status[row]), line=events.line[row], column=events.column[row],
    )  # fmt: skip
