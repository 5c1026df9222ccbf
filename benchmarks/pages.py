"""How long the pages take on a lake: `python -m benchmarks.pages LAKE [--rounds N] [--steps N] [--page NAME ...]`.

A real Chromium goes to each page, which itself tells when its last element was drawn: cold, the first visit to a server
that has just been started; warm, later visits from a fresh window.  Then it steps through a game by key.
The lake is one of `python -m benchmarks.make_lake`, or any other whose games have been replayed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import quote

from data.lake import open_lake
from data.views import sql
from tests.browsing import PATIENCE, browsing, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = {
    "games": "",
    "games of a player": "?words={player}",
    "game review": "?game={game}&line={line}",
    "findings by rule": "findings",
    "findings by player": "findings?by=Player",
    "findings by card": "findings?by=Card",
    "findings by month": "findings?by=Month",
    "disputes": "disputes",
    "rules": "rules",
    "position lab": "rules?tab=Position+lab",
    "imports": "imports",
}
DRAWN = ".felt, .empty-state, .answer, .result, [data-testid='stDataFrame'], [data-testid='stAlert']"
# The script has ended and nothing is left of what was there before it ran, or is still to be drawn.
AT_REST = """() => document.querySelector("[data-testid='stApp'][data-test-script-state='notRunning']")
    && !document.querySelector("[data-stale='true'], [data-testid='stSkeleton']")
    && !document.querySelector("[data-testid='stVegaLiteChart']:not(:has(canvas, svg))")"""
# Notes when, in milliseconds from navigation, the page came to rest with something on it.
CLOCK = f"""window.rested = 0;
const look = () => {{
    const still = document.querySelector("{DRAWN}") && ({AT_REST})();
    if (!still) window.rested = 0;
    else window.rested ||= performance.now();
    requestAnimationFrame(look);
}};
requestAnimationFrame(look);"""
CALM = 400  # milliseconds in which nothing more may happen
# Milliseconds from the next key to the table that it leads to, as the page itself sees them.
WATCH = """() => { window.stepped = new Promise(resolve => {
    const shown = () => ['.panel h3', '.turn li.now'].map(part => document.querySelector(part)?.textContent).join();
    const before = shown();
    addEventListener('keydown', () => {
        const began = performance.now();
        const watcher = new MutationObserver(() => {
            if (!document.querySelector('.turn li.now') || shown() === before) return;
            watcher.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        });
        watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
    }, { once: true, capture: true });
}); }"""
GAME = """
    SELECT games.game, games.line, players.name AS player FROM games JOIN players USING (game_key)
    ORDER BY game_key LIMIT 1 OFFSET (SELECT count(*) // 2 FROM games)
"""


def main() -> None:
    """Measure, and print two tables as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description="How long the pages take.")
    parser.add_argument("lake", type=Path)
    parser.add_argument("--rounds", type=int, default=5, help="warm visits to each page (5)")
    parser.add_argument("--steps", type=int, default=40, help="steps through a game, 0 = none (40)")
    parser.add_argument("--page", action="append", default=[], metavar="NAME", help="only pages whose names begin so")
    chosen = parser.parse_args()
    found = _game(chosen.lake)
    with browsing() as browser:
        print(f"| page | cold, s | warm, s (median of {chosen.rounds}) | slowest warm, s |\n|---|---|---|---|")
        for name, address in PAGES.items():
            if chosen.page and not name.startswith(tuple(chosen.page)):
                continue
            query = address.format_map(found)
            with serving([chosen.lake]) as site:
                cold = _visit(browser, f"{site}/{query}")
                warm = [_visit(browser, f"{site}/{query}") for _ in range(chosen.rounds)]
            print(f"| {name} | {cold:.2f} | {median(warm):.2f} | {max(warm):.2f} |", flush=True)
        if chosen.steps:
            with serving([chosen.lake]) as site:
                steps = _steps(browser, f"{site}/{PAGES['game review'].format_map(found)}", chosen.steps)
            slow = sorted(steps)[len(steps) * 9 // 10]
            print(f"\n{len(steps)} steps by key: median {1000 * median(steps):.0f} ms, "
                  f"nine in ten under {1000 * slow:.0f} ms, slowest {1000 * max(steps):.0f} ms")  # fmt: skip


def _game(folder: Path) -> dict[str, str]:
    """A game from the middle of the lake, its line and one of its players."""
    (row,) = sql(open_lake(folder), GAME).to_pylist()
    return {"game": quote(row["game"]), "line": str(row["line"]), "player": quote(row["player"])}


def _visit(browser: Browser, address: str) -> float:
    """Seconds from navigation to the last element, in a window of its own."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.add_init_script(CLOCK)
    page.goto(address, wait_until="commit")
    page.wait_for_function(f"window.rested && performance.now() > window.rested + {CALM}")
    seconds = float(page.evaluate("window.rested")) / 1000
    context.close()
    return seconds


def _settle(page: Page) -> None:
    page.wait_for_selector(DRAWN)
    page.wait_for_function(AT_REST)


def _steps(browser: Browser, address: str, count: int) -> list[float]:
    """Seconds from a key to the frame that shows the table it leads to."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(address)
    _settle(page)
    seconds = []
    for _ in range(count):
        page.evaluate(WATCH)
        page.keyboard.press("ArrowRight")
        seconds.append(float(page.evaluate("stepped")) / 1000)
        page.wait_for_function(AT_REST)
    return seconds


if __name__ == "__main__":
    main()
