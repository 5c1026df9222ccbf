"""One question about one play: `judge(position, play)`, the door for those who write a program of their own.

A position is a table as somebody describes it in a few words, a play the acts of the turn that follows.  Both become
events of a game of one deal, which is replayed like any other; no rule is known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from data.actions import ANSWERS, BONUS_TARGET, NO_TARGET, Kind
from data.cards import RANKS, Deck, deck_named
from data.events import Claim, Events, Game, Side

if TYPE_CHECKING:
    from replay.result import Finding, GameResult

LEGAL, ILLEGAL, CANNOT_TELL = "legal", "illegal", "cannot_tell"
BREACHES = ("illegal", "impossible", "conservation")
WITH_CARDS = {"draw": Kind.DRAW, "meld": Kind.MELD, "bonus": Kind.BONUS, "discard": Kind.DISCARD}
DEAL, TURN = 1, 1

Act: TypeAlias = tuple[str, ...]
Options: TypeAlias = Mapping[str, object] | Iterable[tuple[str, object]]


@dataclass(frozen=True, slots=True)
class Position:
    """A table before a turn.

    `hands` are the cards of each seat as far as they are known (`7 7 2 K ?x5` or `772K?x5`; a seat left out is hidden),
    `table` the melds of each side, bonus cards after a `!` (`("777", "KKKK22*", "!3d")`), `pile` its cards from bottom
    to top, `stock` the number of its cards (None = not known), `scores` what each side brought into the deal.  `sides`
    says who plays with whom; where it says nothing, four play in pairs across the table and all others alone.
    """

    to_move: str
    hands: Mapping[str, str] = field(default_factory=dict)
    pile: str = ""
    table: Mapping[str, Sequence[str]] = field(default_factory=dict)
    stock: int | None = None
    scores: Mapping[str, int] = field(default_factory=dict)
    seats: Sequence[str] = ("N", "E", "S", "W")
    sides: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer: `legal`, `illegal` or `cannot_tell`, and what it rests on.

    `findings` are the rules that are broken, or that would be if what is hidden or assumed were otherwise; `unjudged`
    counts the questions that hidden cards leave open.  A finding called irregular breaks a law of conduct only.
    """

    answer: str
    findings: tuple[Finding, ...] = ()
    unjudged: int = 0

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules, as in docs/RULES.md."""
        return tuple(finding.rule for finding in self.findings)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is wrong or open, in words for players."""
        hidden = ("It turns on cards that are hidden.",) if self.unjudged and self.answer == CANNOT_TELL else ()
        return tuple(finding.message for finding in self.findings) + hidden


def judge(position: Position, play: Sequence[Act], ruleset: str = "classic", options: Options = ()) -> Verdict:
    """May the seat to move play this?  `play` are the acts of its turn in order, each a word and what belongs to it:

    `("draw", "7")`, `("take",)`, `("meld", "777")`, `("meld", "2", "K")` (wild cards, and the rank they join),
    `("bonus", "3d")`, `("discard", "K")`, `("ask", "yes")`, `("out",)`, `("out", "concealed")`.

    The turn is judged as far as the play goes: a discard that is not there is no breach.  Raises ValueError for a
    position or play that cannot be read, and data.ruleset.RulesetError, which is one, for unknown rules or options.
    """
    from data.ruleset import RulesetError, resolve
    from replay.records import replay_game

    stated = [(name, _typed(value)) for name, value in (options.items() if isinstance(options, Mapping) else options)]
    sides = _sides(position)
    rules = resolve(ruleset, len(position.seats), stated, sides=len(sides))
    if rules.unknown:
        raise RulesetError("options", "names of docs/OPTIONS.md", ", ".join(rules.unknown))
    table = _Table(deck_named(str(rules["deck"])), position, sides)
    table.lay_out()
    for number, act in enumerate(play, 1):
        table.play(act, number)
    table.game.rules, table.game.options, table.game.last = ruleset, stated, len(table.events)
    return verdict_of(replay_game(table.events, table.game))


def verdict_of(result: GameResult) -> Verdict:
    """The answer that the replay of a position and one turn gives."""
    findings = tuple(result.findings)
    unjudged = sum(deal.unjudged for deal in result.deals)
    if any(finding.verdict in BREACHES for finding in findings):
        return Verdict(ILLEGAL, findings, unjudged)
    left_open = unjudged or any(finding.verdict == CANNOT_TELL for finding in findings)
    return Verdict(CANNOT_TELL if left_open else LEGAL, findings, unjudged)


