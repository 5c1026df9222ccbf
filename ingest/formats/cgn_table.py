"""Lines of what happens at the table: deal lines, positions and turns (NOTATION 2.4, 2.5, DESIGN section 6).

A line becomes all of its rows or none.  Import spellings are noted, continuity of turn numbers is checked; no play is
judged.
"""

from __future__ import annotations

from typing import NamedTuple

from data.actions import BONUS_TARGET, NO_SEAT, NO_TEXT, PACKETS, Kind, Status
from data.cards import RANKS
from data.events import Events
from ingest.formats import cgn_lines as lines
from ingest.formats.cgn_cards import STRICT, Group, Note, Unreadable, shown, whole_number
from ingest.formats.cgn_game import Line, OpenGame
from ingest.formats.cgn_ops import CLOCK, Op

SEAT_WORDS = ("deal", "holds", *PACKETS)
WORD_KINDS = {"deal": Kind.DEALT, "holds": Kind.HOLDS, "up": Kind.TURN_UP, "stock": Kind.STOCK, "pile": Kind.PILE}
EMPTIED = "stock"  # alone on its line: no card is left
CONTINUED = ("stock", "pile")  # may be longer than a line
SETTLED = "settled=yes"
ONCE_A_TURN = (int(Kind.OUT),)


def deal_line(game: OpenGame, line: Line, word: str) -> None:
    """`deal N cards`, `up cards`, `holds N cards`, `table A melds` and their like; raises Unreadable."""
    words = lines.tokens(line.text, len(word))
    belongs(game, line)
    if word == "table":
        _table(game, line, words)
        return
    seat = NO_SEAT
    if word in SEAT_WORDS:
        if not words:
            raise Unreadable("E132", len(line.text), "a seat of this game", "the end")
        seat = game.seat(words[0].text, words[0].at)
        words = words[1:]
    settled = word == "deal" and bool(words) and words[-1].text == SETTLED
    none_left = word == EMPTIED and not words
    group = Group() if none_left else _cards(game, line, words[:-1] if settled else words)
    record_deal(game, line, DealLine(word, seat, group, settled))


class DealLine(NamedTuple):
    """What a deal line says: its word, the seat (NO_SEAT where it names none) and the cards."""

    word: str
    seat: int
    group: Group
    settled: bool = False  # red threes were replaced before the record begins


def record_deal(game: OpenGame, line: Line, said: DealLine) -> None:
    """One row of cards dealt, turned up or lying somewhere when the deal begins."""
    word, seat, group, settled = said
    dealt = game.deal.dealt.setdefault(word, set())
    if seat in dealt and word not in CONTINUED:
        game.message(line.number, Note("W315", 0, f"one {word} line for each seat", "another one"))
    dealt.add(seat)
    packet = PACKETS.index(word) if word in PACKETS else 0
    game.events.add(WORD_KINDS.get(word, Kind.PACKET), deal=game.deal_number, seat=seat, target=packet,
                    cards=group.cards, roles=group.roles if group.has_roles else (), readings=group.readings,
                    text=SETTLED if settled else None, line=line.number)  # fmt: skip


def belongs(game: OpenGame, line: Line) -> None:
    """Deal lines come before turns: where they do not, the `@hand` above them was lost.  Raises Unreadable, once."""
    deal = game.deals[-1] if game.deals else None
    if deal is not None and not deal.closing and not deal.last_turn:
        return
    game.lose_deal(line)
    if not game.deal.bad:
        raise Unreadable("E213" if deal else "E204", 0, "@hand before deals and turns", shown(line.text, 0, 40))


