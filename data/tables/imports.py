"""The tables that an import writes: what the logs say, and nothing else.  Declarations only."""

from __future__ import annotations

from data.tables.declaration import Column, Table

GAME_KEY = Column("game_key", "string", "the game: a hash of its canonical events, roster, id and date")
SOURCE = Column("source", "string", "the file it was read from: sources.sha256")
BATCH = Column("batch", "string", "the import it came with; one source can have been read again by a newer reader")

RAW = Table(
    "raw",
    "one ingested file, byte for byte as it was found.",
    ("sha256",),
    (
        Column("sha256", "string", "SHA-256 of the bytes, in hex"),
        Column("batch", "string", "the import that brought them first; reading them again stores them no second time"),
        Column("content", "binary", "the bytes; files that were compressed stay so"),
    ),
)

GAMES = Table(
    "games",
    "one game as one source tells it; a duplicate has its row here and no events.",
    ("game_key", "batch", "source", "position"),
    (
        GAME_KEY,
        SOURCE,
        BATCH,
        Column("imported_at", "timestamp", "when its source was read"),
        Column("position", "int32", "its place among the games of its source, from 1"),
        Column("line", "int32", "the line of its source in which it begins"),
        Column("game", "string", "the id the log gives it, which need not be unique"),
        Column("status", "string", "complete, unfinished, truncated or unjudgeable"),
        Column("rules", "string", "the rules as the log names them"),
        Column("options", "list<option>", "the options as typed, in order"),
        Column("deck", "string", "which deck its card numbers belong to: french or heckadeck"),
        Column("view", "string", "whose cards the log shows: all, public, scores or a seat"),
        Column("seats", "list<string>", "the seats in playing order; seat numbers elsewhere count from 0 in this list"),
        Column("sides", "list<side>", "the scoring units and their seats; side numbers elsewhere count from 0 here"),
        Column("players", "map<string,string>", "the player's name as written, by seat"),
        Column("headers", "list<header>", "all headers as typed, in order, with their lines"),
        Column("date", "string", "the header `date` as typed"),
        Column("event", "string", "the header `event` as typed"),
        Column("site", "string", "the header `site` as typed"),
        Column("club", "string", "the header `club` as typed"),
        Column("round", "string", "the header `round` as typed"),
        Column("at_table", "string", "the header `table` as typed"),
        Column("board", "string", "the header `board` as typed"),
        Column("replaces", "string", "the id or key of the record that this one corrects"),
        Column("deals", "int32", "how many deals it has"),
        Column("events", "int32", "how many rows it has in `events`"),
        Column("plays_hash", "string", "a hash of what happened at the table: equal for two records of the same plays"),
        Column("record_hash", "string", "a hash of all that is recorded but comments: plays, sheets, rulings, rules"),
        Column("deal_hashes", "list<deal_hash>", "a hash of the cards of each fully known deal: equal at two tables"),
        Column("duplicate_of", "string", "the game already stored that this one repeats"),
        Column("twin_of", "string", "the earlier game with the same plays, under another id or with other sheets"),
        Column("conflicts_with", "string", "the earlier game with the same id and other plays"),
    ),
)

EVENTS = Table(
    "events",
    "one recorded fact of one game, in the order of the log; comments, counts and unreadable lines are facts too.",
    ("game_key", "batch", "seq"),
    (
        GAME_KEY,
        SOURCE,
        BATCH,
        Column("deck", "string", "the deck that the card numbers belong to"),
        Column("seq", "int32", "its place in the game, from 1"),
        Column("deal", "int32", "the number of the deal as written, 0 before the first"),
        Column("turn", "int32", "the number of the turn, written or counted, 0 outside turns"),
        Column("seat", "int16", "the seat that acts, from 0 in games.seats"),
        Column("side", "int16", "the side concerned, from 0 in games.sides"),
        Column("kind", "uint8", "what kind of fact: a number of data.actions.Kind"),
        Column("status", "uint8", "0 played, 1 retracted (taken back in the same turn), 2 refused by a program"),
        Column("target", "int16", "the label of the meld, the packet, or what the kind says"),
        Column("amount", "int32", "a size, an answer or a way of closing, as the kind says"),
        Column("cards", "list<uint8>", "the cards as kind numbers of the deck"),
        Column("roles", "list<uint8>", "what each card stands for, 0 = itself; empty if no card stands for another"),
        Column("readings", "list<uint8>", "the alternatives of each illegible card, each run closed by 0"),
        Column("text", "string", "words that belong to the fact: a comment, an attribute, the unreadable line"),
        Column("time", "string", "the clock, or the seconds since the fact before, as written"),
        Column("line", "int32", "the line of the source, from 1"),
        Column("column", "int32", "the first character of the fact in that line, from 1"),
    ),
)

