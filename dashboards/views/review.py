"""Game review: a game step by step, with what was found, why, and where it stands in the log."""

from __future__ import annotations

import streamlit as st

from dashboards import lakes, notes, queries, review_html
from dashboards.addresses import address, finding_address
from dashboards.cards import style_sheet
from dashboards.empty_states import no_games, nothing
from dashboards.game_list import game_list
from dashboards.jumps import KINDS, jump, kinds_of
from dashboards.mishaps import guarded
from dashboards.notes_panel import note_list
from dashboards.plain_text import label
from dashboards.queries import LakeState, Row
from dashboards.reviewed import Review, review_of
from dashboards.scenes import scenes
from dashboards.signoff_panel import signoff_panel
from dashboards.stepper import nearby, stepper
from dashboards.steps import deal_bounds, step_at
from dashboards.timeline import timeline_of
from dashboards.views.review_panels import could_panel, lab_button, note_panel, sheet_panel
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
    at = step_at(review.steps, st.query_params.to_dict())
    perspective = review.perspective(st.query_params.get("see", ALL))
    _choices(review, at, perspective)
    player(review, review.steps[at].deal_place, perspective)
    sheet_panel(review, review.steps[at].deal, perspective)
    signoff_panel(review, perspective)


@st.fragment
@guarded
def player(review: Review, deal_place: int, perspective: Perspective) -> None:
    """Everything that changes with a step of one deal; only this is drawn again."""
    at = step_at(review.steps, st.query_params.to_dict())
    if review.steps[at].deal_place != deal_place:
        st.rerun()
    said = review.notes
    _stepper(review, at, said, perspective)
    left, middle, right = st.columns([2, 0.6, 1.1], gap="small")
    with left:
        could_panel(review, at, perspective)
    with middle:
        lab_button(review, at, perspective)
    with right:
        if perspective.all:
            note_panel(review, at, said)


def _go(review: Review, at: int, see: str) -> None:
    """Show another step: the address says which, and everything is drawn from the address."""
    at = min(max(at, 0), len(review.steps) - 1)
    st.query_params.from_dict(review.address(at, see))


def _choices(review: Review, at: int, perspective: Perspective) -> None:
    """Which deal, and whose cards.

    What is shown stands in the keys: what a browser that is behind says of an older choice is no choice of today.
    """
    game, steps, here = review.record.game, review.steps, review.steps[at].deal_place
    places = {step.deal_place: step for step in reversed(steps)}
    deal_key, see_key = f"deal_{here}", f"see_{perspective.see}"
    st.session_state[deal_key], st.session_state[see_key] = here, perspective.see

    def deal_word(place: int) -> str:
        count = review.found[place]
        return f"Deal {places[place].deal}" + (f" :red[\u25b2{count}]" if count else "")

    def see_word(see: str) -> str:
        words = {ALL: "All cards", PUBLIC: "Open cards"}
        return words.get(see) or label(seat_word(game, game.seats.index(see)))

    def change_deal() -> None:
        place = st.session_state[deal_key]
        if place != here:
            _go(review, deal_bounds(steps, place)[0], perspective.see)

    def change_perspective() -> None:
        see = st.session_state[see_key]
        if see != perspective.see:
            _go(review, step_at(steps, st.query_params.to_dict()), see)

    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if len(places) > 12:
            st.selectbox("Deal", sorted(places), format_func=lambda p: deal_word(p).replace(":red[", "").rstrip("]"),
                         key=deal_key, on_change=change_deal, label_visibility="collapsed", width=200)  # fmt: skip
        else:
            st.segmented_control("Deal", sorted(places), format_func=deal_word, key=deal_key, on_change=change_deal,
                                 required=True, label_visibility="collapsed")  # fmt: skip
        st.segmented_control("Whose cards", [ALL, *game.seats, PUBLIC], format_func=see_word, key=see_key,
                             on_change=change_perspective, required=True, label_visibility="collapsed")  # fmt: skip


def _stepper(review: Review, at: int, said: list[Row], perspective: Perspective) -> None:
    """The timeline, the controls and the scene."""
    steps, place, see = review.steps, review.steps[at].deal_place, perspective.see
    marks = [*review.own_marks(said, perspective), *review.deal_marks(place)]

    def jump_to(kind: str, start: int, *, ahead: bool) -> None:
        own = review.own_marks(review.notes, perspective)
        to = jump(steps, start, kind, lambda place: [*own, *review.deal_marks(place)], ahead=ahead)
        if to is not None:
            _go(review, to, see)
        elif kind in KINDS:
            st.toast(f"{kind}: there is none {'after' if ahead else 'before'} this one.", icon=":material/info:")

    shown = {
        "of": f"{review.state.version} {review.row['game_key']} {place} {see}",
        "at": at,
        "total": len(steps),
        "kinds": kinds_of(marks),
        "scenes": scenes(review, nearby(steps, at), perspective),
    }
    data = {**timeline_of(review.record.game, steps, place, marks), **shown}
    stepper(data, go=lambda to: _go(review, to, see), jump=jump_to)


if __name__ == "__main__":
    page()
