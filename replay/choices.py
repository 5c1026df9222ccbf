"""What the seat to move could play: takes of the pile, melds and discards that no rule stands against.

Puts plays to the rules on a copy of the table, through replay.legal.  Holds no rule.  Of each kind of meld it looks
for the ones that take the most cards, not for every part of them; where a hand is hidden, only what its known cards
allow is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from data.actions import NO_TARGET, Kind
from replay.codes import BROKEN, NOBODY, ROLE_UNKNOWN, SEQUENCE, WILD_MELD
from replay.fold import Fold
from replay.legal import Play, Table, could_meld, could_take, hand_of, may_take
from replay.rules import OPENING_MINIMUM
from replay.simulation import other_melds
from replay.simulation.holding import Holding
from replay.simulation.melding import opening
from replay.state import State, copy_state

MELD_KINDS = {SEQUENCE: "sequence", WILD_MELD: "wild"}  # all others are sets


@dataclass(frozen=True, slots=True)
class Choice:
    """One play: its cards as kind ids, the rank of the set that wild cards alone join (0 = none), points melded.

    `kind` is that of the meld as in `replay.review.MeldView`, `joins` whether it lies there already.  `opens` are the
    further melds with which the side would reach its minimum, None where it could not; `unless_more` are the ids of
    rules that it breaks if nothing else is played with it.
    """

    cards: tuple[int, ...]
    rank: int = NO_TARGET
    points: int = 0
    opens: tuple[tuple[int, ...], ...] | None = ()
    unless_more: tuple[str, ...] = ()
    kind: str = "set"
    joins: bool = False


@dataclass(slots=True)
class Choices:
    """All that was found for `seat`.

    `draws` cards may be drawn now (0 = none); `takes` are melds with the top card that pay for the pile; `melds` may
    be laid one by one; `opening` is a way to make the initial meld, [] if none is needed or none was found, and
    `minimum` the points it needs (0 = the side is open).  `discards` are the cards that may end the turn.  `complete`
    says whether the whole hand is known.
    """

    seat: int
    draws: int = 0
    minimum: int = 0
    takes: list[Choice] = field(default_factory=list)
    melds: list[Choice] = field(default_factory=list)
    opening: list[tuple[int, ...]] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    complete: bool = True


def choices_of(fold: Fold, seat: int, unknown: int) -> Choices | None:
    """What `seat` could play as the fold stands, which is left as it is; None where nobody is to move.

    `unknown` is the kind of a card of which nothing is known.
    """
    if seat == NOBODY:
        return None
    r = fold.r
    table = Table(r, State(r.kinds))
    copy_state(fold.s, table.s)
    if not fold.started:
        table.s.stock_size = fold.left_in_stock()
    if table.s.turn_seat != seat or fold.turn_first < 0:
        if fold.turn_first >= 0:
            table.close_turn(table.end_turn())
        table.begin_turn(seat, table.s.turn + 1)
    return _found(table, seat, unknown)


def _found(table: Table, seat: int, unknown: int) -> Choices:
    r, s = table.r, table.s
    side = s.seat_side[seat]
    known = not s.open_hand[seat] and all(r.role[card] != ROLE_UNKNOWN for card in hand_of(s, seat))
    found = Choices(seat, complete=known)
    if not s.opened[s.table_of[seat]]:
        found.minimum = max(0, r.minimum(s.score[side], s.deal) + s.raised[side] - s.opening_points)
    drawn = table.ask(seat, Play(Kind.DRAW, (unknown,) * r.stock_draw))
    if s.stock_size != 0 and all(rule.check(r, s, table.a) != BROKEN for rule in drawn):
        found.draws = r.stock_draw
    claims = [*could_take(table, seat), *_takes_otherwise(table, seat)]
    found.takes = _distinct(_take(table, seat, claim) for claim in claims)
    if s.drawn or s.took_pile:
        plays = [*could_meld(table, seat), *_melds_otherwise(table, seat)]
        found.melds = _distinct(_meld(table, seat, play) for play in plays)
        if found.minimum:
            found.opening = _opening(table, seat, found.minimum) or []
        found.discards = list(_discards(table, seat))
    return found


def _distinct(choices: Iterable[Choice]) -> list[Choice]:
    """One of those that come to the same although they name the meld they join in different ways."""
    return list({(choice.cards, choice.kind, choice.joins): choice for choice in choices}.values())


def _melds_otherwise(table: Table, seat: int) -> list[Play]:
    """Melds that are no sets, and further sets of a rank, in games that have them."""
    r, s = table.r, table.s
    hand = Holding(r, s, seat, [])
    plays = []
    if r.sequences:
        plays += [*other_melds.longer_runs(r, s, seat, hand), *other_melds.new_runs(r, s, seat, hand)]
        plays += other_melds.wheel_on_runs(r, s, seat, hand)
    if r.dup_sets:
        plays += other_melds.second_sets(s, seat, hand)
    if r.wild_melds:
        plays += other_melds.wild_melds(r, s, seat, hand)
    return [play for play in dict.fromkeys(plays) if not table.ask(seat, play)]


def _takes_otherwise(table: Table, seat: int) -> list[Play]:
    """Takes of the pile for a sequence, in games that have them."""
    r, s = table.r, table.s
    if not r.sequences or not other_melds.is_natural_top(r, s):
        return []
    claims = other_melds.runs_with_top(r, s, seat, Holding(r, s, seat, []))
    return [claim for claim in claims if may_take(table, seat, claim)]


def _kind(table: Table) -> tuple[str, bool]:
    """Of the meld asked about last: what kind it is, and whether it joins one that lies there."""
    return MELD_KINDS.get(table.a.shape, "set"), table.a.meld >= 0


def _meld(table: Table, seat: int, play: Play) -> Choice:
    trial = _copy(table)
    trial.ask(seat, play)
    kind, joins = _kind(trial)
    trial.lay(play)
    left = tuple(rule.id for rule in trial.end_of_melds() if rule is not OPENING_MINIMUM)
    points = sum(table.r.points[card] for card in play.cards)
    return Choice(play.cards, play.target, points, (), left, kind, joins)


def _discards(table: Table, seat: int) -> Iterator[int]:
    """The cards with which the turn may end; what is wrong with it already does not count."""
    before = {rule.id for rule in _copy(table).end_turn()}
    for card in dict.fromkeys(hand_of(table.s, seat)):
        trial, play = _copy(table), Play(Kind.DISCARD, (card,))
        if not trial.ask(seat, play):
            trial.lay(play)
            if not {rule.id for rule in trial.end_turn()} - before:
                yield card


def _take(table: Table, seat: int, claim: Play) -> Choice:
    """A take with the meld that pays for it, and what a side that has not opened would lay besides."""
    trial = _copy(table)
    hand = Holding(trial.r, trial.s, seat, [])  # the minimum counts no buried card of the pile
    trial.ask(seat, Play(Kind.TAKE_PILE), (claim,))
    trial.lay(Play(Kind.TAKE_PILE))
    trial.ask(seat, claim)
    kind, joins = _kind(trial)
    trial.lay(claim)
    opens: tuple[tuple[int, ...], ...] | None = ()
    s, side = trial.s, trial.s.seat_side[seat]
    if s.opening:
        hand.without(claim.cards[1:])
        need = trial.r.minimum(s.score[side], s.deal) + s.raised[side] - s.opening_points
        plan = opening(trial.r, hand, need, everything=False) if need > 0 else []
        opens = tuple(play.cards for play in plan) if plan is not None and _stands(trial, seat, plan) else None
    points = sum(trial.r.points[card] for card in claim.cards)
    return Choice(claim.cards, claim.target, points, opens, (), kind, joins)


def _opening(table: Table, seat: int, need: int) -> list[tuple[int, ...]] | None:
    """An initial meld out of the hand; None if none was found."""
    plan = opening(table.r, Holding(table.r, table.s, seat, []), need, everything=False)
    return [play.cards for play in plan] if plan and _stands(_copy(table), seat, plan) else None


def _stands(trial: Table, seat: int, plan: Sequence[Play]) -> bool:
    """Whether all melds of a plan may be laid one after the other, and together."""
    for play in plan:
        if trial.ask(seat, play):
            return False
        trial.lay(play)
    return not trial.end_of_melds()


def _copy(table: Table) -> Table:
    copy = Table(table.r, State(table.s.kinds))
    copy_state(table.s, copy.s)
    return copy
