"""Findings counted by rule, player, card, scribe, file, format and month, and out of how many deals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dashboards import queries
from dashboards.charts import finding_months
from dashboards.finding_queries import GROUPS, OLD, Group, finding_groups, finding_list
from dashboards.theme import VERDICTS
from data.lake import Lake, open_lake
from data.schema import arrow_schema
from ingest.run import ingest
from replay.run import replay_new
from tests.made_logs import log
from tests.pages import Files, Open, html, works
from tests.places import ROOT
from tests.test_cases import FILES, log_of


def by(state: queries.LakeState, what: str, *, every: bool = False) -> dict[str, dict[str, Any]]:
    return {row["what"]: row for row in finding_groups(state, Group(every=every, by=what))}


def filled(lake: Lake, *paths: Path) -> queries.LakeState:
    ingest(list(paths), lake)
    replay_new(lake)
    return queries.state_of(lake)


def test_findings_are_counted_and_filtered(open_page: Open, samples: Lake) -> None:
    at = works(open_page("findings", samples))
    found = queries.totals(queries.state_of(samples))["findings"]
    assert f"<b>{found}</b>" in html(at)
    at = works(open_page("findings", samples, pick="opening.minimum"))
    assert "1 finding. Click one to open it." in [caption.value for caption in at.caption]
    assert at.button(key="all").label == r"Only opening\.minimum"
    at = works(at.button(key="all").click().run())
    assert f"{found} findings. Click one to open it." in [caption.value for caption in at.caption]
    assert "pick" not in at.query_params
    at = works(open_page("findings", samples, by="Player", pick="Jonas Wren"))
    assert "3 findings. Click one to open it." in [caption.value for caption in at.caption]
    at = works(at.button_group(key="by").set_value("rule").run())
    assert f"{found} findings. Click one to open it." in [caption.value for caption in at.caption]
    assert not at.button, "another kind of group, and nothing picked"


def test_deals_that_could_have_a_finding(state: queries.LakeState) -> None:
    """All deals judged; of a player those in which the player sat at the table."""
    groups = {what: by(state, what) for what in GROUPS}
    dealt = sum(len({deal["position"] for deal in queries.deals_of(state, row["game_key"])
                     if deal["status"] != "score_only"}) for row in queries.games(state))  # fmt: skip
    assert {row["deals"] for row in groups["rule"].values()} == {dealt}
    assert sum(row["deals"] for row in groups["format"].values()) == dealt
    assert sum(row["deals"] for row in groups["month"].values()) == dealt, "months without findings are there too"
    wren = groups["player"]["Jonas Wren"]
    assert (wren["findings"], wren["with_finding"], wren["deals"]) == (3, 3, 3)
    assert wren["share_low"] == pytest.approx(0.4385, abs=1e-4)
    assert all(row["verdict"] in VERDICTS for row in groups["rule"].values())


def test_a_deal_somebody_sat_out_is_none_in_which_that_player_could_err(tmp_path: Path) -> None:
    state = filled(open_lake(tmp_path / "lake", create=True), ROOT / "tests" / "games" / "five-players" / "log.cgn")
    deals = {row["deal"]: row["player"] for row in queries.rows_of(
        state, "SELECT deal, player FROM seat_deals WHERE role = 'sits_out'")}  # fmt: skip
    assert deals == {1: "Eli", 2: "Di"}
    could = by(state, "player", every=True)
    assert could
    assert {name: row["deals"] for name, row in could.items() if name} == {
        name: 1 if name in ("Di", "Eli") else 2 for name in could if name
    }


def test_each_group_of_findings_stands_once(troubled: Lake) -> None:
    state = queries.state_of(troubled)
    for what in GROUPS:
        groups = finding_groups(state, Group(every=True, by=what))
        assert len({row["what"] for row in groups}) == len(groups) > 0, what
        assert sum(row["findings"] for row in groups) == 13, "each is about one card at most"


# -- by card ---------------------------------------------------------------------------------------------------------


def test_findings_are_counted_by_card(state: queries.LakeState) -> None:
    cards = by(state, "card", every=True)
    assert {name: (row["findings"], row["with_finding"], row["deals"]) for name, row in cards.items()} == {
        "": (7, 4, 42), "eight": (1, 1, 42), "red three": (1, 1, 31), "ten": (1, 1, 42),
    }, "eleven deals are played with the Heckadeck, which has no red threes"  # fmt: skip
    (finding,) = finding_list(state, Group(by="card", pick="eight"))
    assert finding["rule"] == "pile.frozen_needs_natural_pair"
    assert {row["rule"] for row in finding_list(state, Group(by="card", pick=""))} == {
        "score.item", "score.total", "opening.minimum", "out.needs_canastas",
    }  # fmt: skip


def test_a_finding_counts_with_each_of_its_cards(open_page: Open, tmp_path: Path) -> None:
    case = next(case for case in FILES["meld.wild_limit"] if case.name == "four-wilds")
    (tmp_path / "log.cgn").write_bytes(log_of(case, case.options))
    lake = open_lake(tmp_path / "lake", create=True)
    state = filled(lake, tmp_path / "log.cgn")
    told = queries.rows_of(state, "SELECT cards FROM findings WHERE rule = 'meld.wild_limit'")
    assert told == [{"cards": "8 2 *"}]
    cards = by(state, "card")
    assert {"eight", "two", "joker"} <= set(cards)
    assert {row["deals"] for row in cards.values()} == {1}
    at = works(open_page("findings", lake, by="Card", pick="joker"))
    assert "1 finding. Click one to open it." in [caption.value for caption in at.caption]
    assert any("with each card that its sentence names" in caption.value for caption in at.caption)


def test_results_from_before_cards_were_noted_say_so(open_page: Open, tmp_path: Path, samples: Lake) -> None:
    import pyarrow.parquet as pq

    lake = open_lake(tmp_path / "lake", create=True)
    (tmp_path / "log.cgn").write_text(log("club/1", 3), encoding="utf-8")
    filled(lake, tmp_path / "log.cgn")
    for path in (lake.path / "findings").glob("*.parquet"):
        if path.stem != "empty":
            table = pq.read_table(path)
            pq.write_table(table.drop_columns(["cards"]).replace_schema_metadata(table.schema.metadata), path)
    state = queries.state_of(lake)
    groups = by(state, "card", every=True)
    assert list(groups) == [OLD]
    assert groups[OLD]["findings"] == len(finding_list(state, Group(every=True)))
    at = works(open_page("findings", lake, by="Card", every="true"))
    assert at.dataframe[0].value["card"].to_list() == ["(judged before cards were noted)"]
    assert "cards" in arrow_schema("findings").names


# -- over time -------------------------------------------------------------------------------------------------------


def months(*found: str) -> list[dict[str, Any]]:
    told = {"findings": 2, "with_finding": 1, "deals": 4, "share": 0.25, "share_low": 0.05, "share_high": 0.7}
    return [{"what": month, "verdict": "illegal", **told} for month in found]


def drawn(*found: str) -> list[str]:
    """The months of the chart in their order."""
    chart = finding_months(months(*found), {})
    return chart.data["month"].to_list()


def test_months_without_a_game_are_drawn_too_but_no_long_break() -> None:
    assert drawn("2026-02", "2025-11") == ["2025-11", "2025-12", "2026-01", "2026-02"]
    assert drawn("2026-02", "0026-01", "9999-12") == ["0026-01", "2026-02", "9999-12"], "dates that are slips"
    assert drawn("", "-0044-03", "2026-13x", "2026-02") == ["2026-02"]
    assert drawn("") == []
    many = [f"{year}-{month:02}" for year in range(2019, 2027) for month in range(1, 13)]
    assert drawn(*many) == many[-60:]


def test_months_are_ranked_by_time(open_page: Open, state: queries.LakeState, samples: Lake, files: Files) -> None:
    at = works(open_page("findings", samples, by="Month"))
    shown = at.dataframe[0].value
    assert shown["month"].to_list() == sorted(shown["month"], reverse=True)
    assert shown["findings"].sum() == queries.totals(state)["findings"]
    assert 0 in shown["findings"].to_list(), "a month in which nothing was found"
    assert files["groups-by-month.csv"].count("\r\n") == len(shown) + 1
    assert html(at)
