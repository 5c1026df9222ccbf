"""What pages ask a replay: tables at many rows, what could be played, and a play that somebody writes down."""

from __future__ import annotations

from itertools import pairwise

import pytest

from data.actions import Kind, Status
from data.cards import deck_named
from data.events import Events, Game
from data.ruleset import RulesetError
from ingest.formats import read_any
from replay.choices import Choices
from replay.review import TableView, choices_at, judge_written, rule_text, rule_texts, table_at, tables_at
from replay.simulate import simulate

POSITION = """@cgn 1

@game lab
rules: {rules}
seats: N E S W
teams: A=N,S B=E,W

@hand 1 position=yes A=0 B=0 turn=N
{table}
1. N {play}
"""
FROZEN = "holds N K K 2 7h ?x7\ntable A 888\npile 5 2 9 K\nstock ?x31"


def read(table: str, play: str, rules: str = "classic") -> tuple[Events, Game]:
    reading = read_any(POSITION.format(table=table, play=play, rules=rules).encode(), "lab")
    return reading.events, reading.games[0]


@pytest.fixture(scope="module")
def played() -> tuple[Events, Game]:
    return next(simulate("classic", 4, 1, 7))


def test_tables_at_many_rows_are_those_at_single_rows(played: tuple[Events, Game]) -> None:
    events, game = played
    rows = [row for row in range(game.first, game.last) if events.deal[row] in (1, 2)][::29]
    assert tables_at(events, game, rows) == [table_at(events, game, row) for row in rows]
    assert tables_at(events, game, rows[::-1]) == tables_at(events, game, rows)[::-1]


def test_totals_that_nobody_carried_are_those_of_the_deals_before(played: tuple[Events, Game]) -> None:
    events, game = played
    last = max(row for row in range(game.first, game.last) if events.kind[row] == Kind.DISCARD)
    written = [side.score for side in table_at(events, game, last).sides]
    bare = Game(game.id, rules=game.rules, seats=game.seats, sides=game.sides, deck=game.deck, status=game.status,
                first=game.first, last=game.last)  # fmt: skip
    assert any(written)
    assert [side.score for side in table_at(events, bare, last).sides] == written


def test_after_a_discard_the_next_seat_is_to_move(played: tuple[Events, Game]) -> None:
    events, game = played
    acts = [row for row in range(game.first, game.last) if Kind.DRAW <= events.kind[row] < Kind.COUNT_HAND]
    acts = [row for row in acts if events.status[row] == Status.PLAYED]
    discards = [(row, after) for row, after in pairwise(acts) if events.kind[row] == Kind.DISCARD][:60]
    for (_, after), view in zip(discards, tables_at(events, game, [row for row, _ in discards]), strict=True):
        assert view.to_move in (events.seat[after], -1)


def test_rows_outside_the_deals_are_refused(played: tuple[Events, Game]) -> None:
    with pytest.raises(ValueError, match="inside a deal"):
        table_at(*played, 10**9)


# -- what could be played ----------------------------------------------------------------------------------------------


def codes(choices: Choices, name: str) -> list[str]:
    deck = deck_named("french")
    return ["".join(deck.code(kind) for kind in choice.cards) for choice in getattr(choices, name)]


def test_what_was_played_legally_could_be_played(played: tuple[Events, Game]) -> None:
    """Discards, and melds of cards that the hand holds, of a game without a fault."""
    events, game = played
    rows = [row for row in range(game.first + 40, game.last) if events.deal[row] == 1]
    before = [row - 1 for row in rows if events.kind[row] == Kind.DISCARD and events.status[row] == Status.PLAYED][:40]
    for row, choices in zip(before, choices_at(events, game, before), strict=True):
        if choices is not None and choices.seat == events.seat[row + 1] and events.kind[row] != Kind.OUT:
            assert events.cards_of(row + 1)[0] in choices.discards, row


def test_takes_are_found_with_what_opens_the_side() -> None:
    events, game = read("holds N K K A A A 4 5\npile 9 K\nstock ?x20", "+?")
    choices = choices_at(events, game, [_last_set_up(events)])[0]
    assert choices is not None
    assert (choices.seat, choices.draws, choices.minimum) == (0, 1, 50)
    assert codes(choices, "takes") == ["KKK"]
    assert [len(melds) for melds in choices.takes[0].opens or ()] == [3]


