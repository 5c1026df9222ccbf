"""What makes two records the same: hashes of games, of their plays, and of the cards dealt.

Owns the definition of those hashes, which are in every lake.  Compares nothing itself; `ingest` decides what is a
duplicate.  Positions in the source (line, column) never enter a hash, so a game moved to another file keeps its keys.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from operator import sub
from typing import NamedTuple

from data.actions import Kind
from data.cards import Deck, deck_named
from data.events import Events, Game

PLAYS_COLUMNS = ("deal", "seat", "side", "kind", "status", "target", "amount")
RECORD_COLUMNS = (*PLAYS_COLUMNS, "turn")
FIRST_SPOKEN = Kind.COUNT_HAND  # kinds from here on are said about the play
REMARKS = (Kind.COMMENT, Kind.EXTENSION, Kind.SEAL)

ENOUGH_CARDS = 12  # with so many cards named, two different games cannot have the same plays by chance
ENOUGH_DEALT = 20

_PLAYS = bytes(kind < FIRST_SPOKEN for kind in range(256))
_RECORD = bytes(kind not in REMARKS for kind in range(256))
_DEALT = bytes(kind == Kind.DEALT for kind in range(256))
_WANTED = re.compile(rb"\x01+")

Runs = list[tuple[int, int]]


class Keys(NamedTuple):
    """The hashes of one game in hex; `plays` is empty where too few cards are named to tell games apart."""

    game: str
    plays: str
    record: str


def keys_of(events: Events, game: Game) -> Keys:
    """The keys of one game, whose events are rows `game.first` to `game.last`."""
    deck = deck_named(game.deck)
    record = _hash_of_record(events, game)
    names = [game.players.get(seat, "") for seat in game.seats]
    key = _digest(record.encode(), _spelt([game.id, game.header("date") or "", *names]))
    plays = _hash_of_plays(events, game) if _named_cards(events, game, deck) >= ENOUGH_CARDS else ""
    return Keys(key, plays, record)


def _hash_of_plays(events: Events, game: Game) -> str:
    runs = _runs(events, game, _PLAYS)
    names: list[str] = []
    if Kind.SPECIAL in events.kind[game.first : game.last]:
        names = [events.text_of(i) or "" for i in range(game.first, game.last) if events.kind[i] == Kind.SPECIAL]
    return _digest(_columns(events, runs, PLAYS_COLUMNS), _cards(events, runs), _spelt(names))


def _hash_of_record(events: Events, game: Game) -> str:
    runs = _runs(events, game, _RECORD)
    claims = (f"{c.deal} {c.side} {c.amount} {c.item} {c.claimant}" for c in game.claims)
    rules = [game.rules, game.deck, game.view, *game.seats, *map(str, game.sides), *map("=".join, game.options)]
    return _digest(
        _columns(events, runs, RECORD_COLUMNS),
        _cards(events, runs),
        _spelt(_placed(events, events.text, runs)),
        _spelt(_placed(events, events.time, runs)),
        _spelt(claims),
        _spelt(rules),
    )


def _placed(events: Events, column: array[int], runs: Runs) -> Iterator[str]:
    """The words of the rows that have any, each with its place among the rows."""
    rows = enumerate(index for first, last in runs for index in column[first:last])
    return (f"{place} {events.texts[index]}" for place, index in rows if index >= 0)


def deal_hashes(events: Events, game: Game) -> list[tuple[int, str]]:
    """Number and hash of each deal whose hands are all known by rank, in order of the log.

    Suits are left out, because one table may have written them and the other not.
    """
    ranks = [kind.rank for kind in deck_named(game.deck).kinds]
    hands: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for first, last in _runs(events, game, _DEALT):
        for i in range(first, last):
            hands[events.deal[i]][events.seat[i]] += (ranks[kind] for kind in events.cards_of(i))
    found = []
    for deal, by_seat in hands.items():
        cards = [rank for hand in by_seat.values() for rank in hand]
        if all(cards) and len(cards) >= ENOUGH_DEALT:
            words = (f"{seat} {sorted(hand)}" for seat, hand in sorted(by_seat.items()))
            found.append((deal, _digest(_spelt(words))))
    return found


def _named_cards(events: Events, game: Game, deck: Deck) -> int:
    unnamed = bytes(kind.id for kind in deck.kinds if not kind.rank)
    cards = events.cards[events.card_start[game.first] : events.card_start[game.last]]
    return len(cards.tobytes().translate(None, unnamed))


def _runs(events: Events, game: Game, wanted: bytes) -> Runs:
    """First and last row of each stretch of events of the game whose kinds are wanted."""
    mask = bytes(array("B", events.kind[game.first : game.last])).translate(wanted)
    return [(game.first + run.start(), game.first + run.end()) for run in _WANTED.finditer(mask)]


def _columns(events: Events, runs: Runs, names: Sequence[str]) -> bytes:
    return b"".join(_bytes(getattr(events, name)[first:last]) for name in names for first, last in runs)


def _cards(events: Events, runs: Runs) -> bytes:
    """Cards, roles and readings, each after the number of them per event; nothing for what no event has."""
    parts = []
    for starts, values in (
        (events.card_start, events.cards),
        (events.role_start, events.roles),
        (events.reading_start, events.readings),
    ):
        held = b"".join(values[starts[first] : starts[last]].tobytes() for first, last in runs)
        parts.append(len(held).to_bytes(8, "little"))
        if held:
            parts += [_bytes(array("i", map(sub, starts[a + 1 : b + 1], starts[a:b]))) for a, b in runs]
            parts.append(held)
    return b"".join(parts)


def _bytes(column: array[int]) -> bytes:
    if sys.byteorder == "big":
        column.byteswap()
    return column.tobytes()


def _spelt(words: Iterable[str]) -> bytes:
    """Words one after the other, each with its length, so that no two lists are spelt alike."""
    return "".join(f"{len(word)}:{word}" for word in words).encode("utf-8", "surrogatepass")


def _digest(*parts: bytes) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()
