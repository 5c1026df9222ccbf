"""May this be played?  One act put to the rules before it happens, and what could be played here at all.

The seam between those who propose plays (bots, pages) and the rules.  A proposed act is prepared as the fold prepares a
recorded one, put to the rules of its checkpoint and, if it is to be played, left to the transitions.  Holds no rule.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from data.actions import NO_AMOUNT, NO_SIDE, NO_TARGET, Kind, Status
from replay import bonus_cards, packets, special_hands, transitions
from replay.act import Act, add_card, place_meld, place_merge
from replay.batch import Batch
from replay.codes import (
    AFTER_THE_END,
    ASKED_OUT,
    BONUS_CARD,
    BONUS_KEPT,
    HAND_DEALT_CANASTA,
    HOLDS,
    MELDS,
    NATURAL,
    NOBODY,
    ROLE_UNKNOWN,
    SHAPE,
    STOCK_ORDER,
    UNDRAWN,
    WILD,
)
from replay.codes import (
    TURN_END as WHOLE_TURN,
)
from replay.kernel_rules import Rules
from replay.rules import (
    APPLIED,
    ASK,
    CATALOGUE,
    DEALT_CANASTA,
    DISCARD,
    DRAW,
    LAY_BONUS,
    MELD,
    MELD_END,
    MERGE,
    PACKET,
    REFUSED_END,
    SPECIAL,
    TAKE_PILE,
    TURN_BEGIN,
    TURN_END,
    VIEW,
    Rule,
    order,
)
from replay.state import State, copy_state, find_set, top_card
from replay.taking import read_take
from replay.turn_end import close_turn, note_taken_back


class Play(NamedTuple):
    """One act as somebody proposes it: a row of the events without its place in a log.

    A card that its owner declares is the kind it is declared as (data.cards.Deck.declared); of a look at a hand the
    target is who looks, counted from 1, and the amount whose hand.
    """

    kind: int
    cards: tuple[int, ...] = ()
    target: int = NO_TARGET
    amount: int = NO_AMOUNT
    side: int = NO_SIDE
    status: Status = Status.PLAYED
    said: int = 0  # suit that a declared card is played in


TAKE = Play(Kind.TAKE_PILE)


class Questions:
    """The rules that can be broken under `r`, by checkpoint; `flags` say what breaking one means (codes.SHAPE, ...)."""

    def __init__(self, r: Rules) -> None:
        def asked(rules: Sequence[Rule]) -> tuple[Rule, ...]:
            return tuple(rule for rule in rules if not rule.when or rule.when(r))

        self.flags = {rule.id: flags for rule, flags in zip(CATALOGUE, order(r).flags, strict=True)}
        self.of_play: dict[int, tuple[Rule, ...]] = {
            Kind.DRAW: asked(DRAW), Kind.TAKE_PILE: asked(TAKE_PILE), Kind.BONUS: asked(LAY_BONUS),
            Kind.MELD: asked(MELD + MELD_END), Kind.DISCARD: asked(DISCARD), Kind.ASK: asked(ASK),
            Kind.MERGE: asked(MERGE), Kind.VIEW: asked(VIEW), Kind.TAKE_PACKET: asked(PACKET),
            Kind.SPECIAL: asked(SPECIAL),
        }  # fmt: skip
        self.turn_begin = asked(TURN_BEGIN)
        self.turn_end = asked(TURN_END)
        self.end_of_melds = asked(REFUSED_END)
        self.applied = asked(APPLIED)


@lru_cache(maxsize=64)
def questions_of(r: Rules) -> Questions:
    """Worked out once for the rules of many tables."""
    return Questions(r)


class Table:
    """A state and its rules, and one act that is filled again for each question.

    `ask` prepares a play and returns the rules it would break; `lay` lets the play asked about last happen, broken
    rules and all, as a record would.  `begin_turn`, `end_turn` and `close_turn` do the same for a turn as a whole.
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.r = rules
        self.s = state
        self.a = Act()
        self.questions = questions_of(rules)

    # -- single plays

    def ask(self, seat: int, play: Play, paid: Sequence[Play] = ()) -> list[Rule]:
        """The rules that do not hold for `play`; `paid` are the melds with which a take of the pile is paid."""
        r, s, a = self.r, self.s, self.a
        kind = play.kind
        a.reset(kind, seat, -1)
        a.amount, a.target = play.amount, play.target
        a.seat = play.target - 1 if kind == Kind.VIEW else seat
        for card in play.cards:
            a.said_suit = play.said if r.declared and card >= r.declared else 0
            add_card(r, a, card)
        a.said_suit = 0
        if play.status == Status.RETRACTED or s.after_told:
            return []
        if kind == Kind.MELD:
            place_meld(r, s, a, play.side)
            a.twin = find_set(s, a.table, a.rank, NOBODY) if a.meld < 0 and a.rank > 0 else -1
        elif kind == Kind.TAKE_PILE:
            self._read_take(seat, play, paid)
        elif kind == Kind.MERGE:
            place_merge(r, s, a, play.side)
        rules = self.questions.of_play.get(kind)
        if kind == Kind.SPECIAL and a.amount == HAND_DEALT_CANASTA:
            rules = DEALT_CANASTA
        return broken(rules, r, s, a) if rules else []

    def _read_take(self, seat: int, play: Play, paid: Sequence[Play]) -> None:
        r, s, a = self.r, self.s, self.a
        read_take(r, s, a, _rows(seat, (play, *paid)), 0, 1 + len(paid))
        if r.pile_part and s.pile_known and play.amount != NO_AMOUNT:
            a.stated = play.amount
            a.taken = min(a.stated, s.pile_size)

    def lay(self, play: Play, refused: Sequence[Rule] = ()) -> list[Rule]:
        """Let the play happen that was asked about last; `refused` are the rules it breaks.

        Returns what only shows once it has happened: cards that were not there.
        """
        r, s, a = self.r, self.s, self.a
        s.unrecorded = s.from_hidden = 0
        if play.status == Status.RETRACTED:
            _take_back(r, s, a)
            return []
        for rule in refused:
            _remember(s, self.questions.flags[rule.id])
        _apply(r, s, a)
        if play.kind == Kind.MELD and any(self.questions.flags[rule.id] & SHAPE for rule in refused):
            s.meld_void[a.meld if a.meld >= 0 else a.table * MELDS + s.meld_count[a.table] - 1] = 1
        if play.kind == Kind.TAKE_PILE or not (s.unrecorded or s.too_many):
            return []
        found = broken(self.questions.applied, r, s, a)
        s.too_many_told = s.too_many
        s.too_many = 0
        return found

    # -- turns

    def begin_turn(self, seat: int, number: int) -> list[Rule]:
        """Begin the turn of a seat; the rules that this breaks."""
        found = self._whole(self.questions.turn_begin, seat, 1)
        self.s.after_told |= int(any(self.questions.flags[rule.id] & AFTER_THE_END for rule in found))
        self.s.begin_turn(seat, number)
        return found

    def end_turn(self) -> list[Rule]:
        """The rules that the turn would break if it ended now."""
        transitions.settle_out(self.r, self.s)
        return [] if self.s.after_told else self._whole(self.questions.turn_end, self.s.turn_seat, WHOLE_TURN)

    def end_of_melds(self) -> list[Rule]:
        """The same, but only what no further play of the turn could mend: melds, minimum, and going out."""
        transitions.settle_out(self.r, self.s)
        return self._whole(self.questions.end_of_melds, self.s.turn_seat, WHOLE_TURN)

    def close_turn(self, refused: Sequence[Rule] = ()) -> None:
        """End the turn; `refused` are the rules that it breaks as a whole."""
        note_taken_back(self.r, self.s)
        close_turn(self.r, self.s, int(any(self.questions.flags[rule.id] & ASKED_OUT for rule in refused)))

    def _whole(self, rules: Sequence[Rule], seat: int, kind: int) -> list[Rule]:
        self.a.reset(kind, seat, -1)
        return broken(rules, self.r, self.s, self.a)


