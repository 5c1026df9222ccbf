-- The public views, each after one line `-- name: sentence`.  `stored.<table>` are the tables as they lie in the lake.
-- Placeholders are filled in by data.views: CURRENT keeps the newest reading of each source, SHOWN the published
-- result of each game; both are empty where there is nothing to hide.  The others are lists made from data.actions.

-- sources: one ingested file, in its newest reading.
CREATE VIEW sources AS
SELECT sha256, name, format, status, reason, bytes, lines, event_lines, comment_lines, blank_lines, bad_lines,
       orphan_lines, balanced, games, duplicates, twins, conflicts, events, errors, warnings, seconds, reader,
       imported_at, imported_by, batch
FROM (SELECT *, sha256 AS source FROM stored.sources) $CURRENT;

-- games: one game; `counted` says whether statistics count it, `not_counted` why they do not.
CREATE VIEW games AS
SELECT g.game_key, g.game, g.date, g.event, g.site, g.club, g.round, g.at_table, g.board, g.rules, g.status,
       x.reason IS NULL AS counted, x.reason AS not_counted, g.view, g.deck, g.seats, g.sides, g.players, g.options,
       g.headers, g.deals, g.events, g.replaces, g.plays_hash, g.record_hash, g.deal_hashes, g.source, g.line,
       g.position, g.imported_at, g.batch
FROM stored.games g $CURRENT LEFT JOIN exclusions x ON x.game_key = g.game_key
WHERE g.duplicate_of IS NULL;

-- duplicates: one game of a file that was stored already, and is therefore not stored again.
CREATE VIEW duplicates AS
SELECT game, duplicate_of AS game_key, source, line, imported_at
FROM stored.games $CURRENT WHERE duplicate_of IS NOT NULL;

-- players: one seat of one game: who sat there, as written and as the person it means.
CREATE VIEW players AS
WITH sitting AS (
    SELECT game_key, game, seats, sides, players, counted, unnest(range(len(seats)))::SMALLINT AS seat_no FROM games),
sided AS (
    SELECT *, (list_position(list_transform(sides, lambda s: list_contains(s.seats, seat_no)), true) - 1)::SMALLINT
              AS side_no FROM sitting)
SELECT g.game_key, g.game, g.seat_no, g.seats[g.seat_no + 1] AS seat, g.side_no, g.sides[g.side_no + 1].name AS side,
       g.players[g.seats[g.seat_no + 1]] AS name, coalesce(p.person, g.players[g.seats[g.seat_no + 1]]) AS person,
       g.counted
FROM sided g LEFT JOIN persons p ON p.name = g.players[g.seats[g.seat_no + 1]];

-- people: a name as written and the person it means, as last decided.
CREATE VIEW people AS SELECT name, person, decided_at, decided_by, why FROM persons;

-- events: one recorded fact of one game in the order of the log, in words.
CREATE VIEW events AS
SELECT e.game_key, e.seq, e.deal, e.turn, g.seats[e.seat + 1] AS seat, g.sides[e.side + 1].name AS side,
       $KINDS[e.kind + 1] AS kind, $STATUSES[e.status + 1] AS status, card_text(e.deck, e.cards) AS cards,
       CASE WHEN len(e.roles) > 0 THEN card_text(e.deck, e.roles) END AS roles,
       CASE WHEN e.kind IN ($PACKET_KINDS) THEN $PACKETS[e.target + 1] ELSE meld_label(e.target) END AS target,
       nullif(e.amount, $NO_AMOUNT) AS amount, e.text, e.time, e.line, e."column" AS col, e.source,
       nullif(e.seat, -1) AS seat_no, nullif(e.side, -1) AS side_no, e.cards AS card_numbers, e.deck, e.batch
FROM stored.events e $CURRENT JOIN game_names g ON g.game_key = e.game_key;

-- claims: one figure that somebody wrote.
CREATE VIEW claims AS
SELECT c.game_key, c.deal, g.sides[c.side + 1].name AS side, c.claimant, c.item, c.amount, c.line, c."column" AS col,
       c.source, nullif(c.side, -1) AS side_no
FROM stored.claims c $CURRENT JOIN game_names g ON g.game_key = c.game_key;

-- messages: one thing of a file that could not be taken as written.
CREATE VIEW messages AS
SELECT s.name AS file, m.code, m.severity, m.line, m."column" AS col, m.expected, m.found, m.game, m.deal, m.source
FROM stored.messages m $CURRENT JOIN stored.sources s ON s.sha256 = m.source AND s.batch = m.batch
WHERE m.kind = 'message';

-- quarantine: one file, line or stretch of lines that was kept aside, with the reason.
CREATE VIEW quarantine AS
SELECT 'file' AS what, name AS file, NULL::INTEGER AS line, reason, NULL::VARCHAR AS raw, NULL::VARCHAR AS game_key,
       sha256 AS source
