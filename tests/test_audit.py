"""The dossier: its figures are the replay's, its cards add up to them, and nothing of a log gets into it raw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from data.actions import CANASTA_ITEMS
from data.events import Reading
from ingest.formats import read_any
from replay.audit import Dossier, Figure, audit_html, audit_text, dossier
from replay.audit_html import LARGEST_LOG, html
from replay.audit_text import text
from tests.places import ROOT, SAMPLES

SAMPLE_LOGS = sorted(SAMPLES.glob("*.cgn"))
SUM = re.compile(r" = (\d+)(?:,|$)")
HOSTILE = "<script>alert(1)</script>\"'&\x1b[31m\u202eevil"


def opened(path: Path) -> tuple[Reading, list[str]]:
    data = path.read_bytes()
    return read_any(data, path.name), data.decode("utf-8").split("\n")


def dossiers(path: Path) -> Iterator[Dossier]:
    reading, lines = opened(path)
    for game in reading.games:
        yield dossier(reading.events, game, lines)


def figures(found: Dossier, item: str) -> Iterator[Figure]:
    for deal in found.deals:
        yield from (figure for side in deal.sides for figure in side.figures if figure.item == item)


def evening() -> Dossier:
    (found,) = dossiers(SAMPLES / "disputed-evening.cgn")
    return found


def check_sums(found: Dossier) -> None:
    """Melds and hands add up to the recomputed figures, and so does a side's sheet to its total."""
    for figure in [*figures(found, "meld_cards"), *figures(found, "hand_cards")]:
        sums = [SUM.search(line) for line in figure.cards if "no valid meld" not in line and "no card" not in line]
        if figure.recomputed.known is not None and None not in sums:
            assert sum(int(found[1]) for found in sums if found) == abs(figure.recomputed.known), figure
    for deal in found.deals:
        for side in deal.sides:
            parts = [f for f in side.figures if "count." not in f.item and f.item not in NO_PARTS]
            known = {name: f.recomputed.known for f in parts for name in [f.item]}
            total = next((f.recomputed.known for f in side.figures if f.item == "total"), None)
            if total is not None and None not in known.values() and deal.status == "judged":
                covered = {name for item in known if "+" in item for name in item.split("+")}
                assert total == sum(amount or 0 for item, amount in known.items() if item not in covered)


NO_PARTS = ("carried", "running", "final", "total")


@pytest.mark.parametrize("path", SAMPLE_LOGS, ids=lambda path: path.stem)
def test_cards_add_up_to_the_figures(path: Path) -> None:
    for found in dossiers(path):
        check_sums(found)


@pytest.mark.parametrize("path", SAMPLE_LOGS, ids=lambda path: path.stem)
def test_every_claim_is_in_it(path: Path) -> None:
    reading, _ = opened(path)
    for game, found in zip(reading.games, dossiers(path), strict=True):
        sides = [*(side for deal in found.deals for side in deal.sides), *found.ends]
        written = sorted((one.line, one.amount) for side in sides for figure in side.figures for one in figure.written)
        assert written == sorted((claim.line, claim.amount) for claim in game.claims)


def test_what_is_disputed_is_told_with_cards_rule_and_line() -> None:
    found = evening()
    assert (found.differences, found.breaches) == (3, 3)
    shown = text(found)
    assert "! the sheet of E says 420, the replay 430, -10" in shown
    assert "line 55: @score A by=E cards=420" in shown
    assert "A A A A * * 2 = 5 x 20 + 2 x 50 = 200, mixed canasta" in shown
    assert "turn 10: illegal, pile.frozen_needs_natural_pair; ruling: stands" in shown
    assert "line 32: 10. S +pile(7) 882 8 -3s ; nobody said that the pile was frozen" in shown
    assert "rule: A frozen pile is taken only with two natural cards" in shown
    assert "ruling on turn 10: stands by=table ; noticed two turns later" in shown
    assert "melded cards (S6)" in shown
    assert "red3_table = 1:100,2:200,3:300,4:800 (PAG BIC)" in shown
    assert "  PAG: pagat.com: Canasta" in shown
    assert "AAP" not in shown, "no figure rests on that"


def test_every_priced_figure_names_its_rule() -> None:
    for path in SAMPLE_LOGS:
        for found in dossiers(path):
            sides = [side for deal in found.deals for side in deal.sides]
            shown = {figure.item: figure for side in sides for figure in side.figures}
            nameless = {item for item, figure in shown.items() if not figure.codes and not figure.values}
            assert not nameless - {"count.lone", "count.n5", "count.n10", "count.n20", "count.n50"}


