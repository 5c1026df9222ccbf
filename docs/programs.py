"""Other programs' games under our replay: reads their logs in ../shared and writes docs/PROGRAMS.md of them.

What each program's games are known to differ in stands in tests/expected/PROGRAM.toml; tests/test_expected.py compares
it with what is counted here.  Where ../shared is absent the page stays as it is.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from data.actions import Kind, Status
from data.events import Game, Reading
from ingest.formats import get
from replay import replay_game
from replay.result import Finding, GameResult

ROOT = Path(__file__).resolve().parents[1]
EXPECTED = ROOT / "tests" / "expected"
LOGS = ROOT.parent / "shared" / "logs"
PROGRAMS = ("rvenning", "feudalism", "familycanasta", "speed1405")

HEAD = """# Other programs' games

Whole games that four other programs played and logged, read by their adapters ([ADAPTERS.md](ADAPTERS.md)) and replayed
under the options that each log states. Every figure of every score sheet is compared with the recomputed one, item by
item; every play is judged, and so is every attempt that the program refused. What differs is listed below with the
reason, and is counted by the tests (`tests/expected/`, `tests/test_expected.py`). The logs are not part of this
repository; `python docs/generate.py` writes this page anew where they lie in `../shared`.
"""


class Departure(msgspec.Struct, forbid_unknown_fields=True):
    """Plays that stood and that we call a breach: the rule, where, and why the finding is right."""

    rule: str
    count: int
    why: str
    citation: str
    at: list[str]


class Refused(msgspec.Struct, forbid_unknown_fields=True):
    """A sentence (regular expression) with which a program refuses an attempt, and the rules that say the same."""

    says: str
    rules: list[str]
    count: int


class Unfound(msgspec.Struct, forbid_unknown_fields=True):
    """Attempts that a program refuses and no rule forbids; `at` where others with that sentence break one."""

    says: str
    count: int
    why: str
    citation: str
    at: list[str] = []


class Waiting(msgspec.Struct, forbid_unknown_fields=True):
    """Folders whose games are read and not compared yet, and why."""

    folders: list[str]
    note: str


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    """One file of tests/expected; `games` lists by folder the logs that its counts were made with."""

    program: str
    title: str
    logs: str
    about: str
    games: dict[str, list[str]]
    refused: list[Refused] = []
    unfound: list[Unfound] = []
    departure: list[Departure] = []
    waiting: list[Waiting] = []

    def listed(self) -> set[str]:
        """The listed logs as `folder/name`."""
        return {f"{folder}/{name}" for folder, names in self.games.items() for name in names}


@dataclass(slots=True)
class Attempt:
    """One refused attempt: where, what the program said to it, and the rules that it breaks for us."""

    place: str
    says: str
    rules: set[str]


@dataclass(slots=True)
class Survey:
    """What the replay of one program's logs gave; a place is `folder/name:line`."""

    expected: Expected
    logs: set[str] = field(default_factory=set)
    waiting: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    deals: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    events: int = 0
    claims: Counter[str] = field(default_factory=Counter)
    open_claims: list[tuple[str, str]] = field(default_factory=list)
    unfinished: dict[str, list[str]] = field(default_factory=dict)
    findings: list[tuple[str, Finding]] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def judged(self) -> int:
        """Games that were replayed."""
        return len(self.logs) - len(self.waiting)


def expected_of(program: str) -> Expected:
    """The file of tests/expected of one program."""
    return msgspec.toml.decode((EXPECTED / f"{program}.toml").read_bytes(), type=Expected)


@cache
def survey(program: str) -> Survey:
    """Read and replay every log of one program."""
    found = Survey(expected_of(program))
    waiting = {folder for entry in found.expected.waiting for folder in entry.folders}
    for path in sorted((LOGS / found.expected.logs).glob("*/*.jsonl")):
        name = f"{path.parent.name}/{path.stem}"
        reading = get(program).read(path.read_bytes(), path.name)
        found.logs.add(name)
        found.messages += [f"{name}:{message.line}: {message.sentence}" for message in reading.messages]
        if path.parent.name in waiting:
            found.waiting.add(name)
            continue
        for game in reading.games:
            _add(found, name, reading, game)
    return found


def _add(found: Survey, name: str, reading: Reading, game: Game) -> None:
    result = replay_game(reading.events, game)
    found.notes += result.notes
    found.events += game.last - game.first
    found.deals.update(deal.status for deal in result.deals)
    found.turns += sum(len(deal.turns) for deal in result.deals)
    found.claims.update(claim.verdict for claim in result.claims)
    found.open_claims += [(name, one.claim.item) for one in result.claims if one.verdict == "cannot_tell"]
    if result.status != "complete":
        found.unfinished[name] = [deal.status for deal in result.deals]
    found.findings += [(f"{name}:{f.line}", f) for f in result.findings if f.status == "played"]
    found.attempts += _attempts(name, reading, game, result)


