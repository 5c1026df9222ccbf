"""Ordinary lines of a source by a scanner, up to the next line that is for the careful reader.

Owns what the two must know of each other: the open deal goes from DealRecord to the scanner and back.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

from data.actions import CLOSINGS, NO_SEAT
from data.events import Events
from ingest.formats import cgn_scan
from ingest.formats.cgn_game import DealRecord, OpenGame
from ingest.formats.scan_cards import Scan
from ingest.formats.scan_codes import DEAL, FULL, OVER, WORD_UP
from ingest.formats.scan_flush import Flush
from ingest.formats.scan_words import DEAL_LINE_WORDS, use_deck, use_roster

COMPILED = not str(cgn_scan.__file__).endswith(".py")  # plain, the careful readers are faster: they remember
NUMBERED_WORDS = {word: number for number, word in enumerate(DEAL_LINE_WORDS)}
NOTHING_DEALT = array("i", [0]) * len(DEAL_LINE_WORDS)
MOST_SEATS = 30  # a bit each
AnyScan = TypeVar("AnyScan", bound=Scan)


class ScanReader(Generic[AnyScan]):
    """Reads ordinary lines of one text, which ends with a line feed, into the Reading of its games."""

    def __init__(self, scan: AnyScan, take: Callable[[AnyScan], int], data: bytes, events: Events) -> None:
        self.scan = scan
        self.take = take
        self.flush = Flush(data, scan.rows, events)
        self.game: OpenGame | None = None
        self.deck = ""
        self.dealt = NOTHING_DEALT[:]
        scan.dealt = self.dealt

    def read(self, game: OpenGame, at: int, number: int) -> None:
        """Take lines from an offset on; `number` is that of the line before.  The scan says how far it came."""
        scan = self.scan
        if game is not self.game:
            self.game = game
            self.use(game)
        scan.at, scan.line_number = at, number
        self.flush.prepare()
        self.enter(game)
        while (why := self.take(scan)) in (DEAL, FULL):
            self.leave(game)
            if why == DEAL:
                game.deals.append(DealRecord(scan.rows.now_deal, scan.line_number))
            else:
                self.flush.move(game.game)
            self.enter(game)
        self.leave(game)
        if why == OVER:
            game.end_line = scan.line_number
            game.unfinished = bool(scan.is_unfinished)
        self.flush.move(game.game)
        ledger = game.reading.ledger
        ledger.events += scan.fact_lines
        ledger.blank += scan.blank_lines
        scan.fact_lines = scan.blank_lines = 0

    def use(self, game: OpenGame) -> None:
        """Tell the scanner what bytes mean in a game."""
        if game.game.deck != self.deck:
            self.deck = game.game.deck
            use_deck(self.scan, self.deck)
        use_roster(self.scan, tuple(game.seats), tuple(game.sides))

    def enter(self, game: OpenGame) -> None:
        """Tell the scanner how the open deal stands."""
        scan = self.scan
        scan.has_deal = bool(game.deals)
        if not game.deals:
            return
        deal = game.deals[-1]
        scan.rows.now_deal = deal.number
        scan.last_turn = deal.last_turn
        scan.is_interrupted = deal.interrupted
        scan.is_closed = bool(deal.closing)
        scan.sheets_from = -1 if deal.sheets else scan.rows.sheet_count
        scan.turns = scan.totals = scan.last_word = 0
        self.dealt[:] = NOTHING_DEALT
        for word, seats in deal.dealt.items():
            if word in NUMBERED_WORDS:
                number = NUMBERED_WORDS[word]
                self.dealt[number] = sum(1 << max(seat, 0) for seat in seats)
                scan.last_word = max(scan.last_word, number)

    def leave(self, game: OpenGame) -> None:
        """Learn from the scanner how the open deal stands."""
        scan = self.scan
        if not scan.has_deal:
            return
        deal = game.deals[-1]
        deal.last_turn = scan.last_turn
        deal.interrupted = bool(scan.is_interrupted)
        deal.numbered += scan.turns
        deal.totals += scan.totals
        if scan.is_closed and not deal.closing:
            deal.closing = CLOSINGS[scan.closing]
        if scan.sheets_from >= 0:
            deal.sheets.update(self.flush.name_writers(scan.sheets_from))
        if self.dealt != NOTHING_DEALT:
            for word, bits in zip(DEAL_LINE_WORDS, self.dealt, strict=True):
                if bits:
                    deal.dealt[word] = deal.dealt.get(word, set()) | _seats(NUMBERED_WORDS[word], bits)


@lru_cache(maxsize=256)
def _seats(word: int, bits: int) -> frozenset[int]:
    """The seats that a kind of deal line has named; NO_SEAT for one that names none."""
    return frozenset((NO_SEAT,) if word >= WORD_UP else (seat for seat in range(MOST_SEATS) if bits >> seat & 1))


def is_ordinary(game: OpenGame) -> bool:
    """Whether lines of this game may be ordinary: roster and deck are known, and what was read last was no damage."""
    return (
        game.waiting is None
        and not game.end_line
        and not game.open_roster
        and not game.unknown_deck
        and len(game.seats) <= MOST_SEATS
        and (not game.deals or game.deals[-1].bad_row < 0)
    )
