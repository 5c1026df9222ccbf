"""Reader of the logs of feudalism-dev/Canasta: classic games of 2 and 4, and Hand and Foot.

Owns how that program's lines become events; judges nothing.  What to know of the format:

* Hands are logged after red threes were laid and replaced (`settled=yes`); dealt red threes are listed by team:
  BONUS rows of turn 0 where the team is one player, else TABLE rows of the side.
* `stock` has its next card first; the pile its top last.  `drawn` lists the cards in order, replacements included.
* A take lists the cards used from the hand in one heap; to which melds the wild cards went is read from the sizes
  of the melds afterwards, which every line states.
* The program states who went out when it scores the deal: the OUT row stands in that line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from data.actions import Kind, Status
from data.cards import RANKS
from data.events import Reading
from ingest.formats import jsonfields, jsonlog
from ingest.formats.feudalism_options import options_of
from ingest.formats.gamelog import FOOT, GameLog, Setup, alone_or_in_pairs
from ingest.formats.jsonfields import BadField, Record, deck_card, deck_cards, is_wild, rank_of
from ingest.formats.meldlabels import WILD, target

NAME = "feudalism"
PROGRAM = re.compile(rb'"program"\s*:\s*"feudalism-dev/Canasta')
OVER = ("roundEnd", "matchEnd")


class _Meld(NamedTuple):
    rank: int
    size: int
    wilds: int


class _Log(GameLog):
    FORMAT: ClassVar[str] = NAME
    DEAL_KEY: ClassVar[str] = "round"
    SHEET: ClassVar[Mapping[str, str]] = {
        "cards": "cardPoints", "canastas": "canastaBonus", "bonus": "redThreeScore", "out": "goingOut",
        "hand": "handPenalty", "sum": "total",
    }  # fmt: skip

    def __init__(self, reading: Reading, line: int) -> None:
        super().__init__(reading, line)
        # The melds of each side as the last line stated them, in the order in which they were begun.
        self.melds: list[list[_Meld]] = []

    def handlers(self) -> dict[str, Callable[[Record], bool]]:
        return {
            "match": self._match, "deal": self._deal, "move": self._move,
            "rejected": self._rejected, "roundScore": self._scored, "end": self._end,
        }  # fmt: skip

    # -- the game and its deals

    def _match(self, record: Record) -> bool:
        config = jsonfields.inner(record, "config")
        names = [jsonfields.as_text(name, "names") for name in jsonfields.items(record, "names")]
        if len(names) not in (2, 4):
            raise BadField("2 or 4 names", len(names))
        variant = jsonfields.text(config, "variant")
        if variant not in ("canasta", "handAndFoot", "handAndFootHouse"):
            raise BadField("a known variant", variant)
        options = options_of(config, feet=variant != "canasta")
        packs = jsonfields.number(config, "deckCount", 1, 8)
        rules = f"{'classic' if variant == 'canasta' else 'handfoot'}-{54 * packs}"
        setup = Setup(rules, options, names, alone_or_in_pairs(len(names)))
        self.begin_game(record, setup, jsonfields.number(record, "seed", 0))
        return True

    def _deal(self, record: Record) -> bool:
        seats, sides = len(self.game.seats), len(self.game.sides)
        number = jsonfields.number(record, "round", 1)
        dealer = self.seat(record, "dealer")
        hands = [deck_cards(hand, "hands") for hand in jsonfields.items(record, "hands", seats)]
        feet = [deck_cards(foot, "feet") for foot in jsonfields.items(record, "feet", seats)]
        bonus = [deck_cards(row, "redThrees") for row in jsonfields.items(record, "redThrees", sides)]
        pile = deck_cards(jsonfields.get(record, "discard"), "discard")
        stock = deck_cards(jsonfields.get(record, "stock"), "stock")
        scores = self.side_numbers(record, "scores")
        self.begin_deal(dealer, scores, deal=number)
        self.melds = [[] for _ in range(sides)]
        self.lay_out(hands, pile, stock, feet=feet)
        for side, cards in enumerate(bonus):
            if cards:
                self.settled_bonus(side, cards)
        return True

    # -- plays

    def _move(self, record: Record) -> bool:
        self.must_be_open(record)
        seat = self.seat(record, "player")
        after = jsonfields.inner(record, "after")
        melds = self._melds(after)
        move = jsonfields.inner(record, "move")
        kind = jsonfields.text(move, "kind")
        laid = self._laid(record, seat)
        if kind == "drawStock":
            self.draw_rows(seat, deck_cards(record.get("drawn", []), "drawn"), laid)
        elif kind == "discard":
            self.act(Kind.DISCARD, seat, cards=[deck_card(jsonfields.get(move, "cardId"))])
        else:
            self._melding(seat, kind, record, melds[self.side_of(seat)])
        if any(event.startswith("FOOT|") for event in self._told(record)):
            self.act(Kind.TAKE_PACKET, seat, target=FOOT)
        if kind != "drawStock":
            # Red threes found in a taken pile or a foot, and the cards drawn for them.
            self.draw_rows(seat, deck_cards(record.get("stockPopped", []), "stockPopped"), laid)
        self._end_move(seat, kind, after)
        self.melds = melds
        return True

    def _melding(self, seat: int, kind: str, record: Record, melds: list[_Meld]) -> None:
        """The rows of a play that lays cards; `melds` are the side's melds after it."""
        move = jsonfields.inner(record, "move")
        cards = deck_cards(jsonfields.get(move, "cardIds"), "cardIds")
        if kind == "addToMeld":
            self._meld_row(seat, cards, jsonfields.number(move, "meldIndex", 0), melds)
        elif kind == "meld":
            groups = (
                [deck_cards(group, "groups") for group in jsonfields.items(move, "groups")] if "groups" in move else []
            )
            for group, place in self._placed(seat, groups or [cards], melds):
                self._meld_row(seat, group, place, melds)
        elif kind == "takePile":
            pile = deck_cards(jsonfields.get(record, "pile"), "pile")
            # The line shows the whole pile; a house rule leaves what lies below the top seven.
            pile = pile[jsonfields.number(jsonfields.inner(record, "after"), "discardN", 0, len(pile)) :]
            self.act(Kind.TAKE_PILE, seat, amount=len(pile), cards=pile)
            groups = self._split(seat, pile[-1:] + cards, melds)
            for group, place in self._placed(seat, groups, melds):
                self._meld_row(seat, group, place, melds)
        else:
            raise BadField("a known kind of move", kind)

    def _split(self, seat: int, heap: list[int], melds: list[_Meld]) -> list[list[int]]:
        """A heap of cards as one group per rank, each with as many wild cards as its meld gained."""
        wilds = [card for card in heap if is_wild(card)]
        gained = {melds[place].rank: self._gain(seat, place, melds).wilds for place in self._changed(seat, melds)}
        groups = []
        for rank in dict.fromkeys(rank_of(card) for card in heap if not is_wild(card)):
            count = gained.get(rank, 0)
            groups.append([card for card in heap if rank_of(card) == rank] + wilds[:count])
            wilds = wilds[count:]
        if wilds:
            raise BadField("melds that gained every wild card of the take", f"{len(wilds)} left")
        return groups

    def _placed(self, seat: int, groups: list[list[int]], melds: list[_Meld]) -> list[tuple[list[int], int]]:
        """Each group with the place of its meld: of the changed melds, the first of its rank not yet given away."""
        left = self._changed(seat, melds)
        placed = []
        for cards in groups:
            rank = _rank(cards)
            place = next((place for place in left if melds[place].rank == rank), -1)
            if place < 0:
                raise BadField("a meld that grew by these cards", len(cards))
            left.remove(place)
            placed.append((cards, place))
        return placed

    def _changed(self, seat: int, melds: list[_Meld]) -> list[int]:
        return [place for place in range(len(melds)) if self._gain(seat, place, melds).size]

    def _gain(self, seat: int, place: int, melds: list[_Meld]) -> _Meld:
        before = self.melds[self.side_of(seat)]
        old = before[place] if place < len(before) else _Meld(0, 0, 0)
        now = melds[place]
        return _Meld(now.rank, now.size - old.size, now.wilds - old.wilds)

    def _meld_row(self, seat: int, cards: list[int], place: int, melds: list[_Meld]) -> None:
        self.act(Kind.MELD, seat, cards=cards, target=target([meld.rank for meld in melds], place, cards))

    def _laid(self, record: Record, seat: int) -> list[int]:
        if "redThreesLaid" not in record:
            return []
        rows = jsonfields.items(record, "redThreesLaid", len(self.game.sides))
        return deck_cards(rows[self.side_of(seat)], "redThreesLaid")

    def _told(self, record: Record) -> list[str]:
        return [jsonfields.as_text(event, "events") for event in jsonfields.items(record, "events")]

    def _melds(self, after: Record) -> list[list[_Meld]]:
        rows = jsonfields.items(after, "melds", len(self.game.sides))
        return [[_meld(meld) for meld in jsonfields.as_list(row, "melds")] for row in rows]

    def _end_move(self, seat: int, kind: str, after: Record) -> None:
        over = jsonfields.text(after, "phase") in OVER
        if kind == "discard" or over:
            self.sizes(seat, after, "discardN")
        if kind == "discard" and not over:
            self.end_turn()

    def _rejected(self, record: Record) -> bool:
        seat = self.seat(record, "player")
        move = jsonfields.inner(record, "move")
        error = jsonfields.text(record, "error")
        kind = jsonfields.text(move, "kind")
        if kind == "discard":
            card = deck_card(jsonfields.get(move, "cardId"))
            self.act(Kind.DISCARD, seat, cards=[card], status=Status.REFUSED)
        elif kind in ("meld", "addToMeld", "takePile"):
            if kind == "takePile":
                self.act(Kind.TAKE_PILE, seat, status=Status.REFUSED)
            for cards in _by_rank(deck_cards(jsonfields.get(move, "cardIds"), "cardIds")):
                wild = target([WILD], 0, cards) if _rank(cards) == WILD else 0
                self.act(Kind.MELD, seat, cards=cards, target=wild, status=Status.REFUSED)
        self.act(Kind.COMMENT, seat, text=error)
        return True

    # -- scores

    def _scored(self, record: Record) -> bool:
        lines = jsonfields.records(record, "breakdown")
        # The stock ran out: -1.
        out = jsonfields.number(record, "wentOutPlayer", -1, len(self.game.seats) - 1)
        if out >= 0 and len(lines) == len(self.game.sides):
            # Concealed is not stated; it shows in what going out was paid.
            concealed = jsonfields.number(lines[self.side_of(out)], "goingOut") > 100
            self.act(Kind.OUT, out, amount=int(concealed))
        sheets = [self.figures(line) for line in lines]
        self.close_deal("stock" if out < 0 else "out", sheets, self.side_numbers(record, "scores"))
        return True

    def _end(self, record: Record) -> bool:
        over = jsonfields.text(record, "phase") == "matchEnd"
        self.end_game(self.side_numbers(record, "scores"), record.get("winnerTeam"), over=over)
        return True


