"""Notes of reviewers: a layer beside the record, and nothing of the record changes with it."""

from __future__ import annotations

import shutil

import pytest

from dashboards import lakes, login, notes, queries
from dashboards.notes_panel import note_html
from data.lake import Lake, open_lake
from data.views import sql
from tests.made_logs import HOSTILE
from tests.pages import DISPUTED, Open, html, works


@pytest.fixture
def open_game(open_page: Open, lake: Lake) -> Open:
    return lambda **query: works(open_page("review", lake, **query))


def record(lake: Lake) -> dict[str, bytes]:
    """Every file of the lake but those of the layer."""
    files = (path for path in lake.path.rglob("*") if path.is_file())
    return {str(path.relative_to(lake.path)): path.read_bytes() for path in files
            if "notes" not in path.parts and path.name != "lock"}  # fmt: skip


def place(state: queries.LakeState, game: str = DISPUTED, **more: object) -> queries.Row:
    row = queries.find_game(state, "", 1, game)
    assert row is not None
    return {"game_key": row["game_key"], "source": row["source"], "line": 32, "deal": 1, "turn": 10, **more}


def said(text: str = "Ask North.", *tags: str, author: str = "Ana") -> queries.Row:
    return {"text": text, "tags": list(tags), "author": author}


def test_a_note_changes_nothing_of_the_record(lake: Lake) -> None:
    before, state = record(lake), queries.state_of(lake)
    notes.add(state, place(state), said("Two tens?", "doubtful"))
    (note,) = notes.every(state)
    assert (note["text"], note["tags"], note["author"]) == ("Two tens?", ["doubtful"], "Ana")
    assert note["decided_at"] is not None
    assert record(lake) == before
    assert queries.state_of(lake) == state, "nothing else is asked anew"
    assert sql(lake, "SELECT game, text FROM notes").to_pylist() == [{"game": DISPUTED, "text": "Two tens?"}]


def test_the_layer_can_be_deleted(lake: Lake) -> None:
    before, state = record(lake), queries.state_of(lake)
    notes.add(state, place(state), said())
    shutil.rmtree(lake.path / "notes")
    again = open_lake(lake.path)
    assert record(again) == before
    assert notes.every(queries.state_of(again)) == []
    assert sql(again, "SELECT count(*) AS n FROM notes").to_pylist() == [{"n": 0}]
    notes.add(queries.state_of(again), place(state), said())
    assert len(notes.every(queries.state_of(again))) == 1


def test_a_note_is_taken_back_and_stays_in_the_lake(lake: Lake) -> None:
    state = queries.state_of(lake)
    notes.add(state, place(state), said())
    notes.withdraw(state, notes.every(state)[0], by="td@club.example")
    assert notes.every(state) == []
    rows = lake.read("notes").to_pylist()
    assert len(rows) == 2
    assert {row["decided_by"] for row in rows if row["withdrawn"]} == {"td@club.example"}


def test_notes_outlive_a_new_key_of_their_game(lake: Lake) -> None:
    state = queries.state_of(lake)
    row = queries.find_game(state, "", 1, DISPUTED)
    assert row is not None
    notes.add(state, place(state, game_key="as it was before"), said())
    assert len(notes.of_game(state, row, 100)) == 1
    assert notes.of_game(state, row, 20) == []


def test_notes_are_searched(lake: Lake) -> None:
    state = queries.state_of(lake)
    notes.add(state, place(state), said("Ask North.", "dispute"))
    notes.add(state, place(state, line=40, turn=14), said("Well played", "good play", author="Bo"))
    assert [note["text"] for note in notes.search(state)] == ["Well played", "Ask North."]
    assert [note["text"] for note in notes.search(state, "mill-lane DISPUTE")] == ["Ask North."]
    assert notes.search(state, "bo good")[0]["game"] == DISPUTED
    assert notes.search(state, "nobody") == []


def test_notes_are_written_and_read_on_the_page(open_game: Open, lake: Lake) -> None:
    at = open_game(game=DISPUTED, line="32")
    at.text_area(key="note_text").set_value("Was the pile <b>frozen</b>?")
    at.text_input(key="note_author").set_value("Td Ana")
    at = at.button(key=next(button.key for button in at.button if button.label == "Keep it")).click().run()
    assert not at.exception
    page = html(at)
    assert "Was the pile &lt;b&gt;frozen&lt;/b&gt;?" in page
    assert "Td Ana" in page
    hidden = open_game(game=DISPUTED, line="32", see="public")
    assert "Was the pile" not in html(hidden)
    listed = open_game(list="Notes")
    assert "1 note. Click one to open it." in [caption.value for caption in listed.caption]
    note = notes.every(queries.state_of(lake))[0]
    at = at.button(key=f"withdraw_{note['note']}").click().run()
    assert "Was the pile" not in html(at)


def test_an_empty_note_is_refused(open_game: Open, lake: Lake) -> None:
    at = open_game(game=DISPUTED, line="32")
    at = at.button(key=next(button.key for button in at.button if button.label == "Keep it")).click().run()
    assert at.error[0].value == "A note needs a word or a tag."
    assert notes.every(queries.state_of(lake)) == []


def test_from_other_machines_only_known_people_write(
    open_game: Open, lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = queries.state_of(lake)
    notes.add(state, place(state), said())
    monkeypatch.setenv(lakes.PUBLIC, "1")
    at = open_game(game=DISPUTED, line="32")
    assert "Ask North." in html(at)
    assert not [button for button in at.button if button.label == "Keep it" or "withdraw" in (button.key or "")]
    monkeypatch.setattr(login, "person", lambda: login.Person("Ana <Td>", "ana@club.example"))
    at = open_game(game=DISPUTED, line="33")
    at.multiselect(key="note_tags").set_value(["dispute"])
    at = at.button(key=next(button.key for button in at.button if button.label == "Keep it")).click().run()
    assert not at.exception
    newest = notes.search(state)[0]
    assert (newest["author"], newest["decided_by"]) == ("Ana <Td>", "ana@club.example")


def test_a_lake_that_takes_no_notes_says_so(open_game: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(Lake, "append", full)
    at = open_game(game=DISPUTED, line="32")
    at.text_area(key="note_text").set_value("one more")
    at = at.button(key=next(button.key for button in at.button if button.label == "Keep it")).click().run()
    assert not at.exception
    assert "was not kept" in at.error[0].value


@pytest.mark.parametrize("text", HOSTILE)
def test_notes_are_only_text(lake: Lake, text: str) -> None:
    state = queries.state_of(lake)
    notes.add(state, place(state), said(text, text[:40], author=text[:40]))
    html = note_html(notes.every(state)[0])
    assert not set("\x00\x1b\u202e") & set(html)
    assert "<script" not in html
    assert "<img" not in html
