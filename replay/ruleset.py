"""From what a log says of its rules to the integers the kernel reads: resolution, and the other values that an assumed
option might have.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from data.cards import Deck, deck_named
from replay import codes
from replay.card_roles import points_by_rank, set_declared_points, set_effects, set_roles, set_sequences
from replay.kernel_rules import Rules
from replay.option_tables import by_count, set_tables
from replay.order import Order

if TYPE_CHECKING:
    from data.ruleset import Resolved

_WILD_DISCARD = {"free": 0, "all_wild_after_draw": 1, "all_wild_at_discard": 2}
_ASK_LIMIT = {"unlimited": 0, "once_per_side": 1, "once_per_player": 2}
_TALONS = {"none": 0, "stock": 1, "wings": 2}
_CLEAN = {"none": 0, "clean_triple": 1, "clean_or_wild": 2}
_SPLASH = {"none": 0, "natural": 1, "natural_or_wild": 2}
_BONUS_ROLES = {"table": 0, "hand": 1, "on_natural_canasta": 2}
_SHORT_DRAW = {"rest": 0, "end_deal": 1, "add_pack": 2}
_TRIGGERS = {"none": 0, "hand_empty": 1, "first_own_canasta": 2}
_RATIOS = {"none": 0, "le": 1, "lt": 2, "double": 3, "four_naturals": 4, "four_naturals_at_close": 5}
_TOPS = {"any": codes.TOP_ANY, "incomplete": codes.TOP_INCOMPLETE, "never": codes.TOP_NEVER}
_BEFORE_OPENING = {"counts_top": 0, "top_not_counted": 1, "forbidden": 2, "after_hand_meld": 3}
_ONE_CARD = {"barred": 0, "allowed_when_stock_empty": 1, "allowed": 2}
_EXEMPT = {"stock_only": 0, "never": 1, "always": 2}
_ASK = {"none": 0, "optional": 1, "required": 2}
_OUT_DISCARD = {"optional": 0, "required": 1, "forbidden": 2, "facedown": 3}
_STOCK_END = {"play_on_forced": 0, "play_on_free": 1, "last_drawer": 2}
_LAST_BONUS = {"end_at_once": 0, "meld_no_discard": 1, "play_on": 2}
_PLUS_IF = {"meld>=1": (1, 0), "canasta>=1": (0, 1), "canasta>=2": (0, 2), "always": (0, 0)}
_KINDS = ("natural", "mixed", "seq", "seq_mixed", "wild", "sevens")
_PRICES = (
    *_KINDS, "wild_4jk3two", "wild_7two", "aces_natural", "aces_mixed", "fives", "red3", "sevens_natural",
)  # fmt: skip
_NO_BOUND = -(2**31)
_BLACK_THREES = {"stop": codes.STOP_CARD, "bonus": codes.BONUS_CARD, "plain": codes.NATURAL}
_LOCKS = {"none": codes.LOCK_NONE, "twos": codes.LOCK_TWOS, "wilds": codes.LOCK_WILDS}


def rules_of(deck: Deck, values: Mapping[str, object], players: int) -> Rules:
    """The kernel's rules for resolved option values (canonical names, typed as data/options.toml says)."""
    rules = Rules(deck)
    v = _Values(values)
    rules.players = players
    rules.packs, rules.jokers, rules.hand_size = v.number("packs"), v.number("jokers"), v.number("hand_size")
    rules.sit_out = int(v.values["sit_out"] != "none")
    rules.lone_hand = v.flag("first_to_take_alone")
    rules.partner_melds_merge = v.flag("partner_melds_merge")
    set_roles(rules, deck, v.word("black3_role", _BLACK_THREES))
    rules.set_points(deck, points_by_rank(v.map("card_points")))
    set_declared_points(rules, deck, wild_counts=v.values["wheel_wild_value"] == "by_role")
    rules.set_copies(deck)
    _deal_and_draw(rules, v)
    _packets(rules, v)
    _melds(rules, v)
    _special_ranks(rules, v)
    _pile(rules, v)
    rules.bar_tops(deck, list(v.words("pile_ban_tops")))
    _out(rules, v)
    _scores(rules, v)
    set_tables(rules, deck, values)
    set_effects(rules, values)
    set_sequences(rules, values)
    return rules


