"""Serving the pages and looking at them with a real Chromium, for tests and screenshots."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dashboards.commands import server, with_login
from dashboards.lakes import environment
from tests.places import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE = 60  # seconds
AT_REST = "[data-testid='stApp'][data-test-script-state='notRunning']"  # all is drawn, and buttons listen


def chromium() -> str | None:
    """Where Chromium is, if anywhere."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(lakes: Sequence[Path], port: int = 0, login: Path | None = None) -> Iterator[str]:
    """The pages on some lakes, at the address that is handed out; stopped afterwards.

    `login` is a file of secrets as `canasta dashboard --login` takes it.
    """
    port = port or free_port()
    more, flags = with_login(login) if login else ({}, [])
    told = os.environ | environment(lakes, public=False) | {"PYTHONPATH": str(ROOT)} | more
    with subprocess.Popen(
        [*server(port), *flags], env=told, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(f"{address}/_stcore/health")
            yield address
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait_for(url: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            if time.monotonic() > until:
                raise
        time.sleep(0.2)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A Chromium of its own; FileNotFoundError where there is none."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    if program is None:
        raise FileNotFoundError("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()
