"""What pages do when something fails, when a lake is written to while it is looked at, and when several people look."""

from __future__ import annotations

from pathlib import Path

import pytest

from dashboards import mishaps, queries
from data.lake import Lake
from ingest.run import ingest
from replay.run import replay_new
from tests.made_logs import folder
from tests.pages import DISPUTED, PAGES, Open, go, html, works


def stored(lake: Lake) -> int:
    """How many games there are."""
    return int(queries.totals(queries.state_of(lake))["games"])


@pytest.mark.parametrize("page", ["review", "findings", "disputes"])
def test_a_page_that_fails_says_so_and_shows_no_traceback(
    open_page: Open, lake: Lake, page: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("<b>secret</b> of the machine room")

    monkeypatch.setattr(queries, "totals", fails)
    at = open_page(page, lake)
    assert not at.exception
    assert mishaps.HEADLINE in html(at)
    assert "secret" not in html(at)
    assert "secret of" not in str(at)
    assert "<b>secret</b> of the machine room" in caplog.text
    monkeypatch.undo()


def test_a_step_that_fails_leaves_the_page_standing(
    open_page: Open, lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = works(open_page("review", lake, game=DISPUTED))

    def fails(*_: object, **__: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr("dashboards.reviewed.deal_marks", fails)
    at.query_params["line"] = "32"
    at.run()
    assert not at.exception
    assert mishaps.HEADLINE in html(at)
    assert "mill-lane" in html(at), "the heading stays"
    monkeypatch.setattr("dashboards.reviewed.deal_marks", lambda *_: [])
    assert "felt" in html(works(at.button(key="again_player").click().run()))


def test_a_page_is_drawn_anew_where_the_lake_changed_under_it(
    open_page: Open, lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, asked, before = queries.games, [], stored(lake)

    def once(*args: object, **kwargs: object) -> object:
        if not asked:
            asked.append(1)
            ingest([folder(tmp_path / "more", 1)], lake)
            raise FileNotFoundError("a file of the lake that was merged into another")
        return ask(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(queries, "games", once)
    at = works(open_page("review", lake))
    assert f"{before + 1} games. Click one to open it." in [caption.value for caption in at.caption]


def test_what_is_stored_meanwhile_is_shown_at_the_next_click(open_page: Open, lake: Lake, tmp_path: Path) -> None:
    before = stored(lake)
    at = works(open_page("review", lake))
    assert f"{before} games. Click one to open it." in [caption.value for caption in at.caption]
    ingest([folder(tmp_path / "more", 3)], lake)
    assert f"{before + 3} games. Click one to open it." in [caption.value for caption in works(at.run()).caption]
    replay_new(lake)
    at = works(open_page("findings", lake))
    assert f"<b>{before + 3}</b>" in html(at)


@pytest.mark.parametrize("page", PAGES)
def test_pages_wait_for_nobody_who_writes(open_page: Open, lake: Lake, page: str) -> None:
    """A writer holds the lake and has begun a file that is not whole."""
    with lake.writing():
        (lake.path / "games" / "half.parquet.part").write_bytes(b"PAR1 and nothing more")
        works(open_page(page, lake))


def test_several_people_look_at_different_things(open_page: Open, lake: Lake) -> None:
    one = works(open_page("review", lake, game=DISPUTED))
    other = works(open_page("review", lake, game="attic/2026-03-01", see="N"))
    one = go(one, 3)
    other = go(other, 1)
    one = go(one, 5)
    assert one.query_params["turn"] == "1.2"
    assert other.query_params["turn"] == "1.1"
    assert "see" not in one.query_params
    assert other.query_params["see"] == "N"


def test_several_people_ask_at_once(lake: Lake) -> None:
    """Connections to a lake are shared by the threads of all sessions."""
    from concurrent.futures import ThreadPoolExecutor

    state = queries.state_of(lake)
    keys = [row["game_key"] for row in queries.rows_of(state, "SELECT game_key FROM games")]

    def deals(key: str) -> int:
        return len(queries.rows_of(state, "FROM deals WHERE game_key = $key", key=key))

    expected = [deals(key) for key in keys]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(deals, keys * 20)) == expected * 20


def test_a_lake_that_cannot_be_written_to_is_looked_at_all_the_same(open_page: Open, lake: Lake) -> None:
    for path in sorted(lake.path.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        for page in PAGES:
            works(open_page(page, lake))
    finally:
        for path in sorted(lake.path.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
