"""The options of all games: their one canonical name each, their other names, and how a written value is understood.

Owns the reading of options.toml.  Which values a ruleset gives them is `data.ruleset`; shapes of values are
`data.option_values`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import msgspec

from data import option_parts as parts
from data.option_values import BELOW, TYPES, OptionError, Value, parse, spelling, to_text

__all__ = ["BELOW", "Compound", "Option", "OptionError", "Setting", "Value", "apply", "canonical", "find", "options",
           "parse", "resolve", "to_text"]  # fmt: skip

FAMILIES = ("classic", "variants", "american", "handfoot", "heckadeck", "notation", "")


class Alias(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Another name of an option, the family that uses it and how its values are spelt there.

    `part` names a part of a map, table or bands; `negate` where points lost are written as a negative number.
    """

    name: str
    family: str = ""
    values: dict[str, object] = {}
    part: str = ""
    negate: bool = False


class Option(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One option as options.toml describes it; `name` and `group` are set on loading."""

    name: str = ""
    group: str = ""
    type: str
    sentence: str
    default: object
    values: list[str] = []
    range: tuple[int, int] = (0, 0)
    words: dict[str, int] = {}
    columns: list[str] = []
    usual: list[object] = []
    aliases: list[Alias] = []
    log_only: bool = False

    def default_value(self) -> Value:
        return parse(self, self.default)

    def usual_values(self) -> list[Value]:
        """Values met in the sources."""
        return [parse(self, value) for value in self.usual]


class Compound(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A name whose values set several options at once."""

    name: str = ""
    family: str = ""
    sentence: str
    values: dict[str, dict[str, object]]


class Setting(NamedTuple):
    """One option, or one `part` of it, set to a value; `name` is how it was written."""

    option: str
    value: Value
    part: str
    name: str


class Match(NamedTuple):
    """What a name means: an option, perhaps under an alias and perhaps a part of it."""

    option: Option
    alias: Alias | None
    part: str


@dataclass(frozen=True)
class _Catalogue:
    options: dict[str, Option]
    compounds: dict[tuple[str, str], Compound]
    aliases: dict[tuple[str, str], tuple[Option, Alias]]


@cache
def _catalogue() -> _Catalogue:
    return read((Path(__file__).parent / "options.toml").read_text(encoding="utf-8"))


def read(text: str) -> _Catalogue:
    """The options of a TOML text; OptionError for a wrong type or default, or a name that is given twice."""
    tables = msgspec.toml.decode(text, type=dict[str, dict[str, object]])
    compounds = msgspec.convert(tables.pop("compound", {}), dict[str, dict[str, Compound]])
    known: dict[str, Option] = {}
    for group, members in tables.items():
        for name, option in msgspec.convert(members, dict[str, Option]).items():
            if option.type not in TYPES or name in known:
                raise OptionError(name, "a new name and one of " + ", ".join(TYPES), option.type)
            option.name, option.group = name, group
            option.default_value()
            known[name] = option
    aliases = _aliases(known)
    named: dict[tuple[str, str], Compound] = {}
    for family, group_of in compounds.items():
        for name, compound in group_of.items():
            compound.name, compound.family = name, family
            if name in known or (name, family) in aliases:
                raise OptionError(name, "one meaning for each name and family", "an option and a compound name")
            named[name, family] = compound
    return _Catalogue(known, named, aliases)


def _aliases(known: dict[str, Option]) -> dict[tuple[str, str], tuple[Option, Alias]]:
    aliases: dict[tuple[str, str], tuple[Option, Alias]] = {}
    for option in known.values():
        for alias in option.aliases:
            taken = (alias.name, alias.family) in aliases or (alias.name in known and alias.name != option.name)
            if taken or alias.family not in FAMILIES:
                raise OptionError(option.name, "one meaning for each name and family", f"{alias.family} {alias.name}")
            aliases[alias.name, alias.family] = (option, alias)
    return aliases


def options() -> dict[str, Option]:
    """All options by canonical name, in the order of options.toml."""
    return _catalogue().options


def compounds() -> list[Compound]:
    return list(_catalogue().compounds.values())


def find(name: str, family: str = "") -> Match | Compound | None:
    """What `name` means in a game of `family`; None for a name nobody uses.

    A family's own meaning goes before the notation's, and that before a name which only another family uses.
    `bonus.wild` and `bands@7000` name a part of an option.
    """
    base, _, part = name.replace("@", ".", 1).partition(".")
    known = _catalogue()
    if base in known.options:
        option = known.options[base]
        spellings = {
            key: value for alias in option.aliases if alias.name == base for key, value in alias.values.items()
        }
        return Match(option, Alias(base, values=spellings), part)
    if part:
        return None
    meanings = {alias_family: place for (alias, alias_family), place in known.aliases.items() if alias == base}
    groups = {at: compound for (called, at), compound in known.compounds.items() if called == base}
    for wanted in (family, "notation", ""):
        if wanted in meanings:
            return Match(*meanings[wanted], meanings[wanted][1].part)
        if wanted in groups:
            return groups[wanted]
    others: list[Match | Compound] = [Match(option, alias, alias.part) for option, alias in meanings.values()]
    others.extend(groups.values())
    return others[0] if len(others) == 1 else None


def canonical(name: str, family: str = "") -> Option | None:
    """The one option a name stands for; None where there is none, or where the name sets several."""
    match = find(name, family)
    return match.option if isinstance(match, Match) else None


def resolve(name: str, raw: object, family: str = "") -> tuple[Setting, ...] | None:
    """What `name = raw` sets; None for an unknown name, OptionError for a value the option does not have."""
    match = find(name, family)
    if match is None:
        return None
    if isinstance(match, Compound):
        return _resolve_compound(match, raw)
    option, alias, part = match
    try:
        if alias is not None:
            raw = alias.values.get(spelling(raw), raw)
            raw = _negated(raw) if alias.negate else raw
        value = parts.parse_part(option, part, raw) if part else parse(option, raw)
    except OptionError as error:
        raise OptionError(name, error.expected + _spellings(alias), error.found) from error
    return (Setting(option.name, value, part, name),)


def _resolve_compound(compound: Compound, raw: object) -> tuple[Setting, ...]:
    word = spelling(raw)
    if word not in compound.values:
        raise OptionError(compound.name, " | ".join(compound.values), repr(raw))
    known = options()
    return tuple(
        Setting(option, parse(known[option], value), "", compound.name)
        for option, value in compound.values[word].items()
    )


def _negated(raw: object) -> object:
    text = spelling(raw)
    return text[1:] if text.startswith(("-", "\u2212")) else raw


def _spellings(alias: Alias | None) -> str:
    return f" (or {', '.join(alias.values)})" if alias is not None and alias.values else ""


def apply(values: Mapping[str, Value], settings: Iterable[Setting]) -> dict[str, Value]:
    """`values` with `settings` made, wholes before parts; OptionError where two settings contradict each other."""
    settings = list(settings)
    _refuse_contradictions(settings)
    result = dict(values)
    known = options()
    for setting in sorted(settings, key=lambda setting: parts.rank(setting.part)):
        if setting.part:
            option = known[setting.option]
            result[setting.option] = parts.put(option, result[setting.option], setting.part, setting.value)
        else:
            result[setting.option] = setting.value
    return result


def _refuse_contradictions(settings: list[Setting]) -> None:
    known = options()
    for one, other in combinations(settings, 2):
        if one.option != other.option or (one.part and other.part and one.part != other.part):
            continue
        option = known[one.option]
        first, second = one.value, other.value
        if one.part != other.part:
            # A whole and a part of it: they agree where the whole does not speak of the part.
            whole, part = (other, one) if one.part else (one, other)
            first, second = parts.part_of(option, whole.value, part.part) or part.value, part.value
        if first != second:
            raise OptionError(
                f"{one.name} and {other.name}", f"one value for {option.name}", f"{one.value} and {other.value}"
            )
