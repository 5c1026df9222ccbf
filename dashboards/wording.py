"""What happened, in words and small cards: one line of HTML for each recorded fact.

Owns the words for acts and remarks, and what of them a perspective may show.  Everything from the log is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dashboards.cards import card_name
from dashboards.faces import NAMES, role_of, word_of
from dashboards.plain_text import escaped
from dashboards.steps import SET_UP
from data.actions import ANSWERS, BONUS_TARGET, CLOSINGS, NO_AMOUNT, NO_TARGET, PACKETS, Kind, Status
from data.cards import RANK_NAMES, SUIT_CODES, SUIT_COLOURS, WHEEL, Deck, deck_named
from data.events import Events, Game

ALL, PUBLIC = "all", "public"
COMPASS = {"N": "North", "E": "East", "S": "South", "W": "West"}
SUIT_GLYPHS = {"c": "\u2663", "d": "\u2666", "h": "\u2665", "s": "\u2660", "a": "a", "p": "p", "o": "o", "w": "w"}
TEXT_STYLE = "\ufe0e"  # keeps browsers from making a picture of a suit


@dataclass(frozen=True, slots=True)
class Perspective:
    """Whose cards may be seen: all, only what lies open, or those of one seat (its letter) besides."""

    see: str = ALL

    @property
    def all(self) -> bool:
        return self.see == ALL

    def shows(self, game: Game, seat: int) -> bool:
        """Whether the hand of a seat may be seen."""
        return self.all or (0 <= seat < len(game.seats) and game.seats[seat] == self.see)


def seat_word(game: Game, seat: int) -> str:
    """A seat as people say it; raw text."""
    letter = game.seats[seat] if 0 <= seat < len(game.seats) else "?"
    return COMPASS.get(letter) or (f"seat {letter}" if letter.isdigit() else letter)


def chip(deck: Deck, kind: int) -> str:
    """One card as a word: its corner on a small white label."""
    known = deck.card(kind)
    if not known.rank and not known.suit and kind < len(deck.kinds):
        return hidden_chip()
    word = NAMES.get(known.code.strip("<>").partition(":")[0], "")
    if kind >= len(deck.kinds):
        word = f"{NAMES['wh']} = {role_of(known)}"
    if not word:
        word = word_of(known.rank) if known.rank in range(1, 17) else "\u2605" if known.rank else "?"
    suit = SUIT_CODES.get(known.suit, "")
    glyph = SUIT_GLYPHS[suit] + TEXT_STYLE if suit else ""
    tint = f"su-{suit}" if suit and deck.name == "french" else f"co-{known.colour or SUIT_COLOURS.get(known.suit, 0)}"
    return f'<b class="chip {tint}" title="{card_name(deck, kind)}">{escaped(word)}{glyph}</b>'


def hidden_chip() -> str:
    return '<b class="chip back" title="hidden card">&nbsp;</b>'


def chips(deck: Deck, kinds: Iterable[int]) -> str:
    return "".join(chip(deck, kind) for kind in kinds)


def as_declared(deck: Deck, cards: Sequence[int], roles: Sequence[int]) -> list[int]:
    """Cards as they were played: the one that its owner declares as what it was declared to be."""
    part = {card.rank: card.id for card in deck.declared}
    played = list(cards)
    for n, role in enumerate(roles):
        if role and deck.card(cards[n]).rank == WHEEL:
            played[n] = part.get(deck.card(role).rank, cards[n])
    return played


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells the facts of one game as seen from one perspective."""

    events: Events
    game: Game
    perspective: Perspective

    @property
    def deck(self) -> Deck:
        return deck_named(self.game.deck)

    def act(self, row: int) -> str:
        """What row `row` records, as HTML: `draws K`, `takes the pile, 7 cards`."""
        kind = Kind(self.events.kind[row])
        words = self._words(kind, row)
        status = self.events.status[row]
        if status == Status.RETRACTED:
            return f"<s>{words}</s> <em>taken back</em>"
        if status == Status.REFUSED:
            return f"<s>{words}</s> <em>refused</em>"
        return words

    def _words(self, kind: Kind, row: int) -> str:
        e = self.events
        amount = None if e.amount[row] == NO_AMOUNT else e.amount[row]
        cards = self._cards(kind, row)
        match kind:
            case Kind.DRAW:
                return f"draws {cards}"
            case Kind.TAKE_PILE:
                return (
                    "takes the pile" + (f" ({amount})" if amount is not None else "") + (f" {cards}" if cards else "")
                )
            case Kind.TAKE_PACKET:
                return f"picks up the {self._packet(row)} {cards}"
            case Kind.BONUS:
                return f"lays out {cards}"
            case Kind.MELD:
                return self._meld(row, cards)
            case Kind.DISCARD:
                return f"discards {cards}"
            case Kind.OUT:
                return "goes out" + (", says concealed" if amount == 1 else "")
            case Kind.ASK:
                answer = next((word for word, number in ANSWERS.items() if number == amount), "?")
                return f"asks to go out: <q>{escaped(answer)}</q>"
            case Kind.CLOSE:
                how = CLOSINGS[amount] if amount is not None and 0 <= amount < len(CLOSINGS) else ""
                return f"The deal is over{f': {how}' if how else ''}"
        return "The deal" if kind in SET_UP else self._seldom(kind, row, cards)

    def _seldom(self, kind: Kind, row: int, cards: str) -> str:
        e = self.events
        match kind:
            case Kind.SHOW:
                return f"shows {cards}"
            case Kind.SPECIAL:
                return f"special hand <q>{escaped(e.text_of(row) or '')}</q> {cards}"
            case Kind.VIEW:
                return f"looks at the hand of {escaped(seat_word(self.game, e.amount[row]))}"
            case Kind.MERGE:
                return "joins two melds"
            case Kind.ILLEGIBLE:
                return "did something that cannot be read"
            case Kind.BAD:
                return "A line that cannot be read"
        return escaped(kind.name.lower().replace("_", " "))

    def _cards(self, kind: Kind, row: int) -> str:
        kinds = as_declared(self.deck, self.events.cards_of(row), self.events.roles_of(row))
        secret = kind in (Kind.DRAW, Kind.TAKE_PACKET, Kind.DEALT, Kind.HOLDS, Kind.PACKET)
        if secret and not self.perspective.shows(self.game, self.events.seat[row]):
            return hidden_chip() * len(kinds)
        return chips(self.deck, kinds)

    def _packet(self, row: int) -> str:
        target = self.events.target[row]
        return PACKETS[target] if 0 <= target < len(PACKETS) else "packet"

    def _meld(self, row: int, cards: str) -> str:
        target = self.events.target[row]
        if target in (BONUS_TARGET, NO_TARGET):
            return f"melds {cards}"
        cards_of = self.events.cards_of(row)
        roles = [
            role
            for card, role in zip(cards_of, self.events.roles_of(row), strict=False)
            if role and self.deck.card(card).rank != WHEEL
        ]
        onto = f" as {chips(self.deck, roles)}" if roles else ""
        name = f" on the {RANK_NAMES[target]}s" if target in RANK_NAMES else ""
        return f"melds {cards}{onto}{name.replace('sixs', 'sixes')}"

    def remark(self, row: int) -> str:
        """What was said about the play in row `row`, as HTML; "" where there is nothing to tell.

        What scribes write may name hidden cards, so only a view of all cards shows their words.
        """
        e = self.events
        kind = Kind(e.kind[row])
        text = escaped(e.text_of(row) or "")
        if kind == Kind.COMMENT:
            return f"<q>{text}</q>" if self.perspective.all and text else ""
        if kind == Kind.RULING:
            turn = f"turn {e.amount[row]}" if e.amount[row] > 0 else "the score"
            return f"<strong>Ruling on {turn}</strong>" + (f": {text}" if self.perspective.all else "")
        if kind == Kind.PENALTY:
            side = self.game.sides[e.side[row]].name if 0 <= e.side[row] < len(self.game.sides) else "?"
            return f"<strong>Penalty for {escaped(side)}</strong>: {text}"
        counted = {Kind.COUNT_HAND: "in the hand", Kind.COUNT_PILE: "in the pile", Kind.COUNT_STOCK: "in the stock"}
        return f"{e.amount[row]} {counted[kind]}, says the log" if kind in counted else ""
