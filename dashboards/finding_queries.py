"""What the pages on findings and disputes ask a lake.  SQL only; see `dashboards.queries`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from dashboards.queries import SHOWN, LakeState, Row, rows_of
from dashboards.remembered import remembered
from data.cards import DECKS, deck_named

GROUPS = ("rule", "player", "card", "scribe", "file", "format", "month")
OLD = "?"  # the card of a finding from before cards were noted

# The findings that are meant (`f`, with where they come from and the groups each counts in), and the deals judged.
_FINDINGS = """
WITH decks(deck, in_deck) AS (VALUES ('french', $french), ('heckadeck', $heckadeck)),
origins AS (
    SELECT g.game_key, g.game, g.date, g.source, s.name AS file, s.format,
           list_filter(g.headers, lambda h: h.key = 'recorder')[1].value AS scribe,
           strftime(try_cast(g.date AS DATE), '%Y-%m') AS month, g.deck
    FROM games g LEFT JOIN sources s ON s.sha256 = g.source AND s.batch = g.batch),
grouped AS (
    SELECT *, CASE $by WHEN 'scribe' THEN scribe WHEN 'file' THEN file WHEN 'format' THEN format
                       WHEN 'month' THEN month END AS origin FROM origins),
played AS (
    SELECT game_key, count(*) AS deals FROM deals WHERE side_no = 0 AND status <> 'score_only' GROUP BY game_key),
f AS (
    SELECT f.*, o.* EXCLUDE (game_key),
           CASE $by WHEN 'rule' THEN [f.rule] WHEN 'player' THEN [coalesce(f.player, '')]
                    WHEN 'card' THEN CASE WHEN f.card_numbers IS NULL THEN [$old] WHEN f.cards = '' THEN ['']
                        ELSE list_distinct(list_select(d.in_deck, f.card_numbers)) END
                    ELSE [coalesce(o.origin, '')] END AS whats
    FROM findings f JOIN grouped o USING (game_key) LEFT JOIN decks d USING (deck)
    WHERE ($every OR (f.status = 'played' AND f.verdict NOT IN ('cannot_tell', 'irregular'))))
