"""The worked cases of the page on variants as small logs.

A case names only what matters; the rest of the table is filled in here with cards that change nothing: of ranks the
case does not speak of, in suits that make no sequence.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from data.ruleset import Resolved
from tests.places import SHARED

CASES = SHARED / "rules" / "cases" / "variants.jsonl"
NAMES = {"CUTTHROAT": "cutthroat", "SIX3": "six3"}
SEATS = {3: ("N E S", "A=N B=E C=S"), 4: ("N E S W", "A=N,S B=E,W"), 6: ("N E S W U V", "A=N,S,U B=E,W,V")}
RANKS = "9TJQK8654A7"
SPARE = "dhcs"
Row = dict[str, Any]


@dataclass
class Table:
    """What stands in the lines of a position; `turn` is the play of the seat to move."""

    rules: Resolved
    used: str = ""
    score: int = 0
    holds: list[str] = field(default_factory=list)
    melds: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    number: int = 1
    exact: bool = False

    @property
    def draws(self) -> int:
        return int(str(self.rules["stock_draw"]))

    @property
    def free(self) -> list[str]:
        """Ranks of which the case does not speak."""
        return [rank for rank in RANKS if rank not in self.used]

    def spare(self, count: int, begin: int = 0) -> list[str]:
        """Cards that change nothing."""
        ranks = self.free
        return [ranks[(begin + n) % len(ranks)] + SPARE[(begin + n) % 4] for n in range(count)]

    def log(self, turn: str, *, close: str = "") -> str:
        lines = [f"@hand 1 position=yes {self.totals()} turn=N{' exact=A' * self.exact}"]
        lines += [f"holds N {' '.join(self.holds)}"] if self.holds else []
        table = self.melds + ["!" + "".join(self.bonus)] * bool(self.bonus)
        lines += [f"table A {' '.join(table)}"] if table else []
        lines += [f"table B {' '.join(self.others)}"] if self.others else []
        lines += self.more
        lines += [f"pile {' '.join(self.pile or self.spare(2, 3))}", "stock ?x40"]
        lines += [f"{self.number}. N {turn}"] if turn else []
        return "\n".join([*lines, *([f"@close {close}"] if close else [])])

    def totals(self) -> str:
        sides = 3 if self.rules.players == 3 else 2
        return f"A={self.score} " + " ".join(f"{side}=0" for side in "BC"[: sides - 1])


def rows() -> list[Row]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def code(card: str) -> str:
    """A card as our logs write it."""
    return "*" if card == "JK" else card


def codes(cards: Sequence[str]) -> str:
    return "".join(map(code, cards))


def label(cards: Sequence[str], number: int, before: Sequence[Sequence[str]]) -> str:
    """A label for a meld of the own side: only where another meld could be meant."""
    kind = kind_of(cards)
    if kind == "seq":
        return f"s{number + 1}:"
    if kind == "wild":
        return f"w{number + 1}:"
    same = any(kind_of(other) == "set" and rank_of(other) == rank_of(cards) for other in before)
    return f"m{number + 1}:" if same else f"{rank_of(cards)}:"


def naturals(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card != "JK" and card[0] != "2"]


def rank_of(cards: Sequence[str]) -> str:
    return naturals(cards)[0][0]


def kind_of(cards: Sequence[str]) -> str:
    ranks = {card[0] for card in naturals(cards)}
    return "wild" if not ranks else "set" if len(ranks) == 1 else "seq"


def table_of(row: Row, rules: Resolved) -> Table:
    """The position a case begins with, before its act."""
    situation = row["situation"]
    named = json.dumps([situation, row["action"]])
    table = Table(rules, used="".join(rank for rank in RANKS if any(f'"{rank}{suit}"' in named for suit in "hdsc")))
    table.score = situation.get("score", 0)
    table.pile = [code(card) for card in situation.get("pile", [])]
    melds = situation.get("melds", [])
    for number, meld in enumerate(melds):
        table.melds.append(label(meld, number, melds[:number]) + codes(meld))
    if not melds and situation.get("opened", True) and row["action"]["type"] not in ("open", "score"):
        rank = table.free[-1]
        table.melds.append("".join(rank + suit for suit in "hds"))
        table.used += rank
    table.bonus = red_threes(situation.get("red_threes", 0) if isinstance(situation.get("red_threes", 0), int) else 0)
    table.bonus += ["3s", "3c", "3s", "3c"][: situation.get("black_threes_aside", 0)]
    return table


def red_threes(count: int) -> list[str]:
    return [("3h", "3d")[n % 2] for n in range(count)]


# -- acts ------------------------------------------------------------------------------------------------------------


def meld(row: Row, table: Table) -> str:
    """A new meld from the hand, or cards added to a meld, in an ordinary turn or in that of going out."""
    situation, action = row["situation"], row["action"]
    cards = action["cards"]
    melds = situation.get("melds", [])
    if action["type"] == "add":
        onto = action["onto"]
        played = label(melds[onto], onto, melds[:onto]) + codes(cards)
    else:
        played = fresh(cards, melds) + codes(cards)
    if situation.get("going_out"):
        return go_out_with(table, played, cards)
    spare = table.spare(5 + table.draws)
    table.holds = [codes(cards), *spare[:5]]
    return f"{draw(spare[5:])} {played} -{spare[0]}".replace("  ", " ")


def fresh(cards: Sequence[str], melds: Sequence[Sequence[str]]) -> str:
    """A label for a new meld where its cards could go onto another one."""
    same = [meld for meld in melds if kind_of(meld) == kind_of(cards) == "set" and rank_of(meld) == rank_of(cards)]
    return "m9:" if same else ""


def draw(cards: Sequence[str]) -> str:
    return "+" + " +".join(cards) if cards else ""


def go_out_with(table: Table, played: str, cards: Sequence[str]) -> str:
    """The act in a turn in which North goes out; the side has the canastas that this takes."""
    own_canastas(table, needed(table.rules))
    rank = table.free[0]
    table.melds.append("".join(rank + suit for suit in "hds"))
    table.used += rank
    drawn = [rank + SPARE[n] for n in range(table.draws)]
    table.holds = [codes(cards)]
    return f"{draw(drawn)} {played} {' '.join(drawn[1:])} -{drawn[0]} out".replace("  ", " ")


def needed(rules: Resolved) -> list[str]:
    """Kinds of canasta with which a side may go out."""
    need = rules["out_need"]
    assert isinstance(need, dict)
    kinds = [str(kind) for kind, count in need.items() for _ in range(count)]
    return kinds + ["natural"] * (int(str(rules["out_canastas"])) - len(kinds))


def own_canastas(table: Table, kinds: Sequence[str]) -> None:
    """Finished canastas of these kinds on the own side of the table."""
    for number, kind in enumerate(kinds):
        if kind in ("natural", "mixed"):
            rank = table.free[0]
            table.used += rank
            naturals_ = [rank + suit for suit in "hdschds"]
            cards = naturals_ if kind == "natural" else [*naturals_[:5], "*", "2d"]
        elif kind == "sevens":
            table.used += "7"
            cards = ["7" + suit for suit in "hdschds"]
        elif kind == "wild":
            cards = ["w9:*", "2c", "2d", "2h", "2s", "*", "2c"]
        else:
            cards = [f"s{number + 1}:4..Ts"]
        table.melds.append("".join(cards))


def opening(row: Row, table: Table) -> str:
    """An initial meld; with the top card of the pile among its cards, or from the hand alone."""
    melds = row["action"]["melds"]
    if row["action"].get("with_pile_top"):
        top = melds[0][-1]
        table.pile = [table.spare(1)[0], code(top)]
        spare = table.spare(4)
        table.holds = [codes(melds[0][:-1]), *spare]
        return f"+pile {codes(melds[0])} -{spare[0]}"
    spare = table.spare(5 + table.draws)
    table.holds = [*map(codes, melds), *spare[:5]]
    return f"{draw(spare[5:])} {' '.join(map(codes, melds))} -{spare[0]}"


def take_pile(row: Row, table: Table) -> str:
    """The pile taken with cards of the hand, or onto a meld."""
    situation, action = row["situation"], row["action"]
    top, others = situation["pile"][-1], action.get("other_melds", [])
    spare = table.spare(5)
    table.holds = [codes(action["with"]), *map(codes, others), *spare]
    table.holds = [cards for cards in table.holds if cards]
    cards = codes([*action["with"], top])
    if "onto" in action:
        melds = situation["melds"]
        cards = label(melds[action["onto"]], action["onto"], melds[: action["onto"]]) + cards
    elif not naturals([top]):
        cards = f"show[{codes(action['with'])}]"
    return " ".join(["+pile", cards, *map(codes, others), f"-{spare[0]}"])


def draw_cards(row: Row, table: Table) -> str:
    spare = table.spare(5 + row["action"]["count"])
    table.holds = spare[:5]
    return f"{draw(spare[5:])} -{spare[0]}"


def discard(row: Row, table: Table) -> str:
    situation = row["situation"]
    card = code(row["action"]["card"])
    if situation.get("own_sevens_canasta"):
        table.melds.append("".join("7" + suit for suit in "hdschds"))
    if situation.get("other_side_sevens_canasta"):
        table.others.append("".join("7" + suit for suit in "dsccdsc"))
    table.number = len(SEATS[table.rules.players][0].split()) * (situation.get("round", 1) - 1) + 1
    spare = table.spare(5 + table.draws)
    table.holds = [card, *spare[:5]]
    return f"{draw(spare[5:])} -{card}"


def go_out(row: Row, table: Table) -> str:
    """Going out: the hand, and what is drawn but one card, goes onto an own meld."""
    situation = row["situation"]
    table.melds = []
    own_canastas(table, situation["canastas"])
    sink = table.free[0]
    table.melds.append("".join(sink + suit for suit in "hds"))
    cards = [sink + SPARE[n % 4] for n in range(table.draws + 1)]
    table.holds = [cards[0]]
    answer = {"not_asked": "", "yes": "ask:yes", "no": "ask:no"}[situation["partner_answer"]]
    last = f"-{cards[-1]}" if row["action"]["last_card"] != "meld" else cards[-1]
    return " ".join(filter(None, [draw(cards[1:]), answer, *cards[:-1], last, "out"]))


def lay_three(row: Row, table: Table) -> str:
    card = row["action"]["card"]
    spare = table.spare(6 + table.draws)
    table.holds = [card, *spare[:5]]
    return f"!{card} {draw(spare[5:])} -{spare[0]}"


def pick_up_packet(row: Row, table: Table) -> str:
    """The packet taken up after the last card of an own canasta, or without one."""
    rank = table.free[0]
    table.used += rank
    table.melds.append("".join(rank + suit for suit in "hdschd"))
    spare = table.spare(5 + table.draws)
    table.holds = [rank + "s", *spare[:5]]
    table.more = ["foot N 4h 4d 5s 5c 6h 6d Th Td Js Jc As"]
    completes = rank + "s" if row["situation"]["own_canasta_complete"] else ""
    return " ".join(filter(None, [draw(spare[5:]), completes, "+foot", f"-{spare[0]}"]))


def draw_after_opening(row: Row, table: Table) -> str:
    """Cards drawn, or not, after a meld that is the first of the side or a later one."""
    first = row["situation"]["first_of_side_to_open"]
    table.melds = [] if first else ["KhKdKs"]
    table.used = "AK"
    spare = table.spare(5 + table.draws)
    table.holds = ["AhAdAs", *spare[:5]]
    count = row["action"]["count"]
    drawn = f"+?x{count}" if count else ""
    return " ".join(filter(None, [draw(spare[5:]), "AhAdAs", drawn, f"-{spare[0]}"]))


ACTS = {
    "meld": meld, "add": meld, "open": opening, "take_pile": take_pile, "draw": draw_cards, "discard": discard,
    "go_out": go_out, "lay_three": lay_three, "pick_up_packet": pick_up_packet,
    "draw_after_opening": draw_after_opening,
}  # fmt: skip


# -- deals that end ---------------------------------------------------------------------------------------------------


def score_log(row: Row, rules: Resolved) -> tuple[str, str]:
    """A deal that ends as the case says, and its teams: side A is North, with South where there are two hands."""
    situation = row["situation"]
    table = table_of(row, rules)
    hands = situation["hands"]
    mine = "NSU"[: max(1, len(hands))]
    rest = [seat for seat in SEATS[rules.players][0].split() if seat not in mine]
    teams = f"A={','.join(mine)} B={','.join(rest)}"
    table.more += [f"holds {seat} {codes(hand)}" for seat, hand in zip(mine, hands, strict=False) if hand]
    table.exact = bool(situation.get("exact_cut"))
    if situation.get("special_hands"):
        return declared(situation, table), teams
    if situation["concealed"]:
        return concealed(situation, table), teams
    if situation["went_out"]:
        return closing(situation, table), teams
    return table.log("", close="stock"), teams


def declared(situation: Row, table: Table) -> str:
    """North declares the canasta he was dealt, melds it, and keeps the rest of the hand."""
    cards = codes(situation["melds"][0])
    table.melds = []
    table.more = [f"holds N {cards} {codes(situation['hands'][0])}"]
    spare = table.spare(table.draws)
    hand = situation["special_hands"][0]
    return table.log(f"special:{hand}[{cards}] {draw(spare)} {cards} -{spare[0]}", close="abandoned")


def closing(situation: Row, table: Table) -> str:
    """North adds the last cards of the first canasta and goes out."""
    melds = situation["melds"]
    held = melds[0][-table.draws :]
    table.melds[0] = label(melds[0], 0, []) + codes(melds[0][: -table.draws])
    spare = table.spare(1)[0]
    table.more.append(f"holds N {code(held[0])}")
    asks = "ask:yes " if table.rules["ask_partner"] == "required" else ""
    drawn = draw([*map(code, held[1:]), spare])
    return table.log(f"{drawn} {asks}{label(melds[0], 0, [])}{codes(held)} -{spare} out", close="out")


def concealed(situation: Row, table: Table) -> str:
    """North lays the whole hand in one turn."""
    melds = situation["melds"]
    spare = table.spare(1)[0]
    cards = [card for meld in melds for card in meld]
    table.melds = []
    table.more.append(f"holds N {codes(cards[table.draws - 1 :])}")
    drawn = draw([*map(code, cards[: table.draws - 1]), spare])
    return table.log(f"{drawn} {' '.join(map(codes, melds))} -{spare} out:concealed", close="out")


def cutthroat_log(row: Row) -> tuple[str, str]:
    """North takes the pile and plays alone: the score of North, or of East and South against him."""
    situation = row["situation"]
    threes, melds = situation["red_threes"], situation["melds"]
    lines = ["@hand 1 position=yes A=0 B=0 C=0 turn=N"]
    if isinstance(threes, int):
        own = label(melds[0], 0, [])
        lines += [f"holds N Qs {codes(situation['hands'][0])}", f"table A {own}{codes(melds[0][1:])}"]
        lines += [f"table A !{''.join(red_threes(threes))}", f"pile {melds[0][0]}", "stock ?x40"]
        return "\n".join([*lines, f"1. N +pile {own}{melds[0][0]} -Qs", "@close stock"]), ""
    lines += ["holds N 6h 9h", "table A 4h4d4s", "pile 6h 4c", "stock ?x40"]
    lines += [f"table {side} !{''.join(red_threes(threes[side]))}" for side in "BC" if threes[side]]
    lines += [f"holds {seat} {codes(hand)}" for seat, hand in zip("ES", situation["hands"], strict=False)]
    take = "1. N +pile 4c -9h"
    if not situation["went_out"]:
        return "\n".join([*lines, take, "@close stock"]), ""
    # South had no turn yet: red threes in the hand are counted as laid, and nothing else is left there.
    lines[-1] = f"holds S {''.join(red_threes(threes['C']))}"
    held = [cards[0] for cards in melds[:2]]
    whole = [label(cards, 0, []) + codes(cards[n < 2 :]) for n, cards in enumerate(melds)]
    lines += [f"table B {' '.join(whole)}", f"holds E {held[0]}", take]
    return "\n".join([*lines, f"2. E +{held[1]} +Td {held[0]} {held[1]} -Td out", "@close out"]), ""
