"""Small integers that the replay kernel speaks; `data.actions` has those that logs and tables speak."""

from __future__ import annotations

# What a rule answers.  HIDDEN: it turns on a card that the log's view does not show.
HOLDS, BROKEN, CANNOT_TELL, HIDDEN = 0, 1, 2, 3

# What a card is for, under a ruleset.  A DEAD_CARD is never melded, an OPEN_CARD is what its owner declares.
ROLE_UNKNOWN, NATURAL, WILD, BONUS_CARD, STOP_CARD, DEAD_CARD, OPEN_CARD = range(7)

# Ranks that rules name (data.cards numbers them).
TWO, THREE, FIVE, SEVEN, JOKER_RANK = 2, 3, 5, 7, 17
ARROW_RANK, TALISMAN_RANK, OMNIHEDRON_RANK = 18, 19, 21
WATCHER_RANK, TRAVELLER_RANK, CRONE_RANK, DARKNESS_RANK, WHEEL_RANK = 20, 23, 24, 25, 26
BLACK_COLOUR = 1

# Kinds of meld on the table.  MIXED_UP = cards that form no meld of this game, kept as they lie.
SET, SEQUENCE, WILD_MELD, MIXED_UP = 1, 2, 3, 4

# Why the pile is frozen; 0 = it is not.
FROZEN_BY_WILD, FROZEN_BY_BONUS_CARD, FROZEN_UNTIL_OPEN, FROZEN_ALWAYS, FROZEN_BY_STOP_CARD, FROZEN_AT_START = range(
    1, 7
)

# Kinds of canasta, in the order of the option out_need; then prices of their own, in that of the option bonus.
KIND_NATURAL, KIND_MIXED, KIND_SEQ, KIND_SEQ_MIXED, KIND_WILD, KIND_SEVENS = range(6)
KINDS = 6
(PRICE_FOUR_JOKERS, PRICE_SEVEN_TWOS, PRICE_ACES_NATURAL, PRICE_ACES_MIXED, PRICE_FIVES, PRICE_BONUS_CARDS,
 PRICE_SEVENS_NATURAL) = range(6, 13)  # fmt: skip
PRICES = 13
RANK_ACE = 16  # data.cards.RANKS

UNKNOWN_SIZE = -1
NOBODY = -1

SEATS = 8
SIDES = 8
MELDS = 32
PACKET_FOOT, PACKET_TALON, PACKET_KNEE = range(3)  # data.actions.PACKETS
PACKET_KINDS = 3
NO_PACKET = -1
CANASTA = 7
FACTS = 6

# Values of options, in the order of data/options.toml where it lists words.
RATIO_NONE, RATIO_LE, RATIO_LT, RATIO_DOUBLE, RATIO_FOUR_NATURALS, RATIO_FOUR_AT_CLOSE = range(6)
TOP_ANY, TOP_INCOMPLETE, TOP_NEVER = range(3)
OPENING_COUNTS_TOP, OPENING_TOP_NOT_COUNTED, OPENING_FORBIDDEN, OPENING_AFTER_HAND_MELD = range(4)
BONUS_ON_TABLE, BONUS_IN_HAND, BONUS_ON_CANASTA = range(3)
CLEAN_NOT_NEEDED, CLEAN_TRIPLE, CLEAN_OR_WILD = range(3)
SPLASH_NONE, SPLASH_NATURAL, SPLASH_NATURAL_OR_WILD = range(3)
DISCARD_FREE, DISCARD_WILD_AFTER_DRAW, DISCARD_WILD_AT_DISCARD = range(3)
ASK_EVER, ASK_ONCE_PER_SIDE, ASK_ONCE_PER_PLAYER = range(3)
TALON_NONE, TALON_FROM_STOCK, TALON_SET_ASIDE = range(3)
# Special hands, in the order of the option, from 1 on.
(HAND_PAIRS, HAND_PAIRS_ONE_WILD, HAND_PAIRS_MIAMI, HAND_ZIP_CODE, HAND_STRAIGHT, HAND_GARBAGE, HAND_BLAST_OFF,
 HAND_TRIPLES, HAND_QUADS, HAND_DREAM_4, HAND_DREAM_5) = range(1, 12)  # fmt: skip
