"""Replay: events in, verdicts, scores and turns out.

`replay_game(events, game)` judges a whole game; `judge(position, play)` answers one question about one play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from data.compiled import plain_if_asked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from data.events import Events, Game
    from replay.position import Position, Verdict, judge
    from replay.result import GameResult

__all__ = ["Position", "Verdict", "judge", "replay_game"]

plain_if_asked(__path__)


def replay_game(events: Events, game: Game, options: Mapping[str, str] | None = None) -> GameResult:
    """Replay one game of a reading; see replay.records.replay_game."""
    from replay.records import replay_game as run

    return run(events, game, options)


def __getattr__(name: str) -> object:
    """The names of replay.position, loaded when somebody asks for them: most commands never do."""
    if name in ("Position", "Verdict", "judge"):
        from replay import position

        return getattr(position, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