FROM sources s WHERE status <> 'read'
 AND NOT EXISTS (FROM stored.sources t WHERE t.name = s.name AND t.imported_at > s.imported_at)
UNION ALL
SELECT 'lines of no game', s.name, m.line, m.reason, m.raw, NULL, m.source
FROM stored.messages m $CURRENT JOIN stored.sources s ON s.sha256 = m.source AND s.batch = m.batch
WHERE m.kind = 'orphan'
UNION ALL
SELECT 'line', s.name, e.line, m.reason, e.text, e.game_key, e.source
FROM stored.events e $CURRENT JOIN stored.sources s ON s.sha256 = e.source AND s.batch = e.batch
LEFT JOIN (SELECT source, batch, line, first(code || ': expected ' || expected || ', found ' || found) AS reason
           FROM stored.messages WHERE severity = 'error' GROUP BY ALL) m
       ON m.source = e.source AND m.batch = e.batch AND m.line = e.line
WHERE e.kind = $BAD;

-- turns: one turn of one seat as replayed.
CREATE VIEW turns AS
SELECT t.game_key, t.deal, t.turn, g.seats[t.seat + 1] AS seat, g.players[g.seats[t.seat + 1]] AS player, t.drawn,
       t.taken, t.melded, t.bonus, t.points, card_text(g.deck, CASE WHEN t.discard > 0 THEN [t.discard] END) AS discard,
       nullif(t.pile_before, -1) AS pile_before, t.frozen_before, nullif(t.stock_before, -1) AS stock_before,
       nullif(t.hand_before, -1) AS hand_before, nullif(t.hand_after, -1) AS hand_after, t.line, t.first_seq,
       t.last_seq, t.digest, t.position, nullif(t.seat, -1) AS seat_no, t.replay
FROM stored.turns t $SHOWN JOIN game_names g ON g.game_key = t.game_key;

-- findings: one broken rule, conservation fault, score difference or doubt.
CREATE VIEW findings AS
SELECT f.game_key, f.deal, f.turn, g.seats[f.seat + 1] AS seat, g.players[g.seats[f.seat + 1]] AS player,
       g.sides[f.side + 1].name AS side, f.rule, f.verdict, f.severity, f.status, f.message, f.facts, f.ruling, f.doubt,
       f.line, f."column" AS col, nullif(f.seq, 0) AS seq, nullif(f.seat, -1) AS seat_no,
       nullif(f.side, -1) AS side_no, card_text(g.deck, f.cards) AS cards, f.cards AS card_numbers, f.position, f.replay
FROM stored.findings f $SHOWN JOIN game_names g ON g.game_key = f.game_key;

-- scores: one item of the score of one side in one deal, recomputed; `points` where it is known.
CREATE VIEW scores AS
SELECT s.game_key, s.deal, g.sides[s.side + 1].name AS side, s.item, known(s.low, s.high) AS points, s.low, s.high,
       s.evidence, s.position, s.side AS side_no, s.replay
FROM stored.scores s $SHOWN JOIN game_names g ON g.game_key = s.game_key;

-- claim_verdicts: one figure that somebody wrote, beside the recomputed one.
CREATE VIEW claim_verdicts AS
SELECT c.game_key, c.deal, g.sides[c.side + 1].name AS side, c.claimant, c.item, c.claimed,
       known(c.low, c.high) AS recomputed, c.low, c.high, c.verdict, c.line, c."column" AS col,
       nullif(c.side, -1) AS side_no, c.replay
FROM stored.claim_verdicts c $SHOWN JOIN game_names g ON g.game_key = c.game_key;

-- seat_deals: one seat in one deal: what statistics of players read.
CREATE VIEW seat_deals AS
SELECT d.game_key, d.deal, g.seats[d.seat + 1] AS seat, g.players[g.seats[d.seat + 1]] AS player,
       g.sides[d.side + 1].name AS side, d.* EXCLUDE (game_key, deal, seat, side, replay), d.seat AS seat_no,
       d.side AS side_no, d.replay
FROM stored.seat_deals d $SHOWN JOIN game_names g ON g.game_key = d.game_key;

-- deals: one side in one deal of a game.
CREATE VIEW deals AS
SELECT d.game_key, d.deal, g.sides[d.side + 1].name AS side, d.status, d.closing, g.seats[d.dealer + 1] AS dealer,
       g.seats[d.out_seat + 1] AS out_seat, d.went_out, d.concealed, g.seats[d.lone_seat + 1] AS lone_seat, d.minimum,
       known(d.total_low, d.total_high) AS total, d.total_low, d.total_high,
       known(d.running_low, d.running_high) AS running, d.running_low, d.running_high, d.unjudged,
       nullif(d.unreadable_line, 0) AS unreadable_line, d.deal_hash, d.line, d.position, d.side AS side_no, d.replay
