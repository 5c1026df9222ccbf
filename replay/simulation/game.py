"""One simulated game from its first deal to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from data.actions import Kind
from data.cards import Deck, deck_named
from data.events import Events, Game
from data.ruleset import Resolved
from replay.kernel_rules import Rules
from replay.legal import Table
from replay.simulation.dealing import Deal, People
from replay.simulation.faults.fault import Fault
from replay.simulation.faults.saboteur import Saboteur
from replay.simulation.scribe import some_scribe
from replay.simulation.seating import new_game, write_headers
from replay.simulation.sheets import Sheets
from replay.simulation.temperament import TEMPERAMENTS, Temperament, drawn_at_random
from replay.simulation.turn import Cards
from replay.state import State, copy_state

EXACT = 0.1  # chance that a dealer lifts exactly the cards of the deal
MOST_DEALS = 40  # a game longer than this is broken off


@dataclass(slots=True)
class Setting:
    """What all games of a run have in common.  `states` are tables to use again: a new one costs as much as a deal."""

    ruleset: str
    resolved: Resolved
    rules: Rules
    options: list[tuple[str, str]]
    temperaments: Sequence[str] = ()
    states: list[State] = field(default_factory=list)
    blank: State | None = None
    fault: Fault | None = None


class Match:
    """Plays one game into `events`."""

    def __init__(self, setting: Setting, number: int, rng: Random, events: Events) -> None:
        self.setting, self.rng, self.events = setting, rng, events
        self.r = setting.rules
        self.deck: Deck = deck_named(str(setting.resolved["deck"]))
        self.game: Game = new_game(f"sim/{setting.ruleset}/{number}", setting.resolved, rng)
        write_headers(self.game, number, setting.resolved.cards, setting.ruleset, setting.options)
        self.game.first = len(events)
        self.tempers = self._tempers()
        self.people = People(some_scribe(rng), Saboteur(setting.fault, rng))
        self.sheets = Sheets(self.r, self.game, events, self.people.saboteur)
        if setting.blank is None:
            setting.blank = blank_state(self.r, self.game)
        self.table = Table(self.r, setting.states.pop() if setting.states else State(self.r.kinds))
        self.dealer = rng.randrange(len(self.game.seats))
        self.deals = 0

    def _tempers(self) -> list[Temperament]:
        chosen = self.setting.temperaments
        if not chosen:
            return drawn_at_random(len(self.game.seats), self.rng)
        return [TEMPERAMENTS[chosen[seat % len(chosen)]] for seat in range(len(self.game.seats))]

    def play(self) -> Game:
        """Deal after deal until a side has won."""
        result = ""
        while not result and self.deals < MOST_DEALS:
            self.play_deal()
            result = self.sheets.outcome()
        self.sheets.end(self.deals, result or "unfinished")
        self.game.status = "complete" if result else "unfinished"
        self.game.last = len(self.events)
        self.setting.states.append(self.table.s)
        return self.game

    def play_deal(self) -> None:
        self.deals += 1
        sitting = self.sit_out()
        if self.deals > 1 and self.people.saboteur.takes("dealer"):
            self.dealer = self.next_seat(self.dealer, sitting)
        self.dealer = self.next_seat(self.dealer - 1, sitting)
        self.set_up(sitting)
        deal = Deal(Cards(self.table, self.rng, self.setting.states), self.events, self.tempers, self.people)
        self.start(sitting)
        deal.deal_out(self.deck)
        deal.play()
        scribe = self.people.scribe
        both = self.setting.fault is not None and self.setting.fault.rule == "score.sheets_agree"
        self.sheets.score(self.table.s, scribe, second=both or self.rng.random() < scribe.second_sheet)
        self.dealer += 1

    def next_seat(self, seat: int, sitting: list[int]) -> int:
        """The seat after this one that plays the deal."""
        for step in range(1, len(self.game.seats) + 1):
            other = (seat + step) % len(self.game.seats)
            if other not in sitting:
                return other
        return seat

    def sit_out(self) -> list[int]:
        """The seats that sit this deal out: each member of a trio in turn."""
        if self.setting.resolved["sit_out"] == "none":
            return []
        trios = [side.seats for side in self.game.sides if len(side.seats) == 3]
        return [seats[-self.deals % 3] for seats in trios]

    def set_up(self, sitting: list[int]) -> None:
        """An empty table for the next deal."""
        s = self.table.s
        assert self.setting.blank is not None
        copy_state(self.setting.blank, s)
        s.deal, s.dealer = self.deals, self.dealer
        for seat in sitting:
            s.sits_out[seat] = 1
        for side, total in enumerate(self.sheets.totals):
            s.score[side] = s.score_low[side] = s.score_high[side] = total

    def start(self, sitting: list[int]) -> None:
        """`@hand` with dealer, seats that sit out, and carried totals."""
        seats = self.game.seats
        words = [f"dealer={seats[self.dealer]}"]
        if sitting:
            words.append(f"sits={','.join(seats[seat] for seat in sitting)}")
        if self.r.deal_bonus and self.rng.random() < EXACT:
            side = self.table.s.seat_side[self.dealer]
            words.append(f"exact={self.game.sides[side].name}")
            self.table.s.penalty[side] += self.r.deal_bonus
        words.append(self.sheets.carry(self.deals))
        self.events.add(Kind.DEAL_START, deal=self.deals, seat=self.dealer, text=" ".join(words))
        for seat in sitting:
            self.events.add(Kind.SIT_OUT, deal=self.deals, seat=seat)


def blank_state(r: Rules, game: Game) -> State:
    """An empty table with its seats and sides, to be copied for each deal."""
    state = State(r.kinds)
    state.seats, state.sides = len(game.seats), len(game.sides)
    for side, roster in enumerate(game.sides):
        for seat in roster.seats:
            state.seat_side[seat] = side
    state.clear(0)
    return state
