"""CGN text and JSON lines: what becomes of lines, and that damage stays where it is."""

import gzip
import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from data.actions import NO_AMOUNT, Kind, Status, label_number
from data.cards import RANKS, french, heckadeck
from data.events import Game, Reading
from ingest.formats import FORMATS, UnknownFormat, cgn, cgn_jsonl, cgn_writer, detect, get, read_any, writer
from tests.made_logs import START

CORPUS = Path(__file__).parent / "corpus"
GAMES = [path.read_bytes().decode() for path in sorted((CORPUS / "valid").glob("00*.cgn"))]
EVERYTHING = sorted(CORPUS.glob("*/*.cgn"))
ID = french().ids


def read(lines: str, mode: str = "normal") -> Reading:
    return cgn.read((START + lines).encode(), mode=mode)


def rows(reading: Reading, kind: Kind) -> list[int]:
    return [row for row in range(len(reading.events)) if reading.events.kind[row] == kind]


def content(reading: Reading, game: Game) -> tuple[object, ...]:
    """All that a reading says of a game, but for lines and columns."""
    events = reading.events
    facts = [
        (events.deal[i], events.turn[i], events.seat[i], events.side[i], events.kind[i], events.status[i],
         events.target[i], events.amount[i], events.text_of(i), events.time_of(i), events.cards_of(i),
         events.roles_of(i), events.readings_of(i))
        for i in reading.rows(game)
    ]  # fmt: skip
    claims = [(c.deal, c.side, c.claimant, c.item, c.amount) for c in game.claims]
    headers = [(key, value) for key, value, _ in game.headers]
    return (game.id, game.status, headers, game.seats, game.sides, game.options, game.view, facts, claims)


# -- what lines become


def test_a_turn_line_becomes_one_row_for_each_operation() -> None:
    reading = read("12. N +pile(14)[KK9] 999 6:2 s1:4..6h ~777 -K h=10 t=20:31:05\n")
    events = reading.events
    acts = [row for row in range(len(events)) if events.turn[row] == 12]
    assert [Kind(events.kind[row]) for row in acts] == [
        Kind.TAKE_PILE, Kind.MELD, Kind.MELD, Kind.MELD, Kind.MELD, Kind.DISCARD, Kind.COUNT_HAND,
    ]  # fmt: skip
    assert [events.column[row] for row in acts] == [7, 22, 26, 30, 39, 44, 47]
    assert [events.target[row] for row in acts[1:4]] == [0, RANKS["6"], label_number("s", "1")]
    assert events.cards_of(acts[0]) == [ID["K"], ID["K"], ID["9"]]
    assert events.cards_of(acts[3]) == [ID["4h"], ID["5h"], ID["6h"]]
    assert events.amount[acts[0]] == 14
    assert events.amount[acts[1]] == NO_AMOUNT
    assert events.status[acts[4]] == Status.RETRACTED
    assert {events.time_of(row) for row in acts} == {"20:31:05"}
    assert {events.seat[row] for row in acts} == {0}


def test_roles_and_readings_stand_beside_the_cards() -> None:
    reading = read("1. N +? 6h2=8s -{4/9}\n")
    meld, discard = rows(reading, Kind.MELD)[0], rows(reading, Kind.DISCARD)[0]
    assert reading.events.roles_of(meld) == [0, ID["8s"]]
    assert reading.events.cards_of(discard) == [ID["?"]]
    assert reading.events.readings_of(discard) == [[ID["4"], ID["9"]]]


def test_a_look_names_who_looks_at_whom_and_whose_turn_it_is() -> None:
    reading = read("1. N +? view:S>W -K\n")
    row = rows(reading, Kind.VIEW)[0]
    assert (reading.events.seat[row], reading.events.amount[row], reading.events.target[row]) == (2, 3, 1)


def test_figures_become_claims_with_their_place() -> None:
    reading = read(
        "@close out\n@score A by=N cards=380 mix=2 out=100\n@total A=480 B=0\n@end A=480 B=0 result=unfinished\n"
    )
    claims = {(c.claimant, c.item, c.amount, c.column) for c in reading.games[0].claims if c.line == 13}
    assert claims == {
        ("N", "meld_cards", 380, 21),
        ("N", "count.mixed_canastas", 2, 29),
        ("N", "going_out+concealed", 100, 35),
    }
    others = [(c.item, c.side, c.amount) for c in reading.games[0].claims if c.line != 13]
    assert others[:2] == [("carried", 0, 0), ("carried", 1, 0)]
    assert others[2:] == [("running", 0, 480), ("running", 1, 0), ("final", 0, 480), ("final", 1, 0)]


