"""A situation at the table that somebody asks about: read from CGN, changed card by card, and written as CGN again.

Owns what the position lab holds.  Knows no rule and no widget; a situation is a position and the turn played in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from data.actions import BONUS_TARGET, LABEL_BASE, PACKETS, Kind, Status
from data.cards import RANK_CODES, Deck, deck_named
from data.events import Events, Game
from ingest.run import read_text, spell
from replay.review import MeldView, TableView

LONGEST = 6000  # characters of a situation
SEATS = {2: "NS", 3: "NES", 4: "NESW", 5: "NESWV", 6: "NESWUV", 7: "NESWUVX", 8: "NESWUVXY"}
_TURN = re.compile(r"\s*(?:\d+\.\s*)?\S+\s*(?P<play>.*?)\s*(?:;.*)?\Z")
MOST_PROBLEMS = 5
LETTERS = {"sequence": "s", "wild": "w"}  # what labels of these melds begin with


PLAYS = {
    "draw": "Play: draw", "lay new": "Play: begin a meld", "lay on": "Play: add to that meld",
    "lay out": "Play: lay out a red three", "discard": "Play: discard",
}  # fmt: skip


class Lot(NamedTuple):
    """Cards of a side on the table as kind ids; `label` is what names the meld where the cards do not (`s1:`, `6:`)."""

    cards: tuple[int, ...]
    label: str = ""


@dataclass(slots=True)
class Situation:
    """All that is known of a table, by letters of seats and sides; hidden cards of a hand are `?`.

    `play` are the operations of the turn as they are written.
    """

    rules: str = "classic"
    options: str = ""
    deck: str = "french"
    seats: tuple[str, ...] = ("N", "E", "S", "W")
    teams: dict[str, tuple[str, ...]] = field(default_factory=lambda: {"A": ("N", "S"), "B": ("E", "W")})
    to_move: str = "N"
    sits_out: tuple[str, ...] = ()
    scores: dict[str, int] = field(default_factory=dict)
    hands: dict[str, list[int]] = field(default_factory=dict)
    table: dict[str, list[Lot]] = field(default_factory=dict)
    bonus: dict[str, list[int]] = field(default_factory=dict)
    packets: dict[str, list[int]] = field(default_factory=dict)  # by what the line begins with: `foot N`
    pile: list[int] = field(default_factory=list)
    stock: int | None = None
    play: str = ""

    @property
    def cards(self) -> Deck:
        return deck_named(self.deck)

    # -- as text

    def text(self) -> str:
        """The situation as CGN."""
        teams = " ".join(f"{name}={','.join(seats)}" for name, seats in self.teams.items())
        totals = " ".join(f"{name}={self.scores.get(name, 0)}" for name in self.teams)
        lines = ["@cgn 1", "", "@game lab", f"rules: {self.rules}", f"options: {self.options}".rstrip(),
                 f"seats: {' '.join(self.seats)}", f"teams: {teams}", "",
                 f"@hand 1 position=yes {totals} turn={self.to_move}"]  # fmt: skip
        lines[-1] += f" sits={','.join(self.sits_out)}" * bool(self.sits_out)
        lines += [f"holds {seat} {self._apart(hand)}" for seat, hand in self.hands.items() if hand]
        lines += [f"{place} {self._apart(cards)}" for place, cards in self.packets.items() if cards]
        for name in self.teams:
            lots = [lot.label + self._together(lot.cards) for lot in self.table.get(name, ())]
            lots += [f"!{self._together(cards)}" for cards in (self.bonus.get(name),) if cards]
            lines += [f"table {name} {' '.join(lots)}"] * bool(lots)
        lines += [f"pile {self._apart(self.pile)}"] * bool(self.pile)
        lines += [f"stock ?x{self.stock}"] * bool(self.stock)
        lines += [f"1. {self.to_move} {self.play}"] * bool(self.play)
        return "\n".join(lines) + "\n"

    def _apart(self, cards: Sequence[int]) -> str:
        """Cards with blanks between them, those nobody knows counted at the end."""
        known = [self.cards.code(card) for card in cards if card != self.cards.unknown]
        hidden = len(cards) - len(known)
        return " ".join([*known, *[f"?x{hidden}"] * bool(hidden)])

    def _together(self, cards: Iterable[int]) -> str:
        return "".join(self.cards.code(card) for card in cards)

    # -- card by card

    def zones(self) -> dict[str, str]:
        """Where cards can be put: the key of each place, and what it is called."""
        places = {f"hand {seat}": f"Hand of {seat}" for seat in (self.to_move, *self.seats)}
        places |= {"pile": "Pile, on top"}
        for name in self.teams:
            places |= {f"new {name}": f"New meld of {name}"}
            places |= {f"meld {name} {n}": f"Meld {self._together(lot.cards)} of {name}"
                       for n, lot in enumerate(self.table.get(name, ()))}  # fmt: skip
            places |= {f"bonus {name}": f"Laid out by {name}"}
        return places | PLAYS

    def put(self, zone: str, card: int) -> tuple[Situation, str]:
        """The situation with one more card in a zone, and the zone that is meant from now on."""
        changed, (word, *rest) = deepcopy(self), zone.split()
        code = self.cards.code(card)
        if word == "hand":
            changed.hands.setdefault(rest[0], []).append(card)
        elif word == "pile":
            changed.pile.append(card)
        elif word == "bonus":
            changed.bonus.setdefault(rest[0], []).append(card)
        elif word == "new":
            melds = changed.table.setdefault(rest[0], [])
            melds.append(Lot((card,)))
            zone = f"meld {rest[0]} {len(melds) - 1}"
        elif word == "meld":
            meld = changed.table[rest[0]][int(rest[1])]
            changed.table[rest[0]][int(rest[1])] = meld._replace(cards=(*meld.cards, card))
        else:
            changed.play = _played(self.play, zone, code)
            zone = "lay on" if zone == "lay new" else zone
        return changed, zone

    def take_back(self, zone: str) -> Situation:
        """The situation without the last card of a zone; of the play, without the last operation."""
        changed, (word, *rest) = deepcopy(self), zone.split()
        if word in ("hand", "bonus"):
            cards = (changed.hands if word == "hand" else changed.bonus).get(rest[0], [])
            del cards[-1:]
        elif word == "pile":
            del changed.pile[-1:]
        elif word in ("meld", "new"):
            melds = changed.table.get(rest[0], [])
            number = int(rest[1]) if word == "meld" else len(melds) - 1
            if 0 <= number < len(melds):
                melds[number] = Lot(melds[number].cards[:-1], melds[number].label)
                changed.table[rest[0]] = [meld for meld in melds if meld.cards]
        else:
            changed.play = " ".join(self.play.split()[:-1])
        return changed

    def with_seats(self, count: int, sides: str) -> Situation:
        """Another number of players, and who plays with whom (the option `sides`); what lay on the table is gone."""
        seats = tuple(SEATS[count])
        groups = int(sides.partition("x")[0]) if re.fullmatch(r"\d+x\d+", sides) else count
        teams = {"ABCDEFGH"[n]: seats[n::groups] for n in range(groups)}
        return replace(Situation(), rules=self.rules, deck=self.deck, seats=seats, teams=teams, to_move=seats[0])


def _played(play: str, zone: str, code: str) -> str:
    """The play with one more card: drawn, discarded, or added to the meld that is being laid."""
    if zone == "draw":
        return f"+{code} {play}".strip()
    before = {"discard": " -", "lay out": " !", "lay on": ""}.get(zone, " ")
    return f"{play}{before}{code}".strip()


# -- reading -----------------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A situation with the events it was read from: `setting` is the last row before the play, `last` its last one."""

    situation: Situation
    events: Events
    game: Game
    setting: int
    last: int


