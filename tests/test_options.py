"""Options: one canonical name each, every other name understood, values read and written back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.option_values import BELOW
from data.options import OptionError, apply, canonical, compounds, find, options, parse, read, resolve, to_text
from tests.places import SHARED

RULES = SHARED / "rules"
OPTIONS = list(options().values())
needs_rules = pytest.mark.skipif(not RULES.is_dir(), reason="the rules pages (../shared/rules) are not here")
ONE = '[a.one]\ntype = "bool"\nsentence = "."\ndefault = true\n'
# Words of the pages that look like option names and are none.
NO_OPTIONS = {"base_out", "base_only"}


def value_of(name: str, raw: object, family: str = "classic") -> object:
    (setting,) = resolve(name, raw, family) or ()
    return setting.value


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_describes_itself(option):
    assert option.sentence.endswith((".", "]."))
    assert option.name == option.name.lower()
    value = option.default_value()
    assert parse(option, to_text(option, value)) == value
    for other in option.usual_values():
        assert parse(option, to_text(option, other)) == other
    for alias in option.aliases:
        for spelt in alias.values:
            assert resolve(alias.name, spelt, alias.family)


def test_names_that_set_several_options_set_known_ones():
    for compound in compounds():
        for spelt in compound.values:
            settings = resolve(compound.name, spelt, compound.family)
            assert len(settings) == len(compound.values[spelt])
        assert all(name in options() for name in compound.otherwise)


@pytest.mark.parametrize(
    ("name", "raw", "family", "option", "value"),
    [
        ("one_card_pile", True, "classic", "one_card_pile", "barred"),
        ("one_card_pile", "false", "classic", "one_card_pile", "allowed"),
        ("black_three_hand", "-100", "classic", "black3_hand", 100),
        ("black_three_hand", "\u2212100", "classic", "black3_hand", 100),
        ("upcard_black_three", "covered", "classic", "upcard_cover", ("wild", "red3", "black3")),
        ("wild_ratio", "wilds_le_naturals", "classic", "wild_ratio", "le"),
        ("base_wilds_le_naturals", "on", "heckadeck", "wild_ratio", "le"),
        ("deal", "13", "classic", "hand_size", 13),
        ("set_max", "unlimited", "classic", "set_max", 0),
        ("hf_out_books", {"clean": 2, "dirty": 1}, "handfoot", "out_need", {"natural": 2, "mixed": 1}),
        ("am_three_sign", [-1, 0, 1], "american", "red3_plus_if", "by_canastas"),
        ("talon", "2x4", "american", "talon_sizes", (4, 4)),
        ("red3", "-500", "handfoot", "red3_held", 500),
        ("stock_end", "classic", "variants", "stock_end", "play_on_forced"),
        ("final_card", "facedown_discard", "variants", "out_discard", "facedown"),
        ("bands", "below:15,0:50,7000:0:canasta", "", "bands", ((BELOW, 15, ""), (0, 50, ""), (7000, 0, "canasta"))),
        ("sweep_canastas", "off", "classic", "sweep", ()),
        ("sweep", [7, 5000, True], "variants", "sweep", ((7, 5000, True),)),
    ],
)
def test_a_name_and_its_value_are_understood(name, raw, family, option, value):
    assert canonical(name, family).name == option
    assert value_of(name, raw, family) == value


def test_the_same_word_means_what_its_family_says():
    assert resolve("red3", "200", "classic")[0].option == "red3_table"
    assert resolve("red3", "-500", "handfoot")[0].option == "red3_held"


@pytest.mark.parametrize(
    ("name", "raw", "option", "value"),
    [
        ("wild", 2000, "bonus", {"natural": 500, "mixed": 300, "wild": 2000}),
        ("bonus.wild", 2000, "bonus", {"natural": 500, "mixed": 300, "wild": 2000}),
        ("red3", 200, "red3_table", {1: 200, 2: 400, 3: 600, 4: 800}),
        ("allred3", 1000, "red3_table", {1: 100, 2: 200, 3: 300, 4: 1000}),
        ("red_three_four", 900, "red3_table", {1: 100, 2: 200, 3: 300, 4: 900}),
        ("negative_min", 50, "bands", ((BELOW, 50, ""), (0, 50, ""), (1500, 90, ""), (3000, 120, ""))),
        ("bands@1500", 100, "bands", ((BELOW, 15, ""), (0, 50, ""), (1500, 100, ""), (3000, 120, ""))),
        ("min", "15/60/90/120", "bands", ((BELOW, 15, ""), (0, 60, ""), (1500, 90, ""), (3000, 120, ""))),
        ("special", "straight:3500", "special_hands", {"straight": 3500}),
        ("penalty-illegal-meld", 100, "penalties", {"illegal_meld": 100}),
    ],
)
def test_a_part_of_an_option_is_set_alone(name, raw, option, value):
    defaults = {option.name: option.default_value() for option in OPTIONS}
    assert apply(defaults, resolve(name, raw, "classic"))[option] == value


def test_a_band_is_moved_or_added():
    bands = {"bands": ((BELOW, 15, ""), (0, 50, ""), (7500, 150, ""))}
    assert apply(bands, resolve("min150_from", 7000))["bands"][-1] == (7000, 150, "")
    del bands["bands"]
    bands["bands"] = ((BELOW, 15, ""), (0, 50, ""))
    assert apply(bands, resolve("min150_from", 7000))["bands"][-1] == (7000, 150, "")


def test_points_and_beginnings_of_bands_go_together():
    bands = {"bands": options()["bands"].default_value()}
    settings = [*resolve("min", "125/155/180"), *resolve("minat", "3000/5000")]
    assert apply(bands, settings)["bands"] == ((BELOW, 125, ""), (3000, 155, ""), (5000, 180, ""))
    with pytest.raises(OptionError, match="4 figures"):
        apply(bands, resolve("min", "125/155"))


def test_a_name_may_set_several_options():
    settings = resolve("take", "pair+wild", "classic")
    assert {setting.option: setting.value for setting in settings} == {
        "pile_nat_wild": True,
        "pile_top_to_set": "never",
    }
    lone = resolve("sides", "lone_hand", "variants")
    assert {setting.option: setting.value for setting in lone} == {"sides": "solo", "first_to_take_alone": True}
    assert resolve("hf_game_end", 10000, "handfoot")[0].option == "target"
    assert resolve("hf_game_end", "3_rounds", "handfoot")[0].option == "game_deals"


def test_an_unknown_name_is_no_error_of_value():
    assert resolve("zzz", 1) is None
    assert resolve("bonus.zzz", 1) is None
    assert resolve("penalty-zzz", 1) is None


@pytest.mark.parametrize(
    ("name", "raw", "expected", "found"),
    [
        ("wild_ratio", "most", "none | le | lt", "'most'"),
        ("packs", "nine", "a number from 1 to 8", "'nine'"),
        ("packs", 99, "a number from 1 to 8", "99"),
        ("dup_sets", "perhaps", "true or false", "'perhaps'"),
        ("upcard_cover", "wild,spade", "none or some of wild, red3", "'wild,spade'"),
        ("bonus", "natural:much", "name:points", "'natural:much'"),
        ("take", "three", "pair | pair\\+wild", "'three'"),
        ("bands", [], "score:points", "\\[\\]"),
        ("bonus.wild", "much", "a number", "'much'"),
    ],
)
def test_a_wrong_value_says_what_was_expected_and_found(name, raw, expected, found):
    with pytest.raises(OptionError, match=f"expected {expected}.*found {found}"):
        resolve(name, raw, "classic")


def test_two_spellings_with_different_values_are_an_error():
    defaults = {option.name: option.default_value() for option in OPTIONS}
    same = [*resolve("deal", 13), *resolve("hand_size", 13)]
    assert apply(defaults, same)["hand_size"] == 13
    for settings in (
        [*resolve("deal", 11), *resolve("hand_size", 13)],
        [*resolve("wild", 2000), *resolve("bonus", "natural:500,wild:1500")],
        [*resolve("nat", 500), *resolve("bonus.natural", 600)],
    ):
        with pytest.raises(OptionError, match="expected one value for"):
            apply(defaults, settings)


def test_a_name_that_gives_way_contradicts_nobody():
    defaults = {option.name: option.default_value() for option in OPTIONS}
    settings = [
        *resolve("hf_top_card_counts", True, "handfoot"),
        *resolve("hf_take_requires_opened", True, "handfoot"),
    ]
    assert apply(defaults, settings)["pile_before_opening"] == "forbidden"
    assert apply(defaults, reversed(settings))["pile_before_opening"] == "forbidden"


@pytest.mark.parametrize(
    "text",
    [
        ONE + '[b.one]\ntype = "bool"\nsentence = "."\ndefault = true\n',
        '[a.one]\ntype = "colour"\nsentence = "."\ndefault = 1\n',
        '[a.one]\ntype = "bool"\nsentence = "."\ndefault = "maybe"\n',
        ONE + 'aliases = [{ name = "x" }, { name = "x" }]\n',
        ONE + 'aliases = [{ name = "x", family = "chess" }]\n',
        ONE + '[compound.classic.one]\nsentence = "."\n',
    ],
)
def test_a_faulty_list_of_options_is_refused(text):
    with pytest.raises(OptionError):
        read(text)


@given(st.sampled_from(OPTIONS), st.text(max_size=12) | st.integers() | st.booleans() | st.none())
def test_any_value_is_read_or_refused(option, raw):
    try:
        value = parse(option, raw)
    except OptionError:
        return
    if option.type != "text":
        assert parse(option, to_text(option, value)) == value


# ------------------------------------------------------------------------------------- names of the rules pages


def _page(name: str) -> str:
    return (RULES / name).read_text(encoding="utf-8")


def _classic_names() -> set[str]:
    section = _page("classic.md").split("\n## 5.")[1].split("\n## 6.")[0]
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", section, re.MULTILINE)
    sketch = section.split("```yaml")[1].split("```")[0]
    keys = set(re.findall(r"[{,]\s*(\w+):", re.sub(r"#.*", "", sketch))) - {"extends"}
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)} | keys


def _notation_names() -> set[str]:
    section = (SHARED / "design" / "NOTATION.md").read_text(encoding="utf-8").split("\n### 2.7")[1].split("\n## 3")[0]
    cells = [cell for row in section.splitlines() if row.startswith("|") for cell in row.split("|")[1::2]]
    return {name.replace("*", "illegal-meld") for cell in cells for name in re.findall(r"`([\w*-]+)`", cell)}


def _names(page: str) -> set[str]:
    if page == "classic":
        return _classic_names()
    if page == "notation":
        return _notation_names()
    if page == "variants":
        section = _page("variants.md").split("\n## 3.")[1].split("\n## 4.")[0]
        return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    if page == "heckadeck":
        return set(re.findall(r"`((?:hd|base|am)_\w+)`", _page("heckadeck.md"))) - NO_OPTIONS
    tables = json.loads(_page("american_and_hand_and_foot_options.json"))
    return set(tables[{"american": "am", "handfoot": "hf"}[page]]["options"])


@needs_rules
@pytest.mark.parametrize("page", ["classic", "variants", "american", "handfoot", "heckadeck", "notation"])
def test_every_option_name_of_the_pages_is_known(page):
    names = _names(page)
    assert len(names) > 20
    assert sorted(name for name in names if find(name, page) is None) == []


def _written_values() -> Iterator[tuple[str, object, str]]:
    """Every value the machine-readable pages and the worked cases give to an option."""
    tables = json.loads(_page("american_and_hand_and_foot_options.json"))
    for key, family in (("am", "american"), ("hf", "handfoot")):
        yield from ((name, entry["default"], family) for name, entry in tables[key]["options"].items())
        for profile in tables[key]["profiles"].values():
            yield from ((name, value, family) for name, value in profile["set"].items())
    for profile in json.loads(_page("variants_profiles.json")).values():
        for delta in (profile["delta"], *profile.get("overrides", {}).values()):
            yield from ((name, entry["value"], "variants") for name, entry in delta.items())
    for path in sorted((RULES / "cases").glob("*.jsonl")):
        family = {"hand_and_foot": "handfoot"}.get(path.stem, path.stem)
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            under = [answer.get("options") or {} for answer in case["expect"].get("under") or []]
            for values in (case["options"], case.get("assumes") or {}, *under):
                yield from ((name, value, family) for name, value in values.items())


@needs_rules
def test_every_value_of_the_pages_is_understood():
    count = 0
    for name, raw, family in _written_values():
        if raw is None:
            continue  # the page does not know the value
        by_players = isinstance(raw, dict) and name in ("hand_size", "hf_decks")
        one_of = name == "hf_decks" and isinstance(raw, list)
        choices = list(raw.values()) if by_players else raw if one_of else [raw]
        for choice in choices:
            assert resolve(name, choice, family), (name, choice)
            count += 1
    assert count > 400
