"""The rules of one game as integers and flat tables: what the kernel reads while it walks the events.

Built once per game from a resolved ruleset (replay/ruleset.py); never changed while a game is replayed.
"""

from __future__ import annotations

from array import array
from itertools import accumulate, chain

from data.cards import BLACK, JOKER, RANK_COUNT, RANKS, RED, Deck
from replay.codes import (
    BONUS_CARD,
    BONUS_TARGET,
    DEAD_CARD,
    HANDS,
    KINDS,
    NATURAL,
    OPEN_CARD,
    PRICES,
    ROLE_UNKNOWN,
    STOP_CARD,
    THREE,
    WILD,
)


class Rules:
    """Option values under their canonical names, and per card kind what it is worth and what it is for.

    `points`, `rank`, `suit`, `colour` and `role` are indexed by kind id; `points` is -1 for a card whose value is
    not known, `point_low` and `point_high` bound it.  The kinds a card may be in a hand stand in `candidate`, from
    `candidate_start[kind]` on, most specific first; `narrower` likewise.  Kinds from `declared` on are the card
    `wheel` as its owner has declared it (data.cards.Deck.declared), `played_as[kind]` as the card of that kind; both
    are 0 in a deck without such a card.  `band_from` / `band_minimum` are the
    minimum table, lowest first.
    """

    def __init__(self, deck: Deck) -> None:
        kinds = (*deck.kinds, *deck.declared)
        self.kinds = len(kinds)
        self.declared = len(deck.kinds) if deck.declared else 0
        self.wheel = deck.wheel
        self.played_as = array("i", [0] * self.kinds)
        self.unknown = deck.unknown
        self.rank = array("i", [kind.rank for kind in kinds])
        self.suit = array("i", [kind.suit for kind in kinds])
        self.colour = array("i", [kind.colour for kind in kinds])
        self.exact = array("i", [int(kind.exact) for kind in kinds])
        self.role = array("i", [ROLE_UNKNOWN] * self.kinds)
        self.points = array("i", [-1] * self.kinds)
        self.point_low = array("i", [0] * self.kinds)
        self.point_high = array("i", [0] * self.kinds)
        self.copies = array("i", [0] * self.kinds)
        self.rank_copies = array("i", [0] * RANK_COUNT)
        self.rank_kind = array("i", [0] * BONUS_TARGET)  # any label below that may be written for a rank
        candidates = (*deck.candidates, *(deck.candidates[self.wheel] for _ in deck.declared))
        narrower = (*deck.narrower, *(() for _ in deck.declared))
        self.candidate_start: array[int] = _starts(candidates)
        self.candidate: array[int] = _flat(candidates)
        self.narrower_start: array[int] = _starts(narrower)
        self.narrower: array[int] = _flat(narrower)
        self.rank_order = array("i", [0] * RANK_COUNT)
        for kind in deck.kinds:
            if kind.rank and not kind.suit and not kind.colour and kind.code != "?":
                self.rank_kind[kind.rank] = kind.id
        for place, code in enumerate(deck.sequence_order, start=1):
            self.rank_order[RANKS[code]] = place

        # What no file says is as in the classic game.
        self._deal()
        self._drawing()
        self._melds()
        self._packets()
        self._sequences()
        self._pile()
        self._discards()
        self._talons()
        self._opening()
        self._going_out()
        self._scoring()
        self.no_effects()

    def _deal(self) -> None:
        """Sides and deal."""
        self.players = 4
        self.packs = 2
        self.jokers = 4
        self.hand_size = 11
        self.lone_hand = 0
        self.sit_out = 0
        self.partner_melds_merge = 1
        self.cover_wild = 1
        self.cover_bonus = 1
        self.cover_stop = 0
        self.upcard_freezes = 1

    def _drawing(self) -> None:
        """Drawing and bonus cards."""
        self.stock_draw = 1
        self.reshuffle_pile = 0
        self.short_draw = 0
        self.pack_size = 54
        self.bonus_first_turn = 0
        self.bonus_before_draw = 1  # laid before its owner draws or takes the pile
        self.bonus_before_play = 0
        self.bonus_kept = 0
        self.bonus_role = 0
        self.bonus_may_hold = 0
        self.bonus_forgotten = 0  # 1 = not replaced
        self.upcard = 1
        self.bonus_replaced = 1
        self.pile_bonus_replaced = 0
        self.last_bonus_card = 0
        self.stock_end = 0

    def _melds(self) -> None:
        """Melds."""
        self.set_max = 0
        self.set_min_naturals = 2
        self.set_max_wilds = 3
        self.naturals_before_wild = 0
        self.out_lifts_naturals = 0
        self.out_lifts_set_max = 0
        self.dead_ranks = 0
        self.wild_melds_close = 0
        self.pure_sevens = 0
        self.pure_aces = 0
        self.wild_ratio = 0
        self.extra_wilds_on_canasta = 0
        self.wild_on_complete = 1
        self.wild_on_natural_canasta = 1
        self.natural_on_complete = 1
        self.natural_on_mixed = 1
        self.wild_melds = 0
        self.wildmeld_form = 0
        self.wildmeld_max = 7
        self.wild_lock = 0
        self.dup_sets = 0
        self.dup_after_canasta = 0
        self.black3_wild = 0
        self.black3_out = 1
        self.retract_allowed = 0

    def _packets(self) -> None:
        """Packets set aside."""
        self.packet_trigger = 0
        self.packet_size = 0
        self.knee_size = 0
        self.packet_ends_turn = 0
        self.out_partner_in_packet = 0
        self.out_without_packet = 0

    def _sequences(self) -> None:
        """Sequences."""
        self.sequences = 0
        self.seq_max = 7
        self.seq_max_wilds = 0
        self.seq_min_naturals = 3
        self.seq_zero = 0  # where a zero may stand in one
        self.seq_by = 0  # what its cards share
        self.seq_extends = 0  # a finished one grows in the turn of going out
        self.many_melds = 0  # cards of one rank may belong to several melds of a side

    def _pile(self) -> None:
        """The pile."""
        self.top_to_seq = 0
        self.stops_removed = 0
        self.stock_with_pile = 0
        self.pile_seed = 0
        self.pile_always_frozen = 0
        self.frozen_until_open = 1
        self.frozen_at_start = 0
        self.wild_freezes = 1
        self.stop_freezes = 0
        self.bonus_freezes = 1
        self.natural_and_wild = 1
        self.one_match = 0
        self.wild_by_pair = 0
        self.top_barred = array("i", [0] * self.kinds)  # cards with which on top the pile is never taken
        self.pile_take_max = 0
        self.pile_take_min = 0
        self.pile_closed_turns = 0
        self.pile_down_to_wild = 0
        self.pile_part = 0  # 1 = a take may leave cards in the pile
        self.top_to_set = 0
        self.before_opening = 0
        self.top_counts = 1
        self.one_card_pile = 0
        self.one_card_waits = 0  # nobody takes a pile with one card in the hand while the stock has cards
        self.top_must_meld = 1

    def _discards(self) -> None:
        """Discards, and what a pile may begin with."""
        self.wild_discard = 0
        self.empty_pile_bar = array("i", [0] * self.kinds)  # cards that may not begin a pile
        self.empty_pile_dead = 0  # nor those of a rank that is closed
        self.empty_pile_barred = 0
        self.empty_pile_retract = 0
        self.discard_ban = array("i", [0] * self.kinds)
        self.last_discard_ban = array("i", [0] * self.kinds)

    def _talons(self) -> None:
        """Talons."""
        self.talon_source = 0
        self.talon_size = array("i")
        self.talon_min_stock = 0
        self.talon_past_turn_card = 1
        self.turn_card = 0
        self.talon_with_pile = 0

    def _opening(self) -> None:
        """The initial meld."""
        self.band_from = array("i")
        self.band_minimum = array("i")
        self.opening_by_deal = 0
        self.opening_bump = 10
        self.opening_single_meld = 0
        self.opening_clean = 0
        self.opening_splash = 0
        self.opening_mixed_canasta = 1
        self.opening_pair_extra = 1
        self.opening_mixed_aces = 1
        self.pile_mixed_aces = 1
        self.opening_by_emptying = 0
        self.concealed_exempt = 0
        self.band_demand = array("i")
        self.demands = 0  # some band asks for a canasta
        self.opening_wilds = 1
        self.draft = 0

    def _going_out(self) -> None:
        """Going out."""
        self.out_red_threes = 0
        self.out_canastas = 1
        self.need = array("i", [0] * KINDS)  # canastas of each kind that are needed, and whether any are
        self.needs_kinds = 0
        self.out_no_open_special = 0
        self.ask_limit = 0
        self.excluded = 0  # kinds of canasta that do not count, as bits
        self.out_not_by_wild = 0
        self.out_announced = 0
        self.out_discard = 0
        self.ask_partner = 1
        self.no_binds = 1
        self.yes_binds = 1
        self.ask_after_draw_only = 0
        self.ask_any_time = 0
        self.ask_exempt_concealed = 0
        self.concealed_with_pile = 1
        self.concealed_own_canasta = 1

    def _scoring(self) -> None:
        """Scoring."""
        self.price = array("i", [0] * PRICES)  # codes.KIND_* and PRICE_*
        self.wild_by_jokers = 0
        self.price_out_only = 0  # kinds that only the side that goes out is paid for, as bits
        self.seven_twos_extra = 0
        self.five_natural = 0
        self.four_natural_one_mixed = 0
        self.ten_any = 0
        self.game_deals = 0
        self.special_points = array("i", [0] * HANDS)
        self.special_zip_no_wilds = 0
        self.special_courtesy = 0
        self.special_from_pile = 0
        self.melded_needs_canastas = 0
        self.bonus_by_canastas = 0
        self.unfinished_aces = 0
        self.unfinished_fives = 0
        self.unfinished_wild = 0
        self.unfinished_four_jokers = 0
        self.three_held_points = 0
        self.deal_bonus = 0
        self.short_seq_length = 0
        self.short_seq_points = 0
        self.unfinished_sevens = 0
        self.sevens_held = 0
        self.sevens_held_points = 0
        self.out_bonus = 100
        self.concealed_bonus = 100
        self.bonus_table = array("i")
        self.bonus_needs_canastas = 0
        self.bonus_needs_meld = 1
        self.bonus_needs_sevens = 0
        self.stop_table = array("i")
        self.stops_bonus = 0  # black threes are bonus cards: their table has the sign of the red ones
        self.bonus_held_penalty = 500
        self.bonus_held_as_laid = 0
        self.bonus_held_points = 0
        self.bonus_aside_points = 0
        self.bonus_minus_each = 0
        self.stop_hand = 5
        self.stop_four_out = 0
        self.stop_four_hand = 0
        self.void_melds_score = 0
        self.sweep_count = 0
        self.sweep_points = 0
        self.sweep_wins = 0
        self.apply_penalties = 0
        self.target = 5000
        self.tie_drawn = 0

    def no_effects(self) -> None:
        """No card does something of its own; replay.card_roles says which do."""
        self.wheel_upcard = 0
        self.wheel_freezes = 0
        self.wheel_as_stop = 1
        self.wheel_is_natural = 1  # as a natural card it counts as one that a meld needs
        self.wheel_pair_takes = 1
        self.wheel_top_free = 0
        self.wheel_needs_stock = 0
        self.colours_written = 0
        self.wheel_in_seq = 1
        self.undeclared_wrong = 0
        self.crone_upcard = 0
        self.crone_for_game = 0
        self.darkness_upcard = 0
        self.darkness_points = 0
        self.darkness_for_side = 0
        self.darkness_pays_out = 0
        self.darkness_meld_all = 0
        self.darkness_bound = 0
        self.darkness_late = 0  # not in the very first turn of a deal
        self.watcher_freezes_only = 0
        self.view_on_pickup = 0
        self.view_last_discard = 0
        self.view_by_chooser = 0
        self.view_recorded = 0
        self.fumble_once = 0
        self.stop_rank = THREE
        self.stops_last = 0
        self.stops_stay = 0
        self.stops_by_darkness = 0
        self.stop_canasta_unpaid = 0

    def set_classic_roles(self, deck: Deck, black_three: int = STOP_CARD) -> None:
        """Jokers and deuces wild, red threes bonus cards, black threes stop cards if nothing else is said (E2)."""
        for kind in deck.kinds:
            if kind.rank == THREE:
                self.role[kind.id] = {RED: BONUS_CARD, BLACK: black_three}.get(kind.colour, ROLE_UNKNOWN)
            elif kind.rank in (2, JOKER):
                self.role[kind.id] = WILD
            elif kind.rank:
                self.role[kind.id] = NATURAL

    def bar_tops(self, deck: Deck, codes: list[str]) -> None:
        """Cards that bar taking the pile while they lie on top: those named, and all that could not be melded."""
        for kind in (*deck.kinds, *deck.declared):
            role = self.role[kind.id]
            if role == WILD:
                self.top_barred[kind.id] = int(not self.wild_by_pair or "wild" in codes)
            elif role in (BONUS_CARD, STOP_CARD, DEAD_CARD, OPEN_CARD):
                self.top_barred[kind.id] = 1
            else:
                self.top_barred[kind.id] = int(kind.code[:1] in codes)

    def set_points(self, deck: Deck, points: dict[int, int]) -> None:
        """Card values by rank; a red three has none (classic E3)."""
        for kind in deck.kinds:
            if not kind.exact:
                continue
            worth = 0 if self.role[kind.id] == BONUS_CARD else points.get(kind.rank, 0)
            self.points[kind.id] = self.point_low[kind.id] = self.point_high[kind.id] = worth
        for kind in deck.kinds:
            if kind.id and not kind.exact:
                values = [self.points[e] for e in deck.covers[kind.id]]
                self.point_low[kind.id], self.point_high[kind.id] = min(values), max(values)
                self.points[kind.id] = values[0] if min(values) == max(values) else -1

    def set_copies(self, deck: Deck) -> None:
        """How many of each kind and rank the whole deck has."""
        for kind in deck.kinds:
            if kind.id:
                self.copies[kind.id] = deck.copies(kind.id, self.packs, self.jokers)
            if kind.exact:
                self.rank_copies[kind.rank] += self.copies[kind.id]

    @property
    def cards(self) -> int:
        """Cards in the whole deck."""
        return self.copies[self.unknown]

    def demand(self, score: int, deal: int) -> int:
        """What the initial meld must contain (codes.DEMAND_*), by the same table as its minimum."""
        found = 0
        at = deal if self.opening_by_deal else score
        for i in range(len(self.band_from)):
            if at >= self.band_from[i]:
                found = self.band_demand[i]
        return found

    def minimum(self, score: int, deal: int) -> int:
        """The initial-meld minimum for a score at the start of the deal (classic I1), or for the number of the deal."""
        found = 0
        at = deal if self.opening_by_deal else score
        for i in range(len(self.band_from)):
            if at >= self.band_from[i]:
                found = self.band_minimum[i]
        return found


def _starts(lists: tuple[tuple[int, ...], ...]) -> array[int]:
    return array("i", accumulate((len(row) for row in lists), initial=0))


def _flat(lists: tuple[tuple[int, ...], ...]) -> array[int]:
    return array("i", chain.from_iterable(lists))
