"""The tables that a replay writes: verdicts, turns and scores.  Declarations only.

Each row names the game and the replay it belongs to; `results` says which reading, engine and ruleset that was.
"""

from __future__ import annotations

from data.tables.declaration import Column, Table

GAME_KEY = Column("game_key", "string", "the game: games.game_key")
REPLAY = Column("replay", "string", "the replay it belongs to: a hash of import, engine and ruleset; see results")
DEAL = Column("deal", "int32", "the number of the deal as written")
PLACE = Column("position", "int32", "the place of the deal among those of the game, from 1; numbers can recur")
SEAT = Column("seat", "int16", "the seat, from 0 in games.seats")
SIDE = Column("side", "int16", "the side, from 0 in games.sides")

TURNS = Table(
    "turns",
    "one turn of one seat as replayed.",
    ("game_key", "replay", "first_seq"),
    (
        GAME_KEY,
        REPLAY,
        DEAL,
        PLACE,
        Column("turn", "int32", "the number of the turn"),
        SEAT,
        Column("first_seq", "int32", "its first event: events.seq"),
        Column("last_seq", "int32", "its last event: events.seq"),
        Column("line", "int32", "the line of the source in which it begins"),
        Column("drawn", "int32", "cards drawn from the stock"),
        Column("taken", "int32", "cards taken with the pile, 0 = the pile was not taken"),
        Column("melded", "int32", "cards melded"),
        Column("bonus", "int32", "bonus cards laid out"),
        Column("points", "int64", "points of the cards melded"),
        Column("discard", "uint8", "the card discarded as a kind number of the deck, 0 = none"),
        Column("pile_before", "int32", "cards of the pile when the turn began"),
        Column("frozen_before", "bool", "whether the pile was frozen when the turn began"),
        Column("stock_before", "int32", "cards of the stock when the turn began"),
        Column("hand_before", "int32", "cards of the hand when the turn began"),
        Column("hand_after", "int32", "cards of the hand when it ended"),
        Column("digest", "uint64", "a digest of the state at the end of the turn, to find where two replays part"),
    ),
)

FINDINGS = Table(
    "findings",
    "one broken rule, conservation fault, score difference or doubt.",
    ("game_key", "replay", "position"),
    (
        GAME_KEY,
        REPLAY,
        Column("position", "int32", "its place among the findings of the game, from 1"),
        DEAL,
        Column("turn", "int32", "the turn, 0 if it concerns a whole deal"),
        SEAT,
        SIDE,
        Column("seq", "int32", "the event that was judged: events.seq; 0 if it concerns a whole deal"),
        Column("line", "int32", "the line of the source"),
        Column("column", "int32", "the character in that line"),
        Column("rule", "string", "the id of the rule, for ever the same"),
        Column("verdict", "string", "illegal, impossible, conservation, score, irregular or cannot_tell"),
        Column("severity", "string", "how much it matters"),
        Column("status", "string", "played, or retracted or refused where the act did not stand"),
        Column("ruling", "string", "what an official ruled on that turn, empty if nothing"),
        Column("doubt", "string", "the option or token that decides, where the verdict is cannot_tell"),
        Column("message", "string", "the finding in a sentence"),
        Column("facts", "map<string,int64>", "the numbers behind the sentence"),
        Column("cards", "list<uint8>", "the kinds of card it is about (replay.named_cards); NULL = judged before that"),
    ),
)

SCORES = Table(
    "scores",
    "one item of the score of one side in one deal, recomputed.",
    ("game_key", "replay", "position", "side", "item"),
    (
        GAME_KEY,
        REPLAY,
        DEAL,
        PLACE,
        SIDE,
        Column("item", "string", "the score item in points, count.* for counts, running for the total after the deal"),
        Column("low", "int64", "the least it can be, NULL = no bound"),
        Column("high", "int64", "the most it can be, NULL = no bound; equal to `low` when it is known"),
        Column("evidence", "string", "how far it is known: known, between, at_least, at_most or nothing"),
    ),
)

CLAIM_VERDICTS = Table(
    "claim_verdicts",
    "one figure that somebody wrote, beside the recomputed one.",
    ("game_key", "replay", "position"),
    (
        GAME_KEY,
        REPLAY,
        Column("position", "int32", "its place among the judged figures of the game, from 1"),
        DEAL,
        SIDE,
        Column("claimant", "string", "who wrote it; empty if nobody is named"),
        Column("item", "string", "what it is a figure of: claims.item"),
        Column("claimed", "int64", "the figure as written"),
        Column("low", "int64", "the least it can be, NULL = no bound"),
        Column("high", "int64", "the most it can be, NULL = no bound"),
        Column("verdict", "string", "equal, differs or cannot_tell"),
        Column("line", "int32", "the line of the source"),
        Column("column", "int32", "the character in that line"),
    ),
)

