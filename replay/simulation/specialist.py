"""What a bot does with cards that do something of their own: it declares the Wheel, and ends a deal by Darkness.

Holds no rule: it proposes, replay.simulation.turn asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from data.actions import Kind
from replay.codes import BONUS_CARD
from replay.legal import Play
from replay.simulation import specials
from replay.simulation.melder import Melder
from replay.simulation.melding import going_out


class Specialist(Melder):
    """Plays special cards in the turn of a seat."""

    def declare_wheel(self) -> None:
        """Make up its mind what to play the Wheel as."""
        if self.hand.open and not self.turn.declared:
            self.turn.declared = specials.declare(self.turn, self.hand, self.melds, self.rng)
            if self.turn.declared:
                self.hand.declare(self.r, self.turn.declared)

    def lay_as_bonus(self) -> None:
        """Lay the Wheel as a bonus card, where it was declared one, and draw for it."""
        declared = self.turn.declared
        if not declared or self.r.role[declared] != BONUS_CARD or not self.hand.open:
            return
        if self.turn.attempt(Play(Kind.BONUS, (declared,))):
            self.turn.draw(min(1, self.turn.cards.left()))
            self.look()

    def end_by_darkness(self) -> bool:
        """End the deal with Darkness: after two canastas at once, or as the last card where no canasta is there."""
        card = specials.darkness_of(self.r, self.hand) if self.r.declared else 0
        if not card or not self.chance(0.9):
            return False
        plays = self.before_darkness(card)
        if not plays:
            return False
        self.turn.mark()
        ends = all(self.turn.attempt(play) for play in (*plays, Play(Kind.DISCARD, (card,))))
        if ends and not self.table.end_turn():
            self.turn.forget()
            return True
        self.go_back()
        return False

    def before_darkness(self, card: int) -> Sequence[Play]:
        """The melds after which a bot would end the deal."""
        if not self.table.s.laid_before[self.turn.seat]:
            plays = specials.two_canastas(self.r, self.hand, self.melds if self.table.s.melded else {})
            if plays:
                return plays
        plan = going_out(self.r, self.hand, self.melds, joins=True, canastas=0) if self.has_opened() else None
        return plan.melds if plan and plan.discard == card else ()
