"""Every rule of the catalogue can be broken on purpose, in a game that breaks no other; or it is said why not."""

from pathlib import Path

import pytest

from data.events import Events, Game
from replay import replay_game
from replay.result import Finding, GameResult
from replay.rules import CATALOGUE
from replay.simulate import FAULTS, UNBREAKABLE, FaultError, simulate
from replay.simulation.views import seen_by

CASES = Path(__file__).resolve().parent / "cases"
STRENGTH = {"cannot_tell": 0, "irregular": 1, "conservation": 2, "score": 2, "illegal": 3, "impossible": 3}
# Faults that need another table than four players under classic rules bring it along as an option; these as a ruleset.
ELSEWHERE = ("classic_2", "classic_3_cutthroat", "classic_5", "classic_6_pairs", "gamerules", "wikipedia_2023")
ITEMS = ("score.item", "score.count")  # where a game has only sheets, its totals follow from their items
SOME = (
    "pile.frozen_needs_natural_pair", "bonus.must_be_laid", "meld.own_side_only", "out.needs_canastas",
    "opening.minimum", "hand.card_must_be_held", "deal.hand_size", "turn.seat_must_be_next", "score.item",
)  # fmt: skip


def faulty(rule: str, ruleset: str = "classic", seed: int = 0) -> tuple[Events, Game]:
    return next(simulate(ruleset, seed=seed, fault=rule))


def found(result: GameResult) -> list[str]:
    return sorted(finding.rule for finding in result.findings)


def test_every_rule_has_a_fault_or_a_reason() -> None:
    lacking = [rule.id for rule in CATALOGUE if rule.id not in FAULTS and rule.id not in UNBREAKABLE]
    assert not lacking, "say in replay/simulation/faults how these are broken, or why they cannot be"


def test_rules_without_a_fault_have_cases() -> None:
    assert not [rule.id for rule in CATALOGUE if rule.id not in FAULTS and not (CASES / f"{rule.id}.toml").is_file()]


def test_faults_and_reasons_are_of_rules_that_exist() -> None:
    assert not {*FAULTS, *UNBREAKABLE} - {rule.id for rule in CATALOGUE}
    assert not set(FAULTS) & set(UNBREAKABLE)


@pytest.mark.parametrize("rule", FAULTS)
def test_a_fault_breaks_its_rule_and_no_other(rule: str) -> None:
    events, game = faulty(rule)
    result = replay_game(events, game)
    assert found(result) == sorted((rule, *FAULTS[rule].beside) if rule == "pile.must_not_be_empty" else (rule,)), [
        finding.message for finding in result.findings
    ]
    if not rule.startswith("score."):
        assert "differs" not in {claim.verdict for claim in result.claims}, "the sheets say what the table shows"


@pytest.mark.parametrize("ruleset", ELSEWHERE)
@pytest.mark.parametrize("rule", SOME)
def test_a_fault_breaks_its_rule_elsewhere_too(rule: str, ruleset: str) -> None:
    assert found(replay_game(*faulty(rule, ruleset))) == [rule]


def place(finding: Finding, view: str) -> tuple[object, ...]:
    """Where a finding stands, as far as every view tells: a card too many may show only when it is played."""
    if view == "scores":
        return finding.deal, finding.side
    return finding.rule, finding.deal, finding.side if finding.rule != "conservation.copies" else -1


@pytest.mark.parametrize("rule", [rule for rule in FAULTS if not FAULTS[rule].view])
def test_hiding_cards_makes_no_verdict_stronger(rule: str) -> None:
    """What is found in a game of which less is seen is found in the whole game too, and is no more certain."""
    events, game = faulty(rule)
    findings = replay_game(events, game).findings
    for view in ("public", "N") if rule in ITEMS else ("public", "N", "scores"):
        whole = {place(finding, view): finding.verdict for finding in findings}
        for finding in replay_game(*seen_by(events, game, view)).findings:
            assert place(finding, view) in whole, (view, finding.message)
            assert STRENGTH[finding.verdict] <= STRENGTH[whole[place(finding, view)]], (view, finding.message)


def test_faults_are_the_same_for_the_same_seed() -> None:
    first, again, other = (faulty("pile.instead_of_drawing", seed=seed) for seed in (3, 3, 4))
    assert list(first[0].cards) == list(again[0].cards) != list(other[0].cards)


def test_what_cannot_be_broken_is_told() -> None:
    with pytest.raises(FaultError, match="expected the id of a rule"):
        faulty("pile.made_of_cheese")
    with pytest.raises(FaultError, match="nobody has a partner"):
        faulty("out.answer_binds", "classic_2")
    with pytest.raises(FaultError, match="Hand and Foot"):
        faulty("packet.in_order")
    with pytest.raises(FaultError, match="only with wild_ratio=lt"):
        next(simulate(fault="meld.wild_ratio", options=[("wild_ratio", "none")]))
