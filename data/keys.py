"""What makes two records the same: hashes of games, of their plays, and of the cards dealt.

Owns the definition of those hashes, which are in every lake.  Compares nothing itself; `ingest` decides what is a
duplicate.  Positions in the source (line, column) never enter a hash, so a game moved to another file keeps its keys.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import compress
from operator import sub
from typing import NamedTuple

from data.actions import Kind
from data.cards import deck_named
from data.events import Events, Game

PLAYS_COLUMNS = ("deal", "seat", "side", "kind", "status", "target", "amount")
RECORD_COLUMNS = (*PLAYS_COLUMNS, "turn")
FIRST_SPOKEN = Kind.COUNT_HAND  # kinds from here on are said about the play
REMARKS = (Kind.COMMENT, Kind.EXTENSION, Kind.SEAL)

WIDTH = array("i").itemsize

ENOUGH_CARDS = 12  # with so many cards named, two different games cannot have the same plays by chance
ENOUGH_DEALT = 20

_PLAYS = bytes(kind < FIRST_SPOKEN for kind in range(256))
_RECORD = bytes(kind not in REMARKS for kind in range(256))
_DEALT = bytes(kind == Kind.DEALT for kind in range(256))
_KEPT = re.compile(rb"\x01+")


Runs = list[tuple[int, int]]


class Keys(NamedTuple):
    """The hashes of one game in hex; `plays` is empty where too few cards are named to tell games apart."""

    game: str
    plays: str
    record: str


def keys_of(events: Events, game: Game) -> Keys:
    """The keys of one game, whose events are rows `game.first` to `game.last`."""
    record = _hash_of_record(events, game)
    names = [game.players.get(seat, "") for seat in game.seats]
    key = _digest(record.encode(), _spelt([game.id, game.header("date") or "", *names]))
    plays = _hash_of_plays(events, game) if _named_cards(events, game) >= ENOUGH_CARDS else ""
    return Keys(key, plays, record)


def _hash_of_plays(events: Events, game: Game) -> str:
    kept = _kept(events, game, _PLAYS)
    names: list[str] = []
    if Kind.SPECIAL in events.kind[game.first : game.last]:
        names = [events.text_of(i) or "" for i in range(game.first, game.last) if events.kind[i] == Kind.SPECIAL]
    return _digest(_columns(events, _runs(game, kept), PLAYS_COLUMNS), _cards(events, game, kept), _spelt(names))


def _hash_of_record(events: Events, game: Game) -> str:
    kept = _kept(events, game, _RECORD)
    claims = [f"{c.deal} {c.side} {c.amount} {c.item} {c.claimant}" for c in game.claims]
    rules = [game.rules, game.deck, game.view, *game.seats, *map(str, game.sides), *map("=".join, game.options)]
    return _digest(
        _columns(events, _runs(game, kept), RECORD_COLUMNS),
        _cards(events, game, kept),
        _spelt(_placed(events, events.text, game, kept)),
        _spelt(_placed(events, events.time, game, kept)),
        _spelt(claims),
        _spelt(rules),
    )


def _kept(events: Events, game: Game, wanted: bytes) -> bytes:
    """1 for each event of the game whose kind is wanted, 0 for the others."""
    lowest = 0 if sys.byteorder == "little" else WIDTH - 1
    kinds = memoryview(events.kind).cast("B")[game.first * WIDTH + lowest : game.last * WIDTH : WIDTH]
    return bytes(kinds).translate(wanted)


def _runs(game: Game, kept: bytes) -> Runs:
    """First and last row of each stretch of events of the game that are kept."""
    return [(game.first + run.start(), game.first + run.end()) for run in _KEPT.finditer(kept)]


def _placed(events: Events, column: array[int], game: Game, kept: bytes) -> list[str]:
    """The words of the rows that have any, each with its place among the rows."""
    rows = enumerate(compress(column[game.first : game.last], kept))
    return [f"{place} {events.texts[index]}" for place, index in rows if index >= 0]


def deal_hashes(events: Events, game: Game) -> list[tuple[int, str]]:
    """Number and hash of each deal whose hands are all known by rank, in order of the log.

    Suits are left out, because one table may have written them and the other not.
    """
    ranks = _ranks(game.deck)
    hands: dict[int, dict[int, bytes]] = {}
    for i in compress(range(game.first, game.last), _kept(events, game, _DEALT)):
        hand = events.cards[events.card_start[i] : events.card_start[i + 1]].tobytes().translate(ranks)
        by_seat = hands.setdefault(events.deal[i], {})
        by_seat[events.seat[i]] = by_seat.get(events.seat[i], b"") + hand
    found = []
    for deal, by_seat in hands.items():
        cards = b"".join(by_seat.values())
        if 0 not in cards and len(cards) >= ENOUGH_DEALT:
            words = [f"{seat} {sorted(hand)}" for seat, hand in sorted(by_seat.items())]
            found.append((deal, _digest(_spelt(words))))
    return found


@lru_cache(maxsize=8)
def _ranks(deck: str) -> bytes:
    """For `bytes.translate`: the rank of each kind of card, 0 where it has none."""
    return bytes(kind.rank for kind in deck_named(deck).kinds).ljust(256, b"\0")


def _named_cards(events: Events, game: Game) -> int:
    cards = events.cards[events.card_start[game.first] : events.card_start[game.last]]
    return len(cards) - cards.tobytes().translate(_ranks(game.deck)).count(0)


def _columns(events: Events, runs: Runs, names: Sequence[str]) -> bytes:
    if sys.byteorder == "big":
        return b"".join(_bytes(getattr(events, name)[first:last]) for name in names for first, last in runs)
    cuts = [(first * WIDTH, last * WIDTH) for first, last in runs]
    views = [memoryview(getattr(events, name)).cast("B") for name in names]
    return b"".join([view[first:last] for view in views for first, last in cuts])


def _cards(events: Events, game: Game, kept: bytes) -> bytes:
    """Cards, roles and readings, each after the number of them per event; nothing for what no event has."""
    parts = []
    for starts, values in (
        (events.card_start, events.cards),
        (events.role_start, events.roles),
        (events.reading_start, events.readings),
    ):
        first, last = starts[game.first], starts[game.last]
        sizes = array("i")
        if last > first:
            bounds = starts[game.first : game.last + 1]
            sizes = array("i", compress(map(sub, bounds[1:], bounds), kept))
        size = sum(sizes)
        parts.append(size.to_bytes(8, "little"))
        if size:
            parts.append(_bytes(sizes))
            if size == last - first:
                parts.append(values[first:last].tobytes())
            else:  # a remark, or what is said of a play, has cards of its own
                parts += [values[starts[a] : starts[b]].tobytes() for a, b in _runs(game, kept)]
    return b"".join(parts)


def _bytes(column: array[int]) -> bytes:
    if sys.byteorder == "big":
        column.byteswap()
    return column.tobytes()


def _spelt(words: Iterable[str]) -> bytes:
    """Words one after the other, each with its length, so that no two lists are spelt alike."""
    return "".join([f"{len(word)}:{word}" for word in words]).encode("utf-8", "surrogatepass")


def _digest(*parts: bytes) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()
