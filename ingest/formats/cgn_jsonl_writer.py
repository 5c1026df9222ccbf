"""CGN-JSONL from a Reading: one JSON object per line, in the order of the text (NOTATION 4).

Owns the fields of each type of record.  What the fields cannot say again word for word is kept in `raw`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from data.actions import ANSWERS, BONUS_TARGET, CLOSINGS, NO_AMOUNT, NO_SEAT, NO_SIDE, NO_TARGET, PACKETS, Kind, Status
from data.cards import deck_named
from data.events import Game, Orphan, Reading
from ingest.formats import cgn_spell as spell
from ingest.formats.cgn_jsonl_fields import TEXT_TYPES, fields_of
from ingest.formats.cgn_writer import row_text

FORMAT_VERSION = 1
PRIVATE = "@x-json "  # an extension line that holds the unknown keys of the record before it
ANSWER_WORDS = {number: word for word, number in ANSWERS.items()}
COUNTED = {Kind.COUNT_HAND: "hand", Kind.COUNT_PILE: "pile", Kind.COUNT_STOCK: "stock"}
TYPES = {
    Kind.DEAL_START: "hand_start", Kind.DEALT: "deal", Kind.TURN_UP: "turn_up", Kind.STOCK: "stock",
    Kind.HOLDS: "holds", Kind.TABLE: "table", Kind.PILE: "pile", Kind.DRAW: "draw", Kind.TAKE_PILE: "take",
    Kind.TAKE_PACKET: "take", Kind.BONUS: "bonus", Kind.MELD: "meld", Kind.DISCARD: "discard", Kind.ASK: "ask",
    Kind.OUT: "out", Kind.SPECIAL: "special", Kind.VIEW: "view", Kind.SHOW: "show", Kind.MERGE: "merge",
    Kind.ILLEGIBLE: "illegible", Kind.CLOSE: "hand_end", Kind.COUNT_HAND: "check", Kind.COUNT_PILE: "check",
    Kind.COUNT_STOCK: "check", Kind.SHEET: "score", Kind.TOTALS: "total", Kind.RULING: "ruling",
    Kind.PENALTY: "penalty", Kind.COMMENT: "comment", Kind.EXTENSION: "extension", Kind.SEAL: "seal",
    Kind.GAME_END: "game_end", Kind.BAD: "bad",
}  # fmt: skip

Record = dict[str, Any]


def write(reading: Reading) -> str:
    """The whole reading as JSON lines."""
    text: list[Record] = [{"v": FORMAT_VERSION, "type": "file", "name": reading.name, "reader": reading.format}]
    orphans = list(reading.orphans)
    for game in reading.games:
        while orphans and orphans[0].line < game.line:
            text.append(_orphan(orphans.pop(0)))
        text += game_records(reading, game)
    text += map(_orphan, orphans)
    return "".join(msgspec.json.encode(record).decode() + "\n" for record in text)


def _orphan(orphan: Orphan) -> Record:
    return {"v": FORMAT_VERSION, "type": "orphan", "raw": orphan.text, "src": [orphan.line, 1]}


def game_records(reading: Reading, game: Game) -> Iterator[Record]:
    """The records of one game, numbered from 1."""
    writer = _RecordWriter(reading, game)
    for seq, (fields, line, column) in enumerate(writer.all_fields(), 1):
        record = {"v": FORMAT_VERSION, "game": game.id, "seq": seq, **fields}
        if line:
            record["src"] = [line, column]
        yield record


Placed = tuple[Record, int, int]


class _RecordWriter:
    """The fields of one game's records, each with the line and column it comes from."""

    def __init__(self, reading: Reading, game: Game) -> None:
        self.events = reading.events
        self.game = game
        self.deck = deck_named(game.deck)

    def all_fields(self) -> Iterator[Placed]:
        """The fields of each record; unknown keys return to the record they came with."""
        last: Placed | None = None
        for place in self._in_order():
            if last is not None and place[0]["type"] == "extension" and self._adopt(last[0], place[0]):
                continue
            if last is not None:
                yield last
            last = place
        if last is not None:
            yield last

    def _in_order(self) -> Iterator[Placed]:
        rows = range(self.game.first, self.game.last)
        begin = next((row for row in rows if not self._is_before_deals(row)), self.game.last)
        head: list[Placed] = [({"type": "game_start"}, self.game.line, 1)]
        head += [({"type": "header", "key": key, "value": value}, line, 1) for key, value, line in self.game.headers]
        head += [self._placed(row) for row in range(self.game.first, begin)]
        yield from sorted(head, key=lambda place: place[1])
        for row in range(begin, self.game.last):
            if self.events.kind[row] != Kind.SIT_OUT:  # said in hand_start
                yield self._placed(row)

    def _is_before_deals(self, row: int) -> bool:
        return self.events.kind[row] in (Kind.BAD, Kind.COMMENT, Kind.EXTENSION) and not self.events.deal[row]

    def _adopt(self, record: Record, extension: Record) -> bool:
        """Give unknown keys back to the record they came with."""
        raw = extension["raw"]
        if not raw.startswith(PRIVATE):
            return False
        try:
            unknown = msgspec.json.decode(raw.removeprefix(PRIVATE))
        except (msgspec.DecodeError, RecursionError):
            return False
        if not isinstance(unknown, dict) or set(unknown) & set(record):
            return False
        record.update(unknown)
        return True

    def _placed(self, row: int) -> Placed:
        fields = self._fields(row, Kind(self.events.kind[row]))
        return fields, self.events.line[row], self.events.column[row]

    def _fields(self, row: int, kind: Kind) -> Record:
        events = self.events
        record: Record = {"hand": events.deal[row]} if events.deal[row] else {}
        if events.turn[row] or spell.is_act(kind):
            record["turn"] = events.turn[row]
        record["type"] = PACKETS[events.target[row]] if kind == Kind.PACKET else TYPES[kind]
        if kind == Kind.VIEW:
            record |= {"seat": self._seat(events.target[row] - 1), "viewer": self._seat(events.seat[row]),
                       "viewed": self._seat(events.amount[row])}  # fmt: skip
        elif events.seat[row] != NO_SEAT and kind != Kind.DEAL_START:
            record["seat"] = self._seat(events.seat[row])
        if events.side[row] != NO_SIDE:
            record["team"] = self.game.sides[events.side[row]].name
        record |= self._cards(row, kind)
        record |= self._said(row, kind) if kind in TEXT_TYPES or kind >= Kind.SHEET else self._act(row, kind)
        if events.status[row] != Status.PLAYED:
            record["refused" if events.status[row] == Status.REFUSED else "retracted"] = True
        time = events.time_of(row)
        return record if time is None else record | {"t": time}

    def _seat(self, seat: int) -> str:
        return self.game.seats[seat]

    def _cards(self, row: int, kind: Kind) -> Record:
        cards = spell.cards_of(self.events, row, self.deck, long=True)
        always = kind in (Kind.DEALT, Kind.HOLDS, Kind.STOCK, Kind.PILE, Kind.TURN_UP)
        return {"cards": cards} if cards or always else {}

    def _act(self, row: int, kind: Kind) -> Record:
        """Fields of a row that happened at the table, cards and seat aside."""
        target, amount = self.events.target[row], self.events.amount[row]
        if kind in COUNTED:
            return {"what": COUNTED[kind], "count": amount}
        if kind in (Kind.TAKE_PILE, Kind.TAKE_PACKET):
            source = "pile" if kind == Kind.TAKE_PILE else PACKETS[target]
            return {"source": source} | ({"count": amount} if amount != NO_AMOUNT else {})
        if kind in (Kind.MELD, Kind.TABLE):
            if target == BONUS_TARGET:
                return {"bonus": True}
            return {"label": spell.label(target)} if target != NO_TARGET else {}
        fields: dict[Kind, Record] = {
            Kind.ASK: {"answer": ANSWER_WORDS.get(amount, "?")},
            Kind.OUT: {"concealed": amount == 1},
            Kind.MERGE: {"label": spell.label(target), "into": spell.label(amount)},
        }
        if kind == Kind.SPECIAL:
            return {"name": self.events.text_of(row) or ""}
        if kind == Kind.CLOSE:
            return {"how": CLOSINGS[amount]}
        if kind == Kind.DEALT and self.events.text_of(row):
            return {"settled": True}
        return fields.get(kind, {})

    def _said(self, row: int, kind: Kind) -> Record:
        """Fields of a row that is said about the play."""
        events = self.events
        text = row_text(self.events, self.game, row)
        if kind in TEXT_TYPES:
            fields: Record = {}
            if kind == Kind.RULING:
                fields["ref"] = "score" if events.amount[row] < 0 else str(events.amount[row])
            if kind == Kind.GAME_END:
                fields["status"] = self.game.status
            return fields | fields_of(TEXT_TYPES[kind], text)
        if kind == Kind.EXTENSION:
            return {"name": text.partition(" ")[0].removeprefix("@x-"), "raw": text}
        return {{Kind.SEAL: "sha256", Kind.BAD: "raw"}.get(kind, "text"): text}
