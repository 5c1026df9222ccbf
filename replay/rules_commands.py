"""`canasta rules`: what rulesets say, how they differ, and what each rule of the replay asks for.

Reads the catalogue and the rulesets and prints them.  Decides nothing about either.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from data.terminal import CannotRun, group, say, say_table

if TYPE_CHECKING:
    from data.ruleset import Ruleset
    from data.ruleset_file import Stated

Name = Annotated[str, typer.Argument(help="A ruleset, such as classic; or a rule, such as pile.one_card_hand.")]
RulesetName = Annotated[str, typer.Argument(help="A ruleset.")]
Players = Annotated[int, typer.Option("--players", help="Number of seats; 0 = the usual number.", min=0, max=8)]


def add_to(app: typer.Typer) -> None:
    """Give `canasta rules` to the front door."""
    commands = group("Rulesets and the rules that a replay checks; alone, it lists them.", alone=True)
    commands.callback()(list_unless_told)
    commands.command("list", epilog="Example: canasta rules list")(list_all)
    commands.command(
        short_help="Show a ruleset or a rule.",
        epilog="Examples: canasta rules show classic   canasta rules show pile.one_card_hand",
    )(show)
    commands.command(epilog="Example: canasta rules diff classic bicycle")(diff)
    commands.command(
        short_help="Print a ruleset file to fill in.",
        epilog="Example: canasta rules new harbour_club --like classic > harbour_club.toml",
    )(new)
    app.add_typer(
        commands, name="rules", short_help="Show rulesets and rules.", epilog="Example: canasta rules show classic"
    )


def list_unless_told(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_all()


def list_all() -> None:
    """List all rulesets, and all rules by id."""
    from data import ruleset
    from data.ruleset_store import planned
    from replay.rules import CATALOGUE

    sets = [_loaded(name) for name in ruleset.names()]
    say_table(((s.name, s.values["players"].value, s.extends, s.title) for s in sets), ("ruleset", "seats", "like", ""))
    if planned():
        say(f"known and not built yet: {', '.join(sorted(planned()))}")
    say()
    say_table(((rule.id, rule.verdict, rule.sentence) for rule in CATALOGUE), ("rule", "if broken", ""))


def show(name: Name, players: Players = 0) -> None:
    """Show every value of a ruleset with its source, or what one rule asks for."""
    if "." in name:
        _show_rule(name)
        return
    from data import ruleset
    from data.source_keys import keys_of

    found = _loaded(name)
    values = _resolved(name, players) if players else found.values
    say(f"{found.name}: {found.title}")
    if found.summary:
        say(found.summary)
    if len(found.chain) > 1:
        say(f"Built on {', '.join(reversed(found.chain[:-1]))}.")
    others = sorted(other for other, target in ruleset.aliases().items() if target == found.name)
    if others:
        say(f"Also called {', '.join(others)}.")
    say()
    rows = [(option, _text(option, value), _standing(value), value.source) for option, value in values.items()]
    say_table(rows, ("option", "value", "", "source"))
    keys = keys_of(found.name)
    if keys:
        say("\nWhat the keys of the sources stand for:\n")
        say_table(((key.key, key.meaning) for key in keys), ("key", "source"))


def _show_rule(rule_id: str) -> None:
    from replay.rules import CATALOGUE

    rule = next((rule for rule in CATALOGUE if rule.id == rule_id), None)
    if rule is None:
        raise CannotRun(f"there is no rule {rule_id!r}; canasta rules list shows them all")
    module, function = rule_id.split(".")
    say(rule.id)
    say(rule.sentence)
    say()
    say_table((
        ("if broken", rule.verdict.replace("_", " ")),
        ("severity", rule.severity),
        ("source", rule.citation),
        ("facts", ", ".join(rule.facts) or "none"),
        ("code", f"replay/rules/{module}.py, function {function}"),
        ("cases", f"tests/cases/{rule_id}.toml"),
    ))  # fmt: skip


def diff(first: RulesetName, second: RulesetName, players: Players = 0) -> None:
    """Show the options in which two rulesets differ."""
    from data import ruleset

    sets = [_resolved(name, players) if players else _loaded(name).values for name in (first, second)]
    rows = [(d.option, _text(d.option, d.first), _text(d.option, d.second)) for d in ruleset.diff(sets[0], sets[1])]
    if rows:
        say_table(rows, ("option", first, second))
    else:
        say(f"{first} and {second} do not differ.")


def new(
    name: Annotated[str, typer.Argument(help="The name logs will use: small letters, digits and _.")],
    like: Annotated[str, typer.Option("--like", help="The ruleset it builds on.")] = "classic",
) -> None:
    """Write a ruleset file to fill in, with every option of the one it builds on.

    Put it into a folder of your own and let CANASTA_RULES name that folder.
    """
    from data.option_values import expected
    from data.options import options
    from data.ruleset_file import NAME

    if not NAME.match(name):
        raise CannotRun(
            f"a ruleset's name begins with a small letter and has small letters, digits and _: not {name!r}"
        )
    base = _loaded(like)
    print(f"# The rules of {name}: {base.title}, as far as this file says nothing else.")
    print(f'name = "{name}"\ntitle = "{name}"\nsummary = ""\nextends = "{base.name}"\n\n[values]')
    print("# Take the # from what your table does differently.  A value may say where it comes from:")
    print('#     target = { value = 7500, source = "minutes of the spring meeting", sourced = true }')
    print("# and, with sourced = false, that nobody is sure: plays that turn on it are then left undecided.")
    known = options()
    group = ""
    for name_, stated in base.values.items():
        option = known[name_]
        if option.group != group:
            group = option.group
            heading = group.replace("_", " ")
            print(f"\n# {'-' * (100 - len(heading))} {heading}")
        source = "" if stated.source == "default" else f"; source: {stated.source}"
        standing = "" if stated.sourced else ", only assumed"
        print(f"\n# {option.sentence}\n# ({expected(option)}{source}{standing})")
        plain = isinstance(stated.value, int) and _text(name_, stated) not in option.words
        print(f"# {name_} = {_text(name_, stated) if plain else json.dumps(_text(name_, stated))}")


def _text(option: str, stated: Stated) -> str:
    from data.options import options, to_text

    return to_text(options()[option], stated.value)


def _standing(stated: Stated) -> str:
    return "" if stated.sourced else "assumed"


def _loaded(name: str) -> Ruleset:
    from data import ruleset

    try:
        return ruleset.load(name)
    except ruleset.RulesetError as error:
        raise CannotRun(str(error)) from error


def _resolved(name: str, players: int) -> Mapping[str, Stated]:
    from data import ruleset

    try:
        return ruleset.resolve(name, players).values
    except ruleset.RulesetError as error:
        raise CannotRun(str(error)) from error
