"""The views of views.sql one by one, the small tables that they need, and which a question needs.

Owns which reading and which result the views show.  Opens no lake.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

from data.schema import TABLES

VIEWS = Path(__file__).with_name("views.sql")
_VIEW = re.compile(r"^CREATE VIEW (\w+) AS\b.*?;\s*$", re.MULTILINE | re.DOTALL)
_USED = re.compile(r"\b(?:FROM|JOIN)\s+(\w+(?:\.\w+)?)|(\$\w+)")

# A reading is superseded by a newer one of the same bytes.  A result is published if the newest pin that names a
# stored result of the game names it (the last that its engine had made by then); without one the first result is, so
# that a new engine or ruleset changes nothing by itself.
CHOICES = {
    "superseded": """CREATE TABLE superseded AS
    SELECT sha256 AS source, batch FROM stored.sources
    WHERE sha256 IN (SELECT sha256 FROM stored.sources GROUP BY sha256 HAVING count(*) > 1)
    QUALIFY row_number() OVER (PARTITION BY sha256 ORDER BY imported_at DESC, batch DESC) > 1""",
    "current_games": """CREATE VIEW current_games AS
    FROM stored.games ANTI JOIN superseded USING (source, batch) WHERE duplicate_of IS NULL""",
    "unpublished": """CREATE TABLE unpublished AS
    WITH several AS (SELECT game_key FROM stored.results GROUP BY game_key HAVING min(replay) <> max(replay)),
    replays AS (
        SELECT game_key, replay, any_value(batch) AS batch, any_value(engine) AS engine,
               any_value(ruleset_hash) AS ruleset_hash, min(replayed_at) AS replayed_at
        FROM stored.results SEMI JOIN several USING (game_key) GROUP BY game_key, replay),
    pinned AS (
        SELECT r.game_key, r.replay, max(p.decided_at) AS pinned_at FROM replays r JOIN stored.pins p
        ON p.game_key IN ('', r.game_key) AND p.engine = r.engine AND p.ruleset_hash IN ('', r.ruleset_hash)
        AND r.replayed_at <= p.decided_at GROUP BY r.game_key, r.replay)
    SELECT DISTINCT game_key, replay FROM stored.results ANTI JOIN current_games USING (game_key, batch)
    UNION ALL
    SELECT game_key, replay FROM replays r SEMI JOIN current_games USING (game_key, batch)
    LEFT JOIN pinned p USING (game_key, replay)
    QUALIFY row_number() OVER (PARTITION BY game_key ORDER BY pinned_at DESC NULLS LAST,
        CASE WHEN pinned_at IS NULL THEN replayed_at END, replayed_at DESC, replay) > 1""",
    "persons": """CREATE TABLE persons AS
    SELECT name, person, decided_at, decided_by, why FROM stored.people
    QUALIFY row_number() OVER (PARTITION BY name ORDER BY decided_at DESC) = 1;
    DELETE FROM persons WHERE person = ''""",
    "exclusions": """CREATE TABLE exclusions AS
    WITH g AS (SELECT game_key, game, replaces, twin_of, conflicts_with, imported_at, position FROM current_games),
    newer AS (SELECT * FROM g WHERE replaces IS NOT NULL),
    replaced AS (
        SELECT o.game_key, n.game_key AS other FROM newer n JOIN (
            SELECT game_key, game AS name, imported_at, position FROM g
            UNION ALL SELECT game_key, game_key, imported_at, position FROM g) o ON o.name = n.replaces
        WHERE (o.imported_at, o.position) < (n.imported_at, n.position)),
    open AS (
        SELECT game_key, conflicts_with FROM g SEMI JOIN (SELECT game_key AS conflicts_with FROM g)
        USING (conflicts_with) ANTI JOIN (SELECT game_key AS conflicts_with FROM replaced) USING (conflicts_with)),
    amended AS (
        SELECT game_key, "after", why FROM stored.amendments WHERE target = 'counted'
        QUALIFY row_number() OVER (PARTITION BY game_key ORDER BY decided_at DESC) = 1),
    reasons AS (
        SELECT 1 AS weight, game_key, 'left out: ' || why AS reason FROM amended WHERE "after" = 'no'
        UNION ALL SELECT 2, game_key, 'replaced by ' || other FROM replaced
        UNION ALL SELECT 3, game_key, 'twin of ' || twin_of FROM g
                  SEMI JOIN (SELECT game_key AS twin_of FROM g) USING (twin_of)
        UNION ALL SELECT 4, game_key, 'same id and other plays as ' || conflicts_with FROM open
        UNION ALL SELECT 5, conflicts_with, 'same id and other plays as ' || game_key FROM open)
    SELECT game_key, arg_min(reason, weight) AS reason FROM reasons
    ANTI JOIN (SELECT game_key FROM amended WHERE "after" = 'yes') USING (game_key) GROUP BY game_key""",
    "game_names": """CREATE VIEW game_names AS SELECT game_key, deck, seats, sides, players FROM current_games""",
}
HIDDEN = {"$CURRENT": "superseded", "$SHOWN": "unpublished"}  # what the placeholders of views.sql look at


@cache
def _statements() -> str:
    """The text of views.sql, read once for all connections."""
    return VIEWS.read_text(encoding="utf-8")


def described() -> list[tuple[str, str]]:
    """Name and sentence of each public view, in the order of views.sql."""
    return re.findall(r"^-- (\w+): (.+)$", _statements(), re.MULTILINE)


@cache
def views() -> dict[str, str]:
    """The statement that makes each view, by its name, in the order of views.sql."""
    return {found.group(1): found.group() for found in _VIEW.finditer(_statements())}


def needed(words: Collection[str] | None) -> frozenset[str]:
    """Those views whose names are among some words, with all that they are made of; everything for None."""
    uses = _uses()
    everything = [*uses, *(f"stored.{name}" for name in TABLES)]
    left = everything if words is None else [name for name in views() if name in words]
    found: set[str] = set()
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += uses.get(name, ())
    return frozenset(found)


@cache
def _uses() -> dict[str, frozenset[str]]:
    """By name of a view or of a small table: what it is made of, tables of the lake as `stored.NAME`."""
    made = CHOICES | views()
    uses = {}
    for name, statement in made.items():
        words = {word or HIDDEN.get(placeholder, "") for word, placeholder in _USED.findall(statement)}
        uses[name] = frozenset(word for word in words if word in made or word.startswith("stored.")) - {name}
    return uses
