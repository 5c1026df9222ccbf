"""Who sits where: seats, sides, names and dates of a simulated game, and its headers."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from data.events import Game, Header, Side
from data.ruleset import Resolved

SEATS = {2: "NS", 3: "NES", 4: "NESW", 5: "NESWV", 6: "NESWUV", 7: "NESWUVX", 8: "NESWUVXY"}
FIRST_DAY = date(2026, 1, 9)
FIRST_NAMES = (
    "Ada", "Aino", "Amara", "Anouk", "Arlo", "Bea", "Benno", "Bohdan", "Carla", "Cem", "Chidi", "Clara", "Dario",
    "Dilek", "Edda", "Eero", "Elif", "Emil", "Esme", "Farid", "Fleur", "Gita", "Greta", "Hana", "Hugo", "Ines", "Ivo",
    "Jana", "Jonas", "Kaia", "Karim", "Katya", "Lars", "Leila", "Luca", "Maja", "Malik", "Marta", "Mika", "Nadia",
    "Nils", "Noor", "Odile", "Omar", "Paula", "Pavel", "Petra", "Quentin", "Rafa", "Rosa", "Runa", "Samir", "Signe",
    "Tamar", "Teo", "Uli", "Vera", "Viggo", "Wanda", "Yara", "Zofia",
)  # fmt: skip
LAST_NAMES = (
    "Abt", "Amin", "Baros", "Bergström", "Blum", "Castel", "Conti", "Drake", "Duarte", "Eklund", "Farkas", "Ferrer",
    "Gallo", "Haas", "Halvorsen", "Ibarra", "Iversen", "Jung", "Kaplan", "Keller", "Kovač", "Lindqvist", "Lozano",
    "Marin", "Mensah", "Moreau", "Nowak", "Oduya", "Okafor", "Ortiz", "Pereira", "Quist", "Ruiz", "Sato", "Šimek",
    "Sundh", "Tanaka", "Toth", "Ueda", "Vance", "Voss", "Weiß", "Wren", "Yilmaz", "Zeller",
)  # fmt: skip


def sides_of(seats: str, way: str) -> tuple[Side, ...]:
    """The sides of a game, named A, B, ...; `way` is the option `sides` (solo, 2x2, 2x3, 3x2, 3_and_2, ...)."""
    count = len(seats)
    if way == "3_and_2":
        groups = [tuple(range(0, 4, 2)), (1, 3, 4)]
    elif "x" in way and count == eval_product(way):
        sides = int(way.partition("x")[0])
        groups = [tuple(range(first, count, sides)) for first in range(sides)]
    else:
        groups = [(seat,) for seat in range(count)]
    return tuple(Side("ABCDEFGH"[number], group) for number, group in enumerate(groups))


def eval_product(way: str) -> int:
    """Seats that `2x3` needs."""
    first, _, second = way.partition("x")
    return int(first) * int(second)


def new_game(name: str, resolved: Resolved, rng: Random) -> Game:
    """A game without events: seats, sides and who sits there."""
    seats = SEATS[resolved.players]
    game = Game(name, line=0)
    game.seats = tuple(seats)
    game.sides = sides_of(seats, str(resolved["sides"]))
    names = [f"{first} {last}" for first, last in zip(rng.sample(FIRST_NAMES, len(seats)),
                                                       rng.sample(LAST_NAMES, len(seats)), strict=True)]  # fmt: skip
    game.players = dict(zip(seats, names, strict=True))
    game.deck = str(resolved["deck"])
    return game


def write_headers(game: Game, number: int, cards: int, ruleset: str, options: list[tuple[str, str]]) -> None:
    """Enter rules and roster as a log types them; `cards` is the size of the deck."""
    day = FIRST_DAY + timedelta(days=number * 7 // 4)
    game.rules = f"{ruleset}-{cards}"
    game.options = list(options)
    teams = [f"{side.name}={','.join(game.seats[seat] for seat in side.seats)}" for side in game.sides]
    recorder = game.players[game.seats[number % len(game.seats)]]
    game.headers = [
        Header("event", f"Club evening {1 + number // 4}"),
        Header("date", day.isoformat()),
        Header("rules", game.rules),
        Header("options", " ".join(f"{name}={value}" for name, value in options)),
        Header("recorder", f"{recorder}, simulated"),
        Header("seats", " ".join(game.seats)),
        Header("teams", " ".join(teams)),
        *(Header(f"player {seat}", name) for seat, name in game.players.items()),
        Header("view", game.view),
    ]