def test_comments_belong_to_their_line() -> None:
    reading = read("1. N +? -K ; thinks\n; alone\n@ruling 1 noted ; why\n")
    events = reading.events
    found = [(events.turn[row], events.text_of(row), events.line[row]) for row in rows(reading, Kind.COMMENT)]
    assert found == [(1, "thinks", 12), (0, "alone", 13)]
    assert events.text_of(rows(reading, Kind.RULING)[0]) == "noted ; why"


def test_refused_lines_are_no_turns() -> None:
    reading = read("1. N +? -K\n2. S ~~+pile ~~999\n2. E +? -K\n2. S ~~+?\n3. S +? -K\n")
    assert not [message for message in reading.messages if message.code == "W304"]
    assert [reading.events.turn[row] for row in rows(reading, Kind.DRAW)] == [1, 2, 2, 3]


def test_what_another_seat_lays_in_between_does_not_end_a_turn() -> None:
    reading = read("0. S !3d\n1. N +Qs4c\n0. S !3h +6d\n1. N -4c\n2. E +? -K\n2. E +? -K\n")
    assert [message.line for message in reading.messages if message.code == "W304"] == [17]


def test_messages_say_where_what_was_expected_and_what_was_found() -> None:
    text = GAMES[0].replace("3. W +K", "3. W +k").replace("A:2 -9\n9. E +5 -J\n", "A:2x -9\n")
    text = text.replace("ask:no -J", "ask: -J").replace("hand=-40 sum=1830", "hand=-40 sum=183O")
    found = [
        f"{m.line}:{m.column}: {m.code}: expected {m.expected}, found {m.found}"
        for m in cgn.read(text.encode()).messages
    ]
    assert found == [
        "26:7: E121: expected +pile, +foot, +talon or + followed by cards, found +k",
        "31:12: E116: expected xN followed by a comma or the end of the group, found x",
        "32:1: W304: expected turn 9, found turn 10 (lines missing?)",
        "36:14: E123: expected ask:yes, ask:no or ask:?, found ask:",
        "45:68: E131: expected a whole number for sum, found '183O'",
    ]


def test_two_discards_on_a_turn_are_a_play_to_be_judged() -> None:
    reading = read("1. N +? -K -7\n")
    assert len(rows(reading, Kind.DISCARD)) == 2


def test_a_red_three_that_was_replaced_is_taken_as_laid() -> None:
    reading = read("1. N +3h +5 -K\n")
    assert [Kind(kind) for kind in reading.events.kind[1:]] == [Kind.DRAW, Kind.BONUS, Kind.DRAW, Kind.DISCARD]
    assert not rows(read("1. N +3h !3h +5 -K\n"), Kind.BONUS)[1:]
    assert not rows(read("1. N +3h +5 -K\n", "strict"), Kind.BONUS)


@pytest.mark.parametrize(("line", "code"), [("1. N +10 -K", "W331"), ("1. N +Jk 7joker7 -K", "W332")])
def test_import_spellings_are_taken_with_a_warning_and_refused_in_strict_mode(line: str, code: str) -> None:
    assert code in {message.code for message in read(line).messages}
    assert not rows(read(line), Kind.BAD)
    assert rows(read(line, "strict"), Kind.BAD)
    assert cgn.read(cgn_writer.write(read(line)).encode()).events.cards == read(line).events.cards


def test_lower_case_ranks_are_taken_in_lenient_mode_unless_the_deck_has_such_a_suit() -> None:
    assert read("1. N +k kqj -t", "lenient").events.cards_of(2) == [ID["K"], ID["Q"], ID["J"]]
    assert rows(read("1. N +k -t"), Kind.BAD)
    text = START.replace("classic-108", "heckadeck-161") + "1. N +Ka aaa -e\n"
    reading = cgn.read(text.encode(), mode="lenient")
    assert [message.code for message in reading.messages if message.is_error] == ["E120"]
    assert heckadeck().ids["Ka"] != heckadeck().ids["K"]


# -- order and recovery


