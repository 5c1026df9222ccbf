"""Lakes that the tests of the pages look at: the samples, an empty one, and one with everything that can go wrong."""

from __future__ import annotations

from pathlib import Path

from data.lake import Lake, open_lake
from ingest.run import ingest
from replay.run import replay_new
from tests.made_logs import HOSTILE, log
from tests.places import SAMPLES

DAMAGED = """@cgn 1

@game troubled/1
rules: classic-108
seats: N E S W
teams: A=N,S B=E,W
view: all

@hand 1 dealer=N A=0 B=0
deal N A K K Q J J T 8 7 4 5
deal E K T 9 9 9 8 7 5 5 2 3c
deal S A 9 8 6 6 4 2 * 3s 4 5
deal W K K Q Q 9 8 8 6 4 * 3s
up 7
1. E +6 999 552 -K
2. S +K §§§ what is this
3. W +4 -4
"""

HECKADECK = """@cgn 1

@game troubled/heckadeck
rules: heckadeck
seats: N S
teams: A=N B=S
view: all

@hand 1 dealer=N A=0 B=0
deal N Ka 0w Eh <ar:g>
deal S Qp Bd <wh> *r
up 7o
1. S +5c -5c
"""

NO_RULES = "@cgn 1\n\n@game troubled/rules\nrules: of-my-aunt\nseats: N S\nteams: A=N B=S\n\n@hand 1\n@close out\n"


def sample_lake(folder: Path) -> Lake:
    """The samples of the project, replayed."""
    return _filled(folder, [SAMPLES])


def troubled_lake(folder: Path) -> Lake:
    """Lines that cannot be read, files that are no logs, unfinished and unjudgeable games, hostile texts."""
    logs = folder.with_name(f"{folder.name}-logs")
    logs.mkdir(parents=True)
    (logs / "damaged.cgn").write_text(DAMAGED, encoding="utf-8")
    (logs / "heckadeck.cgn").write_text(HECKADECK, encoding="utf-8")
    (logs / "rules.cgn").write_text(NO_RULES, encoding="utf-8")
    (logs / "shopping.txt").write_text("bread\nbutter\n", encoding="utf-8")
    (logs / "unfinished.cgn").write_bytes((SAMPLES / "unfinished.cgn").read_bytes())
    (logs / "<b>bold<b> & co.cgn").write_text(hostile_log(), encoding="utf-8")
    return _filled(folder, [logs])


def hostile_log() -> str:
    """A game whose names, headers and comments want to be more than text."""
    texts = [text.replace("\x00", "").replace("\x1b", "") for text in HOSTILE]
    markdown = "**bold** [link](javascript:alert(1)) :red[x] $x^2$ `code`"
    return log(
        "hostile/1", 7, players=texts[:4], comment=texts[0],
        headers=[f"event: {texts[0]}", f"recorder: {markdown}", f"site: <img src=x onerror=alert(1)> {texts[4]}"],
    )  # fmt: skip


# Texts that want to be more than text, without blanks, so that a game can be called so.
CANARIES = (
    "<img/src=x/onerror=alert('CANARY')>", "**CANARY**[CANARY](javascript:CANARY):red[CANARY]$CANARY$`CANARY`",
    "=CANARY()|'x'!A1", "+CANARY", "-CANARY", "@CANARY", "{{CANARY}}</style><b>CANARY</b>", "\u202eCANARY\u2028\ufeff",
)  # fmt: skip


def hostile_lake(folder: Path) -> Lake:
    """Hostile names of games, players, files and scribes, headers, comments, rulings, notes and sign-offs."""
    logs = folder.with_name(f"{folder.name}-logs")
    logs.mkdir(parents=True)
    for number, text in enumerate(CANARIES):
        heads = [f"{name}: {text}" for name in ("event", "site", "club", "recorder", "x-remark")]
        written = log(text, number, players=[f"{text}{seat}" for seat in "NESW"], headers=heads, comment=text)
        ruling = f"@ruling 2 stands by={text} ; {text}"
        written = written.replace("by=N", f"by={text}").replace("\n@close", f"\n{ruling}\n@close")
        name = text.replace("/", "\u2215")
        (logs / f"{number}{name}.cgn").write_text(f"{written}what is {text} doing here\n", encoding="utf-8")
        (logs / f"{name}.txt").write_text(f"{text}\n", encoding="utf-8")
    lake = _filled(folder, [logs])
    rows = lake.read("games", ["game_key", "source", "line"]).to_pylist()
    said = [
        {**row, "deal": 1, "turn": 2, "note": f"note-{n}", "text": CANARIES[n % len(CANARIES)], "withdrawn": False,
         "tags": [CANARIES[n % len(CANARIES)]], "author": CANARIES[n % len(CANARIES)]}
        for n, row in enumerate(rows)
    ]  # fmt: skip
    lake.append("notes", said)
    for n, row in enumerate(rows):
        words = {"author": CANARIES[n % len(CANARIES)], "why": CANARIES[n % len(CANARIES)]}
        lake.append("signoffs", [{**row, **words, "state": "disputed", "side": 0, "figures": "others", "hours": 1,
                                  "totals": [words["why"]]}])  # fmt: skip
    return lake


def _filled(folder: Path, paths: list[Path]) -> Lake:
    lake = open_lake(folder, create=True)
    ingest(paths, lake)
    replay_new(lake)
    return lake
