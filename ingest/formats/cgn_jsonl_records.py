"""The records of one CGN-JSONL game: which type means what, and where a record that cannot be used goes.

A record becomes the same rows as the part of a text line that it stands for.  Owns fields; files are cgn_jsonl's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from data.actions import ANSWERS, BONUS_TARGET, NO_AMOUNT, NO_SEAT, NO_SIDE, NO_TARGET, NO_TEXT, PACKETS, Kind, Status
from data.cards import NO_CARD
from ingest.formats import cgn_headers, cgn_jsonl_fields, cgn_says, cgn_table, jsonfields
from ingest.formats import cgn_lines as lines
from ingest.formats.cgn_cards import Group, Note, Unreadable
from ingest.formats.cgn_game import Line, OpenGame
from ingest.formats.cgn_jsonl_writer import PRIVATE
from ingest.formats.cgn_ops import COUNTS, TAKEN, Op, is_name, is_time, with_cards
from ingest.formats.jsonfields import BadField, Record, excerpt

MAX_CARDS = 1_000  # in one record
DEAL_WORDS = {"deal": "deal", "turn_up": "up", "stock": "stock", "holds": "holds", "pile": "pile",
              **{packet: packet for packet in PACKETS}}  # fmt: skip
LINE_WORDS = {"hand_start": "@hand", "score": "@score", "total": "@total", "ruling": "@ruling",
              "penalty": "@penalty", "game_end": "@end", "hand_end": "@close", "seal": "@seal"}  # fmt: skip
HEADER_TYPES = ("header", "comment", "extension", "bad")
TEAM_TYPES = ("score", "penalty")
CHECKS = {"hand": COUNTS["h"], "pile": COUNTS["p"], "stock": COUNTS["s"]}

ENVELOPE = {"v", "game", "hand", "seq", "turn", "seat", "type", "t", "retracted", "refused", "src", "raw"}
FIELDS: dict[str, set[str]] = {
    "header": {"key", "value"}, "comment": {"text"}, "extension": {"name"}, "seal": {"sha256"},
    "hand_start": {"dealer", "carry", "position", "to_move", "sits", "more"}, "hand_end": {"how"},
    "score": {"team", "by", "claim", "more"}, "total": {"claim", "more"},
    "ruling": {"ref", "verdict", "by", "law", "text", "more"},
    "penalty": {"team", "points", "minimum", "at", "scope", "more"},
    "game_end": {"status", "claimed", "result", "more"}, "deal": {"cards", "settled"},
    "table": {"team", "cards", "label", "bonus"}, "draw": {"cards"}, "take": {"source", "count", "cards"},
    "bonus": {"cards"}, "meld": {"cards", "label", "team"}, "discard": {"cards"}, "ask": {"answer"},
    "out": {"concealed"}, "special": {"name", "cards"}, "view": {"viewer", "viewed"}, "show": {"cards"},
    "merge": {"label", "into"}, "check": {"what", "count"},
    **{kind: {"cards"} for kind in DEAL_WORDS if kind != "deal"},
}  # fmt: skip


class Card(NamedTuple):
    """One card as a string of JSON says it."""

    kind: int
    role: int
    readings: list[int]
    notes: list[Note]


class Records:
    """Turns the records of one game into rows."""

    def __init__(self, game: OpenGame, first: Record, *, is_of_text: bool) -> None:
        self.game = game
        self.is_of_text = is_of_text
        self.ledger = game.reading.ledger
        self.spelt: dict[str, Card] = {}
        self.seq = 1  # of the last record, 0 = not known
        self.last_line = game.game.line
        self.last_src = _source_line(first)
        self.turn = (0, NO_SEAT)  # number and seat of the turn that is open; NO_SEAT between turns
        self.is_counted = False
        self.once: set[int] = set()
        self.later: list[tuple[int, str]] = []  # unknown keys of headers: line and text

    def damaged(self, line: Line) -> None:
        """Keep a line that is no record, or none that can be used."""
        if self.game.waiting is not None:
            self.game.waiting.append(line)
        elif line.damage:
            self.game.bad(line, line.damage)

    def take(self, line: Line, kind: str, record: Record) -> None:
        """One record of this game."""
        self._check_sequence(line, record)
        if self.game.waiting is not None and kind not in HEADER_TYPES:
            self.close_headers()
        try:
            if kind == "comment":
                self._comment(line, record)
            elif kind == "bad":
                self._bad(line, record)
            else:
                self._read(line, kind, record)
                self.last_line = line.number
        except Unreadable as unreadable:
            self.damaged(line._replace(damage=unreadable.note))
        except BadField as problem:
            self.damaged(line._replace(damage=Note("E141", 0, problem.expected, problem.found)))
        self.last_src = _source_line(record)

    def _bad(self, line: Line, record: Record) -> None:
        """A line that could not be read when the record was made; `hand` says of which deal."""
        raw = jsonfields.text(record, "raw")
        deal = jsonfields.number(record, "hand", 0) if "hand" in record else self.game.deal_number
        if deal != self.game.deal_number:
            if self.game.waiting is not None:
                self.close_headers()
            self.game.lose_deal(line, deal)
        note = Note("E144", 0, "a line that could be read", excerpt(raw))
        self.damaged(line._replace(raw=raw, text=raw[:200], damage=note))

    def close_headers(self) -> None:
        """Settle the roster; the cards of the game are known from now on."""
        cgn_headers.close_headers(self.game)
        for number, text in self.later:
            self.game.events.add(Kind.EXTENSION, text=text, line=number)
        self.later.clear()

    def _check_sequence(self, line: Line, record: Record) -> None:
        seq = record.get("seq")
        if isinstance(seq, int) and not isinstance(seq, bool):
            if self.seq and seq != self.seq + 1:
                found = excerpt(seq)
                self.game.message(line.number, Note("W317", 0, f"record {self.seq + 1}", f"record {found}"))
            self.seq = seq if abs(seq) < jsonfields.LIMIT else 0

    def _comment(self, line: Line, record: Record) -> None:
        """A comment stands on the line of the record before it, or on one of its own."""
        text = jsonfields.text(record, "text")
        waiting = self.game.waiting
        on_turn = self.turn[1] != NO_SEAT and record.get("turn") == self.turn[0]
        inline = on_turn or (_source_line(record) is not None and _source_line(record) == self.last_src)
        if waiting is not None and not inline:
            waiting.append(line._replace(comment=text, comment_at=0))
            return
        if waiting and waiting[-1].number == self.last_line:
            before = waiting[-1].comment
            waiting[-1] = waiting[-1]._replace(comment=text if before is None else f"{before} / {text}", comment_at=0)
        else:
            number = self.last_line if inline else line.number
            self.game.comment(Line(number, line.raw, "", text, 0), self.turn[0] if on_turn else 0)
        self.ledger.comments += 1

    def _read(self, line: Line, kind: str, record: Record) -> None:
        """Record one record, all of it or nothing; raises Unreadable and BadField."""
        waiting = self.game.waiting
        if kind in ("header", "extension"):
            text = _header(record) if kind == "header" else _extension(record)
            if kind == "header" and waiting is None:
                raise Unreadable("E205", 0, "headers before the first hand_start", excerpt(text))
            if waiting is not None:
                waiting.append(line._replace(text=text))
                self.keep_unknown(line, kind=kind, record=record)
                return
            self.game.events.add(Kind.EXTENSION, deal=self.game.deal_number, text=text, line=line.number)
        elif kind in DEAL_WORDS or kind == "table":
            self._deal(line, kind, record)
        elif kind in ACTS:
            self._act(line, kind, record)
        elif kind in LINE_WORDS:
            self._said(line, kind, record)
        elif kind.startswith("x-"):
            text = f"@{kind} {msgspec.json.encode(record).decode()}"
            self.game.events.add(Kind.EXTENSION, deal=self.game.deal_number, text=text, line=line.number)
        else:
            raise Unreadable("E143", 0, "a type of record that is known, or x-name", excerpt(kind))
        self.ledger.events += 1
        if not kind.startswith("x-"):
            self.keep_unknown(line, kind=kind, record=record)

    def keep_unknown(self, line: Line, *, kind: str, record: Record) -> None:
        """Keys that mean nothing to us are kept in a private line of their own."""
        unknown = {key: record[key] for key in record.keys() - ENVELOPE - FIELDS.get(kind, set())}
        if not unknown:
            return
        text = PRIVATE + msgspec.json.encode(unknown, order="sorted").decode()
        if self.game.waiting is not None:
            self.later.append((line.number, text))
        else:
            self.game.events.add(Kind.EXTENSION, deal=self.game.deal_number, text=text, line=line.number)

    # -- deals and what is said

    def _deal(self, line: Line, kind: str, record: Record) -> None:
        game = self.game
        cgn_table.belongs(game, line)
        group = self._cards(line, record)
        self.turn = (0, NO_SEAT)
        if kind == "table":
            side = game.side(jsonfields.text(record, "team"), 0)
            target = BONUS_TARGET if record.get("bonus") is True else self._label(record, "label")
            game.events.add(Kind.TABLE, deal=game.deal_number, side=side, cards=group.cards, target=target,
                            roles=group.roles if group.has_roles else (), readings=group.readings,
                            line=line.number)  # fmt: skip
            return
        word = DEAL_WORDS[kind]
        seat = game.seat(jsonfields.text(record, "seat"), 0) if word in cgn_table.SEAT_WORDS else NO_SEAT
        cgn_table.record_deal(game, line, cgn_table.DealLine(word, seat, group, record.get("settled") is True))

    def _said(self, line: Line, kind: str, record: Record) -> None:
        """Records that stand for an `@` line are read as that line."""
        words = [LINE_WORDS[kind]]
        if kind == "hand_start" and "hand" in record:
            words.append(str(jsonfields.number(record, "hand", 0)))
        elif kind == "ruling":
            words.append(_word(record, "ref"))
        elif kind in TEAM_TYPES:
            words.append(_word(record, "team"))
        if kind == "hand_end":
            words.append(_word(record, "how"))
        elif kind == "seal":
            words.append("sha256=" + _word(record, "sha256"))
        else:
            words.append(cgn_jsonl_fields.text_of(kind, record))
        text = " ".join(word for word in words if word)
        comment = None
        if kind == "ruling":
            text, comment, _ = lines.split_comment(text)
        self.turn = (0, NO_SEAT)
        cgn_says.directive(self.game, line._replace(text=text, comment=comment))

    # -- acts

    def _act(self, line: Line, kind: str, record: Record) -> None:
        game = self.game
        cgn_table.open_deal(game, line)
        seat = game.seat(jsonfields.text(record, "seat"), 0)
        op = ACTS[kind](self, line, record)
        if record.get("refused") is True or record.get("retracted") is True:
            status = Status.REFUSED if record.get("refused") is True else Status.RETRACTED
            if op.kind >= Kind.COUNT_HAND:
                raise Unreadable("E120", 0, "something that can be taken back", kind)
            op = op._replace(status=int(status))
        time = NO_TEXT
        if "t" in record:
            text = jsonfields.text(record, "t")
            if not is_time(text):
                raise Unreadable("E126", 0, "a time such as 20:31:05 or +12", excerpt(text))
            time = len(game.events.texts)
            game.events.texts.append(text)
        turn = self._turn_of(line, record, seat, op)
        cgn_table.append_act(game.events, op, (game.deal_number, turn, seat, time, line.number, 1))

    def _turn_of(self, line: Line, record: Record, seat: int, op: Op) -> int:
        """The number of the turn an act belongs to; a new turn is counted as in text."""
        refused = op.status == Status.REFUSED
        written = jsonfields.number(record, "turn", 0) if "turn" in record else -1
        is_open = seat == self.turn[1] and written in (-1, self.turn[0])
        if self.is_of_text and self.last_src is not None:
            is_open = is_open and _source_line(record) in (None, self.last_src)
        if is_open and op.kind in cgn_table.ONCE_A_TURN and not op.status and op.kind in self.once:
            raise Unreadable("E211", 0, "this once on a turn", excerpt(record.get("type")))
        if not is_open or (not self.is_counted and not refused):
            number = cgn_table.count_turn(self.game, line, written, refused=refused)
            self.turn, self.is_counted = (number, seat), not refused
        if not is_open:
            self.once.clear()
        if not op.status:
            self.once.add(op.kind)
        return self.turn[0]

    def _cards(self, line: Line, record: Record) -> Group:
        group = Group()
        for text in jsonfields.items(record, "cards"):
            card = self.spelt.get(text) if isinstance(text, str) else None
            if card is None:
                card = self._card(text)
            group.add(card.kind, card.role, card.readings)
            for note in card.notes:
                self.game.message(line.number, note)
        none_left = not group.cards and record.get("type") == cgn_table.EMPTIED
        if not none_left and not 0 < len(group.cards) <= MAX_CARDS:
            raise Unreadable("E101", 0, f"1 to {MAX_CARDS:,} cards", str(len(group.cards)))
        return group

    def _card(self, text: object) -> Card:
        """One string is one card: the spellings of other papers (`10H`, `WAT`) are taken here."""
        if not isinstance(text, str) or not text:
            raise Unreadable("E101", 0, "a card as text", excerpt(text))
        deck = self.game.deck
        if text in deck.ids:
            card = Card(deck.ids[text], NO_CARD, [], [])
        else:
            group = self.game.ops.cards.one(text, 0, len(text))
            card = Card(group.cards[0], group.roles[0], group.readings[:-1], group.notes)
        if self.game.waiting is None:
            self.spelt[text] = card
        return card

    def _label(self, record: Record, key: str) -> int:
        text = record.get(key)
        if text is None:
            return NO_TARGET
        if isinstance(text, str):
            number, stop = self.game.ops.label(text, 0, len(text))
            if number and stop == len(text):
                return number
        raise Unreadable("E120", 0, "a label such as 6, s1 or m2", excerpt(text))

    def _plain(self, kind: Kind, line: Line, record: Record) -> Op:
        return with_cards(Op(int(kind)), self._cards(line, record))

    def _take(self, line: Line, record: Record) -> Op:
        source = jsonfields.text(record, "source")
        if source not in TAKEN:
            raise Unreadable("E121", 0, " or ".join(TAKEN), excerpt(source))
        amount = jsonfields.number(record, "count", 0) if "count" in record else NO_AMOUNT
        group = self._cards(line, record) if "cards" in record else Group()
        if source == "pile":
            return with_cards(Op(int(Kind.TAKE_PILE), amount=amount), group)
        return with_cards(Op(int(Kind.TAKE_PACKET), target=PACKETS.index(source), amount=amount), group)

    def _meld(self, line: Line, record: Record) -> Op:
        side = self.game.side(jsonfields.text(record, "team"), 0) if "team" in record else NO_SIDE
        op = Op(int(Kind.MELD), side=side, target=self._label(record, "label"))
        return with_cards(op, self._cards(line, record))

    def _discard(self, line: Line, record: Record) -> Op:
        op = self._plain(Kind.DISCARD, line, record)
        if len(op.cards) != 1:
            raise Unreadable("E127", 0, "exactly one card", str(len(op.cards)))
        return op

    def _special(self, line: Line, record: Record) -> Op:
        name = jsonfields.text(record, "name")
        if not is_name(name):
            raise Unreadable("E125", 0, "the name of a special hand", excerpt(name))
        return with_cards(Op(int(Kind.SPECIAL), text=name), self._cards(line, record))

    def _view(self, _line: Line, record: Record) -> Op:
        viewer = self.game.seat(jsonfields.text(record, "viewer"), 0)
        return Op(int(Kind.VIEW), seat=viewer, amount=self.game.seat(jsonfields.text(record, "viewed"), 0))

    def _merge(self, _line: Line, record: Record) -> Op:
        target, into = self._label(record, "label"), self._label(record, "into")
        if not target or not into:
            raise Unreadable("E120", 0, "label and into, two labels", excerpt(record.get("into")))
        return Op(int(Kind.MERGE), target=target, amount=into)

    def _ask(self, _line: Line, record: Record) -> Op:
        answer = ANSWERS.get(jsonfields.text(record, "answer"))
        if answer is None:
            raise Unreadable("E123", 0, "yes, no or ?", excerpt(record["answer"]))
        return Op(int(Kind.ASK), amount=answer)

    def _check(self, _line: Line, record: Record) -> Op:
        kind = CHECKS.get(jsonfields.text(record, "what"))
        if kind is None:
            raise Unreadable("E126", 0, "hand, pile or stock", excerpt(record["what"]))
        return Op(kind, amount=jsonfields.number(record, "count", 0))


ACTS: dict[str, Callable[[Records, Line, Record], Op]] = {
    "draw": lambda self, line, record: self._plain(Kind.DRAW, line, record),
    "bonus": lambda self, line, record: self._plain(Kind.BONUS, line, record),
    "show": lambda self, line, record: self._plain(Kind.SHOW, line, record),
    "out": lambda self, line, record: Op(int(Kind.OUT), amount=int(record.get("concealed") is True)),
    "illegible": lambda self, line, record: Op(int(Kind.ILLEGIBLE)),
    "take": Records._take, "meld": Records._meld, "discard": Records._discard, "special": Records._special,
    "view": Records._view, "merge": Records._merge, "ask": Records._ask, "check": Records._check,
}  # fmt: skip


def _source_line(record: Record) -> object:
    """The line of the text that a record was made from; None where it does not say."""
    source = record.get("src")
    return source[0] if isinstance(source, list) and source else None


def _word(record: Record, key: str) -> str:
    """A field that is one word of a line; a whole number will do."""
    value = jsonfields.get(record, key)
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else jsonfields.as_text(value, key)
    if not text or any(character.isspace() for character in text):
        raise BadField(f"one word for {key}", text)
    return text


def _header(record: Record) -> str:
    text = f"{jsonfields.text(record, 'key')}: {jsonfields.text(record, 'value')}"
    if len(text) > lines.MAX_LINE:
        raise BadField(f"at most {lines.MAX_LINE:,} characters in a header", f"{len(text):,}")
    return text


def _extension(record: Record) -> str:
    raw = record.get("raw")
    text = raw if isinstance(raw, str) and raw.startswith("@x-") else f"@x-{_word(record, 'name')} {raw or ''}"
    if "\n" in text or "\r" in text or len(lines.first_word(text)) < len("@x-n"):
        raise BadField("a private line @x-name", text)
    return text.rstrip()