def test_a_bad_line_costs_itself_and_its_number_still_counts() -> None:
    reading = read("1. N +? -K\n2. E +? -%\n3. S +? -K\n")
    assert [message.code for message in reading.messages if message.line > 11] == ["E102", "W301"]
    bad = rows(reading, Kind.BAD)[0]
    assert (reading.events.text_of(bad), reading.events.turn[bad]) == ("2. E +? -%", 2)


def test_a_lost_hand_line_costs_its_own_deal_only() -> None:
    reading = read("1. N +? -K\n@close out\n@hnd 2\ndeal N ?x11\n1. E +? -K\n@close out\n@hand 3\n1. E +? -K\n")
    events = reading.events
    assert [events.deal[row] for row in rows(reading, Kind.BAD)] == [2]
    assert [events.deal[row] for row in rows(reading, Kind.DRAW)] == [1, 2, 3]
    assert "W302" not in {message.code for message in reading.messages}


@pytest.mark.parametrize("header", ["rules: as always", "seats: North East", "teams: A=N,S B=E,Q", "options: target"])
def test_a_bad_roster_makes_a_game_unjudgeable_and_is_reported_once(header: str) -> None:
    key = header.split(":", maxsplit=1)[0]
    text = "\n".join(header if line.startswith(key + ":") else line for line in START.split("\n"))
    text += "deal N ?x11\n1. N +? KKK -7\n2. E +? -K\n@close out\n@score A sum=5\n@total A=5 B=0\n@end result=A\n"
    reading = cgn.read(text.encode())
    assert reading.games[0].status == "unjudgeable"
    assert len([message for message in reading.messages if message.is_error]) == 1
    assert len(rows(reading, Kind.DRAW)) == 2


def test_a_deck_that_cannot_be_made_out_gives_one_message_of_a_kind() -> None:
    text = START.replace("classic-108", "-161") + "1. N +E EEE -B\n2. E +B -0\n"
    codes = [message.code for message in cgn.read(text.encode()).messages if message.is_error]
    assert codes == ["E207", "E110"]


def test_play_that_broke_off_needs_no_closing_and_a_finished_deal_does() -> None:
    dealt = "deal N ?x11\ndeal E ?x11\ndeal S ?x11\ndeal W ?x11\n1. N +? -K\n"
    assert not read(dealt + "@end result=unfinished\n").messages
    assert {m.code for m in read(dealt + "@end result=A\n").messages} == {"W306"}
    assert {m.code for m in read(dealt + "@total A=5 B=5\n@end result=unfinished\n").messages} == {"W306"}


def test_strict_mode_stops_at_the_first_error_and_keeps_the_rest() -> None:
    reading = read("1. N +? -%\n2. E +? -%\n\n3. S +? -K\n", "strict")
    assert len([message for message in reading.messages if message.is_error]) == 1
    assert [orphan.line for orphan in reading.orphans] == [13, 15]
    assert reading.ledger.balances()


def test_an_unknown_mode_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="mode"):
        cgn.read(b"", mode="loose")


def test_the_seal_covers_every_line_from_game_to_end() -> None:
    text = (CORPUS / "valid" / "303-sealed.cgn").read_text(encoding="utf-8")
    assert not cgn.read(text.encode()).messages
    rng = random.Random(5)
    lines = text.split("\n")
    inside = [i for i, line in enumerate(lines) if line and not line.startswith(("@cgn", "@seal"))]
    for number in inside:
        changed = list(lines)
        changed[number] = changed[number][: rng.randrange(len(changed[number]))] + "9"
        assert cgn.read("\n".join(changed).encode()).messages, changed[number]
    spaced = text.replace(" 44* ", "   44*  ").replace("@close", "\n@close")
    assert not cgn.read(spaced.encode()).messages


# -- nothing is lost, nothing else is touched


@pytest.mark.parametrize("path", EVERYTHING, ids=lambda path: path.stem)
def test_what_is_written_reads_as_what_was_read(path: Path) -> None:
    reading = cgn.read(path.read_bytes())
    again = cgn.read(cgn_writer.write(reading).encode())
    assert reading.ledger.balances()
    assert again.ledger.balances()
    if path.stem not in ("353-anonymous", "349-first-hand-line-lost"):  # an anonymous game is called after its line
        assert [content(again, game) for game in again.games] == [content(reading, game) for game in reading.games]
    assert [orphan.text for orphan in again.orphans] == [orphan.text for orphan in reading.orphans]
    assert cgn_writer.write(again) == cgn_writer.write(reading)


