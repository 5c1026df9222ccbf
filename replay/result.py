"""What a replay says of a game: plain records, ready for tables, JSON and pages.  No rule and no rendering here."""

from __future__ import annotations

from dataclasses import dataclass, field

from data.events import Claim


@dataclass(slots=True)
class Amount:
    """A figure between `low` and `high`, both included; equal when it is known, None where there is no bound."""

    low: int | None
    high: int | None

    @property
    def known(self) -> int | None:
        return self.low if self.low == self.high else None


@dataclass(slots=True)
class Finding:
    """One broken rule, conservation fault, score difference or doubt, and where it stands.

    `verdict` is one of data.actions.VERDICTS; `status` played, retracted or refused; `facts` at most a handful of
    named integers; `event` the row of the events that was judged (-1 for a whole deal); `ruling` the verdict an
    official gave on that turn ("" = none); `doubt` names the option or token that decides where the verdict is
    cannot_tell; `cards` the kinds of card it is about, each once, none where it is about no card.
    """

    rule: str
    verdict: str
    severity: str
    status: str
    deal: int
    turn: int
    seat: int
    side: int
    line: int
    column: int
    message: str
    facts: dict[str, int] = field(default_factory=dict)
    event: int = -1
    ruling: str = ""
    doubt: str = ""
    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Turn:
    """One turn as replayed; sizes and freeze are those at its beginning, -1 = not known.

    `drawn`, `taken` (cards of the pile taken, 0 = none), `melded` and `bonus` count cards; `points` is what was
    melded; `discard` a kind id (0 = none).  `first`, `last` are rows of the events; `digest` the state at its end.
    """

    number: int
    seat: int
    first: int
    last: int
    drawn: int
    taken: int
    melded: int
    bonus: int
    points: int
    discard: int
    pile_before: int
    frozen_before: bool
    stock_before: int
    hand_before: int
    hand_after: int
    digest: int
    line: int


@dataclass(slots=True)
class SeatDeal:
    """What statistics read of one seat in one deal."""

    seat: int
    side: int
    role: str
    minimum: int
    opening_turn: int
    opening_points: int
    takes: int
    cards_taken: int
    freezes: int
    natural_canastas: int
    mixed_canastas: int
    bonus_cards: int
    cards_caught: int
    findings: int


@dataclass(slots=True)
class SideDeal:
    """One side in one deal: items by name (data.actions.SCORE_ITEMS), counts, and the running total after it."""

    items: dict[str, Amount]
    counts: dict[str, Amount]
    running: Amount
    minimum: int


@dataclass(slots=True)
class ClaimVerdict:
    """One claimed figure beside the recomputed one: equal, differs or cannot_tell."""

    claim: Claim
    recomputed: Amount
    verdict: str


@dataclass(slots=True)
class Deal:
    """One deal: `status` judged, unreadable, unfinished or score_only.

    `unjudged` counts the questions that what the view hides left open; `unreadable_line` where judging stopped
    (0 = nowhere); `closing` one of data.actions.CLOSINGS or ""; `lone_seat` the lone hand of a cutthroat deal.
    """

    number: int
    dealer: int
    status: str
    line: int
    unreadable_line: int = 0
    closing: str = ""
    out_seat: int = -1
    concealed: bool = False
    lone_seat: int = -1
    unjudged: int = 0
    sides: list[SideDeal] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    seats: list[SeatDeal] = field(default_factory=list)


@dataclass(slots=True)
class GameResult:
    """One replayed game.  `winner` is a side index, -1 while open or drawn; `notes` say why a game is unjudgeable."""

    id: str
    ruleset: str
    ruleset_hash: str
    options: dict[str, object]
    status: str
    deals: list[Deal] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    claims: list[ClaimVerdict] = field(default_factory=list)
    winner: int = -1
    notes: list[str] = field(default_factory=list)
