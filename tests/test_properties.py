"""What must hold of every game, however it is dealt and played.

CANASTA_EXAMPLES sets how many examples each property is tried on (a handful in CI).
"""

import os
from functools import cache

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from data.events import Events, Game, Reading
from ingest.formats import cgn, cgn_writer
from replay import replay_game
from replay.result import GameResult
from replay.review import TableView, table_at
from replay.rules import BY_ID
from replay.simulate import FAULTS, FaultError, simulate, simulate_reading
from replay.simulation.views import seen_by

FEW = 6
EXAMPLES = int(os.environ.get("CANASTA_EXAMPLES", FEW))
RULESETS = (
    "classic", "classic_2", "classic_3", "classic_3_cutthroat", "classic_5", "classic_6_trios", "classic_6_pairs",
    "bicycle", "gamerules", "vienna", "wikipedia_2016", "wikipedia_2023",
)  # fmt: skip
# Conservation faults and cards out of nowhere are about just that.
CONSERVING = sorted(
    rule for rule in FAULTS
    if BY_ID[rule].verdict not in ("conservation", "impossible") and rule != "draw.stock_must_have_cards"
)  # fmt: skip
seeds = st.integers(min_value=0, max_value=1 << 20)
rulesets = st.sampled_from(RULESETS)

property_of_games = settings(
    max_examples=EXAMPLES, deadline=None, derandomize="CANASTA_EXAMPLES" not in os.environ, database=None,
    suppress_health_check=[HealthCheck.too_slow], phases=[Phase.explicit, Phase.generate],
)  # fmt: skip


def played(ruleset: str, seed: int, **wishes: object) -> tuple[Events, Game]:
    return next(simulate(ruleset, seed=seed, **wishes))  # type: ignore[arg-type]


def broken(ruleset: str, seed: int, rule: str) -> tuple[Events, Game] | None:
    """A game with a fault; None where the ruleset offers no chance for it."""
    try:
        return played(ruleset, seed, fault=rule)
    except FaultError:
        return None


def rules_found(result: GameResult) -> list[str]:
    return [finding.rule for finding in result.findings]


def cards_of(table: TableView) -> int:
    """All cards of a table, wherever they are."""
    seats = sum(max(0, seat.size) + len(seat.bonus) for seat in table.seats)
    melds = sum(len(meld.cards) for side in table.sides for meld in side.melds)
    return seats + melds + len(table.pile) + table.stock


def rows_of_play(events: Events, game: Game, deal: int) -> list[int]:
    return [row for row in range(game.first, game.last) if events.deal[row] == deal and events.turn[row] > 0]


@given(rulesets, seeds)
@property_of_games
def test_a_legal_game_has_no_findings(ruleset: str, seed: int) -> None:
    result = replay_game(*played(ruleset, seed))
    assert not rules_found(result)
    assert {claim.verdict for claim in result.claims} == {"equal"}


@given(rulesets, seeds, st.sampled_from(sorted(FAULTS)))
@property_of_games
def test_one_injected_fault_gives_the_intended_finding(ruleset: str, seed: int, rule: str) -> None:
    game = broken(ruleset, seed, rule)
    if game is not None:
        found = rules_found(replay_game(*game))
        assert {rule} <= set(found) <= {rule, *FAULTS[rule].beside}
        assert len(found) == len(set(found))


@given(st.sampled_from([ruleset for ruleset in RULESETS if ruleset != "classic_3_cutthroat"]), seeds)
@property_of_games
def test_cards_are_conserved_after_every_event(ruleset: str, seed: int) -> None:
    """Nobody's card appears or vanishes; partners in cutthroat share a table, which would be counted twice."""
    events, game = played(ruleset, seed)
    deck = int(game.rules.rsplit("-", 1)[1])
    for row in rows_of_play(events, game, 1)[:: 1 if EXAMPLES > FEW else 3]:
        assert cards_of(table_at(events, game, row)) == deck, row


