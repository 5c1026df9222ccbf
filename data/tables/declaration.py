"""The form in which a table is declared: words only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, its type as data.schema spells types, and what it says in one sentence."""

    name: str
    type: str
    doc: str


@dataclass(frozen=True)
class Table:
    """One table: `grain` says what one row is, `key` which columns tell rows apart."""

    name: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
