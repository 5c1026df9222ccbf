"""Game review: a game step by step, with what was found, why, and where it stands in the log."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from dashboards import lakes, notes, queries, review_html
from dashboards.addresses import address, finding_address, finding_steps
from dashboards.cards import style_sheet
from dashboards.choices_html import choices_html, choices_of
from dashboards.empty_states import no_games, nothing
from dashboards.game_list import game_list
from dashboards.lab import TAB, link_to
from dashboards.notes_panel import note_list, notes_panel
from dashboards.plain_text import label
from dashboards.queries import LakeState, Row
from dashboards.sheet_html import sheet_html
from dashboards.situation import from_table, play_of
from dashboards.source_text import source_line
from dashboards.steps import (
    Step,
    deal_bounds,
    step_at,
    step_of_finding,
    step_of_note,
    steps_of,
    turn_end,
    turn_start,
)
from dashboards.table_html import Table, table_html, views_of
from dashboards.timeline import Mark, deal_marks, finding_marks, note_marks, timeline, timeline_data
from dashboards.wording import ALL, PUBLIC, Perspective, Teller, seat_word
from data.recorded import Recorded

GAMES, NOTES = "Games", "Notes"


@dataclass(frozen=True, slots=True)
class Review:
    """One game under review: what the log says, what the replay says of it, and its steps."""

    state: LakeState
    row: Row
    record: Recorded
    steps: list[Step]
    findings: list[Row]
    deals: list[Row]

    @property
    def notes(self) -> list[Row]:
        """The notes of reviewers on this game, as they are now."""
        last = max(step.line for step in self.steps)
        return notes.of_game(self.state, self.row, last)

    @property
    def found_at(self) -> list[int]:
        """The steps at which there are findings."""
        return finding_steps(self.steps, self.findings)

    def sides(self) -> list[str]:
        """The sides with who sits there, for the head of a score sheet."""
        game = self.record.game
        return [f"{side.name} ({', '.join(seat_word(game, seat) for seat in side.seats)})" for side in game.sides]


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
    record = queries.recorded(state, row["game_key"], row["batch"])
    steps = steps_of(record.events, record.game)
    review = Review(
        state, row, record, steps, queries.findings_of(state, row["game_key"]), queries.deals_of(state, row["game_key"])
    )
    st.html(f"<style>{style_sheet(record.game.deck)}</style>")
    left, right = st.columns([8, 1], vertical_alignment="center")
    left.html(review_html.heading(row))
    right.button("All games", icon=":material/list:", on_click=_leave, width="stretch")
    if not steps:
        nothing("This game has no deals", "The log names the game and records nothing of it.")
        return
    player(review)


@st.fragment
def player(review: Review) -> None:
    """Everything that changes with a step; only this is drawn again."""
    steps = review.steps
    params = st.query_params.to_dict()
    at = step_at(steps, params)
    perspective = _perspective(review, params.get("see", ALL))
    said = review.notes
    marks = [
        *note_marks(steps, said, told=perspective.all),
        *finding_marks(steps, review.findings, [review_html.sentence_of(f, perspective) for f in review.findings]),
        *deal_marks(review.state, review.row["game_key"], review.row["batch"], steps[at].deal_place),
    ]
    _choices(review, at, perspective)
    _timeline(review, at, marks, perspective)
    _controls(review, at, perspective)
    left, right = st.columns([2.75, 1], gap="small")
    with left:
        _table(review, at, perspective)
    with right:
        _beside(review, at, perspective)
        if perspective.all:
            _notes(review, at, said)
    _sheet(review, at, perspective)


def _go(review: Review, at: int, see: str) -> None:
    """Show another step: the address says which, and everything is drawn from the address."""
    at = min(max(at, 0), len(review.steps) - 1)
    st.query_params.from_dict({**address(review.row, review.steps[at], see), **lakes.in_address()})


def _perspective(review: Review, see: str) -> Perspective:
    return Perspective(see if see in (ALL, PUBLIC, *review.record.game.seats) else ALL)


def _choices(review: Review, at: int, perspective: Perspective) -> None:
    """Which deal, and whose cards."""
    game, steps = review.record.game, review.steps
    places = list(dict.fromkeys(step.deal_place for step in steps))
    st.session_state["deal"] = steps[at].deal_place
    st.session_state["see"] = perspective.see

    def deal_word(place: int) -> str:
        first, last = deal_bounds(steps, place)
        count = sum(first <= step_of_finding(steps, finding) <= last for finding in review.findings)
        return f"Deal {steps[first].deal}" + (f" :red[\u25b2{count}]" if count else "")

    def see_word(see: str) -> str:
        words = {ALL: "All cards", PUBLIC: "Open cards only"}
        return words.get(see) or label(seat_word(game, game.seats.index(see)))

    def change_deal() -> None:
        place = st.session_state["deal"]
        _go(review, deal_bounds(steps, steps[at].deal_place if place is None else place)[0], perspective.see)

    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if len(places) > 12:
            st.selectbox("Deal", places, format_func=lambda place: deal_word(place).replace(":red[", "").rstrip("]"),
                         key="deal", on_change=change_deal, label_visibility="collapsed", width=200)  # fmt: skip
        else:
            st.segmented_control("Deal", places, format_func=deal_word, key="deal", on_change=change_deal,
                                 label_visibility="collapsed")  # fmt: skip
        st.segmented_control(
            "Whose cards", [ALL, *game.seats, PUBLIC], format_func=see_word, key="see",
            on_change=lambda: _go(review, at, st.session_state["see"] or ALL), label_visibility="collapsed",
        )  # fmt: skip


def _timeline(review: Review, at: int, marks: list[Mark], perspective: Perspective) -> None:
    first, _ = deal_bounds(review.steps, review.steps[at].deal_place)
    data = timeline_data(review.record.game, review.steps, at, marks)
    timeline(data, "timeline", lambda step: _go(review, first + step, perspective.see))


def _controls(review: Review, at: int, perspective: Perspective) -> None:
    """Buttons, keys and a slider."""
    steps, see = review.steps, perspective.see
    first, last = deal_bounds(steps, steps[at].deal_place)
    before = [i for i in review.found_at if i < at]
    after = [i for i in review.found_at if i > at]
    begin = turn_start(steps, at)
    back = turn_end(steps, turn_start(steps, begin - 1)) if begin > 0 else at
    end = turn_end(steps, at)
    ahead = end if end > at else turn_end(steps, min(end + 1, len(steps) - 1))

    def button(name: str, icon: str, to: int | None, shortcut: str | None, help: str) -> None:
        st.button(name, key=f"go_{help}", icon=icon, shortcut=shortcut, help=help, disabled=to is None or to == at,
                  on_click=_go, args=(review, at if to is None else to, see))  # fmt: skip

    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="controls"):
        button("", ":material/first_page:", first, "Home", "start of the deal")
        button("Turn", ":material/fast_rewind:", back, "Up", "previous turn")
        button("Act", ":material/chevron_left:", at - 1 if at else None, "Left", "previous act")
        button("Act", ":material/chevron_right:", at + 1 if at + 1 < len(steps) else None, "Right", "next act")
        button("Turn", ":material/fast_forward:", ahead, "Down", "next turn")
        button("", ":material/last_page:", last, "End", "end of the deal")
        if review.found_at:
            button("Finding", ":material/arrow_upward:", before[-1] if before else None, "P", "previous finding")
            button("Finding", ":material/arrow_downward:", after[0] if after else None, "N", "next finding")
        if last > first:
            st.session_state["act"] = at - first + 1
            st.slider(
                "Act of the deal", 1, last - first + 1, key="act", label_visibility="collapsed",
                on_change=lambda: _go(review, first + st.session_state["act"] - 1, see),
            )  # fmt: skip


def _table(review: Review, at: int, perspective: Perspective) -> None:
    steps, record = review.steps, review.record
    follows = at > 0 and steps[at - 1].deal_place == steps[at].deal_place
    views, why = views_of(record, [steps[at - 1].row, steps[at].row] if follows else [steps[at].row])
    if not views:
        nothing("The table cannot be drawn", why)
        return
    dealer = next((row["dealer"] for row in review.deals if row["deal"] == steps[at].deal), None)
    number = record.game.seats.index(dealer) if dealer in record.game.seats else -1
    unreadable = next((row["unreadable_line"] for row in review.deals if row["deal"] == steps[at].deal), None)
    if unreadable and steps[at].line >= unreadable:
        st.warning(
            f"Line {unreadable} cannot be read. The table is shown as it was before it.", icon=":material/warning:"
        )
    st.html(table_html(Table(record.game, views[-1], views[0] if follows else None, perspective, number)))


def _beside(review: Review, at: int, perspective: Perspective) -> None:
    """The turn in words, its findings, and the line of the log."""
    steps, step = review.steps, review.steps[at]
    bounds = (turn_start(steps, at), turn_end(steps, at))
    teller = Teller(review.record.events, review.record.game, perspective)
    st.html(review_html.turn_html(teller, steps, bounds, at))
    here = [f for f in review.findings if bounds[0] <= step_of_finding(steps, f) <= bounds[1]]
    for finding in here:
        exact = step_of_finding(steps, finding) == at
        st.html(review_html.finding_html(finding, perspective, here=exact))
        if perspective.all:
            _line(review, finding["line"], finding["col"])
    if perspective.all and not here:
        _line(review, step.line, review.record.events.column[step.row])
    _could(review, at, perspective)
    if not perspective.all:
        st.html('<p class="quiet small">The line of the log and comments may name hidden cards: choose all cards.</p>')


def _notes(review: Review, at: int, said: list[Row]) -> None:
    """What reviewers noted on the turn."""
    steps, step = review.steps, review.steps[at]
    here = [note for note in said if turn_start(steps, at) <= step_of_note(steps, note) <= turn_end(steps, at)]
    place = {"game_key": review.row["game_key"], "source": review.row["source"], "line": step.line, "deal": step.deal,
             "turn": step.turn}  # fmt: skip
    notes_panel(review.state, place, here)


def _could(review: Review, at: int, perspective: Perspective) -> None:
    """What could have been played instead of the act that is shown, and what could be played after it."""
    steps, game = review.steps, review.record.game
    if st.button("Ask the lab about this turn", icon=":material/science:", type="tertiary", key="to_lab"):
        st.switch_page("views/rules.py", query_params={**_question(review, at, perspective), **lakes.in_address()})
    panel = st.expander("What could have been played", key="could", icon=":material/rule:", on_change="rerun")
    if not panel.open:
        return
    acted = steps[at].turn > 0 and at > 0
    rows = [steps[at - 1].row] * acted + [steps[at].row]
    titles = ["Instead of this act"] * acted + ["Next"]
    found = choices_of(review.record, rows)
    told = [choices_html(game, one, perspective, title) for title, one in zip(titles, found, strict=True)]
    panel.html("".join(told))
    panel.caption("Sets and what joins them; each is judged by itself. Sequences are not looked for.")


def _question(review: Review, at: int, perspective: Perspective) -> dict[str, str]:
    """The lab with the table as it was before the turn, and with the turn, as far as the perspective shows it."""
    steps, game, events = review.steps, review.record.game, review.record.events
    begin, end = turn_start(steps, at), turn_end(steps, at)
    before = begin - 1 if steps[begin].turn > 0 and begin > 0 else begin
    views, _ = views_of(review.record, [steps[before].row])
    if not views:
        return {"tab": TAB}
    seat = steps[begin].seat
    shown = [number for number in range(len(game.seats)) if perspective.shows(game, number)]
    rows = range(steps[begin].row, steps[end].row + 1) if steps[begin].turn > 0 and seat in shown else ()
    situation = from_table(views[0], game, shown, play_of(events, game, rows))
    if seat >= 0:
        situation.to_move = game.seats[seat]
    return link_to(situation)


def _line(review: Review, line: int, column: int) -> None:
    excerpt = source_line(review.state, review.row["source"], line, column)
    st.html(review_html.line_html(excerpt, line, column, file=review.row["file"] or ""))


def _sheet(review: Review, at: int, perspective: Perspective) -> None:
    """The scores of the deal: claimed beside recomputed."""
    deal, key = review.steps[at].deal, review.row["game_key"]
    html = sheet_html(
        review.sides(), queries.scores_of(review.state, key, deal), queries.claims_of(review.state, key, deal)
    )
    with st.expander(f"Scores of deal {deal}: claimed and recomputed", expanded=True):
        ending = review_html.result_html(review.record.game, review.deals, deal)
        if html or ending:
            st.html(ending + html)
        else:
            st.caption("Nobody wrote a score for this deal, and none was computed.")


if __name__ == "__main__":
    page()
