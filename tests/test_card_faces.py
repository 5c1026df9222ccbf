"""Cards as they are drawn: every card has a face, and suits differ for everybody."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from dashboards.cards import card, style_sheet
from dashboards.faces import face
from dashboards.theme import SUIT_INK
from data.cards import DECKS, SUITS, deck_named


@pytest.mark.parametrize("name", DECKS)
def test_every_card_has_a_face(name: str) -> None:
    deck = deck_named(name)
    sheet = style_sheet(name)
    assert "<" not in sheet
    for kind in deck.kinds[1:]:
        ElementTree.fromstring(face(deck, kind.id))
        assert f".cd-{name[0]}{kind.id}{{" in sheet
        assert 'aria-label="' in card(deck, kind.id)


def seen_with(colour: str, missing: int) -> tuple[float, float, float]:
    """A colour as seen without red (0), green (1) or blue (2) cones (Machado, Oliveira and Fernandes 2009)."""
    matrices = (
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    )
    linear = [(int(colour[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
    red, green, blue = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in matrices[missing])
    return red, green, blue


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_suits_differ_for_every_kind_of_colour_vision(missing: int) -> None:
    inks = [seen_with(SUIT_INK["french"][SUITS[suit]], missing) for suit in "cdhs"]
    for i, one in enumerate(inks):
        for other in inks[:i]:
            assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.06
