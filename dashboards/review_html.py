"""The words around the table as HTML: what game it is, what the turn holds, what was found, and where it stands.

Owns what of a finding a perspective may read.  Everything from the log is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from dashboards.plain_text import escaped, file_name
from dashboards.queries import Row
from dashboards.rule_texts import cited
from dashboards.source_text import Excerpt
from dashboards.steps import Step
from dashboards.theme import VERDICTS, side_colour, verdict_word
from dashboards.wording import Perspective, Teller, seat_word
from data.events import Game
from replay.review import rule_text

# Families of rules, and rules of other families, that speak of cards which only their owner sees.
SECRET = ("hand", "bonus", "draw", "conservation", "deal", "packet", "talon", "view", "special")
SECRET_RULES = ("discard.wild_only_without_naturals", "discard.keep_a_card", "end.last_bonus_card",
                "end.meldable_cards_laid", "end.meldable_cards_left", "end.stock_empty_must_take",
                "turn.must_discard")  # fmt: skip
CITED_SHOWN = 3
CATALOGUE = "What is checked"  # the tab of the page on rules that lists them
MARKED = 40  # characters of the original line at most
ENDINGS = {
    "out": "ended by going out", "stock": "ended with the stock", "darkness": "ended by the Darkness",
    "special": "ended by a special hand",
}  # fmt: skip
DOT = " \u00b7 "
MORE = "\u2026"


def heading(row: Row) -> str:
    """The game in two lines: id, date, where; rules, file, and what is not as usual."""
    pills = [_pill(row["status"].replace("_", " "), "warn" if row["status"] != "complete" else "good")]
    if row["replay_status"] == "unjudgeable":
        pills = [_pill("cannot be judged", "bad")]
    elif row["replay_status"] is None:
        pills.append(_pill("not replayed yet", "warn"))
    if not row["counted"]:
        pills.append(f'<span class="quiet small">not in statistics: {escaped(row["not_counted"])}</span>')
    words = [word for word in (row["event"], row["site"]) if word]
    where = f'<span class="quiet">{escaped(DOT.join(dict.fromkeys(words)))}</span>' if words else ""
    told = [row["rules"]] * bool(row["rules"]) + [f"{file_name(row['file'] or '')}, line {row['line']}"]
    told += [f"written by {row['recorder']}"] if row["recorder"] else []
    return (
        f'<div class="facts"><h1>{escaped(row["game"])}</h1><span>{escaped(row["date"] or "")}</span>{where}'
        f'{"".join(pills)}<span class="quiet small">{escaped(DOT.join(told))}</span></div>'
    )


def _pill(word: str, look: str) -> str:
    return f'<span class="pill {look}">{escaped(word)}</span>'


def turn_html(teller: Teller, steps: Sequence[Step], bounds: tuple[int, int], at: int) -> str:
    """The turn act by act, the one that is shown marked, with what was said about it."""
    game, events = teller.game, teller.events
    step = steps[at]
    side = next((n for n, side in enumerate(game.sides) if step.seat in side.seats), -1)
    name = game.players.get(game.seats[step.seat], "") if 0 <= step.seat < len(game.seats) else ""
    title = f"Deal {step.deal}" + (f", turn {step.turn}" if step.turn else "")
    who = f"{seat_word(game, step.seat)}{f' ({name})' if name and name != '?' else ''}" if step.seat >= 0 else ""
    lines = []
    for i in range(bounds[0], bounds[1] + 1):
        look = "now" if i == at else "later" if i > at else ""
        lines.append(f'<li class="{look}">{teller.act(steps[i].row)}</li>')
        end = steps[i + 1].row if i + 1 < len(steps) else game.last
        remarks = [teller.remark(row) for row in range(steps[i].row + 1, end)]
        lines += [f'<li class="remark">{words}</li>' for words in remarks if words]
    clock = next((events.time_of(steps[i].row) for i in range(bounds[0], bounds[1] + 1)), None)
    when = f' <span class="quiet small">{escaped(clock)}</span>' if clock else ""
    return (
        f'<div class="panel"><h3>{escaped(title)} <span style="color:{side_colour(side)}">\u25a0</span> '
        f'{escaped(who)}{when}</h3><ul class="turn">{"".join(lines)}</ul></div>'
    )


def sentence_of(finding: Row, perspective: Perspective) -> str:
    """What may be read of a finding; raw text.  Findings about hands are for those who may see the hand."""
    secret = finding["rule"].partition(".")[0] in SECRET or finding["rule"] in SECRET_RULES
    if secret and not perspective.all and finding["seat"] != perspective.see:
        return "A finding about hidden cards. Choose all cards to read it."
    return str(finding["message"])


def finding_html(finding: Row, perspective: Perspective, lake: Mapping[str, str], *, here: bool) -> str:
    """One finding: verdict, sentence, the rule with its sources, and what an official ruled.

    `lake` is what the address of another page says of the lake.
    """
    colour = VERDICTS.get(finding["verdict"], "#777777")
    notes = [f'<span class="verdict">{escaped(verdict_word(finding["verdict"]))}</span>']
    if finding["status"] != "played":
        notes.append(f'<span class="pill">{escaped(finding["status"])}</span>')
    if finding["ruling"]:
        notes.append(f'<span class="pill">ruling: {escaped(finding["ruling"])}</span>')
    if finding["doubt"]:
        notes.append(f'<span class="pill">open: {escaped(finding["doubt"])}</span>')
    return (
        f'<div class="panel finding{" here" if here else ""}" style="--v:{colour}">{" ".join(notes)}'
        f'<p class="sentence">{escaped(sentence_of(finding, perspective))}</p>'
        f"{rule_html(finding['rule'], lake, opened=False)}</div>"
    )


def rule_html(rule_id: str, lake: Mapping[str, str], *, opened: bool = True) -> str:
    """A rule: its id, what it asks for, and the codes of the written rules that it answers to; one click away or open.

    `lake` is what the address of another page says of the lake.
    """
    text = rule_text(rule_id)
    says = f'<p class="small">{escaped(text.sentence)}</p>' if text else ""
    where = f' <span class="quiet">({escaped(text.citation)})</span>' if text else ""
    sources = "".join(
        f"<li><b>{escaped(code.page)} {escaped(code.code)}</b> {escaped(code.note)}</li>"
        for code in cited(rule_id, text.citation if text else "")[:CITED_SHOWN]
    )
    there = escaped("rules?" + urlencode({"tab": CATALOGUE, "rule": rule_id, **lake}))
    more = f'<p class="small"><a href="{there}" target="_self">all of it in the list of rules</a></p>'
    return (
        f'<details class="small rule"{" open" if opened else ""}><summary><b>{escaped(rule_id)}</b>{where}</summary>'
        f'{says}<ul class="small">{sources}</ul>{more}</details>'
    )


def line_html(excerpt: Excerpt | None, line: int, column: int, *, file: str = "") -> str:
    """The original line with the place meant marked."""
    if excerpt is None:
        return '<p class="quiet small">The text of this log is not kept.</p>'
    at = min(max(column - 1 - excerpt.start, 0), len(excerpt.text))
    end = excerpt.text.find(" ", at + 1)
    end = min(len(excerpt.text) if end < 0 else end, at + MARKED)
    before, meant, after = (escaped(part) for part in (excerpt.text[:at], excerpt.text[at:end], excerpt.text[end:]))
    name = f"{escaped(file_name(file))}:" if file else ""
    return (
        f'<div class="source-line"><span class="number">{name}{line}&nbsp;&nbsp;</span>'
        f"{MORE if excerpt.start else ''}{before}<mark>{meant}</mark>{after}{MORE if excerpt.cut else ''}</div>"
    )


def result_html(game: Game, deals: Sequence[Row], deal: int) -> str:
    """How a deal ended, in one line."""
    rows = [row for row in deals if row["deal"] == deal]
    if not rows:
        return ""
    row = rows[0]
    words = [f"Deal {deal}: {row['status'].replace('_', ' ')}"]
    if row["closing"]:
        words.append(ENDINGS.get(str(row["closing"]), str(row["closing"])))
    if row["out_seat"]:
        words.append(f"{seat_word(game, list(game.seats).index(row['out_seat']))} went out"
                     + (" concealed" if row["concealed"] else ""))  # fmt: skip
    if row["unreadable_line"]:
        words.append(f"judged up to line {row['unreadable_line']}, which cannot be read")
    if row["unjudged"]:
        words.append(f"{row['unjudged']} questions left open by hidden cards")
    return f'<p class="small quiet">{escaped(DOT.join(words))}</p>'
