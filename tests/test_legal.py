"""The seam between those who propose plays and the rules: nothing but questions, and what could be played here."""

import pytest

from data.actions import ANSWER_NO, Kind
from data.cards import french
from replay import transitions
from replay.act import add_card, place_meld
from replay.legal import TAKE, Play, Table, could_meld, could_take
from replay.ruleset import resolve
from replay.state import State, copy_state

DECK = french()
NORTH = 0


def cards(text: str) -> tuple[int, ...]:
    return tuple(DECK.ids[code] for code in text.split())


def table(
    holds: str, pile: str = "4c", melds: tuple[str, ...] = (), options: tuple[tuple[str, str], ...] = ()
) -> Table:
    """North is to move, with these cards in his hand and these melds of his side on the table."""
    rules = resolve("classic", 4, 2, options).rules
    state = State(rules.kinds)
    state.seats, state.sides = 4, 2
    for seat in range(4):
        state.seat_side[seat] = seat % 2
    state.clear(1)
    found = Table(rules, state)
    for seat in range(4):
        _fill(found, Kind.DEALT, seat, holds if seat == NORTH else "5c 6c 7c")
        transitions.deal_to(rules, state, found.a)
    _fill(found, Kind.PILE, -1, pile)
    transitions.turn_up(rules, state, found.a)
    for meld in melds:
        _fill(found, Kind.TABLE, NORTH, meld)
        place_meld(rules, state, found.a, -1)
        transitions.lay_on_table(rules, state, found.a)
    state.stock_size, state.next_seat = 20, NORTH
    assert not found.begin_turn(NORTH, 1)
    return found


def _fill(found: Table, kind: Kind, seat: int, text: str) -> None:
    found.a.reset(kind, seat, -1)
    for card in cards(text):
        add_card(found.r, found.a, card)


def drawn(found: Table) -> Table:
    assert not found.ask(NORTH, Play(Kind.DRAW, cards("9h")))
    found.lay(Play(Kind.DRAW, cards("9h")))
    return found


def codes(plays: list[Play]) -> set[str]:
    return {" ".join(DECK.code(card)[0] for card in play.cards) for play in plays}


@pytest.mark.parametrize(
    ("holds", "pile", "melds", "claims"),
    [
        ("8c 8h Kd 5s", "4c 8d", ("7c 7d 7h",), {"8 8 8"}),
        ("8c 2h Kd 5s", "4c 8d", ("7c 7d 7h",), {"8 8 2"}),
        ("Kd 5s 6s", "4c 8d", ("8c 8h 8s",), {"8"}),
        ("8c 2h Kd 5s", "2c 8d", ("7c 7d 7h",), set()),  # a deuce lies in the pile
        ("8c 8h Kd 5s", "2c 8d", ("7c 7d 7h",), {"8 8 8"}),
        ("8c 2h Kd 5s", "4c 8d", (), set()),  # the side has not opened
        ("2c 2d Kd 5s", "4c 2h", ("7c 7d 7h",), set()),
        ("3c 3s Kd 5s", "4c 3c", ("7c 7d 7h",), set()),
        ("8c 8h 2d *", "4c 8d", ("7c 7d 7h",), {"8 8 8", "8 8 2", "8 8 *", "8 8 8 2", "8 8 8 *"}),
    ],
)
def test_takes(holds: str, pile: str, melds: tuple[str, ...], claims: set[str]) -> None:
    assert codes(list(could_take(table(holds, pile, melds), NORTH))) == claims


def test_no_take_after_the_draw() -> None:
    assert not list(could_take(drawn(table("8c 8h Kd 5s", "4c 8d", ("7c 7d 7h",))), NORTH))


def test_melds() -> None:
    found = drawn(table("8c 8h 8s 7s 2d Kd Ks 3c", "4c", ("7c 7d 7h",)))
    assert codes(list(could_meld(found, NORTH))) == {"8 8 8", "8 8 8 2", "7", "7 2", "2", "K K 2"}


def test_nothing_is_melded_before_the_draw() -> None:
    assert not list(could_meld(table("8c 8h 8s 7s", "4c", ("7c 7d 7h",)), NORTH))


def test_asking_changes_nothing() -> None:
    found = drawn(table("8c 8h 8s 2d Kd Ks", "4c 8d", ("7c 7d 7h",)))
    before = State(found.s.kinds)
    copy_state(found.s, before)
    for play in (Play(Kind.MELD, cards("8c 8h 8s")), Play(Kind.DISCARD, cards("Kd")), Play(Kind.ASK, amount=ANSWER_NO)):
        assert not found.ask(NORTH, play)
    found.ask(NORTH, TAKE, [Play(Kind.MELD, cards("8d 8c 8h"))])
    assert (before.digest, list(before.hand), before.drawn) == (found.s.digest, list(found.s.hand), found.s.drawn)


def test_what_a_turn_may_not_end_with() -> None:
    found = drawn(table("8c 8h Kd", "4c", ("7c 7d 7h",)))
    assert [rule.id for rule in found.end_turn()] == ["turn.must_discard"]
    found.ask(NORTH, Play(Kind.MELD, cards("8c 8h")))
    refused = found.ask(NORTH, Play(Kind.MELD, cards("8c 8h")))
    assert [rule.id for rule in refused] == ["meld.at_least_three_cards"]


def test_an_opening_is_judged_with_all_its_melds() -> None:
    found = drawn(table("8c 8h 8s 5c 5d 5h Kd 4s", "4c"))
    for text, rules in (("8c 8h 8s", ["opening.minimum"]), ("5c 5d 5h", ["opening.minimum"])):
        play = Play(Kind.MELD, cards(text))
        assert not found.ask(NORTH, play)
        found.lay(play)
        assert [rule.id for rule in found.end_of_melds()] == rules


def test_rules_that_cannot_be_broken_here_are_not_asked() -> None:
    asked = [rule.id for rule in table("Kd").questions.of_play[Kind.MELD]]
    assert "meld.size_limit" not in asked
    assert "meld.wild_ratio" in {
        rule.id for rule in table("Kd", options=(("wild_ratio", "le"),)).questions.of_play[Kind.MELD]
    }
