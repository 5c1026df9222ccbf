"""The published notation says what the reader does: its grammar, its table of codes, its example, its corpus."""

import re
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest

from data.events import Message
from ingest.formats import cgn, cgn_jsonl, cgn_writer
from ingest.formats.codes import CODES, markdown
from tests.made_logs import HEADERS
from tests.places import ROOT

NOTATION = (ROOT / "docs" / "NOTATION.md").read_text(encoding="utf-8")
CORPUS = ROOT / "tests" / "corpus"
GAMES = sorted((CORPUS / "valid").glob("*.cgn"))
LINES = sorted(CORPUS.glob("*/*.line"))
SPECIALS = {
    "a tab": r"/\t/", "any character": r"/[^\n]/", "any character but blank and tab": r"/[^ \t\n]/",
    "any character but blank, tab and quote": r'/[^ \t"\n]/', "any character but quote": r'/[^"\n]/',
}  # fmt: skip
TOKEN = re.compile(r"""\?\ (?P<special>[^?"]+)\ \?|'(?P<one>[^']*)'|"(?P<two>[^"]*)"|(?P<name>[a-z]\w*)"""
                   r"|(?P<range>\.\.\.)|(?P<mark>[=;|,\[\]{}()])|\s+", re.VERBOSE)  # fmt: skip
MARKS = {"=": ":", ";": "\n", ",": " ", "[": "(", "]": ")?", "{": "(", "}": ")*", "(": "(", ")": ")", "|": "|"}


def as_lark(ebnf: str) -> str:
    """The grammar of the page in lark's spelling."""
    words: list[str] = []
    begin = 0
    while begin < len(ebnf):
        match = TOKEN.match(ebnf, begin)
        assert match, f"no token of EBNF: {ebnf[begin : begin + 30]!r}"
        begin = match.end()
        if match["special"]:
            words.append(SPECIALS[match["special"]])
        elif match["one"] or match["two"]:
            words.append('"' + (match["one"] or match["two"]).replace('"', '\\"') + '"')
        elif match["name"] or match["range"]:
            words.append(match["name"] or "..")
        elif match["mark"]:
            words.append(MARKS[match["mark"]])
    return re.sub(r'"(.)" \.\. "(.)"', r"/[\1-\2]/", " ".join(words))


@pytest.fixture(scope="module")
def grammar() -> lark.Lark:
    block = re.search(r"```ebnf\n(.*?)```", NOTATION, re.DOTALL)
    assert block
    return lark.Lark(as_lark(block[1]), start="line", parser="earley", lexer="dynamic", ambiguity="resolve")


def is_sentence(grammar: lark.Lark, line: str) -> bool:
    if not line:
        return True
    try:
        grammar.parse(line)
    except lark.exceptions.LarkError:
        return False
    return True


def text_of(path: Path) -> str:
    return path.read_bytes().decode().removesuffix("\n")


def in_a_game(line: str, name: str = "") -> str:
    """A file in which the line stands where it belongs."""
    rules = "rules: heckadeck-161\n" if "heckadeck" in name else "rules: classic-108\n"
    start = "@cgn 1\n@game corpus\n"
    if line.startswith(("@game", "@cgn")):
        return f"{line}\n"
    if name.startswith("valid") and re.match(r"[a-z][a-z-]*:", line) and not re.match(r"[hpst]=", line):
        return f"{start}{line}\n{rules}{HEADERS}"
    return f"{start}{rules}{HEADERS}@hand 1 dealer=W A=0 B=0\n{line}\n"


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def messages_of(path: Path, mode: str = "normal") -> Iterator[Message]:
    """What the reader says of the very line of a corpus file."""
    text = in_a_game(text_of(path), name_of(path))
    number = next(i for i, row in enumerate(text.split("\n"), 1) if row == text_of(path))
    return (message for message in cgn.read(text.encode(), mode=mode).messages if message.line == number)


