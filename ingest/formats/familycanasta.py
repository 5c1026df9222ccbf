"""Reader of the logs of grumpystrongman/familycanasta: 2 to 6 players, alone or in pairs.

Owns how that program's lines become events; judges nothing.  What to know of the format:

* One line is one whole turn: what happened in it is known, in which order is not (`order=unknown` at each deal).
  Rows stand in the order in which a turn is played: draw or take, red threes and their replacements, the meld that
  holds the top card, other melds, discard.
* `stock` and piles have their last card next and on top.  Hands are as dealt, red threes included: this program lets
  a player keep them.
* Questions to the partner are not logged, and the deal ends in a line of its own, which says who went out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar

from data.actions import NO_TARGET, Kind
from data.cards import RANKS
from ingest.formats import jsonfields, jsonlog
from ingest.formats.familycanasta_options import options_of
from ingest.formats.gamelog import GameLog, Setup
from ingest.formats.jsonfields import BadField, Record, deck_card, deck_cards, has_natural

NAME = "familycanasta"
PROGRAM = re.compile(rb'"program"\s*:\s*"grumpystrongman/familycanasta')

REASONS = {"went-out": "out", "stock-exhausted": "stock", "last-red-three": "stock"}


class _Log(GameLog):
    FORMAT: ClassVar[str] = NAME
    DEAL_KEY: ClassVar[str] = "hand"
    SHEET: ClassVar[Mapping[str, str]] = {
        "cards": "boardCardPoints", "nat": "cleanCanastas", "mix": "dirtyCanastas", "canastas": "canastaBonus",
        "bonus": "redThreePoints", "out": "goingOutPoints", "hand": "handPenalty", "sum": "roundTotal",
    }  # fmt: skip

    def handlers(self) -> dict[str, Callable[[Record], bool]]:
        return {
            "match": self._match, "deal": self._deal, "turn": self._turn, "stuck": self._stopped,
            "aborted": self._stopped, "roundScore": self._scored, "end": self._end,
        }  # fmt: skip

    # -- the game and its deals

    def _match(self, record: Record) -> bool:
        rules = jsonfields.inner(record, "rules")
        players = jsonfields.records(record, "players")
        if not 2 <= len(players) <= 6:
            raise BadField("2 to 6 players", len(players))
        uids = [jsonfields.text(player, "uid") for player in players]
        teams = [jsonfields.number(player, "team", 0, 5) for player in players]
        if len(set(uids)) != len(uids) or sorted(set(teams)) != list(range(len(set(teams)))):
            raise BadField("players with names of their own in teams from 0 on", teams)
        options, packs = options_of(rules), jsonfields.number(rules, "deckCount", 1, 8)
        sides = [[seat for seat, team in enumerate(teams) if team == side] for side in range(max(teams) + 1)]
        ruleset = f"{'classic_3' if len(uids) == 3 else 'classic'}-{54 * packs}"
        self.begin_game(record, Setup(ruleset, options, uids, sides), jsonfields.number(record, "seed", 0))
        return True

    def _deal(self, record: Record) -> bool:
        number = jsonfields.number(record, "hand", 1)
        dealer = self.seat(record, "dealerIndex")
        by_player = jsonfields.inner(record, "hands")
        hands = [deck_cards(jsonfields.get(by_player, uid), "hands") for uid in self.names]
        pile = deck_cards(jsonfields.get(record, "discardPile"), "discardPile")
        stock = deck_cards(jsonfields.get(record, "stock"), "stock")
        self.begin_deal(dealer, self.side_numbers(record, "teamScores"), "order=unknown", deal=number)
        self.lay_out(hands, pile, stock[::-1], settled=False)
        return True

    # -- plays

    def _turn(self, record: Record) -> bool:
        self.must_be_open(record)
        seat = self.named(record, "player")
        source = record.get("source")
        if source == "stock":
            self._draws(seat, record)
        elif source == "discardPile":
            self._takes(seat, record)
        elif source is None:
            # The stock is empty and the player ends the deal instead of taking: no turn was played.
            self.emit(Kind.COMMENT, seat=seat, text=jsonfields.text(record, "lastAction"))
            return True
        else:
            raise BadField("stock or discardPile for source", source)
        if record.get("discard") is not None:
            self.act(Kind.DISCARD, seat, cards=[deck_card(record["discard"], "discard")])
        after = jsonfields.inner(record, "after")
        hand = len(deck_cards(jsonfields.get(record, "handAfter"), "handAfter"))
        self.counts(seat, hand, jsonfields.number(after, "discardN", 0), jsonfields.number(after, "stock", 0))
        self.end_turn()
        return True

    def _draws(self, seat: int, record: Record) -> None:
        drawn = deck_cards(jsonfields.get(record, "stockDrawn"), "stockDrawn")
        self.draw_rows(seat, drawn, self._laid(record))
        for rank, cards, _ in self._changes(record):
            self._meld_row(seat, rank, cards)

    def _takes(self, seat: int, record: Record) -> None:
        pile = deck_cards(jsonfields.get(record, "pileTaken"), "pileTaken")
        replaced = jsonfields.items(record, "replacementDrawn")
        self.act(Kind.TAKE_PILE, seat, amount=len(pile), cards=pile)
        top = jsonfields.rank_of(pile[-1]) if pile else 0
        changes = self._changes(record)
        # The meld with the top card comes first, unless a card drawn for a red three lies in it.
        for rank, cards, added in changes:
            if rank == top and not any(card in added for card in replaced):
                self._meld_row(seat, rank, cards)
        self.draw_rows(seat, deck_cards(replaced, "replacementDrawn"), self._laid(record))
        for rank, cards, added in sorted(changes, key=lambda change: change[0] != top):
            if rank != top or any(card in added for card in replaced):
                self._meld_row(seat, rank, cards)

    def _laid(self, record: Record) -> list[int]:
        return deck_cards(jsonfields.get(record, "redThreesLaid"), "redThreesLaid")

    def _changes(self, record: Record) -> list[tuple[int, list[int], list[object]]]:
        """Rank and cards added of each meld that the turn changed, and those cards as the program names them."""
        changes = []
        for change in jsonfields.records(record, "meldChanges"):
            rank = jsonfields.text(change, "rank")
            number = RANKS.get({"10": "T"}.get(rank, rank), 0)
            if not number:
                raise BadField("the rank of a meld", rank)
            added = jsonfields.items(change, "added")
            changes.append((number, deck_cards(added, "added"), added))
        return changes

    def _meld_row(self, seat: int, rank: int, cards: list[int]) -> None:
        self.act(Kind.MELD, seat, cards=cards, target=NO_TARGET if has_natural(cards, rank) else rank)

    def _stopped(self, record: Record) -> bool:
        """The program's robot could not go on; the game stays open."""
        why = record.get("note", record.get("reason", ""))
        self.emit(Kind.COMMENT, text=jsonfields.as_text(why, "note"))
        self.game.status = "unfinished"
        return True

    # -- scores

    def _scored(self, record: Record) -> bool:
        how = jsonfields.known(record, "reason", REASONS)
        rows = jsonfields.inner(record, "breakdowns")
        sheets = [self.figures(jsonfields.inner(rows, str(side))) for side in range(len(self.game.sides))]
        scores = self.side_numbers(record, "teamScores")
        if how == "out":
            seat = self.named(record, "wentOutUid")
            self.emit(Kind.OUT, seat=seat, turn=self.turn_done, amount=0)
        self.close_deal(how, sheets, scores)
        return True

    def _end(self, record: Record) -> bool:
        over = jsonfields.flag(record, "over")
        self.end_game(self.side_numbers(record, "teamScores"), record.get("winnerTeam"), over=over)
        return True


sniff, read = jsonlog.door(PROGRAM, _Log)