def read(text: str) -> tuple[Asked | None, list[str]]:
    """What a text asks, and what of it cannot be read; raw text."""
    if len(text) > LONGEST:
        return None, [f"This is longer than {LONGEST} characters; the lab takes one position and one turn."]
    reading = read_text(text)
    problems = [f"{_place(text, m.line, m.column)}: {m.sentence}" for m in reading.messages if m.is_error]
    if reading.format != "cgn" or len(reading.games) != 1:
        return None, ["One game with one position is wanted, in CGN as docs/NOTATION.md describes it."]
    game, events = reading.games[0], reading.events
    deals = [row for row in range(game.first, game.last) if events.kind[row] == Kind.DEAL_START]
    if len(deals) != 1 or not game.seats or not game.sides:
        return None, problems[:MOST_PROBLEMS] or ["One deal is wanted, with the seats and who plays with whom."]
    if problems:
        return None, problems[:MOST_PROBLEMS]
    acts = [row for row in range(deals[0], game.last) if events.kind[row] >= Kind.DRAW]
    setting = acts[0] - 1 if acts else game.last - 1
    return Asked(_situation(events, game, text, acts), events, game, setting, game.last - 1), []


def _place(text: str, line: int, column: int) -> str:
    """Where something cannot be read: in the play, which has a field of its own, or in a line of the text."""
    lines = text.rstrip().splitlines()
    is_turn = line == len(lines) and lines[-1].lstrip()[:1].isdigit()
    played = _TURN.match(lines[-1]) if is_turn else None
    if played and column > played.start("play"):
        return f"the play, character {column - played.start('play')}"
    return f"line {line}, character {column}"


def _situation(events: Events, game: Game, text: str, acts: Sequence[int]) -> Situation:
    s = Situation(game.rules, game.header("options") or "", game.deck, game.seats)
    s.teams = {side.name: tuple(game.seats[seat] for seat in side.seats) for side in game.sides}
    s.scores = {game.sides[claim.side].name: claim.amount for claim in game.claims if claim.item == "carried"}
    s.to_move = game.seats[0]
    for row in range(game.first, game.last):
        _take_in(s, events, game, row)
    lines = {events.line[row] for row in acts}
    if lines:
        found = _TURN.match(text.splitlines()[max(lines) - 1])
        s.play = found["play"] if found else ""
    return s