FROM stored.deals d $SHOWN JOIN game_names g ON g.game_key = d.game_key;

-- results: one side in one game, as published.
CREATE VIEW results AS
SELECT r.game_key, g.game, g.date, g.event, g.sides[r.side + 1].name AS side,
       list_transform(g.sides[r.side + 1].seats, lambda i: g.players[g.seats[i + 1]]) AS players, r.status,
       known(r.total_low, r.total_high) AS total, r.total_low, r.total_high, r.winner, r.deals, r.judged, r.findings,
       r.differences, g.counted, r.ruleset, r.notes, nullif(r.side, -1) AS side_no, r.engine,
       r.ruleset_hash, r.replayed_at, r.replay, r.batch
FROM stored.results r $SHOWN JOIN games g ON g.game_key = r.game_key;

-- rulesets: one option of one ruleset as resolved for some game.
CREATE VIEW rulesets AS SELECT DISTINCT ruleset_hash, ruleset, "option", "value" FROM stored.rulesets;

-- amendments: one change somebody made to what is published of a game.
CREATE VIEW amendments AS FROM stored.amendments;

CREATE VIEW figure_words AS
SELECT game_key, concat_ws(' ', 'written', deal, side, item, amount) AS words, NULL AS side, NULL AS total,
       NULL AS differences
FROM stored.claims $CURRENT
UNION ALL
SELECT game_key, concat_ws(' ', 'deal', position, side, bound(total_low), bound(total_high)), NULL, NULL, NULL
FROM stored.deals $SHOWN
UNION ALL
SELECT game_key, concat_ws(' ', 'game', side, bound(total_low), bound(total_high)), side,
       between_text(total_low, total_high), differences
FROM stored.results $SHOWN;

-- figures: one judged game: the totals of its sides, and a digest of its written figures and recomputed totals, for sign-offs.
CREATE VIEW figures AS
SELECT game_key, coalesce(list(total ORDER BY side) FILTER (side >= 0), []) AS totals,
       any_value(differences) AS differences, digest_of(words) AS digest
FROM figure_words GROUP BY game_key HAVING count(differences) > 0;

-- signoffs: one step in the agreement on a game's score; `current` says whether it is about the figures of today.
CREATE VIEW signoffs AS
SELECT s.game_key, s.state, g.sides[s.side + 1].name AS side, s.decided_at, s.decided_by, s.author, s.why, s.hours,
       s.totals, coalesce(s.figures = f.digest, false) AS current, s.figures, nullif(s.side, -1) AS side_no, s.source, s.line
FROM stored.signoffs s LEFT JOIN game_names g ON g.game_key = s.game_key LEFT JOIN figures f ON f.game_key = s.game_key;

-- agreements: one game on whose score somebody has taken a step, and where the agreement stands now.
CREATE VIEW agreements AS
WITH placed AS (
    SELECT g.game_key, s.* EXCLUDE (game_key) FROM stored.signoffs s JOIN current_games g ON g.game_key = s.game_key
    UNION SELECT g.game_key, s.* EXCLUDE (game_key) FROM stored.signoffs s JOIN current_games g
          ON g.source = s.source AND g.line = s.line),
taken AS (
    SELECT game_key, list({state: state, side: side, decided_at: decided_at, figures: figures, hours: hours, why: why}) AS steps
    FROM placed GROUP BY game_key),
drawn AS (
    SELECT game_key, digest_of(words) AS digest FROM figure_words SEMI JOIN taken USING (game_key)
    GROUP BY game_key HAVING count(differences) > 0),
told AS (
    SELECT g.game_key, g.game, g.date, g.sides,
           agreement(t.steps, len(g.sides)::INTEGER, coalesce(d.digest, ''), now()) AS a
    FROM taken t JOIN current_games g USING (game_key) LEFT JOIN drawn d USING (game_key))
SELECT game_key, game, date, a.state, a.since, a.until, list_transform(a.confirmed, lambda i: sides[i + 1].name) AS confirmed,
       list_transform(a.objecting, lambda i: sides[i + 1].name) AS objecting, a.outdated
FROM told;

-- pins: one decision which result of a game is published.
CREATE VIEW pins AS FROM stored.pins;

-- forgotten: one file that named a person who has been forgotten since; it is not taken in again.
CREATE VIEW forgotten AS FROM stored.forgotten;

-- notes: one note of a reviewer, as it was last written; notes that were taken back are left out.
CREATE VIEW notes AS
WITH newest AS (
    SELECT * FROM stored.notes QUALIFY row_number() OVER (PARTITION BY note ORDER BY decided_at DESC) = 1)
SELECT n.note, n.game_key, g.game, n.deal, n.turn, n.text, n.tags, n.author, n.decided_at, n.decided_by, n.source, n.line
FROM newest n LEFT JOIN (SELECT DISTINCT game_key, game FROM current_games) g USING (game_key) WHERE NOT n.withdrawn;
