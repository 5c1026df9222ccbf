"""What becomes of a log when one line of it is damaged: who notices, and does any other game change?

`python -m tests.damage 10000` damages simulated games in that many ways, sealed and unsealed, and prints a table; the
same seed makes the same damages.  tests/test_damage.py runs a few hundred of them.

Somebody notices if there is a message of the reader that was not there before, or if the replay says something else
of the game: another status, note or finding, or a figure that differs.  A damage is harmless if the record says the
same as before; what goes unnoticed says something else, and nobody tells.
"""

from __future__ import annotations

import argparse
import random
import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate

from data.events import Events, Game, Reading
from ingest.formats.cgn import read
from ingest.formats.cgn_lines import first_word
from ingest.formats.cgn_writer import game_lines, write
from replay import replay_game
from replay.simulate import simulate

# How often each kind of damage is done.
KINDS = {
    "delete line": 12, "duplicate line": 8, "truncate line": 10, "swap lines": 8, "drop token": 12, "double token": 8,
    "change token": 12, "change character": 12, "insert character": 8, "delete character": 8, "binary junk": 2,
}  # fmt: skip
CHARACTERS = '0123456789AKQJT*?cdhs+-!~=:;@.,[]() \tNESWABxyz"é'

SCORE = ("@score", "@total")
FREE_TEXT = ("event", "site", "date", "recorder", "club", "round", "table", "board", "player", ";")
SAID_OTHERWISE = ("rules", "options", "seats", "teams", "view")  # headers that are compared as they are understood
CLASSES = ("structure", "score", "turn", "free text")
# Ruleset, players, view and options of the games of each log.
GAMES = (
    ("classic", 4, "all", ("target=1500",)), ("classic", 4, "public", ("target=1500",)),
    ("classic", 2, "all", ("target=2000",)), ("classic", 4, "all", ("ask_partner=required", "target=1500")),
    ("classic_3_cutthroat", 3, "all", ("target=2000",)), ("classic", 4, "scores", ("target=3000",)),
    ("classic_6_trios", 6, "all", ("target=1500",)), ("classic", 4, "N", ("target=1500",)),
    ("classic", 5, "public", ("target=1500",)),
)  # fmt: skip
PER_LOG = 3
EVERY = 0.05  # of the damages after which every game is replayed, and not only those that are not as they were


@dataclass(frozen=True, slots=True)
class Log:
    """Games in one file, as they were before any damage."""

    lines: tuple[str, ...]
    owner: tuple[int, ...]  # of each line: the number of its game, -1 for blank lines and the first
    ids: tuple[str, ...]
    records: tuple[tuple[object, ...], ...]  # each game as it is in memory, apart from the numbers of its lines
    meanings: tuple[tuple[object, ...], ...]
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Damage:
    """One damaged line: what was done to it, of which class it is, and what came of that."""

    kind: str
    line_class: str
    line: str
    damaged: str
    outcome: str  # crash, leak, harmless, reader, replay, unnoticed


