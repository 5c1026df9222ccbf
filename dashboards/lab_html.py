"""The answer of the position lab as HTML.  Everything that was typed is escaped."""

from __future__ import annotations

from collections.abc import Mapping

from dashboards.plain_text import escaped
from dashboards.review_html import rule_html
from dashboards.theme import VERDICTS, verdict_word
from replay.review import Verdict

ANSWERS = {
    "legal": ("Legal", "good", "No rule stands against it."),
    "illegal": ("Illegal", "bad", "A rule forbids it, whatever the hidden cards are."),
    "cannot_tell": ("Cannot tell", "warn", "It turns on cards that are hidden, or on a value that is only assumed."),
}


def answer_html(verdict: Verdict | None) -> str:
    """The verdict in a word; None where nothing is played yet."""
    if verdict is None:
        return '<div class="answer"><b>Nothing is played yet</b><span>Type a play, or put cards to one.</span></div>'
    word, look, meaning = ANSWERS[verdict.answer]
    forbidding = [finding.message for finding in verdict.findings if finding.verdict == "illegal"]
    told = escaped(forbidding[0]) if forbidding and verdict.answer == "illegal" else meaning
    return f'<div class="answer {look}"><b>{word}</b><span>{told}</span></div>'


def findings_html(verdict: Verdict, lake: Mapping[str, str]) -> str:
    """For each finding its sentence and the rule it rests on."""
    found = []
    for number, finding in enumerate(verdict.findings):
        colour = VERDICTS.get(finding.verdict, "#777777")
        doubt = f'<span class="pill">open: {escaped(finding.doubt)}</span>' if finding.doubt else ""
        found.append(
            f'<div class="panel finding" style="--v:{colour}"><span class="verdict">'
            f"{escaped(verdict_word(finding.verdict))}</span> {doubt}"
            f'<p class="sentence">{escaped(finding.message)}</p>'
            f"{rule_html(finding.rule, lake, opened=number == 0)}</div>"
        )
    return "".join(found) or '<p class="small quiet">Nothing was found.</p>'


def problems_html(problems: list[str], how: str = "") -> str:
    """What cannot be read, and how to write it."""
    told = "".join(f"<li>{escaped(problem)}</li>" for problem in problems)
    head = f'<div class="answer warn"><b>This cannot be read</b><span>{escaped(how)}</span></div>'
    return f'{head}<ul class="small problems">{told}</ul>'
