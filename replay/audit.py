"""The dossier of a disputed game: every figure that somebody wrote beside the one the cards give, and why.

Gathers what a replay says, the cards at the end of each deal and the lines of the log that each point rests on.  Judges
nothing and draws nothing: replay.audit_text and replay.audit_html do, and escape whatever comes from the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from data.actions import CANASTA_ITEMS, SCORE_ITEMS, Kind
from data.events import Events, Game
from data.source_keys import SourceKey, keys_of
from data.version import signature
from replay import replay_game
from replay.audit_cards import Cards, cards_at_end
from replay.messages import ITEM_NAMES, seat_name
from replay.result import Amount, ClaimVerdict, Deal, Finding, GameResult, SideDeal
from replay.rules import BY_ID

if TYPE_CHECKING:
    from data.signoff_text import SignoffText

# What of a ruleset prices each item; shown with its value and source.
PRICED_BY = {
    "meld_cards": ("card_points",), "natural_canastas": ("bonus",), "mixed_canastas": ("bonus",),
    "wild_canastas": ("bonus",), "sequence_canastas": ("bonus",), "other_canastas": ("black3_four_out",),
    CANASTA_ITEMS: ("bonus",), "bonus_cards": ("red3_table", "red3_plus_if"), "going_out": ("out_bonus",),
    "concealed": ("concealed_extra", "concealed_own_canasta"), "going_out+concealed": ("out_bonus", "concealed_extra"),
    "hand_cards": ("card_points", "black3_hand"), "penalties": ("apply_penalties",), "aggregate": ("sweep",),
    "special_hands": ("special_hands",), "unfinished_melds": ("unfinished",),
}  # fmt: skip
BREACHES = ("illegal", "impossible", "conservation")
ORDER = ("carried", *SCORE_ITEMS[:-1], "total", "running", "final")


@dataclass(frozen=True, slots=True)
class Written:
    """One figure as somebody wrote it, what the replay says of it, and the line it stands in."""

    claimant: str
    amount: int
    verdict: str
    line: int


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of one side: recomputed, as written, the cards it is made of, and what prices it.

    `rule` names the codes of the rules page and what they are about; `values` are the options that price the item, each
    as `name = value (source)`.
    """

    item: str
    name: str
    recomputed: Amount
    written: tuple[Written, ...] = ()
    cards: tuple[str, ...] = ()
    rule: str = ""
    values: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether anybody wrote another figure."""
        return any(one.verdict == "differs" for one in self.written)

    @property
    def codes(self) -> str:
        """The codes of the rules page alone: `S4, S5`."""
        return ", ".join(part.split()[0] for part in self.rule.split(";") if part.strip())


@dataclass(frozen=True, slots=True)
class Fault:
    """One finding with the sentence and source of its rule."""

    finding: Finding
    seat: str
    rule: str
    citation: str


@dataclass(frozen=True, slots=True)
class SideAudit:
    """One side in one deal: who it is and its figures, in the order of a score sheet."""

    name: str
    players: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class DealAudit:
    """One deal: how it ended, its sides, what was found, and what was said about it (rulings, penalties)."""

    number: int
    line: int
    status: str
    ending: str
    sides: tuple[SideAudit, ...]
    faults: tuple[Fault, ...]
    said: tuple[str, ...]
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dossier:
    """Everything about one game; `source` are the lines of its log (split at line feeds), if they were given.

    `signoff` is how its published score was agreed on, if anybody has taken a step.
    """

    game: str
    headers: tuple[tuple[str, str], ...]
    ruleset: str
    ruleset_hash: str
    engine: str
    status: str
    outcome: str
    notes: tuple[str, ...]
    deals: tuple[DealAudit, ...]
    ends: tuple[SideAudit, ...]
    faults: tuple[Fault, ...]
    source: Sequence[str] = field(default=(), repr=False)
    signoff: SignoffText | None = None

    def line(self, number: int) -> str:
        """A line of the log as it was written; "" where it is not at hand."""
        return self.source[number - 1].rstrip("\r\n") if 0 < number <= len(self.source) else ""

    @property
    def differences(self) -> int:
        """How many written figures are not what the cards give."""
        sides = [*self.ends, *(side for deal in self.deals for side in deal.sides)]
        return sum(one.verdict == "differs" for side in sides for figure in side.figures for one in figure.written)

    @property
    def breaches(self) -> int:
        """How many plays that stood break a rule for certain."""
        faults = [*self.faults, *(fault for deal in self.deals for fault in deal.faults)]
        return sum(f.finding.status == "played" and f.finding.verdict in BREACHES for f in faults)

    @property
    def prices(self) -> dict[str, tuple[str, ...]]:
        """For the name of each figure that is shown the rule it follows, and the values that price it."""
        sides = [*(side for deal in self.deals for side in deal.sides), *self.ends]
        figures = (figure for side in sides for figure in side.figures)
        return {figure.name: (figure.rule, *figure.values) for figure in figures if figure.rule or figure.values}

    @property
    def keys(self) -> list[SourceKey]:
        """What the keys in the sources of those values stand for."""
        shown = {value.partition(" ")[0] for _, *values in self.prices.values() for value in values}
        return keys_of(self.ruleset, shown) if shown else []


def dossier(
    events: Events, game: Game, source: Sequence[str] = (), options: Mapping[str, str] | None = None,
    signoff: SignoffText | None = None,
) -> Dossier:  # fmt: skip
    """The dossier of a game; `source` are the lines of its log, `options` overrule those it states."""
    stated = [pair for pair in game.options if not options or pair[0] not in options] + list((options or {}).items())
    game = replace(game, options=stated)
    result = replay_game(events, game)
    return replace(_Audit(events, game, result, source).dossier(), signoff=signoff)


def audit_text(
    events: Events, game: Game, source: Sequence[str] = (), options: Mapping[str, str] | None = None
) -> str:  # fmt: skip
    """The dossier as plain text; like `dossier`."""
    from replay.audit_text import text

    return text(dossier(events, game, source, options))


def audit_html(
    events: Events, game: Game, source: Sequence[str] = (), options: Mapping[str, str] | None = None,
    signoff: SignoffText | None = None,
) -> str:  # fmt: skip
    """The dossier as a page of its own, to be printed or handed out; like `dossier`."""
    from replay.audit_html import html

    return html(dossier(events, game, source, options, signoff))


class _Audit:
    def __init__(self, events: Events, game: Game, result: GameResult, source: Sequence[str]) -> None:
        self.events, self.game, self.result, self.source = events, game, result, source
        self.prices = _prices(game) if result.deals else {}

    def dossier(self) -> Dossier:
        game, result = self.game, self.result
        deals = tuple(self._deal(n, deal) for n, deal in enumerate(result.deals))
        numbers = {deal.number for deal in result.deals}
        ends = tuple(self._side(number, None, None) for number in range(len(game.sides)))
        return Dossier(
            game.id, tuple((header.key, header.value) for header in game.headers), result.ruleset,
            result.ruleset_hash, signature(), result.status, self._outcome(), tuple(result.notes), deals,
            tuple(side for side in ends if side.figures),
            tuple(self._fault(finding) for finding in result.findings if finding.deal not in numbers), self.source,
        )  # fmt: skip

    def _outcome(self) -> str:
        """Who has won by the recomputed totals, if anybody has."""
        if self.result.winner >= 0:
            return f"Side {self.game.sides[self.result.winner].name} has won by the recomputed totals."
        return "By the recomputed totals nobody has won." if self.result.deals else ""

    def _deal(self, n: int, deal: Deal) -> DealAudit:
        lines = len(self.source) - (not self.source[-1] if self.source else 0)
        following = self.result.deals[n + 1].line if n + 1 < len(self.result.deals) else lines + 1
        cards = cards_at_end(self.events, self.game, deal) if deal.status == "judged" else None
        sides = tuple(self._side(side, deal, cards) for side in range(len(self.game.sides)))
        faults = tuple(self._fault(finding) for finding in self.result.findings if finding.deal == deal.number)
        return DealAudit(deal.number, deal.line, deal.status, self._ending(deal), sides, faults,
                         tuple(self._said(deal)), (deal.line, following - 1))  # fmt: skip

    def _ending(self, deal: Deal) -> str:
        """How the deal ended, in words."""
        game = self.game
        if deal.unreadable_line:
            return f"cannot be read from line {deal.unreadable_line} on; nothing of it is recomputed"
        if deal.out_seat >= 0:
            turn = max((turn.number for turn in deal.turns if turn.seat == deal.out_seat), default=0)
            how = ", concealed" if deal.concealed else ""
            words = f"{seat_name(game, deal.out_seat)} went out in turn {turn}{how}"
        else:
            words = {"unfinished": "the log stops before its end", "score_only": "only its score is recorded"}.get(
                deal.status, "nobody went out"
            )
        return words + (f"; {seat_name(game, deal.lone_seat)} played alone" if deal.lone_seat >= 0 else "")

    def _side(self, side: int, deal: Deal | None, cards: Cards | None) -> SideAudit:
        """A side in a deal, or with deal None at the end of the game."""
        roster = self.game.sides[side]
        players = ", ".join(f"{self.game.seats[s]} {self.game.players.get(self.game.seats[s], '')}".rstrip()
                            for s in roster.seats)  # fmt: skip
        claims: dict[str, list[ClaimVerdict]] = {}
        for one in self.result.claims:
            at_end = one.claim.item == "final"
            if one.claim.side == side and at_end == (deal is None) and (deal is None or one.claim.deal == deal.number):
                claims.setdefault(one.claim.item, []).append(one)
        items = _items(claims, deal.sides[side] if deal and deal.sides else None)
        figures = tuple(self._figure(item, deal, claims.get(item, []), cards, side) for item in items)
        return SideAudit(roster.name, players, figures)

    def _figure(
        self, item: str, deal: Deal | None, claims: list[ClaimVerdict], cards: Cards | None, side: int
    ) -> Figure:  # fmt: skip
        recomputed = claims[0].recomputed if claims else Amount(None, None)
        if deal and deal.sides and item in deal.sides[side].items:
            recomputed = deal.sides[side].items[item]
        elif deal and deal.sides and item == "running":
            recomputed = deal.sides[side].running
        written = tuple(Written(c.claim.claimant, c.claim.amount, c.verdict, c.claim.line) for c in claims)
        shown = tuple(cards.explain(item, side)) if cards else ()
        return Figure(item, _name(item), recomputed, written, shown, _rule(item, self.result), self._values(item))

    def _values(self, item: str) -> tuple[str, ...]:
        return tuple(self.prices[option] for option in PRICED_BY.get(item, ()) if option in self.prices)

    def _fault(self, finding: Finding) -> Fault:
        rule = BY_ID[finding.rule]
        seat = seat_name(self.game, finding.seat) if finding.seat >= 0 else ""
        return Fault(finding, seat, rule.sentence, rule.citation)

    def _said(self, deal: Deal) -> Iterator[str]:
        """Rulings and penalties of a deal, as the log has them."""
        events = self.events
        for i in range(self.game.first, self.game.last):
            if events.deal[i] != deal.number or events.kind[i] not in (Kind.RULING, Kind.PENALTY):
                continue
            text = events.text_of(i) or ""
            if events.kind[i] == Kind.RULING:
                about = "the score" if events.amount[i] < 0 else f"turn {events.amount[i]}"
                yield f"ruling on {about}: {text}"
            elif 0 <= events.side[i] < len(self.game.sides):
                yield f"penalty for side {self.game.sides[events.side[i]].name}: {text}"


def _items(claims: Mapping[str, object], side: SideDeal | None) -> list[str]:
    """The items a side's sheet shows: all that were written, and all that are worth something."""
    amounts = side.items.items() if side else ()
    worth = [item for item, amount in amounts if item == "total" or (amount.known != 0 and _bounded(amount))]
    named = dict.fromkeys([*claims, *worth, *(["running"] if side else [])])
    return sorted((item for item in named if item in claims or not _told(item, claims, worth)), key=_place)


