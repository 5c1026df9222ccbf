"""One turn of one seat while it is being played: the plays so far, and the way back from those that lead nowhere.

Every play is put to the rules first.  Decides nothing: that is replay.simulation.bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from data.actions import Kind
from replay.codes import BONUS_CARD
from replay.legal import TAKE, Play
from replay.rules import Rule
from replay.simulation.holding import Holding, MeldSeen, own_melds

if TYPE_CHECKING:
    from replay.simulation.dealing import Deal


class Stuck(Exception):
    """The rules leave a bot no play: the game is played again with other cards."""


class Turn:
    """The turn of a seat.  `mark`, `back` and `forget` nest."""

    def __init__(self, deal: Deal, seat: int, number: int) -> None:
        self.deal = deal
        self.table = deal.table
        self.seat = seat
        self.number = number
        self.plays: list[Play] = []
        self.broken: list[Rule] = []  # only a turn that is to break a rule has any
        self._marks: list[tuple[int, int]] = []

    @property
    def temper(self):  # type: ignore[no-untyped-def]
        return self.deal.tempers[self.seat]

    def holding(self) -> Holding:
        s = self.table.s
        return Holding(self.table.r, s, self.seat, self.deal.gone[self.seat])

    def melds(self) -> dict[int, MeldSeen]:
        return own_melds(self.table.s, self.seat)

    # -- plays

    def attempt(self, play: Play, paid: Sequence[Play] = ()) -> bool:
        """Play it if no rule stands against it."""
        table = self.table
        if table.ask(self.seat, play, paid):
            return False
        table.lay(play)
        self.plays.append(play)
        return True

    def must(self, play: Play) -> None:
        """Play what cannot be refused; Stuck if it is."""
        if not self.attempt(play):
            raise Stuck(f"{Kind(play.kind).name} refused")

    def force(self, play: Play, paid: Sequence[Play] = ()) -> None:
        """Play it whatever the rules say, and note what they say."""
        refused = self.table.ask(self.seat, play, paid)
        self.broken += refused
        self.broken += self.table.lay(play, refused)
        self.plays.append(play)

    def draw(self, count: int) -> bool:
        """Draw so many cards, lay red threes among them and replace them; False if the stock is empty."""
        deal, role = self.deal, self.table.r.role
        cards = deal.draw_cards(count)
        if not cards:
            return False
        self.must(Play(Kind.DRAW, cards))
        while reds := tuple(card for card in cards if role[card] == BONUS_CARD):
            self.must(Play(Kind.BONUS, reds))
            cards = deal.draw_cards(len(reds))
            if not cards:
                break
            self.must(Play(Kind.DRAW, cards))
        return True

    def take(self, claim: Play, stated: Play = TAKE) -> bool:
        """Take the pile and lay the meld that pays for it, if the rules let both pass; red threes in it are laid."""
        reds = tuple(card for card in self.deal.pile() if self.table.r.role[card] == BONUS_CARD)
        if not self.attempt(stated, (claim,)) or not self.attempt(claim):
            return False
        if reds:
            self.must(Play(Kind.BONUS, reds))
        return True

    # -- there and back

    def mark(self) -> None:
        """Remember the table as it is."""
        self.deal.keep_state()
        self._marks.append((len(self.plays), self.deal.drawn))

    def back(self) -> None:
        """Return to the last mark."""
        self.deal.restore_state()
        count, self.deal.drawn = self._marks.pop()
        del self.plays[count:]
        self.broken = []

    def forget(self) -> None:
        """Give the last mark up: there is no way back."""
        self.deal.drop_state()
        self._marks.pop()
