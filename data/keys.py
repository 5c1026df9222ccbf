"""What makes two records the same: hashes of games, of their plays, and of the cards dealt.

Owns the definition of those hashes, which are in every lake.  Compares nothing itself; `ingest` decides what is a
duplicate.  Positions in the source (line, column) never enter a hash, so a game moved to another file keeps its keys.
"""

from __future__ import annotations

import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import compress
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
    mask = _mask(events, game, _PLAYS)
    names = (events.text_of(i) or "" for i in range(game.first, game.last) if events.kind[i] == Kind.SPECIAL)
    return _digest(_columns(events, game, mask, PLAYS_COLUMNS), _cards(events, game, mask), _spelt(names))


def _hash_of_record(events: Events, game: Game) -> str:
    mask = _mask(events, game, _RECORD)
    rows = compress(range(game.first, game.last), mask)
    words = (word or "" for i in rows for word in (events.text_of(i), events.time_of(i)))
    claims = (f"{c.deal} {c.side} {c.amount} {c.item} {c.claimant}" for c in game.claims)
    rules = [game.rules, game.deck, game.view, *game.seats, *map(str, game.sides), *map("=".join, game.options)]
    return _digest(
        _columns(events, game, mask, RECORD_COLUMNS),
        _cards(events, game, mask),
        _spelt(words),
        _spelt(claims),
        _spelt(rules),
    )


def deal_hashes(events: Events, game: Game) -> list[tuple[int, str]]:
    """Number and hash of each deal whose hands are all known by rank, in order of the log.

    Suits are left out, because one table may have written them and the other not.
    """
    ranks = [kind.rank for kind in deck_named(game.deck).kinds]
    hands: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for i in compress(range(game.first, game.last), _mask(events, game, _DEALT)):
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


def _mask(events: Events, game: Game, wanted: bytes) -> bytes:
    """One byte per event of the game: whether its kind is wanted."""
    return bytes(array("B", events.kind[game.first : game.last])).translate(wanted)


def _columns(events: Events, game: Game, mask: bytes, names: Sequence[str]) -> bytes:
    return b"".join(_bytes(compress(getattr(events, name)[game.first : game.last], mask)) for name in names)


def _cards(events: Events, game: Game, mask: bytes) -> bytes:
    """Cards, roles and readings of the game with the number of each per event; other kinds of events have none."""
    parts = []
    for starts, values in (
        (events.card_start, events.cards),
        (events.role_start, events.roles),
        (events.reading_start, events.readings),
    ):
        bounds = starts[game.first : game.last + 1]
        parts.append(_bytes(compress(map(sub, bounds[1:], bounds), mask)))
        parts.append(values[bounds[0] : bounds[-1]].tobytes())
    return b"".join(parts)


def _bytes(numbers: Iterable[int]) -> bytes:
    column = array("i", numbers)
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
