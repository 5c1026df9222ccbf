"""Ordinary records of CGN-JSONL by the scanner: what Records remembers goes to it and back."""

from __future__ import annotations

from data.actions import Kind
from data.events import Events
from ingest.formats.cgn_game import OpenGame
from ingest.formats.cgn_jsonl_records import Records
from ingest.formats.cgn_jsonl_scan import scan_records
from ingest.formats.cgn_jsonl_scan_fields import JsonScan
from ingest.formats.scan_flush import columns_for
from ingest.formats.scan_reader import ScanReader, is_ordinary
from ingest.formats.scan_words import allowed_fields, row_kinds

LARGEST = 10**9  # numbers from here on are for the careful reader
ESCAPED = '"\\'


class RecordReader(ScanReader[JsonScan]):
    """Reads ordinary records of one source."""

    def __init__(self, data: bytes, events: Events) -> None:
        scan = JsonScan(data, columns_for(data))
        super().__init__(scan, scan_records, data, events)
        scan.allowed, scan.row_kind = allowed_fields(), row_kinds()
        self.records: Records | None = None

    def is_ordinary(self, game: OpenGame, records: Records) -> bool:
        """Whether records of this game may be ordinary; sets aside whose they are."""
        self.records = records
        last = records.last_src
        known = last is None or (isinstance(last, int) and not isinstance(last, bool) and 0 <= last < LARGEST)
        return known and is_ordinary(game) and game.game.id.isprintable() and not set(ESCAPED) & set(game.game.id)

    def use(self, game: OpenGame) -> None:
        super().use(game)
        self.scan.game_id = game.game.id.encode()

    def enter(self, game: OpenGame) -> None:
        super().enter(game)
        scan, records = self.scan, self.records
        assert records is not None
        scan.seq = records.seq
        scan.is_of_text = records.is_of_text
        scan.last_place = records.last_src if isinstance(records.last_src, int) else -1
        scan.turn_number, scan.turn_seat = records.turn
        scan.is_counted = records.is_counted
        scan.is_out = Kind.OUT in records.once
        scan.is_new_turn = 0

    def leave(self, game: OpenGame) -> None:
        super().leave(game)
        scan, records = self.scan, self.records
        assert records is not None
        if not scan.fact_lines:
            return
        records.seq = scan.seq
        records.last_line = scan.last_filled
        records.last_src = scan.last_place if scan.last_place >= 0 else None
        records.turn = (scan.turn_number, scan.turn_seat)
        records.is_counted = bool(scan.is_counted)
        if scan.is_new_turn:
            records.once.clear()
        if scan.is_out:
            records.once.add(int(Kind.OUT))