def _cards(game: OpenGame, line: Line, words: list[lines.Token]) -> Group:
    """All the groups of a line as one."""
    whole = Group()
    if not words:
        raise Unreadable("E101", len(line.text), "cards", "the end")
    for token in words:
        try:
            group = game.ops.group(token.text)
        except Unreadable as unreadable:
            raise _moved(unreadable.note, token.at) from None
        whole.cards += group.cards
        whole.roles += group.roles
        whole.readings += group.readings
        whole.notes += [note._replace(at=note.at + token.at) for note in group.notes]
        whole.has_roles = whole.has_roles or group.has_roles
    for note in whole.notes:
        game.message(line.number, note)
    return whole


def _moved(note: Note, offset: int) -> Unreadable:
    """The same note with its place in the line instead of the token."""
    return Unreadable(note.code, note.at + offset, note.expected, note.found)


def _table(game: OpenGame, line: Line, words: list[lines.Token]) -> None:
    """`table A 888 KKKK22* !3d`: one row a meld, one for each lot of bonus cards."""
    if len(words) < 2:
        raise Unreadable("E101", len(line.text), "a team and its melds", "the end")
    side = game.side(words[0].text, words[0].at)
    melds = _ops(game, words[1:])
    for token, op in zip(words[1:], melds, strict=True):
        if op.status or op.kind not in (Kind.MELD, Kind.BONUS):
            raise Unreadable("E120", token.at, "a meld or !cards", token.text[:20])
    for token, op in zip(words[1:], melds, strict=True):
        _note(game, line, token.at, op)
        target = BONUS_TARGET if op.kind == Kind.BONUS else op.target
        game.events.add(Kind.TABLE, deal=game.deal_number, side=side, cards=op.cards, roles=op.roles, target=target,
                        readings=op.readings, line=line.number, column=token.at + 1)  # fmt: skip


def _ops(game: OpenGame, words: list[lines.Token]) -> list[Op]:
    """The operations of words; offsets of what cannot be read are made those of the line."""
    found = []
    read = game.ops.read
    for token in words:
        try:
            found.append(read(token.text))
        except Unreadable as unreadable:
            raise _moved(unreadable.note, token.at) from None
    return found


def _note(game: OpenGame, line: Line, offset: int, op: Op) -> None:
    for note in op.notes:
        game.message(line.number, note, offset)


def open_deal(game: OpenGame, line: Line) -> None:
    """Make sure that a turn has a deal to stand in, one whose `@hand` was lost at worst.  Raises Unreadable, once."""
    if not game.deals or game.deals[-1].bad_row >= 0:
        game.lose_deal(line)
        if not game.deal.bad:
            raise Unreadable("E204", 0, "@hand before deals and turns", shown(line.text, 0, len(line.text)))


def turn_line(game: OpenGame, line: Line) -> int:
    """`[number.] SEAT operations`; returns the turn's number.  Raises Unreadable before anything is recorded."""
    text, end = line.text, len(line.text)
    open_deal(game, line)
    written, stop = whole_number(text, 0, end)
    if stop and stop < end and text[stop] == ".":
        if written < 0:
            raise Unreadable("E131", 0, "a turn number of at most nine digits", shown(text, 0, end))
        at = stop + 1
    else:
        written, at = -1, 0
    words = lines.tokens(text, at)
    letter = words[0].text if words and (not at or text[at] in lines.BLANKS) else ""
    if len(letter) != 1 or not lines.is_seat(letter):
        raise Unreadable("E210", at, "a turn: number, seat and operations", shown(text, 0, end))
    seat = game.seat(letter, words[0].at)
    if len(words) == 1:
        raise Unreadable("E101", end, "an operation", "the end")
    ops = _ops(game, words[1:])
    _at_most_once(words, ops)
    turn = count_turn(game, line, written, refused=all(op.status == Status.REFUSED for op in ops))
    _record(game, line, (turn, seat), words[1:], ops)
    return turn


def _at_most_once(words: list[lines.Token], ops: list[Op]) -> None:
    """A player goes out once; two discards, or two looks at hands, are a play, and judged."""
    seen = set()
    for token, op in zip(words[1:], ops, strict=True):
        if op.kind in ONCE_A_TURN and op.status == 0:
            if op.kind in seen:
                raise Unreadable("E211", token.at, "this once on a turn", token.text)
            seen.add(op.kind)