def broken(rules: Sequence[Rule], r: Rules, s: State, a: Act) -> list[Rule]:
    """Those of the rules that do not hold for the act as it is prepared."""
    return [rule for rule in rules if rule.check(r, s, a) != HOLDS]


def _rows(seat: int, plays: Sequence[Play]) -> Batch:
    """A take and the melds after it as the rows that `read_take` reads."""
    rows, count = Batch(), len(plays)
    rows.kind = array("i", [play.kind for play in plays])
    rows.target = array("i", [play.target for play in plays])
    rows.side = array("i", [play.side for play in plays])
    rows.seat = array("i", [seat]) * count
    rows.turn = rows.deal = rows.status = array("i", [0]) * count
    start = [0]
    for play in plays:
        start.append(start[-1] + len(play.cards))
    rows.card_start = array("i", start)
    rows.role_start = array("i", [0]) * len(start)  # a declared card is its own kind here
    rows.cards = array("B", [card for play in plays for card in play.cards])
    return rows


def _remember(s: State, flags: int) -> None:
    """One slip is told once: what a broken rule leaves behind for the rest of the turn or deal."""
    s.kept_bonus_told |= int(flags & BONUS_KEPT != 0)
    s.undrawn_told |= int(flags & UNDRAWN != 0)
    s.stock_told |= int(flags & STOCK_ORDER != 0)


