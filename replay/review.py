"""The table at any row of a game, for people to look at, and the other questions that pages put to a replay.

Owns what pages may ask: tables, what could be played, whether a play is legal, and what a rule asks for.  Replays the
deal that is looked at, which is quick enough to do at every step.  Judges nothing itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from data.actions import Kind
from data.cards import deck_named
from data.events import Events, Game
from data.ruleset import RulesetError
from replay.batching import batch_of
from replay.choices import MELD_KINDS, Choice, Choices, choices_of
from replay.codes import (
    CANASTA,
    MELD_CARDS,
    MELDS,
    MIXED_CANASTAS,
    NATURAL_CANASTAS,
    NOBODY,
    OTHER_CANASTAS,
    PACKET_FOOT,
    PACKET_KNEE,
    SEATS,
    SEQUENCE_CANASTAS,
    SIDE_WIDTH,
    UNKNOWN_SIZE,
    WILD,
    WILD_CANASTAS,
)
from replay.fold import Fold
from replay.judging import order_of
from replay.kernel_rules import Rules
from replay.messages import seat_name
from replay.position import Verdict, verdict_of
from replay.readings import Referee
from replay.records import replay_game
from replay.rules import BY_ID
from replay.rules.pile import frozen
from replay.ruleset import GameRules, resolve
from replay.scoring import bounded, score_side
from replay.state import State, meld_size
from replay.transitions import seat_after

__all__ = [
    "Choice", "Choices", "MeldView", "RuleText", "SeatView", "SideView", "TableView", "Verdict", "choices_at",
    "judge_written", "rule_text", "rule_texts", "table_at", "tables_at",
]  # fmt: skip

ON_TABLE = (MELD_CARDS, NATURAL_CANASTAS, MIXED_CANASTAS, WILD_CANASTAS, SEQUENCE_CANASTAS, OTHER_CANASTAS)
FREEZES = {
    1: "a wild card lies in it", 2: "a red three lies in it", 3: "the side has not opened", 4: "it always is here",
    5: "a black three lies in it", 6: "nobody has taken it yet",
}  # fmt: skip


@dataclass(slots=True)
class MeldView:
    """One meld on the table: its cards as kind ids, naturals first, what it is, and the label it bears (0 = none)."""

    cards: list[int]
    kind: str  # set, sequence, wild
    rank: int
    naturals: int
    wilds: int
    canasta: str  # "", natural, mixed, wild, sequence
    void: bool
    label: int = 0


@dataclass(slots=True)
class SeatView:
    """One seat: cards known to be in its hand (kind ids), how many it holds in all (-1 = unknown), bonus cards laid,
    and the second hands that it has not taken up, by their number in PACKETS.
    """

    name: str
    side: int
    hand: list[int]
    size: int
    bonus: list[int]
    sits_out: bool
    packets: dict[int, list[int]] = field(default_factory=dict)

    @property
    def aside(self) -> list[int]:
        """All cards of its second hands."""
        return [card for cards in self.packets.values() for card in cards]


@dataclass(slots=True)
class SideView:
    """One side: its melds, whether it has opened, the total it brought into the deal and the minimum that sets.

    `laid` are the points that its melds and canastas are worth as they lie, the least of them where cards are unknown.
    """

    name: str
    melds: list[MeldView]
    opened: bool
    score: int
    minimum: int
    laid: int = 0


@dataclass(slots=True)
class TableView:
    """The table after one row of the events.

    `seat` acted last, `to_move` plays next: the same seat until it has discarded (-1 = nobody, the deal is over).
    `frozen` says why the pile is frozen for the seat to move ("" = it is not).
    """

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
    to_move: int = -1


class RuleText(NamedTuple):
    """One rule in words: what it asks for, what breaking it is called, its codes, and the file with its cases."""

    id: str
    sentence: str
    verdict: str
    citation: str
    cases: str


# -- the table -------------------------------------------------------------------------------------------------------


def table_at(events: Events, game: Game, row: int) -> TableView:
    """The table once row `row` of the events has been applied.

    Raises data.ruleset.RulesetError where the game's rules cannot be made out, ValueError for a row outside its deals.
    """
    return tables_at(events, game, [row])[0]


def tables_at(events: Events, game: Game, rows: Sequence[int]) -> list[TableView]:
    """The tables at several rows, in their order, each deal replayed once; like `table_at`."""
    views = {row: _view(fold, game, row) for row, fold in walk(events, game, rows)}
    return [views[row] for row in rows]


def walk(events: Events, game: Game, rows: Sequence[int]) -> Iterator[tuple[int, Fold]]:
    """Each of some rows, ascending, with the fold as it is once that row has been applied; like `table_at`.

    A deal whose carried totals are written is replayed by itself, any other with those before it.
    """
    rules = resolve(game.rules, len(game.seats), len(game.sides), game.options)
    fold: Fold | None = None
    at = deal = -1
    for row in sorted(set(rows)):
        first = _deal_start(events, game, row)
        if fold is None or first != deal:
            fold = _opened(events, game, rules, first)
            fold.start_deal(first)
            deal, at = first, first + 1
        while at <= row:
            at = fold.step(at)
        yield row, fold


def _deal_start(events: Events, game: Game, row: int) -> int:
    if game.first <= row < game.last:
        for i in range(row, game.first - 1, -1):
            if events.kind[i] == Kind.DEAL_START:
                return i
    raise ValueError(f"expected a row inside a deal of {game.id}, found row {row}")


def _opened(events: Events, game: Game, rules: GameRules, first: int) -> Fold:
    """A fold that is ready to start the deal at row `first`, with the totals brought into it."""
    fold = Fold(batch_of(events, [game]), Referee(events, rules))
    fold.open_game(0, rules.rules, order_of(rules), uncertain=False)
    carried = {claim.side for claim in game.claims if claim.item == "carried" and claim.deal == events.deal[first]}
    if len(carried) < len(game.sides):
        at = game.first
        while at < first:
            if events.kind[at] == Kind.DEAL_START:
                fold.finish_deal(1)
                fold.start_deal(at)
                at += 1
            else:
                at = fold.step(at) if fold.in_deal else at + 1
        fold.finish_deal(1)
    return fold


def next_to_move(fold: Fold) -> int:
    """The seat that is to play as the fold stands, NOBODY if none is: the deal is over, or nobody knows."""
    s = fold.s
    if s.over or s.went_out:
        return NOBODY
    if fold.turn_first < 0 or s.turn_seat < 0:
        begins = s.next_seat
        return seat_after(s, s.dealer) if begins == NOBODY and s.dealer != NOBODY else begins
    if s.hand_size[s.turn_seat] == 0 and not s.packets and s.melded + s.discards:
        return NOBODY
    return seat_after(s, s.turn_seat) if s.discards else s.turn_seat


def _view(fold: Fold, game: Game, row: int) -> TableView:
    s, r = fold.s, fold.r
    seat = s.turn_seat if s.turn_seat >= 0 else s.next_seat
    stock = s.stock_size if fold.started or s.position else fold.left_in_stock()
    view = TableView(s.deal, s.turn, seat, row, pile=list(s.pile[: s.pile_size]), pile_known=bool(s.pile_known),
                     stock=stock, lone_seat=s.lone_seat, to_move=next_to_move(fold))  # fmt: skip
    judged = view.to_move if view.to_move >= 0 else seat
    if judged >= 0:
        view.frozen = FREEZES.get(frozen(r, s, s.table_of[judged]), "")
    for number, letter in enumerate(game.seats):
        hand = _kinds(s.hand, number * s.kinds, s.kinds) if not s.open_hand[number] else []
        view.seats.append(
            SeatView(seat_name(game, number) if letter in "NESW" else letter, s.seat_side[number], hand,
                     s.hand_size[number], _kinds(s.bonus, number * s.kinds, s.kinds), bool(s.sits_out[number]),
                     {p: cards for p in (PACKET_KNEE, PACKET_FOOT)
                      if (cards := _kinds(s.packet, (p * SEATS + number) * s.kinds, s.kinds))})
        )  # fmt: skip
    for side, roster in enumerate(game.sides):
        table = s.table_of[roster.seats[0]] if roster.seats else side
        melds = [_meld(r, s, table * MELDS + n) for n in range(s.meld_count[table])]
        minimum = r.minimum(s.score[side], s.deal) + s.raised[side]
        laid = _laid(r, s, side, roster.seats[0]) if roster.seats else 0
        melds = [meld for meld in melds if meld.cards]  # the place of a meld that was united with another is empty
        view.sides.append(SideView(roster.name, melds, bool(s.opened[table]), s.score[side], minimum, laid))
    return view


def _laid(r: Rules, s: State, side: int, seat: int) -> int:
    row = array("i", [0]) * SIDE_WIDTH
    score_side(r, s, side, seat, row, 0)
    return sum(bounded(row[2 * item]) for item in ON_TABLE)


def _kinds(counts: object, base: int, kinds: int) -> list[int]:
    cards: list[int] = []
    for kind in range(1, kinds):
        cards += [kind] * counts[base + kind]  # type: ignore[index]
    return cards


def _meld(r: Rules, s: State, meld: int) -> MeldView:
    cards = sorted(_kinds(s.meld_cards, meld * s.kinds, s.kinds), key=lambda card: r.role[card] == WILD)
    kind = MELD_KINDS.get(s.meld_kind[meld], "set")
    canasta = ""
    if meld_size(s, meld) >= CANASTA:
        canasta = kind if kind != "set" else "mixed" if s.meld_wilds[meld] else "natural"
    return MeldView(cards, kind, s.meld_rank[meld], s.meld_naturals[meld], s.meld_wilds[meld], canasta,
                    bool(s.meld_void[meld]), s.meld_label[meld])  # fmt: skip


# -- other questions -------------------------------------------------------------------------------------------------


def choices_at(events: Events, game: Game, rows: Sequence[int]) -> list[Choices | None]:
    """What the seat to move could play at each of some rows, in their order; None where nobody is to move.

    Raises what `table_at` raises.
    """
    unknown = deck_named(game.deck).unknown
    found = {row: choices_of(fold, next_to_move(fold), unknown) for row, fold in walk(events, game, rows)}
    return [found[row] for row in rows]


def judge_written(events: Events, game: Game) -> Verdict:
    """May what is played in a game be played?  Of a position and the turn after it, as somebody wrote them down.

    Raises data.ruleset.RulesetError where the game's rules cannot be made out.
    """
    result = replay_game(events, game)
    if result.status == "unjudgeable":
        raise RulesetError(game.id, "rules and seats that can be made out", "; ".join(result.notes))
    return verdict_of(result)


def rule_text(rule_id: str) -> RuleText | None:
    """A rule in words; None for an id that is none."""
    rule = BY_ID.get(rule_id)
    if rule is None:
        return None
    return RuleText(rule.id, rule.sentence, rule.verdict, rule.citation, f"tests/cases/{rule.id}.toml")


def rule_texts() -> list[RuleText]:
    """Every rule in words, in the order in which they are asked."""
    return [text for text in map(rule_text, BY_ID) if text]
