"""The scanners mean what the careful readers mean: both read the same bytes, and everything they make is equal."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from data.events import Events, Reading
from ingest.formats import cgn, cgn_jsonl
from tests.made_logs import START
from tests.places import ROOT

TEXTS = sorted([*ROOT.glob("tests/corpus/*/*.cgn"), *ROOT.glob("data/samples/*.cgn")])
LINES = sorted(ROOT.glob("tests/corpus/*/*.line"))
COLUMNS = (*Events.COLUMNS, "card_start", "role_start", "reading_start", "cards", "roles", "readings", "texts")
DAMAGED = 10_000
BEGUN = START.encode()


def differences(read: Callable[..., Reading], data: bytes, mode: str = "normal") -> list[str]:
    """Names of all that the two readers make differently of a source."""
    careful, scanned = (read(data, "x", mode=mode, scanned=scanned) for scanned in (False, True))
    found = [name for name in COLUMNS if getattr(careful.events, name) != getattr(scanned.events, name)]
    parts = ("games", "messages", "orphans", "ledger")
    return found + [name for name in parts if getattr(careful, name) != getattr(scanned, name)]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("mode", ["strict", "normal", "lenient"])
def test_texts_mean_the_same(path: Path, mode: str) -> None:
    assert differences(cgn.read, path.read_bytes(), mode) == []


def test_lines_mean_the_same() -> None:
    for path in LINES:
        line = path.read_bytes()
        assert differences(cgn.read, BEGUN + line + b"\n1. N +5 -K\n" + line) == [], path.stem
        assert differences(cgn.read, BEGUN + b"1. N +5 -K\n" + line.rstrip()) == [], path.stem


def records(path: Path) -> bytes:
    """The records of a text."""
    return cgn_jsonl.write(cgn.read(path.read_bytes(), path.name)).encode()


RECORDS = {path: records(path) for path in TEXTS}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("mode", ["strict", "normal", "lenient"])
def test_records_mean_the_same(path: Path, mode: str) -> None:
    made = RECORDS[path].replace(b'"reader":"cgn"', b'"reader":"another"')
    spaced = made.replace(b'":', b'": ').replace(b',"', b', "')
    for data in (RECORDS[path], made, spaced):
        assert differences(cgn_jsonl.read, data, mode) == []


PIECES = [b"\r", b"\t", b" ", b";", b"\xff", b"\xc3", b"\x00", b"x3", b"=", b"..", b",", b"~", b"!", b"+", b"-", b"1",
          b"@", b"<", b"?", b"10", b"Jk", b"2=8s", b"4..8h", b"x999", b"\n", b"\n\n", b"\xef\xbb\xbf", b'"', b'":',
          b"}", b"{", b"[", b"]", b"null", b"true", b"-0", b'"seq":7,', b'"note":1,', b'"turn":0,', b'"label":"6",',
          b"\\u0041", b"1.0", b"e3"]  # fmt: skip


def damage(dice: random.Random, lines: list[bytes]) -> None:
    """Change one line of a text at random."""
    at = dice.randrange(len(lines))
    line = lines[at]
    place = dice.randrange(len(line)) if line else 0
    kind = dice.randrange(8)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, line)
    elif kind == 2:
        other = dice.randrange(len(lines))
        lines[at], lines[other] = lines[other], line
    elif kind == 3:
        lines[at] = line[:place]
    elif kind == 4:
        words = line.split(b" ")
        words[dice.randrange(len(words))] = dice.choice(dice.choice(lines).split(b" "))
        lines[at] = b" ".join(words)
    elif kind == 5:
        lines[at] = line[:place] + line[place + 1 :]
    else:
        piece = dice.choice(PIECES) if kind == 6 else bytes([dice.randrange(256)])
        lines[at] = line[:place] + piece + line[place + dice.randrange(2) :]


@pytest.mark.parametrize("form", ["text", "records"])
def test_damaged_lines_mean_the_same(form: str) -> None:
    """One careless line costs what it costs the careful reader, and nothing else: ten thousand of them."""
    dice = random.Random(20)
    read = cgn.read if form == "text" else cgn_jsonl.read
    done = 0
    while done < DAMAGED:
        path = dice.choice(TEXTS)
        lines = (path.read_bytes() if form == "text" else RECORDS[path]).splitlines(keepends=True)[:90]
        if not lines:
            continue
        for _ in range(dice.randrange(1, 13)):
            if lines:
                damage(dice, lines)
                done += 1
        data = b"".join(lines)
        mode = dice.choice(("normal", "normal", "strict", "lenient"))
        assert differences(read, data, mode) == [], data


def test_a_line_without_end_is_no_line_to_scan() -> None:
    for line in (b"1. N +" + b"K" * 3_000_000, b"1. N " + b"+K " * 1_000_000, b"deal N " + b"?x999," * 200_000 + b"K"):
        assert differences(cgn.read, BEGUN + line) == []
        assert differences(cgn.read, BEGUN + line + b"\n1. N +5 -K\n") == []


def test_more_rows_than_the_columns_hold() -> None:
    turns = b"".join(b"%d. N +K?x9,3r KKK2=8s,* h=%d t=+%d -7\n" % (n, n, n) for n in range(1, 9000))
    sheets = b"".join(b"@score A by=%d cards=5 mix=1 total=-5\n@total A=%d B=-5\n" % (n, n) for n in range(9000))
    assert differences(cgn.read, BEGUN + turns + sheets) == []
    data = cgn_jsonl.write(cgn.read(BEGUN + turns + sheets, scanned=False)).encode()
    assert differences(cgn_jsonl.read, data) == []
