"""One game from events to a result: runs the kernel and makes records, sentences and comparisons of its integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from data.actions import CANASTA_ITEMS, CLOSINGS, SCORE_ITEMS, Kind, Status
from data.events import Events, Game
from replay.adding_up import Contradiction, contradictions
from replay.batching import batch_of
from replay.codes import (
    BROKEN,
    CANNOT_TELL,
    COUNT_AT,
    FACTS,
    HIDDEN,
    HOLDS,
    MINIMUM_AT,
    NOBODY,
    RUNNING_AT,
    UNBOUNDED,
)
from replay.fold import Fold
from replay.messages import contradiction, difference, sentence
from replay.named_cards import cards_about
from replay.order import Order
from replay.readings import Referee
from replay.result import Amount, ClaimVerdict, Deal, Finding, GameResult, SeatDeal, SideDeal, Turn
from replay.rows import COUNTS, DEAL, DEAL_STATUS, SEAT, TOLD, TURN, Rows
from replay.rules import (
    CATALOGUE,
    SCORE_CARRIED,
    SCORE_COUNT,
    SCORE_FINAL,
    SCORE_ITEM,
    SCORE_LONE,
    SCORE_RESULT,
    SCORE_RUNNING,
    SCORE_SHEETS,
    SCORE_TOTAL,
    Rule,
    order,
)
from replay.ruleset import GameRules, resolve
from replay.winning import DRAWN, winner

ROLES = ("dealer", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
TOTALS = {"carried": SCORE_CARRIED, "running": SCORE_RUNNING, "final": SCORE_FINAL}
# Options that are tables of points, and the items they decide.
PAID_BY = {
    "bonus": CANASTA_ITEMS.split("+"), "red3_table": ("bonus_cards",), "black3_bonus_table": ("bonus_cards",),
    "aggregate": ("aggregate",), "card_points": ("meld_cards", "hand_cards"), "special_hands": ("special_hands",),
}  # fmt: skip
ONLY_THE_END = ("tie_rule", "target", "game_deals")  # options that decide who has won, and pay nothing
VERDICTS = {HOLDS: "equal", BROKEN: "differs", HIDDEN: "cannot_tell"}


def order_of(rules: GameRules) -> Order:
    """The rules to ask under a game's rules, as the kernel reads them; made once for each ruleset."""
    if rules.order is None:
        rules.order = order(rules.rules)
    return rules.order


def replay_game(events: Events, game: Game, options: Mapping[str, str] | None = None) -> GameResult:
    """Replay one game of a reading: every deal judged and scored, every claim compared.

    `options` overrule those of the log (`-o name=value`).  A game whose rules cannot be made out has the status
    `unjudgeable` and says why in `notes`; no log makes this raise.
    """
    from data.ruleset import RulesetError

    stated = [pair for pair in game.options if not options or pair[0] not in options]
    stated += list((options or {}).items())
    try:
        rules = resolve(game.rules, len(game.seats), len(game.sides), stated)
    except RulesetError as error:
        return _unjudgeable(game, str(error))
    if game.status == "unjudgeable" or not game.seats or not game.sides:
        return _unjudgeable(game, "the log does not say who plays with whom under which rules", rules)
    return Judge(events, game, rules).result()


def _unjudgeable(game: Game, note: str, rules: GameRules | None = None) -> GameResult:
    result = GameResult(game.id, rules.name if rules else game.rules, rules.hash if rules else "", {}, "unjudgeable")
    result.notes.append(note)
    result.claims = [ClaimVerdict(claim, Amount(None, None), "cannot_tell") for claim in game.claims]
    return result


