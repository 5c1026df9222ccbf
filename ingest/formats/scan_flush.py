"""From the columns of a scanner into a Reading: rows, texts and figures, each to its place."""

from __future__ import annotations

from array import array

from data.events import Claim, Events, Game
from ingest.formats.scan_codes import LINE_ROWS
from ingest.formats.scan_columns import Columns
from ingest.formats.scan_words import ITEMS

COLUMNS = ("deal", "turn", "seat", "side", "kind", "status", "target", "amount", "text", "time", "line", "column")
STARTS = (("card_start", "card_end"), ("role_start", "role_end"))
CLAIMS = ("deal", "side", "sheet", "item", "amount", "line", "column")
ENOUGH_ROWS = 16_384


def columns_for(data: bytes) -> Columns:
    """Columns as large as a source of this length can need."""
    return Columns(min(ENOUGH_ROWS, len(data) // 3 + 2 * LINE_ROWS))


class Flush:
    """Moves what a scanner has written into one Events; looks at the columns through views made once."""

    def __init__(self, data: bytes, rows: Columns, events: Events) -> None:
        self.data = data
        self.rows = rows
        self.events = events
        named = [(name, name) for name in COLUMNS] + list(STARTS)
        self.numbers = [(getattr(events, to), memoryview(getattr(rows, name)).cast("B")) for to, name in named]
        self.cards, self.roles, self.made = memoryview(rows.cards), memoryview(rows.roles), memoryview(rows.made)
        self.spans = (memoryview(rows.span_first), memoryview(rows.span_last))
        self.claims = [memoryview(getattr(rows, f"claim_{name}")) for name in CLAIMS]
        self.sheet_first, self.sheet_last = memoryview(rows.sheet_first), memoryview(rows.sheet_last)
        self.sheet_side = memoryview(rows.sheet_side)
        self.writers: list[str] = []  # of the sheets in the columns
        self.prepare()

    def prepare(self) -> None:
        """Make the columns empty, their offsets those of what comes next in Events."""
        rows, events = self.rows, self.events
        rows.count = rows.card_count = rows.role_count = rows.span_count = rows.claim_count = rows.sheet_count = 0
        rows.made_count = 0
        rows.card_base = len(events.cards)
        rows.role_base = len(events.roles)
        rows.span_base = len(events.texts)
        self.writers.clear()

    def move(self, game: Game) -> None:
        """Append the rows to Events and the figures to the game."""
        rows, events = self.rows, self.events
        count = rows.count
        if not count:
            return
        for column, numbers in self.numbers:
            column.frombytes(numbers[: 4 * count])
        events.reading_start.extend(array("i", [len(events.readings)]) * count)
        events.cards.frombytes(self.cards[: rows.card_count])
        if rows.role_count:
            events.roles.frombytes(self.roles[: rows.role_count])
        data, made = self.data, bytes(self.made[: rows.made_count])
        places = zip(*(numbers[: rows.span_count].tolist() for numbers in self.spans), strict=True)
        events.texts += [
            data[first:last].decode() if first >= 0 else made[-1 - first : -1 - last].decode() for first, last in places
        ]
        if rows.claim_count:
            self._add_claims(game.claims)
        self.prepare()

    def _add_claims(self, claims: list[Claim]) -> None:
        self.name_writers(self.rows.sheet_count)
        writers = [*self.writers, ""]  # -1 is no sheet
        count = self.rows.claim_count
        deals, sides, sheets, items, *rest = (numbers[:count].tolist() for numbers in self.claims)
        who, what = map(writers.__getitem__, sheets), map(ITEMS.__getitem__, items)
        claims.extend(map(Claim, deals, sides, who, what, *rest))

    def name_writers(self, first: int = 0) -> list[tuple[int, str]]:
        """Side and writer of the sheets in the columns from one on."""
        rows, data = self.rows, self.data
        for sheet in range(len(self.writers), rows.sheet_count):
            self.writers.append(data[self.sheet_first[sheet] : self.sheet_last[sheet]].decode())
        return [(self.sheet_side[sheet], self.writers[sheet]) for sheet in range(first, rows.sheet_count)]
