"""What needs more than integers: cards that may be read in several ways, and plays that
another value of an assumed option would excuse.

An act with ambiguous cards (`{4/9}`, a three without colour) or unseen ones (`?`) is asked about in each way: one
reading that is illegal and one that is not make a doubt, never a verdict.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from data.cards import Deck
from data.events import Events
from replay.act import Act, add_card, place_meld
from replay.codes import (
    BROKEN,
    CANNOT_TELL,
    HIDDEN,
    HOLDS,
    ROLE_UNKNOWN,
    ROW_MELD,
)
from replay.kernel_rules import Rules
from replay.rules import CATALOGUE
from replay.ruleset import GameRules
from replay.state import State, held

if TYPE_CHECKING:
    from replay.fold import Fold

LIMIT = 512
# Rules of which one is silent where another speaks: an act is excused only if all of them hold.
_ASKED_TOGETHER = (
    ("meld.size_limit", "meld.canasta_stays_closed"),
    ("sequence.wild_limit", "meld.at_least_two_naturals"),
    ("meld.one_rank", "sequence.one_suit", "sequence.no_rank_twice", "sequence.within_range"),
    ("pile.open_needs_matching_cards", "pile.frozen_needs_natural_pair", "pile.top_onto_canasta"),
)
# Options that are tables and lists, and the rules that turn on them.
DECIDED_BY = {
    "bands": ("opening.minimum", "opening.required_canasta"), "discard_ban": ("discard.not_barred",),
    "last_discard_ban": ("out.last_discard_not_barred",), "upcard_cover": ("deal.upcard_covered",),
    "pile_ban_tops": ("pile.top_must_be_natural",), "out_need": ("out.needs_kinds",),
}  # fmt: skip
FOR_EACH_OTHER = {rule: [other for other in rules if other != rule] for rules in _ASKED_TOGETHER for rule in rules}


class Readings(NamedTuple):
    """All ways to read an act: `written` says that the scribe wrote something ambiguous, not just nothing.

    `complete` is false where there are too many ways to go through.
    """

    ways: tuple[tuple[int, ...], ...]
    written: bool
    complete: bool
    token: str


class Referee:
    """The slow questions of one game; `doubts` are the words for what decides, in the order they were found."""

    def __init__(self, events: Events, rules: GameRules) -> None:
        self.events = events
        self.game_rules = rules
        self.doubts: list[str] = []
        self.uncertain = bool(rules.assumed or rules.unknown or rules.open)

    def _doubt(self, words: str) -> int:
        if words not in self.doubts:
            self.doubts.append(words)
        return self.doubts.index(words)

    def doubt(self, rule: int, s: State, a: Act) -> int:
        """The option that may excuse a broken rule: one nobody knows, or an assumed one under another of its values."""
        if self.game_rules.unknown:
            return self._doubt(f"the option {self.game_rules.unknown[0]}, which this program does not know,")
        for option in self.game_rules.open:
            if CATALOGUE[rule].id in DECIDED_BY.get(option, ()):
                return self._doubt(f"the option {option}, of which nobody says what it is here,")
        kept = list(a.facts)
        try:
            for option, value, rules in self.game_rules.doubts():
                if CATALOGUE[rule].check(rules, s, a) == HOLDS and not self._breaks_another(rule, rules, s, a):
                    return self._doubt(f"the option {option}, only assumed here and legal if it were {value},")
        finally:
            a.facts[:] = array("i", kept)
        return -1

    def _breaks_another(self, rule: int, rules: Rules, s: State, a: Act) -> bool:
        """Whether, under other rules, a rule of the same moment stands against the act that does not do so now."""
        if CATALOGUE[rule].id not in FOR_EACH_OTHER:
            return False
        mine = self.game_rules.rules
        return any(
            other.id in FOR_EACH_OTHER[CATALOGUE[rule].id]
            and other.check(rules, s, a) == BROKEN
            and other.check(mine, s, a) != BROKEN
            for other in CATALOGUE
        )

    def unread_card(self) -> int:
        """The doubt of a meld that holds a card written ambiguously."""
        return self._doubt("a card of the meld that can be read in two ways")

    def judge_readings(self, fold: Fold, checkpoint: int, i: int) -> int:
        """Ask the rules of a checkpoint about every reading of the act; like Fold.judge."""
        s, a, r = fold.s, fold.a, fold.r
        readings = _possible(r, s, a.seat, readings_of(r, self.game_rules.deck, self.events, i))
        broken = 0
        for n in range(fold.order.start[checkpoint], fold.order.start[checkpoint + 1]):
            rule = fold.order.rule[n]
            check = CATALOGUE[rule].check
            bad = 0
            for way in readings.ways:
                _read_as(r, s, a, self.events.side[i], way)
                bad += check(r, s, a) == BROKEN
            _read_as(r, s, a, self.events.side[i], cards_as_played(r, self.events, i))
            answer = check(r, s, a)
            if readings.complete and bad == len(readings.ways):
                answer = BROKEN
            elif bad and readings.written:
                answer = CANNOT_TELL
            elif bad or (not readings.complete and answer == BROKEN):
                answer = HIDDEN
            elif readings.complete:
                answer = HOLDS
            if answer != HOLDS:
                doubt = self._doubt(f"the card written as {readings.token}") if answer == CANNOT_TELL else -1
                broken |= fold.tell(rule, answer, i, doubt)
        if a.kind == ROW_MELD and readings.written:
            fold.ambiguous = 1
        return broken


def _possible(r: Rules, s: State, seat: int, readings: Readings) -> Readings:
    """Without the readings whose cards the hand cannot hold; all of them where it can hold none."""
    ways = tuple(way for way in readings.ways if all(held(r, s, seat, kind) for kind in way))
    return readings._replace(ways=ways) if ways else readings


def _read_as(r: Rules, s: State, a: Act, side: int, way: Sequence[int]) -> None:
    """Fill the act with other cards."""
    kind, seat, event, amount, target = a.kind, a.seat, a.event, a.amount, a.target
    a.reset(kind, seat, event)
    a.amount, a.target = amount, target
    for card in way:
        add_card(r, a, card)
    if kind == ROW_MELD:
        place_meld(r, s, a, side)


def cards_as_played(r: Rules, events: Events, i: int) -> list[int]:
    """The cards of event i, a declared one as what it was declared; what is no card of this deck is an unknown one."""
    cards = [kind if 0 < kind < r.kinds else r.unknown for kind in events.cards_of(i)]
    if r.declared:
        for n, (kind, role) in enumerate(zip(cards, events.roles_of(i), strict=False)):
            if kind == r.wheel and 0 < role < r.kinds:
                cards[n] = r.played_as[role]
    return cards


def readings_of(r: Rules, deck: Deck, events: Events, i: int) -> Readings:
    """The readings of event i; each way is a list of kinds as long as its cards."""
    runs = iter(events.readings_of(i))
    choices: list[tuple[int, ...]] = []
    written = False
    token = ""
    total = 1
    for kind in cards_as_played(r, events, i):
        options: tuple[int, ...] = (kind,)
        if r.role[kind] == ROLE_UNKNOWN:
            run = [k for k in next(runs, ()) if k < len(deck.kinds)] if kind == deck.unknown else []
            options = tuple(run) if run else _representatives(r, deck, kind)
            if run or r.rank[kind]:
                written = True
                token = "{" + "/".join(deck.code(k) for k in run) + "}" if run else deck.code(kind)
        choices.append(options)
        total *= len(options)
    if total > LIMIT:
        return Readings((), written, complete=False, token=token)
    return Readings(tuple(product(*choices)), written, complete=True, token=token)


def _representatives(r: Rules, deck: Deck, kind: int) -> tuple[int, ...]:
    """One exact kind for each rank and role that a partly known card may have."""
    seen: dict[tuple[int, int], int] = {}
    for exact in sorted(deck.covers[kind]):
        seen.setdefault((r.rank[exact], r.role[exact]), exact)
    return tuple(seen.values())