def _bounded(amount: Amount) -> bool:
    return amount.low is not None or amount.high is not None


def _told(item: str, claims: Iterable[str], worth: Sequence[str]) -> bool:
    """Whether a sum that somebody wrote is this item and nothing else."""
    sums = (claim.split("+") for claim in claims if "+" in claim)
    return any(item in parts and not (set(parts) & set(worth)) - {item} for parts in sums)


def _place(item: str) -> tuple[int, int]:
    """Where an item stands on a sheet: counts beside what they count, sums after their parts."""
    names = item.removeprefix("count.").split("+")
    places = [ORDER.index(name) for name in names if name in ORDER]
    return (max(places) if places else len(ORDER), len(names) + 2 * item.startswith("count."))


def _name(item: str) -> str:
    """An item in words."""
    if item == CANASTA_ITEMS:
        return "canastas"
    if item.startswith("count."):
        return f"number of {item[6:].replace('_', ' ')}"
    return " and ".join(ITEM_NAMES.get(name, name.replace("_", " ")) for name in item.split("+"))


def _rule(item: str, result: GameResult) -> str:
    """The codes of the rules page that price an item, and what they are about."""
    from data.citations import citations

    wanted = {
        "total": ("S9",), "running": ("S9",), "carried": ("S9",), "final": ("S9", "S12"), CANASTA_ITEMS: ("S1", "S2"),
    }.get(item)  # fmt: skip
    page = citations()["classic"]
    parts = item.removeprefix("count.").split("+")
    codes = wanted or [code for code, citation in page.items() if code.startswith("S") and citation.item in parts]
    return "; ".join(f"{code} {page[code].note.partition(': ')[2]}" for code in codes if code in page)


def _prices(game: Game) -> dict[str, str]:
    """Every option that prices an item, as `name = value (source)`."""
    from data.options import options, to_text
    from data.ruleset import resolve

    values = resolve(game.rules, len(game.seats), game.options, sides=len(game.sides)).values
    known = options()
    wanted = {option for names in PRICED_BY.values() for option in names} & set(values)
    return {
        name: f"{name} = {to_text(known[name], values[name].value)} ({values[name].source}"
        + (")" if values[name].sourced else "; only assumed)")
        for name in wanted
    }
