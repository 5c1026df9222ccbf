"""The words of a finding: one template per rule id, filled with the names and cards of the case.

Rules and kernel leave integers; only this module makes sentences of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from data.actions import CANASTA_ITEMS, Kind
from data.cards import JOKER, RANK_NAMES, WHEEL, Deck
from data.events import Claim, Events, Game
from replay import codes
from replay.result import Amount

KINDS = ("natural", "mixed", "sequence", "mixed sequence", "wild", "sevens")
COMPASS = {"N": "North", "E": "East", "S": "South", "W": "West"}
NOUNS = {"cards": "card", "bonus": "red three", "canastas": "canasta", "wilds": "wild card", "ranks": "rank"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

# What the cards are called that take the places of red and black threes.
OTHER_NAMES = {
    "heckadeck": (("red three", "bonus card"), ("black threes", "zeroes"), ("black three", "zero")),
}

TEMPLATES = {
    "deal.dealer": "{seat_0} dealt; it was {seat_1}'s turn to deal.",
    "deal.hand_size": "{seat} was dealt {n0} instead of {n1}.",
    "deal.upcard_covered": "The deal began with {a_kind_0} on top of the pile; it had to be covered by a further card.",
    "deal.dealt_anew": "Darkness was turned up; here the cards are dealt anew.",
    "card.role_must_be_declared": "{seat} {did} without saying what {its_name} stands for, or as what it cannot be.",
    "card.role_must_be_written": "The log does not say which card {its_name} stands for that {seat} {did_it}.",
    "card.colour_must_be_written": "The log does not say of which colour {a_kind_0} is that {seat} {did_it}.",
    "view.must_be_earned": "{seat} looked at another hand; no card was played that allows it.",
    "view.of_another_hand": "{seat} is said to have looked at the own hand.",
    "view.by_the_player": "{seat} looked at another hand; here {seat_0} has to, who played the card.",
    "view.must_be_recorded": "{seat} played a card that lets somebody look at a hand; the log does not say who looked.",
    "view.must_take_place": "{seat} played a card that lets somebody look at a hand, and nobody did.",
    "end.not_in_the_first_turn": "{seat} ended the deal in its very first turn, which is not allowed here.",
    "end.meldable_cards_left": "{seat} ended the deal concealed and kept {a_kind_0} that could be melded.",
    "end.meldable_cards_laid": "{seat} ended the deal concealed and kept {a_kind_0} that had to be melded.",
    "turn.nothing_after_the_end": "{seat} played on although the deal was over{out_by}.",
    "turn.seat_must_be_next": "{seat} played, but it was {seat_0}'s turn.",
    "turn.must_discard": "{seat} ended the turn without a discard and still holds cards.",
    "draw.before_playing": "{seat} {did} without having drawn from the stock or taken the pile.",
    "draw.only_once": "{seat} drew again{drew_before} in the same turn.",
    "draw.stock_must_have_cards": "{seat} drew {cards_0}; the stock has {cards_1}.",
    "draw.draft_after_opening": "{seat} drew {cards_0} after the initial meld; {cards_1_were} due.",
    "draw.count": "{seat} drew {cards_0}; {cards_1_were} due.",
    "bonus.must_be_laid": "{seat} kept {bonus_0} in the hand; a red three is laid out before anything else is done.",
    "bonus.replacement": "{seat} laid {bonus_0} and drew no replacement for every one of them.",
    "bonus.only_bonus_cards": "{seat} laid {a_kind_0} beside the melds, which is no place for it here.",
    "bonus.stock_for_replacement": "{seat} laid {cards} as a bonus card although the stock was empty.",
    "bonus.on_complete_canasta": "{seat} laid a red three on a canasta, but the side has none.",
    "bonus.on_natural_canasta": "{seat} laid a red three on a canasta; it lies on natural ones, and the side has none.",
    "bonus.one_on_each_canasta": "{seat} laid a red three too many: {f0} for {f1} natural canastas.",
    "bonus.laid_when_the_table_says": "{seat} did not lay the dealt red three at the time this table lays it down.",
    "bonus.held_at_the_end": "{seat} still held {bonus_0} when the deal ended{each_costs}.",
    "pile.must_not_be_empty": "{seat} took the pile, but there was none.",
    "pile.instead_of_drawing": "{seat} took the pile after having drawn; it is taken instead of drawing.",
    "pile.top_must_be_natural": "{seat} took the pile with {top} on top; such a pile cannot be taken.",
    "pile.top_card_must_be_melded": "{seat} took the pile and did not meld its top card, {top}.",
    "pile.claim_shown_first": "{seat} took the pile first and showed the cards for its top card, {top}, later.",
    "pile.before_opening": "{seat} took the pile although the side had not made its initial meld.",
    "pile.open_needs_matching_cards": (
        "{seat} took the pile with {with_cards}. For {top} on top, two natural {tops}, one and a wild card, "
        "or a meld of {tops} were needed."
    ),
    "pile.frozen_needs_natural_pair": (
        "{seat} took the pile with {with_cards}. It was frozen{frozen_by}, so two {tops} from the hand were needed."
    ),
    "pile.top_begins_no_sequence": "{seat} took the pile to begin a sequence with {top}.",
    "pile.top_alone_onto_sequence": (
        "{seat} took the pile by laying {top} on a sequence together with cards of the hand."
    ),
    "pile.top_rank_not_dead": "{seat} took the pile with {top} on top; a canasta of that rank is complete.",
    "pile.no_entry_by_mixed_aces": "{seat} took the pile with {top} on top onto aces with a wild card.",
    "pile.pair_beyond_opening": "{seat} took the pile with cards of the initial meld; the pair must be two others.",
    "pile.top_onto_canasta": "{seat} took the pile by laying {top} on a finished canasta.",
    "pile.one_card_hand": "{seat} took {a_pile} with one card in the hand.",
    "pile.large_enough": "{seat} took a pile of {cards_0}; here it must hold {f1}.",
    "pile.open_after_first_turns": "{seat} took the pile in the first {f0} turns, in which it is closed here.",
    "pile.cards_taken": "{seat} took {cards_0} of the pile; {cards_1_were} due.",
    "meld.own_side_only": "{seat} added {cards} to a meld of another side.",
    "meld.no_red_threes": "{seat} melded {cards}; such cards are laid out, not melded.",
    "meld.one_rank": "{seat} melded {cards}; a meld is cards of one rank and wild cards{its_rank}.",
    "meld.wilds_not_alone": "{seat} melded {cards}; wild cards are melded only with natural cards.",
    "meld.at_least_three_cards": "{seat} melded {cards}, which makes {cards_0}; a meld has at least three.",
    "meld.at_least_two_naturals": "{seat} melded {cards}: {f0} natural; a meld has at least {f1} natural cards.",
    "meld.wild_limit": "{seat} melded {cards}: {f0} wild cards in one meld; at most {f1} are allowed.",
    "meld.wild_ratio": "{seat} melded {cards}: {f1} wild to {f0} natural, more wild cards than this table allows.",
    "meld.black_threes_without_wilds": "{seat} melded {cards}; black threes are melded without wild cards.",
    "meld.black_threes_last": "{seat} melded {cards} after black threes, which are melded last.",
    "meld.only_meldable_cards": "{seat} melded {cards}; some cards are never melded.",
    "meld.one_meld_per_rank": "{seat} began a second meld of a rank with {cards}.",
    "meld.size_limit": "{seat} melded {cards}, which makes {f0}; a meld has at most {f1} cards here.",
    "meld.canasta_stays_closed": "{seat} added {cards} to a finished canasta, which is closed here.",
    "meld.keeps_its_kind": "{seat} added {cards} to a meld of wild cards.",
    "meld.wild_meld_composition": (
        "{seat} melded {cards}: {f0} twos with {f1} jokers; twos are the rank of such a meld, jokers its wild cards."
    ),
    "meld.naturals_before_wilds": "{seat} melded {cards}: {f0} natural; a wild card needs {f1} of them beside it.",
    "meld.sevens_stay_pure": "{seat} melded {cards}; sevens take no wild card here.",
    "meld.aces_stay_pure": "{seat} melded {cards}; aces that were laid without a wild card take none.",
    "meld.rank_not_dead": "{seat} melded {cards}; a canasta of that rank is complete, which closes it to everybody.",
    "meld.wild_melds_closed": "{seat} melded {cards}; a canasta of wild cards is complete, which closes such melds.",
    "meld.wilds_to_open_wild_meld": "{seat} melded {cards} while the side's meld of wild cards was not finished.",
    "meld.unites_sets_of_one_rank": (
        "{seat} united melds that are not two sets of one rank of a side that may have both."
    ),
    "sequence.one_suit": "{seat} laid {suited} as a sequence; a sequence is of one {suit_or_colour}.",
    "sequence.no_rank_twice": "{seat} laid {suited} as a sequence, or onto one, that then holds a rank twice.",
    "sequence.no_gap": "{seat} laid {suited} as a sequence, or onto one: {ranks_0} missing in between.",
    "sequence.wild_limit": "{seat} laid {suited}: {wilds_0} in a sequence, where {wilds_1} may stand.",
    "sequence.within_range": "{seat} laid {suited} as a sequence; it lies between four and ace.",
    "meld.stays_where_laid": "{seat} took {cards} back; what has been melded stays.",
    "meld.black_threes_only_going_out": "{seat} melded black threes{without_going_out}.",
    "meld.keep_a_card": "{seat} melded the whole hand; the side has {canastas_0} and needs {f1} to go out.",
    "packet.must_be_earned": "{seat} took up the second hand{hand_left}.",
    "packet.in_order": "{seat} took up the foot before the knee.",
    "packet.from_the_next_turn": "{seat} {did} from a second hand that is played from the next turn on.",
    "out.needs_kinds": "{seat} went out; of {kind_2} canastas the side has {f0} and needs {f1}.",
    "out.needs_red_threes": "{seat} went out; the side has {bonus_0} for {canastas_1}.",
    "out.last_discard_not_barred": "{seat} went out by discarding {a_kind_0}, which is not allowed.",
    "out.no_unfinished_special_meld": "{seat} went out with an unfinished meld of wild cards, sevens or aces.",
    "out.not_by_wild_canasta": "{seat} went out by finishing a canasta of wild cards.",
    "special.whole_hand": "{seat} declared a special hand of {cards_0}{of_hand}; it is all {cards_1_cards} of a hand.",
    "special.side_not_open": "{seat} declared a special hand although the side has opened.",
    "special.last_card_from_stock": "{seat} declared a special hand with a card from the pile; the last one is drawn.",
    "special.has_its_shape": "{seat} declared {cards} as a special hand, which is none that is played here.",
    "special.canasta_as_dealt": (
        "{seat} declared {cards} as a dealt canasta; one of seven cards is declared before the first draw."
    ),
    "talon.must_be_earned": "{seat} took a talon that nobody had earned.",
    "talon.after_the_discard": "{seat} took a talon before the discard.",
    "talon.size": "{seat} took a talon of {cards_0}; {cards_1_were} due.",
    "out.packet_played": "{seat} went out with the second hand untouched.",
    "out.partner_in_packet": "{seat} went out before {seat_0} had played from the last packet.",
    "deal.packet_size": "{seat} has a second hand of {n0} instead of {n1}.",
    "discard.no_red_three": "{seat} discarded a red three.",
    "discard.keep_a_card": "{seat} discarded the last card, but may not go out.",
    "discard.one_card": "{seat} discarded {f0} cards in one turn.",
    "discard.wild_only_without_naturals": "{seat} discarded {cards}; only who has nothing else discards a wild card.",
    "discard.not_onto_empty_pile": "{seat} discarded {a_kind_0} onto an empty pile, which is barred here.",
    "discard.not_barred": "{seat} discarded {cards}, which is not discarded here{ban_until}.",
    "discard.exposed_card_first": "{seat} discarded {cards} although an exposed card was still in the hand.",
    "ask.needs_partner": "{seat} asked for permission to go out without a partner to ask.",
    "ask.as_often_as_allowed": "{seat} asked for permission to go out again; it is asked once in a deal here.",
    "ask.before_melding": "{seat} asked for permission to go out {when_asked}.",
    "opening.minimum": "{seat} opened with {f0} points; {f1} were needed{at_score}.",
    "opening.needs_clean_meld": "{seat} opened without a meld of three natural cards and no wild one.",
    "opening.no_mixed_canasta": "{seat} opened with a complete mixed canasta, which opens nothing here.",
    "opening.required_canasta": "{seat} opened without {the_canasta} that a score of {f1} asks for.",
    "opening.no_wilds": (
        "{seat} opened with wild cards; without them the melds are worth {f0} points, and {f1} were needed."
    ),
    "opening.taken_back_raises_minimum": (
        "{side} took back an initial meld that was too small; the law asks for ten points more, and none are noted."
    ),
    "out.needs_canastas": "{seat} went out; the side has {canastas_0} and needs {f1}.",
    "out.hand_must_be_empty": "{seat} went out with {cards_0} left in the hand.",
    "out.discard": "{seat} played the last card in a way this table does not allow.",
    "out.permission_required": "{seat} went out without asking the partner.",
    "out.answer_binds": "{seat} went out although the partner had said no.",
    "out.yes_must_go_out": "{seat} asked, was told yes and did not go out; the law takes 100 points for it.",
    "out.concealed": "{seat} claims to have gone out concealed, but did not lay a whole hand with a canasta at once.",
    "end.last_bonus_card": "{seat} {did} although the last card of the stock was a red three, which ends the deal.",
    "end.stock_empty_must_take": (
        "The stock was empty and {seat} did not take the pile; {a_kind_0} fits a meld, so it had to be taken."
    ),
    "end.closing_must_agree": "The log closes the deal as it did not end{stock_left}.",
    "hand.card_must_be_held": "{seat} played {a_kind_1} that the hand cannot hold.",
    "conservation.copies": "{a_kind_0} is seen more often than the {f1} the deck has.",
    "conservation.hand_count": "The log counts {f0} cards in {seat}'s hand; the replay has {f1}.",
    "conservation.pile_count": "The log counts {f0} cards in the pile; the replay has {f1}.",
    "conservation.stock_count": "The log counts {f0} cards in the stock; the replay has {f1}.",
    "conservation.pile_content": "The log names other cards in the pile that {seat} took than were discarded there.",
    "conservation.stock_order": "{seat} drew {a_kind_0}; the next card of the stock as listed was {a_kind_1}.",
}

ITEM_NAMES = {
    "meld_cards": "melded cards", "natural_canastas": "natural canastas", "mixed_canastas": "mixed canastas",
    "sequence_canastas": "sequences", "wild_canastas": "wild canastas", "other_canastas": "other canastas",
    "bonus_cards": "bonus cards", "going_out": "going out", "concealed": "concealed", "special_hands": "special hands",
    "aggregate": "collections", "unfinished_melds": "unfinished melds", "hand_cards": "cards in hand",
    "penalties": "penalties", "total": "total of the deal", "carried": "total brought in", "running": "running total",
    "final": "total at the end",
}  # fmt: skip


def sentence(
    rule: str, told: Mapping[str, int], facts: Sequence[int], events: Events, game: Game, deck: Deck
) -> str:  # fmt: skip
    """What happened, in a sentence a player understands; `told` is a row of replay.rows.TOLD."""
    template = _as_named(deck, TEMPLATES[rule])
    words = _Words(told, facts, events, game, deck)
    needed = {name for _, name, _, _ in Formatter().parse(template) if name}
    text = template.format(**{name: words[name] for name in needed})
    return text[0].upper() + text[1:]


def _as_named(deck: Deck, text: str) -> str:
    """A text with the names that a deck gives to cards."""
    for name, other in OTHER_NAMES.get(deck.name, ()):
        text = text.replace(name, other)
    return text


def seat_name(game: Game, seat: int) -> str:
    """North for a seat called N; other seats by their letter."""
    if not 0 <= seat < len(game.seats):
        return "nobody"
    letter = game.seats[seat]
    return COMPASS.get(letter, f"seat {letter}")


def cards_in_words(deck: Deck, kinds: Sequence[int]) -> str:
    """`7, 7 and 2`: cards by their code, as players call them."""
    codes_ = [_short(deck, kind) for kind in kinds]
    if not codes_:
        return "nothing"
    return codes_[0] if len(codes_) == 1 else f"{', '.join(codes_[:-1])} and {codes_[-1]}"


def _short(deck: Deck, kind: int) -> str:
    card = deck.card(kind)
    if card.rank == JOKER:
        return "joker"
    if not card.rank:
        return deck.name_of(kind)
    if (card.rank == 3 and card.colour and deck.name == "french") or card.rank > JOKER or kind >= len(deck.kinds):
        return deck.name_of(kind)
    return {"T": "10", "E": "11"}.get(card.code[0], card.code[0])


def plural(rank: int) -> str:
    """`sixes`, `kings`."""
    name = RANK_NAMES.get(rank, "card")
    return f"{name}es" if name.endswith(("x", "o")) else f"{name}s"


def _article(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _count(n: int, noun: str) -> str:
    number = NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)
    return f"{number} {noun}" if n == 1 else f"{number} {noun}s"


class _Words:
    """The words a template may use, made when it asks for them."""

    def __init__(
        self, told: Mapping[str, int], facts: Sequence[int], events: Events, game: Game, deck: Deck
    ) -> None:  # fmt: skip
        self.facts, self.events, self.game, self.deck = facts, events, game, deck
        self.row, self.at_seat, self.at_side, self.at_top = told["event"], told["seat"], told["side"], told["top"]

    def __getitem__(self, name: str) -> Any:
        kind, _, number = name.rpartition("_")
        if number.isdigit() and kind in ("seat", "a_kind", *NOUNS):
            return self._fact(kind, self.facts[int(number)])
        if name[0] in "fn" and name[1:].isdigit():
            value = self.facts[int(name[1:])]
            return str(value) if name[0] == "f" else _count(value, "card")
        return getattr(self, name)()

    def ban_until(self) -> str:
        words = {
            codes.BAN_FIRST_ROUND: " in the first round",
            codes.BAN_UNTIL_SEVENS: " before each side has a canasta of sevens",
        }
        return words.get(self.facts[0], "")

    def a_pile(self) -> str:
        return "a pile of one card" if self.facts[0] == 1 else "the pile, while the stock had cards,"

    def when_asked(self) -> str:
        return "before drawing; it is asked after that" if self.facts[0] else "after melding; it is asked before"

    def the_canasta(self) -> str:
        return "the natural canasta" if self.facts[0] == codes.DEMAND_NATURAL else "the canasta"

    def kind_2(self) -> str:
        return KINDS[self.facts[2]]

    def _fact(self, kind: str, value: int) -> str:
        if kind == "seat":
            return seat_name(self.game, value)
        if kind == "a_kind":
            return _article(self.deck.name_of(value))
        if kind == "ranks":
            return f"{_count(value, 'rank')} {'is' if value == 1 else 'are'}"
        return _count(value, _as_named(self.deck, NOUNS[kind]))

    def seat(self) -> str:
        return seat_name(self.game, self.at_seat)

    def side(self) -> str:
        return f"side {self.game.sides[self.at_side].name}"

    def cards(self) -> str:
        return cards_in_words(self.deck, self._played())

    def _cards(self) -> list[int]:
        """The cards of the row; what is no card of this deck is an unknown one."""
        known = len(self.deck.kinds)
        return [kind if kind < known else self.deck.unknown for kind in self.events.cards_of(self.row)]

    def _played(self) -> list[int]:
        """The cards of the act, one that its owner declared as what it was declared."""
        cards, roles = self._cards(), self.events.roles_of(self.row)
        names = {card.rank: card.id for card in self.deck.declared}
        for n, role in enumerate(roles):
            if 0 < role < len(self.deck.kinds) and names and self.deck.kinds[cards[n]].rank == WHEEL:
                cards[n] = names[self.deck.kinds[role].rank]
        return cards

    def its_name(self) -> str:
        return f"the {RANK_NAMES[WHEEL]}"

    def did_it(self) -> str:
        return {Kind.MELD: "melded", Kind.BONUS: "laid"}.get(Kind(self.events.kind[self.row]), "discarded")

    def each_costs(self) -> str:
        return f"; it costs {self.facts[1]} points each" if self.facts[1] else ""

    def suited(self) -> str:
        """Cards with their suits, where suits matter: `5h, 6h and 7h`."""
        codes_ = [self.deck.code(kind).replace("T", "10") for kind in self._cards()]
        return " ".join("joker" if code == "*" else code for code in codes_) or "nothing"

    def suit_or_colour(self) -> str:
        return "colour" if self.facts[0] == codes.BY_COLOUR else "suit"

    def cards_1_were(self) -> str:
        n = self.facts[1]
        return f"{NUMBERS[n] if n < len(NUMBERS) else n} {'was' if n == 1 else 'were'}"

    def did(self) -> str:
        return f"{self.did_it()} {self.cards()}"

    def top(self) -> str:
        return _article(self.deck.name_of(self.at_top))

    def tops(self) -> str:
        return plural(self.deck.card(self.at_top).rank)

    def with_cards(self) -> str:
        naturals, wilds = self.facts[0], self.facts[1]
        rank = self.deck.card(self.at_top).rank
        parts = []
        if naturals:
            parts.append(_count(naturals, RANK_NAMES[rank]) if naturals == 1 else f"{NUMBERS[naturals]} {plural(rank)}")
        if wilds:
            parts.append(_count(wilds, "wild card"))
        return " and ".join(parts) or "no card of the hand"

    def frozen_by(self) -> str:
        reason, kind, seat, turn = self.facts[2:6]
        if reason == codes.FROZEN_UNTIL_OPEN:
            return " against a side that has not opened"
        if reason == codes.FROZEN_AT_START:
            return " because nobody had taken it yet"
        if reason == codes.FROZEN_ALWAYS:
            return ", as it always is here"
        name = self.deck.name_of(kind)
        if turn < 0:
            return f" by the {name} in it"
        if seat == codes.NOBODY:
            return f" by the {name} turned up at the start"
        return f" by the {name} that {seat_name(self.game, seat)} discarded in turn {turn}"

    def at_score(self) -> str:
        score, raised, deal = self.facts[2], self.facts[3], self.facts[4]
        place = f" in deal {deal}" if deal else f" at a score of {score}"
        return place + (f", {raised} of them for a meld taken back" if raised else "")

    def its_rank(self) -> str:
        rank = self.facts[0]
        return f", here {plural(rank)}" if rank > 0 else ""

    def without_going_out(self) -> str:
        return " without going out" if self.facts[0] else "; here they are never melded"

    def of_hand(self) -> str:
        held = self.facts[2]
        return f" and holds {held}" if held > 0 and held != self.facts[0] else ""

    def cards_1_cards(self) -> str:
        return _count(self.facts[1], "card")

    def hand_left(self) -> str:
        cards = self.facts[0]
        return f" with {_count(cards, 'card')} left in the first" if cards > 0 else ", but there was none to take up"

    def drew_before(self) -> str:
        return f" after {_count(self.facts[0], 'card')}" if self.facts[0] else " after taking the pile"

    def out_by(self) -> str:
        seat = self.facts[0]
        return f": {seat_name(self.game, seat)} had gone out" if seat >= 0 else ""

    def stock_left(self) -> str:
        return f": {_count(self.facts[0], 'card')} were left in the stock" if self.facts[0] > 0 else ""


def difference(rule: str, claim: Claim, amount: Amount, game: Game) -> str:
    """A claimed figure that is not the recomputed one."""
    head = _claimed(claim, game)
    if rule == "score.sheets_agree":
        return f"{head}, another sheet {amount.low}; the replay cannot tell which is right."
    if amount.known is not None:
        return f"{head}, the replay {amount.known} (difference {claim.amount - amount.known:+d})."
    low = f"no less than {amount.low}" if amount.low is not None else ""
    high = f"no more than {amount.high}" if amount.high is not None else ""
    return f"{head}, the replay {' and '.join(part for part in (low, high) if part)}."


def contradiction(claim: Claim, expected: int, basis: str, game: Game) -> str:
    """A claimed figure that does not fit other claimed ones; `basis` says which, and what they do."""
    return f"{_claimed(claim, game)}, {basis} {expected} (difference {claim.amount - expected:+d})."


def _claimed(claim: Claim, game: Game) -> str:
    """Who says what of which figure."""
    side = game.sides[claim.side].name if 0 <= claim.side < len(game.sides) else "nobody"
    who = f"the sheet of {claim.claimant}" if claim.claimant else "the sheet"
    names = ["canastas"] if claim.item == CANASTA_ITEMS else claim.item.split("+")
    words = [ITEM_NAMES.get(name, name.removeprefix("count.").replace("_", " ")) for name in names]
    what = ("number of " if claim.item.startswith("count.") else "") + " and ".join(words)
    return f"{side}, {what}: {who} says {claim.amount}"