"""


class Group(NamedTuple):
    """Which findings are meant: `every` takes in doubts, irregularities and refused acts; `by` is one of GROUPS, and
    `pick` one of its values (None = all).
    """

    every: bool = False
    by: str = "rule"
    pick: str | None = None


@remembered
def finding_groups(state: LakeState, group: Group) -> list[Row]:
    """Findings counted by one thing: how many, in how many of the deals that could have one, with the share and its
    interval (Wilson, 95 %).  With each of its cards a finding counts; months without any are there too.
    """
    return rows_of(
        state,
        _FINDINGS
        + """,
        counted AS (
            SELECT what, arg_max(verdict, verdict <> 'cannot_tell') AS verdict, count(*) AS findings,
                   count(DISTINCT game_key) AS games,
                   count(DISTINCT (game_key, deal)) AS with_finding
            FROM (SELECT *, unnest(whats) AS what FROM f) GROUP BY what),
        could AS (
            SELECT what, (SELECT sum(deals) FROM played) AS deals FROM counted
            WHERE $by = 'rule' OR ($by IN ('player', 'card') AND what IN ('', $old))
            UNION ALL
            SELECT what, sum(deals) FROM (
                SELECT deck, sum(deals) AS deals FROM played JOIN grouped USING (game_key) GROUP BY deck)
            JOIN decks USING (deck) JOIN counted ON list_contains(in_deck, what) WHERE $by = 'card' GROUP BY what
            UNION ALL
            SELECT name, sum(deals) FROM (
                SELECT name, deals FROM players JOIN played USING (game_key)
                UNION ALL
                SELECT player, -1 FROM seat_deals SEMI JOIN (FROM deals WHERE status <> 'score_only')
                USING (game_key, position) WHERE role = 'sits_out')
            WHERE $by = 'player' AND name <> '' GROUP BY name
            UNION ALL
            SELECT coalesce(origin, ''), sum(deals) FROM played JOIN grouped USING (game_key)
            WHERE $by NOT IN ('rule', 'player', 'card') GROUP BY 1),
        rated AS (
            SELECT what, c.verdict, coalesce(c.findings, 0) AS findings, coalesce(c.games, 0) AS games,
                   coalesce(c.with_finding, 0) AS found, greatest(k.deals, c.with_finding) AS n, found / n AS p,
                   1.96 * 1.96 AS z2, 1.96 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) AS half
            FROM counted c FULL JOIN could k USING (what)
            WHERE c.what IS NOT NULL OR ($by = 'month' AND what <> ''))
        SELECT what, verdict, findings, games, found AS with_finding, n::BIGINT AS deals, p AS share,
               (p + z2 / (2 * n) - half) / (1 + z2 / n) AS share_low,
               (p + z2 / (2 * n) + half) / (1 + z2 / n) AS share_high
        FROM rated ORDER BY findings DESC, what""",
        **_values(group),
    )  # fmt: skip


def _values(group: Group) -> Row:
    """What the names in `_FINDINGS` stand for."""
    return {
        "every": group.every, "by": group.by, "old": OLD, **{name: _names(name) for name in DECKS},
    }  # fmt: skip


@cache
def _names(deck: str) -> list[str]:
    """The cards of a deck as players call them, by the number of the kind; number 1 first, as SQL counts."""
    cards = deck_named(deck)
    return [cards.name_of(kind.id) for kind in cards.kinds[1:]]


@remembered
def finding_list(state: LakeState, group: Group, words: str = "", *, most: int = SHOWN) -> list[Row]:
    """Single findings of a group whose game, player, rule or sentence holds every one of some words."""
    return rows_of(
        state,
        _FINDINGS
        + """,
        matching AS NOT MATERIALIZED (
            SELECT game, date, deal, turn, player, seat, side, rule, verdict, status, message, ruling, scribe, file,
                   source, line, col, game_key
            FROM f
            WHERE ($pick IS NULL OR list_contains(whats, $pick))
              AND ($words = '' OR list_bool_and(list_transform(string_split(lower($words), ' '), lambda word:
                  contains(lower(concat_ws(' ', game, date, player, rule, message)), word)))))
        SELECT *, (SELECT count(*) FROM matching) AS of FROM matching
        ORDER BY date DESC NULLS LAST, game, deal, line LIMIT $shown""",
        **_values(group), pick=group.pick, words=" ".join(words.split()), shown=most,
    )  # fmt: skip


# -- disputed figures --------------------------------------------------------------------------------------------------


@remembered
def claim_counts(state: LakeState) -> Row:
    """How many figures were written, and how they compare."""
    return rows_of(
        state,
        """SELECT count(*) AS figures, count(*) FILTER (verdict = 'equal') AS equal,
                  count(*) FILTER (verdict = 'differs') AS differs,
                  count(*) FILTER (verdict = 'cannot_tell') AS unsure,
                  count(DISTINCT game_key) FILTER (verdict = 'differs') AS games
           FROM claim_verdicts""",
    )[0]


@remembered
def disputed_games(state: LakeState, *, unsure: bool = False) -> list[str]:
    """The keys of the games with such figures."""
    rows = rows_of(
        state,
        """SELECT DISTINCT game_key FROM claim_verdicts
           WHERE verdict = 'differs' OR ($unsure AND verdict = 'cannot_tell')""",
        unsure=unsure,
    )
    return [row["game_key"] for row in rows]


@remembered
def disputes(
    state: LakeState, words: str = "", *, unsure: bool = False, most: int = SHOWN,
    games: tuple[str, ...] | None = None,
) -> list[Row]:  # fmt: skip
    """Figures that differ from the recomputed ones (`unsure`: also those of which nobody can tell), of all games or of
    those with some keys.
    """
    return rows_of(
        state,
        """WITH listed AS (
               SELECT g.game, g.date, c.deal, c.side, c.claimant, c.item, c.claimed, c.recomputed, c.low, c.high,
                      c.claimed - c.recomputed AS difference, c.verdict, c.line, c.col, g.source, g.game_key, c.side_no,
                      array_to_string(list_transform(g.seats, lambda s: g.players[s]), ', ') AS players
               FROM claim_verdicts c JOIN games g USING (game_key)
               WHERE (c.verdict = 'differs' OR ($unsure AND c.verdict = 'cannot_tell'))
                 AND ($every OR g.game_key IN (SELECT unnest($keys))))
           SELECT *, count(*) OVER () AS of FROM listed
           WHERE list_bool_and(list_transform(string_split(lower($words), ' '), lambda word:
                 contains(lower(concat_ws(' ', game, date, players, claimant, item)), word)))
           ORDER BY date DESC NULLS LAST, game, deal, line, col LIMIT $shown""",
        words=" ".join(words.split()), unsure=unsure, shown=most, every=games is None, keys=list(games or []),
    )  # fmt: skip


@remembered
def turns_behind(state: LakeState, game_key: str, deal: int, side: int) -> list[Row]:
    """The turns in which a side laid cards or took the pile in one deal, with the points it melded."""
    return rows_of(
        state,
        """SELECT t.turn, t.seat, t.player, t.melded, t.points, t.bonus, t.taken, t.line
           FROM turns t JOIN players p ON p.game_key = t.game_key AND p.seat_no = t.seat_no
           WHERE t.game_key = $game_key AND t.deal = $deal AND p.side_no = $side
             AND (t.melded > 0 OR t.bonus > 0 OR t.taken > 0) ORDER BY t.first_seq""",
        game_key=game_key, deal=deal, side=side,
    )  # fmt: skip
