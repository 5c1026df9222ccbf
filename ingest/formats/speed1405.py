"""Reader of the logs of speed1405/canasta-app: 2 and 3 players alone, 4 players in pairs.

Owns how that program's lines become events; judges nothing.  What to know of the format:

* Hands are logged after red threes were laid and replaced (`settled=yes`); the dealer is not named, only who begins.
* `stock` has its next card first; the pile its top last.
* Melds are kept by player, also in pairs: two partners may have a meld of one rank each, told apart by labels.
* Taking the pile and laying its top card are two lines, and nothing obliges to the second.
* An action without effect (`noop`) is a comment; a game that cannot go on ends with `stuck`.
* The configuration is not logged: what a variant plays is in VARIANTS below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar

from data.actions import NO_SEAT, Kind
from data.events import Reading
from ingest.formats import jsonfields, jsonlog
from ingest.formats.gamelog import GameLog, Setup, alone_or_in_pairs
from ingest.formats.jsonfields import BadField, Record, is_wild, rank_of
from ingest.formats.meldlabels import WILD, target

NAME = "speed1405"
PROGRAM = re.compile(rb'"program"\s*:\s*"speed1405/canasta-app')

REASONS = {"wentOut": "out", "stockEmpty": "stock"}
DRAW_COUNT = 2
# Of every variant; what no option can say (no minimum for a take) is left to the findings.
HOUSE: dict[str, object] = {
    "stock_draw": DRAW_COUNT,
    "target": 5000,
    "set_max_wilds": 100,
    "wild_ratio": "le",
    "upcard_cover": "none",
    "upcard_wild_freezes": False,
    "stock_end": "last_drawer",
    "last_bonus_card": "play_on",
    "concealed_extra": 0,
    "ask_partner": "none",
    "pile_top_must_meld": False,
    "opening_single_meld": True,
}
VARIANTS: dict[str, tuple[str, int, dict[str, object]]] = {
    "2p": ("classic-108", 2, {"hand_size": 15, "out_canastas": 1}),
    "3p": ("classic_3-108", 3, {"hand_size": 13, "out_canastas": 1}),
    "4p-partnership": ("classic-108", 4, {"hand_size": 11, "out_canastas": 2, "dup_sets": True}),
}


class _Log(GameLog):
    FORMAT: ClassVar[str] = NAME
    DEAL_KEY: ClassVar[str] = "round"
    SHEET: ClassVar[Mapping[str, str]] = {
        "cards": "meldPoints", "canastas": "canastaPoints", "bonus": "red3Points", "out": "goingOutBonus",
        "hand": "handPenalty", "sum": "total",
    }  # fmt: skip

    def __init__(self, reading: Reading, line: int) -> None:
        super().__init__(reading, line)
        # Per side, owner (a seat) and rank of each meld in the order in which they were begun.
        self.melds: list[list[tuple[int, int]]] = []

    def handlers(self) -> dict[str, Callable[[Record], bool]]:
        return {
            "match": self._match, "deal": self._deal, "action": self._action,
            "stuck": self._stuck, "roundScore": self._scored, "end": self._end,
        }  # fmt: skip

    # -- the game and its deals

    def _match(self, record: Record) -> bool:
        rules, players, options = jsonfields.known(record, "variant", VARIANTS)
        names = [jsonfields.as_text(name, "players") for name in jsonfields.items(record, "players", players)]
        if len(set(names)) != players:
            raise BadField("players with names of their own", names)
        setup = Setup(rules, options | HOUSE, names, alone_or_in_pairs(players))
        self.begin_game(record, setup, jsonfields.number(record, "seed", 0))
        return True

    def _deal(self, record: Record) -> bool:
        seats = len(self.names)
        number = jsonfields.number(record, "round", 1)
        self.named(record, "first")
        hands = [_cards(hand, "handsAfterRed3") for hand in jsonfields.items(record, "handsAfterRed3", seats)]
        bonus = [_cards(row, "red3s") for row in jsonfields.items(record, "red3s", seats)]
        pile, stock = (_cards(jsonfields.get(record, key), key) for key in ("pile", "stock"))
        self.begin_deal(NO_SEAT, self._scores(record, "scores"), deal=number)
        self.melds = [[] for _ in self.game.sides]
        self.lay_out(hands, pile, stock)
        self.bonus_by_seat(bonus)
        return True

    # -- plays

    def _action(self, record: Record) -> bool:
        self.must_be_open(record)
        if record.get("noop") is True:
            return False
        seat = self.named(record, "player")
        action = jsonfields.inner(record, "action")
        kind = jsonfields.text(action, "type")
        after = jsonfields.inner(record, "after")
        begun = -1
        if kind == "drawStock":
            self._draw(seat, record)
        elif kind == "pickUpPile":
            pile = _cards(jsonfields.get(record, "pile"), "pile")
            self.act(Kind.TAKE_PILE, seat, amount=len(pile), cards=pile)
        elif kind == "placeMeld":
            begun = self._new_meld(seat, action)
        elif kind == "addToMeld":
            self._add(seat, action)
        elif kind in ("discard", "goOut"):
            card = jsonfields.get(action, "cardId" if kind == "discard" else "discardCardId")
            self.act(Kind.DISCARD, seat, cards=[_card(card)])
        else:
            raise BadField("a known action", kind)
        self._end_action(seat, kind, after)
        if begun >= 0:
            self.melds[self.side_of(seat)].append((seat, begun))
        return True

    def _new_meld(self, seat: int, action: Record) -> int:
        """Lay a new meld and return its rank."""
        cards = _cards(jsonfields.get(action, "cardIds"), "cardIds")
        rank = next((rank_of(card) for card in cards if not is_wild(card)), WILD)
        ranks = [other for _, other in self.melds[self.side_of(seat)]] + [rank]
        self.act(Kind.MELD, seat, cards=cards, target=target(ranks, len(ranks) - 1, cards))
        return rank

    def _add(self, seat: int, action: Record) -> None:
        cards = _cards(jsonfields.get(action, "cardIds"), "cardIds")
        owner = self.named(action, "playerId")
        side = self.side_of(owner)
        own = [place for place, (who, _) in enumerate(self.melds[side]) if who == owner]
        index = jsonfields.number(action, "meldIndex", 0)
        if index >= len(own):
            raise BadField(f"a meld numbered below {len(own)}", index)
        label = target([rank for _, rank in self.melds[side]], own[index], cards)
        if side == self.side_of(seat):
            self.act(Kind.MELD, seat, cards=cards, target=label)
        else:
            self.act(Kind.MELD, seat, cards=cards, target=label or self.melds[side][own[index]][1], side=side)

    def _draw(self, seat: int, record: Record) -> None:
        """A draw, and the red threes of other hands: one found in a taken pile is laid when somebody next draws.

        Those rows are outside all turns.
        """
        drawn = _cards(jsonfields.get(record, "drawn"), "drawn")
        rows = jsonfields.items(record, "red3sLaid", len(self.names)) if "red3sLaid" in record else []
        laid = [_cards(row, "red3sLaid") for row in rows] or [[] for _ in self.names]
        for who in [seat, *(other for other in range(len(laid)) if other != seat and laid[other])]:
            count = len(laid[who]) + (DRAW_COUNT if who == seat else 0)
            self.draw_rows(who, drawn[:count], laid[who], None if who == seat else 0)
            drawn = drawn[count:]

    def _end_action(self, seat: int, kind: str, after: Record) -> None:
        over = jsonfields.text(after, "phase") == "end"
        if kind in ("discard", "goOut") or over:
            self.sizes(seat, after, "pileN")
        if kind == "discard" and not over:
            self.end_turn()

    def _stuck(self, record: Record) -> bool:
        self.emit(Kind.COMMENT, text=jsonfields.text(record, "note"))
        self.game.status = "unfinished"
        return True

    # -- scores

    def _scored(self, record: Record) -> bool:
        how = jsonfields.known(record, "reason", REASONS)
        sheets = [self.figures(row) for row in jsonfields.records(record, "details")]
        scores = self._scores(record, "score")
        if how == "out":
            self.act(Kind.OUT, self.named(record, "wentOut"), amount=0)
        self.close_deal(how, sheets, scores)
        return True

    def _end(self, record: Record) -> bool:
        over = jsonfields.flag(record, "matchOver")
        scores = self._scores(record, "scores")
        best = [side for side, score in enumerate(scores) if score == max(scores)]
        # No winner is named: it is the side that the scores make it.
        self.end_game(scores, best[0] if len(best) == 1 else None, over=over)
        return True

    def _scores(self, record: Record, key: str) -> list[int]:
        """One total per side; the program repeats a pair's total for each partner."""
        totals = jsonfields.items(record, key, len(self.names))
        return [jsonfields.as_number(totals[side.seats[0]], key) for side in self.game.sides]


def _card(value: object) -> int:
    """The kind of a card written as rank-suit-pack (`10-hearts-0`, `Joker-black-1`)."""
    parts = value.split("-") if isinstance(value, str) else []
    if len(parts) == 3:
        kind = jsonfields.JOKER if parts[0] == "Joker" else jsonfields.exact_card(parts[0], parts[1])
        if kind:
            return kind
    raise BadField("a card as rank-suit-pack", value)


def _cards(value: object, name: str) -> list[int]:
    return [_card(card) for card in jsonfields.as_list(value, name)]


sniff, read = jsonlog.door(PROGRAM, _Log)