def _attempts(name: str, reading: Reading, game: Game, result: GameResult) -> list[Attempt]:
    events = reading.events
    rows = range(game.first, game.last)
    said = {events.line[i]: events.text_of(i) or "" for i in rows if events.kind[i] == Kind.COMMENT}
    rules: dict[int, set[str]] = {events.line[i]: set() for i in rows if events.status[i] == Status.REFUSED}
    for finding in result.findings:
        if finding.status == "refused":
            rules[finding.line].add(finding.rule)
    return [Attempt(f"{name}:{line}", said.get(line, ""), found) for line, found in rules.items()]


def refusal_of(expected: Expected, attempt: Attempt) -> Refused | Unfound | None:
    """The entry that an attempt falls under: by its place, else by what the program said."""
    for entry in expected.unfound:
        if attempt.place in entry.at or (not entry.at and re.fullmatch(entry.says, attempt.says)):
            return entry
    return next((entry for entry in expected.refused if re.fullmatch(entry.says, attempt.says)), None)


def fits(entry: Refused | Unfound | None, attempt: Attempt) -> bool:
    """Whether an attempt is judged as its entry says: broken by one of the rules that fit, or by none."""
    if isinstance(entry, Refused):
        return bool(attempt.rules & set(entry.rules))
    return entry is not None and not attempt.rules


# -- the page ---------------------------------------------------------------------------------------------------------


def page() -> str | None:
    """The page as it has to be now; None where the logs are absent, or others than those that were counted."""
    if not LOGS.is_dir() or any(survey(name).logs != survey(name).expected.listed() for name in PROGRAMS):
        return None
    surveys = [survey(name) for name in PROGRAMS]
    lines = [HEAD, *_summary(surveys)]
    for found in surveys:
        lines += ["", f"## {found.expected.title}", "", found.expected.about.strip(), ""]
        lines += [*_counts(found), *_departures(found), *_refusals(found)]
    return "\n".join(lines) + "\n"


def _summary(surveys: list[Survey]) -> list[str]:
    columns = ("program", "games", "deals", "turns", "events", "figures compared", "equal", "still open",
               "refused attempts", "judged by a rule that fits", "breaches that stood")  # fmt: skip
    lines = [_row(columns), "|" + "---|" * len(columns)]
    for found in surveys:
        fitting = sum(isinstance(refusal_of(found.expected, a), Refused) and bool(a.rules) for a in found.attempts)
        lines.append(
            _row((found.expected.title, found.judged, found.deals.total(), found.turns, found.events,
                  found.claims.total(), found.claims["equal"], found.claims["cannot_tell"], len(found.attempts),
                  fitting, len(found.findings)))
        )  # fmt: skip
    return lines


def _counts(found: Survey) -> list[str]:
    games = ", ".join(f"{folder} {len(names)}" for folder, names in found.expected.games.items())
    lines = [f"Logs: {games}.", ""]
    if found.unfinished:
        count = len(found.unfinished)
        lines += [
            f"{count} {'game stops' if count == 1 else 'games stop'} inside a deal, as the log says; the "
            f"{found.claims['cannot_tell']} totals at its end are not compared.", "",
        ]  # fmt: skip
    for entry in found.expected.waiting:
        count = sum(log.partition("/")[0] in entry.folders for log in found.waiting)
        lines += [f"{count} games are read and not compared yet: {entry.note}.", ""]
    return lines


def _departures(found: Survey) -> list[str]:
    if not found.expected.departure:
        return ["No play that stood is found to break a rule."]
    lines = ["Plays that stood and break a rule:", "", "| rule | count | why | source |", "|---|---|---|---|"]
    counted = Counter(finding.rule for _, finding in found.findings)
    lines += [
        _row((f"[{entry.rule}](RULES.md#{entry.rule})", counted[entry.rule], entry.why, entry.citation))
        for entry in found.expected.departure
    ]
    return lines


def _refusals(found: Survey) -> list[str]:
    if not found.attempts:
        return []
    counted = Counter(id(refusal_of(found.expected, attempt)) for attempt in found.attempts)
    lines = ["", "Attempts that the program refused, by its own sentence, and the rules that say the same:", ""]
    lines += ["| the program says | count | rules |", "|---|---|---|"]
    lines += [
        _row((_plain(entry.says), counted[id(entry)], ", ".join(f"[{rule}](RULES.md#{rule})" for rule in entry.rules)))
        for entry in found.expected.refused
    ]
    if found.expected.unfound:
        lines += ["", "Refused, and forbidden by no rule of the game:", ""]
        lines += ["| the program says | count | why | source |", "|---|---|---|---|"]
    lines += [
        _row((_plain(entry.says), counted[id(entry)], entry.why, entry.citation)) for entry in found.expected.unfound
    ]
    return lines


def _plain(pattern: str) -> str:
    """A sentence pattern as people read it, with an ellipsis for what varies."""
    shown = re.sub(r"\(.*?\)\?", "", pattern).replace("?", "")
    return re.sub(r"\\[wd]\+", "…", shown).replace("\\", "")


def _row(cells: tuple[object, ...]) -> str:
    words = (f"{cell:,}" if isinstance(cell, int) else str(cell).replace("|", r"\|") for cell in cells)
    return "| " + " | ".join(words) + " |"


if __name__ == "__main__":
    text = page()
    sys.exit("../shared is not on this machine, or holds other logs" if text is None else print(text))
