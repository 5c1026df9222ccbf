"""Which cards findings are about: held against the sentences of all cases."""

from __future__ import annotations

import re

import pytest

from data.actions import Kind
from data.cards import deck_named
from ingest.formats.cgn import read
from replay import replay_game
from replay.result import Finding
from tests.test_cases import ALL, Case, log_of

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
CODES = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "beast": "B", "zero": "0"} | {
    name: str(number) for number, name in enumerate(NUMBERS, 2)
}
CODES |= {"eleven": "(?:11|E)", "red three": "3", "black three": "3"}


def judged(case: Case) -> list[tuple[Finding, Kind | None, list[str]]]:
    """The findings of a case, what was judged, and the names of the cards each is about."""
    reading = read(log_of(case, case.options), "case.cgn")
    game = reading.games[0]
    deck = deck_named(game.deck)
    return [
        (found, Kind(reading.events.kind[found.event]) if found.event >= 0 else None,
         [deck.name_of(card) for card in found.cards])
        for found in replay_game(reading.events, game).findings
    ]  # fmt: skip


def names(message: str, card: str) -> bool:
    """Whether a sentence names a card, in words, in the plural or by its code."""
    return bool(re.search(rf"\b{card}(s|es)?\b|\b{CODES.get(card, card)}[a-z]?\b", message, re.IGNORECASE))


@pytest.fixture(scope="module")
def everything() -> list[tuple[Finding, Kind | None, list[str]]]:
    return [one for _, case in ALL if not case.disputed for one in judged(case)]


def test_a_card_is_named_or_lay_on_the_pile_that_was_taken(
    everything: list[tuple[Finding, Kind | None, list[str]]],
) -> None:
    """The Wheel may be named as what its owner declared it to be."""
    with_cards = 0
    for found, kind, cards in everything:
        assert 0 not in found.cards
        assert len(set(found.cards)) == len(found.cards)
        if kind == Kind.TAKE_PILE:
            assert len(cards) <= 1
        else:
            for card in cards:
                assert card == "Wheel" or names(found.message, card), f"{found.rule}: {card} in {found.message}"
        with_cards += bool(cards)
    assert with_cards > len(everything) // 3


@pytest.mark.parametrize(
    ("rule", "cards"),
    [
        ("pile.frozen_needs_natural_pair", ["queen"]),
        ("pile.instead_of_drawing", ["eight"]),
        ("pile.must_not_be_empty", []),
        ("meld.wild_limit", ["eight", "two", "joker"]),
        ("meld.black_threes_only_going_out", ["black three"]),
        ("discard.no_red_three", ["red three"]),
        ("bonus.held_at_the_end", ["red three"]),
        ("card.role_must_be_declared", ["Wheel"]),
        ("conservation.stock_order", ["queen", "five"]),
        ("hand.card_must_be_held", ["queen"]),
        ("draw.before_playing", []),
        ("out.needs_kinds", []),
        ("opening.minimum", []),
        ("turn.seat_must_be_next", []),
        ("score.total", []),
    ],
)
def test_what_findings_are_about(
    everything: list[tuple[Finding, Kind | None, list[str]]], rule: str, cards: list[str]
) -> None:
    assert cards in [about for found, _, about in everything if found.rule == rule]
    if not cards:
        assert not any(about for found, _, about in everything if found.rule == rule)