def test_options_of_the_moment_overrule_the_log() -> None:
    reading, lines = opened(SAMPLES / "disputed-evening.cgn")
    found = dossier(reading.events, reading.games[0], lines, {"bonus.mixed": "200"})
    assert found.deals[0].sides[0].figures[-2].recomputed.known == 1490
    assert "mixed:200" in text(found)
    assert audit_text(reading.events, reading.games[0], lines, {"bonus.mixed": "200"}) == text(found)


def test_without_the_lines_of_the_log() -> None:
    reading, _ = opened(SAMPLES / "disputed-evening.cgn")
    shown = audit_text(reading.events, reading.games[0])
    assert "pile.frozen_needs_natural_pair" in shown
    assert "line 32:" not in shown
    assert "The log" not in audit_html(reading.events, reading.games[0])


HEAD = """@cgn 1

@game {id}
rules: {rules}
seats: N E S W
teams: A=N,S B=E,W
player N: {name}
player E: Bo
player S: Cy
player W: Di
view: all

@hand 1 dealer=W A=0 B=0
"""


def made(body: str, *, name: str = "Ana", rules: str = "classic", id: str = "made/1") -> tuple[str, str]:
    """A log of ours as dossier in text and HTML."""
    log = HEAD.format(id=id, rules=rules, name=name) + body
    reading = read_any(log.encode(), "made.cgn", "cgn")
    assert reading.games
    lines = log.split("\n")
    return audit_text(reading.events, reading.games[0], lines), audit_html(reading.events, reading.games[0], lines)


DEALT = "deal N 4 4 4 J 9 K K K 2 A A\ndeal E ?x11\ndeal S ?x11\ndeal W ?x11\nup Q\n"


def test_hostile_words_stay_words() -> None:
    body = f"{DEALT}1. N +4 KKK2 -J ; {HOSTILE}\n@ruling 1 stands by={HOSTILE.replace(' ', '_')}\n"
    body += "@close abandoned\n@score A by=<b>x sum=10\n@total A=10 B=0\n"
    plain, page = made(body, name=HOSTILE, id="<img src=x onerror=alert(1)>")
    for raw in ("\x1b", "\u202e"):
        assert raw not in plain
        assert raw not in page
    parser = Parser()
    parser.feed(page)
    assert not parser.open
    assert not parser.seen & {"script", "img", "b", "iframe", "svg", "link"}
    assert "&lt;script&gt;alert(1)" in page


class Parser(HTMLParser):
    """Which elements a page has, and which were never closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("src", "srcdoc")]
        self.links += [value or "" for name, value in attrs if name == "href"]
        self.ids |= {value or "" for name, value in attrs if name == "id"}
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag


@pytest.mark.parametrize("path", SAMPLE_LOGS, ids=lambda path: path.stem)
def test_page_is_whole_and_its_links_lead_to_lines(path: Path) -> None:
    for found in dossiers(path):
        parser = Parser()
        parser.feed(html(found))
        assert not parser.open
        assert parser.links
        assert all(link[0] == "#" and link[1:] in parser.ids for link in parser.links)


def test_unjudgeable_and_unreadable_games_say_so() -> None:
    plain, page = made(DEALT, rules="nowhere")
    assert "Cannot be judged: nowhere: expected" in plain
    assert "Cannot be judged: nowhere: expected" in page
    plain, page = made(f"{DEALT}1. N +4 KK}}K -J\n@close out\n@score A by=N sum=100\n")
    assert "DEAL 1 (lines 13 to 21): cannot be read from line 19 on; nothing of it is recomputed" in plain
    assert "cannot be read from line 19" in page


def test_a_large_log_is_not_put_into_the_page_whole() -> None:
    comments = "; nothing\n" * (LARGEST_LOG // 9)
    _, page = made(f"{DEALT}1. N +4 444 -J\n{comments}@close abandoned\n@score A by=N sum=1\n")
    assert len(page) < 40_000
    assert "1. N +4 444 -J" in page


def test_sums_of_canastas_show_the_canastas() -> None:
    reading, lines = opened(ROOT / "tests" / "corpus" / "rvenning" / "pairs.jsonl")
    found = dossier(reading.events, reading.games[0], lines)
    assert [figure.name for figure in figures(found, CANASTA_ITEMS)] == ["canastas"] * 2


def test_real_games(shared: Path) -> None:
    classic = [path for path in sorted((shared / "logs").glob("*/*/*.jsonl")) if "handfoot" not in path.parent.name]
    for path in classic[::6]:
        for found in dossiers(path):
            check_sums(found)
            assert len(text(found)) > 500
