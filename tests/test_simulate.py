"""Simulated games: legal under every ruleset, varied, the same for the same seed, and as readable as any log."""

from collections import Counter
from collections.abc import Iterator

import pytest

from data.cards import french
from data.events import Events, Game, Reading
from ingest.formats import cgn, cgn_writer
from replay import replay_game
from replay.simulate import TEMPERAMENTS, simulate, simulate_reading
from tests.situations import situations

CLASSIC = (
    "classic", "classic_2", "classic_3", "classic_3_cutthroat", "classic_5", "classic_6_trios", "classic_6_pairs",
    "bicycle", "gamerules", "gamerules_top_counts", "vienna", "wikipedia_2016", "wikipedia_2023",
)  # fmt: skip
OTHERS = ("samba", "samba_fournier", "bolivia", "brazilian", "brazilian_wikipedia")
HOUSE_RULES = (
    ("ask_partner", "required"), ("ask_partner", "none"), ("ask_timing", "after_draw"), ("out_discard", "required"),
    ("out_discard", "forbidden"), ("out_canastas", "2"), ("wild_ratio", "lt"), ("wild_ratio", "double"),
    ("set_max", "7"), ("natural_on_complete", "false"), ("wild_on_complete", "false"), ("set_max_wilds", "2"),
    ("pile_frozen", "always"), ("pile_frozen_until_open", "false"), ("opening_pile_frozen", "true"),
    ("pile_nat_wild", "false"), ("pile_top_to_set", "never"), ("pile_top_to_set", "incomplete"),
    ("pile_before_opening", "forbidden"), ("black3_freezes", "true"), ("black3_wild", "true"),
    ("red3_deal_timing", "first_turn"), ("red3_deal_timing", "before_play"), ("stock_end", "play_on_free"),
    ("stock_end", "last_drawer"), ("last_bonus_card", "meld_no_discard"), ("last_bonus_card", "play_on"),
    ("reshuffle_pile", "true"), ("one_card_pile", "allowed"), ("concealed_min_exempt", "always"), ("stock_draw", "2"),
    ("tie_rule", "shared"), ("jokers", "2"), ("red3_plus_if", "canasta>=1"), ("hand_size", "15"),
)  # fmt: skip
SHOWN = (
    "take: natural pair", "take: natural and wild", "take: onto a meld", "take with the pair and a wild card",
    "take that opens", "take of a frozen pile by an open side", "red three in a taken pile", "wild card discarded",
    "black three discarded", "black threes melded", "concealed", "asked: yes", "asked: no", "asked before the draw",
    "closed by out", "closed by stock", "last card a red three", "pile taken with the stock empty",
    "out with a discard", "out without a discard", "red three drawn", "dealt red three laid in turn",
    "red three laid before play", "red three turned up", "wild card turned up", "black three turned up",
    "upcard covered", "opening taken back", "stock listed", "counted",
)  # fmt: skip

Games = list[tuple[Events, Game]]


def games(ruleset: str, count: int, **wishes: object) -> Iterator[tuple[Events, Game]]:
    return simulate(ruleset, games=count, seed=11, **wishes)  # type: ignore[arg-type]


def check_legal(played: Iterator[tuple[Events, Game]]) -> None:
    """No finding, every deal judged, and every claimed figure what the replay gives."""
    for events, game in played:
        result = replay_game(events, game)
        assert not [(f.rule, f.deal, f.turn, f.message) for f in result.findings], game.id
        assert {deal.status for deal in result.deals} == {"judged"}
        assert {claim.verdict for claim in result.claims} == {"equal"}
        assert result.status == "complete"


@pytest.mark.parametrize("ruleset", CLASSIC)
def test_games_are_legal(ruleset: str) -> None:
    check_legal(games(ruleset, 20))


@pytest.mark.parametrize("ruleset", OTHERS)
def test_games_of_other_families_are_legal(ruleset: str) -> None:
    check_legal(games(ruleset, 4))


@pytest.mark.parametrize(("name", "value"), HOUSE_RULES)
def test_games_under_house_rules_are_legal(name: str, value: str) -> None:
    check_legal(games("classic", 4, options=[(name, value)]))


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_temperaments_play_legally(temperament: str) -> None:
    check_legal(games("classic", 3, temperaments=[temperament]))


def seen(ruleset: str, count: int, **wishes: object) -> Counter[str]:
    found: Counter[str] = Counter()
    for events, game in games(ruleset, count, **wishes):
        found += situations(events, game, replay_game(events, game))
    return found


