"""Game review: a game step by step, with what was found, why, and where it stands in the log."""

from __future__ import annotations

import streamlit as st

from dashboards import lakes, notes, queries, review_html
from dashboards.addresses import address, finding_address
from dashboards.cards import style_sheet
from dashboards.empty_states import no_games, nothing
from dashboards.game_list import game_list
from dashboards.jumps import jump, kinds_of
from dashboards.mishaps import guarded
from dashboards.notes_panel import note_list
from dashboards.plain_text import label
from dashboards.queries import LakeState, Row
from dashboards.reviewed import Review, review_of
from dashboards.steps import deal_bounds, step_at, turn_end, turn_start
from dashboards.timeline import Mark, timeline, timeline_data
from dashboards.views.review_panels import could_panel, note_panel, sheet_panel, table_panel, turn_panel
from dashboards.wording import ALL, PUBLIC, Perspective, seat_word

GAMES, NOTES = "Games", "Notes"


def page() -> None:
    """The game that the address names, or the list of games."""
    state = lakes.current()
    if state is None:
        return
    params = st.query_params.to_dict()
    if not params.get("source") and not params.get("game"):
        _choose(state)
        return
    line = params.get("line", "")
    number = int(line) if line.isascii() and line.isdigit() and len(line) < 10 else 1
    row = queries.find_game(state, params.get("source", ""), number, params.get("game", ""))
    if row is None:
        nothing("This game is not in the lake", "The link means a game that is not stored here, or no longer.")
        st.button("All games", icon=":material/list:", on_click=_leave)
        return
    _show(state, row)


def _choose(state: LakeState) -> None:
    if not queries.totals(state)["games"]:
        no_games()
        return
    written = notes.every(state)
    shown = GAMES
    if written:
        shown = st.segmented_control("List", (GAMES, NOTES), default=GAMES, required=True, key="list",
                                     bind="query-params", label_visibility="collapsed")  # fmt: skip
    chosen = game_list(state) if shown == GAMES else None
    if chosen:
        st.switch_page("views/review.py", query_params={**address(chosen), **lakes.in_address()})
    note = note_list(state) if shown == NOTES else None
    if note:
        st.switch_page("views/review.py", query_params={**finding_address(note), **lakes.in_address()})


def _leave() -> None:
    st.query_params.from_dict(lakes.in_address())


def _show(state: LakeState, row: Row) -> None:
    review = review_of(state, row)
    st.html(f"<style>{style_sheet(review.record.game.deck)}</style>")
    with st.container(horizontal=True, vertical_alignment="center", key="heading"):
        st.html(review_html.heading(row))
        st.button("All games", icon=":material/list:", on_click=_leave, type="tertiary")
    if not review.steps:
        nothing("This game has no deals", "The log names the game and records nothing of it.")
        return
    player(review)


@st.fragment
@guarded
def player(review: Review) -> None:
    """Everything that changes with a step; only this is drawn again."""
    params = st.query_params.to_dict()
    at = step_at(review.steps, params)
    perspective = review.perspective(params.get("see", ALL))
    said = review.notes
    marks = [*review.own_marks(said, perspective), *review.deal_marks(review.steps[at].deal_place)]
    _choices(review, at, perspective)
    _timeline(review, at, marks, perspective)
    _controls(review, at, perspective, marks)
    with st.container(key="panels"):
        left, right = st.columns([2.75, 1], gap="small")
    with left:
        table_panel(review, at, perspective)
        with st.container(key="sheet"):  # comes last on a phone
            sheet_panel(review, at, perspective)
    with right:
        turn_panel(review, at, perspective)
        could_panel(review, at, perspective)
        if perspective.all:
            note_panel(review, at, said)


def _go(review: Review, at: int, see: str) -> None:
    """Show another step: the address says which, and everything is drawn from the address."""
    at = min(max(at, 0), len(review.steps) - 1)
    st.query_params.from_dict(review.address(at, see))


