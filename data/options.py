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
from data.option_values import BELOW, TYPES, OptionError, Value, look_up, parse, spelling, to_text

__all__ = ["BELOW", "Compound", "Option", "OptionError", "Setting", "Value", "apply", "canonical", "find", "options",
           "parse", "resolve", "to_text"]  # fmt: skip

FAMILIES = ("classic", "variants", "american", "handfoot", "heckadeck", "notation", "")


class Alias(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Another name of an option, the family that uses it and how its values are spelt there.

    `part` names a part of a map, table or bands; `negate` where points lost are written as a negative number;
    `implies` names further options that a spelling sets; a spelling in `yields` gives way to other names of the same
    option, the higher number first.  A name that ends in `*` stands for all that begin so; the rest is the part.
    The part `+` adds the entries of a map to what the ruleset has, where the name is not meant as the whole map.
    """

    name: str
    family: str = ""
    values: dict[str, object] = {}
    part: str = ""
    negate: bool = False
    implies: dict[str, dict[str, object]] = {}
    yields: dict[str, int] = {}


class Option(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One option as options.toml describes it; `name` and `group` are set on loading."""

    name: str = ""
    group: str = ""
    type: str
    sentence: str
    default: object
    values: list[str] = []
    synonyms: dict[str, str] = {}
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
    """A name whose values set several options at once; any value not listed goes to the options in `otherwise`.

    `also` is what such a value sets besides.
    """

    name: str = ""
    family: str = ""
    sentence: str
    values: dict[str, dict[str, object]] = {}
    otherwise: list[str] = []
    also: dict[str, object] = {}


class Setting(NamedTuple):
    """One option, or one `part` of it, set to a value; `name` is how it was written, `yields` how far it gives way."""

    option: str
    value: Value
    part: str
    name: str
    yields: int = 0


class Match(NamedTuple):
    """What a name means: an option, the spellings its values have under that name, and perhaps a part of it."""

    option: Option
    alias: Alias
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
        return Match(option, _own_spellings(option), part) if not part or parts.is_part(option, part) else None
    if part:
        return None
    if base.startswith("penalty"):
        base, part = "penalty-*", base[len("penalty-") :].replace("-", "_")
    meanings = {alias_family: place for (alias, alias_family), place in known.aliases.items() if alias == base}
    groups = {at: compound for (called, at), compound in known.compounds.items() if called == base}
    for wanted in (family, "notation", ""):
        if wanted in meanings:
            return _match(*meanings[wanted], part)
        if wanted in groups:
            return groups[wanted]
    others: list[Match | Compound | None] = [_match(option, alias, part) for option, alias in meanings.values()]
    others.extend(groups.values())
    return others[0] if len(others) == 1 else None


def _match(option: Option, alias: Alias, part: str) -> Match | None:
    """`part` is what an open name such as `penalty-*` ends in; None if the option has no such part."""
    return Match(option, alias, part or alias.part) if not part or parts.is_part(option, part) else None


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
    spelt = look_up(alias.values, raw)
    meant = raw if spelt is None else alias.values[spelt]
    meant = _negated(meant) if alias.negate else meant
    try:
        made = _values(option, part, meant)
    except OptionError as error:
        raise OptionError(name, error.expected + _spellings(alias), error.found) from error
    yields = alias.yields.get(spelt or "", 0)
    implied = _settings(name, alias.implies.get(spelt or spelling(raw), {}))
    weaker = (setting._replace(yields=setting.yields + 1) for setting in implied)  # what is stated goes before
    return (*(Setting(option.name, value, place, name, yields) for place, value in made), *weaker)


def _values(option: Option, part: str, raw: object) -> list[tuple[str, Value]]:
    """The parts that `raw` gives values to; "" is the option as a whole."""
    if part == "+":
        entries = parse(option, raw)
        return [(str(key), worth) for key, worth in entries.items()] if isinstance(entries, dict) else []
    return [(part, parts.parse_part(option, part, raw) if part else parse(option, raw))]


def _resolve_compound(compound: Compound, raw: object) -> tuple[Setting, ...]:
    spelt = look_up(compound.values, raw)
    if spelt is not None:
        return _settings(compound.name, compound.values[spelt])
    if not compound.otherwise:
        raise OptionError(compound.name, " | ".join(compound.values), repr(raw))
    return _settings(compound.name, {**dict.fromkeys(compound.otherwise, raw), **compound.also})


def _settings(name: str, values: Mapping[str, object]) -> tuple[Setting, ...]:
    made: list[Setting] = []
    for option, raw in values.items():
        made.extend(setting._replace(name=name) for setting in resolve(option, raw) or ())
    return tuple(made)


def _negated(raw: object) -> object:
    text = spelling(raw)
    return text[1:] if text.startswith(("-", "\u2212")) else raw


def _spellings(alias: Alias) -> str:
    return f" (or {', '.join(alias.values)})" if alias.values else ""


def _own_spellings(option: Option) -> Alias:
    """Under its canonical name an option takes the spellings of every family."""
    own = [alias for alias in option.aliases if alias.name == option.name]
    values = {key: value for alias in own for key, value in alias.values.items()}
    implies = {key: value for alias in own for key, value in alias.implies.items()}
    return Alias(option.name, values=values, implies=implies)


def apply(values: Mapping[str, Value], settings: Iterable[Setting]) -> dict[str, Value]:
    """`values` with `settings` made, wholes before parts; OptionError where two settings contradict each other."""
    settings = list(settings)
    _refuse_contradictions(settings)
    result = dict(values)
    known = options()
    for setting in sorted(settings, key=lambda setting: (parts.rank(setting.part), -setting.yields)):
        if setting.part:
            option = known[setting.option]
            result[setting.option] = parts.put(option, result[setting.option], setting.part, setting.value)
        else:
            result[setting.option] = setting.value
    return result


def _refuse_contradictions(settings: list[Setting]) -> None:
    known = options()
    for one, other in combinations(settings, 2):
        apart = one.part and other.part and one.part != other.part
        if one.option != other.option or one.yields != other.yields or apart:
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
