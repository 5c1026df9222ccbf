"""Text from logs, made safe for a page: the only door through which a name, a comment or a header gets there.

Owns escaping, for HTML, for the labels of widgets and for downloads.  Knows no page.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from data.terminal import safe

_MARKDOWN = re.compile(r"([!-/:-@\[-`{-~])")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def escaped(text: object) -> str:
    """Any text inside HTML, in an element or in a quoted attribute: what it says is shown and nothing is done."""
    return html.escape(safe(str(text)), quote=True)


def label(text: object) -> str:
    """Any text as the label of a widget, which Streamlit takes for Markdown: every mark is put behind a backslash."""
    return _MARKDOWN.sub(r"\\\1", safe(str(text)))


def file_name(path: str) -> str:
    """The last part of a path of any system, as a name to show."""
    return safe(re.split(r"[/\\]", path.rstrip("/\\"))[-1] or path)


def csv_of(rows: Sequence[dict[str, Any]], columns: Iterable[str] | None = None) -> bytes:
    """Rows as CSV in UTF-8; a cell that a spreadsheet would take for a formula gets an apostrophe in front.

    What cannot be seen is spelt out.
    """
    names = list(columns) if columns is not None else list(rows[0]) if rows else []
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(names)
    writer.writerows([_harmless(row.get(name)) for name in names] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def _harmless(value: object) -> object:
    if value is None:
        return ""
    if not isinstance(value, str):
        return value
    return f"'{safe(value)}" if value.lstrip().startswith(_FORMULA) else safe(value)
