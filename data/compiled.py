"""Which code runs: the plain sources, or modules that were compiled from them (compile_kernel.py).

Owns the switch CANASTA_PLAIN and the comparison of compiled modules with the sources beside them: Python takes a
compiled module without asking whether its source has changed since.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path

SWITCH = "CANASTA_PLAIN"
ROOT = Path(__file__).resolve().parents[1]


def plain_if_asked(package: Iterable[str]) -> None:
    """Where CANASTA_PLAIN=1 says so, let Python find nothing but sources in a package (its `__path__`) from now on."""
    if not plain_asked():
        return
    for path in package:
        for folder in [path, *(str(inner.parent) for inner in Path(path).glob("*/__init__.py"))]:
            sys.path_importer_cache[folder] = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))


def plain_asked() -> bool:
    return os.environ.get(SWITCH, "") not in ("", "0")


def made_from(root: Path = ROOT) -> dict[Path, str]:
    """The sources that compiled modules were made from, with the hash of each as it was then; empty if there are none.

    Modules compiled for another Python than this one do not count: it does not load them.
    """
    try:
        lines = (root / "data" / "compiled_from.txt").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    sources = {root / path: digest for digest, path in (line.split("  ", 1) for line in lines)}
    return sources if any(_compiled(path).is_file() for path in sources) else {}


def _compiled(source: Path) -> Path:
    return source.with_suffix(EXTENSION_SUFFIXES[0])


def described(root: Path = ROOT) -> str:
    """In words, which code runs: `plain`, or `compiled` with what is wrong about it."""
    from hashlib import sha256

    sources = made_from(root)
    if not sources:
        return "plain"
    if plain_asked():
        return f"plain, as {SWITCH} asks; compiled modules are there"
    kernel = sha256("".join(sources.values()).encode()).hexdigest()[:16]
    changed = [path for path, digest in sources.items() if _hash(path) != digest]
    if not changed:
        return f"compiled {kernel}"
    names = ", ".join(path.relative_to(root).as_posix() for path in changed)
    return f"compiled {kernel}, STALE: made from other sources than {names}; install anew, or set {SWITCH}=1"


def _hash(path: Path) -> str:
    from hashlib import sha256

    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
