"""Games by bots that must replay clean: how many, and what clean is.

Few by default; CANASTA_GAMES=200 plays so many of every profile that is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from data.events import Events, Game
from replay import replay_game
from replay.result import GameResult
from replay.simulate import simulate

GAMES = int(os.environ.get("CANASTA_GAMES", "0"))  # 0 = as few as each test says


def clean_games(
    ruleset: str, players: int = 4, few: int = 2, seed: int = 8, options: Sequence[tuple[str, str]] = ()
) -> Iterator[tuple[Events, Game, GameResult]]:
    """Games of one profile with their results, each found to be legal and all its figures right."""
    for events, game in simulate(ruleset, players, GAMES or few, seed=seed, options=list(options)):
        result = replay_game(events, game)
        assert not [(f.rule, f.deal, f.turn, f.message) for f in result.findings], game.id
        assert {deal.status for deal in result.deals} == {"judged"}, game.id
        assert {claim.verdict for claim in result.claims} == {"equal"}, game.id
        yield events, game, result