SEAT_DEALS = Table(
    "seat_deals",
    "one seat in one deal: what statistics of players read.",
    ("game_key", "replay", "position", "seat"),
    (
        GAME_KEY,
        REPLAY,
        DEAL,
        PLACE,
        SEAT,
        SIDE,
        Column("role", "string", "the part it has in the deal, such as dealer or partner; empty if none"),
        Column("minimum", "int64", "the points its first melds had to reach"),
        Column("opening_turn", "int32", "the turn in which it opened for its side, 0 if it did not"),
        Column("opening_points", "int32", "the points with which it opened"),
        Column("takes", "int32", "how often it took the pile"),
        Column("cards_taken", "int32", "cards it took with the pile"),
        Column("freezes", "int32", "how often it froze the pile"),
        Column("natural_canastas", "int32", "natural canastas it completed"),
        Column("mixed_canastas", "int32", "mixed canastas it completed"),
        Column("bonus_cards", "int32", "bonus cards it laid out"),
        Column("cards_caught", "int32", "cards left in its hand when the deal ended"),
        Column("findings", "int32", "illegal or impossible plays of its own that stood"),
    ),
)

DEALS = Table(
    "deals",
    "one side in one deal of a game; what concerns the whole deal is repeated for each side.",
    ("game_key", "replay", "position", "side"),
    (
        GAME_KEY,
        REPLAY,
        DEAL,
        SIDE,
        PLACE,
        Column("line", "int32", "the line of the source in which the deal begins"),
        Column("dealer", "int16", "the seat that dealt"),
        Column("status", "string", "judged, unreadable, unfinished or score_only"),
        Column("unreadable_line", "int32", "the line at which judging stopped, 0 = nowhere"),
        Column("closing", "string", "how the deal ended: out, stock, darkness, special, abandoned, empty = not said"),
        Column("out_seat", "int16", "the seat that went out"),
        Column("went_out", "bool", "whether this side went out"),
        Column("concealed", "bool", "whether the side that went out did so concealed"),
        Column("lone_seat", "int16", "the seat that plays alone in a deal of cutthroat"),
        Column("minimum", "int64", "the points the side's first melds had to reach"),
        Column("total_low", "int64", "the least the side can have scored in the deal, NULL = no bound"),
        Column("total_high", "int64", "the most it can have scored, NULL = no bound"),
        Column("running_low", "int64", "the least its running total can be after the deal, NULL = no bound"),
        Column("running_high", "int64", "the most it can be, NULL = no bound"),
        Column("unjudged", "int32", "questions that could not be asked because the log hides cards by design"),
        Column("deal_hash", "string", "a hash of the cards dealt: equal where the same deal was played at two tables"),
    ),
)

RESULTS = Table(
    "results",
    "one side in one replayed game; a game without usable sides has one row with side -1.",
    ("game_key", "replay", "side"),
    (
        GAME_KEY,
        REPLAY,
        Column("batch", "string", "the import whose reading was replayed: games.batch"),
        Column("engine", "string", "a hash of the engine's source"),
        Column("ruleset_hash", "string", "a hash of the ruleset as resolved, with the options of the game"),
        Column("replayed_at", "timestamp", "when it was replayed"),
        SIDE,
        Column("ruleset", "string", "the name of the ruleset"),
        Column("status", "string", "complete, unfinished, truncated or unjudgeable"),
        Column("notes", "list<string>", "why a game cannot be judged, or what else the replay has to say"),
        Column("deals", "int32", "how many deals it has"),
        Column("judged", "int32", "how many of them were judged to their end"),
        Column("total_low", "int64", "the least the side's total can be at the end, NULL = no bound"),
        Column("total_high", "int64", "the most it can be, NULL = no bound"),
        Column("winner", "bool", "whether this side won; NULL while the game is open or drawn"),
        Column("findings", "int32", "findings of the game that matter: neither cannot_tell, irregular nor refused"),
        Column("differences", "int32", "claimed figures of the whole game that differ from the recomputed ones"),
    ),
)

RULESETS = Table(
    "rulesets",
    "one option of one ruleset as resolved for a game of the batch; other batches may say the same.",
    ("ruleset_hash", "option"),
    (
        Column("ruleset_hash", "string", "the ruleset: results.ruleset_hash"),
        Column("ruleset", "string", "the name of the ruleset"),
        Column("option", "string", "the canonical name of the option"),
        Column("value", "string", "its value as written in a header"),
    ),
)

RESULT_TABLES = (TURNS, FINDINGS, SCORES, CLAIM_VERDICTS, SEAT_DEALS, DEALS, RULESETS, RESULTS)
