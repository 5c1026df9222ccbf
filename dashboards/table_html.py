"""The table as HTML: hands, melds, pile and stock, as one perspective may see them.

Owns the drawing of a `replay.review.TableView`.  A hidden hand leaves here as backs only, so that no page source tells
what it holds.  Judges nothing.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dashboards.cards import card, hidden_card, in_words, sorted_hand
from dashboards.plain_text import escaped
from dashboards.theme import side_colour
from dashboards.wording import Perspective, seat_word
from data.cards import Deck, deck_named
from data.events import Game
from data.recorded import Recorded
from data.ruleset import RulesetError
from replay.review import MeldView, SeatView, SideView, TableView, tables_at

PILE_SHOWN = 6  # the topmost cards of the pile lie fanned, the rest below them
LONG = 10  # cards of a hand from which on they overlap more
MANY = 5  # melds of a side from which on its cards are drawn smaller
UNKNOWN = -1
PER_SIDE = "the side has not opened"  # the one reason that holds for one side and not for the other

# Where seats sit, by their number: areas of the grid in assets/pages.css, going round the table clockwise.
PLACES = {
    1: ("s",), 2: ("n", "s"), 3: ("w", "n", "e"), 4: ("n", "e", "s", "w"), 5: ("w", "n", "e", "s", "t"),
    6: ("w", "n", "e", "f", "s", "g"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """All that is drawn: the view, the one a step before it (what has changed is marked), and who looks."""

    game: Game
    view: TableView
    before: TableView | None
    perspective: Perspective
    dealer: int = -1

    @property
    def deck(self) -> Deck:
        return deck_named(self.game.deck)


def views_of(record: Recorded, rows: Sequence[int]) -> tuple[list[TableView], str]:
    """The tables after some rows of the events; where there are none, the reason in words instead.

    A game that the replay stumbles over costs its own picture, never the page.
    """
    try:
        return tables_at(record.events, record.game, rows), ""
    except RulesetError as error:
        return [], f"The rules of this game cannot be made out: {error}"
    except Exception:
        logging.getLogger(__name__).exception("no table for rows %s of %s", rows, record.key)
        return [], "The replay failed at this place. What the log says is shown all the same; please report this."


def table_html(table: Table) -> str:
    """The whole table."""
    view = table.view
    seats = len(view.seats)
    places = PLACES.get(seats) or tuple("x" * seats)
    strips = [_seat(table, number, places[number]) for number in range(seats)]
    sides = [_sides(table, group) for group in _tables(view)]
    return (
        f'<div class="table-box"><div class="felt seats-{seats} sides-{min(len(sides), 3)}">{"".join(strips)}'
        f'<div class="middle"><div class="centre">{_stock(table)}{_pile(table)}</div>'
        f'<div class="melds">{"".join(sides)}</div></div></div></div>'
    )


# -- seats ------------------------------------------------------------------------------------------------------------


def _seat(table: Table, number: int, place: str) -> str:
    seat = table.view.seats[number]
    if seat.sits_out:
        return (
            f'<div class="seat at-{place} out"><div class="who">{_who(table, number)}<span>sits out</span></div></div>'
        )
    acting = " acting" if number == table.view.seat else " next" if number == table.view.to_move else ""
    dealer = '<span class="tag" title="dealer">D</span>' if number == table.dealer else ""
    second = f'<span class="tag" title="a second hand, not taken up yet">aside {len(seat.aside)}</span>'
    aside = second if seat.aside else ""
    alone = '<span class="tag">plays alone</span>' if number == table.view.lone_seat else ""
    return (
        f'<div class="seat at-{place}{acting}" style="--side:{side_colour(seat.side)}">'
        f'<div class="who">{_who(table, number)}{dealer}{alone}{aside}<span class="count">{_count(seat)}</span></div>'
        f'<div class="fan{" long" if seat.size > LONG else ""}">{_hand(table, number, seat)}</div></div>'
    )


def _who(table: Table, number: int) -> str:
    letter = table.game.seats[number]
    name = table.game.players.get(letter, "")
    return (
        f'<b class="seat-letter">{escaped(letter)}</b>'
        f'<span class="name" title="{escaped(seat_word(table.game, number))}">'
        f"{escaped(name if name and name != '?' else seat_word(table.game, number))}</span>"
    )


def _count(seat: SeatView) -> str:
    if seat.size == UNKNOWN:
        return "? cards"
    return f"{seat.size} card" + ("s" if seat.size != 1 else "")


def _hand(table: Table, number: int, seat: SeatView) -> str:
    if not table.perspective.shows(table.game, number):
        return hidden_card() * (seat.size if seat.size > 0 else 0)
    hidden = max(seat.size - len(seat.hand), 0)
    new = _gained(seat.hand, table.before.seats[number].hand if _same_deal(table) and table.before else None)
    return _marked(table.deck, sorted_hand(table.deck, seat.hand), new) + hidden_card() * hidden


def _same_deal(table: Table) -> bool:
    return table.before is not None and table.before.deal == table.view.deal


def _gained(cards: Iterable[int], before: Iterable[int] | None) -> Counter[int]:
    """Cards that were not there a step before."""
    return Counter(cards) - Counter(before) if before is not None else Counter()


def _marked(deck: Deck, cards: Iterable[int], new: Counter[int]) -> str:
    """Cards in a row, the new ones marked; of equal cards the last ones count as new."""
    left = Counter(new)
    drawn = []
    for kind in reversed(list(cards)):
        left[kind] -= 1
        drawn.append(card(deck, kind, "new") if left[kind] >= 0 else card(deck, kind))
    return "".join(reversed(drawn))


# -- stock and pile ---------------------------------------------------------------------------------------------------


def _stock(table: Table) -> str:
    size = table.view.stock
    words = "stock" if size == UNKNOWN else f"stock {size}"
    cards = '<div class="empty"></div>' if size == 0 else f'<div class="deep">{hidden_card()}</div>'
    return f'<div class="place stock">{cards}<div class="under">{words}</div></div>'


def _pile(table: Table) -> str:
    view, deck = table.view, table.deck
    shown = view.pile[-PILE_SHOWN:]
    before = table.before.pile if _same_deal(table) and table.before else None
    grown = before is not None and len(view.pile) == len(before) + 1
    top = [card(deck, kind, "new" if grown and n == len(shown) - 1 else "") for n, kind in enumerate(shown)]
    cards = "".join(top) or '<div class="empty"></div>'
    words = f"pile {len(view.pile)}" if view.pile_known else "pile, size not known"
    frozen = f'<div class="frozen">\u2744 {escaped(_frozen(table))}</div>' if view.frozen and view.pile else ""
    below = " below" if len(view.pile) > PILE_SHOWN else ""
    return (
        f'<div class="place pile{below}"><div class="fan" title="{escaped(in_words(deck, reversed(view.pile)))}">'
        f'{cards}</div><div class="under">{words}</div>{frozen}</div>'
    )


def _frozen(table: Table) -> str:
    """Why the pile is frozen; for whom, where another side could find it open."""
    view = table.view
    if view.frozen != PER_SIDE or view.to_move < 0:
        return f"frozen: {view.frozen}"
    return f"frozen for {seat_word(table.game, view.to_move)}: {view.frozen}"


# -- sides ------------------------------------------------------------------------------------------------------------


def _tables(view: TableView) -> list[list[int]]:
    """The sides with melds of their own; in cutthroat the two who play together share theirs, and are one group."""
    groups: list[list[int]] = []
    for number, side in enumerate(view.sides):
        shared = view.lone_seat >= 0 and side.melds
        group = next((g for g in groups if shared and view.sides[g[0]].melds == side.melds), None)
        if group is None:
            groups.append([number])
        else:
            group.append(number)
    return groups


def _sides(table: Table, group: list[int]) -> str:
    sides = [table.view.sides[number] for number in group]
    before = table.before.sides[group[0]] if _same_deal(table) and table.before else None
    seats = [seat for seat in table.view.seats if seat.side in group]
    old = Counter(_key(meld) for meld in (before or sides[0]).melds)
    melds = []
    for meld in sides[0].melds:
        old[_key(meld)] -= 1
        melds.append(_meld(table.deck, meld, new=old[_key(meld)] < 0))
    look = "side many" if len(melds) > MANY else "side"
    heads = "".join(
        f'<div class="who" style="--side:{side_colour(number)}"><b class="seat-letter">{escaped(side.name)}</b>'
        f'<span class="name">{_standing(side)}</span></div>'
        for number, side in zip(group, sides, strict=True)
    )
    return (
        f'<div class="{look}" style="--side:{side_colour(group[0])}">{heads}'
        f'<div class="laid">{_bonus(table, seats)}{"".join(melds)}</div></div>'
    )


def _standing(side: SideView) -> str:
    opened = "has opened" if side.opened else f"needs {side.minimum} to open"
    laid = f" + {side.laid:,} laid" if side.laid else ""
    told = "total brought into the deal, and what melds and canastas on the table are worth"
    return f'<b title="{told}">{side.score:,}{laid}</b> \u00b7 {opened}'


def _key(meld: MeldView) -> tuple[int, ...]:
    return (meld.rank, *sorted(meld.cards))


def _bonus(table: Table, seats: list[SeatView]) -> str:
    cards = [kind for seat in seats for kind in seat.bonus]
    if not cards:
        return ""
    drawn = "".join(card(table.deck, kind) for kind in cards)
    return f'<div class="meld bonus"><div class="fan">{drawn}</div><div class="under">{len(cards)} laid out</div></div>'


def _meld(deck: Deck, meld: MeldView, *, new: bool) -> str:
    cards = sorted_hand(deck, meld.cards)
    classes = "meld" + (" changed" if new else "") + (" void" if meld.void else "")
    title = escaped(in_words(deck, cards))
    void = '<div class="under bad">not a valid meld</div>' if meld.void else ""
    if not meld.canasta:
        fan = "".join(card(deck, kind) for kind in cards)
        return f'<div class="{classes}" title="{title}"><div class="fan">{fan}</div>{void}</div>'
    wilds = f" + {meld.wilds}" if meld.wilds else ""
    return (
        f'<div class="{classes} canasta {meld.canasta}" title="{title}"><div class="stack">'
        f'{card(deck, cards[0])}<span class="badge">{len(cards)}</span></div>'
        f'<div class="under">{meld.canasta}<br>{meld.naturals}{wilds}</div>{void}</div>'
    )
