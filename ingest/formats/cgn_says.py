"""The `@` lines of a CGN game: deals begin and end, sheets, totals, rulings, penalties (NOTATION 2.6).

Claims are recorded as claims, beside what the replay will compute; nothing is compared here.
"""

from __future__ import annotations

from data.actions import CLOSINGS, NO_SEAT, RULINGS, SCORE_ITEMS, SHEET_KEYS, Kind
from data.events import Claim
from ingest.formats import cgn_lines as lines
from ingest.formats.cgn_cards import Note, Unreadable, shown
from ingest.formats.cgn_game import DealRecord, Line, OpenGame
from ingest.formats.cgn_ops import is_name

RESULTS = ("draw", "unfinished")


def directive(game: OpenGame, line: Line) -> None:
    """Record one `@` line other than `@cgn` and `@game`; raises Unreadable before anything is recorded."""
    word = lines.first_word(line.text)
    if word.startswith("@x-") and is_name(word[3:]):
        game.events.add(Kind.EXTENSION, deal=game.deal_number, text=line.text, line=line.number)
        return
    read = READERS.get(word)
    if read is None:
        raise Unreadable("E200", 0, "a line of the notation, or @x-name", shown(word, 0, len(word)))
    read(game, line, lines.tokens(line.text, len(word)))


def _rest(
    game: OpenGame, line: Line, words: list[lines.Token], skip: int, order: tuple[str, ...] = ()
) -> list[lines.Attribute]:
    """The attributes behind the first `skip` words in export order; a key written twice counts once."""
    at = words[skip].at if len(words) > skip else len(line.text)
    found = lines.attributes(line.text, at)
    seen: set[str] = set()
    for part in found:
        if part.key in seen:
            game.message(line.number, Note("W314", part.at, f"{part.key} once; the first is used", part.text))
        seen.add(part.key)
    return lines.in_order(found, order)


def _first(parts: list[lines.Attribute]) -> dict[str, lines.Attribute]:
    found: dict[str, lines.Attribute] = {}
    for part in parts:
        found.setdefault(part.key, part)
    return found


def _all_or_none(game: OpenGame, line: Line, sides: list[int]) -> None:
    """Totals stand for every team or for none (W318)."""
    if sides and len(set(sides)) < len(game.sides) and not game.open_roster:
        missing = ", ".join(name for name, number in game.sides.items() if number not in sides)
        game.message(line.number, Note("W318", 0, "a total for each team", f"none for {missing}"))


def _unknown(game: OpenGame, line: Line, parts: list[lines.Attribute], known: tuple[str, ...]) -> None:
    for part in parts:
        if part.key not in known:
            game.message(line.number, Note("W313", part.at, "a known key; it is kept", part.key))