HAND_DEALT_CANASTA, HAND_LONG_RUN, HAND_NATURAL_PAIRS, HAND_PAIRS_WITH_WILDS = range(12, 16)
HANDS = 16
DRAW_REST, DRAW_ENDS_DEAL, DRAW_ADDS_PACK = range(3)
TRIGGER_NONE, TRIGGER_HAND_EMPTY, TRIGGER_OWN_CANASTA = range(3)
ONE_CARD_BARRED, ONE_CARD_WHEN_STOCK_EMPTY, ONE_CARD_ALLOWED = range(3)
EXEMPT_STOCK_ONLY, EXEMPT_NEVER, EXEMPT_ALWAYS = range(3)
ASK_NONE, ASK_OPTIONAL, ASK_REQUIRED = range(3)
OUT_DISCARD_OPTIONAL, OUT_DISCARD_REQUIRED, OUT_DISCARD_FORBIDDEN, OUT_DISCARD_FACEDOWN = range(4)
STOCK_PLAY_ON_FORCED, STOCK_PLAY_ON_FREE, STOCK_LAST_DRAWER = range(3)
LAST_BONUS_ENDS, LAST_BONUS_MELD_ONLY, LAST_BONUS_PLAY_ON = range(3)
FORM_ANY, FORM_TWOS = range(2)
LOCK_NONE, LOCK_TWOS, LOCK_WILDS = range(3)
BAN_NEVER, BAN_ALWAYS, BAN_FIRST_ROUND, BAN_UNTIL_SEVENS = range(4)
DEMAND_NONE, DEMAND_CANASTA, DEMAND_NATURAL = range(3)
UPCARD_COVERED, UPCARD_EFFECT, UPCARD_RESHUFFLED, UPCARD_FREEZES = range(4)
OUT_IF_EARNED, OUT_NEVER, OUT_ALWAYS = range(3)
VIEW_UNJUDGED, VIEW_WARNED, VIEW_REQUIRED = range(3)
ZERO_NOWHERE, ZERO_AT_ENDS, ZERO_EVERYWHERE = range(3)
RING = 16  # ranks where zero follows king and ace follows zero
BY_SUIT, BY_COLOUR, BY_NOTHING = range(3)
SEED_BY_RANK = -1  # as many hidden cards as the rank of the upcard says

# data.actions.Kind and Status, as the plain numbers the kernel compares.
(ROW_DEAL_START, ROW_SIT_OUT, ROW_DEALT, ROW_PACKET, ROW_TURN_UP, ROW_STOCK, ROW_HOLDS, ROW_TABLE, ROW_PILE) = range(
    1, 10
)
(ROW_DRAW, ROW_TAKE_PILE, ROW_TAKE_PACKET, ROW_BONUS, ROW_MELD, ROW_DISCARD, ROW_ASK, ROW_OUT, ROW_SPECIAL, ROW_VIEW,
 ROW_SHOW, ROW_MERGE, ROW_ILLEGIBLE) = range(10, 23)  # fmt: skip
ROW_CLOSE, ROW_COUNT_HAND, ROW_COUNT_PILE, ROW_COUNT_STOCK, ROW_PENALTY, ROW_COMMENT, ROW_BAD = (
    30,
    40,
    41,
    42,
    53,
    54,
    58,
)
PLAYED, RETRACTED, REFUSED = 0, 1, 2
NO_AMOUNT = -(2**31)
CLOSED_OUT, CLOSED_STOCK, CLOSED_DARKNESS, CLOSED_SPECIAL, CLOSED_ABANDONED = range(5)
BONUS_TARGET = 90  # data.actions
LABEL_BASE = 100
LABEL_LETTERS, LETTER_S, LETTER_W = 10, 18, 22  # labels of one letter; s1 names a sequence, w1 wild cards

# `kind` of an act when a whole turn or deal is judged, and the rank of cards of several ranks.
TURN_END, DEAL_END = 0, -1
SEVERAL = -1
CARD_LIMIT = 512
PILE_LIMIT = 1024
STOCK_LIMIT = 1024

# Marks of a deal's first row and of a penalty.
POSITION, UNORDERED, MIN_RAISED, WHOLE_GAME, FUMBLE = 1, 2, 4, 8, 16
EXACT_AT = 8  # from this bit on: sides that lifted exactly the cards of the deal

