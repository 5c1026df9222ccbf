"""Recorded acts in CGN's spelling: cards, groups, labels and operations, in export form (NOTATION 2.3, 2.5).

The inverse of cgn_cards and cgn_ops.  Knows nothing of lines or games.
"""

from __future__ import annotations

from functools import cache

from data.actions import ANSWERS, LABEL_BASE, NO_AMOUNT, NO_SIDE, NO_TARGET, PACKETS, Kind, Status, label_text
from data.cards import NO_CARD, RANK_CODES, Deck, deck_named
from data.events import Events, Game
from ingest.formats.cgn_ops import is_name

MARKS = {Status.PLAYED: "", Status.RETRACTED: "~", Status.REFUSED: "~~"}
ANSWER_WORDS = {number: word for word, number in ANSWERS.items()}
COUNT_LETTERS = {Kind.COUNT_HAND: "h", Kind.COUNT_PILE: "p", Kind.COUNT_STOCK: "s"}
FIRST_ACT, LAST_ACT = Kind.DRAW, Kind.ILLEGIBLE


def is_act(kind: int) -> bool:
    """Whether a row belongs on a turn line."""
    return FIRST_ACT <= kind <= LAST_ACT or kind in COUNT_LETTERS


def cards_of(events: Events, row: int, deck: Deck, *, long: bool = False) -> list[str]:
    """The cards of a row as CGN spells them, roles and readings included: `K`, `2=8s`, `{4/9}`.

    `long` gives special cards their long names, as JSON lines do.
    """
    names = long_names(deck.name) if long else {}
    readings = events.readings_of(row)
    roles = events.roles_of(row)
    spelt = []
    for number, card in enumerate(events.cards_of(row)):
        code = _code(card, deck, names)
        if readings and card == deck.unknown:
            code = "{" + "/".join(_code(kind, deck, names) for kind in readings.pop(0)) + "}"
        if roles and roles[number] != NO_CARD:
            code += "=" + _code(roles[number], deck, names)
        spelt.append(code)
    return spelt


@cache
def long_names(deck: str) -> dict[str, str]:
    """The long names of special cards by their short ones: `<wa>` -> `<watcher>`."""
    return {code: name for name, code in deck_named(deck).aliases.items() if name.startswith("<")}


def _code(card: int, deck: Deck, names: dict[str, str]) -> str:
    code = deck.code(card)
    return names.get(code, code)


def gathered(cards: list[str]) -> list[str]:
    """Two or more unknown cards in a row as one `?x2`."""
    found: list[tuple[str, int]] = []
    for card in cards:
        if found and found[-1][0] == card and card[0] == "?":
            found[-1] = (card, found[-1][1] + 1)
        else:
            found.append((card, 1))
    return [card if times == 1 else f"{card}x{times}" for card, times in found]


def group(cards: list[str]) -> str:
    """Cards of one group; a comma only where a repetition must end."""
    parts = gathered(cards)
    glued = [part + "," if "x" in part else part for part in parts[:-1]]
    return "".join(glued + parts[-1:])


def label(number: int) -> str:
    return label_text(number) if number >= LABEL_BASE else RANK_CODES.get(number, "")


def op(events: Events, row: int, deck: Deck, game: Game) -> str:
    """One act or count as an operation of a turn line."""
    kind = Kind(events.kind[row])
    amount = events.amount[row]
    if kind in COUNT_LETTERS:
        return f"{COUNT_LETTERS[kind]}={amount}"
    cards = cards_of(events, row, deck)
    if kind == Kind.TAKE_PACKET:
        word = _take(PACKETS[events.target[row]], amount, cards)
    elif kind == Kind.TAKE_PILE:
        word = _take("pile", amount, cards)
    elif kind == Kind.MELD:
        target = events.target[row]
        word = _owner(events, row, game) + (f"{label(target)}:" if target != NO_TARGET else "") + group(cards)
    elif kind == Kind.VIEW:
        word = f"view:{game.seats[events.seat[row]]}>{game.seats[amount]}"
    elif kind == Kind.SPECIAL:
        name = events.text_of(row) or ""
        word = f"special:{name if is_name(name) else 'hand'}[{','.join(gathered(cards))}]"
    else:
        word = _plain(kind, amount, events.target[row], group(cards))
    return MARKS[Status(events.status[row])] + word


def _owner(events: Events, row: int, game: Game) -> str:
    """`B/` where cards were laid to the melds of a side that is named."""
    side = events.side[row]
    return "" if side == NO_SIDE else f"{game.sides[side].name}/"


def _plain(kind: Kind, amount: int, target: int, cards: str) -> str:
    words = {
        Kind.DRAW: f"+{cards}",
        Kind.BONUS: f"!{cards}",
        Kind.DISCARD: f"-{cards}",
        Kind.ASK: f"ask:{ANSWER_WORDS.get(amount, '?')}",
        Kind.OUT: "out:concealed" if amount == 1 else "out",
        Kind.SHOW: f"show[{cards}]",
        Kind.MERGE: f"{label(amount)}<{label(target)}",
        Kind.ILLEGIBLE: "??",
    }
    return words[kind]


def _take(source: str, amount: int, cards: list[str]) -> str:
    number = f"({amount})" if amount != NO_AMOUNT else ""
    content = f"[{group(cards)}]" if cards else ""
    return f"+{source}{number}{content}"
