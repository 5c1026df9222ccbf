"""Worked cases of the rules page on Modern American and Hand and Foot, written as logs that this project replays.

A case names only what matters; everything else is filled in here: a draw in order, cards in the hand that fit nothing,
a stock that is not near its end.  Knows no rule; the answers are compared in test_american_handfoot_cases.py.
"""

from __future__ import annotations

from typing import Any

from data.ruleset import Resolved

Case = dict[str, Any]
Cards = list[str]

CODES = {"X": "*", "b": "3s", "r": "3h"}
FILLERS = "4568TJQK9A7"
BOOKS = "KQJT98654A"
WILD = ("2", "X")
SEATS = {2: "N S", 3: "N E S", 4: "N E S W", 6: "N E S W U V"}
TEAMS = {2: "A=N B=S", 3: "A=N B=E C=S", 4: "A=N,S B=E,W", 6: "A=N,S,U B=E,W,V"}
SPECIAL = {"pairs_no_wild": "4 4 5 5 6 6 8 8 9 9 J J K K", "dream_4": "6 6 6 6 6 J J J J J 2 2 2 2"}


def spelled(cards: Cards) -> str:
    """Cards as one group of the notation."""
    return "".join(CODES.get(card, card) for card in cards)


def rank_of(meld: Cards) -> str:
    """The rank of a meld, "" for wild cards alone."""
    return next((card for card in meld if card not in WILD), "")


def _option(value: object) -> str:
    if isinstance(value, dict):
        return ",".join(f"{key}:{amount}" for key, amount in value.items()) or "none"
    if isinstance(value, list):
        return ",".join(str(entry) for entry in value) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