# How judging a deal ended.
JUDGED, UNREADABLE, UNFINISHED, SCORE_ONLY = range(4)

# Figures of a side's row (replay.rows.SIDE): low and high of each score item, of each count, running total, minimum.
(MELD_CARDS, NATURAL_CANASTAS, MIXED_CANASTAS, SEQUENCE_CANASTAS, WILD_CANASTAS, OTHER_CANASTAS, BONUS_CARDS, GOING_OUT,
 CONCEALED, SPECIAL_HANDS, AGGREGATE, UNFINISHED_MELDS, HAND_CARDS, PENALTIES, TOTAL) = range(15)  # fmt: skip
ITEMS = 15
(COUNT_NATURAL, COUNT_MIXED, COUNT_WILD, COUNT_SEQUENCE, COUNT_N5, COUNT_N10, COUNT_N20, COUNT_N50, COUNT_LONE) = range(
    9
)
COUNT_AT = 2 * ITEMS
RUNNING_AT = COUNT_AT + 18
MINIMUM_AT = RUNNING_AT + 2
SIDE_WIDTH = MINIMUM_AT + 1
UNBOUNDED = 1 << 28
# What a claim is about: a mask of score items, or one of these.
CLAIM_CARRIED, CLAIM_RUNNING, CLAIM_FINAL = 1 << 16, 1 << 17, 1 << 18
CLAIM_COUNT = 1 << 20
CLAIM_TOTAL = 1 << TOTAL

# The checkpoints, in the order of replay.rules.CHECKPOINTS.
(
    CHECK_DEAL_START, CHECK_DEAL_SEAT, CHECK_TURN_BEGIN, CHECK_DRAW, CHECK_TAKE, CHECK_BONUS, CHECK_MELD,
    CHECK_DISCARD, CHECK_ASK, CHECK_APPLIED, CHECK_COUNT_HAND, CHECK_COUNT_PILE, CHECK_COUNT_STOCK, CHECK_TURN_END,
    CHECK_REFUSED_END, CHECK_DEAL_END, CHECK_DEAL_END_SEAT, CHECK_DEAL_END_SIDE, CHECK_MELD_END, CHECK_PACKET,
    CHECK_MERGE, CHECK_VIEW, CHECK_SPECIAL, CHECK_DEALT_CANASTA,
) = range(24)  # fmt: skip

# What a broken rule means to the fold: bits.  BROKE is set on every rule, so that flags of a broken rule are never 0.
BROKE = 1
SHAPE = 2  # the meld is void
ASKED_OUT = 4  # the player had no right to go out
CERTAIN = 8  # no option excuses it
BONUS_KEPT = 16
UNDRAWN = 32
STOCK_ORDER = 64
PLACED_AT_OPENING = 128
PLACED_AT_STOPS = 256
PLACED_AT_RETRACTION = 512
AFTER_THE_END = 1024  # what is played from here on is not judged
PLACED_AT_EXTENSION = 2048

# When a rule can be broken at all: bits, any of which is enough; 0 = always (replay/moments.py).
WHEN_OUT = 1  # the player is out
WHEN_SAID = 2  # he says so, or has asked
WHEN_OPENING = 4
WHEN_STOPS = 8  # black threes were melded
WHEN_TAKEN_BACK = 16
WHEN_GROWS = 32  # the act joins a meld, or a finished sequence grew
WHEN_WILDS = 64  # the act has wild cards
WHEN_BONUS = 128  # it has bonus cards
WHEN_STOP_CARDS = 256  # it has black threes
WHEN_FOREIGN = 512  # it joins a meld of another side
WHEN_TWIN = 1024  # it begins a meld of a rank that lies there
WHEN_HELD = 2048  # a bonus card is in the hand
WHEN_REPLACED = 4096  # bonus cards were laid in this turn
WHEN_DEAD = 8192  # the last card of the stock was a bonus card
WHEN_UNDRAWN = 16384
WHEN_DISCARDED = 32768
WHEN_KEPT = 65536  # nothing has been discarded
WHEN_EXPOSED = 131072  # a card of the hand was exposed
WHEN_LISTED = 262144  # the log lists what is left of the stock
WHEN_OVER = 524288  # the deal has ended

# No count and no figure of a game is larger; what somebody wrote beyond it must not overflow the sums.
LARGEST = 1 << 26