class _Values:
    """Typed access to option values; a KeyError names the option that no ruleset set."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = values

    def number(self, name: str) -> int:
        value = self.values[name]
        assert isinstance(value, int), name
        return value

    def flag(self, name: str) -> int:
        return int(bool(self.values[name]))

    def word(self, name: str, numbers: Mapping[str, int]) -> int:
        return numbers[str(self.values[name])]

    def words(self, name: str) -> Sequence[str]:
        value = self.values[name]
        assert isinstance(value, (list, tuple)), name
        return [str(word) for word in value]

    def map(self, name: str) -> Mapping[str, int]:
        value = self.values[name]
        assert isinstance(value, Mapping), name
        return {str(key): int(worth) for key, worth in value.items()}

    def rows(self, name: str) -> Sequence[Sequence[object]]:
        value = self.values[name]
        assert isinstance(value, (list, tuple)), name
        return value


def _bits(kinds: Sequence[str]) -> int:
    return sum(1 << _KINDS.index(kind) for kind in kinds)


def _deal_and_draw(rules: Rules, v: _Values) -> None:
    cover = v.words("upcard_cover")
    rules.cover_wild, rules.cover_bonus = int("wild" in cover), int("red3" in cover)
    rules.cover_stop = int("black3" in cover)
    rules.upcard_freezes = v.flag("upcard_wild_freezes")
    rules.stock_draw = v.number("stock_draw")
    rules.reshuffle_pile = v.flag("reshuffle_pile")
    timing = str(v.values["red3_deal_timing"])
    rules.bonus_before_play = int(timing in ("at_once", "before_play"))
    rules.bonus_first_turn = int(timing == "first_turn")
    rules.bonus_before_draw = v.flag("red3_before_draw")
    rules.bonus_role = v.word("red3_role", _BONUS_ROLES)
    rules.bonus_kept = int(not v.flag("red3_must_lay") or rules.bonus_role != codes.BONUS_ON_TABLE)
    rules.bonus_may_hold = v.number("red3_may_hold")
    rules.bonus_forgotten = int(v.values["red3_forgotten"] == "no_replacement")
    rules.upcard = v.flag("upcard")
    rules.bonus_replaced = int(v.flag("red3_replaced") and rules.bonus_role == codes.BONUS_ON_TABLE)
    rules.short_draw = v.word("short_draw", _SHORT_DRAW)
    rules.pack_size = 52 + v.number("jokers_per_pack")
    rules.pile_bonus_replaced = v.flag("red3_from_pile_replaced")
    rules.last_bonus_card = v.word("last_bonus_card", _LAST_BONUS)
    rules.stock_end = v.word("stock_end", _STOCK_END)
    seed = str(v.values["pile_seed"])
    rules.pile_seed = int(seed) if seed.isdigit() else codes.SEED_BY_RANK
    rules.draft, rules.stock_with_pile = v.number("draft_on_opening"), v.number("stock_with_pile")


def _packets(rules: Rules, v: _Values) -> None:
    rules.packet_trigger = v.word("packet_trigger", _TRIGGERS)
    rules.packet_size, rules.knee_size = v.number("packet_size"), v.number("knee_size")
    rules.packet_ends_turn = v.flag("packet_ends_turn")
    rules.out_partner_in_packet = v.flag("out_partner_in_packet")
    rules.out_without_packet = v.flag("out_without_packet")


def _melds(rules: Rules, v: _Values) -> None:
    rules.set_max, rules.set_max_wilds = v.number("set_max"), v.number("set_max_wilds")
    rules.set_min_naturals = v.number("set_min_naturals")
    rules.wild_ratio = v.word("wild_ratio", _RATIOS)
    rules.extra_wilds_on_canasta = v.flag("extra_wilds_on_canasta")
    rules.wild_on_complete, rules.natural_on_complete = v.flag("wild_on_complete"), v.flag("natural_on_complete")
    rules.wild_on_natural_canasta = v.flag("wild_on_natural_canasta")
    rules.wild_melds, rules.dup_sets = v.flag("wildmeld"), v.flag("dup_sets")
    rules.dup_after_canasta, rules.natural_on_mixed = v.flag("dup_after_canasta"), v.flag("natural_on_mixed_canasta")
    rules.black3_wild, rules.black3_out = v.flag("black3_wild"), v.flag("black3_going_out")
    rules.retract_allowed = int(v.values["retract"] != "never")
    rules.wildmeld_form = int(v.values["wildmeld_form"] == "twos_rank")
    rules.wildmeld_max = v.number("wildmeld_max")
    rules.wild_lock = v.word("wild_lock", _LOCKS)
    rules.stops_bonus = int(v.values["black3_role"] == "bonus")
    rules.sequences, rules.seq_max = v.flag("seq"), v.number("seq_max")
    rules.seq_max_wilds, rules.seq_min_naturals = v.number("seq_max_wilds"), v.number("seq_min_naturals")
    rules.seq_extends = int(v.values["seq_extend_complete"] == "going_out")
    rules.many_melds = int(rules.sequences or rules.dup_sets or rules.wild_melds)


def _special_ranks(rules: Rules, v: _Values) -> None:
    rules.naturals_before_wild = v.number("naturals_before_wild")
    rules.out_lifts_naturals, rules.out_lifts_set_max = (
        v.flag("out_lifts_naturals_before_wild"), v.flag("out_lifts_set_max")
    )  # fmt: skip
    rules.dead_ranks = int(v.values["dead_ranks"] == "both_sides")
    rules.wild_melds_close = v.flag("wildmeld_closed_by_canasta")
    rules.pure_sevens, rules.pure_aces = v.flag("pure_sevens"), v.flag("pure_aces")
    rules.opening_clean, rules.opening_splash = v.word("opening_clean", _CLEAN), v.word("opening_splash", _SPLASH)
    rules.opening_mixed_canasta, rules.opening_pair_extra = (
        v.flag("opening_mixed_canasta"), v.flag("opening_pair_extra")
    )  # fmt: skip
    rules.opening_mixed_aces, rules.pile_mixed_aces = v.flag("opening_pile_mixed_aces"), v.flag("pile_mixed_aces")
    rules.wild_discard = v.word("wild_discard", _WILD_DISCARD)
    rules.empty_pile_retract = int(v.values["empty_pile_fallback"] == "retract")
    rules.talon_source = v.word("talon_source", _TALONS)
    rules.talon_min_stock, rules.turn_card = v.number("talon_min_stock"), v.number("turn_card")
    rules.talon_past_turn_card, rules.talon_with_pile = v.flag("talon_past_turn_card"), v.flag("talon_with_pile")
    rules.out_no_open_special = v.flag("out_blocked_by_open_special")
    rules.ask_limit = v.word("ask_limit", _ASK_LIMIT)
    rules.opening_by_emptying = v.flag("opening_waived_if_hand_emptied")


def _pile(rules: Rules, v: _Values) -> None:
    rules.pile_always_frozen = int(v.values["pile_frozen"] == "always")
    rules.frozen_until_open = v.flag("pile_frozen_until_open")
    rules.frozen_at_start = v.flag("opening_pile_frozen")
    rules.wild_freezes = v.flag("wild_freezes")
    rules.stop_freezes = v.flag("black3_freezes")
    rules.natural_and_wild = v.flag("pile_nat_wild")
    rules.one_match, rules.wild_by_pair = v.flag("pile_one_match"), v.flag("pile_wild_by_pair")
    rules.bonus_freezes = v.flag("red3_freezes")
    rules.pile_take_max, rules.pile_take_min = v.number("pile_take_max"), v.number("pile_take_min")
    rules.pile_closed_turns = v.number("pile_closed_turns")
    rules.pile_down_to_wild = v.flag("pile_down_to_wild")
    rules.pile_part = int(rules.pile_take_max > 0 or rules.pile_down_to_wild > 0)
    rules.top_to_set = v.word("pile_top_to_set", _TOPS)
    rules.before_opening = v.word("pile_before_opening", _BEFORE_OPENING)
    rules.top_counts = int(rules.before_opening in (codes.OPENING_COUNTS_TOP, codes.OPENING_FORBIDDEN))
    rules.top_must_meld = v.flag("pile_top_must_meld")
    rules.top_to_seq = int(v.values["pile_top_to_seq"] == "incomplete")
    rules.stops_removed = v.flag("pile_black3_removed")
    rules.one_card_pile = v.word("one_card_pile", _ONE_CARD)
    rules.one_card_waits = int(v.values["one_card_hand"] == "not_before_stock_ends")
    bands = v.rows("bands")
    rules.band_from = array("i", [_NO_BOUND if row[0] == "below" else int(str(row[0])) for row in bands])
    rules.band_minimum = array("i", [int(str(row[1])) for row in bands])
    rules.opening_by_deal = int(v.values["opening_basis"] == "deal_number")
    rules.opening_single_meld, rules.opening_wilds = v.flag("opening_single_meld"), v.flag("opening_wilds")
    rules.opening_bump = v.number("opening_bump")
    rules.concealed_exempt = v.word("concealed_min_exempt", _EXEMPT)


def _out(rules: Rules, v: _Values) -> None:
    rules.out_canastas, rules.out_red_threes = v.number("out_canastas"), v.flag("out_red3_per_canasta")
    need = v.map("out_need")
    for place, name in enumerate(_KINDS):
        rules.need[place] = need.get(name, 0)
    rules.needs_kinds = int(any(need.values()))
    rules.excluded = _bits(v.words("out_exclude"))
    rules.out_not_by_wild, rules.out_announced = v.flag("out_not_by_wild"), v.flag("out_announced")
    rules.out_discard = v.word("out_discard", _OUT_DISCARD)
    rules.ask_partner = v.word("ask_partner", _ASK)
    rules.ask_after_draw_only = int(v.values["ask_timing"] == "after_draw")
    rules.ask_any_time = int(v.values["ask_timing"] == "any")
    rules.ask_exempt_concealed = int(v.values["ask_exempt"] == "concealed")
    rules.no_binds = int(v.values["ask_binds"] in ("both", "no_only"))
    rules.yes_binds = int(v.values["ask_binds"] == "both")
    rules.concealed_with_pile = v.flag("concealed_with_pile")
    rules.concealed_own_canasta = v.flag("concealed_own_canasta")


def _scores(rules: Rules, v: _Values) -> None:
    bonus = v.map("bonus")
    for place, name in enumerate(_PRICES):
        rules.price[place] = bonus.get(name, 0)
    rules.price[codes.KIND_SEQ] = bonus.get("seq", bonus.get("natural", 0))
    rules.price[codes.KIND_SEQ_MIXED] = bonus.get("seq_mixed", bonus.get("mixed", 0))
    rules.wild_by_jokers = int(v.values["wildmeld_class"] == "by_jokers")
    rules.price_out_only = _bits(v.words("bonus_out_only"))
    rules.seven_twos_extra = v.number("seven_twos_extra")
    collections = {str(row[0]): int(str(row[1])) for row in v.rows("aggregate")}
    rules.five_natural, rules.ten_any = collections.get("five_natural", 0), collections.get("ten_any", 0)
    rules.four_natural_one_mixed = collections.get("four_natural_one_mixed", 0)
    rules.deal_bonus = v.number("deal_bonus")
    rules.out_bonus, rules.concealed_bonus = v.number("out_bonus"), v.number("concealed_extra")
    rules.bonus_table = by_count(v.map("red3_table"))
    condition = str(v.values["red3_plus_if"])
    rules.bonus_needs_meld, rules.bonus_needs_canastas = _PLUS_IF.get(condition, (0, 1))
    rules.bonus_needs_sevens = int(condition == "sevens>=1")
    held = str(v.values["red3_in_hand"])
    rules.bonus_held_penalty = {"penalty_500": 500, "minus_100": 100}.get(held, 0)
    rules.bonus_held_points = abs(v.number("red3_held"))
    rules.bonus_aside_points = v.number("red3_in_packet") or rules.bonus_held_points
    rules.bonus_minus_each = v.number("red3_minus_each")
    rules.bonus_held_as_laid = int(held == "score_as_laid")
    rules.stop_hand, rules.stop_four_out = v.number("black3_hand"), v.number("black3_four_out")
    rules.stop_four_hand = v.number("black3_four_hand")
    rules.unfinished_sevens = abs(v.map("unfinished").get("sevens", 0))
    unfinished = v.map("unfinished")
    rules.unfinished_aces, rules.unfinished_fives = unfinished.get("aces", 0), unfinished.get("fives", 0)
    rules.unfinished_wild = unfinished.get("wild", 0)
    rules.unfinished_four_jokers = unfinished.get("wild_4jk", rules.unfinished_wild)
    rules.three_held_points = v.number("three_in_hand_penalty")
    rules.special_zip_no_wilds, rules.special_courtesy = v.flag("special_zip_no_wilds"), v.flag("special_courtesy")
    rules.special_from_pile = v.flag("special_from_pile")
    rules.melded_needs_canastas = {"always": 0, "canasta>=1": 1, "canasta>=2": 2}[str(v.values["melded_plus_if"])]
    rules.bonus_by_canastas = int(condition == "by_canastas")
    rules.void_melds_score = int(v.values["illegal_meld_scores"] == "full")
    for row in v.rows("sweep"):
        rules.sweep_count, rules.sweep_points, rules.sweep_wins = int(str(row[0])), int(str(row[1])), int(bool(row[2]))
    rules.apply_penalties = v.flag("apply_penalties")
    rules.target, rules.game_deals = v.number("target"), v.number("game_deals")
    rules.tie_drawn = int(v.values["tie_rule"] != "play_another_deal")


@dataclass(slots=True)
class GameRules:
    """The rules of one game: the kernel's, and the same with one assumed option at another value.

    `doubts` yields (option, value, rules) on demand, because nearly no game asks for them.  `unknown` are option
    names nobody knows (W310): every would-be illegal play of the game turns on them.  `open` are assumed options of
    which no other value is known either: they may be anything.
    """

    name: str
    hash: str
    values: dict[str, object]
    deck: Deck
    players: int
    rules: Rules
    assumed: list[tuple[str, object]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    order: Order | None = None
    _others: list[tuple[str, object, Rules]] | None = None

    def doubts(self) -> Iterator[tuple[str, object, Rules]]:
        """Every other allowed value of every assumed option, one changed at a time."""
        if self._others is None:
            self._others = [
                (option, value, rules_of(self.deck, self.values | {option: value}, self.players))
                for option, value in self.assumed
            ]
        yield from self._others


def resolve(header: str, players: int, sides: int, options: Sequence[tuple[str, str]]) -> GameRules:
    """The rules of a game from its `rules:` header, its seats and sides, and its options as typed.

    Raises data.ruleset.RulesetError where the header names no ruleset or two options contradict each other.
    """
    from data import ruleset

    return _cached(ruleset.resolve(header, players, options, sides=sides))


_CACHE: dict[tuple[str, str], GameRules] = {}


def _cached(resolved: Resolved) -> GameRules:
    key = (resolved.name, resolved.hash + ",".join(resolved.unknown))
    if key not in _CACHE:
        values: dict[str, object] = {name: stated.value for name, stated in resolved.values.items()}
        deck = deck_named(str(values["deck"]))
        assumed: list[tuple[str, object]] = [
            (name, other) for name in sorted(resolved.assumed) for other in resolved.alternatives(name)
        ]
        _CACHE[key] = GameRules(
            resolved.name, resolved.hash, values, deck, resolved.players,
            rules_of(deck, values, resolved.players), assumed, list(resolved.unknown),
            [name for name in sorted(resolved.assumed) if not resolved.alternatives(name)],
        )  # fmt: skip
    return _CACHE[key]
