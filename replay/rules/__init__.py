"""The catalogue: every rule, in the order in which it is asked, checkpoint by checkpoint.

A rule's id is `module.function`: `pile.frozen_needs_natural_pair` is the function `frozen_needs_natural_pair` in
`replay/rules/pile.py`, its cases are `tests/cases/pile.frozen_needs_natural_pair.toml`, its anchor in docs/RULES.md is
the id.  The function's docstring is the sentence people read; `citation` says where the rules files have it.
Ids are permanent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from replay.act import Act
from replay.codes import (
    ASK_REQUIRED,
    BONUS_ON_CANASTA,
    BROKE,
    CERTAIN,
    OPENING_AFTER_HAND_MELD,
    UPCARD_EFFECT,
    VIEW_REQUIRED,
    VIEW_WARNED,
)
from replay.kernel_rules import Rules
from replay.order import Order
from replay.rule_flags import FLAGS, WHEN
from replay.rules import (
    ask,
    bonus,
    card,
    conservation,
    deal,
    discard,
    draw,
    end,
    hand,
    meld,
    opening,
    out,
    packet,
    pile,
    score,
    sequence,
    special,
    talon,
    turn,
    view,
)
from replay.state import State

Check = Callable[[Rules, State, Act], int]


@dataclass(frozen=True, slots=True)
class Rule:
    """One requirement.  `verdict` is what breaking it is called; `facts` name the integers that `check` leaves.

    `when` says under which rules it can be broken at all: elsewhere the kernel does not ask it.
    """

    id: str
    check: Check
    verdict: str
    citation: str
    facts: tuple[str, ...] = ()
    when: Callable[[Rules], object] | None = None

    @property
    def sentence(self) -> str:
        """What the rule asks for, in one sentence."""
        return " ".join((self.check.__doc__ or "").split())

    @property
    def severity(self) -> str:
        return {"irregular": "warning", "cannot_tell": "info"}.get(self.verdict, "error")


def _rule(
    check: Check, verdict: str, citation: str, *facts: str, when: Callable[[Rules], object] | None = None
) -> Rule:  # fmt: skip
    module = check.__module__.rsplit(".", 1)[-1]
    return Rule(f"{module}.{check.__name__}", check, verdict, citation, facts, when)


ILLEGAL, IMPOSSIBLE, CONSERVATION, SCORE, IRREGULAR = "illegal", "impossible", "conservation", "score", "irregular"

DEAL_HAND_SIZE = _rule(deal.hand_size, IRREGULAR, "classic N, U4, L1", "dealt", "needed")
DEAL_DEALER = _rule(deal.dealer, IRREGULAR, "classic U2, L1b", "dealer", "expected")
DEAL_UPCARD = _rule(deal.upcard_covered, ILLEGAL, "classic U5", "upcard")
DEAL_START = (
    DEAL_DEALER,
    DEAL_UPCARD,
    _rule(deal.dealt_anew, ILLEGAL, "heckadeck 3", when=lambda r: r.darkness_upcard == UPCARD_EFFECT),
)
DEAL_SEAT = (
    DEAL_HAND_SIZE,
    _rule(deal.packet_size, IRREGULAR, "handfoot B.1", "dealt", "needed", when=lambda r: r.packet_trigger),
)

TURN_ENDED_DEAL = _rule(turn.nothing_after_the_end, ILLEGAL, "classic G5, N3-6, X5", "out_seat")
TURN_ORDER = _rule(turn.seat_must_be_next, ILLEGAL, "classic U2, section 2, L10", "expected_seat")
TURN_BEGIN = (TURN_ENDED_DEAL, TURN_ORDER)

DRAW_COUNT = _rule(draw.count, ILLEGAL, "classic N, X2, L2", "drawn", "needed")
BONUS_REPLACEMENT = _rule(bonus.replacement, ILLEGAL, "classic R2, R3", "laid")
BONUS_LAID = _rule(bonus.must_be_laid, ILLEGAL, "classic R1, R2, R4", "held")
DRAFT = _rule(draw.draft_after_opening, ILLEGAL, "variants 4.10, 6 no. 10", "drawn", "due", when=lambda r: r.draft)
DRAW = (
    _rule(draw.stock_must_have_cards, IMPOSSIBLE, "classic X2, X3, X5", "drawn", "left"),
    BONUS_LAID,
    DRAFT,
    _rule(draw.only_once, ILLEGAL, "classic section 2, P1", "drawn"),
    DRAW_COUNT,
    BONUS_REPLACEMENT,
    _rule(conservation.stock_order, CONSERVATION, "NOTATION 2.4", "drawn_kind", "listed_kind"),
)

PILE_OPEN = _rule(pile.open_needs_matching_cards, ILLEGAL, "classic P4", "naturals", "wilds")
PILE_FROZEN = _rule(
    pile.frozen_needs_natural_pair, ILLEGAL, "classic P5, F1-F4, U6",
    "naturals", "wilds", "frozen_by", "freeze_kind", "freeze_seat", "freeze_turn",
)  # fmt: skip
TAKE_PILE = (
    _rule(pile.must_not_be_empty, IMPOSSIBLE, "classic P3"),
    BONUS_LAID,
    _rule(pile.instead_of_drawing, ILLEGAL, "classic P1"),
    _rule(pile.top_must_be_natural, ILLEGAL, "classic P2, F3"),
    _rule(pile.large_enough, ILLEGAL, "handfoot B.7", "cards", "needed", when=lambda r: r.pile_take_min),
    _rule(
        pile.open_after_first_turns,
        ILLEGAL,
        "handfoot B.14 hf_no_take_first_turns",
        "turns",
        when=lambda r: r.pile_closed_turns,
    ),
    _rule(pile.cards_taken, ILLEGAL, "handfoot B.7, american A.7", "taken", "due", when=lambda r: r.pile_part),
    _rule(pile.top_card_must_be_melded, ILLEGAL, "classic P3"),
    _rule(pile.claim_shown_first, IRREGULAR, "classic P6, L9"),
    _rule(pile.before_opening, ILLEGAL, "classic P6", when=lambda r: r.before_opening),
    PILE_OPEN,
    PILE_FROZEN,
    _rule(pile.top_begins_no_sequence, ILLEGAL, "variants 4.1", when=lambda r: r.sequences),
    _rule(pile.top_alone_onto_sequence, ILLEGAL, "variants 4.1", when=lambda r: r.sequences),
    _rule(pile.top_rank_not_dead, ILLEGAL, "american A.7", when=lambda r: r.dead_ranks),
    _rule(
        pile.no_entry_by_mixed_aces,
        ILLEGAL,
        "american A.7",
        when=lambda r: r.pure_aces and not (r.opening_mixed_aces and r.pile_mixed_aces),
    ),
    _rule(
        pile.pair_beyond_opening,
        ILLEGAL,
        "american A.7",
        when=lambda r: r.opening_pair_extra and r.before_opening == OPENING_AFTER_HAND_MELD,
    ),
    _rule(pile.top_onto_canasta, ILLEGAL, "classic P10", when=lambda r: r.top_to_set or r.sequences),
    _rule(pile.one_card_hand, ILLEGAL, "classic P7, variants 6 no. 21", "cards"),
    _rule(conservation.pile_content, CONSERVATION, "C401", "stated", "found"),
)

DECLARED = _rule(card.role_must_be_declared, ILLEGAL, "heckadeck 1.3, 5.7", when=lambda r: r.declared)
COLOURED = _rule(
    card.colour_must_be_written, IRREGULAR, "heckadeck A04", "kind", when=lambda r: r.declared and r.colours_written
)
LAY_BONUS = (
    DECLARED,
    COLOURED,
    _rule(bonus.stock_for_replacement, ILLEGAL, "heckadeck A37", when=lambda r: r.wheel_needs_stock),
    _rule(bonus.only_bonus_cards, ILLEGAL, "classic R1, R4", "kind"),
    _rule(bonus.on_complete_canasta, ILLEGAL, "handfoot B.8", when=lambda r: r.bonus_role == BONUS_ON_CANASTA),
    _rule(bonus.on_natural_canasta, ILLEGAL, "handfoot B.8", when=lambda r: r.bonus_role == BONUS_ON_CANASTA),
    _rule(
        bonus.one_on_each_canasta,
        ILLEGAL,
        "handfoot B.8",
        "laid",
        "canastas",
        when=lambda r: r.bonus_role == BONUS_ON_CANASTA,
    ),
    _rule(
        bonus.laid_when_the_table_says, ILLEGAL, "classic R1", when=lambda r: r.bonus_before_play or r.bonus_first_turn
    ),
)

DRAW_FIRST = _rule(draw.before_playing, ILLEGAL, "classic section 2, L12")
DEAL_OVER_BY_BONUS_CARD = _rule(end.last_bonus_card, ILLEGAL, "classic X1")
PACKET_LATER = _rule(packet.from_the_next_turn, ILLEGAL, "handfoot B.4", when=lambda r: r.packet_trigger)
OWN_SIDE = _rule(meld.own_side_only, ILLEGAL, "classic M5")
WILD_LIMIT = _rule(meld.wild_limit, ILLEGAL, "classic M1, P9", "wilds", "allowed")
SIZE_LIMIT = _rule(
    meld.size_limit, ILLEGAL, "classic section 5 max_meld_size", "cards", "allowed",
    when=lambda r: r.set_max or r.many_melds,
)  # fmt: skip
CLOSED = _rule(
    meld.canasta_stays_closed, ILLEGAL, "classic M7, section 5 add_to_canasta",
    when=lambda r: (
        r.many_melds
        or not (r.natural_on_complete and r.wild_on_complete and r.natural_on_mixed and r.wild_on_natural_canasta)
    ),
)  # fmt: skip
MELD = (
    DRAW_FIRST,
    PACKET_LATER,
    DEAL_OVER_BY_BONUS_CARD,
    BONUS_LAID,
    OWN_SIDE,
    DECLARED,
    COLOURED,
    _rule(card.role_must_be_written, IRREGULAR, "heckadeck A43, 5.7", when=lambda r: r.declared),
    _rule(meld.only_meldable_cards, ILLEGAL, "heckadeck 1.1", when=lambda r: r.declared),
    _rule(meld.no_red_threes, ILLEGAL, "classic R4"),
    _rule(meld.keeps_its_kind, ILLEGAL, "variants section 3", when=lambda r: r.wild_melds),
    _rule(
        meld.naturals_before_wilds, ILLEGAL, "american A.4", "naturals", "needed", when=lambda r: r.naturals_before_wild
    ),
    _rule(meld.sevens_stay_pure, ILLEGAL, "american A.4", when=lambda r: r.pure_sevens),
    _rule(meld.aces_stay_pure, ILLEGAL, "american A.4", when=lambda r: r.pure_aces),
    _rule(meld.rank_not_dead, ILLEGAL, "american A.4", "rank", when=lambda r: r.dead_ranks),
    _rule(meld.wild_melds_closed, ILLEGAL, "american A.4", when=lambda r: r.wild_melds_close),
    _rule(meld.wilds_to_open_wild_meld, ILLEGAL, "variants 4.6, 6 no. 8, american A.5", when=lambda r: r.wild_lock),
    _rule(meld.one_rank, ILLEGAL, "classic M1, M3", "rank"),
    _rule(sequence.one_suit, ILLEGAL, "variants 4.1, 6 no. 4", "by", when=lambda r: r.sequences),
    _rule(sequence.no_rank_twice, ILLEGAL, "variants 4.1, 6 no. 4", when=lambda r: r.sequences),
    _rule(sequence.within_range, ILLEGAL, "variants section 3", when=lambda r: r.sequences),
    _rule(sequence.wild_limit, ILLEGAL, "variants 4.1, 4.18", "wilds", "allowed", when=lambda r: r.sequences),
    WILD_LIMIT,
    _rule(meld.black_threes_without_wilds, ILLEGAL, "classic M8"),
    _rule(meld.black_threes_last, ILLEGAL, "heckadeck 4.2", when=lambda r: r.stops_last),
    _rule(meld.one_meld_per_rank, ILLEGAL, "classic M4"),
    SIZE_LIMIT,
    CLOSED,
)
# Two melds made one: judged as if the cards of the second were added to the first.
MERGE = (
    DEAL_OVER_BY_BONUS_CARD,
    OWN_SIDE,
    _rule(meld.unites_sets_of_one_rank, ILLEGAL, "variants 4.1, 6 no. 5"),
    WILD_LIMIT,
    SIZE_LIMIT,
    CLOSED,
)

WILD_MELD = _rule(
    meld.wild_meld_composition, ILLEGAL, "variants 4.6", "twos", "jokers",
    when=lambda r: r.wild_melds and r.wildmeld_form,
)  # fmt: skip
# A meld may be written down in several steps; what it must have at least is asked when the turn is over.
MELD_END = (
    _rule(meld.wilds_not_alone, ILLEGAL, "classic M2"),
    _rule(meld.at_least_three_cards, ILLEGAL, "classic M1", "cards"),
    _rule(meld.at_least_two_naturals, ILLEGAL, "classic M1", "naturals", "needed"),
    _rule(meld.wild_ratio, ILLEGAL, "classic M1", "naturals", "wilds", when=lambda r: r.wild_ratio),
    WILD_MELD,
    _rule(sequence.no_gap, ILLEGAL, "variants 4.1, 6 no. 4", "missing", when=lambda r: r.sequences),
)

PACKET = (
    _rule(packet.must_be_earned, ILLEGAL, "handfoot B.4", "left"),
    _rule(packet.in_order, ILLEGAL, "handfoot B.4"),
    _rule(talon.must_be_earned, ILLEGAL, "american A.9"),
    _rule(talon.after_the_discard, ILLEGAL, "american A.9"),
    _rule(talon.size, ILLEGAL, "american A.9", "taken", "due"),
)

SPECIAL = (
    DRAW_FIRST,
    _rule(special.whole_hand, ILLEGAL, "american A.11", "cards", "needed", "hand"),
    _rule(special.side_not_open, ILLEGAL, "american A.11"),
    _rule(special.last_card_from_stock, ILLEGAL, "american A.11"),
    _rule(special.has_its_shape, ILLEGAL, "american A.11"),
)
DEALT_CANASTA = (_rule(special.canasta_as_dealt, ILLEGAL, "variants 4.14", "cards"),)

DISCARD = (
    DRAW_FIRST,
    PACKET_LATER,
    DEAL_OVER_BY_BONUS_CARD,
    BONUS_LAID,
    DECLARED,
    COLOURED,
    _rule(end.not_in_the_first_turn, ILLEGAL, "heckadeck A56", when=lambda r: r.darkness_late),
    _rule(discard.no_red_three, ILLEGAL, "classic R4, D2"),
    _rule(discard.one_card, IRREGULAR, "classic D1, L11", "discards"),
    _rule(discard.wild_only_without_naturals, ILLEGAL, "american A.8", when=lambda r: r.wild_discard),
    _rule(discard.not_onto_empty_pile, ILLEGAL, "american A.8", "kind", when=lambda r: r.empty_pile_barred),
    _rule(discard.not_barred, ILLEGAL, "variants 4.5, 4.8, 4.11", "when", when=lambda r: any(r.discard_ban)),
    _rule(discard.exposed_card_first, IRREGULAR, "classic D5, L3"),
)

ASK = (
    _rule(ask.needs_partner, ILLEGAL, "classic G2, section 2 row b"),
    _rule(ask.before_melding, ILLEGAL, "classic G2, L7", "undrawn"),
    _rule(ask.as_often_as_allowed, ILLEGAL, "american A.10", when=lambda r: r.ask_limit),
)

APPLIED = (
    _rule(hand.card_must_be_held, IMPOSSIBLE, "R503", "cards", "kind"),
    _rule(conservation.copies, CONSERVATION, "classic E1, E5, C402", "kind", "copies"),
)

VIEW = (
    _rule(view.must_be_earned, ILLEGAL, "heckadeck 5.3"),
    _rule(view.of_another_hand, ILLEGAL, "heckadeck 5.3", "viewed"),
    _rule(view.by_the_player, ILLEGAL, "heckadeck A12", "player", when=lambda r: r.view_by_chooser),
)

COUNT_HAND = (_rule(conservation.hand_count, CONSERVATION, "C401", "stated", "found"),)
COUNT_PILE = (_rule(conservation.pile_count, CONSERVATION, "C401", "stated", "found"),)
COUNT_STOCK = (_rule(conservation.stock_count, CONSERVATION, "C401", "stated", "found"),)

OPENING_MINIMUM = _rule(
    opening.minimum, ILLEGAL, "classic I1-I6, L4", "points", "needed", "score", "raised", "deal",
)  # fmt: skip
BLACK_THREES = _rule(meld.black_threes_only_going_out, ILLEGAL, "classic M8", "allowed_out")
# What a refused act can break as if the turn ended with it; the rest of a turn's end needs a turn that was played.
REFUSED_END = (
    OPENING_MINIMUM,
    _rule(opening.needs_clean_meld, ILLEGAL, "american A.5", when=lambda r: r.opening_clean),
    _rule(opening.no_mixed_canasta, ILLEGAL, "american A.5", when=lambda r: not r.opening_mixed_canasta),
    _rule(opening.required_canasta, ILLEGAL, "variants 3 bands, 4.3", "demand", "score", when=lambda r: r.demands),
    _rule(opening.no_wilds, ILLEGAL, "variants 4.6", "points", "needed", when=lambda r: not r.opening_wilds),
    BLACK_THREES,
    CLOSED,
    _rule(out.needs_canastas, ILLEGAL, "classic G1, N", "canastas", "needed"),
    _rule(meld.keep_a_card, ILLEGAL, "classic M9, G1", "canastas", "needed"),
    _rule(
        out.needs_kinds,
        ILLEGAL,
        "variants 3 out_need, handfoot B.9",
        "canastas",
        "needed",
        "kind",
        when=lambda r: r.needs_kinds,
    ),
    _rule(out.needs_red_threes, ILLEGAL, "variants 4.10", "laid", "canastas", when=lambda r: r.out_red_threes),
    _rule(out.last_discard_not_barred, ILLEGAL, "variants 4.11", "kind", when=lambda r: any(r.last_discard_ban)),
    _rule(out.no_unfinished_special_meld, ILLEGAL, "american A.10", when=lambda r: r.out_no_open_special),
    _rule(out.not_by_wild_canasta, ILLEGAL, "handfoot B.9", when=lambda r: r.out_not_by_wild),
    _rule(discard.keep_a_card, ILLEGAL, "american A.8, handfoot B.9", when=lambda r: r.out_announced),
    _rule(out.packet_played, ILLEGAL, "handfoot B.9", when=lambda r: r.packet_trigger),
    _rule(out.partner_in_packet, ILLEGAL, "handfoot B.9", "partner", when=lambda r: r.out_partner_in_packet),
    _rule(out.answer_binds, ILLEGAL, "classic G2"),
    _rule(out.permission_required, ILLEGAL, "classic G2", when=lambda r: r.ask_partner == ASK_REQUIRED),
    _rule(out.discard, ILLEGAL, "classic G1", when=lambda r: r.out_discard),
)
TURN_END = (
    DRAW_COUNT,
    DRAFT,
    BONUS_LAID,
    BONUS_REPLACEMENT,
    _rule(meld.stays_where_laid, ILLEGAL, "classic M6"),
    *REFUSED_END,
    _rule(turn.must_discard, ILLEGAL, "classic D1, P8"),
    _rule(out.hand_must_be_empty, ILLEGAL, "classic G1", "cards"),
    _rule(out.yes_must_go_out, IRREGULAR, "classic G2, L7"),
    _rule(out.concealed, SCORE, "classic G4"),
    _rule(
        view.must_be_recorded, IRREGULAR, "heckadeck 5.3", "looks",
        when=lambda r: r.declared and r.view_recorded == VIEW_WARNED,
    ),
    _rule(
        view.must_take_place, ILLEGAL, "heckadeck A13", "looks",
        when=lambda r: r.declared and r.view_recorded == VIEW_REQUIRED,
    ),
    _rule(end.meldable_cards_left, IRREGULAR, "heckadeck A25", "kind", when=lambda r: r.declared),
    _rule(end.meldable_cards_laid, ILLEGAL, "heckadeck A25", "kind", when=lambda r: r.darkness_meld_all),
)  # fmt: skip

DEAL_END = (
    _rule(end.stock_empty_must_take, ILLEGAL, "classic X3", "top"),
    _rule(end.closing_must_agree, ILLEGAL, "classic G5, X1-X4", "stock"),
)
DEAL_END_SEAT = (_rule(bonus.held_at_the_end, IRREGULAR, "classic L8, S10", "held", "points"),)
DEAL_END_SIDE = (_rule(opening.taken_back_raises_minimum, IRREGULAR, "classic L4", "times"),)

SCORE_ITEM = _rule(score.item, SCORE, "classic S1-S9, S601")
SCORE_TOTAL = _rule(score.total, SCORE, "classic S9, S602")
SCORE_COUNT = _rule(score.count, SCORE, "classic S1-S3, S601")
SCORE_LONE = _rule(score.lone_seat, SCORE, "classic N3-1")
SCORE_SHEETS = _rule(score.sheets_agree, SCORE, "S603")
SCORE_CARRIED = _rule(score.carried, SCORE, "classic S9, L14, S604")
SCORE_RUNNING = _rule(score.running, SCORE, "classic S9, S604")
SCORE_FINAL = _rule(score.final, SCORE, "classic S9, S12")
SCORE_RESULT = _rule(score.result, SCORE, "classic S12, S13")
SCORES = (
    SCORE_ITEM, SCORE_TOTAL, SCORE_COUNT, SCORE_LONE, SCORE_SHEETS, SCORE_CARRIED, SCORE_RUNNING, SCORE_FINAL,
    SCORE_RESULT,
)  # fmt: skip

CHECKPOINTS = {
    "deal start": DEAL_START,
    "each hand dealt": DEAL_SEAT,
    "turn begin": TURN_BEGIN,
    "draw": DRAW,
    "take pile": TAKE_PILE,
    "lay bonus cards": LAY_BONUS,
    "meld": MELD,
    "discard": DISCARD,
    "ask": ASK,
    "after each act": APPLIED,
    "count of a hand": COUNT_HAND,
    "count of the pile": COUNT_PILE,
    "count of the stock": COUNT_STOCK,
    "turn end": TURN_END,
    "end of a refused act": REFUSED_END,
    "deal end": DEAL_END,
    "deal end, each seat": DEAL_END_SEAT,
    "deal end, each side": DEAL_END_SIDE,
    "turn end, each meld": MELD_END,
    "take up a packet": PACKET,
    "uniting melds": MERGE,
    "look at a hand": VIEW,
    "declare a special hand": SPECIAL,
    "declare a dealt canasta": DEALT_CANASTA,
}
CATALOGUE: tuple[Rule, ...] = tuple(
    {rule.id: rule for rules in (*CHECKPOINTS.values(), SCORES) for rule in rules}.values()
)
BY_ID = {rule.id: rule for rule in CATALOGUE}


def order(r: Rules) -> Order:
    """The rules that can be broken under `r`, as the kernel reads them: numbered by their place in CATALOGUE."""
    numbers = {rule.id: n for n, rule in enumerate(CATALOGUE)}
    flags = [
        BROKE | FLAGS.get(rule.id, 0) | (0 if rule.verdict in (ILLEGAL, IRREGULAR) else CERTAIN) for rule in CATALOGUE
    ]
    asked = [[numbers[rule.id] for rule in rules if not rule.when or rule.when(r)] for rules in CHECKPOINTS.values()]
    return Order(asked, flags, [WHEN.get(rule.id, 0) for rule in CATALOGUE])
