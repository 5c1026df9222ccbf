"""Going out, and going out concealed."""

from __future__ import annotations

from replay.act import Act
from replay.canastas import canastas_of_kind, is_open_special
from replay.codes import (
    ASK_REQUIRED,
    BROKEN,
    CANASTA,
    HIDDEN,
    HOLDS,
    KINDS,
    MELDS,
    NO_PACKET,
    NOBODY,
    OUT_DISCARD_FACEDOWN,
    OUT_DISCARD_FORBIDDEN,
    OUT_DISCARD_REQUIRED,
    UNKNOWN_SIZE,
    WILD_MELD,
)
from replay.kernel_rules import Rules
from replay.packets import next_packet
from replay.rules.ask import partner_of
from replay.state import State, canastas


def is_concealed(r: Rules, s: State) -> int:
    """1 if the seat to move melds its whole hand in this one turn, having laid nothing before and adding nothing to
    its partner's melds, with a canasta of its own among them (classic G4).
    """
    return 1 if _lays_all_at_once(r, s) and (s.canastas_made >= 1 or not r.concealed_own_canasta) else 0


def _lays_all_at_once(r: Rules, s: State) -> int:
    """1 if the seat to move has laid nothing before this turn and added nothing to melds that lay there."""
    if s.laid_before[s.turn_seat] or s.added_to_table:
        return 0
    return 1 if not s.took_pile or r.concealed_with_pile else 0


def is_concealed_by_darkness(r: Rules, s: State) -> int:
    """1 if the seat to move ends the deal by Darkness with two canastas laid in this one turn, having laid nothing
    before, and at some tables its partner neither (heckadeck 5.6).
    """
    if not s.darkness or s.canastas_made < 2 or not _lays_all_at_once(r, s):
        return 0
    melded_before = s.opened[s.table_of[s.turn_seat]] and not s.opening
    return 0 if r.darkness_for_side and melded_before else 1


def unannounced(r: Rules, s: State) -> int:
    """1 where going out is announced, and the last card was discarded without a word of it."""
    return 1 if r.out_announced and s.discards > 0 and not s.said_out and not s.asked else 0


def lacks_canastas(r: Rules, s: State, a: Act) -> int:
    """BROKEN if the side of the player who went out has too few canastas, or not those of the kinds that are needed."""
    answer = needs_canastas_of(r, s, a)
    return answer if answer != HOLDS or not r.needs_kinds else needs_kinds_of(r, s, a)


def needs_canastas_of(r: Rules, s: State, a: Act) -> int:
    """BROKEN if the side of the player who went out has too few canastas."""
    table = s.table_of[a.seat]
    a.facts[0] = canastas_of_kind(r, s, table, -1) if r.excluded else canastas(s, table, CANASTA)
    a.facts[1] = r.out_canastas
    if a.facts[0] >= r.out_canastas:
        return HOLDS
    return HIDDEN if s.doubtful[s.table_of[a.seat]] else BROKEN


def needs_kinds(r: Rules, s: State, a: Act) -> int:
    """Where a game asks for certain kinds of canasta, the side of a player who goes out has them."""
    if not r.needs_kinds or not s.went_out or unannounced(r, s):
        return HOLDS
    return needs_kinds_of(r, s, a)


def needs_kinds_of(r: Rules, s: State, a: Act) -> int:
    """BROKEN if the side of the player who went out lacks canastas of some kind."""
    for kind in range(KINDS):
        if r.need[kind] and canastas_of_kind(r, s, s.table_of[a.seat], kind) < r.need[kind]:
            a.facts[0] = canastas_of_kind(r, s, s.table_of[a.seat], kind)
            a.facts[1] = r.need[kind]
            a.facts[2] = kind
            return HIDDEN if s.doubtful[s.table_of[a.seat]] else BROKEN
    return HOLDS


