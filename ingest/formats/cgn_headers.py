"""The headers of a CGN game: roster, rules and deck, read when all of them are known (NOTATION 2.2, R7).

A bad or missing `rules`, `deck`, `seats` or `teams` (and a bad `options`) makes the game unjudgeable, never unreadable.
"""

from __future__ import annotations

from data.actions import VIEWS
from data.cards import deck_named
from data.events import Header, Side
from ingest.formats import cgn_lines as lines
from ingest.formats.cgn_cards import Note, Unreadable, shown
from ingest.formats.cgn_game import Line, OpenGame
from ingest.formats.cgn_ops import OpReader

DECIDING = ("rules", "deck", "options", "seats", "teams")  # without these nobody can judge


def close_headers(game: OpenGame) -> None:
    """Read the waiting lines in order and settle deck and roster; does nothing the second time."""
    waiting, game.waiting = game.waiting, None
    if waiting is None:
        return
    _settle_seats(game, waiting)
    for line in waiting:
        if not line.text:
            game.reading.ledger.comments += 1
            game.comment(line)
            continue
        try:
            _header_line(game, line)
        except Unreadable as unreadable:
            game.bad(line, unreadable.note)
            continue
        game.reading.ledger.events += 1
        if line.comment is not None:
            game.comment(line)
    _report_missing(game)
    game.deck = deck_named(game.game.deck)
    game.ops = OpReader(game.deck, game.seats, game.mode)


def _settle_seats(game: OpenGame, waiting: list[Line]) -> None:
    """Teams and players name seats, and headers come in any order: find the seats first."""
    for line in waiting:
        if line.text.startswith("seats:"):
            try:
                game.game.seats = lines.read_seats(line.text[6:], 6)
            except Unreadable:
                break
            game.seats.update({letter: number for number, letter in enumerate(game.game.seats)})
            return
    game.open_roster = True


def _header_line(game: OpenGame, line: Line) -> None:
    text = line.text
    if text.startswith("@"):
        raise Unreadable("E204", 0, "@hand before what is said about deals", shown(text, 0, len(text)))
    header = lines.HEADER_LINE.fullmatch(text)
    if header is None:
        if lines.TURN_LIKE.match(text) or lines.first_word(text) in lines.DEAL_WORDS:
            raise Unreadable("E204", 0, "@hand before deals and turns", shown(text, 0, len(text)))
        raise Unreadable("E206", 0, "key: value", shown(text, 0, len(text)))
    key, value = header.group(1), header.group(2)
    at = header.start(2) + len(value) - len(value.lstrip(lines.BLANKS))
    value = value.strip(lines.BLANKS)
    if key in game.seen_headers:
        game.message(line.number, Note("W303", 0, f"{key} once; the first is used", "another one"))
    else:
        game.seen_headers.add(key)
        try:
            _use(game, key, value, at)
        except Unreadable:
            if key in DECIDING:
                _cannot_judge(game, key)
            raise
    game.game.headers.append(Header(key, value, line.number))


def _cannot_judge(game: OpenGame, key: str) -> None:
    game.game.status = "unjudgeable"
    game.unknown_deck = game.unknown_deck or key in ("rules", "deck")
    game.open_roster = game.open_roster or key in ("seats", "teams")


def _use(game: OpenGame, key: str, value: str, at: int) -> None:
    """Take over the value of a header that means something to readers; raises Unreadable."""
    if key == "rules":
        match = lines.RULES.fullmatch(value)
        if match is None:
            raise Unreadable("E207", at, "rules as name-cards@revision", repr(value[:40]))
        game.game.rules = value
        if "deck" not in game.seen_headers:
            game.game.deck = "heckadeck" if match.group(1).startswith("heckadeck") else "french"
    elif key == "deck":
        match = lines.DECK.fullmatch(value)
        if match is None:
            raise Unreadable("E208", at, "french or heckadeck with the number of cards", repr(value[:40]))
        game.game.deck = match.group(1)
    elif key == "options":
        game.game.options = lines.read_options(value, at)
    elif key == "seats":
        lines.read_seats(value, at)
    elif key == "teams":
        teams = lines.read_teams(value, at, () if game.open_roster else game.game.seats)
        for name, letters in teams:
            game.sides[name] = len(game.sides)
            seats = tuple(game.seat(letter, at) for letter in letters)
            game.game.sides = (*game.game.sides, Side(name, seats))
    elif key == "view":
        if value not in VIEWS:
            game.game.view = "public"
            game.seat(value, at)
        game.game.view = value
    elif key.startswith("player "):
        game.seat(key[7:], 7)
        game.game.players[key[7:]] = value


def _report_missing(game: OpenGame) -> None:
    """W305 for each header of the required roster that is not there."""
    bad = {lines.header_key(text) for text in _bad_texts(game)}
    players = tuple(f"player {letter}" for letter in game.game.seats) if not game.open_roster else ()
    for key in (*lines.REQUIRED_HEADERS, *players):
        if key in game.seen_headers or key in bad:
            continue
        game.message(game.game.line, Note("W305", 0, f"the header {key}", "none"))
        if key in DECIDING and key != "options":
            _cannot_judge(game, key)


def _bad_texts(game: OpenGame) -> list[str]:
    events = game.events
    return [events.texts[events.text[row]] for row in range(game.game.first, len(events)) if events.text[row] >= 0]
