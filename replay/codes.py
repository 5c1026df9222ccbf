"""Small integers that the replay kernel speaks; `data.actions` has those that logs and tables speak."""

from __future__ import annotations

# What a rule answers.  HIDDEN: it turns on a card that the log's view does not show.
HOLDS, BROKEN, CANNOT_TELL, HIDDEN = 0, 1, 2, 3

# What a card is for, under a ruleset.
ROLE_UNKNOWN, NATURAL, WILD, BONUS_CARD, STOP_CARD = 0, 1, 2, 3, 4

# Kinds of meld on the table.  MIXED_UP = cards that form no meld of this game, kept as they lie.
SET, SEQUENCE, WILD_MELD, MIXED_UP = 1, 2, 3, 4

# Where a turn stands.
TURN_START, DREW, TOOK, DISCARDED = 0, 1, 2, 3

# Why the pile is frozen; 0 = it is not.
FROZEN_BY_WILD, FROZEN_BY_BONUS_CARD, FROZEN_UNTIL_OPEN, FROZEN_ALWAYS, FROZEN_BY_STOP_CARD, FROZEN_AT_START = range(
    1, 7
)

UNKNOWN_SIZE = -1
NOBODY = -1

SEATS = 8
SIDES = 8
MELDS = 32
CANASTA = 7
FACTS = 6

# Values of options, in the order of data/options.toml where it lists words.
RATIO_NONE, RATIO_LE, RATIO_LT, RATIO_DOUBLE, RATIO_FOUR_NATURALS = range(5)
TOP_ANY, TOP_INCOMPLETE, TOP_NEVER = range(3)
OPENING_COUNTS_TOP, OPENING_TOP_NOT_COUNTED, OPENING_FORBIDDEN, OPENING_AFTER_HAND_MELD = range(4)
ONE_CARD_BARRED, ONE_CARD_WHEN_STOCK_EMPTY, ONE_CARD_ALLOWED = range(3)
EXEMPT_STOCK_ONLY, EXEMPT_NEVER, EXEMPT_ALWAYS = range(3)
ASK_NONE, ASK_OPTIONAL, ASK_REQUIRED = range(3)
OUT_DISCARD_OPTIONAL, OUT_DISCARD_REQUIRED, OUT_DISCARD_FORBIDDEN, OUT_DISCARD_FACEDOWN = range(4)
STOCK_PLAY_ON_FORCED, STOCK_PLAY_ON_FREE, STOCK_LAST_DRAWER = range(3)
LAST_BONUS_ENDS, LAST_BONUS_MELD_ONLY, LAST_BONUS_PLAY_ON = range(3)