def _take_back(r: Rules, s: State, a: Act) -> None:
    """Note a meld that was shown and taken back; the table stays as it is."""
    if a.kind == Kind.TAKE_PILE:
        s.retracted_take = 1
    if a.kind == Kind.MELD and not s.retracted_take:
        s.retracted_melds += 1
        s.retracted_points += sum(r.point_high[a.card[n]] for n in range(a.count))


MOVES: dict[int, Callable[[Rules, State, Act], None]] = {
    Kind.DRAW: transitions.draw, Kind.MELD: transitions.meld, Kind.DISCARD: transitions.discard,
    Kind.TAKE_PILE: transitions.take_pile, Kind.BONUS: bonus_cards.lay_bonus, Kind.SHOW: transitions.expose,
    Kind.TAKE_PACKET: packets.take_up,
}  # fmt: skip


def _apply(r: Rules, s: State, a: Act) -> None:
    kind = a.kind
    if kind in MOVES:
        MOVES[kind](r, s, a)
    elif kind == Kind.ASK:
        s.asked, s.answer = 1, a.amount
        s.asks[a.seat] += 1
    elif kind == Kind.OUT:
        s.said_out, s.claimed_concealed = 1, int(a.amount == 1)
    elif kind == Kind.VIEW:
        s.views_due = max(0, s.views_due - 1)
    elif kind == Kind.MERGE:
        transitions.merge(s, a)
    elif kind == Kind.SPECIAL:
        declare = special_hands.declare_as_dealt if a.amount == HAND_DEALT_CANASTA else special_hands.declare
        declare(r, s, a)


# -- what could be played --------------------------------------------------------------------------------------------


def could_take(table: Table, seat: int) -> Iterator[Play]:
    """The sets with which the seat to move may take the pile, each the whole meld that holds its top card.

    A side that has not opened may need further melds with it to reach its minimum: that is not looked at here.
    """
    r, s = table.r, table.s
    top = top_card(s)
    if not top or r.role[top] != NATURAL:
        return
    hand = hand_of(s, seat)
    naturals = [card for card in hand if r.role[card] == NATURAL and r.rank[card] == r.rank[top]]
    wilds = [card for card in dict.fromkeys(hand) if r.role[card] == WILD]
    ways = [(top, *naturals[:count]) for count in range(len(naturals) + 1)]
    ways += [(*way, wild) for way in ways[1:] for wild in wilds]
    for cards in ways:
        claim = Play(Kind.MELD, cards)
        if may_take(table, seat, claim):
            yield claim


def may_take(table: Table, seat: int, claim: Play) -> bool:
    """Whether the pile may be taken with this meld, and the meld then be laid."""
    if table.ask(seat, TAKE, (claim,)):
        return False
    trial = Table(table.r, State(table.s.kinds))
    copy_state(table.s, trial.s)
    trial.ask(seat, TAKE, (claim,))
    trial.lay(TAKE)
    return not trial.ask(seat, claim)


def could_meld(table: Table, seat: int) -> Iterator[Play]:
    """Sets that the seat to move may lay: of each rank all that it holds, alone and with a wild card, and wild cards
    alone to melds that lie there.

    Each is judged by itself; whether the turn may end with it (minimum, a card to keep) is `Table.end_of_melds`.
    """
    r, s = table.r, table.s
    hand = hand_of(s, seat)
    wilds = [card for card in dict.fromkeys(hand) if r.role[card] == WILD]
    by_rank: dict[int, list[int]] = {}
    for card in hand:
        if r.role[card] not in (BONUS_CARD, ROLE_UNKNOWN, WILD):
            by_rank.setdefault(r.rank[card], []).append(card)
    own = s.table_of[seat] * MELDS
    lying = {s.meld_rank[own + number] for number in range(s.meld_count[s.table_of[seat]])} - {0}
    for rank in sorted(lying | set(by_rank)):
        naturals = tuple(by_rank.get(rank, ()))
        ways = [naturals, *((*naturals, wild) for wild in wilds)]
        if naturals and rank in lying:
            ways += [(wild,) for wild in wilds]
        for cards in ways:
            play = Play(Kind.MELD, cards, rank if cards and cards[0] in wilds else NO_TARGET)
            if cards and not table.ask(seat, play):
                yield play


def hand_of(s: State, seat: int) -> list[int]:
    """The cards known to be in a hand, as kind ids in ascending order."""
    base = seat * s.kinds
    return [kind for kind in range(1, s.kinds) for _ in range(s.hand[base + kind])]
