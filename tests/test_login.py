"""Who may look at the pages: the file of secrets, the command, and the gate in front of every page."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

import canasta
from dashboards import lakes, login
from data.lake import open_lake
from tests.pages import PAGES, Open, html
from tests.places import APP

AUTH = {
    "redirect_uri": "https://canasta.club.example/oauth2callback", "cookie_secret": "a long and secret word",
    "client_id": "canasta", "client_secret": "another", "server_metadata_url": "https://id.example/.well-known/openid",
}  # fmt: skip
GOOD = "[auth]\n" + "".join(f'{name} = "{value}"\n' for name, value in AUTH.items())


def file(folder: Path, text: str) -> Path:
    path = folder / "secrets.toml"
    path.write_text(text, encoding="utf-8")
    return path


# -- the file and the command ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "no section [auth]"), ("auth = 7", "no section [auth]"), ("[auth]\n", "redirect_uri, cookie_secret"),
        (GOOD.replace("client_id", "client"), "does not say client_id"),
        (GOOD.replace("oauth2callback", "back"), "does not end"),
        (GOOD.replace('"canasta"', '""'), "client_id"), (GOOD.replace('"canasta"', "7"), "client_id"),
        ("[auth", "no TOML"), (GOOD + "[canasta]\nallow = 'all'\n", "no list"), (GOOD + "[[canasta]]\n", "no list"),
        (GOOD, ""), (GOOD + "[canasta]\nallow = ['@club.example']\n", ""),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text: str, word: str) -> None:
    said = login.problem(file(tmp_path, text))
    assert (word in said) if word else not said


def test_the_command_hands_the_file_to_streamlit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[list[str], dict[str, str]]] = []

    def run(command: list[str], *, env: dict[str, str], check: bool) -> subprocess.CompletedProcess[str]:
        assert not check
        started.append((command, env))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(login, "has_library", lambda: True)
    lake, secrets = str(open_lake(tmp_path / "lake", create=True).path), file(tmp_path, GOOD)
    assert CliRunner().invoke(canasta.app, ["dashboard", "--lake", lake]).exit_code == 0
    result = CliRunner().invoke(canasta.app, ["dashboard", "--lake", lake, "--login", str(secrets), "--public"])
    assert result.exit_code == 0
    (plain, without), (command, environment) = started
    assert not [flag for flag in plain if flag.startswith("--secrets")]
    assert login.WANTED not in without
    assert "--server.address=127.0.0.1" in plain
    assert f"--secrets.files={secrets.absolute()}" in command
    assert "--server.address=0.0.0.0" in command
    assert environment[login.WANTED] == "1"


@pytest.mark.parametrize(
    ("text", "library", "word"),
    [("[auth]\n", True, "does not say"), (GOOD, False, "pip install"), (None, True, "No such")],
)
def test_the_command_refuses_what_cannot_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, library: bool, word: str
) -> None:
    monkeypatch.setattr(login, "has_library", lambda: library)
    secrets = tmp_path / "missing.toml" if text is None else file(tmp_path, text)
    result = CliRunner().invoke(canasta.app, ["dashboard", "--login", str(secrets)])
    assert result.exit_code == 20
    assert word in result.stderr


# -- the gate --------------------------------------------------------------------------------------------------------


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Open:
    """Any page where a login is asked for."""

    def open_it(page: str = "review", secrets: dict[str, Any] | None = None, *, library: bool = True) -> AppTest:
        monkeypatch.setenv(lakes.OFFERED, str(open_lake(tmp_path / "lake", create=True).path))
        monkeypatch.setenv(login.WANTED, "1")
        monkeypatch.setattr(login, "has_library", lambda: library)
        at = AppTest.from_file(APP, default_timeout=60)
        for name, value in (secrets or {}).items():
            at.secrets[name] = value
        if page != "review":
            at.switch_page(f"views/{page}.py")
        at.run()
        assert not at.exception
        return at

    return open_it


@pytest.mark.parametrize("page", PAGES)
def test_nobody_sees_a_page_before_the_login(gate: Open, page: str) -> None:
    at = gate(page, {"auth": AUTH})
    assert [button.label for button in at.button] == ["Log in"]
    assert not at.text_input
    assert not at.selectbox
    assert "canasta ingest" not in html(at)


def test_where_no_login_is_possible_the_page_says_why(gate: Open) -> None:
    at = gate()
    assert not at.button
    assert "file of secrets" in at.error[0].value
    at = gate(secrets={"auth": AUTH | {"client_id": ""}})
    assert "client\\_id" in at.error[0].value
    at = gate(secrets={"auth": AUTH}, library=False)
    assert "pip install" in at.error[0].value
    assert not at.button


def as_user(monkeypatch: pytest.MonkeyPatch, **claims: object) -> None:
    import streamlit as st

    monkeypatch.setattr(st, "user", {"is_logged_in": True, **claims})


@pytest.mark.parametrize(
    ("allow", "claims", "enters"),
    [
        (None, {"email": "ana@club.example"}, True),
        (["ANA@club.example"], {"email": "ana@club.example"}, True),
        (["@club.example"], {"email": "ana@CLUB.example"}, True),
        (["@club.example"], {"email": "ana@evilclub.example"}, False),
        (["@club.example"], {"email": ""}, False),
        (["@club.example"], {}, False),
        ([], {"email": "ana@club.example"}, False),
        (None, {"email": "ana@club.example", "email_verified": False}, False),
    ],
)
def test_those_who_are_named_are_let_in(
    gate: Open, monkeypatch: pytest.MonkeyPatch, allow: list[str] | None, claims: dict[str, object], enters: bool
) -> None:
    as_user(monkeypatch, name="Ana <b>Td</b> *x*", **claims)
    at = gate(secrets={"auth": AUTH, **({} if allow is None else {"canasta": {"allow": allow}})})
    assert ("canasta ingest" in html(at)) is enters
    assert [button.label for button in at.button if button.label == "Log out"] == ["Log out"]
    if enters:
        assert any(r"Ana \<b\>Td\<\/b\> \*x\*" in caption.value for caption in at.caption)
    else:
        assert "is not let in here" in at.warning[0].value
