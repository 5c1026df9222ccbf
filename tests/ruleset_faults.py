"""For each rule that a ruleset asks: a simulated game in which it is broken on purpose, or else a case that has it.

`python -m tests.ruleset_faults NAME...` prints how many rules are broken either way (none named: all of the variants).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from data import ruleset
from replay import replay_game, simulate
from replay.rules import CATALOGUE, Rule
from replay.ruleset import resolve
from replay.simulate import FAULTS, FaultError
from tests import test_cases
from tests.ruleset_games import VARIANTS

OTHERS = ("am_cla", "am_three_handed", "hf_whitnack", "hf_cut22", "hf_quad26", "hf_grandma_sue", "hf_knee_twr")
ATTEMPTS = 12  # games in which a chance for a fault is looked for


def asked(name: str) -> list[Rule]:
    """The rules that can be broken under a ruleset."""
    players = ruleset.resolve(name, 0, []).players
    rules = resolve(name, players, 0, []).rules
    return [rule for rule in CATALOGUE if not rule.when or rule.when(rules)]


def in_cases(rule: str) -> bool:
    """Whether a case says that a log breaks the rule."""
    return any(rule in case.findings for case in test_cases.FILES.get(rule, []))


def broken_in_a_game(name: str, rule: str) -> bool:
    """Whether the rule, and none but what cannot be helped, is found broken in a game that breaks it on purpose."""
    if rule not in FAULTS:
        return False
    try:
        events, game = next(simulate.simulate(name, seed=3, fault=rule))
    except FaultError:
        return False
    findings = replay_game(events, game).findings
    if rule not in {finding.rule for finding in findings}:
        return False  # this game shows by another figure what is wrong
    # Where the rule is only assumed, figures that depend on it are in doubt as well.
    found = {finding.rule for finding in findings if finding.verdict != "cannot_tell"} - {rule}
    assert found <= set(FAULTS[rule].beside), f"{name}, {rule}: found {sorted(found)} too"
    return True


@dataclass
class Broken:
    """How the rules of one ruleset are broken."""

    in_games: list[str] = field(default_factory=list)
    in_cases: list[str] = field(default_factory=list)
    nowhere: list[str] = field(default_factory=list)


def broken(name: str, rules: Sequence[Rule]) -> Broken:
    found = Broken()
    for rule in rules:
        where = found.nowhere
        if broken_in_a_game(name, rule.id):
            where = found.in_games
        elif in_cases(rule.id):
            where = found.in_cases
        where.append(rule.id)
    return found


def home_of_each_rule() -> Iterator[tuple[str, Rule]]:
    """The rules that not every ruleset asks, each with the first that does: of the variants, else of other families."""
    seen: set[str] = set()
    for name in (*VARIANTS, *OTHERS):
        for rule in asked(name):
            if rule.when and rule.id not in seen:
                seen.add(rule.id)
                yield name, rule


def main(names: Sequence[str]) -> int:
    """Print a line for each ruleset."""
    simulate.ATTEMPTS = ATTEMPTS
    bad = 0
    for name in names or VARIANTS:
        try:
            found = broken(name, asked(name))
        except AssertionError as error:
            print(f"{name:26} {error}", flush=True)
            bad += 1
            continue
        print(
            f"{name:26} {len(asked(name))} rules: {len(found.in_games)} broken in games, {len(found.in_cases)} in "
            f"cases, {len(found.nowhere)} nowhere",
            flush=True,
        )
        print("    in cases:", ", ".join(found.in_cases))
        if found.nowhere:
            print("    nowhere:", ", ".join(found.nowhere))
        bad += bool(found.nowhere)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
