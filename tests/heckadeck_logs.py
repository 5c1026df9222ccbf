"""Worked cases of the rules page on Canasta with the Heckadeck, written as logs that this project replays.

A case names only what matters; everything else is filled in here: cards in the hand that fit nothing, a pile that
nothing freezes, a stock that is not near its end.  Knows no rule; test_heckadeck_cases.py compares the answers.
"""

from __future__ import annotations

from typing import Any

from data.cards import deck_named

Case = dict[str, Any]
Cards = list[str]

DECK = deck_named("heckadeck")
SEATS = {2: ("N S", "A=N B=S"), 4: ("N E S W", "A=N,S B=E,W")}
# Cards of ranks that a case may leave out, in a suit that few cases name.
FILLERS = ("6W", "7W", "8W", "10W", "11W", "BW", "JW", "QW", "3W", "2W", "9W", "4W", "5W")
COSTS_NOTHING = "<tr>"  # a hand of no cards cannot be written in a position
LABELS = {"10": "T", "11": "E"}


def spelled(code: str) -> str:
    """One card as the notation spells it: `Kh` for `KH`, `<wh>=<hu>` for `WHL=HU`."""
    card, _, role = code.partition("=")
    word = DECK.code(DECK.ids[card])
    if not role:
        return word
    if role == "WILD":
        return f"{word}=?"
    return f"{word}={LABELS.get(role) or DECK.code(DECK.ids.get(role) or DECK.ids[role])}"


def group(cards: Cards) -> str:
    return "".join(map(spelled, cards))


