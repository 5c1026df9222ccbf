"""What happened in a game, counted from its events and its replay: the situations that simulated games must show."""

from collections import Counter

from data.actions import ANSWER_NO, ANSWER_YES, Kind, Status
from data.cards import JOKER, RED, french
from data.events import Events, Game
from replay.result import Deal, GameResult, Turn

KINDS = french().kinds
WILD_RANKS = (2, JOKER)


def is_red_three(card: int) -> bool:
    return KINDS[card].rank == 3 and KINDS[card].colour == RED


def is_wild(card: int) -> bool:
    return KINDS[card].rank in WILD_RANKS


def is_black_three(card: int) -> bool:
    return KINDS[card].rank == 3 and not is_red_three(card)


def situations(events: Events, game: Game, result: GameResult) -> Counter[str]:
    """How often each situation occurs in one game."""
    found: Counter[str] = Counter()
    for deal in result.deals:
        _of_deal(found, deal)
        opened: set[int] = set()
        for turn in deal.turns:
            _of_turn(found, events, turn, opened, game)
    first, last = game.first, game.last
    for row in range(first, last):
        _of_row(found, events, row)
    return found


def _of_deal(found: Counter[str], deal: Deal) -> None:
    found[f"closed by {deal.closing}"] += 1
    found["concealed"] += deal.concealed
    found["lone hand"] += deal.lone_seat >= 0
    last = deal.turns[-1] if deal.turns else None
    if last and deal.closing == "stock" and last.stock_before == last.drawn and not last.discard:
        found["last card a red three"] += 1
    if deal.closing == "out" and last:
        found["out without a discard" if not last.discard else "out with a discard"] += 1
    if deal.lone_seat >= 0 and not any(turn.taken for turn in deal.turns):
        found["lone hand by going out"] += 1
    if deal.turns and any(turn.taken and turn.stock_before == 0 for turn in deal.turns):
        found["pile taken with the stock empty"] += 1


def _of_turn(found: Counter[str], events: Events, turn: Turn, opened: set[int], game: Game) -> None:
    side = next(n for n, s in enumerate(game.sides) if turn.seat in s.seats)
    rows = [row for row in range(turn.first, turn.last) if events.status[row] == Status.PLAYED]
    melds = [events.cards_of(row) for row in rows if events.kind[row] == Kind.MELD]
    kinds = [events.kind[row] for row in rows]
    if turn.taken and melds:
        first = melds[0]
        wilds = sum(map(is_wild, first))
        naturals = len(first) - wilds
        way = "onto a meld" if len(first) == 1 else "natural and wild" if naturals == 2 else "natural pair"
        found[f"take: {way}"] += 1
        found["take with the pair and a wild card"] += naturals > 2 and wilds > 0
        found["take of a frozen pile by an open side"] += turn.frozen_before and side in opened
        found["take that opens"] += side not in opened
        found["red three in a taken pile"] += Kind.BONUS in kinds and Kind.DRAW not in kinds
    if melds:
        opened.add(side)
    if any(all(is_black_three(card) for card in cards) for cards in melds):
        found["black threes melded"] += 1
    found["red three drawn"] += Kind.BONUS in kinds and kinds[0] == Kind.DRAW
    found["dealt red three laid in turn"] += kinds[0] == Kind.BONUS
    found["draw of two"] += any(events.kind[row] == Kind.DRAW and len(events.cards_of(row)) == 2 for row in rows)
    found["opened"] += side not in opened and bool(melds)


def _of_row(found: Counter[str], events: Events, row: int) -> None:
    kind, cards = events.kind[row], events.cards_of(row)
    if kind == Kind.TURN_UP:
        found["upcard covered"] += len(cards) > 1
        found["wild card turned up"] += any(map(is_wild, cards))
        found["red three turned up"] += any(map(is_red_three, cards))
        found["black three turned up"] += any(map(is_black_three, cards))
    elif kind == Kind.DISCARD:
        found["wild card discarded"] += is_wild(cards[0])
        found["black three discarded"] += is_black_three(cards[0])
    elif kind == Kind.ASK:
        found[{ANSWER_YES: "asked: yes", ANSWER_NO: "asked: no"}[events.amount[row]]] += 1
        found["asked before the draw"] += events.kind[row + 1] == Kind.DRAW
    elif kind == Kind.BONUS and events.turn[row] == 0:
        found["red three laid before play"] += 1
    elif kind == Kind.SIT_OUT:
        found["sat out"] += 1
    elif kind == Kind.STOCK:
        found["stock listed"] += 1
    elif kind in (Kind.COUNT_HAND, Kind.COUNT_PILE, Kind.COUNT_STOCK):
        found["counted"] += 1
    elif kind == Kind.PENALTY:
        found["opening taken back"] += 1
