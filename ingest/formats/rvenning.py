"""Reader of the logs of rvenning/canasta: 2 players, 3 players cutthroat, 4 players in pairs.

Owns how that program's lines become events; judges nothing.  What to know of the format:

* Hands are logged after red threes were replaced: DEALT rows carry `settled=yes`, and the red threes stand as BONUS
  rows of turn 0 that were never in those hands and need no replacement.
* `stock` has its next card last; `pile` its top last.  Draws list the cards in order, replacements included.
* `refused` lines are attempts that the program did not let through: REFUSED rows, with its sentence as a comment.
* Each score line belongs to one side; with three players each seat is a side, whatever partnership was formed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar

from data.actions import (
    ANSWER_NO,
    ANSWER_UNKNOWN,
    ANSWER_YES,
    NO_SIDE,
    NO_TARGET,
    Kind,
    Status,
)
from data.events import Reading
from ingest.formats import jsonfields, jsonlog
from ingest.formats.gamelog import GameLog, Setup, alone_or_in_pairs
from ingest.formats.jsonfields import BadField, Record

NAME = "rvenning"
PROGRAM = re.compile(rb'"program"\s*:\s*"rvenning/canasta')

RANKS = {1: 16, **{n: n for n in range(2, 11)}, 11: 13, 12: 14, 13: 15}
SUIT_LETTERS = {"C": "c", "D": "d", "H": "h", "S": "s"}
DEFAULT_CARDS = [f"{s}{r}" for s in "CDHS" for r in ("A", *range(2, 11), "J", "Q", "K")] + ["J1", "J2"]


class _Log(GameLog):
    FORMAT: ClassVar[str] = NAME
    DEAL_KEY: ClassVar[str] = "handNo"
    SHEET: ClassVar[Mapping[str, str]] = {
        "cards": "melded", "nat": "naturalCanastas", "mix": "mixedCanastas", "canastas": "canastaBonus",
        "bonus": "redThreeScore", "out": "goingOut", "hand": "inHand", "sum": "total",
    }  # fmt: skip
    FRESH: ClassVar[frozenset[str]] = frozenset(("match", "events", "deal", "end"))

    def __init__(self, reading: Reading, line: int) -> None:
        super().__init__(reading, line)
        self.kinds: list[int] = []
        self.draw_count = 1
        self.asked = -1
        # Meld id -> the side in front of which it lies; ids are the program's, new in every deal.
        self.owners: dict[int, int] = {}

    def handlers(self) -> dict[str, Callable[[Record], bool]]:
        return {
            "match": self._match, "events": self._note, "deal": self._deal, "cmd": self._command,
            "refused": self._refused, "handScored": self._scored, "end": self._end,
        }  # fmt: skip

    # -- the game and its deals

    def _match(self, record: Record) -> bool:
        setup = jsonfields.inner(record, "setup")
        rules = jsonfields.inner(setup, "rules")
        players = jsonfields.number(rules, "players", 2, 4)
        names = [jsonfields.text(seat, "name") for seat in jsonfields.records(setup, "seats")]
        if len(names) != players:
            raise BadField(f"{players} seats", len(names))
        options: dict[str, object] = {
            "hand_size": jsonfields.number(rules, "dealSize", 1, 30),
            "stock_draw": jsonfields.number(rules, "drawCount", 1, 9),
            "out_canastas": jsonfields.number(rules, "canastasToGoOut", 0, 9),
            "target": jsonfields.number(rules, "target", 0),
        }
        pairs = jsonfields.text(rules, "partnership") == "fixed"
        if players == 3:
            # Its three-handed game: partners keep their melds apart, and an empty stock ends nothing by itself.
            options |= {"partner_melds_merge": False, "stock_end": "play_on_forced"}
        seed = jsonfields.number(setup, "seed", 0)
        kinds = self._card_kinds(record)
        self.kinds = kinds
        self.draw_count = int(str(options["stock_draw"]))
        sides = alone_or_in_pairs(players) if pairs else [(seat,) for seat in range(players)]
        ruleset = "classic_3_cutthroat-108" if players == 3 else "classic-108"
        self.begin_game(record, Setup(ruleset, options, names, sides), seed)
        return True

    def _card_kinds(self, record: Record) -> list[int]:
        """Card kind by the program's card id."""
        names = jsonfields.text(record, "cardIds").split() if "cardIds" in record else DEFAULT_CARDS * 2
        kinds = [
            jsonfields.JOKER
            if name in ("J1", "J2")
            else jsonfields.exact_card(name[1:], SUIT_LETTERS.get(name[:1], "?"))
            for name in names
        ]
        if 0 in kinds:
            raise BadField("the names of cards", names[kinds.index(0)])
        return kinds

    def _note(self, record: Record) -> bool:
        jsonfields.items(record, "events")
        return False

    def _deal(self, record: Record) -> bool:
        seats = len(self.game.seats)
        number = jsonfields.number(record, "handNo", 1)
        dealer = self.seat(record, "dealer")
        hands = [self._cards(hand, "hands") for hand in jsonfields.items(record, "hands", seats)]
        bonus = [self._cards(row, "redThrees") for row in jsonfields.items(record, "redThrees", seats)]
        pile = self._cards(jsonfields.get(record, "pile"), "pile")
        stock = self._cards(jsonfields.get(record, "stock"), "stock")
        scores = self.side_numbers(record, "scores")
        self.begin_deal(dealer, scores, deal=number)
        self.owners, self.asked = {}, -1
        self.lay_out(hands, pile, stock[::-1])
        self.bonus_by_seat(bonus)
        return True

    # -- plays

    def _command(self, record: Record) -> bool:
        command = jsonfields.inner(record, "cmd")
        kind = jsonfields.text(command, "t")
        if kind == "nextHand":
            return False
        self.must_be_open(record)
        seat = self.seat(command, "seat")
        told = {
            event.get("e"): event for event in jsonfields.records(record, "events") if isinstance(event.get("e"), str)
        }
        if kind == "answer":
            return self._answer(command)
        play = {"draw": self._draw, "take": self._take, "meld": self._melds, "discard": self._discard,
                "ask": self._ask}.get(kind)  # fmt: skip
        if play is None:
            raise BadField("a known command", kind)
        play(seat, record, command)
        if "out" in told:
            self.act(Kind.OUT, seat, amount=int(jsonfields.flag(told["out"], "concealed")))
        if kind == "discard" or "out" in told:
            self.sizes(seat, jsonfields.inner(record, "after"), "pileN")
            self.end_turn()
        return True

    def _draw(self, seat: int, record: Record, command: Record) -> None:
        self.draw_rows(seat, self._cards(jsonfields.get(record, "drawn"), "drawn"), self._laid(record))

    def _laid(self, record: Record) -> list[int]:
        """Red threes that a play laid."""
        laid = [event for event in jsonfields.records(record, "events") if event.get("e") == "redThree"]
        return [self._card(jsonfields.get(event, "card")) for event in laid]

    def _take(self, seat: int, record: Record, command: Record) -> None:
        pile = self._cards(jsonfields.get(record, "pile"), "pile")
        groups = self._groups(command)
        bonus = self._laid(record)
        placed = self._placed(record)
        self.act(Kind.TAKE_PILE, seat, amount=len(pile), cards=pile)
        self._meld_rows(seat, groups)
        for card in bonus:
            self.act(Kind.BONUS, seat, cards=[card])
        self._remember(seat, placed)

    def _melds(self, seat: int, record: Record, command: Record) -> None:
        groups = self._groups(command)
        placed = self._placed(record)
        self._meld_rows(seat, groups)
        self._remember(seat, placed)

    def _discard(self, seat: int, record: Record, command: Record) -> None:
        self.act(Kind.DISCARD, seat, cards=[self._card(jsonfields.get(command, "card"))])

    def _ask(self, seat: int, record: Record, command: Record) -> None:
        self.act(Kind.ASK, seat, amount=ANSWER_UNKNOWN)
        self.asked = len(self.reading.events)

    def _answer(self, command: Record) -> bool:
        """The answer completes the row of the question; it has no row of its own."""
        answer = ANSWER_YES if jsonfields.flag(command, "yes") else ANSWER_NO
        events = self.reading.events
        if self.asked < 0 or events.kind[self.asked] != Kind.ASK:
            raise BadField("an answer to a question", "no question before it")
        events.amount[self.asked] = answer
        self.asked = -1
        return True

    def _refused(self, record: Record) -> bool:
        command = jsonfields.inner(record, "cmd")
        kind = jsonfields.text(command, "t")
        seat = self.seat(command, "seat")
        if kind == "draw":
            self._attempt(Kind.DRAW, seat, cards=[jsonfields.UNKNOWN] * self.draw_count)
        elif kind == "discard":
            self._attempt(Kind.DISCARD, seat, cards=[self._card(jsonfields.get(command, "card"))])
        elif kind == "ask":
            self._attempt(Kind.ASK, seat, amount=ANSWER_UNKNOWN)
        elif kind == "take":
            size = jsonfields.number(jsonfields.inner(record, "ctx"), "pileN", 0)
            self._attempt(Kind.TAKE_PILE, seat, amount=size)
            self._meld_rows(seat, self._groups(command), Status.REFUSED)
        elif kind == "meld":
            self._meld_rows(seat, self._groups(command), Status.REFUSED)
        else:
            raise BadField("a known command", kind)
        self.act(Kind.COMMENT, seat, text=jsonfields.text(record, "error"))
        return True

    def _attempt(self, kind: Kind, seat: int, *, amount: int | None = None, cards: list[int] | None = None) -> None:
        columns: dict[str, object] = {} if amount is None else {"amount": amount}
        self.act(kind, seat, cards=cards or [], status=Status.REFUSED, **columns)

    def _meld_rows(self, seat: int, groups: list[Group], status: Status = Status.PLAYED) -> None:
        """One row per group; side and label are stated where the cards alone would not tell the meld."""
        for rank, cards, into in groups:
            owner = self.owners.get(into, NO_SIDE)
            foreign = owner not in (NO_SIDE, self.side_of(seat))
            named = foreign or not jsonfields.has_natural(cards, rank) or (into >= 0 and status == Status.REFUSED)
            # Wild cards alone (rank 2) are an attempt at a meld of their own: no label could name it.
            target = rank if named and rank != RANKS[2] else NO_TARGET
            side = owner if foreign else NO_SIDE
            self.act(Kind.MELD, seat, cards=cards, target=target, side=side, status=status)

    def _groups(self, command: Record) -> list[Group]:
        return [
            (
                RANKS[jsonfields.number(group, "rank", 1, 13)],
                self._cards(jsonfields.get(group, "cards"), "cards"),
                jsonfields.number(group, "into", 0) if "into" in group else -1,
            )
            for group in jsonfields.records(command, "groups")
        ]

    def _placed(self, record: Record) -> list[int]:
        """Ids of the melds that a play created."""
        melds = [event for event in jsonfields.records(record, "events") if event.get("e") == "meld"]
        placed = [row for event in melds for row in jsonfields.records(event, "placed")]
        return [jsonfields.number(row, "meld", 0) for row in placed if row.get("created") is True]

    def _remember(self, seat: int, created: list[int]) -> None:
        self.owners |= dict.fromkeys(created, self.side_of(seat))

    # -- scores

    def _scored(self, record: Record) -> bool:
        score = jsonfields.inner(record, "score")
        reason = jsonfields.text(score, "endReason")
        if reason not in ("out", "stock"):
            raise BadField("out or stock for endReason", reason)
        sheets = [self.figures(line) for line in jsonfields.records(score, "lines")]
        self.close_deal(reason, sheets, self.side_numbers(record, "scores"))
        return True

    def _end(self, record: Record) -> bool:
        over = jsonfields.text(record, "phase") == "matchEnd"
        self.end_game(self.side_numbers(record, "scores"), record.get("winner"), over=over)
        return True

    # -- cards

    def _card(self, value: object) -> int:
        return self.kinds[jsonfields.as_number(value, "a card", 0, len(self.kinds) - 1)]

    def _cards(self, value: object, name: str) -> list[int]:
        return [self._card(card) for card in jsonfields.as_list(value, name)]


Group = tuple[int, list[int], int]


sniff, read = jsonlog.door(PROGRAM, _Log)
