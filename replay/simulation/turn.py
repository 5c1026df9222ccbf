"""One turn of one seat while it is being played: the plays so far, and the way back from those that lead nowhere.

Every play is put to the rules first.  Decides nothing: that is replay.simulation.bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from data.actions import Kind
from data.options import options
from replay.act import Act, add_card
from replay.codes import BONUS_CARD, BONUS_ON_TABLE, DRAW_ADDS_PACK, DRAW_ENDS_DEAL, HAND_DEALT_CANASTA
from replay.legal import TAKE, Play, Table
from replay.rules import Rule
from replay.simulation import specials
from replay.simulation.holding import Holding, MeldSeen, own_melds
from replay.special_hands import best_of
from replay.state import State, copy_state
from replay.taking import due_from_pile

MOST_PACKS = 2  # packs that are added to a stock in one deal


class Stuck(Exception):
    """The rules leave a bot no play: the game is played again with other cards."""


class Cards:
    """Table, stock and memory of one deal, as the turns of the deal share them.

    `stock` is the order of the stock and `drawn` how much of it is gone.  `gone[seat]` are cards that the record
    still has in a hand, though the hand does not: only a faulty game has any.  `spare` are tables nobody uses.
    """

    def __init__(self, table: Table, rng: Random, spare: list[State]) -> None:
        self.table = table
        self.rng = rng
        self.stock: list[int] = []
        self.drawn = 0
        self.gone: list[list[int]] = [[] for _ in table.s.hand_size]
        self.kept: list[State] = []
        self.spare = spare

    def pile(self) -> tuple[int, ...]:
        """The pile, bottom to top."""
        return tuple(self.table.s.pile[: self.table.s.pile_size])

    def left(self) -> int:
        """Cards of the stock."""
        return len(self.stock) - self.drawn

    def any_left(self) -> bool:
        """Whether a turn can begin with a draw, from the stock or from a pile that is turned over."""
        r = self.table.r
        least = r.stock_draw if r.short_draw == DRAW_ENDS_DEAL else 1
        return self.left() >= least or bool(r.reshuffle_pile and self.table.s.pile_size)

    def next_cards(self, count: int) -> tuple[int, ...]:
        """The cards that would be drawn next, as far as there are any."""
        return tuple(self.stock[self.drawn : self.drawn + count])

    def draw(self, count: int) -> tuple[int, ...]:
        """Cards from the stock; where the table says so, the pile is turned over once the stock is empty."""
        r, s = self.table.r, self.table.s
        if self.drawn == len(self.stock) and r.reshuffle_pile and s.pile_size:
            self.stock = list(self.pile())
            self.rng.shuffle(self.stock)
            self.drawn = 0
        if self.left() < count and r.short_draw == DRAW_ADDS_PACK and s.packs_added < MOST_PACKS:
            self.stock += self.another_pack()
        cards = self.next_cards(count)
        self.drawn += len(cards)
        return cards

    def another_pack(self) -> list[int]:
        """The cards of one pack, shuffled."""
        r = self.table.r
        cards = [kind for kind in range(r.kinds) if r.exact[kind] for _ in range(r.copies[kind] // r.packs)]
        self.rng.shuffle(cards)
        return cards

    def keep_state(self) -> None:
        copy = self.spare.pop() if self.spare else State(self.table.s.kinds)
        copy_state(self.table.s, copy)
        self.kept.append(copy)

    def restore_state(self) -> None:
        self.spare.append(self.table.s)
        self.table.s = self.kept.pop()

    def drop_state(self) -> None:
        self.spare.append(self.kept.pop())


class Turn:
    """The turn of a seat.  `mark`, `back` and `forget` nest."""

    def __init__(self, cards: Cards, seat: int, number: int) -> None:
        self.cards = cards
        self.table = cards.table
        self.seat = seat
        self.number = number
        self.plays: list[Play] = []
        self.broken: list[Rule] = []  # only a turn that is to break a rule has any
        self.punished = True  # whether the table notes an opening taken back
        self.declared = 0  # as which kind the Wheel is to be played in this turn
        self._marks: list[tuple[int, int]] = []

    def holding(self) -> Holding:
        """The hand as it is now."""
        holding = Holding(self.table.r, self.table.s, self.seat, self.cards.gone[self.seat])
        if self.declared:
            holding.declare(self.table.r, self.declared)
        return holding

    def melds(self) -> dict[int, MeldSeen]:
        """The own melds as they are now."""
        return own_melds(self.table.r, self.table.s, self.seat)

    # -- plays

    def attempt(self, play: Play, paid: Sequence[Play] = ()) -> bool:
        """Play it if no rule stands against it."""
        table = self.table
        if table.ask(self.seat, play, paid):
            return False
        table.lay(play)
        self.plays.append(play)
        while table.s.views_due:
            self.must(specials.look(self, self.cards.rng))
        return True

    def must(self, play: Play) -> None:
        """Play what cannot be refused; Stuck if it is."""
        refused = self.table.ask(self.seat, play)
        if refused:
            raise Stuck(f"{Kind(play.kind).name} refused by {refused[0].id}")
        self.table.lay(play)
        self.plays.append(play)

    def force(self, play: Play, paid: Sequence[Play] = ()) -> None:
        """Play it whatever the rules say, and note what they say."""
        refused = self.table.ask(self.seat, play, paid)
        self.broken += refused
        self.broken += self.table.lay(play, refused)
        self.plays.append(play)

    def run(self, script: Sequence[Play]) -> list[str]:
        """Play a whole turn whatever the rules say; the ids of those it breaks, at its end too."""
        for at, play in enumerate(script):
            if play.kind == Kind.DRAW:
                self.cards.drawn = min(len(self.cards.stock), self.cards.drawn + len(play.cards))
            ends = (
                number for number in range(at + 1, len(script)) if script[number].kind in (Kind.TAKE_PILE, Kind.DISCARD)
            )
            last = next(ends, len(script))
            self.force(play, [later for later in script[at + 1 : last] if later.kind == Kind.MELD])
        self.broken += self.table.end_turn()
        return sorted(rule.id for rule in self.broken)

    def draw(self, count: int) -> list[int]:
        """Draw so many cards, lay red threes among them and replace them; returns what stays in the hand."""
        r = self.table.r
        stays: list[int] = []
        cards = self.cards.draw(count)
        while cards:
            self.must(Play(Kind.DRAW, cards))
            reds = self.laid_at_once(cards)
            stays += [card for card in cards if card not in reds]
            if not reds:
                break
            self.must(Play(Kind.BONUS, reds))
            cards = self.cards.draw(min(len(reds), self.cards.left())) if r.bonus_replaced else ()
        return stays

    def laid_at_once(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Those of the cards that lie before their owner as soon as he has them."""
        r = self.table.r
        if r.bonus_role != BONUS_ON_TABLE:
            return ()
        return tuple(card for card in cards if r.role[card] == BONUS_CARD)

    def take(self, claim: Play, stated: Play = TAKE) -> bool:
        """Take the pile and lay the meld that pays for it, if the rules let both pass; red threes in it are laid."""
        r, s = self.table.r, self.table.s
        reds = self.laid_at_once(self.cards.pile()[-due_from_pile(r, s) :])
        if not self.attempt(stated, (claim,)) or not self.attempt(claim):
            return False
        if reds:
            self.must(Play(Kind.BONUS, reds))
        return True

    def take_for_nothing(self, stated: Play) -> bool:
        """Take a pile whose top card is not melded."""
        reds = self.laid_at_once(self.cards.pile()[-due_from_pile(self.table.r, self.table.s) :])
        if not self.attempt(stated):
            return False
        if reds:
            self.must(Play(Kind.BONUS, reds))
        return True

    def name_of(self, play: Play) -> str | None:
        """What a special hand is called; None for every other play."""
        if play.kind != Kind.SPECIAL:
            return None
        if play.amount == HAND_DEALT_CANASTA:
            return options()["special_hands"].values[play.amount - 1]
        a = Act()
        a.reset(play.kind, self.seat, -1)
        for card in play.cards:
            add_card(self.table.r, a, card)
        return options()["special_hands"].values[best_of(self.table.r, a) - 1]

    # -- there and back

    def mark(self) -> None:
        """Remember the table as it is."""
        self.cards.keep_state()
        self._marks.append((len(self.plays), self.cards.drawn))

    def back(self) -> None:
        """Return to the last mark."""
        self.cards.restore_state()
        count, self.cards.drawn = self._marks.pop()
        del self.plays[count:]
        self.broken = []

    def forget(self) -> None:
        """Give the last mark up: there is no way back."""
        self.cards.drop_state()
        self._marks.pop()