def test_everything_happens_somewhere() -> None:
    found: Counter[str] = Counter()
    for ruleset in ("classic", "classic_2", "classic_3", "classic_6_pairs", "gamerules"):
        found += seen(ruleset, 16)
    assert not [name for name in SHOWN if not found[name]]


def test_partnerships_are_formed_in_cutthroat() -> None:
    assert seen("classic_3_cutthroat", 4)["lone hand"] > 4
    hardly_taken = [("pile_frozen", "always")]
    assert seen("classic_3_cutthroat", 15, options=hardly_taken)["lone hand by going out"]


def test_one_of_five_sits_out() -> None:
    found = seen("classic_5", 4)
    assert found["sat out"] == sum(found[f"closed by {how}"] for how in ("out", "stock"))


def test_two_players_draw_two() -> None:
    assert seen("classic_2", 4)["draw of two"] > 100


def columns(events: Events) -> list[list[int]]:
    return [list(getattr(events, name)) for name in (*Events.COLUMNS, "cards", "card_start")]


def test_the_same_seed_plays_the_same_games() -> None:
    first, again = (list(simulate("classic", games=3, seed=5)) for _ in range(2))
    other = list(simulate("classic", games=3, seed=6))
    for (events, game), (same, twin), (others, _) in zip(first, again, other, strict=True):
        assert columns(events) == columns(same)
        assert (game.players, game.headers, game.claims) == (twin.players, twin.headers, twin.claims)
        assert columns(events) != columns(others)


def test_a_game_does_not_depend_on_how_many_are_played() -> None:
    few, many = list(simulate("classic", games=2, seed=5)), list(simulate("classic", games=4, seed=5))
    assert [columns(events) for events, _ in few] == [columns(events) for events, _ in many[:2]]


def written(reading: Reading) -> str:
    return cgn_writer.write(reading)


@pytest.mark.parametrize("view", ["all", "public", "scores", "E"])
@pytest.mark.parametrize("ruleset", ["classic", "classic_3_cutthroat", "classic_5", "wikipedia_2023"])
def test_text_to_events_to_text_is_the_identity(ruleset: str, view: str) -> None:
    text = written(simulate_reading("games", games(ruleset, 4, view=view)))
    reading = cgn.read(text.encode(), "games")
    assert not [(message.code, message.sentence) for message in reading.messages]
    assert written(reading) == text


def test_events_come_back_as_they_were() -> None:
    for events, game in games("classic", 4):
        read = cgn.read(written(Reading("game", "simulated", events, [game])).encode(), "game").events
        for name in ("deal", "turn", "seat", "kind", "status", "target", "amount", "cards", "card_start"):
            assert list(getattr(read, name)) == list(getattr(events, name)), name


@pytest.mark.parametrize("view", ["public", "scores", "E"])
@pytest.mark.parametrize("ruleset", CLASSIC)
def test_hiding_cards_finds_nothing_in_a_legal_game(ruleset: str, view: str) -> None:
    if view == "E" and ruleset == "classic_2":
        view = "S"
    for events, game in games(ruleset, 5, view=view):
        result = replay_game(events, game)
        assert not [(f.rule, f.deal, f.turn, f.message) for f in result.findings], game.id
        assert "differs" not in {claim.verdict for claim in result.claims}


def test_what_a_view_hides() -> None:
    (events, game), (hidden, _) = (next(games("classic", 1, view=view)) for view in ("all", "N"))
    unknown = french().unknown
    north, others = Counter[int](), Counter[int]()
    for row in range(len(hidden)):
        for card in hidden.cards_of(row):
            (north if hidden.seat[row] == 0 else others)[card] += 1
    assert not north[unknown]
    assert others[unknown] > 33
    assert game.view == "all"
    assert len(events) >= len(hidden)


def test_many_games_in_one_reading() -> None:
    reading = simulate_reading("evening", simulate("classic", games=3, seed=8))
    for (events, game), together in zip(simulate("classic", games=3, seed=8), reading.games, strict=True):
        alone, beside = replay_game(events, game), replay_game(reading.events, together)
        assert [deal.sides for deal in alone.deals] == [deal.sides for deal in beside.deals]
        assert [turn.digest for deal in alone.deals for turn in deal.turns] == [
            turn.digest for deal in beside.deals for turn in deal.turns
        ]


def test_what_cannot_be_played_is_told() -> None:
    with pytest.raises(ValueError, match="found grumpy"):
        next(simulate(temperaments=["grumpy"]))
    with pytest.raises(ValueError, match="found 'Q'"):
        next(simulate(view="Q"))
