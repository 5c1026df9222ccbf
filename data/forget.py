"""`canasta lake forget`: a player's names disappear from the lake, the games stay.

Owns which names are one player's, and the rewriting of every batch that mentions one: tables, the bytes of the logs,
and the hashes that depend on them.  A plan is written first, so that a run that was killed is finished by the next.
Copies of the logs outside the lake are not its business; taking such a copy in again is refused.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from data.events import Events, Game
from data.files import write_text
from data.keys import keys_of
from data.lake import Lake, LakeError, Writer, family_of
from data.pseudonym import Pseudonym
from data.recorded import Recorded, load_file
from data.schema import FAMILIES, Family

if TYPE_CHECKING:
    import pyarrow as pa

PLAN = "forgetting.json"
SOURCE_COLUMNS = ("sha256", "source")
KEY_COLUMNS = ("game_key", "duplicate_of", "twin_of", "conflicts_with", "replaces")
IMPORTS = family_of("sources")


@dataclass(slots=True)
class Plan:
    """What is to be done: names and the pseudonym for them, new hashes of sources, new hashes of games by key."""

    names: list[str]
    pseudonym: str
    why: str = ""
    sources: dict[str, str] = field(default_factory=dict)
    games: dict[str, dict[str, str]] = field(default_factory=dict)


def forget(lake: Lake, player: str, why: str = "") -> Plan:
    """Put a pseudonym in the place of every name of a player: as written, or all that `people` says are one person.

    LakeError if no game knows the name.  Returns what was done.
    """
    with lake.writing() as writer:
        _finish(writer)
        names = _names(lake, player)
        if not names:
            raise LakeError(f"no game knows a player called {player}")
        plan = Plan(names, f"player-{secrets.token_hex(4)}", why)
        _hash_anew(lake, plan)
        write_text(lake.path / PLAN, json.dumps(asdict(plan)))
        _finish(writer)
        return plan


def _finish(writer: Writer) -> None:
    """Carry out the plan that lies in the lake, if there is one, and remove it."""
    path = writer.lake.path / PLAN
    if not path.exists():
        return
    plan = Plan(**json.loads(path.read_text(encoding="utf-8")))
    forgotten = set(writer.lake.read("forgotten", ["sha256"])["sha256"].to_pylist())
    new = sorted(set(plan.sources) - forgotten)
    if new:
        writer.append("forgotten", [{"sha256": source, "why": plan.why} for source in new])
    for family in FAMILIES:
        if family.name != "forgotten":  # those hashes are to stay as they were
            for batch in writer.lake.batches(family):
                _rewrite(writer, family, batch, plan)
    path.unlink()


def _names(lake: Lake, player: str) -> list[str]:
    """All names under which games know a player, and the bare names of those written with a number of membership."""
    rows = sorted(lake.read("people").to_pylist(), key=lambda row: row["decided_at"])
    person = {row["name"]: row["person"] for row in rows if row["person"]}
    wanted = {player, person.get(player, player)}
    written = {name for names in lake.read("games", ["players"])["players"].to_pylist() for _, name in names}
    found = {name for name in written if {name, _bare(name), person.get(name), person.get(_bare(name))} & wanted}
    return sorted(found | {_bare(name) for name in found} | (wanted if found else set()))


def _bare(name: str) -> str:
    return name.partition("<id:")[0].strip()


def _hash_anew(lake: Lake, plan: Plan) -> None:
    """Fill in the plan: what changes its hash, and into what."""
    pseudonym = Pseudonym(plan.names, plan.pseudonym)
    for batch in lake.batches(IMPORTS):
        for row in lake.read("raw", batches=[batch]).to_pylist():
            content = pseudonym.content(row["content"])
            if content != row["content"]:
                plan.sources[row["sha256"]] = hashlib.sha256(content).hexdigest()
        for chunk in load_file(lake, batch):
            for recorded in chunk:
                events, game = _renamed(recorded, pseudonym)
                keys = keys_of(events, game)
                if keys.game != recorded.key:
                    plan.games[recorded.key] = {"game_key": keys.game, "plays_hash": keys.plays,
                                                "record_hash": keys.record}  # fmt: skip
        for row in lake.read("games", ["game_key", "duplicate_of", "players"], batches=[batch]).to_pylist():
            # Of a duplicate nothing is stored from which its key could be made anew.
            mentions = any(pseudonym.text(name) != name for _, name in row["players"])
            if row["duplicate_of"] and mentions and row["game_key"] not in plan.games:
                key = secrets.token_hex(16)
                plan.games[row["game_key"]] = {"game_key": key, "plays_hash": "", "record_hash": key}


def _renamed(recorded: Recorded, pseudonym: Pseudonym) -> tuple[Events, Game]:
    """The game with the pseudonym in it: all that its keys depend on."""
    game = recorded.game
    events = Events()
    for name in (*Events.COLUMNS, "card_start", "role_start", "reading_start", "cards", "roles", "readings"):
        setattr(events, name, getattr(recorded.events, name))
    events.texts = [*recorded.events.texts]
    for i in range(game.first, game.last):
        if events.text[i] >= 0:
            events.texts[events.text[i]] = pseudonym.text(events.texts[events.text[i]])
    return events, replace(
        game,
        headers=[header._replace(value=pseudonym.text(header.value)) for header in game.headers],
        players={seat: pseudonym.text(name) for seat, name in game.players.items()},
        id=pseudonym.text(game.id),
        options=[(name, pseudonym.text(value)) for name, value in game.options],
        claims=[replace(claim, claimant=pseudonym.text(claim.claimant)) for claim in game.claims],
    )


def _rewrite(writer: Writer, family: Family, batch: str, plan: Plan) -> None:
    pseudonym = Pseudonym(plan.names, plan.pseudonym)
    before = {name: writer.lake.read(name, batches=[batch]) for name in family.names}
    after = {name: _table(table, plan, pseudonym) for name, table in before.items()}
    if any(not after[name].equals(before[name]) for name in family.names):
        writer.supersede(family, [batch], after)


def _table(table: pa.Table, plan: Plan, pseudonym: Pseudonym) -> pa.Table:
    """One table with the plan carried out; the same if it does not concern it."""
    names: list[str] = table.schema.names
    hashes: dict[str, list[Any]]
    hashes = {name: list(_mapped(table, name, plan)) for name in ("plays_hash", "record_hash") if name in names}
    if "content" in names:
        table = _contents(table, plan, pseudonym)
    for number, name in enumerate(names):
        column = table.column(name)
        if name in SOURCE_COLUMNS:
            column = _replaced(column, plan.sources)
        elif name in KEY_COLUMNS:
            column = _replaced(column, {old: new["game_key"] for old, new in plan.games.items()})
        elif name not in hashes:
            column = pseudonym.column(column)
        if column is not table.column(name):
            table = table.set_column(number, name, column)
    return _with(table, hashes)


def _mapped(table: pa.Table, name: str, plan: Plan) -> Iterator[str]:
    """A hash of each game, anew where its key changes."""
    for key, value in zip(table["game_key"].to_pylist(), table[name].to_pylist(), strict=True):
        yield plan.games[key][name] if key in plan.games else value


def _with(table: pa.Table, columns: dict[str, list[Any]]) -> pa.Table:
    import pyarrow as pa

    for name, values in columns.items():
        number = table.schema.get_field_index(name)
        table = table.set_column(number, name, pa.chunked_array([pa.array(values, table.schema.field(name).type)]))
    return table


def _contents(table: pa.Table, plan: Plan, pseudonym: Pseudonym) -> pa.Table:
    rows = zip(table["sha256"].to_pylist(), table["content"].to_pylist(), strict=True)
    return _with(table, {"content": [pseudonym.content(old) if sha in plan.sources else old for sha, old in rows]})


def _replaced(column: pa.ChunkedArray, words: dict[str, str]) -> pa.ChunkedArray:
    import pyarrow as pa

    before = column.to_pylist()
    after = [words.get(word, word) for word in before]
    return column if after == before else pa.chunked_array([pa.array(after, column.type)])
