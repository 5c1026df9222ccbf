"""What the fold must know of a rule beside its answer, by rule id: what a breach leads to, and when it is possible."""

from __future__ import annotations

from replay.codes import (
    AFTER_THE_END,
    ASKED_OUT,
    BONUS_KEPT,
    PLACED_AT_EXTENSION,
    PLACED_AT_OPENING,
    PLACED_AT_RETRACTION,
    PLACED_AT_STOPS,
    SHAPE,
    STOCK_ORDER,
    UNDRAWN,
    WHEN_BONUS,
    WHEN_DEAD,
    WHEN_DISCARDED,
    WHEN_EXPOSED,
    WHEN_FOREIGN,
    WHEN_GROWS,
    WHEN_HELD,
    WHEN_KEPT,
    WHEN_LISTED,
    WHEN_OPENING,
    WHEN_OUT,
    WHEN_OVER,
    WHEN_REPLACED,
    WHEN_SAID,
    WHEN_STOP_CARDS,
    WHEN_STOPS,
    WHEN_TAKEN_BACK,
    WHEN_TWIN,
    WHEN_UNDRAWN,
    WHEN_WILDS,
)

# What a broken rule means.
FLAGS: dict[str, int] = {
    **dict.fromkeys(
        ("meld.one_rank", "meld.no_red_threes", "meld.wilds_not_alone", "meld.at_least_three_cards",
         "meld.at_least_two_naturals", "meld.wild_limit", "meld.wild_ratio", "meld.black_threes_without_wilds",
         "meld.keeps_its_kind", "meld.wild_meld_composition", "meld.sevens_stay_pure", "meld.aces_stay_pure",
         "sequence.one_suit", "sequence.no_rank_twice",
         "sequence.within_range", "sequence.wild_limit", "sequence.no_gap", "meld.only_meldable_cards",
         "card.role_must_be_declared"), SHAPE),
    **dict.fromkeys(
        ("out.needs_canastas", "out.needs_kinds", "out.needs_red_threes", "out.no_unfinished_special_meld",
         "discard.keep_a_card", "meld.keep_a_card", "out.packet_played", "out.partner_in_packet",
         "out.hand_must_be_empty", "out.answer_binds"), ASKED_OUT),
    "bonus.must_be_laid": BONUS_KEPT,
    "draw.before_playing": UNDRAWN,
    "conservation.stock_order": STOCK_ORDER,
    "opening.minimum": PLACED_AT_OPENING,
    "meld.black_threes_only_going_out": PLACED_AT_STOPS,
    "meld.stays_where_laid": PLACED_AT_RETRACTION,
    "meld.canasta_stays_closed": PLACED_AT_EXTENSION,
    "turn.nothing_after_the_end": AFTER_THE_END,
}  # fmt: skip

# When a rule can be broken at all, of those that cannot at every moment; the kernel asks them only then.
WHEN: dict[str, int] = {
    **dict.fromkeys(
        ("out.needs_canastas", "out.needs_kinds", "out.needs_red_threes", "out.last_discard_not_barred",
         "out.no_unfinished_special_meld", "out.not_by_wild_canasta", "out.packet_played", "out.partner_in_packet",
         "out.answer_binds", "out.permission_required", "out.discard", "meld.keep_a_card", "discard.keep_a_card"),
        WHEN_OUT),
    **dict.fromkeys(("out.hand_must_be_empty", "out.yes_must_go_out", "out.concealed"), WHEN_SAID),
    **dict.fromkeys(
        ("opening.minimum", "opening.needs_clean_meld", "opening.no_mixed_canasta", "opening.required_canasta",
         "opening.no_wilds"), WHEN_OPENING),
    **dict.fromkeys(
        ("meld.wild_limit", "sequence.wild_limit", "meld.naturals_before_wilds", "meld.sevens_stay_pure",
         "meld.aces_stay_pure", "meld.wilds_to_open_wild_meld", "discard.wild_only_without_naturals"), WHEN_WILDS),
    **dict.fromkeys(("meld.no_red_threes", "discard.no_red_three"), WHEN_BONUS),
    **dict.fromkeys(("meld.black_threes_only_going_out", "meld.black_threes_last"), WHEN_STOPS),
    "meld.black_threes_without_wilds": WHEN_WILDS | WHEN_STOP_CARDS | WHEN_GROWS,
    "meld.stays_where_laid": WHEN_TAKEN_BACK,
    "meld.canasta_stays_closed": WHEN_GROWS,
    "meld.keeps_its_kind": WHEN_GROWS,
    "meld.own_side_only": WHEN_FOREIGN,
    "meld.one_meld_per_rank": WHEN_TWIN,
    "bonus.must_be_laid": WHEN_HELD,
    "bonus.replacement": WHEN_REPLACED,
    "end.last_bonus_card": WHEN_DEAD,
    "draw.before_playing": WHEN_UNDRAWN,
    "discard.one_card": WHEN_DISCARDED,
    "turn.must_discard": WHEN_KEPT,
    "discard.exposed_card_first": WHEN_EXPOSED,
    "conservation.stock_order": WHEN_LISTED,
    "turn.nothing_after_the_end": WHEN_OVER,
}  # fmt: skip
