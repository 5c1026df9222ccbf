"""Options that are lists, maps or rows, as the flat arrays the kernel reads: by card kind or by count.

Owns the translation only.  Single numbers and words are read in `replay.ruleset`; what a value means is the rules'.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from data.cards import BLACK, RANKS, RED, Deck
from data.options import options
from replay import codes
from replay.kernel_rules import Rules

_WHEN = {
    "always": codes.BAN_ALWAYS, "round1": codes.BAN_FIRST_ROUND, "until_each_side_has_sevens": codes.BAN_UNTIL_SEVENS,
}  # fmt: skip
_DEMANDS = {"": codes.DEMAND_NONE, "canasta": codes.DEMAND_CANASTA, "natural": codes.DEMAND_NATURAL}


def set_tables(rules: Rules, deck: Deck, values: Mapping[str, object]) -> None:
    """Fill the arrays of `rules` from resolved option values; the roles of the cards must be known by now."""
    bans = {str(row[0]): _WHEN[str(row[1])] for row in _rows(values["discard_ban"])}
    rules.discard_ban = _bans(rules, deck, bans)
    rules.last_discard_ban = _bans(rules, deck, dict.fromkeys(_words(values["last_discard_ban"]), 1))
    rules.band_demand = array("i", [_DEMANDS[str(row[2]) if len(row) > 2 else ""] for row in _rows(values["bands"])])
    rules.demands = int(any(rules.band_demand))
    prices = _map(values["special_hands"])
    for place, name in enumerate(options()["special_hands"].values):
        rules.special_points[1 + place] = prices.get(name, 0)
    barred = _words(values["empty_pile_barred"])
    rules.empty_pile_bar = _bans(rules, deck, dict.fromkeys(barred, 1))
    rules.empty_pile_dead, rules.empty_pile_barred = int("dead" in barred), int(bool(barred))
    rules.talon_size = array("i", [int(str(size)) for size in _words(values["talon_sizes"])])
    rules.stop_table = by_count(_map(values["black3_bonus_table"]))
    rules.short_seq_length, rules.short_seq_points = _two(values["short_seq_penalty"])
    rules.sevens_held, rules.sevens_held_points = _two(values["sevens_hand_penalty"])


def by_count(table: Mapping[str, int]) -> array[int]:
    """Points for 0, 1, 2, ... of something."""
    most = max((int(key) for key in table), default=0)
    return array("i", [table.get(str(count), 0) for count in range(1 + most)])


def _bans(rules: Rules, deck: Deck, bans: Mapping[str, int]) -> array[int]:
    """For each exact card what bars its discard; a card that is only partly known is barred where all it may be are."""
    marks = array("i", [0] * rules.kinds)
    for kind in deck.kinds:
        found = {_mark(rules, deck, exact, bans) for exact in deck.covers[kind.id]}
        marks[kind.id] = found.pop() if len(found) == 1 else 0
    return marks


def _mark(rules: Rules, deck: Deck, exact: int, words: Mapping[str, int]) -> int:
    return next((mark for word, mark in words.items() if _is_called(rules, deck, exact, word)), 0)


def _is_called(rules: Rules, deck: Deck, exact: int, word: str) -> bool:
    """Whether an exact card goes by the word of an option: `wild`, `red3`, `black3` or the code of a rank."""
    card = deck.kinds[exact]
    if word == "wild":
        return rules.role[exact] == codes.WILD
    if word in ("red3", "black3"):
        return card.rank == codes.THREE and card.colour == (RED if word == "red3" else BLACK)
    return card.rank == RANKS.get(word, -1)


def _words(value: object) -> Sequence[str]:
    assert isinstance(value, Iterable), value
    return [str(word) for word in value]


def _rows(value: object) -> Sequence[Sequence[object]]:
    assert isinstance(value, (list, tuple)), value
    return value


def _map(value: object) -> dict[str, int]:
    assert isinstance(value, Mapping), value
    return {str(key): int(worth) for key, worth in value.items()}


def _two(value: object) -> tuple[int, int]:
    """A pair of numbers; none for an empty list."""
    assert isinstance(value, (list, tuple)), value
    return (int(value[0]), int(value[1])) if len(value) > 1 else (0, 0)