class Log:
    """One case as a log of our notation."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.situation, self.action = case["situation"], case["action"]
        self.options = {name: value for name, value in case["options"].items() if name != "base_players"}
        self.players = case["options"].get("base_players", 4)
        named = str([self.situation, self.action])
        ranks = [f"'{code[:-1]}" for code in FILLERS]
        self.fillers = [code for code, rank in zip(FILLERS, ranks, strict=True) if rank not in named]
        # Where a case names nearly all ranks, other cards of them.
        self.fillers += [code for code in FILLERS if code not in self.fillers and f"'{code}'" not in named]
        self.turn = "N"
        self.lines: list[str] = []
        self.turns: list[list[str]] = []
        self.after: list[str] = []
        getattr(self, f"make_{self.action['type']}")()

    def text(self) -> str:
        """Headers and deal."""
        seats, teams = SEATS[self.players]
        words = " ".join(f"{name}={str(value).lower()}" for name, value in self.options.items())
        head = ["@cgn 1", "", f"@game {self.case['id']}", f"rules: {self.case['profile']}", f"options: {words}",
                f"seats: {seats}", f"teams: {teams}", *(f"player {seat}: {seat}" for seat in seats.split()),
                "view: all", ""]  # fmt: skip
        return "\n".join([*head, self.deal()])

    def deal(self) -> str:
        """From `@hand` on."""
        first = f"@hand 1 position=yes turn={self.turn} A={self.situation.get('score', 0)} B=0"
        turns = [f"{number}. {' '.join(acts)}" for number, acts in enumerate(self.turns, 1)]
        return "\n".join([first, *self.lines, *turns, *self.after, ""])

    # -- a position and the acts that follow

    def lay_out(self) -> None:
        """Hands, melds, pile and stock."""
        situation = self.situation
        hands = {"N": situation.get("hand", []), **situation.get("hands", {})}
        for number, (seat, cards) in enumerate(hands.items()):
            others = [] if situation.get("hand_count") and seat == "N" else self.fillers[2 * number : 2 * number + 2]
            self.lines.append(f"holds {seat} {' '.join(map(spelled, [*cards, *others]))}")
        melds = [group(meld) for meld in situation.get("melds", [])]
        melds += [f"s{number}:{group(run)}" for number, run in enumerate(situation.get("sequences", []), 1)]
        if melds:
            self.lines.append(f"table A {' '.join(melds)}")
        pile = situation.get("pile", self.fillers[4:7])
        self.lines.append(f"pile {' '.join(map(spelled, pile))}")
        stock = [spelled(card) for card in situation.get("stock", [])]
        left = situation.get("stock_count", 40) - len(stock)
        stock += [f"?x{left}"] * (left > 0)
        if stock or "stock_count" in situation:
            self.lines.append(" ".join(["stock", *stock]))
        self.top = pile[-1]

    def steps(self, steps: list[Case]) -> None:
        """The acts of one turn, or of several."""
        acts: list[str] = ["N"]
        self.turns.append(acts)
        for number, step in enumerate(steps):
            over = number and steps[number - 1]["type"] in ("discard",) and step["type"] != "view"
            if over:
                acts = ["E"]
                self.turns.append(acts)
            acts += getattr(self, f"_{step['type']}")(step)

    def _draw(self, step: Case) -> list[str]:
        return ["+" + group(step["cards"])]

    def _meld(self, step: Case) -> list[str]:
        return [f"{LABELS.get(step['rank'], step['rank'])}:{group(step['cards'])}"]

    def _meld_sequence(self, step: Case) -> list[str]:
        number = len(self.situation.get("sequences", [])) if step["sequence"] is None else step["sequence"]
        if step["sequence"] is None:
            self.situation.setdefault("sequences", []).append([])
        return [f"s{number + 1}:{group(step['cards'])}"]

    def _take_pile(self, step: Case) -> list[str]:
        first = self._meld({"rank": step["rank"], "cards": [self.top, *step["with"]]})
        return ["+pile", *first, *(act for other in step.get("other_melds", []) for act in self._meld(other))]

    def _take_pile_onto_sequence(self, step: Case) -> list[str]:
        return ["+pile", f"s{step['sequence'] + 1}:{spelled(self.top)}"]

    def _lay_bonus(self, step: Case) -> list[str]:
        drawn = step["replacement"] not in (None, "-")
        return [f"!{spelled(step['card'])}", *(["+" + spelled(step["replacement"])] if drawn else [])]

    def _view(self, step: Case) -> list[str]:
        return [f"view:{step['viewer']}>{step['viewed']}"]

    def _discard(self, step: Case) -> list[str]:
        self.top = step["card"]
        return ["-" + spelled(step["card"])]

    def _end_turn_without_discard(self, _step: Case) -> list[str]:
        return ["out"]

    # -- legality

    def act(self, step: Case) -> None:
        self.lay_out()
        self.steps([step])

    def make_take_pile(self) -> None:
        self.act(self.action)

    def make_take_pile_onto_sequence(self) -> None:
        self.act(self.action)

    def make_draw(self) -> None:
        self.act(self.action)

    def make_turn(self) -> None:
        if self.situation.get("laid_cards_before"):
            self.lay_before()
            return
        self.lay_out()
        if self.action["steps"]:
            self.steps(self.action["steps"])
        else:  # a position alone: any turn will do
            self.steps([{"type": "draw", "cards": ["8S"]}, {"type": "discard", "card": self.fillers[0]}])

    def lay_before(self) -> None:
        """A round earlier, in which North added to a meld and the pile became what the case says."""
        pile = self.situation["pile"]
        hand = self.situation["hand"]
        self.situation = {**self.situation, "pile": pile[:2], "hand": [*hand, "5W", pile[2]], "stock_count": 40}
        self.lay_out()
        self.turns = [
            ["N", "+8s", "5:5w", "-" + spelled(pile[2])],
            *([seat, "+?", "-" + spelled(card)] for seat, card in zip("ESW", pile[3:], strict=True)),
        ]
        self.top = pile[-1]
        self.steps(self.action["steps"])

    # -- scores

    def make_score(self) -> None:
        """The end of a deal: North plays the turn that ends it, or an ordinary one and the stock is used up."""
        situation = self.situation
        solo = self.players == 2
        self.turn = "N" if solo else "S"
        kept = list(situation["hands"][0])
        melds = [group(meld) for meld in situation.get("melds", [])]
        runs = [f"s{number}:{group(run)}" for number, run in enumerate(situation.get("sequences", []), 1)]
        bonus = self._bonus()
        at_once = situation["concealed"] or situation["dark_concealed"]
        if at_once:
            mine = [] if situation["went_out"] else [kept.pop(0), kept.pop(0)]
            cards = [card for meld in [*situation["melds"], *situation.get("sequences", [])] for card in meld]
            draws = 2 if self.case["profile"] == "heckadeck_samba" else 1
            end = "DRK" if situation["dark_concealed"] else self.fillers[1]
            hand = [*cards[draws:], *mine, end]
            acts = ["N", "+" + group(cards[:draws]), *melds, *runs, "-" + spelled(end)]
        elif situation["went_out"]:
            hand, acts = [self.fillers[1]], ["N", "-" + spelled(self.fillers[1]), "out"]
        else:
            hand = [self.fillers[1]] if solo or not kept else kept[: (len(kept) + 1) // 2]
            kept = kept if solo or not kept else kept[len(hand) :]
            draw, drop = spelled(self.fillers[2]), spelled(self.fillers[2])
            acts = ["N", "+" + draw, "-" + drop]
            if hand == [self.fillers[1]]:
                hand = []
        self.lines = [f"holds N {' '.join(map(spelled, hand)) or COSTS_NOTHING}"]
        if not solo:
            self.lines.append(f"holds S {' '.join(map(spelled, kept)) or COSTS_NOTHING}")
        table = [*([] if at_once else [*melds, *runs]), *bonus]
        self.lines += [f"table A {' '.join(table)}"] * bool(table)
        self.lines += ["pile " + " ".join(map(spelled, self.fillers[3:5])), "stock ?x40"]
        filler = spelled(self.fillers[0])
        self.turns = [acts] if solo else [["S", f"+{filler}", f"-{filler}"], ["W", "+?", "-?"], acts]
        ends = "darkness" if situation["dark_concealed"] else "out" if situation["went_out"] else "stock"
        self.after = [f"@close {ends}"]

    def _bonus(self) -> list[str]:
        """The bonus cards of the side; the fifth of a kind is the Wheel."""
        hunters, travellers = self.situation["hunters"], self.situation["travellers"]
        cards = "<hu>" * min(hunters, 4) + "<wh>=<hu>" * (hunters > 4)
        cards += "<tr>" * min(travellers, 4) + "<wh>=<tr>" * (travellers > 4)
        return [f"!{cards}"] * bool(cards)

    # -- numbers

    def make_running_total(self) -> None:
        """One deal after another, each with a sheet and nothing else."""
        deals: list[str] = []
        for number, points in enumerate(self.situation["rounds"], 1):
            deals += [f"@hand {number} dealer=N"] * (number > 1)
            deals += ["@close stock", f"@score A by=N sum={points}", "@score B by=N sum=0"]
        self.turn = "N"
        self.after = deals

    def make_declare_special_hand(self) -> None:
        hand = self.situation["hand"]
        value = self.case["expect"]["value"]
        name = (value["hand"] if value else "garbage").replace(" ", "_")
        self.lines = [f"holds N {' '.join(map(spelled, hand[:-1]))}", "pile 6w", "stock ?x40"]
        self.turns = [["N", "+" + spelled(hand[-1]), f"special:{name}[{','.join(map(spelled, hand))}]"]]
        self.after = ["@close special"]
