"""The season that the demo plays: the same each time, its faults where they are meant to be, its readers content."""

from data.events import Reading
from ingest.formats.cgn import read
from ingest.formats.cgn_writer import write
from replay import replay_game
from replay.simulation.club import CLUB, PAIRS, play, season

SITTINGS = list(season())


def test_a_season_is_the_same_each_time() -> None:
    assert list(season()) == SITTINGS
    assert list(season(seed=1)) != SITTINGS
    assert len({sitting.name for sitting in SITTINGS}) == len(SITTINGS) == 60


def test_everybody_comes_and_nobody_sits_at_two_tables() -> None:
    members = {name for sitting in SITTINGS for name in sitting.players}
    assert len(members) == 2 * len(PAIRS)
    for evening in {sitting.evening for sitting in SITTINGS}:
        here = [name for sitting in SITTINGS if sitting.evening == evening for name in sitting.players]
        assert len(set(here)) == len(here) == 12


def test_what_goes_wrong_is_found_and_nothing_else() -> None:
    wrong = [sitting for sitting in SITTINGS if sitting.fault]
    assert len({sitting.fault for sitting in wrong}) > 8
    for sitting in [*wrong, *SITTINGS[:5]]:
        found = {finding.rule for finding in replay_game(*play(sitting)).findings}
        assert found == ({sitting.fault} if sitting.fault else set()), sitting.name


def test_logs_of_a_season_read_without_a_word() -> None:
    for sitting in SITTINGS[:12]:
        events, game = play(sitting)
        reading = read(write(Reading("season", "simulated", events, [game]), seal=True).encode(), sitting.name)
        assert reading.messages == []
        assert reading.games[0].header("club") == CLUB
        assert tuple(reading.games[0].players.values()) == sitting.players