def damaged(lines: list[str], at: int, rng: random.Random) -> list[str]:
    """The lines with one of them deleted, doubled, cut, or changed in a word or a character."""
    line = lines[at]
    words = line.split(" ")
    place, letter = rng.randrange(len(words)), rng.randrange(len(line) + 1)
    sign = chr(rng.choice([*range(32, 127), 0, 9, 13, 0xE9, 0x2028, 0xFFFD, 0x1F0CF]))
    noise = "".join(chr(rng.randrange(0x20, 0x500)) for _ in range(rng.randrange(1, 80)))
    changed = rng.choice(
        (
            [], [line, line], [line[:letter]], [" ".join(words[:place] + words[place + 1 :])],
            [" ".join([*words[:place], words[place], *words[place:]])], [line[:letter] + sign + line[letter:]],
            [line[:letter] + line[letter + 1 :]], [line[:letter] + sign + line[letter + 1 :]], [noise],
        )
    )  # fmt: skip
    return [*lines[:at], *changed, *lines[at + 1 :]]


def test_a_damaged_line_crashes_nothing_and_touches_no_other_game() -> None:
    rng = random.Random(11)
    for number in range(150):
        texts = [rng.choice(GAMES).split("\n", 2)[2].replace("@game ", f"@game {i}-", 1) for i in range(3)]
        lines = ("@cgn 1\n\n" + "\n".join(texts)).removesuffix("\n").split("\n")
        before = cgn.read("\n".join(lines).encode())
        at = rng.randrange(len(lines))
        begins = [game.line - 1 for game in before.games]
        own = max((i for i, begin in enumerate(begins) if begin <= at), default=-1)
        text = "\n".join(damaged(lines, at, rng))
        after = cgn.read(text.encode())
        assert after.ledger.balances(), text
        kept = {game.id: content(after, game) for game in after.games}
        for i, game in enumerate(before.games):
            if i != own:
                assert kept[game.id] == content(before, game), (number, text.split("\n")[at])
        rewritten = cgn.read(cgn_writer.write(after).encode())
        named = [content(after, game) for game in after.games if not game.id.startswith("anonymous")]
        assert [content(rewritten, g) for g in rewritten.games if not g.id.startswith("anonymous")] == named
        assert cgn_jsonl.read(cgn_jsonl.write(after).encode()).ledger.balances()


RANK = st.sampled_from("A23456789TJQK")
CARD = st.one_of(
    RANK, st.builds(str.__add__, RANK, st.sampled_from("cdhs")), st.sampled_from(["*", "?", "?h", "3r", "2=8s"])
)
CARDS = st.lists(CARD, min_size=1, max_size=8).map("".join)
NUMBER = st.integers(0, 999).map(str)
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters='";\ufffd\ufeff'), max_size=20).map(
    str.strip
)
ACT = st.one_of(
    CARDS.map("+{}".format), CARDS.map("!{}".format), CARD.map("-{}".format), CARDS, CARDS.map("s1:{}".format),
    CARDS.map("6:{}".format), CARDS.map("show[{}]".format), CARDS.map("special:hand[{}]".format),
    st.tuples(NUMBER, CARDS).map(lambda pair: f"+pile({pair[0]})[{pair[1]}]"), CARDS.map("B/{}".format),
    st.sampled_from(["+pile", "+foot", "+talon(4)", "ask:yes", "ask:no", "ask:?", "??", "m1<m2", "-{4/9}", "?x3,K"]),
)  # fmt: skip
OP = st.one_of(ACT, ACT.map("~{}".format), ACT.map("~~{}".format), NUMBER.map("h={}".format), NUMBER.map("s={}".format))
TURN = st.tuples(
    st.sampled_from("NESW"), st.lists(OP, min_size=1, max_size=8), st.sampled_from(["", " out", " t=+5"]), WORDS
)
AMOUNT = st.integers(-9999, 9999).map(str)
SAID = st.one_of(
    st.tuples(st.sampled_from("AB"), AMOUNT, WORDS).map(lambda t: f'@score {t[0]} by="{t[2]}" sum={t[1]} cards={t[1]}'),
    st.tuples(AMOUNT, AMOUNT).map(lambda t: f"@total A={t[0]} B={t[1]}"),
    WORDS.map("@ruling 1 noted ; {}".format), WORDS.map("@ruling score stands by=TD ; {}".format),
    AMOUNT.map(lambda n: f"@penalty A {int(n):+d} at=1"), WORDS.map("; {}".format), WORDS.map("@x-note {}".format),
)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(st.lists(TURN, max_size=6), st.lists(SAID, max_size=5), WORDS)
def test_text_and_json_lines_say_the_same(
    turns: list[tuple[str, list[str], str, str]], said: list[str], event: str
) -> None:
    lines = [f"{i}. {seat} {' '.join(ops)}{end} ; {words}" for i, (seat, ops, end, words) in enumerate(turns, 1)]
    text = START.replace("options:", f"options:\nevent: {event}") + "\n".join([*lines, "@close out", *said, "@end"])
    reading = cgn.read(text.encode())
    assert not rows(reading, Kind.BAD)
    written = cgn_writer.write(reading)
    assert content(cgn.read(written.encode()), cgn.read(written.encode()).games[0]) == content(
        reading, reading.games[0]
    )
    lines_read = cgn_jsonl.read(cgn_jsonl.write(reading).encode())
    assert content(lines_read, lines_read.games[0]) == content(reading, reading.games[0])
    assert cgn_writer.write(lines_read) == written