def _take_in(s: Situation, events: Events, game: Game, row: int) -> None:
    """One row of the setting."""
    kind, cards = events.kind[row], events.cards_of(row)
    seat, side = events.seat[row], events.side[row]
    if kind == Kind.DEAL_START:
        words = dict(word.partition("=")[::2] for word in (events.text_of(row) or "").split())
        s.to_move = words["turn"] if words.get("turn") in game.seats else s.to_move
    elif kind == Kind.SIT_OUT and 0 <= seat < len(game.seats):
        s.sits_out += (game.seats[seat],)
    elif kind in (Kind.HOLDS, Kind.DEALT) and 0 <= seat < len(game.seats):
        s.hands.setdefault(game.seats[seat], []).extend(cards)
    elif kind == Kind.PACKET and 0 <= seat < len(game.seats):
        s.packets.setdefault(f"{PACKETS[events.target[row]]} {game.seats[seat]}", []).extend(cards)
    elif kind == Kind.TABLE and 0 <= side < len(game.sides):
        name = game.sides[side].name
        if events.target[row] == BONUS_TARGET:
            s.bonus.setdefault(name, []).extend(cards)
        else:
            s.table.setdefault(name, []).append(Lot(tuple(cards), _label(events.target[row])))
    elif kind in (Kind.PILE, Kind.TURN_UP):
        s.pile += cards
    elif kind == Kind.STOCK:
        s.stock = (s.stock or 0) + len(cards)


def _label(target: int) -> str:
    """What stands before a meld that is named."""
    if target >= LABEL_BASE:
        kind, number = divmod(target - LABEL_BASE, 10)
        return f"{chr(ord('a') + kind)}{number}:"
    return f"{RANK_CODES[target]}:" if target in RANK_CODES else ""


# -- out of a game that is looked at -----------------------------------------------------------------------------------


def from_table(view: TableView, game: Game, shown: Iterable[int], play: str = "") -> Situation:
    """The table of a game as a situation; hands of seats that are not `shown` are counted only, and so are second
    hands, which their owners have not seen, unless all are.
    """
    deck, seen = deck_named(game.deck), set(shown)
    s = Situation(game.rules, game.header("options") or "", game.deck, game.seats)
    s.teams = {side.name: tuple(game.seats[seat] for seat in side.seats) for side in game.sides}
    s.to_move = game.seats[view.to_move if view.to_move >= 0 else max(view.seat, 0)]
    s.sits_out = tuple(letter for letter, seat in zip(game.seats, view.seats, strict=True) if seat.sits_out)
    s.scores = {side.name: side.score for side in view.sides}
    for number, seat in enumerate(view.seats):
        packets = {PACKETS[place]: cards for place, cards in seat.packets.items()}
        if len(seen) < len(view.seats):
            packets = {place: [deck.unknown] * len(cards) for place, cards in packets.items()}
        known = seat.hand if number in seen else []
        hand = [*known, *[deck.unknown] * max(seat.size - len(known), 0)]
        if not hand and packets and "+" + next(iter(packets)) not in play:  # it is taken up before anything else
            hand = packets.pop(next(iter(packets)))
        s.hands[game.seats[number]] = hand
        s.packets |= {f"{place} {game.seats[number]}": cards for place, cards in packets.items()}
        if seat.bonus:
            s.bonus.setdefault(view.sides[seat.side].name, []).extend(seat.bonus)
    for side in view.sides:
        free = {letter: _free(side.melds, letter) for letter in LETTERS.values()}
        s.table[side.name] = [
            Lot(tuple(meld.cards), _label(meld.label) or _named(meld.kind, free)) for meld in side.melds
        ]
    s.pile = list(view.pile)
    s.stock = view.stock if view.stock >= 0 else None
    s.play = play
    return s


def play_of(events: Events, game: Game, rows: Iterable[int]) -> str:
    """The operations of one turn of a game as they are written in CGN."""
    turn = Events()
    turn.add(Kind.DEAL_START, deal=1)
    for row in rows:
        if Kind.DRAW <= events.kind[row] < Kind.COUNT_HAND:
            turn.add(
                Kind(events.kind[row]), deal=1, turn=1, seat=events.seat[row], side=events.side[row],
                cards=events.cards_of(row), roles=events.roles_of(row), target=events.target[row],
                amount=events.amount[row], text=events.text_of(row), status=Status(events.status[row]),
            )  # fmt: skip
    lines = spell(turn, replace(game, headers=[], first=0, last=len(turn)))
    found = _TURN.match(lines[-1]) if len(turn) > 1 else None
    return found["play"] if found else ""


def _free(melds: Iterable[MeldView], letter: str) -> Iterator[str]:
    """Labels of a letter that no meld of a side bears."""
    borne = {_label(meld.label) for meld in melds}
    return (label for n in range(1, 10) if (label := f"{letter}{n}:") not in borne)


def _named(kind: str, free: Mapping[str, Iterator[str]]) -> str:
    """A meld that neither its cards nor the log names needs a label."""
    return next(free[LETTERS[kind]], "") if kind in LETTERS else ""
