"""Words for a terminal, and the ways a command can end."""

import os
import subprocess
import sys
import unicodedata

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from data.terminal import COULD_NOT_RUN, INTERRUPTED, CannotRun, front, put, safe, say_table
from tests.places import ROOT


@given(st.text())
def test_safe_text_cannot_move_the_cursor(text: str) -> None:
    assert not {unicodedata.category(character) for character in safe(text)} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ana Ruiz", "Ana Ruiz"),
        ("Åsa Žižek 王", "Åsa Žižek 王"),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("two\nlines\r", r"two\nlines\r"),
        ("\x9b2J", r"\x9b2J"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("\udc80", r"\udc80"),
    ],
)
def test_safe_text(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_tables_align_numbers_right_and_words_left(capsys: pytest.CaptureFixture[str]) -> None:
    say_table([("Ana", 5), ("Bo\x1b", 1840)], ("player", "points"))
    assert capsys.readouterr().out == "player  points\nAna          5\nBo\\x1b    1840\n"


@pytest.mark.parametrize(("reader", "shown"), [(True, "a\\x1bb\nc\n"), (False, "a\x1bb\nc\n")])
def test_text_for_programs_is_made_safe_for_a_terminal_only(
    reader: bool, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: reader)
    put("a\x1bb\nc\n")
    assert capsys.readouterr().out == shown


ENDINGS = {
    "cannot": (CannotRun("no such lake"), COULD_NOT_RUN, "canasta: no such lake\n"),
    "absent": (FileNotFoundError(2, "No such file or directory", "a\x1bb"), COULD_NOT_RUN,
               "canasta: a\\x1bb: No such file or directory\n"),
    "interrupted": (KeyboardInterrupt(), INTERRUPTED, ""),
    "finding": (typer.Exit(5), 5, ""),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDINGS)
def test_endings(name: str) -> None:
    error, code, words = ENDINGS[name]
    app = front("test")

    @app.command()
    def fail() -> None:
        raise error

    result = CliRunner().invoke(app, ["fail"])
    assert (result.exit_code, result.stderr, result.stdout) == (code, words, "")


@pytest.mark.parametrize("arguments", [["nonsense"], ["fail", "--nonsense"], []])
def test_wrong_usage_could_not_run(arguments: list[str]) -> None:
    app = front("test")

    @app.command()
    def fail() -> None: ...

    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == COULD_NOT_RUN
    assert "Traceback" not in result.output


def test_a_reader_that_leaves_early_is_no_error() -> None:
    code = "import data.terminal as t; a = t.front('x'); a.command('y')(lambda: print('z\\n' * 9999999)); a(['y'])"
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_a_terminal_that_knows_only_ascii() -> None:
    code = "import data.terminal as t; a = t.front('x'); a.command('y')(lambda: t.say('Žižek')); a(['y'])"
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (0, "\\u017di\\u017eek\n"), result.stderr
