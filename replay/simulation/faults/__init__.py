"""Faults by rule id: how each rule of the catalogue is broken on purpose, or why it cannot be.

`simulate(fault="pile.frozen_needs_natural_pair")` plays a legal game with exactly that one breach in it.
"""

from __future__ import annotations

from replay.codes import ASK_NONE, ASK_REQUIRED, OPENING_FORBIDDEN, OUT_DISCARD_REQUIRED, TOP_INCOMPLETE
from replay.rules import CATALOGUE
from replay.simulation.faults import drawing, going_out, laying, other_melds, taking
from replay.simulation.faults.fault import Fault, FaultError, Planner, lacks

__all__ = ["FAULTS", "UNBREAKABLE", "Fault", "FaultError", "fault_named", "lacks"]

_TURNS: dict[str, Planner] = {
    "turn.must_discard": drawing.ends_without_discard,
    "draw.before_playing": drawing.discards_undrawn,
    "draw.only_once": drawing.draws_again,
    "draw.count": drawing.draws_too_many,
    "bonus.must_be_laid": drawing.keeps_red_three,
    "bonus.replacement": drawing.replaces_nothing,
    "bonus.only_bonus_cards": drawing.lays_a_natural_as_bonus,
    "discard.no_red_three": drawing.discards_red_three,
    "discard.one_card": drawing.discards_twice,
    "discard.exposed_card_first": drawing.keeps_an_exposed_card,
    "hand.card_must_be_held": drawing.plays_a_card_of_nobody,
    "conservation.copies": drawing.draws_a_card_too_often,
    "conservation.stock_order": drawing.draws_out_of_order,
    "pile.instead_of_drawing": taking.takes_after_drawing,
    "pile.top_must_be_natural": taking.takes_a_blocked_pile,
    "pile.top_card_must_be_melded": taking.melds_no_top_card,
    "pile.claim_shown_first": taking.claims_late,
    "pile.open_needs_matching_cards": taking.uses_buried_cards,
    "pile.frozen_needs_natural_pair": taking.takes_a_frozen_pile,
    "pile.one_card_hand": taking.takes_one_with_one,
    "conservation.pile_content": taking.states_other_cards,
    "meld.own_side_only": laying.lays_elsewhere,
    "meld.no_red_threes": laying.melds_a_red_three,
    "meld.one_rank": laying.mixes_ranks,
    "meld.at_least_three_cards": laying.melds_two,
    "meld.wilds_not_alone": laying.melds_wilds,
    "meld.one_meld_per_rank": laying.begins_a_second_meld,
    "meld.black_threes_only_going_out": laying.melds_black_threes_early,
    "meld.stays_where_laid": laying.takes_a_meld_back,
    "meld.keep_a_card": laying.melds_the_whole_hand,
    "opening.minimum": laying.opens_with_too_little,
    "meld.unites_sets_of_one_rank": other_melds.unites_what_differs,
    "special.canasta_as_dealt": drawing.declares_too_little,
    "talon.must_be_earned": drawing.takes_a_talon_of_nobody,
    "out.needs_canastas": going_out.goes_out_without_canastas,
    "out.hand_must_be_empty": going_out.goes_out_with_cards,
    "out.concealed": going_out.claims_to_be_concealed,
}
_RUNS = (("seq", "true"), ("pile_top_to_seq", "incomplete"))
SEQUENCES = tuple(
    Fault(rule, plan, options=_RUNS, ready=lambda r: bool(r.sequences))
    for rule, plan in (
        ("sequence.one_suit", other_melds.mixes_suits),
        ("sequence.no_gap", other_melds.leaves_a_gap),
        ("sequence.no_rank_twice", other_melds.doubles_a_rank),
        ("sequence.within_range", other_melds.begins_with_a_three),
        ("sequence.wild_limit", other_melds.spoils_with_wilds),
        ("pile.top_begins_no_sequence", other_melds.begins_with_the_top),
        ("pile.top_alone_onto_sequence", other_melds.adds_with_the_top),
    )
)
WILD_MELDS = (
    Fault("meld.keeps_its_kind", other_melds.spoils_wild_cards, options=(("wildmeld", "true"),),
          ready=lambda r: bool(r.wild_melds)),
    Fault("meld.wild_meld_composition", other_melds.melds_mostly_jokers,
          options=(("wildmeld", "true"), ("wildmeld_form", "twos_rank")), ready=lambda r: r.wildmeld_form > 0),
    Fault("meld.wilds_to_open_wild_meld", other_melds.withholds_a_two,
          options=(("wildmeld", "true"), ("wild_lock", "twos")), ready=lambda r: r.wild_lock > 0),
)  # fmt: skip
_OTHERS = (
    Fault("draw.stock_must_have_cards", drawing.draws_from_nothing, needs="play_on", arrangement="long_deal"),
    Fault("ask.before_melding", going_out.asks_after_melding, needs="partner"),
    Fault("out.answer_binds", going_out.goes_out_against_no, needs="partner"),
    Fault("out.yes_must_go_out", going_out.stays_in_after_yes, needs="partner"),
    Fault("meld.at_least_two_naturals", laying.melds_one_natural, beside=("meld.wild_ratio",)),
    Fault("meld.wild_limit", laying.adds_a_wild_too_many, beside=("meld.wild_ratio",)),
    Fault("bonus.laid_when_the_table_says", drawing.lays_dealt_late, options=(("red3_deal_timing", "before_play"),),
          ready=lambda r: bool(r.bonus_before_play)),
    Fault("bonus.held_at_the_end", drawing.holds_the_last_card, arrangement="last_red_three", later=True),
    Fault("end.last_bonus_card", drawing.plays_after_the_last_card, arrangement="last_red_three"),
    Fault("pile.must_not_be_empty", taking.takes_twice, beside=("pile.instead_of_drawing",)),
    Fault("pile.before_opening", taking.takes_before_opening, options=(("pile_before_opening", "forbidden"),),
          ready=lambda r: r.before_opening == OPENING_FORBIDDEN),
    Fault("pile.top_onto_canasta", taking.takes_onto_a_canasta, options=(("pile_top_to_set", "incomplete"),),
          ready=lambda r: r.top_to_set == TOP_INCOMPLETE),
    Fault("meld.wild_ratio", laying.melds_many_wilds, options=(("wild_ratio", "lt"),),
          ready=lambda r: r.wild_ratio > 0),
    Fault("meld.size_limit", laying.adds_to_a_canasta, options=(("set_max", "7"),),
          ready=lambda r: bool(r.set_max == 7 or r.many_melds)),
    Fault("meld.canasta_stays_closed", laying.adds_to_a_canasta, options=(("natural_on_complete", "false"),),
          ready=lambda r: bool(not r.natural_on_complete or not r.wild_on_complete or r.many_melds)),
    Fault("meld.black_threes_without_wilds", laying.melds_black_threes_with_a_wild, arrangement="black_threes"),
    Fault("opening.taken_back_raises_minimum", laying.takes_an_opening_back, options=(("opening_bump", "10"),),
          ready=lambda r: r.opening_bump > 0, later=True),
    Fault("ask.needs_partner", going_out.asks_nobody, options=(("ask_partner", "none"),),
          ready=lambda r: r.ask_partner == ASK_NONE),
    Fault("out.discard", going_out.goes_out_without_discard, options=(("out_discard", "required"),),
          ready=lambda r: r.out_discard == OUT_DISCARD_REQUIRED),
    Fault("out.permission_required", going_out.goes_out_unasked, options=(("ask_partner", "required"),),
          ready=lambda r: r.ask_partner == ASK_REQUIRED, needs="partner"),
    *SEQUENCES,
    *WILD_MELDS,
    Fault("draw.draft_after_opening", drawing.draws_no_draft, options=(("draft_on_opening", "13"),),
          ready=lambda r: r.draft > 0),
    Fault("discard.not_barred", drawing.discards_what_is_barred, options=(("discard_ban", "black3:round1"),),
          ready=lambda r: any(r.discard_ban)),
    Fault("opening.required_canasta", laying.opens_without_canasta,
          options=(("bands", "below:15,0:50,1500:50:canasta"),), ready=lambda r: bool(r.demands)),
    Fault("opening.no_wilds", laying.opens_with_wilds, options=(("opening_wilds", "false"),),
          ready=lambda r: not r.opening_wilds),
    Fault("out.needs_kinds", going_out.goes_out_anyhow, options=(("out_need", "natural:1"),),
          ready=lambda r: bool(r.needs_kinds)),
    Fault("out.needs_red_threes", going_out.goes_out_anyhow, options=(("out_red3_per_canasta", "true"),),
          ready=lambda r: bool(r.out_red_threes)),
    Fault("out.last_discard_not_barred", going_out.goes_out_by_a_barred_card, options=(("last_discard_ban", "7"),),
          ready=lambda r: any(r.last_discard_ban)),
    Fault("deal.dealer", place="dealer"),
    Fault("deal.hand_size", place="hand"),
    Fault("deal.upcard_covered", place="upcard", arrangement="wild_upcard"),
    Fault("turn.seat_must_be_next", place="seat"),
    Fault("turn.nothing_after_the_end", place="after"),
    Fault("end.stock_empty_must_take", place="forced", needs="play_on", arrangement="long_deal"),
    Fault("end.closing_must_agree", place="closing"),
    Fault("conservation.hand_count", place="count"),
    Fault("conservation.pile_count", place="count"),
    Fault("conservation.stock_count", place="count"),
    Fault("score.item", place="sheet"),
    Fault("score.count", place="sheet"),
    Fault("score.total", place="sheet"),
    Fault("score.lone_seat", place="sheet"),
    Fault("score.sheets_agree", place="sheet", view="public"),
    Fault("score.carried", place="totals"),
    Fault("score.running", place="totals"),
    Fault("score.final", place="totals"),
    Fault("score.result", place="result"),
)  # fmt: skip

FAULTS: dict[str, Fault] = {rule: Fault(rule, plan) for rule, plan in _TURNS.items()} | {
    fault.rule: fault for fault in _OTHERS
}
# Why no simulated game breaks the rules of a page (the first word of their citations); their cases are in tests/cases.
REASONS = {
    "american": "it is a rule of Modern American Canasta, which the bots know only how to keep",
    "handfoot": "it is a rule of Hand and Foot, which the bots know only how to keep",
    "heckadeck": "it is a rule of the Heckadeck, which the bots know only how to keep",
}
UNBREAKABLE: dict[str, str] = {
    rule.id: REASONS[rule.citation.split()[0]]
    for rule in CATALOGUE
    if rule.id not in FAULTS and rule.citation.split()[0] in REASONS
}


def fault_named(rule: str) -> Fault:
    """The fault of a rule; FaultError for a rule that is none, or that no game can break."""
    if rule in FAULTS:
        return FAULTS[rule]
    if rule in UNBREAKABLE:
        raise FaultError(f"{rule} cannot be broken on purpose: {UNBREAKABLE[rule]}")
    raise FaultError(f"expected the id of a rule, found {rule!r}")
