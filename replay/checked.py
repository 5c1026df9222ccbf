"""One checked log: what its reader said, what the replay of each game said, and what follows for the exit code.

Owns the pairing of readings with results for `canasta check`.  Renders nothing: see check_text and check_json.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from data.actions import NO_SIDE, Kind
from data.events import Claim, Game, Message, Reading
from data.terminal import CLEAN, COULD_NOT_RUN, FINDINGS, UNREADABLE
from replay import replay_game
from replay.result import Amount, Deal, Finding, GameResult

NO_CONSEQUENCE = ("cannot_tell", "irregular")
LONGEST_RAW = 1000  # characters of a line quoted in a report; a line may be a hundred megabytes of anything


@dataclass
class Checked:
    """A reading and the results of its games, in the same order; `failed` if the replay itself broke over one."""

    reading: Reading
    results: list[GameResult]
    failed: bool = False

    @cached_property
    def bad_lines(self) -> dict[int, str]:
        """Text of the lines that could not be read, by line number."""
        events = self.reading.events
        rows = (i for i in range(len(events)) if events.kind[i] == Kind.BAD)
        lines = {events.line[i]: events.text_of(i) or "" for i in rows}
        return lines | {orphan.line: orphan.text for orphan in self.reading.orphans}

    def raw(self, line: int) -> str:
        """The unread text of a line, cut where it is longer than anybody reads; "" for a line that was read."""
        return self.bad_lines.get(line, "")[:LONGEST_RAW]

    @cached_property
    def messages(self) -> dict[int, list[Message]]:
        """The reader's messages by the number of their game in the file; -1 = about no game."""
        placed: dict[int, list[Message]] = {}
        for message in self.reading.messages:
            placed.setdefault(self._game_of(message), []).append(message)
        return placed

    def _game_of(self, message: Message) -> int:
        """Two games may have one id: the message belongs to the last that begins at or before its line."""
        games = self.reading.games
        same = [i for i, game in enumerate(games) if game.id == message.game]
        return max((i for i in same if games[i].line <= message.line), default=same[0] if same else -1)

    @property
    def exit_code(self) -> int:
        """20 if the replay failed, 10 with unread lines, 5 with warnings or findings that matter, else 0."""
        if self.failed:
            return COULD_NOT_RUN
        if any(message.is_error for message in self.reading.messages):
            return UNREADABLE
        counts = any(matters(finding) for result in self.results for finding in result.findings)
        return FINDINGS if counts or self.reading.messages else CLEAN


def matters(finding: Finding) -> bool:
    """Whether a finding has consequences: not a doubt, not conduct, and not an attempt that was refused."""
    return finding.status != "refused" and finding.verdict not in NO_CONSEQUENCE


def replay_all(reading: Reading, options: Mapping[str, str]) -> Checked:
    """Replay every game of a reading, each under its own rules and `options` on top."""
    checked = Checked(reading, [])
    for game in reading.games:
        try:
            checked.results.append(replay_game(reading.events, game, options))
        except Exception as error:
            # A fault of ours costs this game alone, and is told; the other games of the file are judged.
            note = f"the replay failed, please report this: {type(error).__name__}: {error}"
            checked.results.append(GameResult(game.id, game.rules, "", {}, "unjudgeable", notes=[note]))
            checked.failed = True
    return checked


def side_name(game: Game, side: int) -> str:
    return "" if side == NO_SIDE else game.sides[side].name


def seat_name(game: Game, seat: int) -> str:
    return game.seats[seat] if 0 <= seat < len(game.seats) else ""


def total_of(deal: Deal, side: int) -> Amount:
    """The deal's total of one side; an open interval where it was never added up."""
    return deal.sides[side].items.get("total", Amount(None, None))


def claimant_of(claim: Claim) -> str:
    return f"sheet of {claim.claimant}" if claim.claimant else "sheet"
