"""The rows of a judged game as plain records, for reports, JSON and pages."""

from __future__ import annotations

from collections.abc import Mapping

from data.actions import CLOSINGS, SCORE_ITEMS
from data.events import Events, Game
from replay.codes import COUNT_AT, NOBODY, RUNNING_AT
from replay.judged import Judged, named
from replay.judging import judge_game
from replay.result import Deal, GameResult, SeatDeal, SideDeal, Turn
from replay.rows import COUNTS, DEAL_STATUS, SEAT, TURN

ROLES = ("dealer", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
ITEM_AT = {name: 2 * n for n, name in enumerate(SCORE_ITEMS)}
COUNTED_AT = {name: COUNT_AT + 2 * n for n, name in enumerate(COUNTS)}
SEEN_CANASTAS = ("natural_canastas", "mixed_canastas")


def replay_game(events: Events, game: Game, options: Mapping[str, str] | None = None) -> GameResult:
    """Replay one game of a reading: every deal judged and scored, every claim compared.

    `options` overrule those of the log (`-o name=value`).  A game whose rules cannot be made out has the status
    `unjudgeable` and says why in `notes`; no log makes this raise.
    """
    return result_of(judge_game(events, game, options))


def result_of(judged: Judged) -> GameResult:
    """Everything the replay says of a game."""
    result = GameResult(judged.game.id, judged.ruleset, judged.ruleset_hash, judged.options, judged.status)
    for row in judged.deals:
        deal = deal_of(judged, row)
        deal.turns = [_turn(turn) for turn in named(judged.turns, TURN, row["turn_first"], row["turn_last"])]
        deal.sides = [_side(judged, row["side_first"] + side) for side in range(len(judged.game.sides))]
        deal.seats = seats_of(judged, deal, row)
        result.deals.append(deal)
    result.findings, result.claims = judged.findings, judged.claims
    result.winner, result.notes = judged.winner, judged.notes
    return result


def deal_of(judged: Judged, row: Mapping[str, int]) -> Deal:
    """What is said of a deal as a whole."""
    line = judged.events.line
    deal = Deal(row["number"], row["dealer"], DEAL_STATUS[row["status"]], line[row["first"]])
    deal.unjudged = row["unjudged"]
    if row["unreadable"] >= 0:
        deal.unreadable_line = line[row["unreadable"]]
    if 0 <= row["closing"] < len(CLOSINGS):
        deal.closing = CLOSINGS[row["closing"]]
    deal.out_seat, deal.concealed, deal.lone_seat = row["out_seat"], bool(row["concealed"]), row["lone_seat"]
    return deal


def seats_of(judged: Judged, deal: Deal, row: Mapping[str, int]) -> list[SeatDeal]:
    """What is said of each seat in a deal."""
    first, seats = row["seat_first"], len(judged.game.seats)
    found = []
    for seat, end in enumerate(named(judged.seats, SEAT, first, first + seats)):
        side = row["side_first"] + end["side"]
        place = (seat - deal.dealer) % seats if deal.dealer >= 0 else -1
        role = "sits_out" if end["sits_out"] else ROLES[place] if place >= 0 else ""
        caught = 0 if deal.out_seat in (NOBODY, seat) else max(0, end["hand_size"])
        natural, mixed = (
            judged.figure(side, COUNTED_AT[name]).low or 0 for name in ("natural_canastas", "mixed_canastas")
        )
        found.append(SeatDeal(
            seat, end["side"], role, judged.minimum(side), end["opening_turn"], end["opening_points"], end["takes"],
            end["cards_taken"], end["freezes"], natural, mixed, end["bonus_cards"], caught,
            judged.seat_findings[first + seat],
        ))  # fmt: skip
    return found


def _turn(t: Mapping[str, int]) -> Turn:
    return Turn(
        t["number"], t["seat"], t["first"], t["last"], t["drawn"], t["taken"], t["melded"], t["bonus"], t["points"],
        t["discard"], t["pile_before"], bool(t["frozen_before"]), t["stock_before"], t["hand_before"],
        t["hand_after"], t["digest_high"] << 31 | t["digest_low"], t["line"],
    )  # fmt: skip


def _side(judged: Judged, row: int) -> SideDeal:
    return SideDeal(
        {name: judged.figure(row, at) for name, at in ITEM_AT.items()},
        {name: judged.figure(row, at) for name, at in COUNTED_AT.items()},
        judged.figure(row, RUNNING_AT), judged.minimum(row),
    )  # fmt: skip
