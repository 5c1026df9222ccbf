"""What could have been played, as HTML: takes of the pile, melds and discards that no rule stands against.

Says nothing of a hand that the perspective does not show.  Judges nothing: replay.review does.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dashboards.plain_text import escaped
from dashboards.sums import counted
from dashboards.wording import Perspective, chips, seat_word
from data.cards import RANK_NAMES, Deck, deck_named
from data.events import Game
from data.recorded import Recorded
from data.ruleset import RulesetError
from replay.review import choices_at, rule_text

if TYPE_CHECKING:
    from replay.review import Choice, Choices

NOTHING = "nothing that was found"
JOINED = {"sequence": " on a sequence", "wild": " on wild cards"}
BEGUN = {"sequence": " in sequence", "wild": " as a meld of wild cards"}


def choices_of(record: Recorded, rows: Sequence[int]) -> list[Choices | None]:
    """What the seat to move could play after some rows of the events; nothing where the replay stumbles."""
    try:
        return choices_at(record.events, record.game, rows)
    except RulesetError:
        pass
    except Exception:
        logging.getLogger(__name__).exception("no choices for rows %s of %s", rows, record.key)
    return [None] * len(rows)


def choices_html(game: Game, choices: Choices | None, perspective: Perspective, title: str) -> str:
    """One list of choices under a title."""
    if choices is None:
        return f'<p class="small"><b>{escaped(title)}</b>: nobody is to move.</p>'
    who = seat_word(game, choices.seat)
    if not perspective.shows(game, choices.seat):
        return (
            f'<p class="small"><b>{escaped(title)}</b>: it depends on the hand of {escaped(who)}, which is hidden.</p>'
        )
    deck = deck_named(game.deck)
    lines = list(_lines(deck, choices))
    if not choices.complete:
        lines.append(("", "Part of this hand is not known: more may be possible."))
    told = "".join(f"<li>{f'<b>{escaped(head)}</b> ' if head else ''}{words}</li>" for head, words in lines)
    return f'<p class="small choices-of"><b>{escaped(title)}, {escaped(who)}</b></p><ul class="choices">{told}</ul>'


def _lines(deck: Deck, choices: Choices) -> Iterable[tuple[str, str]]:
    """Head and words of each line; the words are HTML."""
    if choices.draws:
        yield "Draw:", counted(choices.draws, "card")
    takes = [_take(deck, take) for take in choices.takes]
    if takes or choices.draws:
        yield "Take the pile:", _all_of(takes) or "not with this hand"
    if choices.minimum:
        way = _all_of([chips(deck, cards) for cards in choices.opening])
        needs = f"{choices.minimum} points are needed" + (f": {way} would do" if way else "")
        yield "First meld:", needs
    melds = [_meld(deck, meld) for meld in choices.melds]
    if not choices.draws:
        yield "Meld:", _all_of(melds) or NOTHING
        yield "Discard:", f'<span class="run">{chips(deck, choices.discards)}</span>' if choices.discards else NOTHING


def _all_of(words: Iterable[str]) -> str:
    return " ".join(f'<span class="one">{word}</span>' for word in words)


def _take(deck: Deck, take: Choice) -> str:
    words = _laid(deck, take)
    if take.opens is None:
        return f"{words} <em>(too few points to open)</em>"
    return words + "".join(f" and {chips(deck, cards)}" for cards in take.opens)


def _meld(deck: Deck, meld: Choice) -> str:
    asks = " ".join(text.sentence for text in map(rule_text, meld.unless_more) if text)
    mark = f' <em title="{escaped(asks)}">(needs more)</em>' if asks else ""
    return f"{_laid(deck, meld)}{mark}"


def _laid(deck: Deck, meld: Choice) -> str:
    """The cards, and what they join where that is not plain."""
    onto = f" on the {RANK_NAMES[meld.rank]}s".replace("sixs", "sixes") if meld.rank in RANK_NAMES else ""
    if meld.kind != "set":
        onto = JOINED[meld.kind] if meld.joins else BEGUN[meld.kind]
    return chips(deck, meld.cards) + onto
