"""Running the pages without a browser: what is opened, what it puts out, and that nothing went wrong."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from dashboards import lakes, mishaps, queries
from data.lake import Lake
from data.recorded import Recorded
from tests.places import APP

if TYPE_CHECKING:
    import pytest

PAGES = ("review", "findings", "disputes", "rules", "imports")
DISPUTED = "mill-lane/2026-01-16"

# Any tag but those that the pages are made of; the only links are to rules and disputes.
TAG = re.compile(
    r"<(?!a href=\"(?:rules|disputes)\?[\w=+.&;%-]+\" target=\"_self\">|/a>"
    r"|/?(?:details|summary|div|span|b|i|p|h1|h3|ul|li|s|em|q|br|strong|mark|table|thead|tbody"
    r"|tr|th|td|pre)[ >])[^<]{0,40}"
)

Open = Callable[..., AppTest]
Files = dict[str, str]


def opener(monkeypatch: pytest.MonkeyPatch) -> Open:
    """What opens a page on one lake or several, with the query of an address."""

    def open_it(page: str, *paths: Path | Lake, **query: str) -> AppTest:
        folders = [path.path if isinstance(path, Lake) else path for path in paths]
        monkeypatch.setenv(lakes.OFFERED, os.pathsep.join(map(str, folders)))
        at = AppTest.from_file(APP, default_timeout=60)
        for name, value in query.items():
            at.query_params[name] = value
        if page != "review":
            at.switch_page(f"views/{page}.py")
        return at.run()

    return open_it


def recorder(monkeypatch: pytest.MonkeyPatch) -> Files:
    """What every button for a download would hand out, by the name of the file."""
    made: Files = {}

    def button(label: str, data: Callable[[], bytes], file_name: str, *_: object, **more: Any) -> bool:
        assert not set(label) & set("*[]$`<>")
        if not more.get("disabled"):
            made[file_name] = data().decode("utf-8-sig")
        return False

    monkeypatch.setattr(st, "download_button", button)
    return made


def load(state: queries.LakeState, game: str) -> Recorded:
    row = queries.find_game(state, "", 1, game)
    assert row is not None
    return queries.recorded(state, row["game_key"], row["batch"])


def html(at: AppTest) -> str:
    """All HTML that the page shows, its style sheets left away."""
    bodies = [element.proto.body for element in at.get("html")]
    bodies += [part for shown in stepping(at) for part in shown["scenes"][str(shown["at"])]]
    return "\n".join(body for body in bodies if "<style>" not in body and ".felt {" not in body)


def stepping(at: AppTest) -> list[dict[str, Any]]:
    """What the stepper of a page was given: one where a game is open, none elsewhere."""
    return [json.loads(element.proto.json) for element in at.get("bidi_component")]


def tell(at: AppTest, event: str, value: object) -> AppTest:
    """What the browser says when the stepper is used."""
    (component,) = at.get("bidi_component")
    states = at._tree.get_widget_states()
    said = json.dumps([{"event": event, "value": value}])
    states.widgets.append(WidgetState(id=_make_trigger_id(component.proto.id, "events"), json_trigger_value=said))
    return works(at._run(states))


def go(at: AppTest, step: int) -> AppTest:
    """Step to a step of the game."""
    return tell(at, "go", {"to": step, "request": step})


def jump(at: AppTest, kind: str, *, ahead: bool = True) -> AppTest:
    """Jump to the next moment of a kind, or to the last one."""
    return tell(at, "jump", {"kind": kind, "ahead": ahead, "from": stepping(at)[0]["at"], "request": 1})


def works(at: AppTest) -> AppTest:
    assert not at.exception, at.exception[0].message
    assert mishaps.HEADLINE not in html(at)
    return at
