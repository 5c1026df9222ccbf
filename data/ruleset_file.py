"""Ruleset files: one TOML file is one ruleset, read with every fault in it named.

Owns the format of data/rulesets/*.toml.  How rulesets build on each other is `data.ruleset`.

    name = "my_club"            the name logs use; the file is my_club.toml
    extends = "classic"         what holds where this file is silent
    inherits = "sourced"        or "assumed": nobody says that the inherited values hold here
    [by_players]                 other seats: 2 = "classic_2", or by number of sides 6 = { 2 = "...", 3 = "..." }
    [values]
    target = 7500               a plain value counts as sourced by this file
    out_canastas = { value = 2, source = "PAG", sourced = false, alternatives = [1] }
    hand_size = { by_players = { 2 = 15, 4 = 11 }, source = "PAG", sourced = true }
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from data.options import Option, OptionError, Setting, Value, canonical, parse, resolve

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
FAMILIES = ("classic", "variants", "american", "handfoot", "heckadeck")
_FIELDS = ("value", "by_players", "source", "sourced", "alternatives", "note")


class RulesetError(ValueError):
    """A ruleset that cannot be used: where, what was expected and what was found."""

    def __init__(self, where: str, expected: str, found: str) -> None:
        super().__init__(f"{where}: expected {expected}, found {found}")
        self.where = where
        self.expected = expected
        self.found = found


@dataclass(frozen=True, slots=True)
class Stated:
    """One value as a ruleset states it.

    `sourced` is False where nobody says so and it is only assumed; `alternatives` are then the values it may have
    instead, as far as they are listed.  `by_players` gives the value for other numbers of seats.
    """

    value: Value
    source: str
    sourced: bool = True
    alternatives: tuple[Value, ...] = ()
    by_players: Mapping[int, Value] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a ruleset file: where it stands, what was expected and what was found."""

    where: str
    expected: str
    found: str
    line: int = 0

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.where}: expected {self.expected}, found {self.found}"


@dataclass(slots=True)
class RulesetFile:
    """What one file says, with nothing inherited yet; `parts` are values it gives to parts of an option."""

    name: str
    title: str = ""
    summary: str = ""
    extends: str = ""
    family: str = ""
    inherits: str = "sourced"
    revision: str = ""
    by_players: dict[int, dict[int, str]] = field(default_factory=dict)
    values: dict[str, Stated] = field(default_factory=dict)
    parts: list[Setting] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_file(text: str, name: str) -> RulesetFile:
    """The ruleset in `text`; faults are collected in `problems`, and what is faulty is left out.

    `name` is what the file's name says.
    """
    ruleset = RulesetFile(name)
    try:
        raw = msgspec.toml.decode(text, type=dict[str, object])
    except msgspec.DecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        ruleset.problems.append(Problem("the file", "TOML", str(error), int(line[1]) if line else 0))
        return ruleset
    lines = Lines(text)
    _read_head(ruleset, raw, lines)
    values = raw.get("values", {})
    if isinstance(values, dict):
        for option, stated in values.items():
            _read_value(ruleset, option, stated, lines)
    else:
        _complain(ruleset, lines, "values", "a table of option = value", repr(values))
    return ruleset


