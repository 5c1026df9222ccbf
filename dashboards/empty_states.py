"""What a page says where it has nothing to show: why, and what to do next."""

from __future__ import annotations

from dashboards.plain_text import escaped


def nothing(headline: str, advice: str, *commands: str) -> None:
    """A headline, a sentence, and commands to type, if any; all raw text."""
    import streamlit as st

    st.html(nothing_html(headline, advice, *commands))


def nothing_html(headline: str, advice: str, *commands: str) -> str:
    """What `nothing` says, as HTML."""
    code = f"<pre>{chr(10).join(map(escaped, commands))}</pre>" if commands else ""
    words = f'<p class="big">{escaped(headline)}</p><p class="quiet">{escaped(advice)}</p>'
    return f'<div class="empty-state">{words}{code}</div>'


def _to_imports() -> None:
    """A way to the page on imports, where imports are allowed."""
    import streamlit as st

    from dashboards.lakes import in_address, is_public

    if not is_public():
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.page_link("views/imports.py", label="Imports", icon=":material/upload_file:", query_params=in_address())


def no_lake() -> None:
    from dashboards.lakes import trouble

    why = trouble()
    if why:
        nothing("This lake cannot be shown", why, "canasta lake verify")
        return
    nothing(
        "There is no lake here yet",
        "A lake is the folder in which games are stored. Drop log files on the page Imports, or type:",
        "canasta ingest FILE-OR-FOLDER",
        "canasta replay",
    )
    _to_imports()


def no_games() -> None:
    nothing("This lake holds no games", "Drop log files on the page Imports, or type:", "canasta ingest FILE-OR-FOLDER")
    _to_imports()


def not_replayed() -> None:
    nothing(
        "Nothing has been replayed yet",
        "The games are stored, and nobody has judged them so far. Press the button on the page Imports, or type:",
        "canasta replay",
    )
    _to_imports()
