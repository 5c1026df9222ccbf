"""Faults of drawing, of red threes, of the discard and of a turn's bounds."""

from __future__ import annotations

from collections.abc import Iterator

from data.actions import Kind
from data.cards import french
from replay.codes import HAND_DEALT_CANASTA, NO_PACKET, PACKET_TALON
from replay.legal import Play
from replay.packets import next_packet
from replay.simulation.faults.fault import Script
from replay.simulation.faults.scripts import discard, draw, is_open, minimum, red_draw, spare
from replay.simulation.melding import opening
from replay.simulation.turn import Turn


def discards_undrawn(turn: Turn) -> Iterator[Script]:
    """Discards without having drawn."""
    hand = turn.holding()
    end = spare(hand)
    if end and not hand.bonus:
        yield [end]


def draws_again(turn: Turn) -> Iterator[Script]:
    """Draws, and draws once more."""
    first, both = draw(turn), draw(turn, turn.table.r.stock_draw + 1)
    end = spare(both[1]) if both else None
    if first and both and end:
        yield [first[0], Play(Kind.DRAW, both[0].cards[-1:]), end]


def draws_too_many(turn: Turn) -> Iterator[Script]:
    """Draws one card too many."""
    drawn = draw(turn, turn.table.r.stock_draw + 1)
    end = spare(drawn[1]) if drawn else None
    if drawn and end:
        yield [drawn[0], end]


def draws_from_nothing(turn: Turn) -> Iterator[Script]:
    """Draws a card, nobody knows from where: the stock is empty."""
    end = spare(turn.holding())
    if turn.table.s.stock_size == 0 and end:
        yield [Play(Kind.DRAW, (french().unknown,)), end]


def keeps_red_three(turn: Turn) -> Iterator[Script]:
    """Keeps a red three: a dealt one until after the draw, a drawn one for good."""
    hand = turn.holding()
    cards = turn.cards.next_cards(turn.table.r.stock_draw + len(hand.bonus))
    role = turn.table.r.role
    if (
        hand.bonus
        and turn.table.s.stock_size > len(cards)
        and not any(role[card] == role[hand.bonus[0]] for card in cards)
    ):
        reds = tuple(hand.bonus)
        hand.without(reds)
        hand.add(turn.table.r, cards)
        end = spare(hand)
        own = turn.table.r.stock_draw
        if end:
            yield [Play(Kind.DRAW, cards[:own]), Play(Kind.BONUS, reds), Play(Kind.DRAW, cards[own:]), end]
    red = red_draw(turn)
    end = spare(red[2]) if red else None
    if red and end:
        yield [red[0], end]


def lays_dealt_late(turn: Turn) -> Iterator[Script]:
    """Lays a dealt red three in the first turn, at a table where that is done before play."""
    hand = turn.holding()
    reds = tuple(hand.bonus)
    own = turn.table.r.stock_draw
    cards = turn.cards.next_cards(len(reds) + own)
    role = turn.table.r.role
    if not reds or any(role[card] == role[reds[0]] for card in cards):
        return
    hand.without(reds)
    hand.add(turn.table.r, cards)
    end = spare(hand)
    if end:
        yield [Play(Kind.BONUS, reds), Play(Kind.DRAW, cards[: len(reds)]), Play(Kind.DRAW, cards[len(reds) :]), end]


def replaces_nothing(turn: Turn) -> Iterator[Script]:
    """Lays a red three and draws no replacement."""
    red = red_draw(turn)
    end = spare(red[2]) if red else None
    if red and end:
        yield [red[0], Play(Kind.BONUS, (red[1],)), end]


def lays_a_natural_as_bonus(turn: Turn) -> Iterator[Script]:
    """Lays an ordinary card beside the melds."""
    drawn = draw(turn)
    if drawn is None or not turn.table.s.turns_taken[turn.seat]:
        return
    first = spare(drawn[1], keep=3)
    if first is None:
        return
    drawn[1].without(first.cards)
    end = spare(drawn[1])
    if end:
        yield [drawn[0], Play(Kind.BONUS, first.cards), end]


def holds_the_last_card(turn: Turn) -> Iterator[Script]:
    """The last card of the stock is a red three; it is drawn and not laid."""
    cards = turn.cards.next_cards(turn.table.r.stock_draw)
    role = turn.table.r.role
    last = turn.cards.drawn + len(cards) == len(turn.cards.stock)
    if cards and last and all(role[card] == role[french().ids["3h"]] for card in cards):
        yield [Play(Kind.DRAW, cards)]


def plays_after_the_last_card(turn: Turn) -> Iterator[Script]:
    """The last card of the stock is a red three; it is laid, and a card discarded all the same."""
    end = spare(turn.holding())
    for script in holds_the_last_card(turn):
        if end:
            yield [*script, Play(Kind.BONUS, script[0].cards), end]


def discards_red_three(turn: Turn) -> Iterator[Script]:
    """Draws a red three and discards it."""
    red = red_draw(turn)
    if red and red[2].size > 2:
        yield [red[0], discard(red[1])]


def discards_twice(turn: Turn) -> Iterator[Script]:
    """Discards two cards."""
    drawn = draw(turn)
    first = spare(drawn[1], keep=2) if drawn else None
    if drawn is None or first is None:
        return
    drawn[1].without(first.cards)
    second = spare(drawn[1])
    if second:
        yield [drawn[0], first, second]


