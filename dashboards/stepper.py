"""The stepper: the part of the page through which a game is stepped, drawn by assets/stepper.js.

It holds the timeline, the buttons, the slider and the scene.  The browser is given the scenes around the one that is
shown, so that a step is seen at once; what else the page says of it follows when the browser has told us of the step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dashboards.steps import Step, deal_bounds, turn_end, turn_start
from dashboards.theme import ASSETS

KEY = "stepper"
ANSWERED = "stepper_answered"  # the request of the browser that was heard last
BEHIND, AHEAD = 3, 8  # acts


def nearby(steps: Sequence[Step], at: int) -> list[int]:
    """The steps of the deal that may be wanted next: some acts and two turns either way."""
    first, last = deal_bounds(steps, steps[at].deal_place)
    back = turn_start(steps, at) - 1
    ahead = turn_end(steps, at)
    turns = {back, turn_start(steps, max(back, 0)) - 1, ahead, turn_end(steps, min(ahead + 1, last))}
    return sorted(
        turns.intersection(range(first, last + 1)) | {*range(max(at - BEHIND, first), min(at + AHEAD, last) + 1)}
    )


def stepper(data: Mapping[str, Any], go: Callable[[int], None], jump: Callable[..., None]) -> None:
    """Draw it.  `go` is called with the step somebody went to, `jump` with a kind of moment, the step it is
    sought from, and `ahead` or not.

    `data` holds the timeline (see dashboards.timeline), `of` (what the scenes belong to: others are forgotten), `at`,
    `total` (steps of the game), `scenes` (HTML by step) and `kinds` of moments to jump to.
    """
    import streamlit as st

    def told(event: str) -> Any:
        request = st.session_state[KEY][event]
        request = request if isinstance(request, dict) else {}
        st.session_state[ANSWERED] = request.get("request")
        return request

    def gone() -> None:
        to = told("go").get("to")
        if isinstance(to, int):
            go(to)

    def jumped() -> None:
        request = told("jump")
        start = request.get("from")
        if isinstance(start, int) and 0 <= start < data["total"]:
            jump(str(request.get("kind")), start, ahead=request.get("ahead") is True)

    component = st.components.v2.component(
        "canasta_stepper",
        html='<div class="stepper"></div>',
        css=_asset("stepper.css"),
        js=_asset("stepper.js"),
        isolate_styles=False,  # scenes look like the rest of the page
    )
    component(key=KEY, data={**data, "answered": st.session_state.get(ANSWERED)}, on_go_change=gone,
              on_jump_change=jumped)  # fmt: skip


def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")
