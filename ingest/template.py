"""The beginning of a log to fill in: headers for the seats and sides of a ruleset, and hints as comments.

Owns the words of `canasta new`.  What it writes is a valid log of a game that has not been played.
"""

from __future__ import annotations

from collections.abc import Mapping

from data.ruleset import Resolved

LETTERS = {2: "NS", 3: "NES", 4: "NESW"}
SIDES = "ABCDEFGH"


def seats(players: int) -> list[str]:
    """Letters of the seats in playing order: compass points as far as they go, else numbers."""
    return list(LETTERS.get(players, "12345678"[:players]))


def sides(letters: list[str], form: str) -> dict[str, list[str]]:
    """Seats by side: partners sit as far apart as they can; `form` is the option `sides`."""
    count = len(letters) if form == "solo" else 2 if form == "3_and_2" else int(form.split("x", maxsplit=1)[0])
    return {SIDES[i]: letters[i::count] for i in range(count)}


def template(rules: Resolved, game: str, headers: Mapping[str, str], names: Mapping[str, str]) -> str:
    """A log with everything but the play.  `names` are players by seat; `headers` come before the roster."""
    letters = seats(rules.players)
    teams = sides(letters, str(rules["sides"]))
    dealer, first = letters[0], letters[1 % len(letters)]
    lines = ["@cgn 1", "", f"@game {game}"]
    lines += [f"{key}: {value}" for key, value in headers.items()]
    lines += [
        f"rules: {rules.name}-{rules.cards}",
        f"options: target={rules['target']}",
        f"seats: {' '.join(letters)}",
        "teams: " + " ".join(f"{side}={','.join(members)}" for side, members in teams.items()),
        *(f"player {seat}: {names.get(seat, '?')}" for seat in letters),
        "view: all",
        "",
        "; One deal.  Take the semicolons away and write what happens; canasta check tells what is missing.",
        f"; @hand 1 dealer={dealer} " + " ".join(f"{side}=0" for side in teams),
        *(f"; deal {seat} ?x{rules['hand_size']}" for seat in letters),
        "; up 9",
        f"; 1. {first} +7 555 -K",
        "; @close out",
        *(f"; @score {side} by={dealer} cards=0 nat=0 mix=0 bonus=0 out=0 hand=0 sum=0" for side in teams),
        "; @total " + " ".join(f"{side}=0" for side in teams),
        "@end result=unfinished",
    ]
    return "\n".join(lines) + "\n"
