"""The readers of other programs' logs: what they find in small logs of ours, in real ones, and in damaged ones."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.actions import NO_SEAT, NO_SIDE, Kind, Status, label_text
from data.cards import french
from data.events import Game, Reading
from data.options import resolve
from ingest.formats import FORMATS, detect, get, read_any
from tests.places import ROOT

CORPUS = Path(__file__).parent / "corpus"
PROGRAMS = {
    "rvenning": "rvenning-canasta",
    "feudalism": "feudalism-canasta",
    "familycanasta": "familycanasta",
    "speed1405": "speed1405-canasta-app",
}
LOGS = [path for program in PROGRAMS for path in sorted((CORPUS / program).glob("*.jsonl"))]
DECK = french()
# House rules of these programs that the list of options has no name for yet; until then they put verdicts in doubt.
AWAITED: set[str] = set()


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def read(path: Path, data: bytes | None = None) -> Reading:
    return get(path.parent.name).read(path.read_bytes() if data is None else data, path.name)


def counted(reading: Reading, *, status: Status = Status.PLAYED) -> Counter[str]:
    events = reading.events
    return Counter(Kind(events.kind[i]).name for i in range(len(events)) if events.status[i] == status)


def rows(reading: Reading, kind: Kind) -> list[int]:
    return [i for i in range(len(reading.events)) if reading.events.kind[i] == kind]


def cards(reading: Reading, i: int) -> str:
    return " ".join(DECK.code(card) for card in reading.events.cards_of(i))


# ------------------------------------------------------------------------------------------------ what is in a log

EXPECTED = {
    "rvenning/pairs": ("complete", {"TAKE_PILE": 1, "MELD": 4, "DISCARD": 5, "ASK": 1, "OUT": 1, "SHEET": 2}),
    "rvenning/cutthroat": ("truncated", {"TAKE_PILE": 1, "MELD": 9, "DISCARD": 5, "SHEET": 0}),
    "feudalism/pairs": ("complete", {"TAKE_PILE": 1, "MELD": 4, "DISCARD": 5, "TABLE": 1, "OUT": 1, "SHEET": 2}),
    "feudalism/two": ("truncated", {"TAKE_PILE": 1, "MELD": 4, "DISCARD": 4, "SHEET": 0}),
    "feudalism/hand_and_foot": ("unfinished", {"PACKET": 2, "TAKE_PACKET": 1, "MELD": 4, "BONUS": 1, "CLOSE": 1}),
    "familycanasta/pairs": ("complete", {"TAKE_PILE": 1, "MELD": 4, "DISCARD": 5, "BONUS": 2, "OUT": 1, "SHEET": 2}),
    "familycanasta/stuck": ("unfinished", {"MELD": 2, "DISCARD": 1, "COMMENT": 2, "SHEET": 0}),
    "speed1405/two": ("unfinished", {"TAKE_PILE": 1, "MELD": 7, "DISCARD": 7, "OUT": 1, "SHEET": 2}),
    "speed1405/pairs": ("unfinished", {"TAKE_PILE": 1, "MELD": 3, "DISCARD": 4, "BONUS": 1, "COMMENT": 1}),
}


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_structure(path: Path) -> None:
    reading = read(path)
    status, counts = EXPECTED[name_of(path)]
    (game,) = reading.games
    assert game.status == status
    found = counted(reading)
    assert {kind: found[kind] for kind in counts} == counts
    assert [m.code for m in reading.messages] == (["W301"] if status == "truncated" else [])
    assert reading.ledger.balances()
    assert reading.ledger.lines == len(path.read_bytes().splitlines())
    assert not reading.ledger.bad
    assert not reading.orphans


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_detected_by_its_content_alone(path: Path) -> None:
    data = path.read_bytes()
    assert detect(data) == path.parent.name
    assert [name for name in FORMATS if name in PROGRAMS and get(name).sniff(data[:4096])] == [path.parent.name]
    assert read_any(data, "renamed.txt").format == path.parent.name


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_roster_and_headers_are_those_of_the_notation(path: Path) -> None:
    (game,) = read(path).games
    keys = [header.key for header in game.headers]
    assert keys[:4] == ["rules", "options", "seats", "teams"]
    assert {f"player {seat}" for seat in game.seats} < set(keys)
    assert {"view", "recorder"} < set(keys)
    assert sorted(seat for side in game.sides for seat in side.seats) == list(range(len(game.seats)))
    assert game.header("options") == " ".join(f"{name}={value}" for name, value in game.options)


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_options_are_ours(path: Path) -> None:
    (game,) = read(path).games
    unknown = {name for name, value in game.options if resolve(name, value) is None}
    assert unknown <= AWAITED


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_cards_are_where_the_rows_say(path: Path) -> None:
    reading = read(path)
    assert not Follower(reading).run(reading.games[0])


def test_answer_completes_the_question() -> None:
    reading = read(CORPUS / "rvenning" / "pairs.jsonl")
    (ask,) = rows(reading, Kind.ASK)
    assert reading.events.amount[ask] == 1


def test_refused_acts_stand_together_with_their_sentence() -> None:
    reading = read(CORPUS / "rvenning" / "pairs.jsonl")
    events = reading.events
    refused = [i for i in range(len(events)) if events.status[i] == Status.REFUSED]
    take = next(i for i in refused if events.kind[i] == Kind.TAKE_PILE)
    assert events.kind[take + 1] == Kind.MELD
    assert take + 1 in refused
    assert events.line[take] == events.line[take + 2]
    assert (events.text_of(take + 2) or "").startswith("The pile is frozen for your side")


def test_meld_of_another_side_is_named_by_side_and_rank() -> None:
    reading = read(CORPUS / "rvenning" / "pairs.jsonl")
    events = reading.events
    (foreign,) = [i for i in rows(reading, Kind.MELD) if events.side[i] != NO_SIDE]
    assert (events.seat[foreign], events.side[foreign], events.target[foreign]) == (1, 0, 14)


def test_red_threes_are_laid_and_replaced_in_order() -> None:
    reading = read(CORPUS / "rvenning" / "pairs.jsonl")
    first = next(i for i in rows(reading, Kind.DRAW) if not reading.events.status[i])
    assert [(Kind(reading.events.kind[i]).name, cards(reading, i)) for i in range(first, first + 3)] == [
        ("DRAW", "3h"),
        ("BONUS", "3h"),
        ("DRAW", "9c"),
    ]


def test_wild_cards_of_a_take_go_where_the_melds_grew() -> None:
    reading = read(CORPUS / "feudalism" / "two.jsonl")
    take = rows(reading, Kind.TAKE_PILE)[0]
    assert [cards(reading, i) for i in (take + 1, take + 2)] == ["8s 8d 8h *", "9d 9h 9s"]


def test_labels_tell_melds_of_one_rank_apart() -> None:
    reading = read(CORPUS / "feudalism" / "hand_and_foot.jsonl")
    labels = [reading.events.target[i] for i in rows(reading, Kind.MELD)]
    assert [label_text(label) if label >= 100 else label for label in labels] == [0, "m1", "w1", 0]
    reading = read(CORPUS / "speed1405" / "pairs.jsonl")
    labels = [reading.events.target[i] for i in rows(reading, Kind.MELD)]
    assert [label_text(label) if label >= 100 else label for label in labels] == [0, "m1", "m1"]


def test_whole_turns_say_that_their_order_is_unknown() -> None:
    reading = read(CORPUS / "familycanasta" / "pairs.jsonl")
    (start,) = rows(reading, Kind.DEAL_START)
    assert (reading.events.text_of(start) or "").split()[-1] == "order=unknown"


def test_red_three_of_another_hand_is_outside_the_turn() -> None:
    reading = read(CORPUS / "speed1405" / "pairs.jsonl")
    late = [i for i in rows(reading, Kind.BONUS) if reading.events.turn[i] == 0]
    assert [(reading.events.seat[i], cards(reading, i)) for i in late] == [(1, "3h")]


def test_sheets_and_claims_say_the_same() -> None:
    for path in LOGS:
        reading = read(path)
        events = reading.events
        for i in rows(reading, Kind.SHEET):
            words = dict(word.split("=") for word in (events.text_of(i) or "").split())
            assert words.pop("by") == path.parent.name
            claims = [c for c in reading.games[0].claims if c.line == events.line[i] and c.side == events.side[i]]
            figures = [c.amount for c in claims if c.item != "running"]
            assert [int(value) for value in words.values()] == figures


def test_example_of_the_documentation_works() -> None:
    text = (ROOT / "docs" / "ADAPTERS.md").read_text(encoding="utf-8")
    log, code = (text.split(f"```{language}\n")[1].split("```")[0] for language in ("jsonl", "python"))
    module = ModuleType("kitchen")
    exec(compile(code, "docs/ADAPTERS.md", "exec"), module.__dict__)
    assert module.sniff(log.encode()[:200])
    reading = module.read(log.encode(), "kitchen.jsonl")
    (game,) = reading.games
    assert game.status == "complete"
    assert not reading.messages
    assert accounted(reading)
    assert not Follower(reading).run(game)
    assert [cards(reading, i) for i in rows(reading, Kind.DRAW)] == ["3h", "9c", "6s"]
    claimed = {(claim.side, claim.item): claim.amount for claim in game.claims}
    assert (claimed[0, "bonus_cards"], claimed[1, "hand_cards"]) == (100, -35)


# ------------------------------------------------------------------------------------------------------- real logs


@pytest.mark.parametrize("program", PROGRAMS)
def test_real_logs_are_read_whole(program: str, shared: Path) -> None:
    paths = sorted((shared / "logs" / PROGRAMS[program]).glob("*/*.jsonl"))
    assert paths
    for path in paths:
        reading = get(program).read(path.read_bytes(), path.name)
        assert not reading.messages, path
        assert reading.ledger.balances(), path
        assert not reading.ledger.bad, path
        (game,) = reading.games
        assert game.status in ("complete", "unfinished"), path
        assert not Follower(reading).run(game), path


class Follower:
    """Follows the cards of a log without knowing any rule: whatever moves must be where it comes from."""

    def __init__(self, reading: Reading) -> None:
        self.events = reading.events
        self.faults: list[str] = []

    def run(self, game: Game) -> list[str]:
        for i in range(game.first, game.last):
            if self.events.status[i] == Status.PLAYED:
                self.step(game, i)
        return self.faults

    def step(self, game: Game, i: int) -> None:
        events, seat = self.events, self.events.seat[i]
        kind, moved = events.kind[i], events.cards_of(i)
        if kind == Kind.DEAL_START:
            self.hands: list[Counter[int]] = [Counter() for _ in game.seats]
            self.feet: list[list[int]] = [[] for _ in game.seats]
            self.started = False
        elif kind == Kind.DEALT:
            self.hands[seat] = Counter(moved)
        elif kind == Kind.PACKET:
            self.feet[seat] = moved
        elif kind == Kind.TURN_UP:
            self.pile = moved
        elif kind == Kind.STOCK:
            self.stock = moved
        elif kind == Kind.DRAW:
            self.started = True
            self.expect(i, moved == self.stock[: len(moved)], "the next cards of the stock")
            self.stock = self.stock[len(moved) :]
            self.hands[seat].update(moved)
        elif kind == Kind.TAKE_PILE:
            self.started = True
            left = len(self.pile) - len(moved)
            self.expect(i, moved == self.pile[left:], "the pile")
            self.pile = self.pile[:left]
            self.hands[seat].update(moved)
        elif kind == Kind.TAKE_PACKET:
            self.hands[seat].update(self.feet[seat])
        elif kind in (Kind.MELD, Kind.DISCARD) or (kind == Kind.BONUS and self.started):
            self.expect(i, not Counter(moved) - self.hands[seat], "cards of the hand")
            self.hands[seat] -= Counter(moved)
            self.pile = self.pile + moved if kind == Kind.DISCARD else self.pile
        self.check(i, seat, Kind(kind))

    def check(self, i: int, seat: int, kind: Kind) -> None:
        if kind in (Kind.COUNT_HAND, Kind.COUNT_PILE, Kind.COUNT_STOCK):
            sizes = {
                Kind.COUNT_HAND: self.hands[seat].total(), Kind.COUNT_PILE: len(self.pile),
                Kind.COUNT_STOCK: len(self.stock),
            }  # fmt: skip
            self.expect(i, sizes[kind] == self.events.amount[i], kind.name)

    def expect(self, i: int, holds: bool, what: str) -> None:
        if not holds:
            self.faults.append(f"line {self.events.line[i]}: {what}")


# --------------------------------------------------------------------------------------------------------- damage

HOSTILE: list[object] = [None, True, -1, 0, 7, 10**9, 10**30, 1.5, "", "x", "\x00\n<b>", [], [[]], {}, "9" * 5000]


def lines_of(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, child in inner for place in places(child, (*path, key)))]


def changed(record: object, rng: random.Random) -> bytes:
    """The line with one field replaced by something hostile, or taken out."""
    path = rng.choice(places(record)[1:])
    parent = record
    for key in path[:-1]:
        parent = parent[key]  # type: ignore[index]
    if rng.random() < 0.2:
        del parent[path[-1]]  # type: ignore[attr-defined]
    else:
        parent[path[-1]] = rng.choice(HOSTILE)  # type: ignore[index]
    text = json.dumps(record)
    return (text.replace("1.5", "NaN") if rng.random() < 0.5 else text).encode() + b"\n"


def garbled(line: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(line) - 1)  # the end of the line stays, or two lines would be damaged
    return rng.choice(
        [line[:at] + b"\n", line[:at] + rng.randbytes(3) + line[at:], line[:at] + line[at + 1 :], b"", line + line]
    )


def accounted(reading: Reading) -> bool:
    """Every line is in the ledger, every row points at a line, and every row belongs to one game."""
    ledger, events = reading.ledger, reading.events
    bounds = [bound for game in reading.games for bound in (game.first, game.last)]
    return (
        ledger.balances()
        and ledger.bad == len(rows(reading, Kind.BAD))
        and ledger.orphans == len(reading.orphans)
        and all(1 <= events.line[i] <= ledger.lines for i in range(len(events)))
        and bounds == sorted(bounds)
        and (not bounds or (bounds[0] == 0 and bounds[-1] == len(events)))
        and all(NO_SEAT <= seat < 9 for seat in events.seat)
    )


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_hostile_lines_never_raise(seed: int) -> None:
    rng = random.Random(seed)
    path = rng.choice(LOGS)
    lines = lines_of(path.read_bytes())
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        try:
            record = json.loads(lines[at])
        except ValueError:
            continue
        lines[at] = changed(record, rng) if rng.random() < 0.7 else garbled(lines[at], rng)
    assert accounted(read(path, b"".join(lines)))


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_damage_touches_no_other_game(seed: int) -> None:
    """Whatever happens to a line of the first game, the second is read as before."""
    rng = random.Random(seed)
    path = rng.choice(LOGS)
    first, second = lines_of(path.read_bytes()), lines_of(path.read_bytes())
    before = facts(read(path, b"".join(first + second)), 1)
    at = rng.randrange(len(first))
    first[at] = garbled(first[at], rng)
    after = read(path, b"".join(first + second))
    assert accounted(after)
    assert facts(after, -1) == before


def facts(reading: Reading, number: int) -> list[tuple[object, ...]]:
    events, game = reading.events, reading.games[number]
    return [
        (events.deal[i], events.turn[i], events.seat[i], events.side[i], events.kind[i], events.status[i],
         events.target[i], events.amount[i], events.text_of(i), tuple(events.cards_of(i)))
        for i in range(game.first, game.last)
    ] + [(game.id, game.status, [header[:2] for header in game.headers], len(game.claims))]  # fmt: skip


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_lost_and_doubled_lines_are_noticed(path: Path) -> None:
    lines = lines_of(path.read_bytes())
    for at in range(1, len(lines) - 1):
        without = read(path, b"".join(lines[:at] + lines[at + 1 :]))
        doubled = read(path, b"".join(lines[: at + 1] + lines[at:]))
        noticed = {"E150", "W304"}
        assert noticed & {message.code for message in without.messages}, at
        assert noticed & {message.code for message in doubled.messages}, at


def test_lost_first_line_costs_its_own_game_only() -> None:
    path = CORPUS / "rvenning" / "pairs.jsonl"
    lines = lines_of(path.read_bytes())
    reading = read(path, b"".join(lines[:10] + lines[1:]))
    assert [game.status for game in reading.games] == ["truncated"]
    assert len(reading.orphans) == len(lines) - 2
    assert accounted(reading)


def test_unreadable_first_line_makes_the_game_unjudgeable() -> None:
    path = CORPUS / "speed1405" / "two.jsonl"
    reading = read(path, path.read_bytes().replace(b'"variant":"2p"', b'"variant":7'))
    (game,) = reading.games
    assert game.status == "unjudgeable"
    assert sum(message.is_error for message in reading.messages) == 1
    assert accounted(reading)


def test_strict_stops_at_the_first_error() -> None:
    path = CORPUS / "rvenning" / "pairs.jsonl"
    lines = lines_of(path.read_bytes())
    lines[5] = b"{}\n"
    reading = get("rvenning").read(b"".join(lines), path.name, mode="strict")
    assert reading.ledger.orphans == len(lines) - 6
    assert reading.ledger.balances()


def test_unknown_types_of_line_are_kept() -> None:
    path = CORPUS / "rvenning" / "pairs.jsonl"
    lines = lines_of(path.read_bytes())
    last = json.loads(lines[-1])
    added = json.dumps({"i": last["i"], "type": "chat", "text": "hello"}).encode() + b"\n"
    last["i"] += 1
    reading = read(path, b"".join([*lines[:-1], added, json.dumps(last).encode()]))
    assert [message.code for message in reading.messages] == ["W321"]
    assert [reading.events.text_of(i) for i in rows(reading, Kind.EXTENSION)] == [added.decode().rstrip()]