def _hand(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    """`@hand` always begins a deal (R3), though of one that cannot be read no more than its number is known."""
    try:
        _begin_deal(game, line, words)
    except Unreadable:
        number = int(words[0].text) if words and _is_whole(words[0].text) else 0
        game.lose_deal(line, number)
        raise


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _begin_deal(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    last = game.deals[-1].number if game.deals else 0
    number, skip = last + 1, 0
    if words and words[0].text[0].isdigit():
        if not _is_whole(words[0].text):
            raise Unreadable("E131", words[0].at, "a whole number for the deal", words[0].text[:20])
        number, skip = int(words[0].text), 1
    parts = _rest(game, line, words, skip, ("dealer", "sits", "position", *game.sides, "turn"))
    named = _first(parts)
    seats = {key: game.seat(part.value, part.at) for key, part in named.items() if key in ("dealer", "turn")}
    sits = named.get("sits")
    sitting = [game.seat(letter, sits.at) for letter in sits.value.split(",")] if sits else []
    totals = [(game.side(part.key, part.at), lines.whole(part)) for part in named.values() if _is_team(part.key)]
    position = named.get("position")
    if position and position.value != "yes":
        raise Unreadable("E130", position.at, "position=yes", position.value)
    if game.deals and number != last + 1 and not game.deals[-1].lost:
        game.message(line.number, Note("W302", words[0].at if words else 0, f"deal {last + 1}", f"deal {number}"))
    _unknown(game, line, [part for part in parts if not _is_team(part.key)], lines.HAND_KEYS)
    _all_or_none(game, line, [side for side, _ in totals])
    game.deals.append(DealRecord(number, line.number, position=position is not None, sitting_out=set(sitting)))
    game.events.add(Kind.DEAL_START, deal=number, seat=seats.get("dealer", NO_SEAT),
                    text=lines.join_attributes(parts), line=line.number)  # fmt: skip
    for seat in sitting:
        game.events.add(Kind.SIT_OUT, deal=number, seat=seat, line=line.number)
    for side, amount in totals:
        game.game.claims.append(Claim(number, side, "", "carried", amount, line.number, 1))


def _is_team(key: str) -> bool:
    return key[0].isupper()


def _close(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    if game.deal.bad_row >= 0:
        game.lose_deal(line)
    deal = game.deal
    if len(words) != 1 or words[0].text not in CLOSINGS:
        found = shown(line.text, 7, len(line.text))
        raise Unreadable("E136", words[0].at if words else len(line.text), " or ".join(CLOSINGS), found)
    if deal.closing:
        game.message(line.number, Note("W312", 0, "one @close in a deal", f"another one, {words[0].text}"))
    deal.closing = deal.closing or words[0].text
    game.events.add(Kind.CLOSE, deal=deal.number, amount=CLOSINGS.index(words[0].text), line=line.number)


def _score(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    deal = game.deal
    if not words:
        raise Unreadable("E133", len(line.text), "a team of this game", "the end")
    parts = _rest(game, line, words, 1, lines.SHEET_ORDER)
    if not parts:
        raise Unreadable("E130", len(line.text), "key=value", "the end")
    side = game.side(words[0].text, words[0].at)
    named = _first(parts)
    if set(named) == {"by"}:
        raise Unreadable("E130", len(line.text), "a figure", "the end")
    claimant = named["by"].value if "by" in named else ""
    items = [(sheet_item(key), part) for key, part in named.items() if key != "by"]
    claims = [(item, lines.whole(part), part.at) for item, part in items if item]
    _unknown(game, line, [part for part in named.values() if not sheet_item(part.key)], ("by",))
    if (side, claimant) in deal.sheets:
        game.message(line.number, Note("W307", 0, "one sheet of each writer for a team", "the same again"))
    deal.sheets.add((side, claimant))
    game.events.add(Kind.SHEET, deal=deal.number, side=side, line=line.number,
                    text=lines.join_attributes(parts))  # fmt: skip
    for item, amount, at in claims:
        game.game.claims.append(Claim(deal.number, side, claimant, item, amount, line.number, at + 1))


def sheet_item(key: str) -> str:
    """The score item that a key of an `@score` line claims: a short key, an item's own name, or a sum of names."""
    if key in SHEET_KEYS:
        return SHEET_KEYS[key]
    names = key.split("+")
    return key if all(name in SCORE_ITEMS or name.startswith("count.") for name in names) else ""


def _total(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    deal = game.deal
    parts = _rest(game, line, words, 0, tuple(game.sides))
    if not parts:
        raise Unreadable("E130", len(line.text), "TEAM=total", "the end")
    claims = [(game.side(part.key, part.at), lines.whole(part), part.at) for part in _first(parts).values()]
    deal.totals += 1
    _all_or_none(game, line, [side for side, _, _ in claims])
    game.events.add(Kind.TOTALS, deal=deal.number, text=lines.join_attributes(parts),
                    line=line.number)  # fmt: skip
    for side, amount, at in claims:
        game.game.claims.append(Claim(deal.number, side, "", "running", amount, line.number, at + 1))


def _ruling(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    number = game.deal.number
    if len(words) < 2 or words[1].text not in RULINGS:
        at = words[1].at if len(words) > 1 else len(line.text)
        raise Unreadable("E135", at, "a turn or score, then " + ", ".join(RULINGS), shown(line.text, at, at + 20))
    reference = words[0].text
    if reference != "score" and not _is_whole(reference):
        raise Unreadable("E135", words[0].at, "a turn number or score", reference[:20])
    parts = _rest(game, line, words, 2)
    text = " ".join([words[1].text, *(part.text for part in parts)])
    if line.comment is not None:
        text += f" ; {line.comment}"
    game.events.add(Kind.RULING, deal=number, amount=-1 if reference == "score" else int(reference), text=text,
                    line=line.number)  # fmt: skip


def _penalty(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    number = game.deal.number
    if len(words) < 2:
        raise Unreadable("E134", len(line.text), "a team, then points or min+N", "the end")
    side, amount = game.side(words[0].text, words[0].at), words[1].text
    digits = amount[4:] if amount.startswith("min+") else amount
    if lines.WHOLE.fullmatch(digits) is None or (digits != amount and not digits.isdigit()):
        raise Unreadable("E134", words[1].at, "points such as -100, or min+10", amount[:20])
    if digits == amount and amount[0] not in "+-":
        raise Unreadable("E134", words[1].at, "points with their sign", amount[:20])
    parts = _rest(game, line, words, 2)
    game.events.add(Kind.PENALTY, deal=number, side=side, amount=int(digits),
                    text=" ".join([amount, *(part.text for part in parts)]), line=line.number)  # fmt: skip


def _seal(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    digits = words[0].text.removeprefix("sha256=") if len(words) == 1 else ""
    if len(words) != 1 or not words[0].text.startswith("sha256=") or not lines.SEAL_DIGITS.fullmatch(digits):
        raise Unreadable("E130", 5, "sha256= and 16 hexadecimal digits", shown(line.text, 5, len(line.text)))
    if game.seal_line:
        game.message(line.number, Note("W309", 0, "one @seal in a game", "another one"))
    game.seal_line, game.seal_digits = line.number, digits
    game.events.add(Kind.SEAL, deal=game.deal_number, text=digits, line=line.number)


def _end(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    parts = _rest(game, line, words, 0, (*game.sides, "result"))
    named = _first(parts)
    result = named.get("result")
    if result and result.value not in RESULTS:
        game.side(result.value, result.at)
    claims = [(game.side(part.key, part.at), lines.whole(part), part.at) for part in named.values()
              if _is_team(part.key)]  # fmt: skip
    _unknown(game, line, [part for part in parts if not _is_team(part.key)], ("result",))
    _all_or_none(game, line, [side for side, _, _ in claims])
    game.end_line = line.number
    game.unfinished = result is not None and result.value == "unfinished"
    game.events.add(Kind.GAME_END, deal=game.deal_number, line=line.number,
                    text=lines.join_attributes(parts))  # fmt: skip
    for side, amount, at in claims:
        game.game.claims.append(Claim(game.deal_number, side, "", "final", amount, line.number, at + 1))


READERS = {"@hand": _hand, "@close": _close, "@score": _score, "@total": _total, "@ruling": _ruling,
           "@penalty": _penalty, "@seal": _seal, "@end": _end}  # fmt: skip
