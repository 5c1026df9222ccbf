"""The table at any row of a game, for people to look at: what the pages and `canasta show` draw.

Replays the one deal up to that row, which is quick enough to do at every step.  Judges nothing itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from data.actions import Kind
from data.events import Events, Game
from replay.batching import batch_of
from replay.codes import (
    CANASTA,
    MELDS,
    SEQUENCE,
    UNKNOWN_SIZE,
    WILD,
    WILD_MELD,
)
from replay.fold import Fold
from replay.judging import order_of
from replay.kernel_rules import Rules
from replay.messages import seat_name
from replay.readings import Referee
from replay.rules.pile import frozen
from replay.ruleset import resolve
from replay.state import State, meld_size

FREEZES = {
    1: "a wild card lies in it", 2: "a red three lies in it", 3: "the side has not opened", 4: "it always is here",
    5: "a black three lies in it", 6: "nobody has taken it yet",
}  # fmt: skip


@dataclass(slots=True)
class MeldView:
    """One meld on the table: its cards as kind ids, naturals first, and what it is."""

    cards: list[int]
    kind: str  # set, sequence, wild
    rank: int
    naturals: int
    wilds: int
    canasta: str  # "", natural, mixed, wild, sequence
    void: bool


@dataclass(slots=True)
class SeatView:
    """One seat: cards known to be in its hand (kind ids), how many it holds in all (-1 = unknown), bonus cards laid."""

    name: str
    side: int
    hand: list[int]
    size: int
    bonus: list[int]
    sits_out: bool


@dataclass(slots=True)
class SideView:
    """One side: its melds, whether it has opened, the total it brought into the deal and the minimum that sets."""

    name: str
    melds: list[MeldView]
    opened: bool
    score: int
    minimum: int


@dataclass(slots=True)
class TableView:
    """The table after one row of the events; `frozen` says why the pile is, for the seat to move ("" = it is not)."""

    deal: int
    turn: int
    seat: int
    row: int
    seats: list[SeatView] = field(default_factory=list)
    sides: list[SideView] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    pile_known: bool = True
    frozen: str = ""
    stock: int = UNKNOWN_SIZE
    lone_seat: int = -1


def table_at(events: Events, game: Game, row: int) -> TableView:
    """The table once row `row` of the events has been applied.

    Raises data.ruleset.RulesetError where the game's rules cannot be made out, ValueError for a row outside its deals.
    """
    first = _deal_start(events, game, row)
    rules = resolve(game.rules, len(game.seats), len(game.sides), game.options)
    fold = Fold(batch_of(events, [game]), Referee(events, rules))
    fold.open_game(0, rules.rules, order_of(rules), uncertain=False)
    fold.start_deal(first)
    i = first + 1
    while i <= row:
        i = fold.step(i)
    return _view(fold, game, row)


def _deal_start(events: Events, game: Game, row: int) -> int:
    if game.first <= row < game.last:
        for i in range(row, game.first - 1, -1):
            if events.kind[i] == Kind.DEAL_START:
                return i
    raise ValueError(f"expected a row inside a deal of {game.id}, found row {row}")


def _view(fold: Fold, game: Game, row: int) -> TableView:
    s, r = fold.s, fold.r
    seat = s.turn_seat if s.turn_seat >= 0 else s.next_seat
    view = TableView(s.deal, s.turn, seat, row, pile=list(s.pile[: s.pile_size]), pile_known=bool(s.pile_known),
                     stock=s.stock_size, lone_seat=s.lone_seat)  # fmt: skip
    if seat >= 0:
        view.frozen = FREEZES.get(frozen(r, s, s.table_of[seat]), "")
    for number, letter in enumerate(game.seats):
        hand = _kinds(s.hand, number * s.kinds, s.kinds) if not s.open_hand[number] else []
        view.seats.append(
            SeatView(seat_name(game, number) if letter in "NESW" else letter, s.seat_side[number], hand,
                     s.hand_size[number], _kinds(s.bonus, number * s.kinds, s.kinds), bool(s.sits_out[number]))
        )  # fmt: skip
    for side, roster in enumerate(game.sides):
        table = s.table_of[roster.seats[0]] if roster.seats else side
        melds = [_meld(r, s, table * MELDS + n) for n in range(s.meld_count[table])]
        minimum = r.minimum(s.score[side], s.deal) + s.raised[side]
        view.sides.append(SideView(roster.name, melds, bool(s.opened[table]), s.score[side], minimum))
    return view


def _kinds(counts: object, base: int, kinds: int) -> list[int]:
    cards: list[int] = []
    for kind in range(1, kinds):
        cards += [kind] * counts[base + kind]  # type: ignore[index]
    return cards


def _meld(r: Rules, s: State, meld: int) -> MeldView:
    cards = sorted(_kinds(s.meld_cards, meld * s.kinds, s.kinds), key=lambda card: r.role[card] == WILD)
    kind = {SEQUENCE: "sequence", WILD_MELD: "wild"}.get(s.meld_kind[meld], "set")
    canasta = ""
    if meld_size(s, meld) >= CANASTA:
        canasta = kind if kind != "set" else "mixed" if s.meld_wilds[meld] else "natural"
    return MeldView(cards, kind, s.meld_rank[meld], s.meld_naturals[meld], s.meld_wilds[meld], canasta,
                    bool(s.meld_void[meld]))  # fmt: skip
