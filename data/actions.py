"""What a log can record: the kinds of event, their status, and the closed lists other tables use.

Words only.  The numbers are permanent: they are in every lake.
"""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """One recorded fact.  Kinds below 40 happen at the table; the others are said about it."""

    # how a deal begins; the last four describe a position (DESIGN section 6)
    DEAL_START = 1  # seat = dealer, text = the attributes of `@hand`
    SIT_OUT = 2  # seat that sits this deal out
    DEALT = 3  # seat, cards
    PACKET = 4  # seat, cards set aside; target = PACKETS number
    TURN_UP = 5  # cards turned up, last on top
    STOCK = 6  # cards of the stock, next first
    HOLDS = 7  # position: seat, cards known to be held
    TABLE = 8  # position: side, cards of one meld (or bonus cards if target = BONUS_TARGET)
    PILE = 9  # position: cards of the pile, bottom to top
    # what players do
    DRAW = 10  # cards drawn from the stock
    TAKE_PILE = 11  # amount = stated size, cards = stated content
    TAKE_PACKET = 12  # target = PACKETS number, amount, cards
    BONUS = 13  # bonus cards laid out
    MELD = 14  # cards laid, new or added; target = label of the meld
    DISCARD = 15  # one card
    ASK = 16  # amount = ANSWER_*
    OUT = 17  # goes out; amount = 1 if claimed concealed
    SPECIAL = 18  # special hand; text = its name
    VIEW = 19  # seat looks at the hand of seat number amount
    SHOW = 20  # cards exposed without being played
    MERGE = 21  # target joined into the meld `amount` (both label numbers)
    ILLEGIBLE = 22  # something happened that cannot be read
    CLOSE = 30  # the deal is over; amount = CLOSINGS number
    # what is said about the play
    COUNT_HAND = 40  # amount = cards in the hand after the turn
    COUNT_PILE = 41
    COUNT_STOCK = 42
    SHEET = 50  # one `@score` line: side, text; its figures are rows of claims
    TOTALS = 51  # one `@total` line: text; its figures are rows of claims
    RULING = 52  # amount = turn ruled on (-1: the score), text = verdict and attributes
    PENALTY = 53  # side, amount = points or raised minimum; text = attributes
    COMMENT = 54  # text
    EXTENSION = 55  # private line, text = the line
    SEAL = 56  # text = digits
    GAME_END = 57  # text = attributes
    BAD = 58  # a line that could not be read: text = the line


class Status(IntEnum):
    """Whether a recorded act changed the table."""

    PLAYED = 0
    RETRACTED = 1  # shown or done, and taken back in the same turn (`~`)
    REFUSED = 2  # attempted, and not let through by the program (`~~`)


NO_AMOUNT = -(2**31)
NO_SEAT = -1
NO_SIDE = -1
NO_TEXT = -1

ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN = 0, 1, 2
ANSWERS = {"no": ANSWER_NO, "yes": ANSWER_YES, "?": ANSWER_UNKNOWN}

CLOSINGS = ("out", "stock", "darkness", "special", "abandoned")
RULINGS = ("stands", "void", "corrected", "adjusted", "noted")
PACKETS = ("foot", "talon", "knee")
VIEWS = ("all", "public", "scores")  # or a seat letter

# Labels of melds.  A rank label is the rank's number; `s1`, `m2`, `w1` are LABEL_BASE + letter * 10 + digit.
NO_TARGET = 0
BONUS_TARGET = 90
LABEL_BASE = 100


def label_number(letter: str, digit: str) -> int:
    """The number of a label such as `s1`; `label_text` is its inverse."""
    return LABEL_BASE + (ord(letter) - ord("a")) * 10 + int(digit)


def label_text(number: int) -> str:
    """`s1` for the number of that label; only for numbers from LABEL_BASE on."""
    return f"{chr((number - LABEL_BASE) // 10 + ord('a'))}{(number - LABEL_BASE) % 10}"


# Score items (DESIGN section 5).  A claim may also name a sum of items joined with "+", and `count.*`.
SCORE_ITEMS = (
    "meld_cards", "natural_canastas", "mixed_canastas", "sequence_canastas", "wild_canastas", "other_canastas",
    "bonus_cards", "going_out", "concealed", "special_hands", "aggregate", "unfinished_melds", "hand_cards",
    "penalties", "total",
)  # fmt: skip
CANASTA_ITEMS = "natural_canastas+mixed_canastas+sequence_canastas+wild_canastas+other_canastas"

# Keys of an `@score` line -> the item they claim (NOTATION 2.6); `out` pays going out and concealment together.
SHEET_KEYS = {
    "cards": "meld_cards", "nat": "count.natural_canastas", "mix": "count.mixed_canastas",
    "wild": "count.wild_canastas", "samba": "count.sequence_canastas", "canastas": CANASTA_ITEMS,
    "bonus": "bonus_cards", "out": "going_out+concealed", "concealed": "concealed", "special": "special_hands",
    "aggregate": "aggregate", "unfinished": "unfinished_melds", "hand": "hand_cards", "pen": "penalties",
    "sum": "total", "n5": "count.n5", "n10": "count.n10", "n20": "count.n20", "n50": "count.n50",
    "lone": "count.lone",
}  # fmt: skip

VERDICTS = ("illegal", "impossible", "conservation", "score", "irregular", "cannot_tell")
