"""Score sheets as HTML and as rows: each figure that somebody claimed beside the recomputed one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dashboards.evidence import Behind, Evidence
from dashboards.plain_text import escaped
from dashboards.queries import Row
from data.actions import CANASTA_ITEMS, SCORE_ITEMS

ORDER = ("carried", *SCORE_ITEMS[:-1], CANASTA_ITEMS, "going_out+concealed", "total", "running", "final")
WORDS = {
    "carried": "carried in", "meld_cards": "cards melded", "hand_cards": "cards in hand", "running": "total after it",
    "final": "final total", CANASTA_ITEMS: "all canastas", "going_out+concealed": "going out, concealed",
    "total": "sum of the deal",
}  # fmt: skip


def item_word(item: str) -> str:
    """A score item as people read it; raw text."""
    if item in WORDS:
        return WORDS[item]
    if item.startswith("count.n") and item.removeprefix("count.n").isdigit():
        return f"number: cards of {item.removeprefix('count.n')} points"
    if item.startswith("count."):
        return f"number: {item.removeprefix('count.').replace('_', ' ')}"
    return " + ".join(part.replace("_", " ") for part in item.split("+"))


def between(low: int | None, high: int | None) -> str:
    """A figure that is known, lies between bounds, or is not known."""
    if low is None and high is None:
        return "?"
    if low == high:
        return f"{low:,}"
    if high is None:
        return f"\u2265 {low:,}"
    return f"\u2264 {high:,}" if low is None else f"{low:,} to {high:,}"


def sheet_html(
    sides: Sequence[str], scores: Iterable[Row], claims: Iterable[Row], evidence: Evidence | None = None
) -> str:
    """One deal: a line for each item, for each side the recomputed figure and every claimant's.

    A recomputed figure with `evidence` opens to the cards behind it.
    """
    recomputed = {(row["side_no"], row["item"]): row for row in scores}
    written: dict[tuple[int, str], dict[str, Row]] = {}
    for row in claims:
        key = (row["side_no"] if row["side_no"] is not None else -1, row["item"])
        written.setdefault(key, {})[row["claimant"] or ""] = row
        recomputed.setdefault(key, row)
    claimants = list(dict.fromkeys(name for by in written.values() for name in by))
    items = [item for item in _ordered({item for _, item in recomputed}) if _tells(item, recomputed, written)]
    if not items:
        return ""
    opened = {key: _figure(row, evidence or {}) for key, row in recomputed.items()}
    lines = "".join(_line(item, len(sides), claimants, (opened, written)) for item in items)
    return f'<div class="scroll"><table class="sheet">{_head(sides, claimants)}<tbody>{lines}</tbody></table></div>'


def sheet_rows(sides: Sequence[str], scores: Iterable[Row], claims: Iterable[Row]) -> list[Row]:
    """One deal as rows to be taken away: one for each figure as somebody wrote it, or as only the replay has it."""
    written = list(claims)
    claimed = {(row["side_no"], row["item"]) for row in written}
    rows = [*written, *(row for row in scores if (row["side_no"], row["item"]) not in claimed)]
    order = _ordered({row["item"] for row in rows})
    rows.sort(key=lambda row: (row["side_no"] is None, row["side_no"], order.index(row["item"])))
    return [
        {"side": row["side"], "who": sides[row["side_no"]] if row["side_no"] is not None else "",
         "figure": item_word(row["item"]), "recomputed": between(row["low"], row["high"]).replace(",", ""),
         "claimed": row.get("claimed"), "claimant": row.get("claimant", ""), "verdict": row.get("verdict", "")}
        for row in rows
    ]  # fmt: skip


def _ordered(items: set[str]) -> list[str]:
    known = [item for item in ORDER if item in items]
    counts = sorted(items - set(known), key=lambda item: (len(item), item))
    at = known.index("total") if "total" in known else len(known)
    return [*known[:at], *counts, *known[at:]]


def _tells(item: str, recomputed: dict[tuple[int, str], Row], written: dict[tuple[int, str], dict[str, Row]]) -> bool:
    """Whether a line has anything to say: somebody claims it, or it is not simply nothing."""
    claimed = any(key[1] == item for key in written)
    if not claimed and any(item in key[1].split("+") and "going_out" in key[1] for key in written):
        return False  # part of a sum that stands in a line of its own
    known = [(row["low"], row["high"]) for key, row in recomputed.items() if key[1] == item]
    return claimed or (not item.startswith("count.") and any(bounds not in ((0, 0), (None, None)) for bounds in known))


def _head(sides: Sequence[str], claimants: Sequence[str]) -> str:
    over = "".join(f'<th colspan="{1 + len(claimants)}">{escaped(side)}</th>' for side in sides)
    names = "".join(f"<th>{f'by {escaped(name)}' if name else 'written'}</th>" for name in claimants)
    under = "".join(f'<th class="recomputed">replay</th>{names}' for _ in sides)
    return f"<thead><tr><th></th>{over}</tr><tr><th></th>{under}</tr></thead>"


def _figure(row: Row, evidence: Evidence) -> str:
    """A recomputed figure, with the cards behind it."""
    words = between(row["low"], row["high"])
    behind = evidence.get((row["side"], row["item"]))
    if not behind or not behind.cards:
        return words
    return f'<details><summary title="the cards behind it">{words}</summary>{behind_html(behind)}</details>'


def behind_html(behind: Behind) -> str:
    """What a figure is made of: cards, the rule it follows, the values that price it."""
    cards = "".join(f"<li>{escaped(line)}</li>" for line in behind.cards)
    told = "".join(f"<p>{escaped(line)}</p>" for line in (behind.rule, *behind.values) if line)
    return f'<div class="behind"><ul>{cards}</ul>{told}</div>'


def _line(
    item: str, sides: int, claimants: Sequence[str],
    figures: tuple[dict[tuple[int, str], str], dict[tuple[int, str], dict[str, Row]]],
) -> str:  # fmt: skip
    recomputed, written = figures
    cells = []
    for side in range(sides):
        cells.append(f'<td class="recomputed">{recomputed.get((side, item), "")}</td>')
        cells += [_claim(written.get((side, item), {}).get(name)) for name in claimants]
    summed = ' class="sum"' if item in ("total", "running") else ""
    return f"<tr{summed}><td>{escaped(item_word(item))}</td>{''.join(cells)}</tr>"


def _claim(row: Row | None) -> str:
    if row is None:
        return "<td></td>"
    if row["verdict"] == "differs":
        recomputed = row["recomputed"]
        off = f' title="{row["claimed"] - recomputed:+,}"' if recomputed is not None else ""
        return f'<td><span class="differs"{off}>&nbsp;{row["claimed"]:,}&nbsp;</span></td>'
    doubt = ' class="unsure" title="cannot tell"' if row["verdict"] == "cannot_tell" else ""
    return f"<td{doubt}>{row['claimed']:,}</td>"
