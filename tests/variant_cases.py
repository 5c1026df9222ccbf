"""What the replay says of the worked cases of the page on variants.

`python -m tests.variant_cases` prints how many cases of each variant agree; names of variants or ids of cases after it
choose some of them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from data.citations import cite_all
from data.ruleset import Resolved, resolve
from ingest.formats.cgn import read
from replay import replay_game
from replay.result import GameResult
from tests.variant_logs import ACTS, SEATS, Row, cutthroat_log, rows, score_log, table_of

NAMES = {"CUTTHROAT": "cutthroat", "SIX3": "six3"}
RENAMED: dict[str, str] = {}  # other names under which rulesets are looked up, for a test
# What a log that stops in the middle lacks.
EXPECTED_MESSAGES = {"W301", "W302", "W304", "W305", "W306"}
# Cases that we do not follow, and why.
DISPUTED: dict[str, str] = {}


def options_of(row: Row, under: Row | None = None) -> Row:
    """Options that the case fixes, what it takes for granted included; none and null are spelt as options know them."""
    stated = row["options"] | row.get("assumes", {}) | (under or {})
    empty = {"set_max": 0, "sweep": "off"}
    return {name: empty[name] if value is None else value for name, value in stated.items()}


def ruleset_of(row: Row) -> str:
    name = NAMES.get(row["profile"], row["profile"].lower())
    return RENAMED.get(name, name)


# -- replays ---------------------------------------------------------------------------------------------------------


def replayed(ruleset: str, log: str, options: Row, *, players: int = 4, teams: str = "") -> GameResult:
    """The log under its headers, replayed; a log that cannot be read is a mistake of this module."""
    seats, usual = SEATS[players]
    headers = ["@cgn 1", "", "@game case", f"rules: {ruleset}", "options:", f"seats: {seats}"]
    headers += [f"teams: {teams or usual}"]
    headers += [f"player {seat}: {seat}" for seat in seats.split()] + ["view: all", ""]
    reading = read("\n".join([*headers, log]).encode(), "case.cgn")
    odd = [message for message in reading.messages if message.code not in EXPECTED_MESSAGES]
    assert not odd, odd
    return replay_game(reading.events, reading.games[0], options)


def answer(row: Row, under: Row | None = None) -> GameResult:
    """What the replay says of the act of a legality case."""
    options = options_of(row, under)
    rules = resolve(ruleset_of(row), 0, list(options.items()))
    table = table_of(row, rules)
    turn = ACTS[row["action"]["type"]](row, table)
    return replayed(ruleset_of(row), table.log(turn), options, players=rules.players)


def rules_of(code_: str | None) -> set[str]:
    return {rule for citation in cite_all(code_ or "", "variants") for rule in citation.rules} if code_ else set()


def complaint(row: Row, expect: Row, result: GameResult) -> str:
    """What is wrong with the replay's verdict on a legality case; "" if nothing is."""
    found = {finding.rule: finding for finding in result.findings}
    said = ", ".join(f"{finding.verdict} {finding.rule}" for finding in result.findings) or "nothing"
    wanted = rules_of(expect.get("code"))
    if expect["verdict"] == "legal":
        return f"expected nothing, found {said}" if found else ""
    hit = [finding for rule, finding in found.items() if rule in wanted]
    if not hit:
        return f"expected one of {sorted(wanted)}, found {said}"
    if expect["verdict"] == "illegal":
        return "" if any(finding.verdict == "illegal" for finding in hit) else f"expected illegal, found {said}"
    option = row["expect"]["option"]
    in_doubt = [finding for finding in hit if finding.verdict == "cannot_tell" and option in finding.doubt]
    certain = [finding for finding in result.findings if finding.verdict != "cannot_tell"]
    return "" if in_doubt and not certain else f"expected a doubt about {option}, found {said}"


def check_legality(row: Row) -> str:
    found = [complaint(row, row["expect"], answer(row))]
    for way in row["expect"].get("under", []):
        found.append(complaint(row, way, answer(row, way["options"])))
    return "; ".join(filter(None, found))


# -- results ---------------------------------------------------------------------------------------------------------


def dealt(rules: Resolved, upcard: str) -> str:
    """A deal before its first turn, hands unknown; the last seat dealt."""
    seats = SEATS[rules.players][0].split()
    sides = "ABC" if rules.players == 3 else "AB"
    lines = [f"@hand 1 dealer={seats[-1]} " + " ".join(f"{side}=0" for side in sides)]
    lines += [f"deal {seat} ?x{rules['hand_size']}" for seat in seats]
    if rules["packet_size"]:
        lines += [f"foot {seat} ?x{rules['packet_size']}" for seat in seats]
    draws = "+?x2" if rules["stock_draw"] == 2 else "+?"
    return "\n".join([*lines, f"up {upcard}", f"1. {seats[0]} {draws} -4"])


def check_result(row: Row) -> str:
    """A number or a state that is asked for."""
    options = options_of(row)
    rules = resolve(ruleset_of(row), row["situation"].get("players", 0), list(options.items()))
    found = RESULTS[row["action"]["type"]](row, rules, options)
    wanted = row["expect"]["value"]
    return "" if found == wanted else f"expected {wanted}, found {found}"


def first_pile(row: Row, rules: Resolved, options: Row) -> object:
    """How many cards lie hidden under the upcard, or that it must be covered."""
    result = replayed(ruleset_of(row), dealt(rules, row["situation"]["upcard"]), options, players=rules.players)
    if any(finding.rule == "deal.upcard_covered" for finding in result.findings):
        return "cover"
    return result.deals[0].turns[0].pile_before - 1


