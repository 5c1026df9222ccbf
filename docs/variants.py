"""One page for each ruleset but the classic one: how it differs from its main form, and what is only assumed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from data import ruleset
from data.option_values import to_text
from data.options import options
from data.ruleset import Ruleset, Stated
from data.ruleset_store import aliases, chain_of
from data.source_keys import keys_in
from replay.rules import CATALOGUE, Rule
from replay.ruleset import resolve

BASE = "classic"
FAMILIES = {
    "variants": "Variants",
    "american": "Modern American",
    "handfoot": "Hand and Foot",
    "heckadeck": "Heckadeck",
    "classic": "Forms of the classic game",
}
INDEX_HEAD = """# Variants

Games of the Canasta family whose rulesets are part of this project: what differs in each from classic Canasta, or from
the main form of its family, where that is said, and what nobody says and is only assumed. `canasta rules show NAME`
prints every value; a log names the ruleset in its `rules:` header and what its table does differently in `options:`.
`canasta rules new NAME --like RULESET` writes a file to fill in for the rules of a club.
"""
WHAT_ASSUMED = """## Only assumed

Nobody says these values of this game. Where a play or a figure turns on one of them and another value would excuse it,
the verdict is *cannot tell*, unless the log's header states the value.
"""


def names() -> list[str]:
    """The rulesets that have a page."""
    return [name for name in ruleset.names() if name != BASE]


def base_of(found: Ruleset) -> str:
    """What a page compares its ruleset with: the main form of its family, the classic game for that form itself."""
    root = chain_of(found.name)[0].name
    return BASE if found.family == "variants" or root == found.name else root


def index() -> str:
    """The list of all pages."""
    lines = [INDEX_HEAD]
    for family, title in FAMILIES.items():
        lines += [f"## {title}", "", "| ruleset | game | seats | |", "|---|---|---|---|"]
        for found in (ruleset.load(name) for name in names()):
            if found.family == family:
                lines.append(
                    f"| [`{found.name}`]({found.name}.md) | {found.title} | {_seats(found)} | {found.summary} |"
                )
        lines.append("")
    return "\n".join(lines)


def page(name: str) -> str:
    """The page of one ruleset."""
    found = ruleset.load(name)
    lines = [f"# {found.title}", "", found.summary, "", *_head(found), "", *_differences(found), ""]
    lines += [*_assumed(found), *_forms(name), *_rules(found), *_sources(found)]
    return "\n".join(lines)


def _seats(found: Ruleset) -> str:
    usual = int(str(found.values["players"].value))
    others = {players for read in chain_of(found.name) for players in read.by_players}
    if "players" in chain_of(found.name)[-1].values:
        others = set()
    return ", ".join(map(str, [usual, *sorted(others - {usual})]))


def _head(found: Ruleset) -> Iterator[str]:
    others = sorted(other for other, target in aliases().items() if target == found.name)
    yield f"- In a log: `rules: {found.name}`" + "".join(f", or `{other}`" for other in others)
    if found.extends:
        parent = ruleset.load(found.extends)
        link = f"[{parent.title}]({parent.name}.md)" if parent.name != BASE else f"{parent.title} (`{parent.name}`)"
        kept = "" if chain_of(found.name)[-1].inherits == "sourced" else "; nobody says that its values hold here too"
        yield f"- Built on: {link}{kept}"
    yield f"- Seats: {_seats(found)}; the values below are those of the first"
    yield f"- File: [data/rulesets/{found.name}.toml](../../data/rulesets/{found.name}.toml)"


def _text(option: str, stated: Stated) -> str:
    return f"`{to_text(options()[option], stated.value)}`".replace("|", "\\|")


def _differences(found: Ruleset) -> Iterator[str]:
    there_is = ruleset.load(base_of(found))
    base = there_is.values
    differ = [
        d for d in ruleset.diff(found.values, base) if not options()[d.option].log_only or d.option == "direction"
    ]
    yield f"## What differs from {there_is.title}"
    yield ""
    yield from ("| option | what it says | here | there | source |", "|---|---|---|---|---|")
    for difference in differ:
        option = options()[difference.option]
        source = difference.first.source + ("" if difference.first.sourced else "; assumed")
        by_players = ", ".join(f"{players}: {value}" for players, value in difference.first.by_players.items())
        here = _text(difference.option, difference.first) + (f" (by seats {by_players})" if by_players else "")
        there = _text(difference.option, difference.second)
        yield f"| `{difference.option}` | {option.sentence} | {here} | {there} | {source} |"


def _assumed(found: Ruleset) -> Iterator[str]:
    resolved = ruleset.resolve(found.name)
    assumed = [name for name in options() if name in resolved.assumed and not options()[name].log_only]
    if not assumed:
        return
    yield WHAT_ASSUMED
    yield from ("| option | taken to be | may be instead | said of it |", "|---|---|---|---|")
    for name in assumed:
        stated = resolved.values[name]
        option = options()[name]
        others = ", ".join(f"`{to_text(option, other)}`" for other in resolved.alternatives(name)) or "anything"
        yield f"| `{name}` | {_text(name, stated)} | {others} | {stated.source} |"
    yield ""


def _forms(name: str) -> Iterator[str]:
    forms = [ruleset.load(other) for other in ruleset.names() if ruleset.load(other).extends == name]
    if not forms:
        return
    yield from ("## Built on it", "")
    for form in forms:
        yield f"- [{form.title}]({form.name}.md), `{form.name}`: {form.summary}"
    yield ""


def _rules(found: Ruleset) -> Iterator[str]:
    """Rules that can be broken in this game and not in the one that it is compared with, and the other way round."""
    here, there = _asked(found.name), _asked(base_of(found))
    more = [rule for rule in CATALOGUE if rule.id in here - there]
    fewer = [rule for rule in CATALOGUE if rule.id in there - here]
    for title, rules in (("Rules that are asked here", more), ("Rules that are not asked here", fewer)):
        if rules:
            yield from (f"## {title}", "")
            yield from map(_rule, rules)
            yield ""


def _rule(rule: Rule) -> str:
    return f"- [{rule.id}](../RULES.md#{rule.id}): {rule.sentence}"


@cache
def _asked(name: str) -> set[str]:
    rules = resolve(name, 0, 0, ()).rules
    return {rule.id for rule in CATALOGUE if not rule.when or rule.when(rules)}


def _sources(found: Ruleset) -> Iterator[str]:
    base = ruleset.load(base_of(found)).values
    stated = [d.first.source for d in ruleset.diff(found.values, base)]
    stated += [ruleset.resolve(found.name).values[name].source for name in ruleset.resolve(found.name).assumed]
    keys = keys_in(stated, found.family)
    if keys:
        yield from ("## Sources", "", "The keys are those of the rules page that the values were taken from.", "")
        yield from (f"- {found.key}: {found.meaning}" for found in keys)
        yield ""


def folder() -> Path:
    return Path(__file__).resolve().parent / "variants"