@given(seeds, st.sampled_from(CONSERVING))
@property_of_games
def test_cards_are_conserved_after_a_fault(seed: int, rule: str) -> None:
    """An illegal play that stood is applied as it lies: it moves cards and makes none."""
    game = broken("classic", seed, rule)
    if game is None:
        return
    events, found = game
    last = replay_game(events, found).findings[-1]
    if last.deal and last.event >= 0:
        for row in rows_of_play(events, found, last.deal)[-10:]:
            assert cards_of(table_at(events, found, row)) == 108, row


@given(rulesets, seeds, st.sampled_from(["", *sorted(FAULTS)]))
@property_of_games
def test_a_total_is_the_sum_of_its_items(ruleset: str, seed: int, rule: str) -> None:
    game = broken(ruleset, seed, rule) if rule else played(ruleset, seed)
    if game is None:
        return
    running: list[int | None] = [0] * len(game[1].sides)
    for deal in replay_game(*game).deals:
        for side, figures in enumerate(deal.sides):
            items = [amount for name, amount in figures.items.items() if name != "total"]
            total = figures.items["total"]
            assert (sum(a.low or 0 for a in items), sum(a.high or 0 for a in items)) == (total.low, total.high)
            before, running[side] = running[side], figures.running.known
            if before is not None and total.known is not None:
                assert running[side] == before + total.known


@given(rulesets, seeds, st.sampled_from(["all", "public", "scores", "N"]))
@property_of_games
def test_text_to_events_to_text_is_the_identity(ruleset: str, seed: int, view: str) -> None:
    text = cgn_writer.write(Reading("game", "simulated", *_lists(played(ruleset, seed, view=view))))
    assert cgn_writer.write(cgn.read(text.encode(), "game")) == text


def _lists(game: tuple[Events, Game]) -> tuple[Events, list[Game]]:
    return game[0], [game[1]]


@given(rulesets, seeds, st.sampled_from(sorted(FAULTS)), st.sampled_from(["public", "N"]))
@property_of_games
def test_hiding_cards_makes_no_verdict_stronger(ruleset: str, seed: int, rule: str, view: str) -> None:
    game = broken(ruleset, seed, rule)
    if game is None:
        return
    certain = {(f.rule, f.deal) for f in replay_game(*game).findings if f.verdict != "cannot_tell"}
    seen = replay_game(*seen_by(*game, view)).findings
    assert {(f.rule, f.deal) for f in seen if f.verdict != "cannot_tell"} <= certain | {("score.sheets_agree", 0)} | {
        (f.rule, f.deal) for f in seen if f.rule == "score.sheets_agree"
    }


@cache
def evening() -> list[str]:
    """The lines of a log with three games."""
    return cgn_writer.write(simulate_reading("evening", simulate("classic", games=3, seed=1))).splitlines()


@cache
def whole_results() -> list[object]:
    whole = results_of(evening())
    assert all(whole), "every game of the whole log is there"
    return whole


def results_of(lines: list[str]) -> list[object]:
    reading = cgn.read("\n".join([*lines, ""]).encode("utf-8", "surrogateescape"), "evening")
    found = {}
    for game in reading.games:
        result = replay_game(reading.events, game)
        found[game.id] = ([deal.sides for deal in result.deals], rules_found(result), result.status)
    return [found.get(f"sim/classic/1/{number}") for number in range(3)]


@given(st.data())
@property_of_games
def test_one_damaged_line_changes_no_other_game(data: st.DataObject) -> None:
    lines = list(evening())
    begins = [number for number, line in enumerate(lines) if line.startswith("@game")]
    at = data.draw(st.integers(min_value=begins[1] + 1, max_value=begins[2] - 2))
    kind = data.draw(st.sampled_from(["delete", "double", "truncate", "swap", "change"]))
    line = lines[at]
    cut = data.draw(st.integers(min_value=0, max_value=len(line)))
    lines[at : at + 1] = {
        "delete": [], "double": [line, line], "truncate": [line[:cut]], "swap": [lines[at + 1], line],
        "change": [line[:cut] + data.draw(st.characters(exclude_categories=["Cs", "Cc"])) + line[cut + 1 :]],
    }[kind]  # fmt: skip
    damaged = results_of(lines)
    assert (damaged[0], damaged[2]) == (whole_results()[0], whole_results()[2])