CLAIMS = Table(
    "claims",
    "one figure that somebody wrote.",
    ("game_key", "batch", "position"),
    (
        GAME_KEY,
        SOURCE,
        BATCH,
        Column("position", "int32", "its place among the figures of the game, from 1"),
        Column("deal", "int32", "the deal it speaks of"),
        Column("side", "int16", "the side it speaks of, from 0 in games.sides"),
        Column("claimant", "string", "who wrote it; empty if nobody is named"),
        Column("item", "string", "the score item, a sum of items joined with +, count.*, carried, running or final"),
        Column("amount", "int64", "the figure as written"),
        Column("line", "int32", "the line of the source, from 1"),
        Column("column", "int32", "the first character of the figure, from 1"),
    ),
)

MESSAGES = Table(
    "messages",
    "one thing of a source that could not be taken as written, or a stretch of lines that belong to no game.",
    ("source", "batch", "position"),
    (
        SOURCE,
        BATCH,
        Column("position", "int32", "its place among the messages of the source, from 1"),
        Column("kind", "string", "message, or orphan for lines that belong to no game"),
        Column("code", "string", "the code of the message, E... or W...; empty for an orphan"),
        Column("severity", "string", "error or warning"),
        Column("line", "int32", "the line of the source, from 1"),
        Column("column", "int32", "the character in that line, from 1"),
        Column("game", "string", "the id of the game it concerns, empty if none"),
        Column("deal", "int32", "the deal it concerns, 0 if none"),
        Column("expected", "string", "what should have stood there"),
        Column("found", "string", "what stands there"),
        Column("reason", "string", "why an orphan belongs to no game"),
        Column("raw", "string", "an orphan word for word"),
    ),
)

SOURCES = Table(
    "sources",
    "one ingested file as one reader read it, with counts that add up to its lines.",
    ("sha256", "batch"),
    (
        Column("sha256", "string", "SHA-256 of the bytes as they were found, in hex"),
        Column("name", "string", "the path or name under which it was found"),
        BATCH,
        Column("reader", "string", "what read it: format, version and mode; a newer reading of the same bytes wins"),
        Column("format", "string", "the format that was recognised, empty if none"),
        Column("imported_at", "timestamp", "when it was read"),
        Column("imported_by", "string", "the account that imported it"),
        Column("status", "string", "read, damaged (unpacked and read in part), unknown, unreadable or too_large"),
        Column("reason", "string", "why it was not read as a whole; empty if it was"),
        Column("bytes", "int64", "its size as it was found"),
        Column("lines", "int32", "its lines, after unpacking"),
        Column("event_lines", "int32", "lines that state facts"),
        Column("comment_lines", "int32", "lines that hold only a comment"),
        Column("blank_lines", "int32", "empty lines"),
        Column("bad_lines", "int32", "lines that could not be read; each is an event of its game"),
        Column("orphan_lines", "int32", "lines that belong to no game; each is kept in `messages`"),
        Column("balanced", "bool", "whether the five counts add up to the lines, and what was kept to the counts"),
        Column("games", "int32", "games found in it"),
        Column("duplicates", "int32", "of these, games that were stored already"),
        Column("twins", "int32", "of these, games with the same plays as one stored already"),
        Column("conflicts", "int32", "of these, games with the id of one stored already, and other plays"),
        Column("events", "int32", "rows it has in `events`"),
        Column("errors", "int32", "errors among its messages"),
        Column("warnings", "int32", "warnings among its messages"),
        Column("seconds", "float64", "how long it took to read"),
    ),
)

IMPORT_TABLES = (RAW, GAMES, EVENTS, CLAIMS, MESSAGES, SOURCES)
