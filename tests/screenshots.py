"""Pictures of every page by day and by night, wide and on a phone: `python -m tests.screenshots FOLDER [NAME ...]`.

The pages show the sample games and a lake full of trouble, both made for the purpose.  Somebody has to look at them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from data.lake import Lake, now
from data.signoff import Step
from data.signoff_store import scores, sign
from tests.browsing import AT_REST, browsing, chromium, serving
from tests.page_lakes import sample_lake, troubled_lake

VIEWS = {
    "games": "?lake=1",
    "review": "?lake=1&game=mill-lane/2026-01-16&line=32&turn=1.10",
    "review-end": "?lake=1&game=mill-lane/2026-01-16&line=52",
    "review-public": "?lake=1&game=mill-lane/2026-01-16&line=50&see=public",
    "review-heckadeck": "?lake=1&game=samples/heckadeck&line=40",
    "review-could": "?lake=1&game=harbour-club/2026-02-05/1&line=60",
    "review-foot": "?lake=1&game=samples/hand-and-foot&line=40",
    "review-three": "?lake=1&game=attic/2026-03-01&line=60&turn=2.14",
    "review-two": "?lake=1&game=harbour-club/2026-02-07/duel&line=70",
    "review-damaged": "?lake=2&game=troubled/1&line=20",
    "review-unjudged": "?lake=2&game=troubled/rules",
    "review-hostile": "?lake=2&game=hostile/1",
    "findings": "findings?lake=1",
    "findings-player": "findings?lake=1&by=Player&every=true",
    "findings-card": "findings?lake=1&by=Card&every=true",
    "findings-file": "findings?lake=2&by=File&every=true&pick=heckadeck.cgn",
    "findings-month": "findings?lake=2&by=Month&every=true",
    "notes": "?lake=2&list=Notes",
    "disputes": "disputes?lake=1",
    "rules": "rules?lake=1",
    "lab": "rules?lake=1&tab=Position+lab",
    "lab-unreadable": "rules?lake=1&tab=Position+lab&position=bread",
    "compare": "rules?lake=1&tab=Compare",
    "option": "rules?lake=1&tab=Compare&compare=One+option+in+all&option=black3_freezes",
    "checked": "rules?lake=1&tab=What+is+checked",
    "imports": "imports?lake=2",
    "no-lake": "?lake=3",
}
SIZES = {"wide": (1400, 900), "phone": (390, 844)}
DRAWN = ".felt, .empty-state, .answer, [data-testid='stDataFrame'], [data-testid='stAlert']"


def main(folder: Path, wanted: list[str]) -> None:
    """Take pictures, of all pages or those whose names begin so; says how long each took to its last element."""
    views = {name: query for name, query in VIEWS.items() if not wanted or name.startswith(tuple(wanted))}
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="canasta-pages-") as place:
        there = Path(place)
        lakes = [sample_lake(there / "samples").path, troubled_lake(there / "troubled").path, there / "none"]
        _note(lakes[1])
        _dispute(lakes[0])
        with serving(lakes) as address, browsing() as browser:
            for look in ("light", "dark"):
                for size, (width, height) in SIZES.items():
                    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=look)
                    for name, query in views.items():
                        page = context.new_page()
                        began = perf_counter()
                        page.goto(f"{address}/{query}")
                        page.wait_for_selector(DRAWN)
                        page.wait_for_selector(AT_REST)
                        seconds = perf_counter() - began
                        page.wait_for_timeout(500)  # grids and charts are drawn a moment later
                        if name == "review-could":
                            page.get_by_text("What could have been played").click()
                            page.wait_for_selector(".choices")
                        _whole_page(page, width)
                        page.screenshot(path=folder / f"{name}-{look}-{size}.png")
                        page.close()
                        print(f"{name:18} {look:6} {size:6} {seconds:5.2f} s")
                    context.close()


def _note(path: Path) -> None:
    """A note on the game that is full of trouble."""
    lake = Lake(path)
    row = lake.read("games", ["game_key", "source", "line"]).to_pylist()[0]
    said = {"text": "Was <b>this</b> said at the table?", "tags": ["dispute", "ask the scribe"], "author": "Ana Td"}
    lake.append("notes", [{**row, **said, "deal": 1, "turn": 1, "note": "a-note", "withdrawn": False}])


def _dispute(path: Path) -> None:
    """A score that one side has confirmed, and to which the other objects."""
    lake = Lake(path)
    score = scores(lake, "mill-lane/2026-01-16")[0]
    sign(lake, score, Step("confirmed", 0, now(), "", author="Ana"))
    sign(lake, score, Step("disputed", 1, now(), "", why="Deal 2: the second ten came with the pile.", author="Bo"))


def _whole_page(page: object, width: int) -> None:
    """Make the window as high as the page, which scrolls inside it."""
    high = page.evaluate("document.querySelector('.stMain').scrollHeight")  # type: ignore[attr-defined]
    page.set_viewport_size({"width": width, "height": min(int(high) + 10, 4000)})  # type: ignore[attr-defined]
    page.wait_for_timeout(300)  # type: ignore[attr-defined]


if __name__ == "__main__":
    if chromium() is None:
        sys.exit("Pictures are taken by Chromium, and there is none on this machine: apt-get install chromium")
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description="Pictures of every page.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"))
    parser.add_argument("names", nargs="*", help="what the names of the wanted views begin with (all)")
    chosen = parser.parse_args()
    main(chosen.folder, chosen.names)
