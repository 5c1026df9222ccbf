"""Decks and card kinds: the words a log can use for a card, known exactly or only in part.

Owns the names and the identity of cards.  Knows nothing of points or of what is wild: those belong to a ruleset.

A *kind* is one distinguishable card as somebody may have written it: `Kh` (exact), `K` (suit not recorded),
`3r` (a red three), `?h` (an unknown heart), `?` (a card nobody saw).  Kind ids are small integers, stored as uint8 in
`events.cards`; 0 never names a card.  Ids are permanent: they are in every lake.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

# Ranks share one numbering in all decks, so that "rank 10" is a ten everywhere; 0 = rank not known.
RANKS = {"0": 1, **{str(n): n for n in range(2, 10)}, "T": 10, "E": 11, "B": 12, "J": 13, "Q": 14, "K": 15, "A": 16}
JOKER, ARROW, TALISMAN, WATCHER, OMNIHEDRON, HUNTER, TRAVELLER, CRONE, DARKNESS, WHEEL = range(17, 27)
RANK_COUNT = 27
RANK_CODES = {number: code for code, number in RANKS.items()}

SUITS = {"c": 1, "d": 2, "h": 3, "s": 4, "a": 5, "p": 6, "o": 7, "w": 8}
SUIT_CODES = {number: code for code, number in SUITS.items()}
BLACK, RED, GREEN, BLUE = 1, 2, 3, 4
COLOURS = {"b": BLACK, "r": RED, "g": GREEN, "u": BLUE}
SUIT_COLOURS = {0: 0, 1: BLACK, 2: RED, 3: RED, 4: BLACK, 5: GREEN, 6: GREEN, 7: BLUE, 8: BLUE}

RANK_NAMES = {
    1: "zero", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
    11: "eleven", 12: "beast", 13: "jack", 14: "queen", 15: "king", 16: "ace", JOKER: "joker", ARROW: "Arrow",
    TALISMAN: "Talisman", WATCHER: "Watcher", OMNIHEDRON: "Omnihedron", HUNTER: "Hunter", TRAVELLER: "Traveller",
    CRONE: "Crone", DARKNESS: "Darkness", WHEEL: "Wheel",
}  # fmt: skip
SUIT_NAMES = {
    1: "clubs", 2: "diamonds", 3: "hearts", 4: "spades", 5: "acorns", 6: "planets", 7: "clouds", 8: "swords",
}  # fmt: skip
COLOUR_NAMES = {BLACK: "black", RED: "red", GREEN: "green", BLUE: "blue"}

NO_CARD = 0


@dataclass(frozen=True, slots=True)
class CardKind:
    """One way to write a card of a deck.

    `copies` counts the cards of this very kind in one pack (0 for kinds that are only partly known, and for jokers
    of the french deck, whose number is chosen per game); `suit` and `colour` are 0 where unknown or meaningless.
    """

    id: int
    code: str
    rank: int
    suit: int
    colour: int
    copies: int
    exact: bool


@dataclass(frozen=True)
class Deck:
    """The card kinds of one deck and how they relate; all tables are indexed by kind id."""

    name: str
    kinds: tuple[CardKind, ...]
    sequence_order: str
    suits: str
    aliases: dict[str, str] = field(default_factory=dict)

    @cached_property
    def ids(self) -> dict[str, int]:
        """Kind id by code, import spellings that name one single card included."""
        codes = {kind.code: kind.id for kind in self.kinds if kind.id}
        return codes | {alias: codes[code] for alias, code in self.aliases.items()}

    @cached_property
    def wheel(self) -> int:
        """Id of the card that its owner declares; 0 in a deck without one."""
        return next((kind.id for kind in self.kinds if kind.rank == WHEEL), 0)

    @cached_property
    def declared(self) -> tuple[CardKind, ...]:
        """What the card that its owner declares may be played as: one kind for each rank, the last for a wild card that
        nobody named.  Their ids follow those of `kinds`; they are for whoever replays a game and stand in no event.
        """
        if not self.wheel:
            return ()
        faces: dict[int, str] = {}
        for kind in self.kinds:
            if kind.id and kind.rank != WHEEL and not kind.suit and (kind.rank not in faces or not kind.exact):
                faces[kind.rank] = kind.code
        order = sorted(faces, key=lambda rank: (rank == 0, rank))
        return tuple(
            CardKind(len(self.kinds) + n, f"{self.kinds[self.wheel].code}={faces[rank]}", rank, 0, 0, 0, exact=False)
            for n, rank in enumerate(order)
        )

    def card(self, kind: int) -> CardKind:
        """A card kind of the deck, or one of `declared`."""
        return self.kinds[kind] if kind < len(self.kinds) else self.declared[kind - len(self.kinds)]

    def code(self, kind: int) -> str:
        return self.card(kind).code

    @cached_property
    def unknown(self) -> int:
        """Id of `?`, the card of which nothing is known."""
        return self.ids["?"]

    @cached_property
    def covers(self) -> tuple[frozenset[int], ...]:
        """For each kind the exact kinds it may be; an exact kind covers itself alone."""
        exact = [kind for kind in self.kinds if kind.exact]
        return tuple(
            frozenset(
                e.id
                for e in exact
                if (kind.exact and e.id == kind.id) or (not kind.exact and kind.id and _may_be(kind, e))
            )
            for kind in self.kinds
        )

    @cached_property
    def candidates(self) -> tuple[tuple[int, ...], ...]:
        """For each played kind the kinds in a hand that may be that card, most specific first."""
        return tuple(
            tuple(
                sorted(
                    (h.id for h in self.kinds if h.id and self.covers[h.id] & self.covers[k.id]),
                    key=lambda h: (len(self.covers[h]), h),
                )
            )
            for k in self.kinds
        )

    @cached_property
    def narrower(self) -> tuple[tuple[int, ...], ...]:
        """For each kind the strictly more specific kinds it includes (`K` -> `Kc Kd Kh Ks`)."""
        return tuple(
            tuple(h.id for h in self.kinds if h.id and self.covers[h.id] < self.covers[k.id]) for k in self.kinds
        )

    def narrowest_common(self, readings: list[int]) -> int:
        """The most specific single kind that includes every reading; `?` at worst."""
        wanted = frozenset().union(*(self.covers[r] for r in readings)) if readings else frozenset()
        fits = [k for k in self.kinds if k.id and wanted and wanted <= self.covers[k.id]]
        return min(fits, key=lambda k: (len(self.covers[k.id]), k.id)).id if fits else self.unknown

    def copies(self, kind: int, packs: int, jokers: int) -> int:
        """How many cards of the whole deck a kind may be, `packs` packs with `jokers` jokers in all."""
        total = 0
        for exact in self.covers[kind]:
            card = self.kinds[exact]
            total += jokers if self.name == "french" and card.rank == JOKER else card.copies * packs
        return total

    def name_of(self, kind: int) -> str:
        """A card in words, for messages: `king`, `red three`, `six of hearts`, `unknown card`."""
        card = self.card(kind)
        if kind >= len(self.kinds):
            return f"{RANK_NAMES[WHEEL]} as {RANK_NAMES.get(card.rank, 'a wild card')}"
        if not card.rank:
            return f"unknown {SUIT_NAMES[card.suit][:-1]}" if card.suit else "unknown card"
        word = RANK_NAMES[card.rank]
        if card.rank == 3 and self.name == "french" and card.colour:
            return f"{COLOUR_NAMES[card.colour]} three"
        return word


def _may_be(kind: CardKind, exact: CardKind) -> bool:
    return kind.rank in (0, exact.rank) and kind.suit in (0, exact.suit) and kind.colour in (0, exact.colour)


class _Builder:
    def __init__(self) -> None:
        self.kinds = [CardKind(NO_CARD, "", 0, 0, 0, 0, exact=False)]

    def add(  # noqa: PLR0913 - the fields of a card kind
        self, code: str, rank: int, suit: int = 0, *, colour: int | None = None, copies: int = 0, exact: bool = False
    ) -> None:
        tint = SUIT_COLOURS[suit] if colour is None else colour
        self.kinds.append(CardKind(len(self.kinds), code, rank, suit, tint, copies, exact))

    def ranks_and_suits(self, ranks: str, suits: str) -> None:
        for rank in ranks:
            for suit in suits:
                self.add(rank + suit, RANKS[rank], SUITS[suit], copies=1, exact=True)

    def partly_known(self, ranks: str, suits: str) -> None:
        for rank in ranks:
            self.add(rank, RANKS[rank])
        for suit in suits:
            self.add("?" + suit, 0, SUITS[suit])
        self.add("?", 0)


@lru_cache(maxsize=1)
def french() -> Deck:
    """52 cards per pack and as many jokers as the game says (NOTATION 2.3); `*` is a joker."""
    build = _Builder()
    ranks, suits = "A23456789TJQK", "cdhs"
    build.ranks_and_suits(ranks, suits)
    build.add("*", JOKER, exact=True)
    build.partly_known(ranks, suits)
    build.add("3r", 3, colour=RED)
    build.add("3b", 3, colour=BLACK)
    return Deck("french", tuple(build.kinds), "456789TJQKA", suits)


@lru_cache(maxsize=1)
def heckadeck() -> Deck:
    """The 161 cards of the Heckadeck: 128 ranked cards in eight suits and 33 specials (heckadeck.md 1.1-1.3)."""
    build = _Builder()
    ranks, suits = "023456789TEBJQKA", "apdhcsow"
    build.ranks_and_suits(ranks, suits)
    pairs = ("ac", "ps", "oh", "dw")
    for code, rank, copies in (("ar", ARROW, 2), ("ta", TALISMAN, 2), ("*", JOKER, 1)):
        for letter, colour in COLOURS.items():
            name = f"*{letter}" if code == "*" else f"<{code}:{letter}>"
            build.add(name, rank, colour=colour, copies=copies, exact=True)
    for number, pair in enumerate(pairs, start=1):
        # The suit pair stands where others have a colour: it tells copies apart and never matters in play.
        build.add(f"<hu:{pair}>", HUNTER, colour=10 + number, copies=1, exact=True)
        build.add(f"<tr:{pair}>", TRAVELLER, colour=10 + number, copies=1, exact=True)
    for code, rank in (("wa", WATCHER), ("om", OMNIHEDRON), ("cr", CRONE), ("da", DARKNESS), ("wh", WHEEL)):
        build.add(f"<{code}>", rank, copies=1, exact=True)
    for code, rank in (("<ar>", ARROW), ("<ta>", TALISMAN), ("*", JOKER), ("<hu>", HUNTER), ("<tr>", TRAVELLER)):
        build.add(code, rank)
    build.partly_known(ranks, suits)
    return Deck("heckadeck", tuple(build.kinds), "A23456789TEBJQK", suits, _heckadeck_aliases(ranks, suits, pairs))


def _heckadeck_aliases(ranks: str, suits: str, pairs: tuple[str, ...]) -> dict[str, str]:
    """Spellings of heckadeck.md 1.3 and the long names; only where one string is one card (JSON, CSV, cases)."""
    long = {"ar": "arrow", "ta": "talisman", "wa": "watcher", "om": "omnihedron", "hu": "hunter", "tr": "traveller",
            "cr": "crone", "da": "darkness", "wh": "wheel"}  # fmt: skip
    aliases = {f"<{name}>": f"<{code}>" for code, name in long.items()}
    upper = {"ar": "AR", "ta": "TL", "hu": "HU", "tr": "TV", "wa": "WAT", "om": "OMN", "cr": "CRO", "da": "DRK",
             "wh": "WHL"}  # fmt: skip
    aliases |= {name: f"<{code}>" for code, name in upper.items()} | {"JK": "*"}
    for letter in COLOURS:
        aliases |= {f"AR{letter.upper()}": f"<ar:{letter}>", f"TL{letter.upper()}": f"<ta:{letter}>"}
        aliases |= {f"JK{letter.upper()}": f"*{letter}"}
        aliases |= {f"<{long[code]}:{letter}>": f"<{code}:{letter}>" for code in ("ar", "ta")}
    for pair in pairs:
        aliases |= {f"HU{pair.upper()}": f"<hu:{pair}>", f"TV{pair.upper()}": f"<tr:{pair}>"}
        aliases |= {f"<{long[code]}:{pair}>": f"<{code}:{pair}>" for code in ("hu", "tr")}
    spelt = {"T": "10", "E": "11"}
    for rank in ranks:
        aliases |= {f"{spelt.get(rank, rank)}{suit.upper()}": rank + suit for suit in suits}
    return aliases


DECKS = {"french": french, "heckadeck": heckadeck}


def deck_named(name: str) -> Deck:
    """The deck of a ruleset's `deck`; KeyError for a name that is none."""
    return DECKS[name]()
