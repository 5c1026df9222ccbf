"""The cards behind each recomputed figure of a game, and the rule and values that price them.

The dossier (replay.audit) finds them; here they are looked up.  Raw text, from the game alone.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import NamedTuple

from dashboards.queries import LakeState, recorded
from dashboards.remembered import remembered
from replay.audit import dossier


class Behind(NamedTuple):
    """What one figure is made of: melds or hands in cards, the codes it follows, the options that price it."""

    cards: tuple[str, ...]
    rule: str
    values: tuple[str, ...]


Evidence = Mapping[tuple[str, str], Behind]


@remembered
def _of_game(state: LakeState, game_key: str, batch: str) -> dict[tuple[int, str, str], Behind]:
    record = recorded(state, game_key, batch)
    try:
        found = dossier(record.events, record.game)
    except Exception:
        logging.getLogger(__name__).exception("no dossier of %s", game_key)
        return {}
    return {
        (deal.number, side.name, figure.item): Behind(figure.cards, figure.rule, figure.values)
        for deal in found.deals for side in deal.sides for figure in side.figures
    }  # fmt: skip


def evidence(state: LakeState, game_key: str, batch: str, deal: int) -> Evidence:
    """For each side and item of a deal what is behind it; nothing where the game cannot be replayed."""
    found = _of_game(state, game_key, batch)
    return {(side, item): behind for (number, side, item), behind in found.items() if number == deal}
