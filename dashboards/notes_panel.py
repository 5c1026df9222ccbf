"""Notes beside a game: what reviewers said of a turn, a form to say more, and the list of all notes.

Draws only; the notes themselves are dashboards.notes.  What reviewers write may name hidden cards, so it is shown
where all cards are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dashboards import lakes, login, notes
from dashboards.listing import listing
from dashboards.plain_text import escaped, label
from dashboards.queries import LakeState, Row
from dashboards.search import search
from data.lake import LakeError, account

COLUMNS = {
    "game": "Game", "date": "Date", "deal": "Deal", "turn": "Turn", "tags": "Tags", "text": "Note", "author": "By",
    "decided_at": "Written", "line": "Line",
}  # fmt: skip
LONGEST_NAME = 60
FIELD = 68  # pixels: the whole form is seen on a small screen too


def may_write() -> bool:
    """Whether whoever looks may leave notes: on this machine everybody, from others those who are logged in."""
    return not lakes.is_public() or login.person() is not None


def notes_panel(state: LakeState, place: Row, here: Sequence[Row]) -> None:
    """The notes on a turn, and the form for another; `place` says where it is (see notes.add)."""
    import streamlit as st

    for note in here:
        with st.container(horizontal=True, vertical_alignment="top", key=f"note_{note['note']}"):
            st.html(note_html(note))
            if may_write():
                st.button("", key=f"withdraw_{note['note']}", icon=":material/delete:", type="tertiary",
                          help="take this note back", on_click=_withdraw, args=(state, note))  # fmt: skip
    if st.session_state.get("note_problem"):
        st.error(st.session_state.pop("note_problem"))
    if may_write():
        with st.popover("Add a note", icon=":material/edit_note:"):
            _form(state, place)


def note_html(note: Mapping[str, Any]) -> str:
    """One note: who, when, tags, words."""
    tags = "".join(f'<span class="pill">{escaped(tag)}</span> ' for tag in note["tags"][: notes.TAGS_SHOWN])
    text = f"<p>{escaped(note['text'])}</p>" if note["text"] else ""
    when = f"{note['decided_at']:%Y-%m-%d %H:%M}"
    return (
        f'<div class="panel note">{tags}{text}<p class="small quiet">{escaped(note["author"] or "nobody named")}, '
        f"{when} UTC</p></div>"
    )


def _form(state: LakeState, place: Row) -> None:
    import streamlit as st

    who = login.person()
    st.session_state.setdefault("note_author", account()[:LONGEST_NAME])
    with st.form("note_form", clear_on_submit=False, border=False):
        st.text_area("Note", key="note_text", max_chars=notes.LONGEST, height=FIELD,
                     placeholder="What is to be said about this turn")  # fmt: skip
        st.multiselect("Tags", notes.TAGS, key="note_tags", accept_new_options=True, max_selections=notes.TAGS_SHOWN)
        if who is None:
            st.text_input("Your name", key="note_author", max_chars=LONGEST_NAME)
        st.form_submit_button("Keep it", type="primary", on_click=_add, args=(state, place))


def _add(state: LakeState, place: Row) -> None:
    import streamlit as st

    who = login.person()
    text, tags = st.session_state["note_text"] or "", list(st.session_state["note_tags"])
    if not may_write() or not (text.strip() or tags):
        st.session_state["note_problem"] = "A note needs a word or a tag."
        return
    author = who.name if who else str(st.session_state.get("note_author") or "")
    said = {"text": text, "tags": [str(tag)[:LONGEST_NAME] for tag in tags], "author": author[:LONGEST_NAME]}
    if _kept(lambda: notes.add(state, place, said, by=who.address if who else "")):
        st.session_state["note_text"], st.session_state["note_tags"] = "", []


def _withdraw(state: LakeState, note: Row) -> None:
    who = login.person()
    if may_write():
        _kept(lambda: notes.withdraw(state, note, by=who.address if who else ""))


def _kept(write: Any) -> bool:
    """Whether the lake took it; where it did not, the page says why."""
    import streamlit as st

    try:
        write()
    except (LakeError, OSError) as error:
        st.session_state["note_problem"] = f"The note was not kept: {label(error)}"
        return False
    return True


def note_list(state: LakeState) -> Row | None:
    """All notes with a search; the one that was clicked, if any."""
    import streamlit as st

    words = search("Game, words, tag or author of a note")
    found = notes.search(state, words)
    if not found:
        st.info("No note has all of these words.")
        return None
    when = st.column_config.DatetimeColumn("Written", format="YYYY-MM-DD HH:mm")
    return listing(found, {**COLUMNS, "decided_at": when}, "notes", opens=True)