class Lines:
    """Finds the line in which a key is written, for messages."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()

    def of(self, key: str) -> int:
        pattern = re.compile(rf'\s*\[?(values\.)?"?{re.escape(key)}"?\s*[\]=.]')
        return next((number for number, line in enumerate(self.lines, start=1) if pattern.match(line)), 0)


def _complain(ruleset: RulesetFile, lines: Lines, where: str, expected: str, found: str) -> None:
    key = where.removeprefix("values.").split(".")[0]
    ruleset.problems.append(Problem(where, expected, found, lines.of(key)))


def _read_head(ruleset: RulesetFile, raw: Mapping[str, object], lines: Lines) -> None:
    texts = ("name", "title", "summary", "extends", "family", "inherits", "revision")
    for key, value in raw.items():
        if key in ("values", "by_players"):
            continue
        if key not in texts:
            _complain(ruleset, lines, key, "one of " + ", ".join((*texts, "by_players", "values")), key)
        elif not isinstance(value, str):
            _complain(ruleset, lines, key, "text", repr(value))
        elif key == "name" and value != ruleset.name:
            _complain(ruleset, lines, key, f"{ruleset.name!r}, as the file is called", repr(value))
        else:
            setattr(ruleset, key, value)
    if not NAME.match(ruleset.name):
        _complain(ruleset, lines, "name", "small letters, digits and '_'", repr(ruleset.name))
    for key in ("name", "title"):
        if key not in raw:
            _complain(ruleset, lines, key, f"a line {key} = ...", "nothing")
    if ruleset.inherits not in ("sourced", "assumed"):
        _complain(ruleset, lines, "inherits", "sourced or assumed", repr(ruleset.inherits))
    if (ruleset.family or not ruleset.extends) and ruleset.family not in FAMILIES:
        _complain(ruleset, lines, "family", " | ".join(FAMILIES), repr(ruleset.family))
    _read_by_players(ruleset, raw.get("by_players", {}), lines)


def _read_by_players(ruleset: RulesetFile, raw: object, lines: Lines) -> None:
    try:
        table = msgspec.convert(raw, dict[int, str | dict[int, str]], strict=False)
    except msgspec.ValidationError as error:
        _complain(ruleset, lines, "by_players", 'players = "ruleset"', str(error))
        return
    ruleset.by_players = {
        players: {0: target} if isinstance(target, str) else target for players, target in table.items()
    }


def _read_value(ruleset: RulesetFile, name: str, raw: object, lines: Lines) -> None:
    where = f"values.{name}"
    fields = raw if isinstance(raw, dict) and ("value" in raw or "by_players" in raw) else {"value": raw}
    odd = [key for key in fields if key not in _FIELDS]
    if odd:
        _complain(ruleset, lines, f"{where}.{odd[0]}", "one of " + ", ".join(_FIELDS), odd[0])
        return
    sourced, source = fields.get("sourced", True), fields.get("source", "")
    if not isinstance(sourced, bool) or not isinstance(source, str):
        _complain(ruleset, lines, where, "source = text and sourced = true or false", repr(raw))
        return
    try:
        _store(ruleset, name, fields)
    except OptionError as error:
        _complain(ruleset, lines, where, error.expected, error.found)


def _store(ruleset: RulesetFile, name: str, fields: Mapping[str, object]) -> None:
    family = ruleset.family or "classic"
    by_players = _by_players(name, fields.get("by_players", {}), family)
    raw = fields.get("value", next(iter(by_players.values()), None))
    settings = resolve(name, raw, family)
    if settings is None:
        raise OptionError(name, "the name of an option (`canasta rules` lists them)", name)
    option = canonical(name, family)
    alternatives = fields.get("alternatives", [])
    if not isinstance(alternatives, list):
        raise OptionError(name, "alternatives = [...]", repr(alternatives))
    for setting in settings:
        if setting.part:
            ruleset.parts.append(setting)
            continue
        if setting.option in ruleset.values:
            raise OptionError(name, f"{setting.option} once", "it a second time")
        others = tuple(parse(option, other) for other in alternatives) if option else ()
        source, note = str(fields.get("source", "")), str(fields.get("note", ""))
        ruleset.values[setting.option] = Stated(
            setting.value, source or ruleset.name, bool(fields.get("sourced", True)), others, by_players, note
        )


def _by_players(name: str, raw: object, family: str) -> dict[int, Value]:
    option: Option | None = canonical(name, family)
    if option is None or not raw:
        return {}
    if not isinstance(raw, dict) or not all(str(key).isdigit() for key in raw):
        raise OptionError(name, "by_players = { players = value, ... }", repr(raw))
    return {int(players): parse(option, value) for players, value in raw.items()}


def read_source(source: Path | str, name: str = "") -> tuple[RulesetFile, Lines]:
    """The ruleset of a file or, for a `str`, of that TOML text, and where its keys stand."""
    if isinstance(source, str):
        given = re.search(r'^name\s*=\s*"([^"]*)"', source, re.MULTILINE)
        return read_file(source, name or (given[1] if given else "unnamed")), Lines(source)
    try:
        text = source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        unread = RulesetFile(source.stem)
        unread.problems.append(Problem(str(source), "a readable UTF-8 file", str(error)))
        return unread, Lines("")
    return read_file(text, source.stem), Lines(text)
