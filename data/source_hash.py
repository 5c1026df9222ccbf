"""A hash of a part of this program's own source, by which stored readings and results say what made them."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def source_hash(modules: Iterable[str], within: str) -> str:
    """Sixteen hex digits over the source of some modules and of all that they import from a package, at any depth.

    LookupError for a module that is not there.  Compiled code is built from the same files: it has the same hash.
    """
    modules = list(modules)
    if missing := [name for name in modules if _file(name) is None]:
        raise LookupError(f"there is no module {missing[0]}")
    digest = hashlib.sha256()
    for name, path in sorted(_behind(modules, within).items()):
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _behind(modules: Iterable[str], within: str) -> dict[str, Path]:
    """File by name of the modules and of those they import that stand in the package `within`."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        path = _file(name)
        if path is None or name in found:
            continue
        found[name] = path
        waiting += (other for other in _imports(path) if other == within or other.startswith(f"{within}."))
    return found


def _file(name: str) -> Path | None:
    path = ROOT.joinpath(*name.split("."))
    candidates = (path.with_suffix(".py"), path / "__init__.py")
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def _imports(path: Path) -> Iterator[str]:
    """Names that a file imports, wherever in it; `from a import b` may mean the module a.b."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
