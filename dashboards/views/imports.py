"""Imports: drop logs into the browser, watch them being read, and see in the ledger where every line went."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from time import sleep

import streamlit as st

from dashboards import import_queries, lakes
from dashboards.empty_states import no_lake, nothing
from dashboards.listing import listing
from dashboards.plain_text import escaped, file_name, label
from dashboards.queries import MOST, LakeState, Row
from dashboards.remembered import afresh
from dashboards.sums import counted
from data.lake import LakeError, open_lake
from ingest.run import ingest

LEDGER_COLUMNS = {
    "name": "File", "status": "Read", "reason": st.column_config.TextColumn("Why not", width=150),
    "format": "Format", "imported_at": "When", "games": "Games", "lines": "Lines",
    "event_lines": "Events", "comment_lines": "Comments", "blank_lines": "Blank", "bad_lines": "Unreadable",
    "orphan_lines": "Of no game", "duplicates": "Duplicates", "twins": "Twins",
    "conflicts": "Same id, other plays", "errors": "Errors", "warnings": "Warnings", "seconds": "Seconds",
}  # fmt: skip
QUARANTINE_COLUMNS = {
    "what": "What", "file": "File", "line": "Line", "reason": "Why", "raw": "Word for word", "game": "Game",
}  # fmt: skip
MESSAGE_COLUMNS = {
    "severity": "Severity", "code": "Code", "file": "File", "line": "Line", "col": "Character", "expected": "Expected",
    "found": "Found", "game": "Game", "deal": "Deal",
}  # fmt: skip
GLANCE = 1.0  # seconds between two looks at how far a replay is


def page() -> None:
    """Import on top, what is stored below."""
    if lakes.is_public():
        st.info("These pages are open to other machines, so nothing can be imported here.", icon=":material/lock:")
    else:
        _import()
    state = lakes.current()
    if state is None and lakes.trouble():
        no_lake()
        return
    if state is None:
        nothing("There is no lake here yet", "It is made as soon as a log is stored in it.")
        return
    _replay(state)
    _ledger(state)


def _import() -> None:
    """The field to drop files in; what became of the last import stays until the next."""
    files = st.file_uploader(
        "Drop logs here: CGN, JSON lines, logs of Canasta programs; gzip works too, unpack a zip first",
        accept_multiple_files=True,
        key=f"files_{st.session_state.get('imports', 0)}",
    )  # fmt: skip
    if st.button("Store them in the lake", icon=":material/download_done:", type="primary", disabled=not files):
        try:
            st.session_state["import_report"] = _store([(file.name, file.getvalue()) for file in files])
            st.session_state["imports"] = st.session_state.get("imports", 0) + 1
            st.rerun()
        except (LakeError, OSError) as error:
            st.error(f"Nothing was stored: {label(error)}")
    told = "".join(f'<p class="small">{escaped(line)}</p>' for line in st.session_state.get("import_report", []))
    if told:
        st.html(f'<div class="panel">{told}</div>')


def _store(files: Sequence[tuple[str, bytes]]) -> list[str]:
    """Read files into the lake; the ledger of this import, one fact a line."""
    bar = st.progress(0.0, "Reading")

    def advance(done: int, of: int, _: object) -> None:
        bar.progress(done / max(of, 1), f"{done:,} of {of:,} files")

    with TemporaryDirectory(prefix="canasta-upload-") as folder:
        paths = []
        for number, (name, content) in enumerate(files):
            own = Path(folder) / str(number)
            own.mkdir()
            path = own / (file_name(name).lstrip(".") or "log")
            path.write_bytes(content)
            paths.append(path)
        lake = open_lake(lakes.offered()[lakes.chosen()], create=True)
        report = ingest(paths, lake, progress=advance)
    bar.empty()
    lines = [
        f"{counted(report.found, 'file')}: {report.stored:,} stored now, {report.same:,} were stored before.",
        f"{report.lines:,} lines = {report.event_lines:,} events + {report.comment_lines:,} comments + "
        f"{report.blank_lines:,} blank + {report.bad_lines:,} unreadable + {report.orphan_lines:,} of no game.",
        f"{counted(report.games, 'game')}: {report.new_games:,} new, {report.duplicates:,} duplicates.",
    ]
    return lines + [f"{file_name(problem.name)}: {problem.status}, {problem.reason}" for problem in report.problems]


def _replay(state: LakeState) -> None:
    """Judge what is new: the same command as on the command line, in a process of its own."""
    waiting = import_queries.waiting(state)
    if not waiting:
        return
    st.warning(f"{counted(waiting, 'game')} not judged yet.", icon=":material/hourglass_empty:")
    if lakes.is_public() or not st.button("Judge them now", icon=":material/gavel:", type="primary"):
        return
    code, said = _watched([sys.executable, "-m", "canasta", "replay", "--lake", state.path], waiting)
    if code in (0, 5):
        st.rerun()
    st.error("The replay did not end well.")
    st.code(said[-2000:], language=None)


def _watched(command: list[str], waiting: int) -> tuple[int, str]:
    """Run a command that judges games and show how many are left; its exit code and what it said."""
    bar = st.progress(0.0, "Replaying, turn by turn")
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        with subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT) as process:
            while process.poll() is None:
                sleep(GLANCE)
                state = lakes.current()
                left = min(import_queries.waiting(state), waiting) if state else waiting
                bar.progress(1 - left / waiting, f"{left:,} of {waiting:,} games left")
        said.seek(0)
        return process.returncode, said.read()


def _ledger(state: LakeState) -> None:
    sums = import_queries.ledger_sums(state)
    if not sums["files"]:
        nothing("Nothing has been imported yet", "Drop log files above, or type:", "canasta ingest FILE-OR-FOLDER")
        return
    kinds = ("event", "comment", "blank", "bad", "orphan")
    parts = " + ".join(f"{sums[f'{kind}_lines']:,} {word}" for kind, word in zip(
        kinds, ("events", "comments", "blank", "unreadable", "of no game"), strict=True))  # fmt: skip
    right = "which adds up" if sums["balanced"] else "which does NOT add up: please report this"
    st.html(
        f'<div class="panel"><h3>{counted(sums["files"], "file")}, {counted(sums["games"], "game")} '
        f"({sums['duplicates']:,} of them duplicates)</h3><p>{sums['lines']:,} lines = {parts}, {right}.</p></div>"
    )
    kept, told = import_queries.quarantine(state), import_queries.messages(state)
    ledger, quarantine, messages = st.tabs(["Files", f"Quarantine ({_number(kept)})", f"Messages ({_number(told)})"])
    with ledger:
        rows = _short(import_queries.ledger(state))
        seconds = st.column_config.NumberColumn("Seconds", format="%.3f")
        when = st.column_config.DatetimeColumn("When", format="YYYY-MM-DD HH:mm")
        listing(rows, {**LEDGER_COLUMNS, "seconds": seconds, "imported_at": when}, "files",
                whole=lambda: _short(afresh(import_queries.ledger)(state, MOST)))  # fmt: skip
    with quarantine:
        _aside(kept, QUARANTINE_COLUMNS, "things kept aside", lambda: afresh(import_queries.quarantine)(state, MOST))
    with messages:
        _aside(told, MESSAGE_COLUMNS, "messages", lambda: afresh(import_queries.messages)(state, MOST))


def _aside(rows: list[Row], columns: Mapping[str, object], what: str, ask: Callable[[], list[Row]]) -> None:
    """What did not go as it should, or that there is nothing of it."""
    if rows:
        listing(_short(rows), columns, what, whole=lambda: _short(ask()))
    else:
        st.success("There are none: every line was taken as it is written.", icon=":material/check_circle:")


def _short(rows: list[Row]) -> list[Row]:
    """Rows with the last part of a path in its place."""
    return [{**row, **{name: file_name(row[name] or "") for name in ("file", "name") if name in row}} for row in rows]


def _number(rows: list[Row]) -> str:
    """How many there are of what may be shown in part."""
    return f"{rows[0]['of'] if rows else 0:,}"


if __name__ == "__main__":
    page()