KNOWN_LINES = [line.encode() for line in START.split("\n") + GAMES[1].split("\n")]


@settings(max_examples=100, deadline=None)
@example(b";\xff\n")
@given(st.one_of(st.binary(max_size=300), st.lists(st.sampled_from(KNOWN_LINES), max_size=30).map(b"\n".join)))
def test_any_bytes_are_survived(data: bytes) -> None:
    for reading in (cgn.read(data), cgn_jsonl.read(data), read_any(data, "any"), cgn.read(data, mode="strict")):
        assert reading.ledger.balances()
        cgn_writer.write(reading)
        cgn_jsonl.write(reading)


# -- JSON lines


def as_json(text: str) -> list[str]:
    return cgn_jsonl.write(cgn.read(text.encode())).split("\n")[:-1]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ('"seat":"N"', '"seat":"Q"', "E132"),
        ('"seat":"N"', '"seat":7', "E141"),
        ('"turn":1', '"turn":1e9', "E141"),
        ('"turn":1', '"turn":-4', "E141"),
        ('"turn":1', '"turn":123456789012345678901234567890', "E141"),
        ('["K"]', '["K","K"]', "E127"),
        ('["K"]', '["KK"]', "E127"),
        ('["K"]', '["Kx2"]', "E127"),
        ('["K"]', '["K -7"]', "E102"),
        ('["K"]', "[]", "E101"),
        ('["K"]', "[75]", "E101"),
        ('["K"]', '"K"', "E141"),
        ('["K"]', "null", "E141"),
        ('"cards"', '"crads"', "E141"),
        ('"discard"', '"discrad"', "E143"),
        ('"type"', '"tpye"', "E140"),
        ('"v":1', '"v":2', "E140"),
        ('{"v"', '["v"', "E140"),
        ('"K"', r'"\ud800"', "E140"),
    ],
)
def test_a_record_that_cannot_be_used_costs_itself(field: str, value: str, code: str) -> None:
    lines = as_json(START + "1. N +? -K\n2. E +? -7\n")
    number = next(i for i, line in enumerate(lines) if '"discard"' in line)
    assert field in lines[number]
    raw = lines[number] = lines[number].replace(field, value)
    reading = cgn_jsonl.read("\n".join(lines).encode())
    assert [message.code for message in reading.messages if message.is_error] == [code]
    assert [reading.events.text_of(row) for row in rows(reading, Kind.BAD)] == [raw]
    assert len(rows(reading, Kind.DRAW)) == 2
    assert reading.ledger.balances()


def test_unknown_keys_are_kept_and_come_back() -> None:
    lines = as_json(START + "1. N +? -K\n@close out\n")
    lines = [line[:-1] + ',"confidence":[0.5,{"a":"b"}]}' if '"game":' in line else line for line in lines]
    reading = cgn_jsonl.read("\n".join(lines).encode())
    again = cgn_jsonl.write(reading).split("\n")[:-1]
    assert len(again) == len(lines)
    assert [line for line in again if '"game":' in line and "confidence" not in line] == []
    text = cgn_writer.write(reading)
    assert "1. N +? -K\n" in text
    assert not rows(cgn.read(text.encode()), Kind.BAD)