class Log:
    """One case as a log: headers, a position, and the turn that is judged, under resolved `rules`."""

    def __init__(self, case: Case, rules: Resolved, options: Case | None = None) -> None:
        self.case = case
        self.players = 2 if rules["sides"] == "solo" and rules.players == 4 else rules.players
        self.draw = int(str(rules["stock_draw"]))
        self.hand_size = int(str(rules["hand_size"]))
        self.asks = rules["ask_partner"] != "none"
        self.options = {**case["options"], **(options or {})}
        self.situation, self.action = case["situation"], case["action"]
        named = str(self.situation) + str(self.action)
        # Ranks that nothing in the case is about.
        self.fillers = [rank for rank in FILLERS if f"'{rank}'" not in named]
        self.number = self.situation.get("round") or self.situation.get("hand_number") or 1
        self.carried = self.situation.get("score", 0)
        self.extra = ""
        self.before: list[str] = []  # lines of the deal that no field below makes
        self.holds: dict[str, Cards] = {}
        self.table: dict[str, list[str]] = {"A": [], "B": []}
        self.pile: Cards = ["5", "9"]
        self.stock = self.situation.get("stock_count", 60)
        self.plays: list[str] = []
        self.turns: list[str] = []  # turns before the one that is judged
        self.after: list[str] = []
        self.position = True
        self.padded = 0  # points of a card in a hand that the case leaves empty, which no position can say
        getattr(self, self.action["type"])()

    def text(self) -> bytes:
        """The whole log."""
        seats = SEATS[self.players]
        words = [f"{name}={_option(value)}" for name, value in self.options.items()]
        head = ["@cgn 1", "", f"@game {self.case['id']}", f"rules: {self.case['profile']}",
                f"options: {' '.join(words)}", f"seats: {seats}", f"teams: {TEAMS[self.players]}",
                *(f"player {seat}: {seat}" for seat in seats.split()), "view: all", ""]  # fmt: skip
        others = "".join(f" {side}=0" for side in "BC"[: 2 if self.players == 3 else 1])
        to_move = "S" if self.turns else "N"
        place = f"position=yes turn={to_move}" if self.position else "dealer=W"
        body = [f"@hand {self.number} {place} A={self.carried}{others}{self.extra}"]
        body += [f"holds {seat} {spelled(cards)}" for seat, cards in self.holds.items() if cards]
        body += self.before
        if self.position:
            body += [f"table {side} {' '.join(melds)}" for side, melds in self.table.items() if melds]
            body += [f"pile {spelled(self.pile)}"] * bool(self.pile)
            body += [f"stock ?x{self.stock}"] * bool(self.stock)
        body += [*self.turns, *[f"{len(self.turns) + 1}. N {' '.join(self.plays)}"] * bool(self.plays), *self.after]
        return "\n".join([*head, *body, ""]).encode()

    # -- what a case says of the table

    def filler(self, place: int = 0) -> str:
        return self.fillers[place % len(self.fillers)]

    def lay_table(self) -> None:
        """Melds of the own side, something in their place where it has opened, and ranks that are closed."""
        situation = self.situation
        self.table["A"] += [spelled(meld) for meld in situation.get("melds", [])]
        self.table["A"] += ["22**"] * bool(situation.get("own_wild_meld_unfinished"))
        if situation.get("opened", True):
            self.table["A"].append(self.filler(5) * 3)
        self.table["B"] += [rank * 7 for rank in situation.get("dead_ranks", [])]

    def in_hand(self, *groups: Cards, kept: int = 3) -> None:
        """The hand: these cards, and others that fit nothing."""
        self.holds["N"] = [card for cards in groups for card in cards] + [self.filler(n) for n in range(1, 1 + kept)]

    def draws(self) -> None:
        self.plays.append("+" + "".join(self.filler(n) for n in range(self.draw)))

    def discards(self) -> None:
        self.plays.append(f"-{self.filler(1)}")

    def goes_out(self, *acts: str) -> None:
        """A turn that ends the deal: what is drawn joins a meld, and the last card is discarded."""
        own = self.filler(5)
        self.holds.setdefault("N", []).append(self.filler(1))
        self.plays += ["+" + own * self.draw, own * self.draw, *acts, f"-{self.filler(1)}", "out"]

    # -- legality

    def meld(self) -> None:
        cards = self.action["cards"]
        self.lay_table()
        rank = rank_of(cards)
        label = ""
        if self.situation.get("unfinished_meld_of_rank"):
            self.table["A"].append(rank * 3)
            label = "m1:"
        opening = [self.filler(n) * 3 for n in (3, 4, 5)] if self.situation.get("opening_turn") else []
        if self.situation.get("going_out"):
            self.holds["N"] = list(cards)
            self.table["A"] += [self.filler(n) * 7 for n in (3, 4)]
            self.goes_out(spelled(cards))
            return
        self.in_hand(cards, list("".join(opening)))
        self.draws()
        self.plays += [*opening, label + spelled(cards)]
        self.discards()

    def add(self) -> None:
        cards = self.action["cards"]
        self.lay_table()
        rank = rank_of(self.situation["melds"][self.action["onto"]])
        act = (f"{rank}:" if rank else "") + spelled(cards)
        if self.situation.get("going_out"):
            self.holds["N"] = list(cards)
            self.table["A"].append(self.filler(3) * 7)
            self.goes_out(act)
            return
        self.in_hand(cards)
        self.draws()
        self.plays.append(act)
        self.discards()

    def open(self) -> None:
        melds = self.action["melds"]
        kept = self.action.get("cards_kept", 3)
        cards = [card for meld in melds for card in meld]
        if kept < self.draw:  # what is drawn is melded
            self.holds["N"] = cards[self.draw - kept :] + [self.filler(1)] * kept
            self.plays.append("+" + spelled(cards[: self.draw - kept]))
        else:
            self.in_hand(cards, kept=kept)
            self.holds["N"] = self.holds["N"][: len(cards) + kept - self.draw] or cards
            self.plays.append("+" + "".join(self.filler(1 + n) for n in range(kept - self.draw, kept)))
        self.plays += [spelled(meld) for meld in melds]
        if kept:
            self.discards()
        self.plays += ["+talon[?x4]"] * (kept == 1)

    def take_pile(self) -> None:
        self.lay_table()
        top, shown = self.situation.get("pile_top", ""), list(self.action["with"])
        self.pile = [self.filler(n) for n in range(self.situation.get("pile_count", 3) - 1)] + [top]
        opening = self.action.get("opening_melds", [])
        if self.situation.get("already_drew"):
            self.draws()
        count = f"({self.action['count']})" if "count" in self.action else ""
        if self.situation.get("pile_count") == 0:
            self._first_turn(shown)
        elif self.case["family"] == "american" and opening:
            self.in_hand([card for meld in opening for card in meld])
            self.plays += [*(spelled(meld) for meld in opening), f"+pile{count}", f"{top}:{top}"]
        else:
            melds = opening or [[top, *shown]]
            hand = [card for meld in melds for card in meld]
            hand.remove(top)
            self.in_hand(hand)
            self.plays += [f"+pile{count}", *(spelled(meld) for meld in melds)]
        self.discards()

    def _first_turn(self, shown: Cards) -> None:
        """The very first turn of a deal, with no card turned up."""
        self.position = False
        self.before = ["deal N " + spelled(shown + [self.filler(n % 4) for n in range(13 - len(shown))])]
        self.before += [f"deal {seat} ?x13" for seat in "ESW"]
        self.plays += ["+pile", spelled(shown)]

    def discard(self) -> None:
        """The hand is given whole; what is drawn is melded first, or has made the hand what it is."""
        card, hand = self.action["card"], list(self.situation["hand"])
        own = self.filler(5)
        self.table["A"].append(own * 3)
        self.table["B"] += [rank * 7 for rank in self.situation.get("dead_ranks", [])]
        if self.situation.get("packet") == "hand":
            self.before.append("foot N ?x11")
        drawn = self.situation.get("hand_after_draw")
        self.holds["N"] = hand
        if drawn:
            left = list(drawn)
            for each in hand:
                left.remove(each)
            self.table["A"].append("22*" if left[0] in WILD else left[0] * 6)
            self.plays += ["+" + spelled(left), spelled(left)]
        elif self.situation.get("pile_count") == 0:
            self.pile = [own]
            self.holds["N"] = [*hand, own, own]
            self.table["A"][0] = self.filler(4) * 3
            self.plays += ["+pile", own * 3]
        else:
            self.plays += ["+" + own * self.draw, own * self.draw]
        self.plays.append("-" + spelled([card]))

    def play_from(self) -> None:
        left = self.situation["hand_left"]
        own, other = self.filler(5), self.filler(6)
        self.table["A"].append(own * 3)
        self.holds["N"] = left or [own]
        self.before.append("foot N " + other * 3 + "".join(self.filler(n) for n in range(8)))
        self.plays += ["+" + own * self.draw, own * (self.draw if left else self.draw + 1), "+foot", other * 3]
        self.discards()

    def go_out(self) -> None:
        situation = self.situation
        books = situation.get("books") or {"clean": situation["canastas"], "dirty": 0, "wild": 0, "sevens": 0}
        ranks = iter(BOOKS)
        self.table["A"] += [next(ranks) * 7 for _ in range(books["clean"])]
        self.table["A"] += [next(ranks) * 5 + "22" for _ in range(books["dirty"])]
        self.table["A"] += ["2222222"] * books["wild"] + ["7777777"] * books["sevens"]
        self.fillers = list(ranks) * 3
        own = self.filler(5)
        self.table["A"].append(own * 3)
        for seat, there in (("N", "in_foot"), ("S", "partner_in_foot")):
            if situation.get(there) is False:
                self.before.append(f"foot {seat} ?x11")
        asked = {"yes": ["ask:yes"], "no": ["ask:no"]}.get(situation.get("partner_answer", ""), []) * self.asks
        if self.action["last_card"] == "meld":
            self.holds["N"] = [own]
            self.plays += ["+" + own * self.draw, *asked, own * (self.draw + 1), "out"]
            return
        self.holds["N"] = [self.filler(1)]
        self.plays += ["+" + own * self.draw, *asked, own * self.draw, f"-{self.filler(1)}", "out"]

    def place_red_three(self) -> None:
        self.lay_table()
        self.in_hand(["r"])
        self.draws()
        self.plays.append("!3h")
        self.discards()

    def keep_threes_and_play_on(self) -> None:
        self.lay_table()
        self.in_hand(self.situation["threes_in_hand"])
        self.draws()
        self.discards()

    def declare_special_hand(self) -> None:
        hand = self.situation["hand"]
        self.holds["N"] = hand[:-1]
        name = self.case["expect"].get("value") or "pairs_no_wild"
        if self.situation["drew_from"] == "pile":
            self.pile.append(hand[-1])
            self.plays.append("+pile")
        else:
            self.plays.append("+" + spelled(hand[-1:]))
        self.plays.append(f"special:{name}[{spelled(hand)}]")
        self.after.append("@close special")
        if self.situation.get("partner_opened_last_turn"):
            self.holds["S"] = [*"AAAAKKKQQQTTT", "4"]
            self.before.append("holds W ?x12")
            self.turns = ["1. S +T AAAA KKK QQQ -4", "2. W +? -5"]

    # -- numbers

    def stock_after_deal(self) -> None:
        self.position = False
        self.before = [*(f"deal {seat} ?x{self.hand_size}" for seat in SEATS[self.players].split()), "up 9"]
        self.plays = ["+" + "?" * self.draw, "-9"]

    def talon_cards(self) -> None:
        """The opening of a side, and the cards it is said to get."""
        if not self.situation["first_side_to_open"]:
            self.table["B"].append("AAA")
        melds = ["KKK", "QQ*", "TT2", "888"]
        self.holds["N"] = [*"KKKQQX", *"TT2", *"888", "4"]
        if self.situation["took_pile"]:
            self.pile = ["9", "K"]
            self.plays = [*melds, "+pile", "K:K", "-4"]
        else:
            self.plays = ["+9", *melds, "-4"]
        if self.case["expect"]["value"]:
            self.plays.append(f"+talon[?x{self.case['expect']['value']}]")

    def cards_taken_with_pile(self) -> None:
        self.table["A"].append("888")
        self.pile = self.situation["pile"]
        self.holds["N"] = ["Q", "Q", "4", "5", "6"]
        self.plays = ["+pile", "QQQ", "-4"]

    def game_over(self) -> None:
        self.position = False
        self.after = ["@close stock"]
        self.after += [f"@score {side} by=N sum={sum_}" for side, sum_ in self.situation["scores"].items()]

    def score(self) -> None:
        """The end of a deal: a player of side A discards his last card, or the stock is used up."""
        situation = self.situation
        special = situation.get("special_hand")
        self.table["A"] += [spelled(meld) for meld in situation["melds"]]
        self._threes()
        self._hands([cards for cards in situation["hands"] if cards])
        self.extra = " exact=A" * bool(situation.get("exact_cut"))
        if special:
            cards = SPECIAL[special].split()
            self.holds["N"] = cards[:-1]
            self.plays = [f"+{cards[-1]}", f"special:{special}[{spelled(cards)}]"]
            self.after = ["@close special"]
        elif situation["went_out"]:
            self.holds["N"] = ["4"]
            self.plays = [*["ask:yes"] * self.asks, "-4", "out"]
            self.after = ["@close out"]
        else:
            self.stock = 0
            self.after = ["@close stock"]
        for seat in {4: "NS", 6: "NSU"}.get(self.players, "N"):
            if seat not in self.holds:
                self.holds[seat] = ["4"]
                self.padded += 5

    def _threes(self) -> None:
        red, black = self.situation.get("red_threes", 0), self.situation.get("black_threes", 0)
        if red or black:
            self.table["A"].append("!" + "3h" * red + "3s" * black)

    def _hands(self, hands: list[Cards]) -> None:
        """What is left, hand by hand: the seat that does not go out last, a second packet in between."""
        if len(hands) == 3:
            self.before.append("foot N " + spelled(hands.pop(1)))
        alone = self.situation["went_out"] or self.situation.get("special_hand")
        seats = ["S"] if self.players != 2 and alone else ["N", "S"]
        for seat, cards in zip(seats * 2, hands, strict=False):
            self.holds.setdefault(seat, []).extend(cards)
