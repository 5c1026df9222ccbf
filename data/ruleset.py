"""Rulesets: which value every option has in a game, where that comes from, and whether it is sourced or assumed.

Owns names, inheritance, the choice by number of players and the options of one game.  The meaning of a value is the
engine's; files are found by `data.ruleset_store` and read by `data.ruleset_file`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from data.options import Option, OptionError, Setting, Value, apply, options, to_text
from data.options import resolve as resolve_option
from data.ruleset_file import RulesetError, RulesetFile, Stated
from data.ruleset_store import aliases, canonical_name, chain_of, names, stamp, validate

__all__ = ["Difference", "Resolved", "Ruleset", "RulesetError", "Stated", "aliases", "alternatives", "canonical_name",
           "diff", "load", "names", "resolve", "validate"]  # fmt: skip

IN_GAME = "the game's options"
SHOWN_BY_THE_LOG = frozenset({"deck", "players", "sides", "direction"})
_HEADER = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_-]*?)(?:-(?P<cards>\d+))?(?:@(?P<revision>\S+))?\Z")
_HECKADECK_CARDS = 161
_PACK = 52


@dataclass(frozen=True)
class Ruleset:
    """One ruleset by name: the chain of files it is built from, root first, and what they state together."""

    name: str
    title: str
    family: str
    summary: str
    revision: str
    chain: tuple[str, ...]
    values: Mapping[str, Stated]

    @property
    def extends(self) -> str:
        return self.chain[-2] if len(self.chain) > 1 else ""


@dataclass(frozen=True)
class Resolved:
    """The rules of one game: every option has a value here.

    `unknown` are option names of the game that mean nothing to us: any would-be illegal play is then in doubt.
    """

    name: str
    title: str
    family: str
    revision: str
    players: int
    values: Mapping[str, Stated]
    unknown: tuple[str, ...] = ()
    stated: tuple[Setting, ...] = field(default=())

    def __getitem__(self, option: str) -> Value:
        return self.values[option].value

    @cached_property
    def assumed(self) -> frozenset[str]:
        """Options whose value nobody states for this game."""
        return frozenset(name for name, stated in self.values.items() if not stated.sourced)

    def alternatives(self, option: str) -> tuple[Value, ...]:
        """The other values an assumed option may have in truth; empty for a sourced one."""
        return alternatives(options()[option], self.values[option])

    @cached_property
    def cards(self) -> int:
        """Number of cards in the whole deck."""
        return _cards(self.values)

    @cached_property
    def hash(self) -> str:
        """16 hex digits that change when any value, or its standing as sourced or assumed, changes."""
        return _hash(self.values)


class Difference(NamedTuple):
    """One option that two rulesets value differently."""

    option: str
    first: Stated
    second: Stated


def alternatives(option: Option, stated: Stated) -> tuple[Value, ...]:
    """Values an assumed value may be instead: those listed with it, else all others, else those usual elsewhere."""
    if stated.sourced:
        return ()
    if stated.alternatives:
        others: Iterable[object] = stated.alternatives
    elif option.type == "bool":
        others = (True, False)
    elif option.type == "choice":
        others = option.values
    else:
        others = option.usual_values()
    return tuple(value for value in others if value != stated.value)  # type: ignore[misc]


def _hash(values: Mapping[str, Stated]) -> str:
    known = options()
    lines = {
        name: [
            to_text(known[name], stated.value),
            stated.sourced,
            *sorted(to_text(known[name], other) for other in alternatives(known[name], stated)),
        ]
        for name, stated in values.items()
        if not known[name].log_only
    }
    return hashlib.sha256(json.dumps(lines, sort_keys=True).encode()).hexdigest()[:16]


def _cards(values: Mapping[str, Stated]) -> int:
    number = {name: values[name].value for name in ("packs", "jokers")}
    packs, jokers = int(str(number["packs"])), int(str(number["jokers"]))
    if values["deck"].value == "heckadeck":
        return packs * (_HECKADECK_CARDS - (not values["wheel_card"].value))
    extra = values["extra_cards"].value
    return packs * _PACK + jokers + (sum(extra.values()) if isinstance(extra, dict) else 0)


@cache
def _defaults() -> dict[str, Stated]:
    return {name: Stated(option.default_value(), "default") for name, option in options().items()}


def load(name: str) -> Ruleset:
    """The ruleset of that name or alias, for its usual number of players; RulesetError where there is none."""
    chain = chain_of(name)
    values = _merge(chain, 0)
    last = chain[-1]
    family = next(read.family for read in reversed(chain) if read.family)
    return Ruleset(last.name, last.title, family, last.summary, last.revision, tuple(r.name for r in chain), values)


def title(name: str) -> str:
    """What the ruleset of that name or alias is called; RulesetError where there is none."""
    return chain_of(name)[-1].title


def _merge(chain: list[RulesetFile], players: int) -> dict[str, Stated]:
    """What the files state together, over the defaults; a later file overrules an earlier one."""
    values = dict(_defaults())
    for read in chain:
        if read.inherits == "assumed":
            # What no file speaks of is no part of these games, and what the log itself shows is no question.
            stated_so_far = {name for other in chain[: chain.index(read)] for name in other.values} - SHOWN_BY_THE_LOG
            values = {
                name: replace(stated, sourced=stated.sourced and name not in stated_so_far)
                for name, stated in values.items()
            }
        values.update(read.values)
        values = _with_settings(values, read.parts, read.name, confirm=False)
    return {
        name: replace(stated, value=stated.by_players[players]) if players in stated.by_players else stated
        for name, stated in values.items()
    }


def _with_settings(
    values: dict[str, Stated], settings: Iterable[Setting], source: str, *, confirm: bool
) -> dict[str, Stated]:
    """`values` with settings made.  `confirm`: an option set as a whole counts as sourced from then on."""
    settings = list(settings)
    plain = apply({name: stated.value for name, stated in values.items()}, settings)
    result = dict(values)
    for setting in settings:
        before = values[setting.option]
        if not setting.part:
            result[setting.option] = Stated(plain[setting.option], source)
            continue
        # A stated part says nothing of the rest: what was assumed stays so, with the part in every alternative.
        others = tuple(apply({setting.option: other}, [setting])[setting.option] for other in before.alternatives)
        sourced = result[setting.option].sourced
        result[setting.option] = replace(
            before, value=plain[setting.option], source=f"{before.source}; {source}", sourced=sourced,
            alternatives=() if confirm and sourced else others, by_players={},
        )  # fmt: skip
    return result


def resolve(
    rules: str, players: int = 0, game_options: Iterable[tuple[str, object]] | Mapping[str, object] = (), *,
    sides: int = 0,
) -> Resolved:  # fmt: skip
    """The rules of one game from its `rules:` header, number of seats (0 = the usual), options and number of sides.

    RulesetError: no such ruleset, not for so many players, not that many cards, or options that contradict each
    other or have impossible values.  Unknown option names are listed in the result.
    """
    pairs = tuple(game_options.items() if isinstance(game_options, Mapping) else game_options)
    typed = tuple((name, type(raw), raw) for name, raw in pairs)
    try:
        hash(typed)
    except TypeError:  # a list or table, from a case file; logs write words
        return _resolve(rules, players, sides, pairs)
    return _remembered(rules, players, sides, typed, stamp())


@lru_cache(maxsize=256)
def _remembered(
    rules: str, players: int, sides: int, typed: tuple[tuple[str, type, object], ...], _stamp: object
) -> Resolved:
    """A million games of a server have a handful of headers."""
    return _resolve(rules, players, sides, tuple((name, raw) for name, _, raw in typed))


def _resolve(rules: str, players: int, sides: int, game_options: Iterable[tuple[str, object]]) -> Resolved:
    header = _HEADER.match(rules.strip())
    if header is None:
        raise RulesetError("rules", "NAME[-CARDS][@REVISION]", repr(rules))
    chain = _for_players(chain_of(header["name"]), players, sides)
    family = next(read.family for read in reversed(chain) if read.family)
    values = _merge(chain, players)
    settings, unknown = _settings(game_options, family)
    try:
        values = _with_settings(values, settings, IN_GAME, confirm=True)
    except OptionError as error:
        raise RulesetError(f"options: {error.where}", error.expected, error.found) from error
    values = _for_seats(values, players or int(str(values["players"].value)), {setting.option for setting in settings})
    if header["cards"] and int(header["cards"]) != _cards(values):
        raise RulesetError("rules", f"{_cards(values)} cards", header["cards"])
    named = chain[-1]
    seats = players or int(str(values["players"].value))
    return Resolved(named.name, named.title, family, header["revision"] or named.revision, seats, values,
                    tuple(unknown), tuple(settings))  # fmt: skip


def _for_seats(values: dict[str, Stated], seats: int, stated: set[str]) -> dict[str, Stated]:
    """What follows from the number of seats: packs and jokers, unless the game states them."""
    result = {**values, "players": replace(values["players"], value=seats)}
    by = values["packs_by"].value
    if by != "stated" and "packs" not in stated:
        result["packs"] = replace(values["packs_by"], value=seats + (by == "players_plus_1"), alternatives=())
    each = int(str(values["jokers_per_pack"].value))
    if each and "jokers" not in stated:
        jokers = each * int(str(result["packs"].value))
        result["jokers"] = replace(values["jokers_per_pack"], value=jokers, alternatives=())
    return result


def _settings(game_options: Iterable[tuple[str, object]], family: str) -> tuple[list[Setting], list[str]]:
    settings: list[Setting] = []
    unknown: list[str] = []
    for name, raw in game_options:
        try:
            meant = resolve_option(name, raw, family)
        except OptionError as error:
            raise RulesetError(f"options: {name}", error.expected, error.found) from error
        if meant is None:
            unknown.append(name)
        else:
            settings.extend(meant)
    return settings, unknown


def _for_players(chain: list[RulesetFile], players: int, sides: int) -> list[RulesetFile]:
    """The chain with what holds for so many seats put in, right after the file that says so.

    `bicycle` with two seats is classic, classic_2, bicycle: the form for two, as far as bicycle leaves it.
    """
    usual, seats = _seats(chain)
    if not players or players == usual or players in seats:
        return chain
    offered = {usual, *seats}
    for place in range(len(chain) - 1, -1, -1):
        ways = chain[place].by_players.get(players)
        if ways:
            form = chain_of(ways.get(sides) or next(iter(ways.values())))
            known = {read.name for read in chain}
            added = [read for read in form if read.name not in known]
            return [*chain[: place + 1], *added, *chain[place + 1 :]]
        offered.update(chain[place].by_players)
        if "players" in chain[place].values:
            break  # made for so many players: the forms of what it builds on are none of its own
    raise RulesetError(f"{chain[-1].name}: seats", " or ".join(map(str, sorted(offered))) + " players", str(players))


def _seats(chain: list[RulesetFile]) -> tuple[int, frozenset[int]]:
    """The usual number of seats, and those for which the files give values of their own."""
    stated = next((read.values["players"] for read in reversed(chain) if "players" in read.values), None)
    if stated is None:
        return int(str(_defaults()["players"].value)), frozenset()
    return int(str(stated.value)), frozenset(stated.by_players)


def diff(first: Mapping[str, Stated], second: Mapping[str, Stated]) -> list[Difference]:
    """The options on which two rulesets differ in value, in the order of options.toml."""
    return [
        Difference(name, first[name], second[name])
        for name in options()
        if name in first and name in second and first[name].value != second[name].value
    ]
