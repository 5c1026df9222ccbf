"""`canasta show`: the table at one turn of a game, as text, with what was found in that turn.

Owns the drawing.  What lies on the table comes from replay.review, what was found from the replay.
"""

from __future__ import annotations

from collections.abc import Iterator

from data.actions import Kind
from data.cards import Deck, deck_named
from data.events import Events, Game
from data.terminal import CannotRun, safe
from replay import check_text, replay_game
from replay.review import MeldView, SeatView, SideView, TableView, table_at


def row_of(events: Events, game: Game, deal: int | None, turn: int | None) -> int:
    """The last row of play in a turn, or in a deal, or in the game; CannotRun if there is none."""
    rows = [i for i in range(game.first, game.last) if events.deal[i] and Kind.SIT_OUT < events.kind[i] < Kind.CLOSE]
    if not rows:
        raise CannotRun(f"{game.id} records no cards and no play")
    number = events.deal[rows[-1]] if deal is None else deal
    rows = [i for i in rows if events.deal[i] == number]
    if not rows:
        raise CannotRun(f"{game.id} has no deal {number}")
    if turn is not None:
        rows = [i for i in rows if events.turn[i] == turn]
    if not rows:
        raise CannotRun(f"deal {number} of {game.id} has no turn {turn}")
    return rows[-1]


def lines(events: Events, game: Game, row: int) -> Iterator[str]:
    """The table after a row of the events, ready to print."""
    view = table_at(events, game, row)
    deck = deck_named(game.deck)
    yield safe(f"game {game.id}, deal {view.deal}, {_moment(view, game, events.seat[row])}, line {events.line[row]}")
    yield f"pile   {_pile(view, deck)}"
    yield f"stock  {_count(view.stock)}"
    for number, side in enumerate(view.sides):
        yield ""
        yield safe(_side(side))
        yield from (f"  {_meld(meld, deck)}" for meld in side.melds)
        yield from (safe(f"  {_seat(seat, deck)}") for seat in view.seats if seat.side == number)
    yield from _found(events, game, view)


def _moment(view: TableView, game: Game, seat: int) -> str:
    if not view.turn:
        return "before the first turn"
    return f"after turn {view.turn} of {view.seats[seat].name}" if 0 <= seat < len(game.seats) else f"turn {view.turn}"


def _count(number: int) -> str:
    return f"{number}" if number >= 0 else "not known how many"


def _cards(kinds: list[int], deck: Deck) -> str:
    return " ".join(deck.code(kind) for kind in kinds)


def _pile(view: TableView, deck: Deck) -> str:
    if not view.pile_known:
        return "not known"
    if not view.pile:
        return "empty"
    frozen = f"; frozen for the next: {view.frozen}" if view.frozen else ""
    return f"{len(view.pile)}: {_cards(view.pile, deck)} (top){frozen}"


def _side(side: SideView) -> str:
    state = "has opened" if side.opened else f"has not opened, needs {side.minimum}"
    return f"side {side.name}: {side.score:,} points before this deal, {state}"


def _meld(meld: MeldView, deck: Deck) -> str:
    what = f"{meld.canasta} canasta" if meld.canasta else "" if meld.kind == "set" else meld.kind
    notes = ", ".join(note for note in (what, "void" if meld.void else "") if note)
    return _cards(meld.cards, deck) + (f"   ({notes})" if notes else "")


def _seat(seat: SeatView, deck: Deck) -> str:
    if seat.sits_out:
        return f"{seat.name} sits out"
    bonus = f"   laid: {_cards(seat.bonus, deck)}" if seat.bonus else ""
    hand = f": {_cards(seat.hand, deck)}" if seat.hand else ""
    held = f"{seat.size} card{'s' if seat.size != 1 else ''}" if seat.size >= 0 else "a hand of unknown size"
    return f"{seat.name} holds {held}{hand}{bonus}"


def _found(events: Events, game: Game, view: TableView) -> Iterator[str]:
    found = [f for f in replay_game(events, game).findings if (f.deal, f.turn) == (view.deal, view.turn)]
    if found:
        yield ""
    for finding in found:
        yield f"{check_text.verdict_of(finding)} {finding.rule}: {safe(finding.message)}"