@dataclass(slots=True)
class Tally:
    """Counts of outcomes by class of line; the damages that nobody noticed, and the worse ones."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in CLASSES})
    unnoticed: list[Damage] = field(default_factory=list)
    wrong: list[Damage] = field(default_factory=list)

    def add(self, damage: Damage) -> None:
        self.counts[damage.line_class][damage.outcome] += 1
        if damage.outcome in ("crash", "leak"):
            self.wrong.append(damage)
        if damage.outcome == "unnoticed":
            self.unnoticed.append(damage)

    def share(self, *classes: str) -> float:
        """The share of the damages that changed something and went unnoticed."""
        counts = sum((self.counts[name] for name in classes), Counter())
        changed = counts.total() - counts["harmless"]
        return counts["unnoticed"] / changed if changed else 0.0


@lru_cache(maxsize=4)
def logs(*, seal: bool) -> tuple[Log, ...]:
    """The logs that are damaged: three games each."""
    return tuple(_log(GAMES[first : first + PER_LOG], first, seal=seal) for first in range(0, len(GAMES), PER_LOG))


def _log(games: tuple[tuple[str, int, str, tuple[str, ...]], ...], seed: int, *, seal: bool) -> Log:
    text = ""
    for number, (ruleset, players, view, words) in enumerate(games):
        options = [tuple(word.split("=")) for word in words]
        events, game = next(simulate(ruleset, players, 1, seed + number, options=options, view=view))
        game.id = f"damage/{seed + number}"
        one = write(Reading("damage", "simulated", events, [game]), seal=seal)
        text += one if not text else one.partition("\n")[2]
    reading = read(text.encode(), "damage.cgn")
    assert not reading.messages
    lines = text.splitlines()
    starts = [game.line - 1 for game in reading.games]
    owner = [sum(number >= start for start in starts) - 1 if line else -1 for number, line in enumerate(lines)]
    records = tuple(_record(reading, game) for game in reading.games)
    meanings = tuple(_meaning(reading, game) for game in reading.games)
    results = tuple(_said(reading, game) for game in reading.games)
    return Log(tuple(lines), tuple(owner), tuple(game.id for game in reading.games), records, meanings, results)


def _said(reading: Reading, game: Game) -> str:
    """What the replay says of a game: findings, and the claims that differ."""
    result = replay_game(reading.events, game)
    said = [f"{finding.rule} {finding.verdict} {finding.deal} {finding.turn}" for finding in result.findings]
    said += [f"{one.claim.item} {one.verdict}" for one in result.claims if one.verdict == "differs"]
    return "\n".join([result.status, *result.notes, *said])


def line_class(line: str) -> str:
    """Structure, score, turn or free text."""
    word = first_word(line)
    if word in SCORE:
        return "score"
    if line.split(":", maxsplit=1)[0].split(" ", maxsplit=1)[0] in FREE_TEXT:
        return "free text"
    return "turn" if word[:1].isdigit() else "structure"


def damage(log: Log, dice: random.Random, classes: tuple[str, ...] = CLASSES) -> Damage:
    """Damage one line of a log, of one of these classes, and see what comes of it."""
    number = dice.choice([n for n, line in enumerate(log.lines) if line and line_class(line) in classes])
    kind = dice.choices(list(KINDS), cum_weights=list(accumulate(KINDS.values())))[0]
    lines: list[bytes] = [line.encode() for line in log.lines]
    touched = {number}
    line = lines[number]
    if kind == "delete line":
        del lines[number]
    elif kind == "duplicate line":
        lines.insert(number, line)
    elif kind == "swap lines":
        other = number + 1 if number + 1 < len(lines) else number - 1
        lines[number], lines[other] = lines[other], line
        touched.add(other)
    else:
        lines[number] = _changed(kind, log.lines[number], log, dice)
    after = b"" if kind == "delete line" else lines[number]
    data = b"\n".join(lines) + b"\n"
    outcome = _outcome(log, {log.owner[at] for at in touched}, data, every=dice.random() < EVERY)
    return Damage(kind, line_class(log.lines[number]), log.lines[number], after.decode(errors="replace"), outcome)


def _changed(kind: str, line: str, log: Log, dice: random.Random) -> bytes:
    """The line with one change inside it."""
    words = line.split(" ")
    at, place = dice.randrange(len(words)), dice.randrange(len(line))
    if kind == "truncate line":
        return line[:place].encode()
    if kind == "binary junk":
        return line[:place].encode() + dice.randbytes(dice.randint(1, 8)).replace(b"\n", b"\0") + line[place:].encode()
    if kind == "drop token":
        return " ".join(words[:at] + words[at + 1 :]).encode()
    if kind == "double token":
        return " ".join([*words[:at], words[at], *words[at:]]).encode()
    if kind == "change token":
        others = dice.choice([other for other in log.lines if other]).split(" ")
        return " ".join([*words[:at], dice.choice(others), *words[at + 1 :]]).encode()
    instead = "" if kind == "delete character" else dice.choice(CHARACTERS)
    return (line[:place] + instead + line[place + (kind != "insert character") :]).encode()


def _outcome(log: Log, touched: set[int], data: bytes, *, every: bool) -> str:
    """What came of a damage; `every`: replay also the games whose records are what they were."""
    known = {} if every else dict(zip(log.records, log.results, strict=True))
    try:
        reading = read(data, "damage.cgn")
        records = [_record(reading, game) for game in reading.games]
        said = [known.get(record) or _said(reading, game) for record, game in zip(records, reading.games, strict=True)]
        for record, game in zip(records, reading.games, strict=True):
            if record not in known:
                game_lines(reading, game)
    except Exception:
        return "crash"
    if not reading.ledger.balances():
        return "crash"
    for number in set(range(len(log.ids))) - touched:
        there = [at for at, game in enumerate(reading.games) if game.id == log.ids[number]]
        if not any((records[at], said[at]) == (log.records[number], log.results[number]) for at in there):
            return "leak"
        if any(message.game == log.ids[number] for message in reading.messages) and len(there) == 1:
            return "leak"
    if reading.messages:
        return "reader"
    if said != list(log.results):
        return "replay"
    same = tuple(_meaning(reading, game) for game in reading.games) == log.meanings
    return "harmless" if same else "unnoticed"


def _record(reading: Reading, game: Game) -> tuple[object, ...]:
    """All that is kept of a game, wherever in a file it stands."""
    events, rows = reading.events, slice(game.first, game.last)
    columns = [getattr(events, name)[rows].tobytes() for name in Events.COLUMNS if name not in ("line", "text", "time")]
    words = [events.texts[at] if at >= 0 else None for name in ("text", "time") for at in getattr(events, name)[rows]]
    lists: list[bytes] = []
    for values, starts in (
        (events.cards, events.card_start), (events.roles, events.role_start), (events.readings, events.reading_start)
    ):  # fmt: skip
        first = starts[game.first]
        lists.append(values[first : starts[game.last]].tobytes())
        lists.append(array("i", (at - first for at in starts[game.first : game.last + 1])).tobytes())
    headers = tuple((header.key, header.value) for header in game.headers)
    claims = tuple((c.deal, c.side, c.claimant, c.item, c.amount, c.column) for c in game.claims)
    about = (game.id, game.seats, str(game.sides), game.deck, game.rules, tuple(game.options), game.view, game.status)
    return (*about, headers, claims, *columns, *words, *lists)


def _meaning(reading: Reading, game: Game) -> tuple[object, ...]:
    """What a record says, however it is written: not the order of headers, of hands dealt or of sheets."""
    events = reading.events
    headers = sorted((key, value) for key, value, _ in game.headers if key not in SAID_OTHERWISE)
    said = (game.id, game.seats, str(game.sides), game.deck, game.rules, sorted(game.options), game.view, game.status)
    rows = [
        (events.deal[row], events.turn[row], events.seat[row], events.side[row], events.kind[row], events.status[row],
         events.target[row], events.amount[row], events.cards_of(row), events.roles_of(row), events.readings_of(row),
         events.time_of(row) or "", events.text_of(row) or "")
        for row in range(game.first, game.last)
    ]  # fmt: skip
    turns, others = [row for row in rows if row[1]], sorted(row for row in rows if not row[1])
    claims = sorted((c.deal, c.side, c.claimant, c.item, c.amount) for c in game.claims)
    return (*said, headers, turns, others, claims)


def tally(number: int, seed: int, *, seal: bool, classes: tuple[str, ...] = CLASSES) -> Tally:
    """What came of so many damages, spread over the logs."""
    counted = Tally()
    there = logs(seal=seal)
    for at in range(number):
        counted.add(damage(there[at % len(there)], random.Random(f"{seed}/{at}"), classes))
    return counted


def report(counted: Tally) -> Iterator[str]:
    """The table, and the kinds of damage that nobody noticed in lines of structure and scores."""
    columns = ("harmless", "reader", "replay", "unnoticed", "leak", "crash")
    yield f"{'':12}" + "".join(f"{name:>11}" for name in columns) + f"{'unnoticed':>12}"
    for name in CLASSES:
        counts = counted.counts[name]
        yield f"{name:12}" + "".join(f"{counts[column]:11,}" for column in columns) + f"{counted.share(name):12.1%}"
    yield f"structure and score lines together: {counted.share('structure', 'score'):.2%} unnoticed"
    by_kind = Counter(
        f"{one.line_class}, {first_word(one.line)}, {one.kind}"
        for one in counted.unnoticed
        if one.line_class in CLASSES[:2]
    )
    yield from (f"  {count:4}  {words}" for words, count in by_kind.most_common(25))
    yield from (f"  {one.outcome}: {one.kind}: {one.line!r} -> {one.damaged!r}" for one in counted.wrong[:20])


def main(arguments: list[str]) -> int:
    """The command: `python -m tests.damage [NUMBER] [--seed N] [--show]`; exit code 1 if anything broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", nargs="?", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--classes", nargs="*", choices=CLASSES, default=CLASSES, help="of which lines")
    parser.add_argument("--show", action="store_true", help="print each damage that went unnoticed")
    options = parser.parse_args(arguments)
    broken = False
    for seal in (False, True):
        counted = tally(options.number, options.seed, seal=seal, classes=tuple(options.classes))
        broken = broken or bool(counted.wrong)
        print(f"\n{options.number:,} damages, {'sealed' if seal else 'without a seal'}, seed {options.seed}")
        print(*report(counted), sep="\n")
        if options.show:
            print(*(f"{d.line_class}: {d.kind}: {d.line!r} -> {d.damaged!r}" for d in counted.unnoticed), sep="\n")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