def keeps_an_exposed_card(turn: Turn) -> Iterator[Script]:
    """Shows a card without playing it, and discards another."""
    drawn = draw(turn)
    shown = spare(drawn[1], keep=2) if drawn else None
    if drawn is None or shown is None:
        return
    drawn[1].without(shown.cards)
    end = spare(drawn[1])
    if end and end.cards != shown.cards:
        yield [drawn[0], Play(Kind.SHOW, shown.cards), end]


def ends_without_discard(turn: Turn) -> Iterator[Script]:
    """Draws, and ends the turn without a discard."""
    drawn = draw(turn)
    if drawn and drawn[1].size > 2:
        yield [drawn[0]]


def plays_a_card_of_nobody(turn: Turn) -> Iterator[Script]:
    """Discards a card that the hand does not hold; another one is gone from it."""
    drawn = draw(turn)
    gone = spare(drawn[1], keep=2) if drawn else None
    if drawn is None or gone is None:
        return
    r = turn.table.r
    strange = [
        kind for kind in range(1, r.kinds)
        if r.exact[kind] and r.role[kind] == r.role[gone.cards[0]] and r.rank[kind] not in drawn[1].naturals
    ]  # fmt: skip
    if strange:
        turn.cards.gone[turn.seat].append(gone.cards[0])
        yield [drawn[0], discard(turn.cards.rng.choice(strange))]
        turn.cards.gone[turn.seat].remove(gone.cards[0])


def draws_a_card_too_often(turn: Turn) -> Iterator[Script]:
    """Draws a card that has been seen as often as the deck has it."""
    drawn = draw(turn)
    end = spare(drawn[1]) if drawn else None
    s, r = turn.table.s, turn.table.r
    seen = [kind for kind in drawn[1].wilds or [] if s.total[kind] >= r.copies[kind]] if drawn else []
    seen += [kind for kind in range(1, r.kinds) if r.exact[kind] and s.total[kind] >= r.copies[kind] > 0]
    seen = [kind for kind in seen if r.role[kind] == r.role[french().ids["Kh"]]]
    if drawn and end and seen and not s.stock_listed:
        yield [Play(Kind.DRAW, (turn.cards.rng.choice(seen), *drawn[0].cards[1:])), end]


def draws_out_of_order(turn: Turn) -> Iterator[Script]:
    """Draws the second card of a listed stock before the first."""
    stock, at = turn.cards.stock, turn.cards.drawn
    count = turn.table.r.stock_draw
    if not turn.table.s.stock_listed or at + count >= len(stock) or stock[at] == stock[at + count]:
        return
    stock[at], stock[at + count] = stock[at + count], stock[at]
    drawn = draw(turn)
    end = spare(drawn[1]) if drawn else None
    if drawn and end:
        yield [drawn[0], end]
    stock[at], stock[at + count] = stock[at + count], stock[at]


def draws_no_draft(turn: Turn) -> Iterator[Script]:
    """Opens, and does not draw the cards that this brings."""
    drawn = draw(turn)
    if drawn is None or is_open(turn):
        return
    plan = opening(turn.table.r, drawn[1], minimum(turn), everything=False)
    end = spare(drawn[1], [card for play in plan for card in play.cards]) if plan else None
    if plan and end:
        yield [drawn[0], *plan, end]


def discards_what_is_barred(turn: Turn) -> Iterator[Script]:
    """Discards a card that may not be discarded, or not yet."""
    r = turn.table.r
    red = red_draw(turn)
    if red and r.discard_ban[red[1]]:
        yield [red[0], discard(red[1])]
    drawn = draw(turn)
    for kind in range(1, turn.table.s.kinds) if drawn else ():
        if drawn and r.discard_ban[kind] and turn.table.s.hand[turn.seat * turn.table.s.kinds + kind]:
            yield [drawn[0], discard(kind)]


def takes_a_packet_early(turn: Turn) -> Iterator[Script]:
    """Takes up the second hand before it has been earned."""
    drawn = draw(turn)
    end = spare(drawn[1]) if drawn else None
    packet = next_packet(turn.table.s, turn.seat)
    if drawn and end and packet != NO_PACKET:
        yield [drawn[0], Play(Kind.TAKE_PACKET, target=packet), end]


def takes_a_talon_of_nobody(turn: Turn) -> Iterator[Script]:
    """Takes a talon that nobody has earned."""
    drawn = draw(turn)
    end = spare(drawn[1]) if drawn else None
    if drawn and end:
        yield [drawn[0], end, Play(Kind.TAKE_PACKET, target=PACKET_TALON)]


def declares_too_little(turn: Turn) -> Iterator[Script]:
    """Declares six cards of a rank, or seven after drawing, as a canasta that was dealt."""
    drawn = draw(turn)
    end = spare(drawn[1]) if drawn else None
    groups = sorted(drawn[1].naturals.values(), key=len) if drawn else []
    if drawn and end and len(groups[-1]) > 2:
        yield [drawn[0], Play(Kind.SPECIAL, tuple(groups[-1]), amount=HAND_DEALT_CANASTA), end]
