"""Bonus cards: before their owner, and what is drawn for them.  Moves cards; never judges."""

from __future__ import annotations

from replay.act import Act
from replay.codes import (
    BONUS_CARD,
    LAST_BONUS_MELD_ONLY,
    LAST_BONUS_PLAY_ON,
    ROLE_UNKNOWN,
    UNKNOWN_SIZE,
)
from replay.kernel_rules import Rules
from replay.state import State, count_in, give, mark_bonus, take_from_hand


def put_bonus(r: Rules, s: State, seat: int, kind: int) -> None:
    """A bonus card lies before its owner."""
    s.bonus[seat * s.kinds + kind] += 1
    if r.role[kind] in (BONUS_CARD, ROLE_UNKNOWN):
        s.bonus_count[seat] += 1  # anything else lies there, and earns nothing
    mark_bonus(s, seat, kind)


def note_last_card(r: Rules, s: State) -> None:
    """The deal ends with the stock if all that its last draw brought were bonus cards (classic X1)."""
    if s.stock_size == 0 and not s.cards_got and not s.took_pile and r.last_bonus_card != LAST_BONUS_PLAY_ON:
        s.stock_dead = 2 if r.last_bonus_card == LAST_BONUS_MELD_ONLY else 1


def lay_bonus(r: Rules, s: State, a: Act) -> None:
    """Bonus cards from the hand before their owner; those drawn or dealt are owed a replacement."""
    for n in range(a.count):
        kind = a.card[n]
        hidden = not s.hand[a.seat * s.kinds + kind]
        take_from_hand(r, s, a.seat, kind)
        put_bonus(r, s, a.seat, kind)
        s.bonus_laid += 1
        if r.role[kind] != BONUS_CARD:
            continue
        if r.declared and kind >= r.declared:
            s.drawn_due += r.bonus_replaced  # laid by choice, so replaced wherever it came from
        elif s.bonus_from_pile > 0:
            s.bonus_from_pile -= 1
            s.pile_bonus_laid += 1
            s.drawn_due += r.pile_bonus_replaced
        elif s.took_pile and s.unknown_from_pile > 0:
            s.unknown_from_pile -= 1
            s.pile_bonus_laid += 1
            s.drawn_due += r.pile_bonus_replaced
        elif s.bonus_from_packet > 0:
            s.bonus_from_packet -= 1
            if s.packet_up or s.took_pile or s.drawn > s.dealt_due:
                s.drawn_due += r.bonus_replaced
            else:
                s.dealt_due += r.bonus_replaced  # the packet was the hand when the turn began
        elif s.bonus_drawn_in_hand > 0 or s.unknown_drawn > 0:
            _lay_drawn_bonus(r, s)
        elif s.packet_up:
            s.drawn_due += r.bonus_replaced
        elif r.bonus_forgotten and (s.bonus_late[a.seat] > 0 or (hidden and s.turns_taken[a.seat])):
            _lay_late_bonus(r, s, a.seat)
        else:
            s.dealt_due += r.bonus_replaced


def _lay_late_bonus(r: Rules, s: State, seat: int) -> None:
    """A bonus card that an earlier turn could have laid is not replaced if it was forgotten; nobody can tell that of
    one that could be held back, nor since when a hidden hand had it.
    """
    if s.bonus_late[seat] > 0:
        s.bonus_late[seat] -= 1
        if not s.bonus_spared[seat]:
            return
        s.bonus_spared[seat] -= 1
    s.drawn_due += r.bonus_replaced
    s.bonus_optional += r.bonus_replaced


def note_late(r: Rules, s: State, seat: int) -> None:
    """What the turn that ends could have laid: all that is held but for the cards of a packet taken up last."""
    s.bonus_fresh[seat] = s.bonus_from_packet if s.packet_late else 0
    s.bonus_late[seat] = max(0, s.bonus_held[seat] - s.bonus_fresh[seat])
    opened = s.opened[s.table_of[seat]] and not s.opening
    s.bonus_spared[seat] = 0 if opened else min(s.bonus_late[seat], r.bonus_may_hold)


def _lay_drawn_bonus(r: Rules, s: State) -> None:
    """A bonus card that was drawn is laid: drawn for a dealt one it is replaced like it, before the turn's own draw."""
    known = s.bonus_drawn_in_hand > 0
    if known:
        s.bonus_drawn_in_hand -= 1
    else:
        s.unknown_drawn -= 1
        s.cards_got -= 1
    if s.drawn <= s.dealt_due and not s.took_pile:
        s.dealt_due += r.bonus_replaced
        s.bonus_drawn -= known
    else:
        s.drawn_due += r.bonus_replaced
    note_last_card(r, s)


def lay_apart(r: Rules, s: State, a: Act) -> None:
    """Bonus cards laid by a seat that is not to move."""
    for n in range(a.count):
        take_from_hand(r, s, a.seat, a.card[n])
        put_bonus(r, s, a.seat, a.card[n])


def draw_apart(r: Rules, s: State, a: Act) -> None:
    """Replacements drawn by a seat that is not to move."""
    for n in range(a.count):
        give(r, s, a.seat, a.card[n])
        count_in(r, s, a.card[n], 1)
    s.stock_at = min(s.stock_listed, s.stock_at + a.count)
    if s.stock_size != UNKNOWN_SIZE:
        s.stock_size = max(0, s.stock_size - a.count)


def settle_bonus(r: Rules, s: State, a: Act) -> None:
    """Bonus cards that were laid and replaced before the log's hands were written down."""
    for n in range(a.count):
        count_in(r, s, a.card[n], 1)
        put_bonus(r, s, a.seat, a.card[n])
