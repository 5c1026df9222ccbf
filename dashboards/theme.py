"""How the pages look: colours that differ for every kind of colour vision, the theme, and the style sheet.

Owns all colours.  Suits have four colours of different lightness besides their shapes; sides and verdicts have the
colours of Okabe and Ito.  Draws nothing.
"""

from __future__ import annotations

from pathlib import Path

from data.cards import BLACK, BLUE, GREEN, RED, SUIT_COLOURS, SUITS

INK = "#1d2430"  # cards of which no suit is recorded
COLOUR_INK = {BLACK: "#14161a", RED: "#c8102e", GREEN: "#00795c", BLUE: "#0a63c2"}
# The French deck in four colours; the Heckadeck is printed in them, two suits each.
SUIT_INK = {
    "french": {SUITS["c"]: COLOUR_INK[GREEN], SUITS["d"]: COLOUR_INK[BLUE], SUITS["h"]: COLOUR_INK[RED],
               SUITS["s"]: COLOUR_INK[BLACK]},
    "heckadeck": {suit: COLOUR_INK[SUIT_COLOURS[suit]] for suit in SUITS.values()},
}  # fmt: skip
WILD_INK = "#6a2c91"

SIDES = ("#3d8fd1", "#e69f00", "#21a67a", "#cc79a7", "#d55e00", "#56b4e9", "#b8a91b", "#9a7fd1")

# verdict -> colour and Streamlit's name of the nearest one
VERDICTS = {
    "illegal": "#d1342f",
    "impossible": "#a3219a",
    "conservation": "#7a5195",
    "score": "#c76a00",
    "irregular": "#8a7a00",
    "cannot_tell": "#5b6b7f",
}
BAR = "#3d8fd1"  # counts, which are no verdict
VERDICT_WORDS = {"cannot_tell": "cannot tell"}

THEME = {
    "light": {
        "primaryColor": "#0a6b4e", "backgroundColor": "#fbfaf7", "secondaryBackgroundColor": "#efede6",
        "textColor": "#1d2430", "linkColor": "#0a63c2", "borderColor": "#d9d5ca", "baseRadius": "0.5rem",
    },
    "dark": {
        "primaryColor": "#35b88f", "backgroundColor": "#14181d", "secondaryBackgroundColor": "#20262e",
        "textColor": "#eceae4", "linkColor": "#7db8f5", "borderColor": "#39424d", "baseRadius": "0.5rem",
    },
}  # fmt: skip

ASSETS = Path(__file__).parent / "assets"
STYLE = ASSETS / "pages.css"


def flags() -> list[str]:
    """The theme as options of `streamlit run`."""
    return [f"--theme.{base}.{name}={value}" for base, values in THEME.items() for name, value in values.items()]


def side_colour(side: int) -> str:
    """The colour of a side; grey for a seat that belongs to none."""
    return SIDES[side % len(SIDES)] if side >= 0 else "#8a8f98"


def verdict_word(verdict: str) -> str:
    """A verdict as people read it."""
    return VERDICT_WORDS.get(verdict, verdict)