def count_turn(game: OpenGame, line: Line, written: int, *, refused: bool) -> int:
    """The number of a turn; a gap is the cheapest sign of a lost line (W304)."""
    deal = game.deal
    due = deal.last_turn + 1
    if written == 0:
        deal.interrupted = True
        return 0
    goes_on, deal.interrupted = deal.interrupted and written == deal.last_turn, False
    if goes_on or (refused and written in (due, due - 1)):
        return written  # attempts that were not let through, perhaps of another seat, are no turn of their own
    if written < 0:
        deal.unnumbered += 1
        deal.unnumbered_line = deal.unnumbered_line or line.number
        deal.last_turn = due
        return due
    deal.numbered += 1
    if written != due:
        found = f"turn {written}" + (" (lines missing?)" if written > due else "")
        game.message(line.number, Note("W304", 0, f"turn {due}", found))
    deal.last_turn = written
    return written


def _record(game: OpenGame, line: Line, place: tuple[int, int], words: list[lines.Token], ops: list[Op]) -> None:
    """Append the rows of a turn line."""
    events = game.events
    time = NO_TEXT
    for op in ops:
        if op.kind == CLOCK and op.text is not None:
            time = len(events.texts)
            events.texts.append(op.text)
    loose = _assumed_bonus(game, ops)
    for number, (token, op) in enumerate(zip(words, ops, strict=True)):
        if op.notes:
            _note(game, line, token.at, op)
        if op.kind == CLOCK:
            continue
        append_act(events, op, (game.deal_number, *place, time, line.number, token.at + 1))
        if number in loose:
            game.message(line.number, Note("W334", token.at, "the red three laid with !", "no !"))
            laid = op._replace(kind=int(Kind.BONUS), notes=())
            append_act(events, laid, (game.deal_number, *place, time, line.number, token.at + 1))


def _assumed_bonus(game: OpenGame, ops: list[Op]) -> set[int]:
    """Draws of red threes that `+3h +5` shows to have been laid and replaced, though nobody wrote `!3h`."""
    if game.mode == STRICT or game.deck.name != "french":
        return set()
    kinds = game.deck.kinds
    found = set()
    for number in range(len(ops) - 1):
        op, following = ops[number], ops[number + 1]
        if op.kind == following.kind == Kind.DRAW and not op.status and not op.readings and all(
            kinds[card].rank == RANKS["3"] and kinds[card].colour == 2 for card in op.cards
        ):  # fmt: skip
            found.add(number)
    laid = any(op.kind == Kind.BONUS for op in ops)
    return set() if laid else found


def append_act(events: Events, op: Op, place: tuple[int, int, int, int, int, int]) -> None:
    """One row without the checks and defaults of `Events.add`; `place` = deal, turn, seat, time, line, column."""
    deal, turn, seat, time, line, column = place
    events.deal.append(deal)
    events.turn.append(turn)
    events.seat.append(seat if op.seat == NO_SEAT else op.seat)
    events.side.append(op.side)
    events.kind.append(op.kind)
    events.status.append(op.status)
    # `seat` of a view is who looks; whose turn it is, counted from 1, is its target.
    events.target.append(seat + 1 if op.kind == Kind.VIEW else op.target)
    events.amount.append(op.amount)
    if op.text is None:
        events.text.append(NO_TEXT)
    else:
        events.text.append(len(events.texts))
        events.texts.append(op.text)
    events.time.append(time)
    events.line.append(line)
    events.column.append(column)
    events.cards.extend(op.cards)
    events.roles.extend(op.roles)
    events.readings.extend(op.readings)
    events.card_start.append(len(events.cards))
    events.role_start.append(len(events.roles))
    events.reading_start.append(len(events.readings))