def _choices(review: Review, at: int, perspective: Perspective) -> None:
    """Which deal, and whose cards."""
    game, steps = review.record.game, review.steps
    places = {step.deal_place: step for step in reversed(steps)}
    st.session_state["deal"] = steps[at].deal_place
    st.session_state["see"] = perspective.see

    def deal_word(place: int) -> str:
        count = review.found[place]
        return f"Deal {places[place].deal}" + (f" :red[\u25b2{count}]" if count else "")

    def see_word(see: str) -> str:
        words = {ALL: "All cards", PUBLIC: "Open cards"}
        return words.get(see) or label(seat_word(game, game.seats.index(see)))

    def change_deal() -> None:
        place = st.session_state["deal"]
        _go(review, deal_bounds(steps, steps[at].deal_place if place is None else place)[0], perspective.see)

    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if len(places) > 12:
            st.selectbox("Deal", sorted(places), format_func=lambda p: deal_word(p).replace(":red[", "").rstrip("]"),
                         key="deal", on_change=change_deal, label_visibility="collapsed", width=200)  # fmt: skip
        else:
            st.segmented_control("Deal", sorted(places), format_func=deal_word, key="deal", on_change=change_deal,
                                 label_visibility="collapsed")  # fmt: skip
        st.segmented_control(
            "Whose cards", [ALL, *game.seats, PUBLIC], format_func=see_word, key="see",
            on_change=lambda: _go(review, at, st.session_state["see"] or ALL), label_visibility="collapsed",
        )  # fmt: skip


def _timeline(review: Review, at: int, marks: list[Mark], perspective: Perspective) -> None:
    first, _ = deal_bounds(review.steps, review.steps[at].deal_place)
    data = timeline_data(review.record.game, review.steps, at, marks)
    timeline(data, "timeline", lambda step: _go(review, first + step, perspective.see))


def _controls(review: Review, at: int, perspective: Perspective, marks: list[Mark]) -> None:
    """Buttons, keys and a slider."""
    steps, see = review.steps, perspective.see
    first, last = deal_bounds(steps, steps[at].deal_place)
    begin = turn_start(steps, at)
    back = turn_end(steps, turn_start(steps, begin - 1)) if begin > 0 else at
    end = turn_end(steps, at)
    ahead = end if end > at else turn_end(steps, min(end + 1, len(steps) - 1))

    def button(name: str, icon: str, to: int, shortcut: str, help: str) -> None:
        st.button(name, key=f"go_{help}", icon=icon, shortcut=shortcut, help=help, disabled=to == at,
                  on_click=_go, args=(review, to, see))  # fmt: skip

    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="controls"):
        button("", ":material/first_page:", first, "Home", "start of the deal")
        button("Turn", ":material/fast_rewind:", back, "Up", "previous turn")
        button("Act", ":material/chevron_left:", max(at - 1, 0), "Left", "previous act")
        button("Act", ":material/chevron_right:", min(at + 1, len(steps) - 1), "Right", "next act")
        button("Turn", ":material/fast_forward:", ahead, "Down", "next turn")
        button("", ":material/last_page:", last, "End", "end of the deal")
        _jumps(review, at, perspective, marks)
        if last > first:
            st.session_state["act"] = at - first + 1
            st.slider(
                "Act of the deal", 1, last - first + 1, key="act", label_visibility="collapsed",
                on_change=lambda: _go(review, first + st.session_state["act"] - 1, see),
            )  # fmt: skip


def _jumps(review: Review, at: int, perspective: Perspective, marks: list[Mark]) -> None:
    """The next and the last moment of a kind that is chosen: findings, takes of the pile, canastas, ..."""
    kinds = kinds_of(marks)
    if st.session_state.get("jump") not in kinds:
        st.session_state["jump"] = kinds[0]

    def go(*, ahead: bool) -> None:
        name = st.session_state["jump"]
        own = review.own_marks(review.notes, perspective)
        to = jump(review.steps, at, name, lambda place: [*own, *review.deal_marks(place)], ahead=ahead)
        if to is None:
            st.toast(f"{name}: there is none {'after' if ahead else 'before'} this one.", icon=":material/info:")
        else:
            _go(review, to, perspective.see)

    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="jumps", width="content"):
        st.button("", key="go_previous", icon=":material/skip_previous:", shortcut="P", on_click=go,
                  kwargs={"ahead": False}, help="the last one before")  # fmt: skip
        st.selectbox("Jump to", kinds, key="jump", label_visibility="collapsed", width=130)
        st.button("", key="go_next", icon=":material/skip_next:", shortcut="N", on_click=go,
                  kwargs={"ahead": True}, help="the next one")  # fmt: skip


if __name__ == "__main__":
    page()
