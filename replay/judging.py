"""One game judged: runs the kernel, and finds words for what its integers say is wrong.

A game in which all is well costs no words.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from contextlib import suppress

from data.actions import CANASTA_ITEMS, Kind, Status
from data.events import Events, Game
from replay.adding_up import Contradiction, contradictions
from replay.batching import batch_of
from replay.codes import (
    BROKEN,
    CANNOT_TELL,
    FACTS,
    HIDDEN,
    HOLDS,
)
from replay.fold import Fold
from replay.judged import Judged, copied, filled, named, unjudgeable
from replay.messages import contradiction, difference, sentence
from replay.named_cards import cards_about
from replay.order import Order
from replay.readings import Referee
from replay.result import Amount, ClaimVerdict, Finding
from replay.rows import DEAL, TOLD
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

TOTALS = {"carried": SCORE_CARRIED, "running": SCORE_RUNNING, "final": SCORE_FINAL}
# Options that are tables of points, and the items they decide.
PAID_BY = {
    "bonus": CANASTA_ITEMS.split("+"), "red3_table": ("bonus_cards",), "black3_bonus_table": ("bonus_cards",),
    "aggregate": ("aggregate",), "card_points": ("meld_cards", "hand_cards"), "special_hands": ("special_hands",),
}  # fmt: skip
ONLY_THE_END = ("tie_rule", "target", "game_deals")  # options that decide who has won, and pay nothing


def order_of(rules: GameRules) -> Order:
    """The rules to ask under a game's rules, as the kernel reads them; made once for each ruleset."""
    if rules.order is None:
        rules.order = order(rules.rules)
    return rules.order


def judge_game(events: Events, game: Game, options: Mapping[str, str] | None = None) -> Judged:
    """Judge one game of a reading; see replay.records.replay_game."""
    from data.ruleset import RulesetError

    stated = [pair for pair in game.options if not options or pair[0] not in options]
    stated += list((options or {}).items())
    try:
        rules = resolve(game.rules, len(game.seats), len(game.sides), stated)
    except RulesetError as error:
        return unjudgeable(events, game, str(error), game.rules, "")
    if game.status == "unjudgeable" or not game.seats or not game.sides:
        note = "the log does not say who plays with whom under which rules"
        return unjudgeable(events, game, note, rules.name, rules.hash)
    return Judge(events, game, rules).judged()


class Judge:
    """One game in the making: a fold writes rows, and words are found for what is wrong."""

    def __init__(self, events: Events, game: Game, rules: GameRules) -> None:
        self.events, self.game, self.rules = events, game, rules
        self.batch = batch_of(events, [game])
        self.referee = Referee(events, rules)
        self.fold = Fold(self.batch, self.referee)
        self.fold.open_game(0, rules.rules, order_of(rules), uncertain=self.referee.uncertain)
        self.fold.run()
        self.rulings = self._rulings()
        self.out = self._rows()
        self.excused: dict[int, str] = {}
        self.contradictions: dict[int, Contradiction] = {}

    def _rows(self) -> Judged:
        """What the fold wrote."""
        judged = Judged(
            self.events, self.game, self.rules.name, self.rules.hash, dict(self.rules.values), self.game.status
        )
        fold, batch = self.fold, self.batch
        judged.deals, judged.turns = named(filled(fold.deals), DEAL), filled(fold.turns)
        judged.sides, judged.seats = filled(fold.side_rows), filled(fold.seat_rows)
        judged.seat_findings = array("i", [0]) * fold.seat_rows.count
        judged.low, judged.high = copied(batch.claim_low), copied(batch.claim_high)
        judged.answers = copied(batch.claim_answer)
        return judged

    def judged(self) -> Judged:
        """Everything the replay says of the game."""
        claims, all_told = self._open_claims(), filled(self.fold.told)
        for row in self.out.deals:
            for told in named(all_told, TOLD, row["told_first"], row["told_last"]):
                self.out.findings.append(self._finding(told))
            self._differences(row["number"], claims)
            if self.out.findings:
                self._count_findings(row)
        self._differences(None, claims)
        self._end_game()
        return self.out

    def _count_findings(self, row: Mapping[str, int]) -> None:
        """How many illegal plays of each seat stood in a deal."""
        wrong = [f.seat for f in self.out.findings
                 if f.deal == row["number"] and f.status == "played" and f.verdict == "illegal"]  # fmt: skip
        for seat in range(len(self.game.seats)):
            self.out.seat_findings[row["seat_first"] + seat] = wrong.count(seat)

    def _rulings(self) -> dict[tuple[int, int], str]:
        e = self.events
        rows = self._rows_of(Kind.RULING)
        return {(e.deal[i], e.amount[i]): (e.text_of(i) or "noted").split(" ", 1)[0] for i in rows}

    def _rows_of(self, kind: Kind) -> list[int]:
        """The events of one kind."""
        rows, after = [], self.game.first
        with suppress(ValueError):
            while True:
                rows.append(self.events.kind.index(int(kind), after, self.game.last))
                after = rows[-1] + 1
        return rows

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
        wrong = {n for n, answer in enumerate(self.out.answers) if answer == BROKEN}
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

    def _open_claims(self) -> list[ClaimVerdict]:
        """Every claim beside its recomputed figure; none where all of them hold, for then there is nothing to say."""
        out = self.out
        if out.answers.count(HOLDS) == len(out.answers):
            return []
        self.excused = self._excused_claims()
        for n in self.excused:
            out.answers[n] = HIDDEN
        claims = out.claims
        self.contradictions = contradictions(claims, self.rules.values.get("bonus"), self.rules.rules.points)
        return claims

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
        deals = self.out.deals
        totals = [total.known for total in self.out.totals]
        known = [total for total in totals if total is not None]
        if not known or len(known) != len(totals):
            return
        won = winner(self.rules.rules, known, deals[-1]["number"], self.fold.tally.swept)
        if won >= 0:
            self.out.winner = won
        truth = self.game.sides[won].name if won >= 0 else "draw" if won == DRAWN else ""
        for i in self._rows_of(Kind.GAME_END):
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


def _rule_of(item: str) -> Rule:
    """The rule that compares a claim about this item."""
    if item in TOTALS:
        return TOTALS[item]
    if item == "total":
        return SCORE_TOTAL
    if item == "count.lone":
        return SCORE_LONE
    return SCORE_COUNT if item.startswith("count.") else SCORE_ITEM
