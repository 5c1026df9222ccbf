"""The figures that the scribe of a simulated game claims: score sheets, running totals, the end.

They are what replay.scoring says of the table; only a game that is to have a wrong figure claims another.
"""

from __future__ import annotations

from array import array

from data.actions import CANASTA_ITEMS, SCORE_ITEMS, SHEET_KEYS, Kind
from data.events import Claim, Events, Game
from replay.codes import COUNT_AT, NOBODY, SIDE_WIDTH, TOTAL
from replay.kernel_rules import Rules
from replay.rows import COUNTS
from replay.scoring import score_side
from replay.simulation.faults.saboteur import Saboteur
from replay.simulation.scribe import Scribe
from replay.state import State
from replay.winning import DRAWN, winner

KEYS = {item: key for key, item in SHEET_KEYS.items()}
PLAIN = ("meld_cards", "count.natural_canastas", "count.mixed_canastas", "bonus_cards", "going_out+concealed",
         "hand_cards")  # fmt: skip
STYLES = (
    PLAIN,
    ("meld_cards", CANASTA_ITEMS, "bonus_cards", "going_out+concealed", "hand_cards"),
    ("count.n5", "count.n10", "count.n20", "count.n50", "natural_canastas", "mixed_canastas", "bonus_cards",
     "going_out", "concealed", "hand_cards"),
)  # fmt: skip
MOST_COUNTED = 50  # points of the dearest card that sheets have a count for
ORDER = tuple(dict.fromkeys(("cards", "samba", *SHEET_KEYS)))  # as the export form of a log puts the keys
SELDOM = (
    "sequence_canastas",
    "wild_canastas",
    "other_canastas",
    "special_hands",
    "aggregate",
    "unfinished_melds",
    "penalties",
)  # shown only where there is something to show; fmt: skip


class Sheets:
    """Writes the claims of one game.  `totals` are the running totals of its sides."""

    def __init__(self, r: Rules, game: Game, events: Events, saboteur: Saboteur) -> None:
        self.r, self.game, self.events, self.saboteur = r, game, events, saboteur
        self.totals = [0] * len(game.sides)
        self.deal = 0
        self.row = array("i", [0]) * SIDE_WIDTH

    def figures(self, s: State, side: int) -> dict[str, int]:
        """Items and counts of one side by the names that claims use; a figure in doubt at its lower bound."""
        seat = self.game.sides[side].seats[0]
        score_side(self.r, s, side, seat, self.row, 0)
        figures = {item: self.row[2 * n] for n, item in enumerate(SCORE_ITEMS)}
        return figures | {f"count.{name}": self.row[COUNT_AT + 2 * n] for n, name in enumerate(COUNTS)}

    def claim(self, deal: int, side: int, item: str, amount: int, claimant: str = "") -> None:
        self.game.claims.append(Claim(deal, side, claimant, item, amount, 0, 1))

    def carry(self, deal: int) -> str:
        """Claim the totals brought into a deal; returns them as `@hand` shows them."""
        self.deal = deal
        totals = self.slip("score.carried") if deal > 1 else self.totals
        for side, total in enumerate(totals):
            self.claim(deal, side, "carried", total)
        return self.spelt(totals)

    def slip(self, rule: str) -> list[int]:
        """The running totals, one of them wrong if that is the fault to be made; the minimum stays the same."""
        totals = list(self.totals)
        side = len(totals) - 1
        wrong = [totals[side] + 5, totals[side] - 5]
        fits = [total for total in wrong if self.r.minimum(total, self.deal) == self.r.minimum(totals[side], self.deal)]
        if self.saboteur.fault.rule == rule and fits and self.saboteur.takes("totals"):
            totals[side] = fits[0]
        return totals

    def spelt(self, totals: list[int]) -> str:
        return " ".join(f"{side.name}={total}" for side, total in zip(self.game.sides, totals, strict=True))

    def score(self, s: State, scribe: Scribe, *, second: bool) -> None:
        """The sheets of a deal, one or two for each side, and the totals after it."""
        writers = [self.game.seats[0], self.game.seats[1]] if second else [self.game.seats[0]]
        for side in range(len(self.game.sides)):
            figures = self.figures(s, side)
            for writer in writers:
                shown = self.shown(figures, scribe)
                self.spoil(shown, last=writer == writers[-1])
                self.sheet(s.deal, side, writer, shown)
            self.totals[side] += figures[SCORE_ITEMS[TOTAL]]
        totals = self.slip("score.running")
        for side, total in enumerate(totals):
            self.claim(s.deal, side, "running", total)
        self.events.add(Kind.TOTALS, deal=s.deal, text=self.spelt(totals))

    def spoil(self, shown: dict[str, int], *, last: bool) -> None:
        """Make the figure wrong on this sheet that the fault of the game is about, if it has it."""
        if not self.saboteur.is_at("sheet"):
            return
        item = {
            "score.item": "bonus_cards", "score.count": "count.mixed_canastas", "score.total": "total",
            "score.lone_seat": "count.lone", "score.sheets_agree": "hand_cards",
        }[self.saboteur.fault.rule]  # fmt: skip
        if item == "count.lone":
            shown.setdefault(item, 0)
        hidden = item != "hand_cards" or (last and shown.get(item, 0) < 0)
        if item in shown and hidden and self.saboteur.takes("sheet"):
            shown[item] += -5 if item == "hand_cards" else 1 if item.startswith("count.") else 100
            if item == "count.lone":
                shown[item] %= 2

    def shown(self, figures: dict[str, int], scribe: Scribe) -> dict[str, int]:
        """What a sheet in the style of this scribe shows."""
        items = STYLES[scribe.style]
        if "count.n50" in items and max(self.r.points) > MOST_COUNTED:
            items = ("meld_cards", *items)
        if self.r.lone_hand:
            items = (*items, "count.lone")
        sums = {item: sum(figures[name] for name in item.split("+")) for item in items}
        sums |= {item: figures[item] for item in SELDOM if figures[item] and not any(item in one for one in items)}
        return sums | {"total": figures["total"]}

    def sheet(self, deal: int, side: int, writer: str, shown: dict[str, int]) -> None:
        for item, amount in shown.items():
            self.claim(deal, side, item, amount, writer)
        keys = {KEYS.get(item, item): amount for item, amount in shown.items()}
        known = [key for key in ORDER if key in keys]
        words = [f"{key}={keys[key]}" for key in (*known, *(key for key in keys if key not in known))]
        self.events.add(Kind.SHEET, deal=deal, side=side, text=" ".join([f"by={writer}", *words]))

    def end(self, deal: int, result: str) -> None:
        """`@end`: final totals and who has won, `draw` or `unfinished`."""
        totals = self.slip("score.final")
        for side, total in enumerate(totals):
            self.claim(deal, side, "final", total)
        names = [side.name for side in self.game.sides if side.name != result]
        if result in "ABCDEFGH" and self.saboteur.takes("result"):
            result = names[0]
        self.events.add(Kind.GAME_END, deal=deal, text=f"{self.spelt(totals)} result={result}")

    def outcome(self) -> str:
        """The name of the side that has won, `draw`, or "" while the game goes on."""
        won = winner(self.r, self.totals, self.deal)
        return "draw" if won == DRAWN else "" if won == NOBODY else self.game.sides[won].name
