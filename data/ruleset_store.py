"""Where rulesets are found: their files, their other names, and the chain of files each is built from.

Owns data/rulesets and data/ruleset_names.toml.  What a file says is `data.ruleset_file`; what it comes to is
`data.ruleset`.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import msgspec

from data.ruleset_file import NAME, Problem, RulesetError, RulesetFile, read_file, read_source

HERE = Path(__file__).parent / "rulesets"


def folders() -> tuple[Path, ...]:
    """Where rulesets are looked for: a club's own folder (CANASTA_RULES), then ours."""
    own = os.environ.get("CANASTA_RULES")
    return (Path(own), HERE) if own else (HERE,)


def stamp() -> tuple[tuple[str, int], ...]:
    """Changes when a club's own rulesets do; ours do not change while the program runs."""
    files = [path for folder in folders()[:-1] for path in sorted(folder.glob("*.toml"))]
    return tuple((str(path), path.stat().st_mtime_ns) for path in files)


@cache
def _names_file() -> dict[str, dict[str, str]]:
    text = (Path(__file__).parent / "ruleset_names.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=dict[str, dict[str, str]])


def names() -> list[str]:
    """All rulesets there are, by name."""
    return sorted({path.stem for folder in folders() for path in folder.glob("*.toml") if NAME.match(path.stem)})


def aliases() -> dict[str, str]:
    """Other names of rulesets -> the name of the file."""
    return _names_file()["aliases"]


def planned() -> dict[str, str]:
    """Rulesets that are known and not built yet -> what they are called."""
    return _names_file()["planned"]


def canonical_name(name: str) -> str:
    """The ruleset a name stands for, whether or not it is built."""
    plain = name.lower().replace("-", "_")
    return aliases().get(plain, plain)


def _path(name: str) -> Path:
    for folder in folders():
        path = folder / f"{name}.toml"
        if NAME.match(name) and path.is_file():
            return path
    if name in planned():
        raise RulesetError(
            name, "a ruleset that is built (`canasta rules` lists them)", f"{planned()[name]}, not built yet"
        )
    raise RulesetError(name, "the name of a ruleset (`canasta rules` lists them)", repr(name))


def _file(name: str) -> RulesetFile:
    path = _path(name)
    return _parsed(path, path.stat().st_mtime_ns)


@cache
def _parsed(path: Path, _modified: int) -> RulesetFile:
    read = read_file(path.read_text(encoding="utf-8"), path.stem)
    if read.problems:
        raise RulesetError(path.name, read.problems[0].expected, f"{read.problems[0].found} ({read.problems[0].where})")
    return read


def chain_of(name: str) -> list[RulesetFile]:
    """The files a ruleset is built from, root first."""
    chain = [_file(canonical_name(name))]
    while chain[0].extends:
        parent = _file(canonical_name(chain[0].extends))
        if any(parent.name == read.name for read in chain):
            raise RulesetError(f"{name}: extends", "a chain that ends", f"{parent.name} again")
        chain.insert(0, parent)
    return chain


def validate(source: Path | str, name: str = "") -> list[Problem]:
    """Every fault of a ruleset file: its own, and those of what it refers to.  A `str` is the TOML text."""
    read, lines = read_source(source, name)
    targets = [("extends", read.extends)] if read.extends else []
    targets += [(f"by_players.{players}", to) for players, ways in read.by_players.items() for to in ways.values()]
    found = list(read.problems)
    for where, target in targets:
        line = lines.of(where.split(".")[0])
        if target == read.name:
            found.append(Problem(where, "another ruleset", target, line))
            continue
        try:
            chain_of(target)
        except RulesetError as error:
            found.append(Problem(where, error.expected, error.found, line))
    return found
