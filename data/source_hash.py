"""A hash of a part of this program's own source, by which stored readings and results say what made them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def source_hash(parts: Iterable[str], without: Iterable[str] = ()) -> str:
    """Sixteen hex digits over the Python files of some folders and files but those `without`, relative to the project.

    Compiled code is built from the same files, so that it has the same hash.
    """
    digest = hashlib.sha256()
    left_out = {ROOT / part for part in without}
    for part in sorted(parts):
        top = ROOT / part
        for path in sorted(top.rglob("*.py")) if top.is_dir() else [top]:
            if path in left_out:
                continue
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
