"""The page docs/VIEWS.md: what the views are, their columns, and queries to begin with (a test runs them)."""

from __future__ import annotations

from data.view_parts import described
from data.views import connect

HEAD = """# Views

What `canasta sql` and the pages read: the newest reading of each file, the published result of each game, words
instead of numbers, NULL where nothing is known. The tables behind them, as they lie in the lake, are `stored.<table>`
([TABLES.md](TABLES.md)).

A query is one SELECT (or DESCRIBE, SHOW, SUMMARIZE).  It cannot change anything, nor read any other file.
"""
EXAMPLES = (
    ("Who wins how often", """SELECT p.person, count(*) AS games, count(*) FILTER (r.winner) AS won
FROM results r JOIN players p ON p.game_key = r.game_key AND p.side = r.side
WHERE r.counted AND r.winner IS NOT NULL GROUP BY ALL ORDER BY won DESC"""),
    ("Illegal plays that stood, by rule", """SELECT rule, count(*) AS n, count(DISTINCT game_key) AS games
FROM findings WHERE verdict = 'illegal' AND status = 'played' GROUP BY rule ORDER BY n DESC"""),
    ("Sheets that differ from the cards", """SELECT g.game, v.deal, v.side, v.claimant, v.item, v.claimed, v.recomputed
FROM claim_verdicts v JOIN games g USING (game_key) WHERE v.verdict = 'differs' ORDER BY ALL"""),
    ("Frozen piles of ten cards or more that were taken", """SELECT g.game, t.deal, t.turn, t.player, t.taken, t.line
FROM turns t JOIN games g USING (game_key) WHERE t.frozen_before AND t.taken >= 10 ORDER BY t.taken DESC"""),
    ("Partners refused, and gone out in the same deal all the same", """SELECT DISTINCT a.game_key, a.deal, a.seat
FROM events a JOIN events o ON o.game_key = a.game_key AND o.deal = a.deal AND o.seat = a.seat AND o.seq > a.seq
WHERE a.kind = 'ask' AND a.amount = 0 AND o.kind = 'out'"""),
    ("The same deal at two tables", """SELECT deal_hash, count(DISTINCT game_key) AS tables, list(DISTINCT game_key)
FROM deals WHERE deal_hash IS NOT NULL GROUP BY deal_hash HAVING tables > 1"""),
    ("What was kept aside", "SELECT file, line, reason, raw FROM quarantine ORDER BY file, line"),
)  # fmt: skip


def markdown() -> str:
    """The page docs/VIEWS.md: each view's sentence and columns, and examples."""
    import tempfile

    from data.lake import open_lake

    parts = [HEAD, "\n## Examples\n"]
    parts += (f"\n{title}:\n\n```sql\n{query}\n```\n" for title, query in EXAMPLES)
    with tempfile.TemporaryDirectory() as folder, connect(open_lake(folder, create=True)) as con:
        parts.append("\n## The views\n")
        for name, sentence in described():
            rows = con.execute(f"DESCRIBE {name}").fetchall()
            columns = ", ".join(f"`{row[0]}` {_short(row[1])}" for row in rows)
            parts.append(f"\n### {name}\n\nOne row: {sentence}\n\n{columns}\n")
    return "".join(parts)


def _short(type_name: str) -> str:
    """The first word of a type: what stands in a struct is said in TABLES.md."""
    return type_name.partition("(")[0].lower() + ("[]" if type_name.endswith("[]") and "(" in type_name else "")