def _typed(value: object) -> str:
    """An option's value as a log would write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def cards_of(deck: Deck, text: str) -> list[int]:
    """The card kinds of a text such as `7 7 2 K ?x5` or `777`; ValueError for anything else."""
    kinds: list[int] = []
    at = 0
    while at < len(text):
        found = _token(deck.name).match(text, at)
        if found is None:
            raise ValueError(f"expected cards such as 7 7 2 K ?x5, found {text[at:]!r}")
        kinds += [deck.ids[found["card"]]] * int(found["count"] or 1)
        at = found.end()
    return kinds


@cache
def _token(deck: str) -> re.Pattern[str]:
    codes = sorted((kind.code for kind in deck_named(deck).kinds if kind.code), key=len, reverse=True)
    return re.compile(rf"\s*(?P<card>{'|'.join(map(re.escape, codes))})(?:x(?P<count>\d{{1,3}}))?[\s,]*")


def _sides(position: Position) -> tuple[Side, ...]:
    """Who plays with whom; ValueError unless every seat is in one side."""
    seats = list(position.seats)
    if not 2 <= len(seats) <= 8 or len(set(seats)) != len(seats):
        raise ValueError(f"expected two to eight different seats, found {' '.join(seats)!r}")
    if not position.sides:
        rosters = [(0, 2), (1, 3)] if len(seats) == 4 else [(seat,) for seat in range(len(seats))]
        return tuple(Side("ABCDEFGH"[number], roster) for number, roster in enumerate(rosters))
    members = [seat for roster in position.sides.values() for seat in roster]
    if sorted(members) != sorted(seats):
        raise ValueError(f"expected sides that have each of {' '.join(seats)} once, found {' '.join(members)!r}")
    return tuple(Side(name, tuple(seats.index(seat) for seat in roster)) for name, roster in position.sides.items())


class _Table:
    """The events of a position and of what is played in it."""

    def __init__(self, deck: Deck, position: Position, sides: tuple[Side, ...]) -> None:
        self.deck = deck
        self.position = position
        self.seats = tuple(position.seats)
        self.side_names = tuple(side.name for side in sides)
        self.events = Events()
        self.game = Game("position", seats=self.seats, sides=sides, deck=deck.name, status="unfinished")

    def lay_out(self) -> None:
        """Rows for all that lies on the table before the play."""
        position = self.position
        self.seat(position.to_move)
        totals = dict.fromkeys(self.side_names, 0)
        totals |= {self.side_names[self.side(name)]: score for name, score in position.scores.items()}
        words = " ".join(f"{name}={total}" for name, total in totals.items())
        self.add(Kind.DEAL_START, text=f"position=yes turn={position.to_move} {words}")
        for number, total in enumerate(totals.values()):
            self.game.claims.append(Claim(DEAL, number, "", "carried", total, 0, 1))
        for seat, hand in position.hands.items():
            self.add(Kind.HOLDS, seat=self.seat(seat), cards=cards_of(self.deck, hand))
        for name, melds in position.table.items():
            for meld in melds:
                target = BONUS_TARGET if meld.startswith("!") else NO_TARGET
                cards = cards_of(self.deck, meld.removeprefix("!"))
                self.add(Kind.TABLE, side=self.side(name), cards=cards, target=target)
        self.add(Kind.PILE, cards=cards_of(self.deck, position.pile))
        if position.stock is not None:
            if position.stock < 0:
                raise ValueError(f"expected a number of cards in the stock, found {position.stock}")
            self.add(Kind.STOCK, cards=[self.deck.unknown] * position.stock)

    def play(self, act: Act, number: int) -> None:
        """One row for one act, the `number`th of the turn."""
        word, *rest = act or ("",)
        columns: dict[str, Any] = {"seat": self.seat(self.position.to_move), "turn": TURN, "line": 1, "column": number}
        if word in WITH_CARDS and rest and (len(rest) == 1 or (word == "meld" and rest[1:] and rest[1] in RANKS)):
            target = RANKS[rest[1]] if rest[1:] else NO_TARGET
            self.add(WITH_CARDS[word], cards=cards_of(self.deck, rest[0]), target=target, **columns)
        elif word == "take" and not rest:
            self.add(Kind.TAKE_PILE, **columns)
        elif word == "ask" and len(rest) == 1 and rest[0] in ANSWERS:
            self.add(Kind.ASK, amount=ANSWERS[rest[0]], **columns)
        elif word == "out" and rest in ([], ["concealed"]):
            self.add(Kind.OUT, amount=len(rest), **columns)
        else:
            raise ValueError(f"expected an act such as ('meld', '777') or ('take',), found {act!r}")

    def add(self, kind: Kind, **columns: Any) -> None:
        self.events.add(kind, deal=DEAL, **columns)

    def seat(self, name: str) -> int:
        if name not in self.seats:
            raise ValueError(f"expected one of the seats {' '.join(self.seats)}, found {name!r}")
        return self.seats.index(name)

    def side(self, name: str) -> int:
        if name not in self.side_names:
            raise ValueError(f"expected one of the sides {' '.join(self.side_names)}, found {name!r}")
        return self.side_names.index(name)