def _rank(cards: Sequence[int]) -> int:
    """The rank of a group: that of its first natural card, WILD if it has none."""
    return next((rank_of(card) for card in cards if not is_wild(card)), WILD)


def _by_rank(cards: list[int]) -> list[list[int]]:
    """A refused heap as one group per rank; the wild cards stay with the first, for want of a better word."""
    wilds = [card for card in cards if is_wild(card)]
    ranks = list(dict.fromkeys(rank_of(card) for card in cards if not is_wild(card)))
    groups = [[card for card in cards if rank_of(card) == rank] for rank in ranks]
    if not groups:
        return [wilds] if wilds else []
    return [groups[0] + wilds, *groups[1:]]


def _meld(value: object) -> _Meld:
    """A meld written as rank:size:wilds, with `:c` behind it when it is a canasta."""
    parts = jsonfields.as_text(value, "melds").split(":")
    if len(parts) < 3 or not all(part.isdecimal() and len(part) < 4 for part in parts[1:3]):
        raise BadField("a meld as rank:size:wilds", value)
    rank = WILD if parts[0] == "WILD" else RANKS.get({"10": "T"}.get(parts[0], parts[0]), -1)
    if rank < 0:
        raise BadField("the rank of a meld", parts[0])
    return _Meld(rank, int(parts[1]), int(parts[2]))


sniff, read = jsonlog.door(PROGRAM, _Log)
