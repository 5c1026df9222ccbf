"""Small integers that the scanners speak: bytes of a text, kinds of rows, and why a scanner stopped."""

from __future__ import annotations

from data import actions
from data.actions import Kind, Status

NO_AMOUNT, NO_SEAT, NO_SIDE, NO_TARGET, NO_TEXT = (
    actions.NO_AMOUNT, actions.NO_SEAT, actions.NO_SIDE, actions.NO_TARGET, actions.NO_TEXT,
)  # fmt: skip
LABEL_BASE = actions.LABEL_BASE
LETTERS = 128  # as many second bytes has a card, at most

LF, CR, BLANK, COLON, EQUALS, POINT, COMMA, MULTIPLIER, LESS, GREATER, QUOTE = b'\n\r :=.,x<>"'
PLUS, MINUS, BANG, QUERY, AT_SIGN, OPENS, CLOSES, OPENS_ROUND, CLOSES_ROUND = b"+-!?@[]()"
OPENS_RECORD, CLOSES_RECORD, BACKSLASH = b"{}\\"
ZERO, NINE, TILDE, DELETE = b"09~\x7f"
LOWER_A, LOWER_H, LOWER_P, LOWER_S, LOWER_T, LOWER_Z = b"ahpstz"

ROW_DEAL_START = int(Kind.DEAL_START)
ROW_DEALT = int(Kind.DEALT)
ROW_PACKET = int(Kind.PACKET)
ROW_TURN_UP = int(Kind.TURN_UP)
ROW_STOCK = int(Kind.STOCK)
ROW_DRAW = int(Kind.DRAW)
ROW_TAKE_PILE = int(Kind.TAKE_PILE)
ROW_TAKE_PACKET = int(Kind.TAKE_PACKET)
ROW_BONUS = int(Kind.BONUS)
ROW_MELD = int(Kind.MELD)
ROW_DISCARD = int(Kind.DISCARD)
ROW_ASK = int(Kind.ASK)
ROW_OUT = int(Kind.OUT)
ROW_ILLEGIBLE = int(Kind.ILLEGIBLE)
ROW_CLOSE = int(Kind.CLOSE)
ROW_COUNT_HAND = int(Kind.COUNT_HAND)
ROW_COUNT_PILE = int(Kind.COUNT_PILE)
ROW_COUNT_STOCK = int(Kind.COUNT_STOCK)
ROW_SHEET = int(Kind.SHEET)
ROW_TOTALS = int(Kind.TOTALS)
ROW_GAME_END = int(Kind.GAME_END)

STATUS_RETRACTED, STATUS_REFUSED = int(Status.RETRACTED), int(Status.REFUSED)

# Why a scanner stopped: nothing is left, the columns are full, a deal has begun, the game is over, or a line is for the
# careful reader.
END, FULL, DEAL, OVER, UNUSUAL = range(5)
LINE_ROWS = 512  # no line of the length allowed has more operations
LINE_CARDS = 1024  # nor more cards, repetitions aside
LINE_BYTES = 2048  # nor more to be said in other words
NOT_TAKEN = -1  # instead of an offset: what stands here is for the careful reader

# Lists of words that a scanner knows (scan_words), and where in them something else begins.
TAKES, SAYINGS, WORDS, SETTLED, DIRECTIVES, CLOSINGS, DEALER, RESULT, RESULTS, KEYS, SPECIALS = range(11)
FIELDS, TRUTHS, FIGURES, TYPES = range(11, 15)  # of JSON; behind TYPES the words of other fields that have such a list
SAYS_SCORE, SAYS_HAND, SAYS_CLOSE, SAYS_TOTAL = range(4)
RESULT_UNFINISHED = 1
SAID_CONCEALED, SAID_OUT = 3, 4
WORD_DEAL, WORD_FOOT, WORD_UP, WORD_STOCK = 0, 1, 4, 5

# What a figure is: a total brought in, after the deal, at the end, or a key of a sheet, counted from FIRST_KEY.
ITEM_CARRIED, ITEM_RUNNING, ITEM_FINAL, FIRST_KEY = range(4)
KEY_BY = 0

# Fields of records: whole numbers, then words of a list, then truths, then what has a form of its own.
FIELD_VERSION, FIELD_SEQ, FIELD_DEAL, FIELD_TURN, FIELD_COUNT = range(5)
FIELD_TYPE, FIELD_SOURCE, FIELD_WHAT, FIELD_ANSWER, FIELD_HOW = range(5, 10)
FIELD_CONCEALED, FIELD_RETRACTED, FIELD_REFUSED, FIELD_SETTLED = range(10, 14)
FIELD_GAME, FIELD_SEAT, FIELD_CARDS, FIELD_LABEL, FIELD_TIME, FIELD_PLACE = range(14, 20)
FIELD_TEAM, FIELD_BY, FIELD_DEALER, FIELD_CLAIM, FIELD_CARRY = range(20, 25)
FIELD_COUNT_ALL = 25

# Types of records: those of deal lines as WORD_..., then the others.
TYPE_CLOSE, TYPE_DRAW, TYPE_BONUS, TYPE_SHOW, TYPE_DISCARD, TYPE_MELD, TYPE_TAKE, TYPE_ASK, TYPE_OUT = range(6, 15)
TYPE_ILLEGIBLE, TYPE_CHECK, TYPE_SCORE, TYPE_TOTAL, TYPE_HAND = range(15, 20)
