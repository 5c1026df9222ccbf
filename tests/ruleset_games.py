"""What happens in many simulated games of a ruleset: findings, and which of the score items that it knows occur.

`python -m tests.ruleset_games NAME...` prints it, one line for each ruleset (none named: all of the variants);
CANASTA_GAMES says how many games are played of each.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from data import ruleset
from replay import codes, replay_game
from replay.kernel_rules import Rules
from replay.result import GameResult
from replay.ruleset import resolve
from replay.simulate import simulate

GAMES = int(os.environ.get("CANASTA_GAMES", "3"))
MANY = 200  # games in which everything occurs that a ruleset knows
CLASSIC_KIN = ("classic_3_cutthroat", "classic_6_trios", "classic_6_pairs")  # of the page on variants too
VARIANTS = [name for name in ruleset.names() if ruleset.load(name).family == "variants"] + list(CLASSIC_KIN)

Items = dict[str, int]  # the score items of one side in one deal
Known = dict[str, Callable[[Items], bool]]


def known_items(r: Rules) -> Known:
    """The score items that the rules know, by name, each with what tells that it occurred."""
    known: Known = {
        "melded cards": lambda i: i["meld_cards"] > 0,
        "cards left": lambda i: i["hand_cards"] < 0,
        "bonus cards, plus": lambda i: i["bonus_cards"] > 0,
        "bonus cards, minus": lambda i: i["bonus_cards"] < 0,
        "going out": lambda i: i["going_out"] == r.out_bonus,
    }
    # Nobody is dealt what opens a second hand and goes out from both in one turn; tests/cases has such a deal.
    if r.concealed_bonus and r.packet_trigger != codes.TRIGGER_OWN_CANASTA:
        known["concealed"] = lambda i: i["concealed"] == r.concealed_bonus
    for name, (item, points) in chain(_canastas(r), _others(r)):
        if points:
            known[name] = lambda i, item=item, points=points: i[item] == points  # type: ignore[misc]
    if r.ten_any:
        most = max(r.five_natural, r.four_natural_one_mixed)
        known["ten canastas"] = lambda i: i["aggregate"] in (r.ten_any + most, r.ten_any + r.five_natural)
    if r.stop_four_hand:
        known["four black threes in one hand"] = lambda i: i["hand_cards"] <= -r.stop_four_hand
    if len(r.stop_table) > 1 and not r.stops_bonus:
        known["black threes of a taken pile"] = lambda i: i["bonus_cards"] % 10 == r.stop_table[1]
    return known


def _canastas(r: Rules) -> Iterator[tuple[str, tuple[str, int]]]:
    yield "natural canasta", ("natural_canastas", r.price[codes.KIND_NATURAL])
    yield "mixed canasta", ("mixed_canastas", r.price[codes.KIND_MIXED])
    yield "canasta of sevens", ("other_canastas", r.price[codes.KIND_SEVENS])
    yield "canasta of aces", ("natural_canastas", r.price[codes.PRICE_ACES_NATURAL])
    yield "mixed canasta of aces", ("mixed_canastas", r.price[codes.PRICE_ACES_MIXED])
    if r.sequences:
        yield "canasta in sequence", ("sequence_canastas", r.price[codes.KIND_SEQ])
        if r.seq_max_wilds:
            yield "mixed canasta in sequence", ("sequence_canastas", r.price[codes.KIND_SEQ_MIXED])
    if r.wild_melds:
        yield "canasta of wild cards", ("wild_canastas", r.price[codes.KIND_WILD])
        yield "canasta with four jokers", ("wild_canastas", r.price[codes.PRICE_FOUR_JOKERS])
        yield "canasta of twos", ("wild_canastas", r.price[codes.PRICE_SEVEN_TWOS])


def _others(r: Rules) -> Iterator[tuple[str, tuple[str, int]]]:
    yield "four black threes melded", ("other_canastas", r.stop_four_out)
    yield "dealt canasta", ("special_hands", r.special_points[codes.HAND_DEALT_CANASTA])
    yield "sweep", ("aggregate", r.sweep_points if r.sweep_count else 0)
    yield "five natural canastas", ("aggregate", r.five_natural)
    yield "four natural canastas and a mixed one", ("aggregate", r.four_natural_one_mixed)
    yield "short sequence", ("unfinished_melds", -r.short_seq_points)
    yield "unfinished sevens", ("unfinished_melds", -r.unfinished_sevens)
    yield "many sevens in one hand", ("unfinished_melds", -r.sevens_held_points)
    yield "exact cut", ("penalties", r.deal_bonus)


class Played:
    """Games of one ruleset: findings, deals, how they ended, and how often each known item occurred."""

    def __init__(self, name: str, games: int, seed: int = 3) -> None:
        self.name, self.games = name, games
        self.findings: list[str] = []
        self.closings: Counter[str] = Counter()
        self.occurred: Counter[str] = Counter()
        self.wrong_claims = self.unfinished = 0
        players = ruleset.resolve(name, 0, []).players
        self.known = known_items(resolve(name, players, 0, []).rules)
        for events, game in simulate(name, games=games, seed=seed):
            self.note(game.id, replay_game(events, game))

    def note(self, name: str, result: GameResult) -> None:
        self.findings += [f"{name} deal {f.deal} turn {f.turn}: {f.rule}: {f.message}" for f in result.findings]
        self.wrong_claims += sum(claim.verdict != "equal" for claim in result.claims)
        self.unfinished += result.status != "complete"
        for deal in result.deals:
            self.closings[deal.closing] += 1
            for side in deal.sides:
                items = {item: amount.known or 0 for item, amount in side.items.items()}
                self.occurred.update(name for name, happens in self.known.items() if happens(items))

    def missing(self) -> list[str]:
        """Score items that the ruleset knows and none of the games has."""
        return [name for name in self.known if not self.occurred[name]]


def main(names: Sequence[str]) -> int:
    """Print a line for each ruleset, and what is wrong below it."""
    bad = 0
    for name in names or VARIANTS:
        began = time.process_time()
        played = Played(name, GAMES)
        deals = sum(played.closings.values())
        print(
            f"{name:26} {GAMES} games, {deals} deals ({played.closings['out']} out), {len(played.findings)} findings, "
            f"{len(played.known) - len(played.missing())} of {len(played.known)} score items, "
            f"{time.process_time() - began:.0f} s",
            flush=True,
        )
        for line in played.findings[:10]:
            print("   ", line)
        if played.missing():
            print("    never:", ", ".join(played.missing()))
        bad += bool(played.findings or played.wrong_claims)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
