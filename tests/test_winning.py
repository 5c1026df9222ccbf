"""Who has won by the totals: to a target, for a number of deals, by a sweep."""

import pytest

from replay.codes import NOBODY
from replay.kernel_rules import Rules
from replay.ruleset import resolve
from replay.winning import DRAWN, winner


def rules(**options: str) -> Rules:
    return resolve("classic-108", 4, 2, tuple(options.items())).rules


@pytest.mark.parametrize(
    ("options", "totals", "deals", "won"),
    [
        ({"target": "5000"}, [4995, 4990], 9, NOBODY),
        ({"target": "5000"}, [4995, 5000], 9, 1),
        ({"target": "5000"}, [5200, 5005], 9, 0),
        ({"target": "5000", "tie_rule": "drawn"}, [5100, 5100], 9, DRAWN),
        ({"target": "5000", "tie_rule": "play_another_deal"}, [5100, 5100], 9, NOBODY),
        ({"target": "0", "game_deals": "4"}, [100, 95], 3, NOBODY),
        ({"target": "0", "game_deals": "4"}, [-100, -95], 4, 1),
        ({"target": "0", "game_deals": "0"}, [9000, 95], 40, NOBODY),
    ],
)
def test_winner_by_totals(options: dict[str, str], totals: list[int], deals: int, won: int) -> None:
    assert winner(rules(**options), totals, deals) == won


def test_a_sweep_wins_only_where_it_does() -> None:
    classic = resolve("classic-108", 4, 2, (("target", "4000"),)).rules
    assert winner(classic, [5, 0], 1, swept=1) == NOBODY
    classic.sweep_wins = 1
    assert winner(classic, [5, 0], 1, swept=1) == 1