class Judge:
    """The records of one game, made of the rows that a fold wrote."""

    def __init__(self, events: Events, game: Game, rules: GameRules) -> None:
        self.events, self.game, self.rules = events, game, rules
        self.batch = batch_of(events, [game])
        self.referee = Referee(events, rules)
        self.fold = Fold(self.batch, self.referee)
        self.fold.open_game(0, rules.rules, order_of(rules), uncertain=self.referee.uncertain)
        self.fold.run()
        self.excused = self._excused_claims()
        self.out = GameResult(game.id, rules.name, rules.hash, dict(rules.values), game.status)
        self.rulings = self._rulings()

    def result(self) -> GameResult:
        """Everything the replay says of the game."""
        compared = self._claims()
        self.contradictions = contradictions(compared, self.rules.values.get("bonus"), self.rules.rules.points)
        for row in _records(self.fold.deals, DEAL):
            deal = self._deal(row)
            self.out.deals.append(deal)
            for told in _records(self.fold.told, TOLD, row["told_first"], row["told_last"]):
                self.out.findings.append(self._finding(told))
            self._differences(deal.number, compared)
            for seat in deal.seats:
                seat.findings = sum(
                    f.deal == deal.number and f.seat == seat.seat and f.status == "played" and f.verdict == "illegal"
                    for f in self.out.findings
                )
        self._differences(None, compared)
        self._end_game()
        return self.out

    def _rulings(self) -> dict[tuple[int, int], str]:
        found: dict[tuple[int, int], str] = {}
        e = self.events
        for i in range(self.game.first, self.game.last):
            if e.kind[i] == Kind.RULING:
                found[e.deal[i], e.amount[i]] = (e.text_of(i) or "noted").split(" ", 1)[0]
        return found

    # -- deals ------------------------------------------------------------------------------------------------------

    def _deal(self, row: dict[str, int]) -> Deal:
        e = self.events
        deal = Deal(row["number"], row["dealer"], DEAL_STATUS[row["status"]], e.line[row["first"]])
        deal.unjudged = row["unjudged"]
        if row["unreadable"] >= 0:
            deal.unreadable_line = e.line[row["unreadable"]]
        if 0 <= row["closing"] < len(CLOSINGS):
            deal.closing = CLOSINGS[row["closing"]]
        deal.out_seat, deal.concealed, deal.lone_seat = row["out_seat"], bool(row["concealed"]), row["lone_seat"]
        turns = list(_records(self.fold.turns, TURN, row["turn_first"], row["turn_last"]))
        deal.turns = [self._turn(turn) for turn in turns]
        deal.sides = [self._side(row["side_first"] + side) for side in range(len(self.game.sides))]
        last = row["seat_first"] + len(self.game.seats)
        for seat, end in enumerate(_records(self.fold.seat_rows, SEAT, row["seat_first"], last)):
            deal.seats.append(_seat_deal(deal, seat, end, turns, len(self.game.seats)))
        return deal

    def _turn(self, t: dict[str, int]) -> Turn:
        return Turn(
            t["number"], t["seat"], t["first"], t["last"], t["drawn"], t["taken"], t["melded"], t["bonus"], t["points"],
            t["discard"], t["pile_before"], bool(t["frozen_before"]), t["stock_before"], t["hand_before"],
            t["hand_after"], t["digest_high"] << 31 | t["digest_low"], self.events.line[t["first"]],
        )  # fmt: skip

    def _side(self, number: int) -> SideDeal:
        rows = self.fold.side_rows
        at = number * rows.width
        row = rows.data

        def amount(place: int) -> Amount:
            return _amount(row[at + place], row[at + place + 1])

        return SideDeal(
            {name: amount(2 * n) for n, name in enumerate(SCORE_ITEMS)},
            {name: amount(COUNT_AT + 2 * n) for n, name in enumerate(COUNTS)},
            amount(RUNNING_AT), row[at + MINIMUM_AT],
        )  # fmt: skip

    # -- findings ---------------------------------------------------------------------------------------------------

    def _finding(self, told: dict[str, int]) -> Finding:
        e = self.events
        rule = CATALOGUE[told["rule"]]
        verdict = "cannot_tell" if told["answer"] == CANNOT_TELL else rule.verdict
        doubt = ""
        if verdict == "cannot_tell":
            doubt = self.referee.doubts[told["doubt"]] if told["doubt"] >= 0 else "the total carried into the deal"
        facts = tuple(told[f"fact{n}"] for n in range(FACTS))
        words = sentence(rule.id, told, facts, e, self.game, self.rules.deck)
        if doubt:
            words += f" It cannot be told: {doubt} decides."
        return Finding(
            rule.id, verdict, "info" if doubt else rule.severity, Status(told["status"]).name.lower(), told["deal"],
            told["turn"], told["seat"], told["side"], e.line[told["event"]], e.column[told["event"]], words,
            dict(zip(rule.facts, facts, strict=False)), told["event"],
            self.rulings.get((told["deal"], told["turn"]), "") if told["turn"] else "", doubt,
            cards_about(rule.id, told, facts, e, self.rules.deck),
        )  # fmt: skip

    # -- claims -----------------------------------------------------------------------------------------------------

    def _excused_claims(self) -> dict[int, str]:
        """Claims that differ, and would not under another value of an option that is only assumed here."""
        wrong = {n for n, answer in enumerate(self.batch.claim_answer) if answer == BROKEN}
        excused = {n: words for n in wrong for words in [self._open_price(self.game.claims[n].item)] if words}
        for option, value, rules in self.rules.doubts() if wrong else ():
            if option in ONLY_THE_END:
                continue
            batch = batch_of(self.events, [self.game])
            fold = Fold(batch, Referee(self.events, self.rules))
            fold.open_game(0, rules, order(rules), uncertain=False)
            fold.run()
            for n in sorted(wrong - set(excused)):
                if batch.claim_answer[n] != BROKEN:
                    excused[n] = f"the option {option}, only assumed here and right if it were {value},"
        return excused

    def _claims(self) -> list[ClaimVerdict]:
        """Every claim beside its recomputed figure, as the kernel compared them."""
        b = self.batch
        for n, claim in enumerate(self.game.claims):
            judged = b.claim_answer[n] != HOLDS or b.claim_low[n] == claim.amount == b.claim_high[n]
            known = judged and b.claim_item[n] != 0 and 0 <= claim.side < len(self.game.sides)
            amount = _amount(b.claim_low[n], b.claim_high[n]) if known else Amount(None, None)
            told = known and n not in self.excused
            self.out.claims.append(ClaimVerdict(claim, amount, VERDICTS[b.claim_answer[n]] if told else "cannot_tell"))
        return self.out.claims

    def _open_price(self, item: str) -> str:
        """The doubt about an item of a sheet: an assumed option decides it, and nobody says what it is; "" if none."""
        for option in self.rules.open:
            paid = PAID_BY.get(option, ())
            if paid and (item in TOTALS or item == "total" or set(item.split("+")) & set(paid)):
                return f"the option {option}, of which nobody says what it is here,"
        return ""

    def _differences(self, number: int | None, compared: list[ClaimVerdict]) -> None:
        """The figures of one deal (None: of the end of the game) that differ, as findings."""
        first: dict[tuple[int, str], ClaimVerdict] = {}
        for n, one in enumerate(compared):
            claim = one.claim
            if (claim.item == "final") != (number is None) or (number is not None and claim.deal != number):
                continue
            if one.verdict == "differs":
                self.out.findings.append(self._difference(_rule_of(claim.item), one))
            elif n in self.excused:
                self.out.findings.append(self._in_doubt(self._difference(_rule_of(claim.item), one), self.excused[n]))
            elif n in self.contradictions:
                self.out.findings.append(self._contradiction(one, self.contradictions[n]))
            elif one.verdict == "cannot_tell" and claim.item not in TOTALS:
                other = first.setdefault((claim.side, claim.item), one).claim
                if other.amount != claim.amount and other.claimant != claim.claimant:
                    sheets = ClaimVerdict(claim, Amount(other.amount, other.amount), "differs")
                    self.out.findings.append(self._difference(SCORE_SHEETS, sheets))

    def _contradiction(self, one: ClaimVerdict, other: Contradiction) -> Finding:
        """A figure that is open by the cards, and does not fit what else is written."""
        finding = self._difference(
            _rule_of(one.claim.item), ClaimVerdict(one.claim, Amount(other.expected, other.expected), "differs")
        )
        finding.message = contradiction(one.claim, other.expected, other.basis, self.game)
        return finding

    def _in_doubt(self, finding: Finding, doubt: str) -> Finding:
        """A difference that may be none."""
        finding.verdict, finding.severity, finding.doubt = "cannot_tell", "info", doubt
        finding.message += f" It cannot be told: {doubt} decides."
        return finding

    def _difference(self, rule: Rule, one: ClaimVerdict) -> Finding:
        claim = one.claim
        facts = {"claimed": claim.amount}
        if one.recomputed.low is not None:
            facts["low"] = one.recomputed.low
        if one.recomputed.high is not None:
            facts["high"] = one.recomputed.high
        return Finding(
            rule.id, rule.verdict, rule.severity, "played", claim.deal, 0, -1, claim.side, claim.line, claim.column,
            difference(rule.id, claim, one.recomputed, self.game), facts, -1,
            self.rulings.get((claim.deal, -1), ""),
        )  # fmt: skip

    # -- the end of the game ----------------------------------------------------------------------------------------

    def _end_game(self) -> None:
        """Who has won (S12, S13), and whether the log says so too."""
        totals = [side.running.known for side in self.out.deals[-1].sides] if self.out.deals else []
        known = [total for total in totals if total is not None]
        if not known or len(known) != len(totals):
            return
        won = winner(self.rules.rules, known, self.out.deals[-1].number, self.fold.tally.swept)
        if won >= 0:
            self.out.winner = won
        truth = self.game.sides[won].name if won >= 0 else "draw" if won == DRAWN else ""
        for i in range(self.game.first, self.game.last):
            if self.events.kind[i] == Kind.GAME_END:
                self._compare_result(i, truth)

    def _compare_result(self, i: int, truth: str) -> None:
        words = (self.events.text_of(i) or "").split()
        claimed = next((word[7:] for word in words if word.startswith("result=")), "")
        if claimed not in {side.name for side in self.game.sides} | {"draw"} or claimed == truth:
            return
        won = {"": "nobody has reached the target yet", "draw": "it is drawn"}.get(truth, f"{truth} has won")
        self.out.findings.append(
            Finding(SCORE_RESULT.id, SCORE_RESULT.verdict, SCORE_RESULT.severity, "played", 0, 0, -1, self.out.winner,
                    self.events.line[i], self.events.column[i],
                    f"The log ends the game with {claimed}; by the recomputed totals {won}.")
        )  # fmt: skip


