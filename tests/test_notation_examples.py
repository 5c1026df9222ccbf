"""The two shorter games of the notation, an American special hand and a Hand and Foot deal, replayed as written."""

from __future__ import annotations

from pathlib import Path

from ingest.formats.cgn import read
from replay import replay_game
from replay.result import Finding, GameResult

CORPUS = Path(__file__).parent / "corpus" / "valid"


def replayed(name: str) -> GameResult:
    reading = read((CORPUS / name).read_bytes(), name)
    assert not reading.messages
    return replay_game(reading.events, reading.games[0])


def played(result: GameResult) -> list[Finding]:
    return [finding for finding in result.findings if finding.verdict != "score"]


def test_american_special_hand() -> None:
    """The straight stands and is all that its side scores; a smudged discard and an unreadable act are no breach.

    The opening is what the League's rules do not allow: 150 points at 3,335, and a wild card in every meld.
    """
    result = replayed("004-american-special-hand.cgn")
    assert [(finding.turn, finding.rule, finding.verdict) for finding in played(result)] == [
        (2, "opening.minimum", "illegal"),
        (2, "opening.needs_clean_meld", "illegal"),
        (4, "discard.no_red_three", "cannot_tell"),
    ]
    (deal,) = result.deals
    assert (deal.status, deal.closing) == ("judged", "special")
    own = deal.sides[0].items
    assert own["special_hands"].known == own["total"].known == 3000
    assert deal.sides[0].running.known == 5140
    assert deal.turns[1].hand_after == 10  # 13 + 1 - 7 melded - 1 discarded + 4 of the talon
    # The sheet takes off what the partner held, which a special hand leaves out of account.
    wrong = {(one.claim.side, one.claim.item) for one in result.claims if one.verdict == "differs"}
    assert {(0, "hand_cards"), (0, "total"), (0, "running")} <= wrong


def test_feet_taken_up_in_mid_turn_and_after_the_discard() -> None:
    """One play that stood is wrong: a king and a joker took the pile.  The feet are right, both ways."""
    result = replayed("005-hand-and-foot-feet.cgn")
    assert [(finding.turn, finding.rule, finding.ruling) for finding in played(result)] == [
        (4, "pile.open_needs_matching_cards", "stands")
    ]
    (deal,) = result.deals
    assert [turn.hand_after for turn in deal.turns] == [9, 9, 10, 11, 7, 11]
    assert deal.sides[0].items["meld_cards"].known == 205
    assert deal.sides[1].counts["mixed_canastas"].known == 1
    assert not [one for one in result.claims if one.verdict == "differs"]
