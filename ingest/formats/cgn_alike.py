"""What one deal or sheet of a CGN game lacks and all others have: the cheapest signs of a word or a line that was lost.

Asked when a game is over.  Everything here is a warning, and the record itself is the measure: a scribe who never
writes something is not asked for it.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from data.actions import Kind
from data.cards import deck_named
from data.events import Claim
from ingest.formats.cgn_cards import Note
from ingest.formats.cgn_game import DealRecord, OpenGame

FEWEST_SHEETS = 4  # of one writer, before a key that one of them lacks is missed
FEWEST_CARDS = 10  # with suits, before one without is remarkable
OF_GAMES = ("carried", "running", "final")

Sheet = tuple[int, int, int]  # deal, side, line


def compare_parts(game: OpenGame) -> None:
    """Report what some deals or sheets of the game lack and the others have."""
    said = {item: {claim.deal for claim in game.game.claims if claim.item == item} for item in OF_GAMES}
    deals = [deal for deal in game.deals if not deal.position and not deal.lost and not deal.bad]
    turned_up = any("up" in deal.dealt for deal in deals)
    for number, deal in enumerate(deals):
        if number and said["carried"] and deal.number not in said["carried"]:
            _lacks(game, deal, "totals in @hand")
        if turned_up and "deal" in deal.dealt and "up" not in deal.dealt:
            _lacks(game, deal, "an up line")
        if deal.totals > 1:
            found = Note("W322", 0, f"one @total in deal {deal.number}", str(deal.totals))
            game.message(deal.line, found, deal=deal.number)
        _compare_suits(game, deal)
    if game.end_line and said["running"]:
        _compare_end(game, totals=bool(said["final"]) or game.unfinished)
    _compare_sheets(game)


def _lacks(game: OpenGame, deal: DealRecord, part: str) -> None:
    """A part that other deals of the game have."""
    note = Note("W306", 0, f"{part} of deal {deal.number}, as in other deals", "none")
    game.message(deal.line, note, deal=deal.number)


def _compare_end(game: OpenGame, *, totals: bool) -> None:
    """Where totals stand behind deals, a game ends with totals, unless it is unfinished, and with a result."""
    events = game.events
    rows = range(len(events) - 1, game.game.first - 1, -1)
    text = next((events.text_of(row) or "" for row in rows if events.kind[row] == Kind.GAME_END), "result=")
    if not totals:
        game.message(game.end_line, Note("W306", 0, "totals in @end, as behind the deals", "none"))
    if "result=" not in text:
        game.message(game.end_line, Note("W306", 0, "result= in @end", "none"))


def _compare_sheets(game: OpenGame) -> None:
    """W323 for the one sheet that lacks what all others of its writer show, if he is one who writes noughts down."""
    writers: dict[str, dict[Sheet, set[str]]] = {}
    noughts: set[str] = set()
    for claim in game.game.claims:
        if claim.item not in OF_GAMES:
            writers.setdefault(claim.claimant, {}).setdefault(_sheet(claim), set()).add(claim.item)
            if not claim.amount:
                noughts.add(claim.claimant)
    for writer in sorted(noughts):
        sheets = writers[writer]
        if len(sheets) < FEWEST_SHEETS:
            continue
        counts: dict[str, int] = {}
        for items in sheets.values():
            for item in items:
                counts[item] = counts.get(item, 0) + 1
        for item in sorted(item for item, count in counts.items() if count == len(sheets) - 1):
            deal, _, line = next(sheet for sheet, items in sheets.items() if item not in items)
            note = Note("W323", 0, f"{item}, as on the other {len(sheets) - 1} sheets of this writer", "none")
            game.message(line, note, deal=deal)


def _sheet(claim: Claim) -> Sheet:
    return claim.deal, claim.side, claim.line


def _compare_suits(game: OpenGame, deal: DealRecord) -> None:
    """W324 for the one card dealt or turned up without its suit."""
    events = game.events
    row = bisect_left(events.deal, deal.number, game.game.first, len(events))
    suits = _suits(game.deck.name)
    suited, bare, line = 0, 0, 0
    while row < len(events) and events.deal[row] == deal.number and events.turn[row] == 0:
        if events.kind[row] in (Kind.DEALT, Kind.TURN_UP):
            shown = events.cards[events.card_start[row] : events.card_start[row + 1]].tobytes().translate(suits)
            suited += shown.count(b"s")
            if b"r" in shown:
                bare, line = bare + shown.count(b"r"), events.line[row]
        row += 1
    if bare == 1 and suited >= FEWEST_CARDS:
        game.message(line, Note("W324", 0, "a suit, as on the other cards dealt", "a rank alone"), deal=deal.number)


@lru_cache(maxsize=8)
def _suits(deck: str) -> bytes:
    """For `bytes.translate`: `s` for a card with rank and suit, `r` for a rank that lacks its suit, `-` for others."""
    kinds = deck_named(deck).kinds
    ranks = {kind.rank for kind in kinds if kind.rank and kind.suit}
    marks = ["s" if kind.rank and kind.suit else "r" if kind.rank in ranks and not kind.colour else "-"
             for kind in kinds]  # fmt: skip
    return "".join(marks).ljust(256, "-").encode()