@pytest.mark.parametrize("path", LINES, ids=name_of)
def test_a_line_is_read_or_refused_as_the_corpus_says(path: Path) -> None:
    errors = [f"{message.column} {message.code}" for message in messages_of(path) if message.is_error]
    if path.parent.name == "valid":
        assert errors == []
    else:
        expected = text_of(path.with_suffix(".txt")).removesuffix(" static")
        assert errors[:1] == [expected]


@pytest.mark.parametrize("path", LINES, ids=name_of)
def test_the_grammar_accepts_what_the_reader_accepts_in_strict_mode(path: Path, grammar: lark.Lark) -> None:
    fits = path.parent.name == "valid" or text_of(path.with_suffix(".txt")).endswith(" static")
    assert is_sentence(grammar, text_of(path)) == fits
    if path.parent.name == "valid":
        assert not [message for message in messages_of(path, "strict") if message.is_error]


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_the_grammar_accepts_every_line_of_the_games(path: Path, grammar: lark.Lark) -> None:
    refused = [line for line in cgn.split_lines(path.read_bytes()) if not is_sentence(grammar, line)]
    assert refused == []


def test_every_syntax_code_has_a_line_in_the_corpus() -> None:
    shown = {
        text_of(path).split()[1] for path in (CORPUS / "invalid").glob("*.txt") if path.with_suffix(".line").exists()
    }
    in_files = {line.split()[1] for path in (CORPUS / "invalid").glob("*.txt")
                if path.with_suffix(".cgn").exists() for line in text_of(path).split("\n")}  # fmt: skip
    others = {code for code in CODES if code.startswith("E0") or code in ("E140", "E141", "E143", "E144", "E150")}
    assert set(CODES) - shown - in_files - others - {"W317", "W321"} == set()


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_a_game_goes_through_text_and_json_lines_unchanged(path: Path) -> None:
    text = path.read_bytes().decode().removeprefix("\ufeff").replace("\r\n", "\n")
    reading = cgn.read(path.read_bytes(), path.name)
    assert reading.messages == []
    assert reading.ledger.balances()
    assert cgn_writer.write(reading) == text
    lines = cgn_jsonl.write(reading)
    again = cgn_jsonl.read(lines.encode(), path.name)
    assert again.messages == []
    assert cgn_writer.write(again) == text
    assert cgn_jsonl.write(cgn.read(cgn_writer.write(again).encode(), path.name)) == lines


@pytest.mark.parametrize("path", sorted((CORPUS / "invalid").glob("*.cgn")), ids=name_of)
def test_a_damaged_file_gives_the_messages_beside_it(path: Path, bless: bool) -> None:
    mode = "lenient" if path.stem.endswith("lenient") else "normal"
    reading = cgn.read(path.read_bytes(), path.name, mode=mode)
    found = "".join(f"{message.line}:{message.column} {message.code}\n" for message in reading.messages)
    if bless:
        path.with_suffix(".txt").write_text(found, encoding="utf-8")
    assert found == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert reading.ledger.balances()


def test_the_page_has_the_table_of_codes() -> None:
    table = re.search(r"<!-- codes: .*? -->\n(.*?)\n<!-- end of codes -->", NOTATION, re.DOTALL)
    assert table
    assert table[1] == markdown()


def test_every_code_in_the_sources_is_in_the_table_and_the_other_way_round() -> None:
    used = {code for path in (ROOT / "ingest").rglob("*.py") if path.name != "codes.py"
            for code in re.findall(r'"([EW]\d{3})"', path.read_text(encoding="utf-8"))}  # fmt: skip
    assert used == set(CODES)


def test_the_example_on_the_page_is_a_game() -> None:
    block = re.search(r"## 1 A game\n\n```\n(.*?)```", NOTATION, re.DOTALL)
    assert block
    text = "\n".join(re.sub(r" {4,}[^ ].*", "", line) for line in block[1].split("\n"))
    reading = cgn.read(text.encode())
    assert reading.messages == []
    assert [game.status for game in reading.games] == ["unfinished"]
