"""What one deal, sheet or game of CGN lacks and all others have: the cheapest signs of a word or a line that was lost.

Asked when a game or a file is over.  Everything here is a warning, and the record itself is the measure: a scribe who
never writes something is not asked for it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from data.actions import Kind
from data.cards import deck_named
from data.events import Claim, Message, Reading
from ingest.formats.cgn_cards import Note
from ingest.formats.cgn_game import DealRecord, OpenGame

FEWEST_SHEETS = 4  # of one writer, before a figure that one of them lacks is missed
FEWEST_TOTALS = 2  # of one writer, before a total or a name is missed: no sheet goes without on purpose
FEWEST_SEALS = 2  # in a file, before a game without one is remarkable
FEWEST_CARDS = 10  # with suits, before one without is remarkable
OF_GAMES = ("carried", "running", "final")

Sheet = tuple[int, int, int]  # deal, side, line


def compare_parts(game: OpenGame) -> None:
    """Report what some deals or sheets of the game lack and the others have."""
    said: dict[str, set[int]] = {item: set() for item in OF_GAMES}
    sheets: list[Claim] = []
    for claim in game.game.claims:
        if claim.item in said:
            said[claim.item].add(claim.deal)
        else:
            sheets.append(claim)
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
    _compare_sheets(game, sheets)


def compare_games(reading: Reading) -> None:
    """W325 for each game that ends without a seal in a file in which several are sealed."""
    kinds = [reading.events.kind[game.first : game.last] for game in reading.games]
    sealed = sum(Kind.SEAL in held for held in kinds)
    if sealed < FEWEST_SEALS or sealed == len(kinds):
        return
    for game, held in zip(reading.games, kinds, strict=True):
        if Kind.SEAL not in held and Kind.GAME_END in held:
            expected = f"a seal, as on {sealed} other games of the file"
            reading.messages.append(Message("W325", game.line, 1, expected, "none", game.id))


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


def _compare_sheets(game: OpenGame, claims: Iterable[Claim]) -> None:
    """W323 for the one sheet that lacks what all others of its writer show, if he is one who writes noughts down."""
    writers: dict[str, dict[Sheet, set[str]]] = {}
    noughts: set[str] = set()
    for (writer, deal, side, line), figures in groupby(claims, attrgetter("claimant", "deal", "side", "line")):
        shown = {figure.item: figure.amount for figure in figures}
        writers.setdefault(writer, {}).setdefault((deal, side, line), set()).update(shown)
        if 0 in shown.values():
            noughts.add(writer)
    _compare_writers(game, writers)
    for writer in sorted(noughts):
        sheets = writers[writer]
        if len(sheets) < FEWEST_TOTALS:
            continue
        counts = Counter(item for items in sheets.values() for item in items)
        for item in sorted(item for item, count in counts.items() if count == len(sheets) - 1):
            if item == "total" or len(sheets) >= FEWEST_SHEETS:
                place = next(sheet for sheet, items in sheets.items() if item not in items)
                _sheet_lacks(game, place, item, f"the other {len(sheets) - 1} sheets of this writer")


def _compare_writers(game: OpenGame, writers: dict[str, dict[Sheet, set[str]]]) -> None:
    """W323 for the one sheet that names no writer, where all others name theirs."""
    nameless = writers.get("", {})
    others = sum(map(len, writers.values())) - len(nameless)
    if len(nameless) == 1 and others >= FEWEST_TOTALS:
        _sheet_lacks(game, next(iter(nameless)), "by=", f"the other {others} sheets of the game")


def _sheet_lacks(game: OpenGame, place: Sheet, item: str, others: str) -> None:
    deal, _, line = place
    game.message(line, Note("W323", 0, f"{item}, as on {others}", "none"), deal=deal)


def _compare_suits(game: OpenGame, deal: DealRecord) -> None:
    """W324 for the one card without its suit among those dealt, and among those of the turns."""
    events = game.events
    first = bisect_left(events.deal, deal.number, game.game.first, len(events))
    last = bisect_right(events.deal, deal.number, first, len(events))
    played = next((row for row in range(first, last) if events.turn[row]), last)
    for begin, end in ((first, played), (played, last)):
        start = events.card_start[begin]
        shown = events.cards[start : events.card_start[end]].tobytes().translate(_suits(game.deck.name))
        if shown.count(b"r") == 1 and shown.count(b"s") >= FEWEST_CARDS:
            row = bisect_right(events.card_start, start + shown.index(b"r"), begin, end) - 1
            note = Note("W324", 0, "a suit, as on the other cards", "a rank alone")
            game.message(events.line[row], note, deal=deal.number)


@lru_cache(maxsize=8)
def _suits(deck: str) -> bytes:
    """For `bytes.translate`: `s` for a card with rank and suit, `r` for a rank that lacks its suit, `-` for others."""
    kinds = deck_named(deck).kinds
    ranks = {kind.rank for kind in kinds if kind.rank and kind.suit}
    marks = ["s" if kind.rank and kind.suit else "r" if kind.rank in ranks and not kind.colour else "-"
             for kind in kinds]  # fmt: skip
    return "".join(marks).ljust(256, "-").encode()
