"""What is at hand before the first visitor comes."""

import socket
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboards import evidence, finding_queries, lakes, queries, serve, source_text
from dashboards.serve import answer_first, opened, send_at_once
from tests.page_lakes import sample_lake
from tests.places import APP

FIRST = (
    queries.totals, queries.games, finding_queries.finding_groups, finding_queries.finding_list,
    finding_queries.claim_counts, finding_queries.disputes, finding_queries.turns_behind, evidence._of_game,
    queries.game_row, queries.scores_of, queries.claims_of, queries.recorded, source_text.source_line,
)  # fmt: skip


def asked() -> list[int]:
    """How often each of the first questions had to be put to the lake."""
    return [question.cache_info().misses for question in FIRST]  # type: ignore[attr-defined]


def test_pages_find_their_first_answers_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = sample_lake(tmp_path / "lake")
    for name, value in lakes.environment([lake.path, tmp_path / "none"], public=False).items():
        monkeypatch.setenv(name, value)
    (state,) = opened()
    answer_first(state)
    before = asked()
    for page in ("review", "findings", "disputes"):
        shown = AppTest.from_file(APP, default_timeout=60)
        shown.run().switch_page(f"views/{page}.py").run()
        assert not shown.exception
    for by in finding_queries.GROUPS:
        shown = AppTest.from_file(APP, default_timeout=60)
        shown.switch_page("views/findings.py").query_params["by"] = by.capitalize()
        assert not shown.run().exception
    assert asked() == before


@pytest.mark.parametrize("table", ["sources", "games", "events", "results"])
def test_a_damaged_lake_keeps_no_page_from_being_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    lake = sample_lake(tmp_path / "lake")
    monkeypatch.setenv(*next(iter(lakes.environment([lake.path], public=False).items())))
    for path in (lake.path / table).glob("*.parquet"):
        path.write_bytes(path.read_bytes()[:100])
    assert opened() == []


def test_small_packets_are_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from streamlit.web.server.starlette import starlette_server

    monkeypatch.setattr(starlette_server, "_bind_socket", starlette_server._bind_socket)  # put back afterwards
    send_at_once()
    with starlette_server._bind_socket("127.0.0.1", 0, 1) as listening:
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_lake_that_gives_no_answer_keeps_no_other_from_being_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for = []
    monkeypatch.setattr(serve, "answer_first", lambda state: asked_for.append(state) or 1 / 0)
    states = [queries.LakeState(str(tmp_path / name), "1") for name in "ab"]
    serve._answer_all(states)
    assert asked_for == states