def _seat_deal(deal: Deal, seat: int, end: dict[str, int], turns: list[dict[str, int]], seats: int) -> SeatDeal:
    mine = [t for t in turns if t["seat"] == seat]
    opening = next((t for t in mine if t["opened"]), None)
    side = deal.sides[end["side"]]
    place = (seat - deal.dealer) % seats if deal.dealer >= 0 else -1
    return SeatDeal(
        seat, end["side"], "sits_out" if end["sits_out"] else ROLES[place] if place >= 0 else "", side.minimum,
        opening["number"] if opening else 0, opening["opening_points"] if opening else 0,
        sum(t["taken"] > 0 for t in mine), sum(t["taken"] for t in mine), sum(t["froze"] for t in mine),
        side.counts["natural_canastas"].low or 0, side.counts["mixed_canastas"].low or 0, end["bonus_cards"],
        0 if deal.out_seat in (NOBODY, seat) else max(0, end["hand_size"]), 0,
    )  # fmt: skip


def _rule_of(item: str) -> Rule:
    """The rule that compares a claim about this item."""
    if item in TOTALS:
        return TOTALS[item]
    if item == "total":
        return SCORE_TOTAL
    if item == "count.lone":
        return SCORE_LONE
    return SCORE_COUNT if item.startswith("count.") else SCORE_ITEM


def _records(rows: Rows, names: tuple[str, ...], first: int = 0, last: int | None = None) -> Any:
    for row in range(first, rows.count if last is None else last):
        at = row * rows.width
        yield dict(zip(names, rows.data[at : at + rows.width], strict=False))


def _amount(low: int, high: int) -> Amount:
    return Amount(None if low <= -UNBOUNDED else low, None if high >= UNBOUNDED else high)