def test_other_papers_spell_a_card_as_one_string() -> None:
    text = START.replace("classic-108", "heckadeck-161") + "1. N +<wa> -Th\n"
    lines = "\n".join(as_json(text)).replace('"<watcher>"', '"WAT"').replace('"Th"', '"10H"')
    reading = cgn_jsonl.read(lines.encode())
    assert reading.events.cards_of(1) == [heckadeck().ids["<wa>"]]
    assert reading.events.cards_of(2) == [heckadeck().ids["Th"]]


def test_a_missing_record_is_noticed() -> None:
    lines = as_json(START + "1. N +? -K\n@close out\n")
    del lines[-2]
    assert "W317" in {message.code for message in cgn_jsonl.read("\n".join(lines).encode()).messages}


def test_records_of_another_game_are_kept_out() -> None:
    lines = as_json(START + "1. N +? -K\n@close out\n")
    lines[-1] = lines[-1].replace('"game":"test"', '"game":"other"')
    reading = cgn_jsonl.read("\n".join(lines).encode())
    assert reading.ledger.orphans == 1
    assert not rows(reading, Kind.CLOSE)


# -- the table of formats


def test_formats_are_told_by_their_content() -> None:
    assert detect(GAMES[0].encode()) == "cgn"
    assert detect("\n".join(as_json(GAMES[0])).encode()) == "cgn-jsonl"
    assert detect(b"Dear club, here are our scores") is None
    assert detect(b"") is None


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_keeps_the_protocol(name: str) -> None:
    module = get(name)
    assert name == module.NAME
    assert module.read(b"\xff\x00\n{}\n[]\n", "x").ledger.balances()


def test_unknown_formats_are_named_with_those_there_are() -> None:
    with pytest.raises(UnknownFormat, match="cgn-jsonl"):
        get("pgn")
    with pytest.raises(UnknownFormat):
        writer("rvenning")
    assert writer("cgn") is cgn_writer.write


def test_compressed_sources_are_read_as_far_as_they_go() -> None:
    text = GAMES[0].encode()
    assert read_any(gzip.compress(text), "x").ledger == cgn.read(text).ledger
    cut = read_any(gzip.compress(text)[:-200], "x")
    assert "E002" in {message.code for message in cut.messages}
    assert [game.id for game in cut.games] == ["spring-pairs-2026/R2/T5"]
    bomb = read_any(gzip.compress(b"\0" * 10_000_000), "x", largest=1_000_000)
    assert [message.code for message in bomb.messages] == ["E003"]


def test_a_source_in_no_known_format_is_counted() -> None:
    reading = read_any(b"one\ntwo", "x")
    assert (reading.ledger.lines, reading.ledger.orphans) == (2, 2)
    assert [message.code for message in reading.messages] == ["E004"]


def test_a_huge_line_is_one_bad_line() -> None:
    reading = cgn.read(START.encode() + b"1. N " + b"K" * 5_000_000 + b"\n1. N +? -K\n")
    assert [message.code for message in reading.messages][:1] == ["E106"]
    assert len(rows(reading, Kind.DRAW)) == 1


def test_what_does_not_fit_into_a_line_goes_on_in_the_next() -> None:
    stock = " ".join(["7h"] * 400)
    reading = cgn_jsonl.read(
        "\n".join(as_json(START + "stock " + "7h" * 400 + "\n1. N +? -K ; x\n@close out\n")).encode()
    )
    reading.events.texts[:] = ["y" * 2500 if text == "x" else text for text in reading.events.texts]
    text = cgn_writer.write(reading)
    assert max(map(len, text.split("\n"))) <= 1000
    again = cgn.read(text.encode())
    assert sum(len(again.events.cards_of(row)) for row in rows(again, Kind.STOCK)) == len(stock.split())
    assert "".join(again.events.text_of(row) or "" for row in rows(again, Kind.COMMENT)) == "y" * 2500


def test_hostile_rosters_stay_small() -> None:
    lines = "".join(f"@total T{number}=1\n" for number in range(3000))
    reading = cgn.read((START.replace("teams:", "tames:") + lines).encode())
    assert len(reading.games[0].sides) <= 36
