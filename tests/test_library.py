"""The door for program authors: positions and plays in, verdicts out; the examples of docs/LIBRARY.md run."""

from __future__ import annotations

import contextlib
import io
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.cards import french
from replay import Position, judge
from replay.position import cards_of
from tests.places import ROOT

OPEN = {"A": ["888"]}


def test_examples_of_the_page_print_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "LIBRARY.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", text, re.DOTALL)
    assert len(examples) == text.count("```python")
    for code, printed in examples:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(code, "docs/LIBRARY.md", "exec"), {})
        assert said.getvalue() == printed


@pytest.mark.parametrize(
    ("position", "play", "answer", "rules"),
    [
        (Position("N", {"N": "6 6 9 J K"}, "4 9 2 6", OPEN), [("take",), ("meld", "666")], "legal", ()),
        (Position("N", {"N": "6 6 9 J K"}, "4 9 2 6"), [("take",), ("meld", "666")], "illegal", ("opening.minimum",)),
        (Position("N", {"N": "66 ?x3"}, "4 9 6", scores={"A": -5}), [("take",), ("meld", "666")], "legal", ()),
        (Position("N", {"N": "?x5"}, "4 9 6", scores={"A": -5}), [("take",), ("meld", "666")], "cannot_tell", ()),
        (Position("N", {"N": "7 K"}, "4 9 6", OPEN), [("discard", "K")], "illegal", ("draw.before_playing",)),
        (Position("N", {"N": "7 K"}, "4 9 6", {"A": ["7777772"]}), [("draw", "4"), ("meld", "7"), ("meld", "4")],
         "illegal", ("meld.at_least_three_cards",)),
        (Position("N", {"N": "7 K"}, "9", {"A": ["7777772", "KKK"]}), [("draw", "2"), ("meld", "7"), ("meld", "2", "K"),
         ("discard", "K"), ("out",)], "legal", ()),
        (Position("N", {"N": "7 K"}, "9", {"A": ["777"]}), [("draw", "2"), ("meld", "7"), ("meld", "2", "7"),
         ("discard", "K"), ("out",)], "illegal", ("out.needs_canastas",)),
        (Position("N", {"N": "7 K"}, "9", {"A": ["777", "!3d"]}, stock=9), [("draw", "3h"), ("bonus", "3h"),
         ("draw", "5"), ("discard", "K")], "legal", ()),
        (Position("N", {"N": "7 K"}, "9", {"A": ["777"]}), [("draw", "3h"), ("discard", "K")], "illegal",
         ("bonus.must_be_laid",)),
        (Position("N", {"N": "7 K"}, "9", {"A": ["7777777"]}), [("draw", "4"), ("ask", "no"), ("meld", "7"),
         ("discard", "K")], "legal", ()),
        (Position("N", {"N": "7 K"}, "9", {"A": ["5555555", "777"]}), [("draw", "7"), ("ask", "no"), ("meld", "77"),
         ("discard", "K")], "illegal", ("out.answer_binds",)),
        (Position("N", {"N": "7 K"}, "9"), [("draw", "4"), ("discard", "Q")], "illegal", ("hand.card_must_be_held",)),
        (Position("S", {"S": "7 K"}, "9", seats=("N", "S")), [("draw", "? ?"), ("discard", "K")], "legal", ()),
    ],
)  # fmt: skip
def test_answers(position: Position, play: list[tuple[str, ...]], answer: str, rules: tuple[str, ...]) -> None:
    verdict = judge(position, play)
    assert (verdict.answer, verdict.rules) == (answer, rules), verdict.sentences
    assert bool(verdict.sentences) == (answer != "legal")


def test_options_and_rulesets_decide() -> None:
    position = Position("N", {"N": "6 2 9 J K"}, "4 9 2 6", OPEN)
    play = [("take",), ("meld", "662")]
    assert judge(position, play).answer == "illegal"
    assert judge(position, play, options={"wild_freezes": False}).answer == "legal"
    assert judge(position, play, options=[("wild_freezes", "no")]).answer == "legal"
    black = Position("N", {"N": "9 T 4 5"}, "4 3s 9", {"A": ["999"]})
    assert judge(black, [("take",), ("meld", "9")]).answer == "legal"
    assert judge(black, [("take",), ("meld", "9")], "bicycle").answer == "illegal"


