"""Unpacking gzip that may be cut off, damaged or meant to fill the memory."""

from __future__ import annotations

import zlib

GZIP = b"\x1f\x8b"
LARGEST = 512 * 2**20  # bytes of one source, after unpacking; larger ones must be split
_CHUNK = 2**20


def unpack(content: bytes, largest: int = LARGEST) -> tuple[bytes, str]:
    """Unpack gzip as far as it goes, and say why it did not go to its end ("" = it did).

    Stops soon after `largest` bytes, however much would follow.
    """
    parts: list[bytes] = []
    size = 0
    while content:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            while not unpacker.eof and size <= largest:
                part = unpacker.decompress(content, _CHUNK)
                content = unpacker.unconsumed_tail
                parts.append(part)
                size += len(part)
                if not part and not content:
                    break
        except zlib.error as error:
            return b"".join(parts), f"the compressed data are damaged after {size} bytes ({error})"
        if size > largest:
            break
        if not unpacker.eof:
            return b"".join(parts), f"the compressed data end too early, after {size} bytes"
        content = unpacker.unused_data.lstrip(b"\0")  # zeros may fill up the last block of a tape or disk
    return b"".join(parts), ""
