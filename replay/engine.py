"""The fold over the events of one game: check, record, apply.

Holds no rule and no rendering.  What it finds are `Told` records: which rule, what it answered, where, and the integers
the rule left; `replay.judging` turns them into findings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from data.actions import ANSWER_YES, BONUS_TARGET, NO_AMOUNT, NO_SEAT, Kind, Status
from data.events import Claim, Events, Game
from replay import transitions
from replay.act import DEAL_END, TURN_END, Act, add_card, place_meld, read_cards, read_take
from replay.codes import BROKEN, CANNOT_TELL, HIDDEN, HOLDS, MELDS, NOBODY, SIDES, STOCK_LAST_DRAWER, UNKNOWN_SIZE
from replay.kernel_rules import Rules
from replay.readings import readings_of
from replay.rules import (
    APPLIED,
    ASK,
    COUNT_HAND,
    COUNT_PILE,
    COUNT_STOCK,
    DEAL_END as DEAL_END_RULES,
    DEAL_END_SEAT,
    DEAL_END_SIDE,
    DEAL_SEAT,
    DEAL_START,
    DISCARD,
    DRAW,
    LAY_BONUS,
    MELD,
    REFUSED_END,
    RETRACT,
    TAKE_PILE,
    TURN_BEGIN,
    TURN_END as TURN_END_RULES,
    Rule,
)
from replay.rules.pile import frozen
from replay.ruleset import GameRules
from replay.state import State, copy_state, find_set

SHAPE_RULES = frozenset(
    f"meld.{name}"
    for name in (
        "one_rank", "no_red_threes", "wilds_not_alone", "at_least_three_cards", "at_least_two_naturals", "wild_limit",
        "wild_ratio", "black_threes_without_wilds",
    )
)  # fmt: skip
ACTS = frozenset(range(Kind.DRAW, Kind.CLOSE))
READ_EACH_WAY = frozenset((Kind.MELD, Kind.DISCARD, Kind.BONUS))
STARTING = frozenset((Kind.DEALT, Kind.TURN_UP, Kind.STOCK, Kind.HOLDS, Kind.TABLE, Kind.PILE))
OUT_RULES = frozenset(("out.needs_canastas", "meld.keep_a_card", "out.hand_must_be_empty", "out.answer_binds"))
CLOSED_OUT, ABANDONED = 0, 4  # data.actions.CLOSINGS


@dataclass(slots=True)
class Told:
    """One answer that is not HOLDS: `answer` BROKEN, CANNOT_TELL, and `doubt` what decides where that is not certain."""

    rule: Rule
    answer: int
    deal: int
    turn: int
    seat: int
    side: int
    event: int
    status: int
    facts: tuple[int, ...]
    cards: tuple[int, ...] = ()
    top: int = 0
    doubt: str = ""


@dataclass(slots=True)
class TurnSeen:
    """What one turn did, as plain numbers (replay.result.Turn)."""

    number: int
    seat: int
    first: int
    last: int
    drawn: int = 0
    taken: int = 0
    melded: int = 0
    bonus: int = 0
    points: int = 0
    discard: int = 0
    pile_before: int = 0
    frozen_before: int = 0
    stock_before: int = 0
    hand_before: int = 0
    hand_after: int = 0
    opened: int = 0
    opening_points: int = 0
    froze: int = 0
    digest: int = 0


@dataclass(slots=True)
class DealSeen:
    """One deal after the fold: the state it ended with and how judging went."""

    number: int
    first: int
    last: int
    state: State
    status: str = "judged"
    unreadable_event: int = -1
    closed: bool = False
    unjudged: int = 0
    minimum: list[int] = field(default_factory=list)
    turns: list[TurnSeen] = field(default_factory=list)


class Replay:
    """The fold over one game.  `run()` yields the deals one by one as they end, so that totals can be carried."""

    def __init__(self, events: Events, game: Game, rules: GameRules) -> None:
        self.events = events
        self.game = game
        self.game_rules = rules
        self.rules = rules.rules
        self.state = State(self.rules.kinds)
        self.act = Act()
        self.told: list[Told] = []
        self.deal: DealSeen | None = None
        self.turn: TurnSeen | None = None
        self.started = False
        self.expected_dealer = NOBODY
        self.scratch: State | None = None
        self.status = int(Status.PLAYED)
        s = self.state
        s.seats, s.sides = len(game.seats), len(game.sides)
        for side, roster in enumerate(game.sides):
            for seat in roster.seats:
                s.seat_side[seat] = side

    # -- deals ------------------------------------------------------------------------------------------------------

    def start_deal(self, i: int, scores: Sequence[tuple[int, int, int]]) -> None:
        """Begin the deal of row i; `scores` are per side the carried total and the bounds of the recomputed one."""
        s = self.state
        s.clear(self.events.deal[i])
        for side, (carried, low, high) in enumerate(scores):
            s.score[side], s.score_low[side], s.score_high[side] = carried, low, high
        s.dealer = self.events.seat[i]
        s.expected_dealer = self.expected_dealer
        text = self.events.text_of(i) or ""
        words = text.split()
        s.position = int("position=yes" in words)
        s.unordered = int("order=unknown" in words)
        for word in words:
            if word.startswith("turn="):
                s.next_seat = self._seat(word[5:])
        self.started = False
        self.turn = None
        self.deal = DealSeen(self.events.deal[i], i, i + 1, s, minimum=[self.rules.minimum(t[0]) for t in scores])

    def _seat(self, name: str) -> int:
        return self.game.seats.index(name) if name in self.game.seats else NOBODY

    def step(self, i: int) -> int:
        """Judge and apply row i of the deal; returns the row to go on with."""
        assert self.deal is not None
        kind = self.events.kind[i]
        self.deal.last = i + 1
        if kind == Kind.BAD:
            self._unreadable(i)
            return i + 1
        if self.deal.unreadable_event >= 0:
            self._note_closing(i)
            return i + 1
        if kind in STARTING:
            self._set_up(i)
        elif kind == Kind.SIT_OUT:
            self.state.sits_out[self.events.seat[i]] = 1
        elif kind in ACTS:
            return self._act(i)
        elif kind == Kind.CLOSE:
            self._close(i)
        elif kind in (Kind.COUNT_HAND, Kind.COUNT_PILE, Kind.COUNT_STOCK):
            self._count(i)
        elif kind == Kind.PENALTY:
            self._penalty(i)
        return i + 1

    def _unreadable(self, i: int) -> None:
        assert self.deal is not None
        if self.deal.unreadable_event < 0 and not self.state.over:
            self.deal.unreadable_event = i
            self.deal.status = "unreadable"

    def _note_closing(self, i: int) -> None:
        assert self.deal is not None
        if self.events.kind[i] == Kind.CLOSE:
            self.deal.closed = True
            self.state.closing = self.events.amount[i]

    def _set_up(self, i: int) -> None:
        s, a, r = self.state, self.act, self.rules
        kind = self.events.kind[i]
        a.reset(kind, self.events.seat[i], i)
        a.target = self.events.target[i]
        read_cards(r, a, self.events, i)
        if kind in (Kind.DEALT, Kind.HOLDS):
            if 0 <= a.seat < s.seats:
                transitions.deal_to(r, s, a)
        elif kind in (Kind.TURN_UP, Kind.PILE):
            transitions.turn_up(r, s, a)
        elif kind == Kind.STOCK:
            transitions.set_stock(s, a)
        elif kind == Kind.TABLE:
            self._lay_out(i)

    def _lay_out(self, i: int) -> None:
        """A meld or bonus cards of a position; those of a side lie before its first seat."""
        s, a, r = self.state, self.act, self.rules
        side = self.events.side[i]
        if not 0 <= side < s.sides:
            return
        a.seat = self.game.sides[side].seats[0] if self.game.sides[side].seats else 0
        if a.target == BONUS_TARGET:
            transitions.settle_bonus(r, s, a)
        else:
            place_meld(r, s, a, -1)
            transitions.lay_on_table(r, s, a)

    def _begin_play(self, i: int) -> None:
        """Before the first turn: judge how the deal began and work out what is left in the stock."""
        s, r = self.state, self.rules
        self.started = True
        if not s.position:
            for rule in DEAL_START:
                self._ask(rule, i, s.dealer)
            for seat in range(s.seats):
                for rule in DEAL_SEAT:
                    self._ask(rule, i, seat)
            if s.next_seat == NOBODY and s.dealer != NO_SEAT:
                s.next_seat = transitions.seat_after(s, s.dealer)
        if s.stock_size == UNKNOWN_SIZE and not s.position:
            s.stock_size = self._left_in_stock()

    def _left_in_stock(self) -> int:
        s = self.state
        left = self.rules.cards - s.pile_size
        for seat in range(s.seats):
            if s.sits_out[seat]:
                continue
            if s.hand_size[seat] == UNKNOWN_SIZE or not s.pile_known:
                return UNKNOWN_SIZE
            left -= s.hand_size[seat] + s.bonus_count[seat]
        return left if left >= 0 else UNKNOWN_SIZE

    # -- turns ------------------------------------------------------------------------------------------------------

    def _act(self, i: int) -> int:
        e = self.events
        if e.seat[i] < 0 or e.seat[i] >= self.state.seats:
            return i + 1
        if e.turn[i] == 0 and e.kind[i] == Kind.BONUS and not self.started:
            self._settled_bonus(i)
            return i + 1
        if not self.started:
            self._begin_play(i)
        refused = e.status[i] == Status.REFUSED
        if refused:
            return self._refused(i)
        if self.turn is None or self.turn.number != e.turn[i] or self.turn.seat != e.seat[i]:
            self.end_turn(i)
            self._begin_turn(i)
        assert self.turn is not None
        self.turn.last = i + 1
        if e.status[i] == Status.RETRACTED:
            self._retracted(i)
            return i + 1
        self._judge_and_apply(i)
        return i + 1

    def _settled_bonus(self, i: int) -> None:
        """Red threes laid before the first turn: from a hand that holds them, else replaced before the log begins."""
        s, a, r = self.state, self.act, self.rules
        a.reset(Kind.BONUS, self.events.seat[i], i)
        read_cards(r, a, self.events, i)
        transitions.settle_bonus(r, s, a)

    def _begin_turn(self, i: int) -> None:
        s, e = self.state, self.events
        seat = e.seat[i]
        for rule in TURN_BEGIN:
            if self._ask(rule, i, seat):
                break
        s.begin_turn(seat, e.turn[i])
        self.turn = TurnSeen(
            e.turn[i], seat, i, i + 1, pile_before=s.pile_size if s.pile_known else UNKNOWN_SIZE,
            frozen_before=frozen(self.rules, s, s.table_of[seat]), stock_before=s.stock_size,
            hand_before=s.hand_size[seat],
        )  # fmt: skip

    def end_turn(self, i: int, *, cut: bool = False) -> None:
        """Judge the turn that ends before row i; `cut` says that the log stops inside it."""
        turn, s = self.turn, self.state
        if turn is None:
            return
        s.turn_cut = int(cut and not s.discards)
        transitions.settle_out(s)
        unready = 0
        for rule in TURN_END_RULES:
            broken = self._ask(rule, self._place(rule, turn), turn.seat, kind=TURN_END)
            unready |= broken and rule.id in OUT_RULES
        self._close_turn(turn, unready=bool(unready))
        self.turn = None

    def _place(self, rule: Rule, turn: TurnSeen) -> int:
        """The row a finding about a whole turn points at."""
        s = self.state
        if rule.id == "opening.minimum" and s.opening_event >= 0:
            return s.opening_event
        if rule.id == "meld.black_threes_only_going_out" and s.stops_event >= 0:
            return s.stops_event
        return turn.last - 1

    def _close_turn(self, turn: TurnSeen, *, unready: bool) -> None:
        s, r = self.state, self.rules
        turn.drawn, turn.taken, turn.melded = s.drawn, s.took_size if s.took_pile else 0, s.melded
        turn.points, turn.discard, turn.hand_after = s.points, s.discard_kind, s.hand_size[turn.seat]
        turn.opened, turn.opening_points, turn.digest = s.opening, s.opening_points, s.digest
        turn.froze = int(s.freeze_kind == s.discard_kind and s.freeze_turn == s.turn and s.discard_kind != 0)
        turn.bonus = s.bonus_laid
        assert self.deal is not None
        self.deal.turns.append(turn)
        if s.went_out and not s.over and not unready:
            self._note_out(turn.seat)
        s.unready_out = turn.seat if s.went_out and unready else NOBODY
        transitions.end_turn(r, s)
        if r.stock_end == STOCK_LAST_DRAWER and s.stock_size == 0 and s.last_drawer == turn.seat:
            s.over = 1
        if s.stock_dead:
            s.over = 1

    def _note_out(self, seat: int) -> None:
        from replay.rules.out import is_concealed  # noqa: PLC0415 - the one derived fact a deal keeps

        s = self.state
        s.out_seat, s.out_turn, s.over = seat, s.turn, 1
        s.out_concealed = is_concealed(self.rules, s)
        if self.rules.lone_hand and s.lone_seat == NOBODY:
            transitions.form_partnership(self.rules, s, seat)

    # -- acts -------------------------------------------------------------------------------------------------------

    def _judge_and_apply(self, i: int) -> None:
        e, s, a, r = self.events, self.state, self.act, self.rules
        kind = e.kind[i]
        a.reset(kind, e.seat[i], i)
        a.amount = e.amount[i]
        a.target = e.target[i]
        read_cards(r, a, e, i)
        s.unrecorded = s.from_hidden = 0
        if kind == Kind.DRAW:
            self._judge(DRAW, i)
            transitions.draw(r, s, a)
        elif kind == Kind.TAKE_PILE:
            self._take(i)
        elif kind == Kind.BONUS:
            self._judge(LAY_BONUS, i)
            transitions.lay_bonus(r, s, a)
        elif kind == Kind.MELD:
            self._meld(i)
        elif kind == Kind.DISCARD:
            self._judge(DISCARD, i)
            transitions.discard(r, s, a)
        else:
            self._say(i)
        if a.count:
            self._judge(APPLIED, i)
            s.too_many_told = s.too_many
            s.too_many = 0

    def _take(self, i: int) -> None:
        e, s, a, r = self.events, self.state, self.act, self.rules
        stated = a.amount
        read_take(r, s, a, e, i, self.game.last)
        self._judge(TAKE_PILE, i)
        if stated != NO_AMOUNT and s.pile_known:
            a.amount = stated
            self._compare_count(COUNT_PILE, i)
            s.pile_offset = 0
        transitions.take_pile(r, s, a)
        a.count = 0

    def _meld(self, i: int) -> None:
        e, s, a, r = self.events, self.state, self.act, self.rules
        place_meld(r, s, a, e.side[i])
        a.twin = find_set(s, a.table, a.rank) if a.meld < 0 and a.rank > 0 else -1
        broken = self._judge(MELD, i)
        transitions.meld(r, s, a)
        if broken & 1:
            target = a.meld if a.meld >= 0 else a.table * MELDS + s.meld_count[a.table] - 1
            s.meld_void[target] = 1

    def _say(self, i: int) -> None:
        e, s, a = self.events, self.state, self.act
        kind = e.kind[i]
        if kind == Kind.ASK:
            self._judge(ASK, i)
            s.asked, s.answer = 1, e.amount[i]
        elif kind == Kind.OUT:
            s.said_out, s.claimed_concealed = 1, int(e.amount[i] == ANSWER_YES)
        elif kind == Kind.SHOW:
            transitions.expose(s, a)
            a.count = 0
        elif kind == Kind.ILLEGIBLE:
            s.illegible = s.any_doubt = 1
            s.doubtful[s.table_of[a.seat]] = 1
            s.open_hand[a.seat] = 1
            s.hand_size[a.seat] = UNKNOWN_SIZE
        elif kind == Kind.SPECIAL:
            s.any_doubt = 1

    def _retracted(self, i: int) -> None:
        """An act taken back leaves the table alone; an initial meld taken back is noted, for it raises the minimum."""
        e, s, a, r = self.events, self.state, self.act, self.rules
        if e.kind[i] != Kind.MELD:
            return
        a.reset(e.kind[i], e.seat[i], i)
        a.target = e.target[i]
        read_cards(r, a, e, i)
        table = s.table_of[a.seat]
        if not s.opened[table] or s.opening:
            s.taken_back[s.seat_side[a.seat]] += not s.opened[table]
        self._judge(RETRACT, i)

    def _refused(self, i: int) -> int:
        """Judge a refused attempt, and what it would have brought with it, on a copy of the table."""
        e = self.events
        end = i + 1
        while end < self.game.last and self._same_attempt(i, end):
            end += 1
        kept, turn, deal = self.state, self.turn, self.deal
        if self.scratch is None:
            self.scratch = State(self.rules.kinds)
        copy_state(kept, self.scratch)
        self.state, self.status = self.scratch, int(Status.REFUSED)
        s = self.state
        if self.turn is None or self.turn.seat != e.seat[i] or s.discards or s.went_out:
            if self.turn is not None and (s.discards or s.went_out or s.hand_size[self.turn.seat] == 0):
                transitions.end_turn(self.rules, s)
            for rule in TURN_BEGIN[1:]:
                self._ask(rule, i, e.seat[i])
            s.begin_turn(e.seat[i], e.turn[i])
        for row in range(i, end):
            if e.kind[row] != Kind.COMMENT:
                self._judge_and_apply(row)
        transitions.settle_out(s)
        for rule in REFUSED_END:
            self._ask(rule, i, e.seat[i], kind=TURN_END)
        self.state, self.turn, self.deal, self.status = kept, turn, deal, int(Status.PLAYED)
        return end

    def _same_attempt(self, i: int, at: int) -> bool:
        e = self.events
        if e.kind[at] == Kind.COMMENT:
            return e.line[at] == e.line[i] and at + 1 < self.game.last and self._same_attempt(i, at + 1)
        return (
            e.status[at] == Status.REFUSED
            and e.line[at] == e.line[i]
            and e.seat[at] == e.seat[i]
            and e.kind[at] == Kind.MELD
        )

    # -- counts, penalties, the end ---------------------------------------------------------------------------------

    def _count(self, i: int) -> None:
        e = self.events
        self.act.reset(e.kind[i], e.seat[i] if e.seat[i] >= 0 else self.state.turn_seat, i)
        self.act.amount = e.amount[i]
        if not self.started or not 0 <= self.act.seat < self.state.seats:
            return
        rules = {Kind.COUNT_HAND: COUNT_HAND, Kind.COUNT_PILE: COUNT_PILE, Kind.COUNT_STOCK: COUNT_STOCK}
        self._compare_count(rules[Kind(e.kind[i])], i)

    def _compare_count(self, rules: tuple[Rule, ...], i: int) -> None:
        """Judge a stated count; where it differs, remember by how much, so that one slip is told once."""
        s, a = self.state, self.act
        if not self._judge(rules, i):
            return
        off = a.facts[0] - a.facts[1]
        if rules is COUNT_HAND:
            s.hand_offset[a.seat] += off
        elif rules is COUNT_PILE:
            s.pile_offset += off
        else:
            s.stock_offset += off

    def _penalty(self, i: int) -> None:
        e, s = self.events, self.state
        side = e.side[i]
        if not 0 <= side < s.sides or e.amount[i] == NO_AMOUNT:
            return
        text = e.text_of(i) or ""
        if text.startswith("min"):
            s.raised[side] += e.amount[i]
        elif "scope=game" not in text.split():
            s.penalty[side] += e.amount[i]

    def _close(self, i: int) -> None:
        assert self.deal is not None
        s = self.state
        s.closing = self.events.amount[i]
        self.end_turn(i, cut=s.closing == ABANDONED)
        if s.closing == CLOSED_OUT and s.out_seat == NOBODY and s.unready_out != NOBODY:
            self._note_out(s.unready_out)  # the table let it stand
        self.deal.closed = True

    def finish_deal(self, i: int, *, scored: bool) -> DealSeen:
        """End the deal before row i.  `scored` says that somebody wrote a sheet or a next deal follows, so it was over."""
        deal, s = self.deal, self.state
        assert deal is not None
        if deal.unreadable_event < 0:
            ended = deal.closed or scored
            self.end_turn(i, cut=not ended)
            if not self.started and not (deal.closed and self._has_cards(s)):
                deal.status = "score_only"
            elif not (deal.closed or scored or s.over):
                deal.status = "unfinished"
            if deal.status == "judged":
                self._deal_end(deal)
        self.expected_dealer = transitions.seat_after(s, s.dealer) if s.dealer != NO_SEAT else NOBODY
        self.deal = None
        return deal

    @staticmethod
    def _has_cards(s: State) -> bool:
        return any(s.meld_count) or any(s.hand) or any(s.bonus)

    def _deal_end(self, deal: DealSeen) -> None:
        s = self.state
        for rule in DEAL_END_RULES:
            self._ask(rule, deal.last - 1, s.last_seat, kind=DEAL_END)
        for seat in range(s.seats):
            for rule in DEAL_END_SEAT:
                self._ask(rule, deal.last - 1, seat, kind=DEAL_END)
        for side, roster in enumerate(self.game.sides):
            if roster.seats and side < SIDES:
                for rule in DEAL_END_SIDE:
                    self._ask(rule, deal.last - 1, roster.seats[0], kind=DEAL_END)

    # -- asking -----------------------------------------------------------------------------------------------------

    def _judge(self, rules: tuple[Rule, ...], i: int) -> int:
        """Ask the rules of one checkpoint about the current act: bit 0 = a rule of shape is broken, bit 1 = another."""
        s, a, r = self.state, self.act, self.rules
        if a.unknown and a.kind in READ_EACH_WAY:
            return self._judge_readings(rules, i)
        broken = 0
        for rule in rules:
            answer = rule.check(r, s, a)
            if answer != HOLDS and self._tell(rule, HIDDEN if answer == BROKEN and a.unknown and a.kind == Kind.TAKE_PILE else answer, i):
                broken |= 1 if rule.id in SHAPE_RULES else 2
        return broken

    def _judge_readings(self, rules: tuple[Rule, ...], i: int) -> int:
        """Ask the rules about every reading of an act whose cards are not all known."""
        s, a, r = self.state, self.act, self.rules
        readings = readings_of(r, self.game_rules.deck, self.events, i)
        broken = 0
        for rule in rules:
            bad = [way for way in readings.ways if self._answer_for(rule, way) == BROKEN]
            self._read_as(self.events.cards_of(i))
            if not bad and readings.complete:
                continue
            answer = rule.check(r, s, a)
            if readings.complete and len(bad) == len(readings.ways):
                answer = BROKEN
            elif bad and readings.written:
                answer = CANNOT_TELL
            else:
                answer = HIDDEN if bad or answer != HOLDS else HOLDS
            if answer != HOLDS and self._tell(rule, answer, i, f"the card written as {readings.token}"):
                broken |= 1 if rule.id in SHAPE_RULES else 2
        return broken

    def _answer_for(self, rule: Rule, way: tuple[int, ...]) -> int:
        self._read_as(way)
        return rule.check(self.rules, self.state, self.act)

    def _read_as(self, way: Sequence[int]) -> None:
        """Fill the current act with other cards."""
        s, a, r = self.state, self.act, self.rules
        kind, seat, event, amount, target = a.kind, a.seat, a.event, a.amount, a.target
        a.reset(kind, seat, event)
        a.amount, a.target = amount, target
        for card in way:
            add_card(r, a, card)
        if kind == Kind.MELD:
            place_meld(r, s, a, self.events.side[event])

    def _ask(self, rule: Rule, i: int, seat: int, *, kind: int = 1) -> int:
        a = self.act
        a.reset(kind, seat, i)
        answer = rule.check(self.rules, self.state, a)
        return self._tell(rule, answer, i) if answer != HOLDS else 0

    def _tell(self, rule: Rule, answer: int, i: int, token: str = "the total carried into the deal") -> int:
        """Note an answer; 1 if the rule is broken for certain."""
        assert self.deal is not None
        s, a = self.state, self.act
        if answer == HIDDEN:
            self.deal.unjudged += 1
            return 0
        doubt = ""
        facts = tuple(a.facts)
        if answer == BROKEN and rule.verdict == "illegal":
            doubt = self._doubt(rule)
            if doubt:
                answer = CANNOT_TELL
        elif answer == CANNOT_TELL:
            doubt = token
        self._remember(rule)
        side = s.seat_side[a.seat] if a.seat >= 0 else -1
        turn = self.events.turn[i] if rule not in DEAL_START and a.kind != DEAL_END else 0
        self.told.append(
            Told(rule, answer, s.deal, turn, a.seat, side, i, self.status, facts, tuple(a.card[: a.count]), a.top, doubt)
        )
        return int(answer == BROKEN)

    def _doubt(self, rule: Rule) -> str:
        """The assumed option under another value of which the rule would hold, or the option nobody knows."""
        if self.game_rules.unknown:
            return self.game_rules.unknown[0]
        for option, value, rules in self.game_rules.doubts():
            if rule.check(rules, self.state, self.act) == HOLDS:
                return f"{option}={value}"
        return ""

    def _remember(self, rule: Rule) -> None:
        """One slip gives one finding: these are not told again in the same turn or deal."""
        s = self.state
        if rule.id == "bonus.must_be_laid":
            s.kept_bonus_told = 1
        elif rule.id == "draw.before_playing":
            s.undrawn_told = 1
        elif rule.id == "conservation.stock_order":
            s.stock_told = 1


def carried_scores(
    game: Game, deal: int, running: Sequence[tuple[int, int]], *, first: bool
) -> list[tuple[int, int, int]]:
    """Per side what it brings into a deal: the total claimed on `@hand`, else the recomputed one, and its bounds.

    Of the first deal of a record nothing is recomputed before it, so the claim is all there is.
    """
    scores = []
    for side in range(len(game.sides)):
        low, high = running[side]
        claimed = _carried(game.claims, deal, side)
        if claimed is not None and first:
            low = high = claimed
        scores.append((low if claimed is None else claimed, low, high))
    return scores


def _carried(claims: Sequence[Claim], deal: int, side: int) -> int | None:
    return next((c.amount for c in claims if c.item == "carried" and c.deal == deal and c.side == side), None)