def test_a_frozen_pile_asks_for_a_natural_pair() -> None:
    events, game = read("holds N K 2 7 7 7 4 5\ntable A 888\npile 2 9 K\nstock ?x20", "+?")
    choices = choices_at(events, game, [_last_set_up(events)])[0]
    assert choices is not None
    assert choices.takes == []
    assert choices.melds == [], "nothing is melded before a card was drawn"


def test_choices_of_a_hidden_hand_say_so() -> None:
    events, game = read("holds N ?x11\npile 9\nstock ?x20", "+?")
    choices = choices_at(events, game, [_last_set_up(events)])[0]
    assert choices is not None
    assert not choices.complete


def test_melds_say_what_else_they_ask_for() -> None:
    events, game = read("holds N 3s 3s 3s 7 7 7 4 5\ntable A 888\npile 9\nstock ?x20", "+6")
    choices = choices_at(events, game, [len(events) - 1])[0]
    assert choices is not None
    rest = {"".join(deck_named("french").code(k) for k in choice.cards): choice.unless_more for choice in choices.melds}
    assert rest["777"] == ()
    assert rest["3s3s3s"] == ("meld.black_threes_only_going_out",)
    assert len(choices.discards) == 5


def test_sequences_could_be_played() -> None:
    table = "holds N 6c 7c 8c 8d 9d Jh 2h 2s\ntable A s1:5d6d7d KKK\npile 9s 4d\nstock ?x40"
    events, game = read(table, "+Th Qs -Jh", "samba")
    before = _last_set_up(events)
    take, drawn = choices_at(events, game, [before, before + 1])
    assert take is not None
    assert [(choice.kind, choice.joins) for choice in take.takes] == [("sequence", True)]
    assert codes(take, "takes") == ["4d"]
    assert drawn is not None
    found = {
        cards: (choice.kind, choice.joins) for cards, choice in zip(codes(drawn, "melds"), drawn.melds, strict=True)
    }
    assert found["8d9d"] == ("sequence", True)
    assert found["6c7c8c"] == ("sequence", False)
    assert found["2h"] == ("set", True)


@pytest.mark.parametrize("rules", ["samba", "bolivia", "heckadeck_samba", "joker"])
def test_kinds_of_melds_that_were_played_could_be_played(rules: str) -> None:
    """Where a legal game lays a sequence or wild cards alone, such a meld is offered."""
    events, game = next(simulate(rules, 4, 1, 5))
    rows = [row for row in range(game.first + 1, game.last)
            if events.kind[row] == Kind.MELD and events.kind[row - 1] != Kind.TAKE_PILE
            and events.status[row] == Status.PLAYED][:150]  # fmt: skip
    kinds = []
    for row, choices in zip(rows, choices_at(events, game, [row - 1 for row in rows]), strict=True):
        before, after = tables_at(events, game, [row - 1, row])
        kind = _grown(before, after)
        kinds.append(kind)
        assert choices is not None
        assert kind in {choice.kind for choice in choices.melds}, (row, kind)
    assert set(kinds) >= {"set", "sequence" if rules != "joker" else "wild"}


def _grown(before: TableView, after: TableView) -> str:
    """What kind of meld has more cards than a step before."""
    for old, new in zip(before.sides, after.sides, strict=True):
        for n, meld in enumerate(new.melds):
            if n >= len(old.melds) or len(meld.cards) > len(old.melds[n].cards):
                return meld.kind
    return ""


def _last_set_up(events: Events) -> int:
    return max(row for row in range(len(events)) if events.kind[row] < Kind.DRAW)


# -- plays that somebody writes down -----------------------------------------------------------------------------------


def test_a_written_play_is_judged() -> None:
    assert judge_written(*read(FROZEN, "+pile KKK -7h")).answer == "legal"
    verdict = judge_written(*read("holds N K 2 7h 4\ntable A 888\npile 5 2 9 K\nstock ?x31", "+pile KK2 -7h"))
    assert verdict.answer == "illegal"
    assert verdict.rules == ("pile.frozen_needs_natural_pair",)


def test_a_position_without_rules_is_refused() -> None:
    events, game = read(FROZEN, "+pile KKK -7h")
    game.rules = "of-my-aunt"
    with pytest.raises(RulesetError):
        judge_written(events, game)


def test_every_rule_can_be_read() -> None:
    assert len({text.id for text in rule_texts()}) == len(rule_texts()) > 60
    text = rule_text("pile.frozen_needs_natural_pair")
    assert text is not None
    assert "two natural cards" in text.sentence
    assert "P5" in text.citation
    assert rule_text("no.such_rule") is None