def after_dealing(row: Row, rules: Resolved, options: Row) -> object:
    """Cards of the pack, and those left when the hands are dealt and nothing is turned up."""
    turn = replayed(ruleset_of(row), dealt(rules, "4"), options, players=rules.players).deals[0].turns[0]
    return {"pack": rules.cards, "left": turn.stock_before + turn.pile_before}


def is_over(row: Row, rules: Resolved, options: Row) -> object:
    score = row["situation"]["score"]
    log = f"@hand 1 A=0 B=0\n@close out\n@score A by=N sum={score}\n@score B by=N sum=0\n@total A={score} B=0"
    return replayed(ruleset_of(row), log, options, players=rules.players).winner == 0


def lone_hand(row: Row, rules: Resolved, options: Row) -> object:
    """Who plays alone when nobody took the pile; A, B and C are North, East and South."""
    lines = ["@hand 1 position=yes A=0 B=0 C=0 turn=S", "holds S 9h", "table C 8h8d8s8c8h8d8s QhQdQsQcQhQdQs 9d9s9c"]
    lines += ["pile 4 6", "stock ?x40"]
    if row["situation"]["went_out"]:
        lines += ["1. S +9d +Kh 9h9d -Kh out", "@close out"]
    else:
        lines += ["1. S +9d +Kh -Kh", "@close stock"]
    seat = replayed(ruleset_of(row), "\n".join(lines), options, players=3).deals[0].lone_seat
    return "nobody" if seat < 0 else "ABC"[seat]


RESULTS = {
    "hidden_cards_under_upcard": first_pile, "deal": after_dealing, "game_over": is_over, "lone_hand": lone_hand,
}  # fmt: skip


# -- scores ----------------------------------------------------------------------------------------------------------

ITEMS = {
    "melded_cards": "meld_cards", "canastas": "canastas", "four_black_threes": "canastas", "seven_twos": "canastas",
    "canasta_collections": "aggregate", "sweep": "aggregate", "red_threes": "bonus_cards",
    "black_threes": "bonus_cards", "going_out": "going_out", "concealed": "concealed", "hand_cards": "hand_cards",
    "short_sequences": "unfinished_melds", "unfinished_sevens": "unfinished_melds",
    "sevens_in_hand": "unfinished_melds", "special_hand": "special_hands", "exact_cut": "penalties",
    "penalties": "penalties",
}  # fmt: skip
CANASTAS = ("natural_canastas", "mixed_canastas", "sequence_canastas", "wild_canastas", "other_canastas")


def check_score(row: Row) -> str:
    expect = row["expect"]
    if "under" in expect:
        ways = [check_points(row, way, way["options"]) for way in expect["under"]]
        return "; ".join(filter(None, [*ways, check_doubt(row)]))
    return check_points(row, expect, {})


def check_points(row: Row, expect: Row, under: Row) -> str:
    """Items and total of side A (of B and C for cutthroat partners) against those of the case."""
    result = scored(row, under)
    wanted: Counter[str] = Counter()
    for item, points in expect["items"].items():
        wanted[ITEMS[item]] += points
    if "value" in expect:
        return "; ".join(filter(None, (total_of(result, "ABC".index(s), t) for s, t in expect["value"].items())))
    sides = result.deals[0].sides[0].items
    found = {item: amount.known for item, amount in sides.items() if item != "total"}
    found["canastas"] = sum(found.pop(item) or 0 for item in CANASTAS)
    differ = [f"{item}: expected {wanted[item]}, found {n}" for item, n in found.items() if n != wanted[item]]
    return "; ".join(filter(None, [*differ, total_of(result, 0, expect["total"])]))


def total_of(result: GameResult, side: int, total: int) -> str:
    found = result.deals[0].sides[side].items["total"].known
    return "" if found == total else f"total: expected {total}, found {found}"


def scored(row: Row, under: Row, sheet: str = "") -> GameResult:
    options = options_of(row, under)
    rules = resolve(ruleset_of(row), 0, list(options.items()))
    three = row["profile"] == "CUTTHROAT"
    log, teams = cutthroat_log(row) if three else score_log(row, rules)
    return replayed(ruleset_of(row), log + sheet, options, players=rules.players, teams=teams)


def check_doubt(row: Row) -> str:
    """A score that an assumed option decides: none of the sheets that some value of it supports is called wrong."""
    said = []
    for way in row["expect"]["under"]:
        result = scored(row, {}, f"\n@score A by=N sum={way['total']}")
        scores = [finding for finding in result.findings if finding.rule.startswith("score.")]
        said += [finding.rule for finding in scores if finding.verdict != "cannot_tell"]
    return f"expected doubts, found {said}" if said else ""


CHECKS = {"legality": check_legality, "result": check_result, "scoring": check_score}


def check(row: Row) -> str:
    """What is wrong with our answer to a case; "" if it is the answer of the page."""
    return CHECKS[row["kind"]](row)


def main(arguments: Sequence[str]) -> int:
    """Print how many cases agree, by variant; with ids as arguments, what is wrong with those."""
    good: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for row in rows():
        if arguments and row["id"] not in arguments and row["profile"] not in arguments:
            continue
        try:
            wrong = check(row)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        every[row["profile"]] += 1
        good[row["profile"]] += not wrong
        if wrong:
            print(f"{row['id']}: {wrong}{' (disputed)' if row['id'] in DISPUTED else ''}")
    for profile, count in every.items():
        print(f"{profile.lower():12} {good[profile]:3} of {count}")
    print(f"{'all':12} {sum(good.values()):3} of {sum(every.values())}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
