"""The tables that hold what people decide about games: reversible, and nothing is ever overwritten.  Declarations."""

from __future__ import annotations

from data.tables.declaration import Column, Table

AT = Column("decided_at", "timestamp", "when it was decided")
BY = Column("decided_by", "string", "who decided it")
WHY = Column("why", "string", "the reason")

PEOPLE = Table(
    "people",
    "one decision that a name as written means a person; the newest decision on a name counts.",
    ("name", "decided_at"),
    (
        Column("name", "string", "a name as it is written in logs"),
        Column("person", "string", "whom it means; empty = the name stands for itself again"),
        AT,
        BY,
        WHY,
    ),
)

AMENDMENTS = Table(
    "amendments",
    "one change somebody made to what is published of a game; the record itself never changes.",
    ("game_key", "target", "decided_at"),
    (
        Column("game_key", "string", "the game, empty if it concerns something else"),
        Column("target", "string", "what is changed, such as `counted` for whether the game counts in statistics"),
        Column("before", "string", "what it was"),
        Column("after", "string", "what it is from now on"),
        AT,
        BY,
        WHY,
    ),
)

SIGNOFFS = Table(
    "signoffs",
    "one step in the agreement on a game's score; data.signoff says which count and where the game stands.",
    ("game_key", "side", "decided_at"),
    (
        Column("game_key", "string", "the game: games.game_key"),
        Column("source", "string", "the source of the game: sources.sha256; with the line it outlives a new reading"),
        Column("line", "int32", "the line of the source in which the game begins"),
        Column("state", "string", "what the step asks for: draft (open it again), confirmed, disputed or final"),
        Column("side", "int16", "the side that takes the step, from 0 in games.sides; -1 for an official"),
        Column("figures", "string", "a digest of the figures that it is about: figures.digest"),
        Column("totals", "list<string>", "the totals of the sides at that time, as they were recomputed"),
        Column(
            "hours", "int32", "for how many hours one may object once every side has confirmed; the longest time counts"
        ),
        Column("author", "string", "who takes the step, by the name given"),
        AT,
        BY,
        WHY,
    ),
)

PINS = Table(
    "pins",
    "one decision which result of a game is published; the newest that names a stored result counts.",
    ("game_key", "decided_at"),
    (
        Column("game_key", "string", "the game, empty for every game"),
        Column("engine", "string", "the engine whose result is published: results.engine"),
        Column("ruleset_hash", "string", "the ruleset whose result is published, empty for whichever that engine used"),
        AT,
        BY,
        WHY,
    ),
)

FORGOTTEN = Table(
    "forgotten",
    "one file that named a person who has been forgotten since; it is not taken in again.",
    ("sha256",),
    (
        Column("sha256", "string", "SHA-256 of the bytes that held the name, in hex"),
        AT,
        BY,
        WHY,
    ),
)

NOTES = Table(
    "notes",
    "one version of a reviewer's note on a place in a game; the newest of a note counts, and no verdict reads any.",
    ("note", "decided_at"),
    (
        Column("note", "string", "the note: made up when it is first written, the same in every version of it"),
        Column("game_key", "string", "the game: games.game_key"),
        Column("source", "string", "the source of the game: sources.sha256; with the line it outlives a new reading"),
        Column("line", "int32", "the line of the source it is about"),
        Column("deal", "int32", "the deal it is about"),
        Column("turn", "int32", "the turn it is about, 0 for none"),
        Column("text", "string", "what the reviewer says, empty if nothing but tags"),
        Column("tags", "list<string>", "words to find it by, such as `doubtful`"),
        Column("author", "string", "who says it, by the name given"),
        Column("withdrawn", "bool", "whether this version takes the note back"),
        AT,
        BY,
        WHY,
    ),
)

PEOPLE_TABLES = (PEOPLE, AMENDMENTS, SIGNOFFS, PINS, FORGOTTEN, NOTES)
