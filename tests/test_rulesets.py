"""Rulesets: each is valid and stands on its sources; headers, seats and options resolve; faults are named."""

from __future__ import annotations

import re

import pytest

from data.citations import citations
from data.options import BELOW, options
from data.ruleset import RulesetError, aliases, canonical_name, diff, load, names, resolve, validate
from data.ruleset_file import Problem
from data.ruleset_store import HERE, planned
from data.source_keys import keys_of

CLASSIC = [
    "classic", "classic_2", "classic_3", "classic_3_cutthroat", "classic_5", "classic_6_trios", "classic_6_pairs",
    "bicycle", "wikipedia_2016", "wikipedia_2023", "gamerules", "gamerules_top_counts", "vienna",
]  # fmt: skip


def test_the_classic_presets_are_there():
    assert set(CLASSIC) <= set(names())


@pytest.mark.parametrize("name", names())
def test_a_ruleset_is_valid_and_says_where_its_values_come_from(name):
    path = HERE / f"{name}.toml"
    assert validate(path) == []
    ruleset = load(name)
    assert ruleset.title
    assert ruleset.summary
    for line in path.read_text(encoding="utf-8").split("[values]")[1].splitlines():
        written = re.match(r"(\w+) = ", line)
        if written:
            assert written[1] in options(), "built-in rulesets use canonical names"
            assert re.search(r'source = ".+", sourced = (true|false)', line), line


def test_classic_speaks_of_every_option_of_its_own():
    own = {option.name for option in options().values() if any(alias.family == "classic" for alias in option.aliases)}
    values = load("classic").values
    assert sorted(name for name in own if values[name].source == "default") == []


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("classic", {"hand_size": 11, "stock_draw": 1, "out_canastas": 1, "target": 5000, "ask_partner": "optional"}),
        ("classic_2", {"hand_size": 15, "stock_draw": 2, "out_canastas": 2, "ask_partner": "none"}),
        ("classic_3", {"hand_size": 13, "stock_draw": 1, "out_canastas": 1, "target": 5000}),
        ("classic_3_cutthroat", {"stock_draw": 2, "out_canastas": 2, "target": 7500, "stock_end": "last_drawer"}),
        ("classic_5", {"hand_size": 11, "sit_out": "rotate_in_trio"}),
        ("classic_6_trios", {"packs": 3, "jokers": 6, "hand_size": 13, "out_canastas": 2, "target": 10000}),
        ("classic_6_pairs", {"packs": 3, "target": 7500, "sides": "3x2"}),
        ("bicycle", {"black3_freezes": True, "upcard_cover": ("wild", "red3", "black3")}),
        ("wikipedia_2016", {"wild_ratio": "le"}),
        ("wikipedia_2023", {"wild_ratio": "none", "red3_deal_timing": "at_once"}),
        ("gamerules", {"wild_ratio": "double", "pile_before_opening": "forbidden", "concealed_min_exempt": "never"}),
        ("gamerules_top_counts", {"wild_ratio": "double", "pile_before_opening": "counts_top"}),
        ("vienna", {"red3_plus_if": "canasta>=1"}),
    ],
)
def test_a_preset_has_its_values(name, values):
    ruleset = load(name)
    assert {option: ruleset.values[option].value for option in values} == values


def test_only_the_ten_thousand_game_asks_for_150():
    assert load("classic_6_trios").values["bands"].value[-1] == (7500, 150, "")
    assert load("classic_6_pairs").values["bands"].value[-1] == (3000, 120, "")


@pytest.mark.parametrize(
    ("header", "players", "sides", "name"),
    [
        ("classic", 0, 0, "classic"),
        ("classic-108", 4, 2, "classic"),
        ("CLASSIC-108@2024", 4, 2, "classic"),
        ("classic", 2, 2, "classic_2"),
        ("classic", 3, 3, "classic_3"),
        ("classic", 5, 2, "classic_5"),
        ("classic-162", 6, 2, "classic_6_trios"),
        ("classic-162", 6, 3, "classic_6_pairs"),
        ("cutthroat", 3, 3, "classic_3_cutthroat"),
        ("vienna_like", 4, 2, "vienna"),
    ],
)
def test_a_header_names_a_ruleset(header, players, sides, name):
    resolved = resolve(header, players, sides=sides)
    assert resolved.name == name
    assert resolved.values.keys() == options().keys()


def test_the_form_for_two_holds_for_other_rulesets_too():
    resolved = resolve("bicycle", 2)
    assert (resolved.name, resolved["hand_size"], resolved["black3_freezes"]) == ("bicycle", 15, True)


def test_the_revision_of_a_header_is_kept():
    assert resolve("classic-108@2024-1", 4).revision == "2024-1"


