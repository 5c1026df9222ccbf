"""The position lab: situations as text and card by card, the answers, and the page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from dashboards.examples import EXAMPLES, HEAD
from dashboards.lab import TAB, palette
from dashboards.lab_html import problems_html
from dashboards.situation import LONGEST, Asked, Situation, from_table, play_of, read
from data.cards import DECKS, SUITS, deck_named
from replay.review import judge_written, table_at
from replay.simulate import simulate
from tests.made_logs import HOSTILE
from tests.pages import Open, html, works

IDS = deck_named("french").ids


@pytest.fixture
def open_lab(open_page: Open, tmp_path: Path) -> Open:
    """The lab; it needs no lake."""
    return lambda **query: works(open_page("rules", tmp_path / "none", **{"tab": TAB, **query}))


def field(fields: Iterable[Any], name: str) -> Any:
    """The field of that name, whose key counts how often it was drawn anew."""
    return next(one for one in fields if (one.key or "").startswith(name))


def asked(text: str) -> Asked:
    found, problems = read(text)
    assert found is not None, problems
    return found


# -- situations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_read_and_written_alike(name: str) -> None:
    assert asked(EXAMPLES[name]).situation.text() == EXAMPLES[name]


def test_examples_show_each_answer() -> None:
    answers = {name: judge_written(one.events, one.game).answer for name, one in
               ((name, asked(text)) for name, text in EXAMPLES.items())}  # fmt: skip
    assert answers["A frozen pile"] == "illegal"
    assert answers["A first meld"] == answers["Going out"] == "legal"


def test_a_situation_is_built_card_by_card() -> None:
    s = Situation(rules="classic-108")
    for zone, cards in (("hand N", "KK7"), ("pile", "2K"), ("new A", "8"), ("meld A 0", "88"), ("bonus A", "")):
        for card in cards:
            s, _ = s.put(zone, IDS[card])
    s, _ = s.put("bonus A", IDS["3r"])
    s, zone = s.put("new B", IDS["Q"])
    assert zone == "meld B 0"
    s.stock = 31
    for zone, cards in (("draw", "4"), ("lay new", "K"), ("lay on", "K"), ("discard", "4")):
        for card in cards:
            s, _ = s.put(zone, IDS[card])
    text = s.text()
    assert "holds N K K 7\n" in text
    assert "table A 888 !3r\ntable B Q\npile 2 K\nstock ?x31\n1. N +4 KK -4\n" in text
    assert asked(text).situation.text() == text


def test_cards_are_taken_back() -> None:
    s = asked(EXAMPLES["Going out"]).situation
    for zone in ("hand S", "pile", "meld A 1", "draw", "bonus A", "new B"):
        s = s.take_back(zone)
    assert "holds S T T 5 3b 3b\n" in s.text()
    assert "table A KKKKKKK TTT\ntable B 66\npile 9\n" in s.text()
    assert s.text().endswith("1. S +T TTT 3b3b3b -5\n")
    assert Situation().take_back("meld A 7").text() == Situation().text()
    assert Situation().take_back("new A").text() == Situation().text()


def test_a_table_of_a_game_becomes_a_situation_that_is_read_again() -> None:
    events, game = next(simulate("classic", 4, 1, 3))
    row = next(row for row in range(game.first + 300, game.last) if events.kind[row] == 10) - 1
    view = table_at(events, game, row)
    s = from_table(view, game, [0])
    assert asked(s.text()).situation.text() == s.text()
    one = asked(s.text())
    again = table_at(one.events, one.game, one.setting)
    assert [side.melds for side in again.sides] == [side.melds for side in view.sides]
    assert again.pile == view.pile
    assert (again.stock, again.to_move) == (view.stock, view.to_move)
    assert [seat.size for seat in again.seats] == [seat.size for seat in view.seats]
    hidden = [set(seat.hand) for seat in again.seats[1:]]
    assert hidden == [{deck_named("french").unknown}] * 3, "hands that were not shown are counted only"


@pytest.mark.parametrize(("rules", "players"), [("classic", 4), ("classic", 5), ("bolivia", 4), ("hf_wiki", 4)])
def test_the_turn_of_a_game_becomes_the_play(rules: str, players: int) -> None:
    """Somebody who sits out, sequences, several melds of wild cards and second hands included."""
    events, game = next(simulate(rules, players, 1, 5))
    turns = {(events.deal[row], events.turn[row]) for row in range(game.first, game.last) if events.turn[row]}
    for deal, turn in sorted(turns)[20::8]:
        rows = [row for row in range(game.first, game.last) if (events.deal[row], events.turn[row]) == (deal, turn)]
        view = table_at(events, game, rows[0] - 1)
        s = from_table(view, game, range(players), play_of(events, game, rows))
        s.to_move = game.seats[events.seat[rows[0]]]
        one = asked(s.text())
        assert one.situation.play
        assert judge_written(one.events, one.game).answer == "legal", s.text()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "One game"), ("bread and butter", "One game"), (HEAD, "One deal"),
        (HEAD + "@hand 1 turn=N\nholds N Zz\n", "line 10"),
        (HEAD + "@hand 1 turn=N\nholds N K\n1. N +pile KKX -7h\n", "the play, character 9"),
        (HEAD + "@hand 1\n@close out\n@hand 2\n", "One deal"), ("x" * (LONGEST + 1), "longer than"),
        ("@cgn 1\n\n@game a\n\n@game b\n", "One game"),
    ],
)  # fmt: skip
def test_texts_that_ask_nothing_say_why(text: str, word: str) -> None:
    found, problems = read(text)
    assert found is None
    assert word in problems[0]


@pytest.mark.parametrize("text", HOSTILE)
def test_problems_are_only_text(text: str) -> None:
    _, problems = read(HEAD + f"@hand 1 turn=N\nholds N {text}\n")
    page = problems_html(problems)
    assert "<script" not in page
    assert "<img" not in page


@pytest.mark.parametrize("name", DECKS)
def test_the_palette_has_every_rank_once(name: str) -> None:
    deck = deck_named(name)
    kinds = palette(deck)
    assert len(kinds) == len(set(kinds)) >= 16
    assert deck.unknown in kinds
    assert {deck.kinds[kind].rank for kind in kinds} >= {kind.rank for kind in deck.kinds[1:]}


@pytest.mark.parametrize("name", DECKS)
def test_the_palette_of_a_suit_has_its_cards_and_those_without_one(name: str) -> None:
    deck = deck_named(name)
    for suit in {kind.suit for kind in deck.kinds if kind.suit}:
        kinds = [deck.kinds[kind] for kind in palette(deck, suit)]
        assert {kind.rank for kind in kinds} == {kind.rank for kind in deck.kinds if kind.suit in (0, suit)}
        assert all(kind.suit == suit for kind in kinds if kind.rank == 7)
        assert len({kind.rank for kind in kinds if kind.rank}) == len([kind for kind in kinds if kind.rank])


# -- the page --------------------------------------------------------------------------------------------------------


def test_a_question_is_answered_with_the_rule(open_lab: Open) -> None:
    page = html(open_lab())
    assert "<b>Illegal</b>" in page
    assert "It was frozen by the two in it" in page
    assert "pile.frozen_needs_natural_pair" in page
    assert "A frozen pile is taken only with two natural cards" in page
    assert "classic P5" in page
    assert "felt" in page


def test_clicking_changes_question_answer_and_address(open_lab: Open) -> None:
    at = open_lab(position=EXAMPLES["A frozen pile"])
    assert "\\" not in "".join(field(at.selectbox, "lab_zone").options), "these are no Markdown"
    at = works(field(at.selectbox, "lab_zone").set_value("lay on").run())
    for _ in range(2):
        at = works(at.button(key="lab_back").click().run())
    assert at.query_params["position"].endswith("1. N +pile\n")
    at = works(field(at.selectbox, "lab_zone").set_value("hand N").run())
    at = works(at.button(key=f"card_{IDS['K']}").click().run())
    at = works(field(at.selectbox, "lab_zone").set_value("lay new").run())
    for _ in range(3):
        at = works(at.button(key=f"card_{IDS['K']}").click().run())
    at = works(field(at.selectbox, "lab_zone").set_value("discard").run())
    at = works(at.button(key=f"card_{IDS['9']}").click().run())
    assert at.query_params["position"].endswith("1. N +pile KKK -9\n")
    assert "<b>Legal</b>" in html(at)
    again = open_lab(position=at.query_params["position"])
    assert html(again) == html(at)


def test_a_browser_that_is_behind_takes_nothing_back(open_lab: Open) -> None:
    """What it says of the play, the text and the place of cards was so before the card that was clicked last."""
    at = open_lab(position=EXAMPLES["A frozen pile"].replace("+pile KK2 -7h", "+pile"))
    at = works(field(at.selectbox, "lab_zone").set_value("lay new").run())
    for _ in range(3):
        behind = at._tree.get_widget_states()
        at = works(at.button(key=f"card_{IDS['K']}").click().run())
        at = works(at._run(behind))
    assert at.query_params["position"].endswith("1. N +pile KKK\n")


def test_cards_with_a_suit_are_clicked(open_lab: Open) -> None:
    at = open_lab(position=EXAMPLES["A frozen pile"])
    at = works(at.button_group(key="lab_suit").set_value(SUITS["h"]).run())
    at = works(at.button(key=f"card_{IDS['Jh']}").click().run())
    assert "Jh" in at.query_params["position"]
    at = works(at.selectbox(key="lab_rules").set_value("heckadeck").run())
    assert at.button_group(key="lab_suit").value == SUITS["h"], "the Heckadeck has hearts too"
    works(at.button_group(key="lab_suit").set_value(SUITS["a"]).run())


def test_typing_asks_too(open_lab: Open) -> None:
    at = open_lab()
    text = EXAMPLES["A first meld"].replace("QQ2", "QQ")
    at = works(field(at.text_area, "lab_text").set_value(text).run())
    assert "<b>Illegal</b>" in html(at)
    assert at.code[0].value == text.strip()
    at = works(field(at.text_input, "lab_play").set_value("take pile").run())
    assert "Take the pile: +pile." in html(at), "it says how a play is written"
    at = works(field(at.text_area, "lab_text").set_value("<script>alert(1)</script>").run())
    assert "This cannot be read" in html(at)
    assert "<script>alert" not in html(at)


def test_rules_totals_and_stock_change(open_lab: Open) -> None:
    at = open_lab(position=EXAMPLES["A first meld"])
    at = works(at.number_input(key="lab_score_A").set_value(3000).run())
    assert "A=3000" in at.query_params["position"]
    assert "120 were needed" in html(at)
    at = works(at.number_input(key="lab_stock").set_value(12).run())
    assert "stock ?x12" in at.query_params["position"]
    at = works(at.button_group(key="lab_to_move").set_value("E").run())
    assert "turn=E" in at.query_params["position"]
    at = works(at.selectbox(key="lab_rules").set_value("classic_2").run())
    assert "seats: N S\n" in at.query_params["position"]
    at = works(at.selectbox(key="lab_example").set_value("Going out").run())
    assert "<b>Legal</b>" in html(at)


@pytest.mark.parametrize("text", ["", "x", "@game", "%00", "1. N +7", "\u202e<b>"])
def test_addresses_that_ask_nothing_open_the_lab(open_lab: Open, text: str) -> None:
    open_lab(position=text)


def test_every_rule_says_what_it_asks_for(open_lab: Open) -> None:
    at = open_lab(tab="What is checked")
    assert any("Each rule has one permanent id" in caption.value for caption in at.caption)
