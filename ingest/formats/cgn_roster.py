"""Is the record of a CGN game complete?  What is asked when a game is over: end, deals, sheets, totals, seal.

Everything here is a warning: the record is kept as it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from ingest.formats.cgn_alike import compare_parts
from ingest.formats.cgn_cards import Note
from ingest.formats.cgn_game import DealRecord, OpenGame

SEAL_LENGTH = 16
ROSTER_WORDS = ("deal", "foot", "knee")  # talons are for sides, as many as the game has


def seal_of(game_lines: Iterable[str]) -> str:
    """The digits of `@seal` for the lines of a game, from `@game` to `@end`.

    Blank lines and `@seal` itself do not count, blanks at both ends are cut, runs of blanks are one.
    """
    digest = hashlib.sha256()
    for line in game_lines:
        words = line.replace("\t", " ").split(" ")
        text = " ".join(word for word in words if word)
        if text and not text.startswith("@seal"):
            digest.update(text.encode("utf-8", "surrogateescape") + b"\n")
    return digest.hexdigest()[:SEAL_LENGTH]


def close_game(game: OpenGame, last_line: int, game_lines: list[str] | None) -> None:
    """Report what a game lacks and settle its status.

    `game_lines` are its lines as they stand in the file, None where they are no text that a seal could be of.
    """
    truncated = not game.end_line and not (game.deals and game.deals[-1].position)
    if truncated:
        game.message(last_line, Note("W301", 0, "@end", "the end of the record"))
    sheets = any(deal.sheets or deal.totals for deal in game.deals) or any(
        claim.item == "final" for claim in game.game.claims
    )
    if not game.deals and not truncated:
        game.message(game.game.line, Note("W306", 0, "@hand", "none"))
    for deal in game.deals:
        _numbers(game, deal)
        broke_off = truncated or (game.unfinished and not (deal.closing or deal.sheets or deal.totals))
        if not deal.position and not deal.lost and not (broke_off and deal is game.deals[-1]):
            _complete(game, deal, sheets=sheets)
    if not game.open_roster:
        compare_parts(game)
    if game.seal_line and game_lines is not None and seal_of(game_lines) != game.seal_digits:
        game.message(game.seal_line, Note("W309", 0, "the seal of these lines", game.seal_digits))
    game.game.last = len(game.events)
    if game.game.status == "complete":
        game.game.status = "truncated" if truncated else "complete"
        if game.unfinished or (not truncated and not game.end_line):
            game.game.status = "unfinished"


def _numbers(game: OpenGame, deal: DealRecord) -> None:
    if deal.numbered and deal.unnumbered:
        note = Note("W308", 0, "a number on each turn of the deal", "none on this one")
    elif deal.unnumbered and not deal.position:
        note = Note("W333", 0, "numbered turns; they are counted", "no numbers")
    else:
        return
    game.message(deal.unnumbered_line, note, deal=deal.number)


def _complete(game: OpenGame, deal: DealRecord, *, sheets: bool) -> None:
    """W306 for each part that a deal lacks; hands need not be dealt where only scores are kept."""
    lacking = []
    playing = len(game.seats) - len(deal.sitting_out)
    turns = deal.numbered + deal.unnumbered
    for word, seats in deal.dealt.items() if not game.open_roster and not deal.bad else ():
        if word in ROSTER_WORDS and len(seats) != playing:
            lacking.append((f"{playing} {word} lines", str(len(seats))))
    if turns and "deal" not in deal.dealt and not deal.bad:
        lacking.append(("deal lines", "none"))
    if not deal.closing:
        lacking.append(("@close", "none"))
    if sheets and deal.closing != "abandoned" and not deal.bad:
        claimed = {side for side, _ in deal.sheets}
        missing = [name for name, number in game.sides.items() if number not in claimed]
        if missing:
            lacking.append((f"@score of {', '.join(missing)}", "none"))
        if not deal.totals:
            lacking.append(("@total", "none"))
    for expected, found in lacking:
        game.message(deal.line, Note("W306", 0, f"{expected} in deal {deal.number}", found), deal=deal.number)