@pytest.mark.parametrize(
    ("header", "players", "game_options", "message"),
    [
        ("classic-162", 4, {}, "expected 108 cards, found 162"),
        ("classic", 7, {}, "2 or 3 or 4 or 5 or 6 players, found 7"),
        ("classic_2", 3, {}, "expected 2 players, found 3"),
        ("whist", 4, {}, "the name of a ruleset"),
        ("../classic", 4, {}, "NAME\\[-CARDS\\]"),
        ("", 4, {}, "NAME\\[-CARDS\\]"),
        ("classic", 4, {"deal": 11, "hand_size": 13}, "deal and hand_size: expected one value for hand_size"),
        ("classic", 4, {"target": "soon"}, "options: target: expected a number"),
    ],
)
def test_what_cannot_be_resolved_says_why(header, players, game_options, message):
    with pytest.raises(RulesetError, match=message):
        resolve(header, players, game_options)


def test_other_names_lead_to_a_ruleset_that_is_built_or_planned():
    for alias, target in aliases().items():
        assert canonical_name(alias) == target
        assert alias not in names()
        assert target in planned() or target in names()


def test_a_planned_ruleset_is_not_built_yet():
    assert planned().keys().isdisjoint(names())
    for name in planned():
        with pytest.raises(RulesetError, match="not built yet"):
            load(name)


def test_options_of_a_game_count_as_confirmed():
    assert "tie_rule" in resolve("classic", 4).assumed
    resolved = resolve("classic", 4, [("tie_rule", "shared"), ("black_three_freezes", "true"), ("colour", "red")])
    assert (resolved["tie_rule"], resolved["black3_freezes"]) == ("shared", True)
    assert "tie_rule" not in resolved.assumed
    assert resolved.unknown == ("colour",)


def test_cards_are_counted_with_the_options():
    assert resolve("classic-110", 4, {"jokers": 6}).cards == 110


def test_packs_may_follow_from_the_seats():
    resolved = resolve("classic", 4, {"hf_decks": "players+1", "hf_jokers_per_deck": 2})
    assert (resolved["packs"], resolved["jokers"], resolved.cards) == (5, 10, 270)


def test_an_assumed_value_lists_what_it_may_be_instead():
    resolved = resolve("wikipedia_2023", 4)
    assert resolved.alternatives("pile_before_opening") == ("counts_top",)
    assert resolved.alternatives("sweep") == (((7, 5000, True),),)
    assert resolved.alternatives("target") == ()
    assert set(resolve("classic", 4).alternatives("tie_rule")) == {"drawn", "shared"}


def test_a_stated_part_keeps_the_doubt_about_the_rest(tmp_path, monkeypatch):
    values = 'bands = { value = [["below", 15], [0, 50]], sourced = false, alternatives = [[["below", 15], [0, 60]]] }'
    (tmp_path / "mine.toml").write_text(ruleset(values))
    monkeypatch.setenv("CANASTA_RULES", str(tmp_path))
    resolved = resolve("mine", 4, {"negative_min": 0})
    assert resolved["bands"] == ((BELOW, 0, ""), (0, 50, ""))
    assert resolved.alternatives("bands") == (((BELOW, 0, ""), (0, 60, "")),)


def test_the_hash_follows_values_and_their_standing():
    plain = resolve("classic", 4).hash
    assert re.fullmatch(r"[0-9a-f]{16}", plain)
    assert resolve("classic-108", 4).hash == plain
    assert resolve("classic", 4, {"target": 7500}).hash != plain
    assert resolve("classic", 4, {"tie_rule": "play_another_deal"}).hash != plain
    assert resolve("classic", 4, {"cut_by": "left"}).hash == plain


def test_two_rulesets_are_compared():
    differences = diff(load("classic").values, load("bicycle").values)
    assert [difference.option for difference in differences] == ["upcard_cover", "black3_freezes"]
    assert (differences[1].first.value, differences[1].second.value) == (False, True)


def ruleset(values: str, head: str = 'name = "mine"\ntitle = "Mine"\nextends = "classic"') -> str:
    return f"{head}\n[values]\n{values}\n"


def test_a_club_may_write_values_plainly():
    assert validate(ruleset("target = 7500\nblack_three_freezes = true\nwild = 2000"), "mine") == []


