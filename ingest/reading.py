"""One source as a reading: the one door through which bytes reach a reader, for `ingest` and for `check` alike.

What is wrong with a source as a whole is the first message of its reading, and its status.  One source never costs
another: whatever a reader does is a status too.
"""

from __future__ import annotations

from data.events import Message, Reading
from ingest.sources import DAMAGED, READ, TOO_LARGE, UNKNOWN, UNREADABLE, Source

CODES = {UNREADABLE: "E001", DAMAGED: "E002", TOO_LARGE: "E003"}


def read_source(source: Source, *, format: str | None = None, mode: str = "normal") -> Reading:
    """All that can be read of one source; sets its status and reason where that is not everything.

    `format` names the format instead of having it detected; UnknownFormat (a ValueError) if there is none of that
    name.
    """
    from ingest.formats import get, read_any

    if format:
        get(format)
    reading = Reading(source.name)
    if source.status in (READ, DAMAGED):
        try:
            reading = read_any(source.data, source.name, format=format, mode=mode)
        except Exception as error:
            source.status, source.reason = UNREADABLE, f"the reader failed: {type(error).__name__}: {error}"
        else:
            if not reading.format:
                source.status, source.reason = UNKNOWN, "no known format"
    if source.status in CODES:
        reading.messages.insert(0, Message(CODES[source.status], 1, 1, "a log that can be read", source.reason))
    return reading
