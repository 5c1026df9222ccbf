"""The faces of cards as SVG: suits, pips, courts and the Heckadeck's special cards.

Owns the drawings.  A face is one small picture of 100 by 140; its left third alone says which card it is, so that
cards can lie fanned.  Knows no game and no log: cards come from data.cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from dashboards.theme import COLOUR_INK, INK, SUIT_INK, WILD_INK
from data.cards import JOKER, RANK_CODES, RANKS, SUIT_CODES, SUIT_COLOURS, SUITS, CardKind, Deck

# Shapes in a box from -1 to 1, y downwards.
SHAPES = {
    "c": "M.46-.5A.46.46 0 1 1-.46-.5A.46.46 0 1 1 .46-.5ZM-.04.25A.46.46 0 1 1-.96.25A.46.46 0 1 1-.04.25Z"
    "M.96.25A.46.46 0 1 1 .04.25A.46.46 0 1 1 .96.25ZM-.16-.2H.16C.12.5.2.85.4 1H-.4C-.2.85-.12.5-.16-.2Z",
    "d": "M0-1Q.32-.4.76 0Q.32.4 0 1Q-.32.4-.76 0Q-.32-.4 0-1Z",
    "h": "M0 .95C-.45.4-1 .05-1-.4C-1-.75-.75-.92-.5-.92C-.25-.92-.07-.78 0-.5C.07-.78.25-.92.5-.92"
    "C.75-.92 1-.75 1-.4C1 .05.45.4 0 .95Z",
    "s": "M0-1C.45-.5.96-.15.96.28C.96.58.72.74.48.74C.3.74.16.66.08.53C.1.75.2.88.38 1H-.38C-.2.88-.1.75-.08.53"
    "C-.16.66-.3.74-.48.74C-.72.74-.96.58-.96.28C-.96-.15-.45-.5 0-1Z",
    "a": "M-.82-.12C-.82-.66-.42-.8-.1-.82L-.06-1H.1L.1-.82C.42-.8.82-.66.82-.12ZM-.66.02H.66C.66.55.3.8 0 1"
    "C-.3.8-.66.55-.66.02Z",
    "p": "M.6 0A.6.6 0 1 1-.6 0A.6.6 0 1 1 .6 0ZM-.98.34C-1.06.12-.7-.16-.5-.27C-.4-.3-.36-.2-.46-.13"
    "C-.66 0-.8.14-.76.22C-.66.42.5-.06.72-.3C.8-.4.6-.44.46-.4C.36-.4.36-.52.46-.54C.7-.6.98-.56 1-.36"
    "C1.04.02-.84.72-.98.34Z",
    "o": "M-.6.58A.42.42 0 0 1-.64-.24A.52.52 0 0 1 .24-.5A.44.44 0 0 1 .74-.06A.33.33 0 0 1 .68.58Z",
    "w": "M0-1L.15-.74V.26H.52V.44H.1V.78H-.1V.44H-.52V.26H-.15V-.74ZM.15.88A.15.13 0 1 1-.15.88A.15.13 0 1 1 .15.88Z",
}
STAR = "M0-1L.23-.32L.95-.31L.37.12L.59.81L0 .4L-.59.81L-.37.12L-.95-.31L-.23-.32Z"
CAP = "M-.95.15C-1-.5-.7-.8-.35-.6C-.2-.95.2-.95.35-.6C.7-.8 1-.5.95.15L.55.55H-.55Z"
COURTS = {  # a crown, a coronet, a feathered cap; a mask for the beast
    "K": "M-.9.6L-1-.5L-.5-.02L0-.8L.5-.02L1-.5L.9.6ZM-.9.72H.9V.92H-.9Z",
    "Q": "M-.8.6L-.95-.3L-.45.1L0-.5L.45.1L.95-.3L.8.6ZM-.8.72H.8V.9H-.8ZM.18-.74A.18.18 0 1 1-.18-.74"
    "A.18.18 0 1 1 .18-.74ZM1.1-.46A.14.14 0 1 1 .82-.46A.14.14 0 1 1 1.1-.46ZM-.82-.46A.14.14 0 1 1-1.1-.46"
    "A.14.14 0 1 1-.82-.46Z",
    "J": "M-.9.55C-.8-.1-.3-.35.1-.35C.3-.9.7-1 .95-.9C.75-.6.6-.4.55-.2C.8 0 .88.3.9.55ZM-.9.68H.9V.88H-.9Z",
    "B": "M-.9-.9L-.45-.5H.45L.9-.9L.75.1C.7.6.35.95 0 .95C-.35.95-.7.6-.75.1ZM-.4-.1L-.1.1L-.4.2ZM.4-.1L.1.1L.4.2Z",
}
SPECIALS = {
    "ar": "M0-1L.6-.2H.2V.95H-.2V-.2H-.6Z",
    "ta": "M0-1L.86.5H-.86ZM0 1L-.86-.5H.86Z",
    "wa": "M-1 0C-.6-.55-.3-.7 0-.7C.3-.7.6-.55 1 0C.6.55.3.7 0 .7C-.3.7-.6.55-1 0ZM.42 0A.42.42 0 1 0-.42 0"
    "A.42.42 0 1 0 .42 0ZM.2 0A.2.2 0 1 1-.2 0A.2.2 0 1 1 .2 0Z",
    "om": "M0-1L.87-.5V.5L0 1L-.87.5V-.5ZM0-.82L-.5.2H.5ZM-.7-.36L-.62.3L-.18-.62Z"
    "M.7-.36L.62.3L.18-.62ZM0 .8L.5.36H-.5Z",
    "hu": "M-.7-.9C.6-.7.8.5.1.95C.5.3.4-.5-.7-.9ZM-.75-.85L-.62-.9L.12.9L.02.95Z"
    "M-.9.3L.9-.25L.7-.5L1-.34L.94 0L.86-.12L-.9.42Z",
    "tr": "M0-1L.22-.22L1 0L.22.22L0 1L-.22.22L-1 0L-.22-.22ZM.1 0A.1.1 0 1 0-.1 0A.1.1 0 1 0 .1 0Z",
    "cr": "M.3-.95A.95.95 0 1 0 .3.95A1.1 1.1 0 0 1 .3-.95Z",
    "da": "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0ZM.86 0A.86.86 0 1 0-.86 0A.86.86 0 1 0 .86 0Z"
    "M.7 0A.7.7 0 1 1-.7 0A.7.7 0 1 1 .7 0Z",
    "wh": "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0ZM.8 0A.8.8 0 1 0-.8 0A.8.8 0 1 0 .8 0ZM-.06-.85H.06V.85H-.06Z"
    "M-.85-.06V.06H.85V-.06ZM.2 0A.2.2 0 1 1-.2 0A.2.2 0 1 1 .2 0Z",
}
NAMES = {"ar": "Arrow", "ta": "Talisman", "wa": "Watcher", "om": "Omnihedron", "hu": "Hunter", "tr": "Traveller",
         "cr": "Crone", "da": "Darkness", "wh": "Wheel"}  # fmt: skip

Place = tuple[float, float]

_LEFT, _RIGHT, _MIDDLE = 50, 80, 65
_ROWS = {2: (36, 104), 3: (36, 70, 104), 4: (34, 58, 82, 106)}
_BETWEEN = {5: (70,), 7: (53,), 8: (53, 87), 9: (70,), 10: (46, 94), 11: (46, 70, 94)}
FONT = "Georgia,'Times New Roman','DejaVu Serif',serif"


def face(deck: Deck, kind: int) -> str:
    """The face of one kind as an SVG document."""
    card = deck.card(kind)
    if not card.rank and not card.suit and kind < len(deck.kinds):
        return back(unknown=True)
    painter = _Painter(deck)
    if kind >= len(deck.kinds):
        return _framed(painter.declared(card))
    if card.rank == JOKER:
        return _framed(_joker(COLOUR_INK.get(card.colour, WILD_INK)))
    if card.rank > JOKER:
        return _framed(painter.special(card))
    return _framed(painter.suited(card) if card.suit else painter.suitless(card))


def back(*, unknown: bool = False) -> str:
    """The back of a card; `unknown` marks one that the log does not name either."""
    lattice = "".join(f"M{x} 8L{x + 124} 132M{x + 124} 8L{x} 132" for x in range(-116, 93, 16))
    mark = (
        f"<circle cx='50' cy='70' r='22' fill='#fff'/>{_text('?', (50, 83), 38, '#2c4a6e')}"
        if unknown
        else "<circle cx='50' cy='70' r='12' fill='#f4f1e8' opacity='.85'/>"
    )
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 140'>"
        "<rect x='1' y='1' width='98' height='138' rx='9' fill='#fdfcf8' stroke='#8d949e' stroke-width='2'/>"
        "<clipPath id='a'><rect x='8' y='8' width='84' height='124' rx='5'/></clipPath><g clip-path='url(#a)'>"
        f"<rect width='100' height='140' fill='#2c4a6e'/><path d='{lattice}' stroke='#8fb0d6' stroke-width='2.4'/></g>"
        f"{mark}</svg>"
    )


def _framed(inside: str) -> str:
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 140'>"
        "<rect x='1' y='1' width='98' height='138' rx='9' fill='#fffefb' stroke='#8d949e' stroke-width='2'/>"
        f"{inside}</svg>"
    )


def _text(word: str, at: Place, size: float, ink: str, extra: str = "") -> str:
    return (
        f"<text x='{at[0]}' y='{at[1]}' font-family=\"{FONT}\" font-size='{size}' font-weight='700' "
        f"text-anchor='middle' fill='{ink}'{extra}>{word}</text>"
    )


def _shape(path: str, at: Place, size: float, ink: str) -> str:
    """A shape in its middle at `at`; a negative size turns it upside down."""
    return f"<path d='{path}' transform='translate({at[0]} {at[1]})scale({size})' fill='{ink}' fill-rule='evenodd'/>"


def word_of(rank: int) -> str:
    """What stands in the corner of a ranked card."""
    code = RANK_CODES[rank]
    return {"T": "10", "E": "11"}.get(code, code)


def role_of(card: CardKind) -> str:
    """What a declared card stands for, as a corner shows it: `K`, `10`, `Om`, `?` where that is not known."""
    if not card.rank:
        return "?"
    return word_of(card.rank) if card.rank <= RANKS["A"] else card.code.partition("=")[2].strip("<>").capitalize()


def _index(word: str, ink: str) -> str:
    squeezed = " textLength='33' lengthAdjust='spacingAndGlyphs'" if len(word) > 1 else ""
    return _text(word, (21, 38), 40, ink, squeezed)


def _court(code: str, ink: str) -> str:
    return (
        f"<rect x='42' y='12' width='48' height='116' rx='5' fill='{ink}' opacity='.09'/>"
        f"<rect x='42' y='12' width='48' height='116' rx='5' fill='none' stroke='{ink}' stroke-width='1.6'/>"
        + _shape(COURTS[code], (66, 36), 15, ink)
        + _text(code, (66, 92), 46, ink)
    )


def _pips(rank: int) -> Sequence[tuple[float, float, float]]:
    """Where the pips of a number card stand, and how large they are."""
    word = word_of(rank)
    count = int(word) if word.isdigit() else 0
    if count in (2, 3):
        return [(_MIDDLE, y, 12) for y in _ROWS[count]]
    rows = _ROWS[2 if count < 6 else 3 if count < 9 else 4] if count else ()
    return [(x, y, 9.5) for y in rows for x in (_LEFT, _RIGHT)] + [(_MIDDLE, y, 9.5) for y in _BETWEEN.get(count, ())]


def _joker(ink: str) -> str:
    letters = "".join(_text(letter, (19, 60 + 17 * n), 16, ink) for n, letter in enumerate("JOKER"))
    bells = "".join(f"<circle cx='{x}' cy='{y}' r='4.5' fill='#e69f00'/>" for x, y in ((44, 62), (65, 36), (86, 62)))
    return (
        _shape(STAR, (20, 26), 14, ink) + letters
        + f"<rect x='40' y='12' width='50' height='116' rx='5' fill='{ink}' opacity='.1'/>"
        + _shape(CAP, (65, 58), 22, ink) + bells + _shape(STAR, (65, 102), 17, ink)
    )  # fmt: skip


class _Painter:
    """Draws the cards of one deck, whose suits have their own colours."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.inks = SUIT_INK[deck.name]

    def suit(self, code: str, at: Place, size: float) -> str:
        return _shape(SHAPES[code], at, size, self.inks[SUITS[code]]).replace(
            "evenodd", "evenodd" if code in "pw" else "nonzero"
        )

    def suited(self, card: CardKind) -> str:
        suit, ink = SUIT_CODES[card.suit], self.inks[card.suit]
        if not card.rank:
            return _index("?", ink) + self.suit(suit, (21, 58), 12) + self.suit(suit, (_MIDDLE, 74), 26)
        corner = _index(word_of(card.rank), ink) + self.suit(suit, (21, 58), 12)
        code = RANK_CODES[card.rank]
        if code in COURTS:
            return corner + _court(code, ink) + self.suit(suit, (66, 113), 10)
        if code == "A":
            return corner + self.suit(suit, (_MIDDLE, 78), 27)
        return corner + "".join(self.suit(suit, (x, y), -size if y > 70 else size) for x, y, size in _pips(card.rank))

    def suitless(self, card: CardKind) -> str:
        """A rank of which no suit, or only the colour, is recorded: a large figure, and small the suits it may have."""
        ink = COLOUR_INK.get(card.colour, INK)
        word, code = word_of(card.rank), RANK_CODES[card.rank]
        if card.colour:
            suits = [suit for suit in self.deck.suits if SUIT_COLOURS[SUITS[suit]] == card.colour]
            pips = (self.suit(suit, (_MIDDLE, y), 17) for suit, y in zip(suits, (50, 98), strict=True))
            return _index(word, ink) + "".join(pips)
        few = self.deck.suits if len(self.deck.suits) == 4 else ""
        marks = "".join(self.suit(suit, (14, 62 + 16 * n), 5) for n, suit in enumerate(few))
        corner = f"{_index(word, ink)}<g opacity='.5'>{marks}</g>"
        if code in COURTS:
            return corner + _court(code, ink)
        return corner + _text(word, (67, 98), 46 if len(word) > 1 else 62, ink, " opacity='.88'")

    def special(self, card: CardKind) -> str:
        """A special card of the Heckadeck: `<ar:g>` has a colour, `<hu:ac>` a pair of suits."""
        name, _, tail = card.code.strip("<>").partition(":")
        ink = COLOUR_INK.get(card.colour, WILD_INK)
        pair = self.suit(tail[0], (56, 118), 8) + self.suit(tail[1], (76, 118), 8) if len(tail) == 2 else ""
        return (
            _text(name.capitalize(), (20, 34), 24, ink)
            + _shape(SPECIALS[name], (20, 58), 11, ink)
            + f"<rect x='40' y='12' width='50' height='116' rx='5' fill='{ink}' opacity='.08'/>"
            + _shape(SPECIALS[name], (65, 62), 22, ink)
            + (pair or _text(NAMES[name], (65, 112), 11 if len(NAMES[name]) > 8 else 13, ink))
        )

    def declared(self, card: CardKind) -> str:
        """The Wheel, and in its corner what it stands for."""
        return (
            _index(role_of(card), INK)
            + _shape(SPECIALS["wh"], (20, 58), 11, WILD_INK)
            + f"<rect x='40' y='12' width='50' height='116' rx='5' fill='{WILD_INK}' opacity='.08'/>"
            + _shape(SPECIALS["wh"], (65, 62), 22, WILD_INK)
            + _text(NAMES["wh"], (65, 112), 13, WILD_INK)
        )