def needs_red_threes(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, the side of a player who goes out has as many red threes laid out as canastas."""
    if not r.out_red_threes or not s.went_out:
        return HOLDS
    a.facts[0] = 0
    for seat in range(s.seats):
        if s.table_of[seat] == s.table_of[a.seat]:
            a.facts[0] += s.bonus_count[seat]
    a.facts[1] = canastas(s, s.table_of[a.seat], CANASTA)
    if a.facts[0] >= a.facts[1]:
        return HOLDS
    return HIDDEN if s.doubtful[s.table_of[a.seat]] else BROKEN


def last_discard_not_barred(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, some cards are not the discard with which a player goes out."""
    if not s.went_out or not s.discard_kind:
        return HOLDS
    a.facts[0] = s.discard_kind
    return BROKEN if r.last_discard_ban[s.discard_kind] else HOLDS


def not_by_wild_canasta(r: Rules, s: State, a: Act) -> int:
    """Where a table says so, the meld that ends the deal does not complete a canasta of wild cards."""
    if not r.out_not_by_wild or not s.went_out or s.discards or s.completed < 0:
        return HOLDS
    return BROKEN if s.meld_kind[s.completed] == WILD_MELD else HOLDS


def no_unfinished_special_meld(r: Rules, s: State, a: Act) -> int:
    """Where a game says so, nobody goes out while the side has an unfinished meld of wild cards, sevens or aces."""
    if not s.went_out or not r.out_no_open_special:
        return HOLDS
    table = s.table_of[a.seat]
    for number in range(s.meld_count[table]):
        if is_open_special(r, s, table * MELDS + number):
            return HIDDEN if s.doubtful[table] else BROKEN
    return HOLDS


def needs_canastas(r: Rules, s: State, a: Act) -> int:
    """A player goes out only if his side has the canastas that the game asks for."""
    if not s.went_out or (not s.discards and not s.said_out) or unannounced(r, s):
        return HOLDS
    return needs_canastas_of(r, s, a)


def packet_played(r: Rules, s: State, a: Act) -> int:
    """A player goes out only from his last packet: a second hand that lies untouched must be played first."""
    if not s.packets or not s.went_out or r.out_without_packet:
        return HOLDS
    return BROKEN if next_packet(s, a.seat) != NO_PACKET else HOLDS


def partner_in_packet(r: Rules, s: State, a: Act) -> int:
    """Where a table asks for it, a player goes out only after each of his partners has played from the last packet."""
    if not r.out_partner_in_packet or not s.went_out:
        return HOLDS
    for seat in range(s.seats):
        if seat == a.seat or s.sits_out[seat] or s.table_of[seat] != s.table_of[a.seat]:
            continue
        if not s.packet_turns[seat]:
            a.facts[0] = seat
            return HIDDEN if s.doubtful[s.table_of[seat]] else BROKEN
    return HOLDS


def hand_must_be_empty(r: Rules, s: State, a: Act) -> int:
    """Who goes out has played his whole hand."""
    a.facts[0] = s.hand_size[a.seat]
    if not s.said_out or s.hand_size[a.seat] == 0 or s.special_seat != NOBODY:
        return HOLDS
    return HIDDEN if s.hand_size[a.seat] == UNKNOWN_SIZE or s.illegible or s.surplus[a.seat] else BROKEN


def discard(r: Rules, s: State, a: Act) -> int:
    """Where a table fixes how the last card is played, melded or discarded, it is played so."""
    if not s.went_out:
        return HOLDS
    if r.out_discard in (OUT_DISCARD_REQUIRED, OUT_DISCARD_FACEDOWN) and not s.discards:
        return BROKEN
    return BROKEN if r.out_discard == OUT_DISCARD_FORBIDDEN and s.discards else HOLDS


def permission_required(r: Rules, s: State, a: Act) -> int:
    """Where a table asks for it, a player goes out only after asking his partner."""
    if not s.went_out or r.ask_partner != ASK_REQUIRED or s.asked or partner_of(s, a.seat) == NOBODY:
        return HOLDS
    if unannounced(r, s) and lacks_canastas(r, s, a) != HOLDS:
        return HOLDS  # no going out, but a last card discarded
    return HOLDS if r.ask_exempt_concealed and is_concealed(r, s) else BROKEN


def answer_binds(r: Rules, s: State, a: Act) -> int:
    """Who has asked and was told no does not go out in that turn."""
    if s.darkness and not r.darkness_bound:
        return HOLDS
    return BROKEN if s.went_out and s.asked and s.answer == 0 and r.no_binds else HOLDS


def yes_must_go_out(r: Rules, s: State, a: Act) -> int:
    """Who has asked and was told yes goes out in that turn."""
    if s.went_out or not s.asked or s.answer != 1 or s.turn_cut or not r.yes_binds or s.darkness:
        return HOLDS
    return HIDDEN if s.hand_size[a.seat] == UNKNOWN_SIZE else BROKEN


def concealed(r: Rules, s: State, a: Act) -> int:
    """Going out is concealed only if the whole hand, with a canasta, is laid in one turn and none of it before."""
    if not s.claimed_concealed or not s.went_out:
        return HOLDS
    return HOLDS if is_concealed(r, s) else BROKEN
