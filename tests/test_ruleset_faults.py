"""Every rule that a ruleset asks is found where it is broken: tests/ruleset_faults.py measures it."""

import pytest

from replay import simulate
from replay.rules import Rule
from tests.ruleset_faults import ATTEMPTS, asked, broken, broken_in_a_game, home_of_each_rule, in_cases
from tests.ruleset_games import GAMES, MANY, VARIANTS

HOMES = [pytest.param(name, rule, id=f"{name}-{rule.id}") for name, rule in home_of_each_rule()]


@pytest.fixture(autouse=True)
def few_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "ATTEMPTS", ATTEMPTS)


@pytest.mark.parametrize(("name", "rule"), HOMES)
def test_a_rule_of_few_games_is_found_broken_in_one_of_them(name: str, rule: Rule) -> None:
    assert broken_in_a_game(name, rule.id) or in_cases(rule.id)


@pytest.mark.skipif(GAMES < MANY, reason=f"takes minutes for each ruleset; CANASTA_GAMES={MANY} asks for it")
@pytest.mark.parametrize("name", VARIANTS)
def test_every_rule_of_a_ruleset_is_found_broken(name: str) -> None:
    assert broken(name, asked(name)).nowhere == []
