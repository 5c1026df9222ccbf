"""The headers of a CGN game: roster, rules and deck, read when all of them are known (NOTATION 2.2, R7).

A bad or missing `rules`, `deck`, `seats` or `teams` (and a bad `options`) makes the game unjudgeable, never unreadable.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache, lru_cache
from typing import NamedTuple

from data.actions import VIEWS
from data.cards import deck_named
from data.events import Header, Side
from ingest.formats import cgn_lines as lines
from ingest.formats import cgn_says
from ingest.formats.cgn_cards import Note, Unreadable, shown
from ingest.formats.cgn_game import Line, OpenGame
from ingest.formats.cgn_ops import OpReader

DECIDING = ("rules", "deck", "options", "seats", "teams")  # without these nobody can judge
TYPING_ERROR = 0.75  # how alike an unknown key must be to a known one to be taken for a slip
REMEMBERED = 4_096  # header lines and values, most of which recur from game to game
RULE_HEADERS = {
    "rules": (lines.RULES, "E207", "rules as name-cards@revision"),
    "deck": (lines.DECK, "E208", "french or heckadeck with the number of cards"),
}


def close_headers(game: OpenGame) -> list[Line]:
    """Read the waiting header lines in order and settle deck and roster.

    Returns the lines of a deal that wait because their `@hand` was not found.
    """
    if game.waiting is None:
        return []
    waiting, game.waiting = game.waiting, None
    last = next((number for number in reversed(range(len(waiting))) if _is_header(waiting[number])), -1)
    stray = (number for number in range(last + 1, len(waiting)) if _is_table_line(waiting[number]))
    cut = next(stray, len(waiting))
    _settle_seats(game, waiting)
    for line in waiting[:cut]:
        _take(game, line)
    _report_missing(game)
    game.deck = deck_named(game.game.deck)
    if game.open_roster:
        game.ops = OpReader(game.deck, game.seats, game.sides, game.mode)
    else:
        game.ops = _op_reader(game.game.deck, tuple(game.seats), tuple(game.sides), game.mode)
    return waiting[cut:]


@lru_cache(maxsize=64)
def _op_reader(deck: str, seats: tuple[str, ...], sides: tuple[str, ...], mode: str) -> OpReader:
    """One reader for all games with the same deck and roster: it remembers what operations mean."""
    numbered = [{name: number for number, name in enumerate(names)} for names in (seats, sides)]
    return OpReader(deck_named(deck), numbered[0], numbered[1], mode)


def _take(game: OpenGame, line: Line) -> None:
    if line.damage:
        _bad_header(game, line, line.damage)
        return
    if not line.text:
        game.reading.ledger.comments += 1
        game.comment(line)
        return
    try:
        _header_line(game, line)
    except Unreadable as unreadable:
        _bad_header(game, line, unreadable.note)
        return
    game.reading.ledger.events += 1
    if line.comment is not None:
        game.comment(line)


def _bad_header(game: OpenGame, line: Line, note: Note) -> None:
    """Keep a header line that cannot be read; that its header is missing is then no second message."""
    key = line.text.partition(":")[0]
    game.bad_headers.add(key)
    if key in DECIDING and key not in game.seen_headers:
        _cannot_judge(game, key)
    game.bad(line, note)


def _is_table_line(line: Line) -> bool:
    if line.damage:
        return False
    return bool(lines.TURN_LIKE.match(line.text)) or lines.first_word(line.text) in lines.DEAL_WORDS


def _is_header(line: Line) -> bool:
    if line.damage:
        return bool(lines.HEADER_LINE.fullmatch(line.text))
    return _parts(line.text) is not None


class _Parts(NamedTuple):
    """Key and value of a header line, and the offset of the value."""

    key: str
    value: str
    at: int


@lru_cache(maxsize=REMEMBERED)
def _parts(text: str) -> _Parts | None:
    """The parts of a header line; None for a line that is no header, or one of a deal."""
    header = lines.HEADER_LINE.fullmatch(text)
    if header is None or lines.TURN_LIKE.match(text) or lines.first_word(text) in lines.DEAL_WORDS:
        return None
    key, value = header.group(1), header.group(2)
    at = header.start(2) + len(value) - len(value.lstrip(lines.BLANKS))
    return _Parts(key, value.strip(lines.BLANKS), at)


_read_seats = lru_cache(maxsize=REMEMBERED)(lines.read_seats)
_read_teams = lru_cache(maxsize=REMEMBERED)(lines.read_teams)


def _settle_seats(game: OpenGame, waiting: list[Line]) -> None:
    """Teams and players name seats, and headers come in any order: find the seats first."""
    for line in waiting:
        if line.text.startswith("seats:") and not line.damage:
            try:
                game.game.seats = _read_seats(line.text[6:], 6)
            except Unreadable:
                break
            game.seats.update({letter: number for number, letter in enumerate(game.game.seats)})
            return
    game.open_roster = True


def _header_line(game: OpenGame, line: Line) -> None:
    text = line.text
    if text.startswith("@"):
        cgn_says.directive(game, line)
        return
    header = _parts(text)
    if header is None:
        if _is_table_line(line):
            raise Unreadable("E204", 0, "@hand before deals and turns", shown(text, 0, len(text)))
        lines.refuse_indent(text)
        raise Unreadable("E206", 0, "key: value", shown(text, 0, len(text)))
    key, value, at = header
    if key in game.seen_headers:
        game.message(line.number, Note("W303", 0, f"{key} once; the first is used", "another one"))
    else:
        game.seen_headers.add(key)
        try:
            _use(game, key, value, at)
        except Unreadable:
            game.seen_headers.discard(key)
            raise
        _report_doubts(game, line.number, header)
    game.game.headers.append(Header(key, value, line.number))


def _cannot_judge(game: OpenGame, key: str) -> None:
    game.game.status = "unjudgeable"
    game.unknown_deck = game.unknown_deck or key in ("rules", "deck")
    game.open_roster = game.open_roster or key in ("seats", "teams")


def _use(game: OpenGame, key: str, value: str, at: int) -> None:
    """Take over the value of a header that means something to readers; raises Unreadable."""
    if key in RULE_HEADERS:
        _use_rules(game, key, value, at)
    elif key == "options":
        game.game.options = lines.read_options(value, at)
    elif key == "seats":
        _read_seats(value, at)
    elif key == "teams":
        teams = _read_teams(value, at, () if game.open_roster else game.game.seats)
        for name, letters in teams:
            game.sides[name] = len(game.sides)
            seats = tuple(game.seat(letter, at) for letter in letters)
            game.game.sides = (*game.game.sides, Side(name, seats))
    elif key == "view":
        if value not in VIEWS:
            game.game.view = "public"  # the cautious one, where nobody knows what was seen
            game.seat(value, at)
        game.game.view = value
    elif key.startswith("player "):
        game.seat(key[7:], 7)
        game.game.players[key[7:]] = value


def _use_rules(game: OpenGame, key: str, value: str, at: int) -> None:
    pattern, code, expected = RULE_HEADERS[key]
    match = pattern.fullmatch(value)
    if match is None:
        raise Unreadable(code, at, expected, repr(value[:40]))
    if key == "deck":
        game.game.deck = match.group(1)
        return
    game.game.rules = value
    if "deck" not in game.seen_headers:
        game.game.deck = _deck_of(match.group(1), match.group(2))


@cache
def _deck_of(name: str, cards: str | None) -> str:
    """The deck of a ruleset, whatever it is called; for one that is not known, what its number of cards says."""
    from data.ruleset import RulesetError, load

    try:
        return str(load(name).values["deck"].value)
    except RulesetError:
        return "heckadeck" if cards == lines.HECKADECK_CARDS or name.startswith("heckadeck") else "french"


def _report_doubts(game: OpenGame, line: int, header: _Parts) -> None:
    """Warn of option names that mean nothing (who judges will doubt), of odd dates, and of keys that look mistyped."""
    key, value, at = header
    if key == "options":
        names = [name for name, _ in game.game.options]
        for number, name in enumerate(names):
            if not _is_option(name):
                game.message(line, Note("W310", at, "the name of an option", name[:40]))
            if name in names[:number]:
                game.message(line, Note("W314", at, f"{name} once", "another one"))
    elif key == "date" and lines.DATE.fullmatch(value) is None:
        game.message(line, Note("W319", at, "a date such as 2026-03-14 20:05 Europe/Madrid", value[:40]))
    elif key not in lines.KNOWN_HEADERS and not key.startswith(("player ", "x-")):
        meant = get_close_matches(key, lines.KNOWN_HEADERS, n=1, cutoff=TYPING_ERROR)
        if meant:
            game.message(line, Note("W316", 0, f"a header that is known, perhaps {meant[0]}", key))


@lru_cache(maxsize=4096)
def _is_option(name: str) -> bool:
    from data.options import FAMILIES, find

    return any(find(name, family) is not None for family in FAMILIES)


def _report_missing(game: OpenGame) -> None:
    """W305 for each header of the required roster that is not there."""
    if not game.seen_headers and not game.bad_headers:
        game.message(game.game.line, Note("W305", 0, "headers", "none"))
        _cannot_judge(game, "rules")
        return
    for key in _wanted(() if game.open_roster else game.game.seats):
        if key in game.seen_headers or key in game.bad_headers:
            continue
        game.message(game.game.line, Note("W305", 0, f"the header {key}", "none"))
        if key in DECIDING and key != "options":
            _cannot_judge(game, key)


@lru_cache(maxsize=REMEMBERED)
def _wanted(seats: tuple[str, ...]) -> tuple[str, ...]:
    """The headers that a game of these seats must have."""
    return (*lines.REQUIRED_HEADERS, *(f"player {letter}" for letter in seats))