def test_sides_of_the_callers_own() -> None:
    seats, sides = ("N", "E", "S", "W", "V"), {"us": ("N", "S"), "them": ("E", "W", "V")}
    position = Position("S", {"S": "K K K 2 5"}, "4", seats=seats, sides=sides, scores={"us": 1500, "them": 0})
    assert judge(position, [("draw", "6"), ("meld", "KKK2")]).rules == ("opening.minimum",)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"to_move": "X"}, "one of the seats N E S W, found 'X'"),
        ({"hands": {"Q": "7"}}, "one of the seats"),
        ({"hands": {"N": "7 Z"}}, "found 'Z'"),
        ({"hands": {"N": "10"}}, "found '10'"),
        ({"pile": "7-8"}, "found '-8'"),
        ({"table": {"C": ["777"]}}, "one of the sides A B"),
        ({"scores": {"Z": 1}}, "one of the sides"),
        ({"stock": -1}, "a number of cards"),
        ({"seats": ("N",)}, "two to eight"),
        ({"seats": ("N", "N")}, "different seats"),
        ({"sides": {"A": ["N", "S"], "B": ["E"]}}, "each of N E S W once"),
    ],
)
def test_positions_that_cannot_be_read(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        judge(Position(**({"to_move": "N"} | fields)), [])


@pytest.mark.parametrize(
    "act", [(), ("fly",), ("meld",), ("meld", "77", "Z"), ("draw", "7", "8"), ("take", "7"), ("ask", "perhaps")]
)
def test_plays_that_cannot_be_read(act: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="expected an act such as"):
        judge(Position("N"), [act])


@pytest.mark.parametrize(
    ("ruleset", "options"), [("nowhere", {}), ("classic", {"no_such": 1}), ("classic", {"out_canastas": "many"})]
)
def test_rules_that_are_none(ruleset: str, options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        judge(Position("N"), [], ruleset, options)


def test_cards_with_and_without_blanks() -> None:
    deck = french()
    assert [deck.code(kind) for kind in cards_of(deck, "7 7h *?x2 3r")] == ["7", "7h", "*", "?", "?", "3r"]
    assert cards_of(deck, "772K?x5") == cards_of(deck, "7 7 2 K ? ? ? ? ?")


WORDS = ["draw", "take", "meld", "bonus", "discard", "ask", "out"]


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_anything_gets_an_answer(seed: int) -> None:
    """Whatever is put together of good words, the answer is one of three."""
    dice = random.Random(seed)
    codes = [kind.code for kind in french().kinds if kind.code]

    def some(most: int) -> str:
        return " ".join(dice.choice(codes) for _ in range(dice.randint(0, most)))

    seats = "NESWUV"[: dice.choice((2, 3, 4, 4, 4))]
    sides = "AB" if len(seats) in (2, 4) else "ABC"
    position = Position(
        dice.choice(seats), {seat: some(9) for seat in seats if dice.random() < 0.7}, some(6),
        {side: [some(8) for _ in range(dice.randint(0, 3))] for side in sides}, dice.choice((None, 0, 3, 40)),
        {side: dice.choice((-100, 0, 1500, 4990)) for side in sides}, seats,
    )  # fmt: skip
    more: dict[str, list[tuple[str, ...]]] = {
        "take": [()],
        "ask": [("yes",), ("no",), ("?",)],
        "out": [(), ("concealed",)],
    }
    play = [
        (word, *dice.choice(more.get(word, [(some(4) or "7",)])))
        for word in (dice.choice(WORDS) for _ in range(dice.randint(0, 6)))
    ]
    assert judge(position, play).answer in ("legal", "illegal", "cannot_tell")
