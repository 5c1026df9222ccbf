"""One game from events to a result: runs the fold deal by deal, scores each, compares every claim, writes the sentences."""

from __future__ import annotations

from collections.abc import Mapping

from data.actions import CLOSINGS, Kind, Status
from data.events import Claim, Events, Game
from replay import claims, scoring
from replay.claims import Compared
from replay.codes import BROKEN, CANNOT_TELL, NOBODY
from replay.engine import DealSeen, Replay, Told, carried_scores
from replay.messages import difference, sentence
from replay.result import Amount, ClaimVerdict, Deal, Finding, GameResult, SeatDeal, SideDeal, Turn
from replay.rules import SCORE_RESULT
from replay.ruleset import GameRules, resolve
from replay.scoring import UNBOUNDED, Bounds, plus

ROLES = ("dealer", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def replay_game(events: Events, game: Game, options: Mapping[str, str] | None = None) -> GameResult:
    """Replay one game of a reading: every deal judged and scored, every claim compared.

    `options` overrule those of the log (`-o name=value`).  A game whose rules cannot be made out has the status
    `unjudgeable` and says why in `notes`; no log makes this raise.
    """
    from data.ruleset import RulesetError  # noqa: PLC0415 - see replay.ruleset.resolve

    stated = [pair for pair in game.options if not options or pair[0] not in options]
    stated += list((options or {}).items())
    try:
        rules = resolve(game.rules, len(game.seats), len(game.sides), stated)
    except RulesetError as error:
        return _unjudgeable(game, str(error))
    if game.status == "unjudgeable" or not game.seats or not game.sides:
        return _unjudgeable(game, "the log does not say who plays with whom under which rules", rules)
    return _Judge(events, game, rules).run()


def _unjudgeable(game: Game, note: str, rules: GameRules | None = None) -> GameResult:
    result = GameResult(game.id, rules.name if rules else game.rules, rules.hash if rules else "", {}, "unjudgeable")
    result.notes.append(note)
    result.claims = [ClaimVerdict(claim, Amount(None, None), "cannot_tell") for claim in game.claims]
    return result


class _Judge:
    def __init__(self, events: Events, game: Game, rules: GameRules) -> None:
        self.events, self.game, self.rules = events, game, rules
        self.replay = Replay(events, game, rules)
        self.result = GameResult(game.id, rules.name, rules.hash, dict(rules.values), game.status)
        self.running: list[Bounds] = [(0, 0)] * len(game.sides)
        self.told_before = 0
        self.swept = -1
        self.rulings: dict[tuple[int, int], str] = {}

    def run(self) -> GameResult:
        i, game, e = self.game.first, self.game, self.events
        while i < game.last:
            if e.kind[i] == Kind.DEAL_START:
                self._end_deal(i, scored=True)
                first = not self.result.deals
                self.replay.start_deal(i, carried_scores(game, e.deal[i], self.running, first=first))
                i += 1
            elif self.replay.deal is None:
                i += 1
            else:
                if e.kind[i] == Kind.RULING:
                    verdict = (e.text_of(i) or "noted").split(" ", 1)[0]
                    self.rulings[e.deal[i], e.amount[i]] = verdict
                i = self.replay.step(i)
        self._end_deal(game.last, scored=False)
        self._end_game()
        return self.result

    # -- deals ------------------------------------------------------------------------------------------------------

    def _end_deal(self, i: int, *, scored: bool) -> None:
        if self.replay.deal is None:
            return
        number = self.replay.deal.number
        sheets = any(c.deal == number and c.item not in ("carried", "running", "final") for c in self.game.claims)
        deal = self.replay.finish_deal(i, scored=scored or sheets)
        before = [_amount(bounds) for bounds in self.running] if self.result.deals else None
        record = self._record(deal)
        self.result.deals.append(record)
        self._score(deal, record)
        for told in self.replay.told[self.told_before :]:
            self.result.findings.append(self._finding(told))
        self.told_before = len(self.replay.told)
        self._claims(record, before)
        for seat in record.seats:
            seat.findings = sum(
                f.deal == number and f.seat == seat.seat and f.status == "played" and f.verdict == "illegal"
                for f in self.result.findings
            )

    def _record(self, deal: DealSeen) -> Deal:
        s = deal.state
        record = Deal(deal.number, s.dealer, deal.status, self.events.line[deal.first], unjudged=deal.unjudged)
        if deal.unreadable_event >= 0:
            record.unreadable_line = self.events.line[deal.unreadable_event]
        record.closing = CLOSINGS[s.closing] if 0 <= s.closing < len(CLOSINGS) else ""
        record.out_seat, record.concealed, record.lone_seat = s.out_seat, bool(s.out_concealed), s.lone_seat
        for t in deal.turns:
            record.turns.append(
                Turn(t.number, t.seat, t.first, t.last, t.drawn, t.taken, t.melded, t.bonus, t.points, t.discard,
                     t.pile_before, bool(t.frozen_before), t.stock_before, t.hand_before, t.hand_after, t.digest,
                     self.events.line[t.first])
            )  # fmt: skip
        record.seats = [self._seat(deal, seat) for seat in range(s.seats)]
        return record

    def _seat(self, deal: DealSeen, seat: int) -> SeatDeal:
        s = deal.state
        mine = [t for t in deal.turns if t.seat == seat]
        opening = next((t for t in mine if t.opened), None)
        side = s.seat_side[seat]
        counts = scoring.counts_of(self.rules.rules, s, side, self.game.sides[side].seats)
        place = (seat - s.dealer) % s.seats if s.dealer >= 0 else -1
        role = "sits_out" if s.sits_out[seat] else ROLES[place] if place >= 0 else ""
        caught = 0 if s.out_seat in (NOBODY, seat) else max(0, s.hand_size[seat])
        return SeatDeal(
            seat, side, role, deal.minimum[side], opening.number if opening else 0,
            opening.opening_points if opening else 0, sum(t.taken > 0 for t in mine), sum(t.taken for t in mine),
            sum(t.froze for t in mine), counts["natural_canastas"][0], counts["mixed_canastas"][0],
            s.bonus_count[seat], caught, 0,
        )  # fmt: skip

    def _score(self, deal: DealSeen, record: Deal) -> None:
        """Items, total and running total of every side; nothing is known of a deal that could not be read."""
        s, r = deal.state, self.rules.rules
        for side, roster in enumerate(self.game.sides):
            if deal.status == "judged":
                items = scoring.score_side(r, s, side, roster.seats)
                counts = scoring.counts_of(r, s, side, roster.seats)
            elif deal.status == "score_only":
                items, counts = self._from_sheet(deal.number, side), {}
            else:
                items, counts = {"total": (-UNBOUNDED, UNBOUNDED)}, {}
            before = self._before(deal, side)
            self.running[side] = plus(before, items["total"])
            if items.get("aggregate", (0, 0))[0] and r.sweep_count:
                self.swept = side
            record.sides.append(
                SideDeal(
                    {name: _amount(bounds) for name, bounds in items.items()},
                    {name: _amount(bounds) for name, bounds in counts.items()},
                    _amount(self.running[side]), deal.minimum[side],
                )
            )  # fmt: skip

    def _before(self, deal: DealSeen, side: int) -> Bounds:
        """What a side brings into the deal: recomputed where that is known, else as the log carries it (R3)."""
        low, high = self.running[side]
        first = not self.result.deals[:-1]
        carried = deal.state.score[side]
        claimed = any(c.item == "carried" and c.deal == deal.number and c.side == side for c in self.game.claims)
        return (carried, carried) if claimed and (first or low != high) else (low, high)

    def _from_sheet(self, number: int, side: int) -> dict[str, Bounds]:
        """A score-only deal: its arithmetic is all there is, so the total is the sum of what the sheet says."""
        mine = [c for c in self.game.claims if c.deal == number and c.side == side]
        sums = {self._sheet_sum([c for c in mine if c.claimant == who]) for who in {c.claimant for c in mine}}
        sums.discard(None)
        total = sums.pop() if len(sums) == 1 else None
        return {"total": (-UNBOUNDED, UNBOUNDED) if total is None else (total, total)}

    def _sheet_sum(self, sheet: list[Claim]) -> int | None:
        """What the items of one sheet add up to; its own total where it shows no items; None if it shows neither."""
        items = [c.amount for c in sheet if c.item in _SUMMED]
        for c in sheet:
            if c.item in _COUNTED:
                items.append(c.amount * (self.rules.rules.natural_bonus if "natural" in c.item else self.rules.rules.mixed_bonus))
        if items:
            return sum(items)
        return next((c.amount for c in sheet if c.item == "total"), None)

    # -- findings ---------------------------------------------------------------------------------------------------

    def _finding(self, told: Told) -> Finding:
        e = self.events
        verdict = "cannot_tell" if told.answer == CANNOT_TELL else told.rule.verdict
        facts = dict(zip(told.rule.facts, told.facts, strict=False))
        return Finding(
            told.rule.id, verdict, "info" if verdict == "cannot_tell" else told.rule.severity,
            Status(told.status).name.lower(), told.deal, told.turn, told.seat, told.side, e.line[told.event],
            e.column[told.event], sentence(told, e, self.game, self.rules.deck), facts, told.event,
            self.rulings.get((told.deal, told.turn), "") if told.turn else "", told.doubt,
        )  # fmt: skip

    # -- claims -----------------------------------------------------------------------------------------------------

    def _claims(self, record: Deal, before: list[Amount] | None) -> None:
        """Compare what was written about one deal; a figure that differs is a finding."""
        compared = list(claims.compare_deal(self.game.claims, record, before))
        self._note(compared, record.number)
        for sheet in claims.disagreeing_sheets(self.game.claims, compared):
            self.result.findings.append(self._difference(sheet, record.number))

    def _note(self, compared: list[Compared], number: int) -> None:
        for one in compared:
            self.result.claims.append(ClaimVerdict(one.claim, one.recomputed, one.verdict))
            if one.answer == BROKEN:
                self.result.findings.append(self._difference(one, number))

    def _difference(self, one: Compared, number: int) -> Finding:
        claim = one.claim
        ruling = self.rulings.get((number, -1), "")
        facts = {"claimed": claim.amount}
        if one.recomputed.low is not None:
            facts["low"] = one.recomputed.low
        if one.recomputed.high is not None:
            facts["high"] = one.recomputed.high
        return Finding(
            one.rule.id, one.rule.verdict, one.rule.severity, "played", number, 0, -1, claim.side, claim.line,
            claim.column, difference(one, self.game), facts, -1, ruling,
        )  # fmt: skip

    def _end_game(self) -> None:
        last = self.result.deals[-1] if self.result.deals else None
        running = [side.running for side in last.sides] if last else []
        self._note(list(claims.compare_final(self.game.claims, running)), last.number if last else 0)
        self.result.winner = self._winner([amount.known for amount in running])
        self._result_claim()

    def _winner(self, totals: list[int | None]) -> int:
        """The side that has won (S12): -1 while nobody has reached the target, on a tie, or where totals are unknown."""
        known = [total for total in totals if total is not None]
        if len(known) != len(totals) or not known:
            return -1
        if self.swept >= 0 and self.rules.rules.sweep_wins:
            return self.swept
        if not self._over(known):
            return -1
        return totals.index(max(known)) if known.count(max(known)) == 1 else -1

    def _over(self, totals: list[int]) -> bool:
        """Whether the game has ended by these totals; on a tie only where the table lets it stand (S13)."""
        tied = totals.count(max(totals)) > 1
        return max(totals) >= self.rules.rules.target and (not tied or bool(self.rules.rules.tie_drawn))

    def _result_claim(self) -> None:
        """`@end result=A` against the winner by the recomputed totals."""
        totals = [side.running.known for side in self.result.deals[-1].sides] if self.result.deals else [None]
        known = [total for total in totals if total is not None]
        if len(known) != len(totals):
            return
        for i in range(self.game.first, self.game.last):
            if self.events.kind[i] != Kind.GAME_END:
                continue
            words = (self.events.text_of(i) or "").split()
            claimed = next((word[7:] for word in words if word.startswith("result=")), "")
            truth = self._outcome(known)
            if claimed in {side.name for side in self.game.sides} | {"draw"} and claimed != truth:
                won = {"": "nobody has reached the target yet", "draw": "it is drawn"}.get(truth, f"{truth} has won")
                self.result.findings.append(
                    Finding(SCORE_RESULT.id, SCORE_RESULT.verdict, SCORE_RESULT.severity, "played", 0, 0, -1,
                            self.result.winner, self.events.line[i], self.events.column[i],
                            f"The log ends the game with {claimed}; by the recomputed totals {won}.")
                )  # fmt: skip

    def _outcome(self, totals: list[int]) -> str:
        """The name of the side that has won, `draw`, or "" while the game is not over."""
        if self.result.winner >= 0:
            return self.game.sides[self.result.winner].name
        return "draw" if self._over(totals) else ""


_SUMMED = ("meld_cards", "bonus_cards", "going_out+concealed", "special_hands", "hand_cards", "penalties", "aggregate")
_COUNTED = ("count.natural_canastas", "count.mixed_canastas")


def _amount(bounds: Bounds) -> Amount:
    low, high = bounds
    return Amount(None if low <= -UNBOUNDED else low, None if high >= UNBOUNDED else high)
