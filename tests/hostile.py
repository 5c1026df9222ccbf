"""Events that no reader would ever make: random, out of order, out of every range.  For tests of what must not break.

The same seed makes the same events.
"""

from __future__ import annotations

from random import Random

from data.actions import BONUS_TARGET, LABEL_BASE, NO_AMOUNT, Kind
from data.cards import deck_named
from data.events import Claim, Events, Game, Side
from replay.rows import COUNTS
from replay.simulate import append

EXTREME = (-(2**31), -(2**31) + 1, -1000, -7, -2, -1, 0, 1, 2, 7, 8, 9, 31, 32, 33, 90, 255, 256, 1024, 2**27,
           2**31 - 1)  # fmt: skip
NUMBERS = ("deal", "turn", "seat", "side", "kind", "status", "target", "amount", "line")
WORDS = ("position=yes", "order=unknown", "scope=game", "min+10", "exact=A,B", "for=fumble", "turn=S", "dealer=N",
         "settled=yes", "result=A", "garbage", "")  # fmt: skip
ITEMS = ("carried", "running", "final", "total", "meld_cards", "meld_cards+hand_cards", "nonsense",
         *(f"count.{name}" for name in COUNTS))  # fmt: skip


def damaged(events: Events, random: Random) -> Events:
    """A copy in which some numbers are replaced by others, likely ones and absurd ones."""
    copy = Events()
    append(copy, events)
    for _ in range(random.randint(1, 40)):
        column = getattr(copy, random.choice(NUMBERS))
        column[random.randrange(len(column))] = random.choice((random.choice(EXTREME), random.choice(column)))
    for _ in range(random.randint(0, 10) if copy.cards else 0):
        copy.cards[random.randrange(len(copy.cards))] = random.randrange(256)
    return copy


def noise(rules: str, seats: str, sides: int, random: Random, rows: int = 150) -> tuple[Events, Game]:
    """A game of nothing but random rows; half of such games have numbers beyond every limit too."""
    deck = deck_named("heckadeck" if rules.startswith("heckadeck") else "french")
    events = Events()
    wild = random.random() < 0.5
    events.add(Kind.DEAL_START, deal=1, seat=random.choice((0, -1, *EXTREME) if wild else (0,)))
    turn = 1
    for line in range(rows):
        turn += random.random() < 0.3
        _add_row(events, turn, line, len(seats), sides, 255 if wild else len(deck.kinds) - 1, random)
    game = Game("noise", line=1, seats=tuple(seats), rules=rules, deck=deck.name, last=len(events))
    game.sides = tuple(Side(chr(65 + n), tuple(range(n, len(seats), sides))) for n in range(sides))
    game.claims = _claims(random, sides)
    return events, game


def _add_row(events: Events, turn: int, line: int, seats: int, sides: int, top: int, random: Random) -> None:
    """One row; `top` is the highest kind of card, 255 where every number may be absurd."""

    def number(usual: int) -> int:
        return random.choice(EXTREME) if top == 255 and random.random() < 0.2 else usual

    kinds = [kind for kind in Kind if 10 <= kind < 30] if random.random() < 0.7 else list(Kind)
    most = random.choice((1, 3, 5, 8, 60, 600 if random.random() < 0.02 else 5))
    cards = [random.randint(0, top) for _ in range(random.randrange(most))]
    if random.random() < 0.3:
        cards = cards[:1] * len(cards)
    events.add(
        random.choice(kinds), deal=1 + line // 60, turn=number(turn), seat=number(turn % seats),
        side=number(random.randint(-1, sides - 1)), cards=cards,
        roles=[random.randint(0, top) for _ in cards] if random.random() < 0.1 else (),
        target=random.choice((0, 0, random.randrange(LABEL_BASE + 40), BONUS_TARGET, number(0))),
        amount=random.choice((NO_AMOUNT, NO_AMOUNT, random.randrange(30), number(0))),
        text=" ".join(random.sample(WORDS, 2)), line=line // 2, column=1,
    )  # fmt: skip
    events.status[-1] = random.choice((0, 0, 0, 0, 1, 2))


def _claims(random: Random, sides: int) -> list[Claim]:
    """Figures on sheets, some of them absurd."""
    return [
        Claim(random.randint(0, 4), random.randint(-1, sides), random.choice("NE"), random.choice(ITEMS),
              random.choice((random.randrange(2000), *EXTREME)), 1, 1)
        for _ in range(random.randrange(30))
    ]  # fmt: skip