@pytest.mark.parametrize(
    ("text", "where", "expected", "line"),
    [
        ("name =\ntitle = 1", "the file", "TOML", 1),
        (ruleset("targt = 1"), "values.targt", "the name of an option", 5),
        (ruleset("target = true"), "values.target", "a number from", 5),
        (ruleset('wild_ratio = "most"'), "values.wild_ratio", "none | le", 5),
        (ruleset('wild_ratio = { value = "le", sorced = true }'), "values.wild_ratio.sorced", "one of value", 5),
        (ruleset('wild_ratio = { value = "le", sourced = "yes" }'), "values.wild_ratio", "sourced = true or false", 5),
        (ruleset('tie_rule = { value = "drawn", alternatives = ["lost"] }'), "values.tie_rule", "play_another", 5),
        (ruleset('tie_rule = { value = "drawn", alternatives = "shared" }'), "values.tie_rule", "alternatives =", 5),
        (ruleset("hand_size = { by_players = { two = 15 } }"), "values.hand_size", "by_players = {", 5),
        (ruleset("hand_size = 11\ndeal = 11"), "values.deal", "hand_size once", 6),
        (ruleset("", 'name = "mine"\ntitle = "Mine"\nextends = "whist"'), "extends", "the name of a ruleset", 3),
        (ruleset("", 'name = "mine"\ntitle = "Mine"\nextends = "mine"'), "extends", "another ruleset", 3),
        (ruleset("", 'name = "mine"\ntitle = "Mine"'), "family", "classic | variants", 0),
        (ruleset("", 'name = "mine"\nextends = "classic"'), "title", "a line title", 0),
        (ruleset("", 'name = "Mine!"\ntitle = "M"\nextends = "classic"'), "name", "small letters", 1),
        (ruleset("", 'name = "mine"\ntitle = 3\nextends = "classic"'), "title", "text", 2),
        (ruleset("", 'name = "mine"\ntitle = "M"\nextends = "classic"\ncolour = "red"'), "colour", "one of name", 4),
        (ruleset("", 'name = "mine"\ntitle = "M"\nextends = "classic"\ninherits = "no"'), "inherits", "sourced or", 4),
        ('name = "mine"\ntitle = "M"\nextends = "classic"\n[by_players]\n2 = 3\n', "by_players", "players =", 4),
        ('name = "mine"\ntitle = "M"\nextends = "classic"\nvalues = 3\n', "values", "a table", 4),
        ('name = "mine"\ntitle = "M"\nextends = "classic"\n[by_players]\n2 = "whist"\n', "by_players.2", "the name", 4),
    ],
)
def test_a_faulty_ruleset_is_told_where_and_what(text, where, expected, line):
    problems = validate(text)
    assert [problem.where for problem in problems] == [where], problems
    problem: Problem = problems[0]
    assert expected in problem.expected
    assert problem.found
    assert problem.line == line
    assert str(problem).endswith(f"expected {problem.expected}, found {problem.found}")


def test_all_faults_are_told_at_once():
    assert len(validate(ruleset('targt = 1\nwild_ratio = "most"\npacks = 99'))) == 3


def test_a_club_keeps_its_rulesets_in_a_folder_of_its_own(tmp_path, monkeypatch):
    (tmp_path / "my_club.toml").write_text(
        'name = "my_club"\ntitle = "My club"\nextends = "classic"\n[values]\ntarget = 7500\nwild = 2000\n'
        'pile_before_opening = { value = "forbidden", sourced = false }\n'
    )
    monkeypatch.setenv("CANASTA_RULES", str(tmp_path))
    assert "my_club" in names()
    resolved = resolve("my-club-108", 4)
    assert (resolved["target"], resolved["bonus"]["wild"]) == (7500, 2000)
    assert resolved.values["target"].source == "my_club"
    assert "counts_top" in resolved.alternatives("pile_before_opening")
    assert resolve("my_club", 2)["hand_size"] == 15
    (tmp_path / "my_club.toml").write_text('name = "my_club"\ntitle = "My club"\nextends = "vienna"\n')
    assert resolve("my-club-108", 4)["target"] == 5000, "an edited ruleset is read again"


def test_an_inherited_value_may_be_merely_assumed(tmp_path, monkeypatch):
    (tmp_path / "sketch.toml").write_text(
        'name = "sketch"\ntitle = "Sketch"\nextends = "classic"\ninherits = "assumed"\n[values]\ntarget = 7500\n'
    )
    monkeypatch.setenv("CANASTA_RULES", str(tmp_path))
    resolved = resolve("sketch", 4)
    assert "target" not in resolved.assumed
    assert {"out_canastas", "pile_frozen"} <= resolved.assumed
    assert resolved.alternatives("out_canastas") == (2,)
    assert resolved.alternatives("pile_frozen") == ("always",)


def test_a_chain_without_end_is_refused(tmp_path, monkeypatch):
    for name, parent in (("one", "two"), ("two", "one")):
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\ntitle = "T"\nextends = "{parent}"\n')
    monkeypatch.setenv("CANASTA_RULES", str(tmp_path))
    with pytest.raises(RulesetError, match="a chain that ends"):
        load("one")
    assert any("a chain that ends" in problem.expected for problem in validate(tmp_path / "one.toml"))


@pytest.mark.parametrize("name", names())
def test_every_key_in_a_source_stands_for_something(name):
    codes = {code for page in citations().values() for code in page}
    known = {key.key for key in keys_of(name)} | codes
    for option, stated in load(name).values.items():
        keys = re.findall(r"\b[A-Z]{2,}[A-Za-z]*\d?\b(?!-)", stated.source)
        assert not [key for key in keys if key not in known], (option, stated.source)


def test_a_key_means_what_the_family_says_that_stated_the_value():
    keys = {(key.key, key.family): key.meaning for key in keys_of("samba")}
    assert keys["PAG", "classic"].startswith("pagat.com: Canasta")
    assert keys["PAGs", "variants"].startswith("pagat.com: Samba")
    assert ("PAG", "variants") not in keys, "that is Pennies from Heaven, which Samba is not built on"
