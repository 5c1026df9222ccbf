"""The original line of a log, out of the bytes that are kept with the lake."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from dashboards.queries import LakeState, source_bytes
from dashboards.remembered import afresh, remembered

GZIP = b"\x1f\x8b"
LARGEST = 64 * 2**20  # bytes; what lies behind them is not looked for
WIDEST = 600  # characters of a line that are shown around the place meant


class Excerpt(NamedTuple):
    """One line: `text` from its character `start` (0 = the beginning), cut where `cut` says so."""

    text: str
    start: int
    cut: bool


@remembered
def source_line(state: LakeState, source: str, line: int, column: int = 1) -> Excerpt | None:
    """Line `line` of a source, counted from 1, around character `column`; None where it is not kept."""
    data = _unpacked(source_bytes(state, source))
    start = 0
    for _ in range(line - 1):
        start = data.find(b"\n", start) + 1
        if not start:
            return None
    end = data.find(b"\n", start)
    if line < 1 or start >= len(data):
        return None
    raw = data[start : end if end >= 0 else len(data)].rstrip(b"\r")
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
    first = max(column - 1 - WIDEST // 2, 0) if len(text) > WIDEST else 0
    return Excerpt(text[first : first + WIDEST], first, len(text) > WIDEST)


def all_lines(state: LakeState, source: str) -> list[str]:
    """The lines of a source as they stand; none where its bytes are not kept."""
    return _unpacked(afresh(source_bytes)(state, source)).decode("utf-8", "replace").split("\n")


def _unpacked(content: bytes) -> bytes:
    """The text of a source; of damaged compressed bytes what comes before the damage."""
    if not content.startswith(GZIP):
        return content
    parts: list[bytes] = []
    while content.startswith(GZIP) and sum(map(len, parts)) < LARGEST:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            parts.append(unpacker.decompress(content, LARGEST))
        except zlib.error:
            break
        content = unpacker.unused_data
    return b"".join(parts)
