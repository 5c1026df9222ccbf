"""The answer of the position lab as HTML.  Everything that was typed is escaped."""

from __future__ import annotations

from dashboards.plain_text import escaped
from dashboards.review_html import rule_html
from dashboards.theme import VERDICTS, verdict_word
from replay.review import Verdict

ANSWERS = {
    "legal": ("Legal", "good", "No rule stands against it."),
    "illegal": ("Illegal", "bad", "A rule forbids it, whatever the hidden cards are."),
    "cannot_tell": ("Cannot tell", "warn", "It turns on cards that are hidden, or on a value that is only assumed."),
}


def verdict_html(verdict: Verdict) -> str:
    """The verdict, and for each finding its sentence and the rule it rests on."""
    word, look, meaning = ANSWERS[verdict.answer]
    found = []
    for finding in verdict.findings:
        colour = VERDICTS.get(finding.verdict, "#777777")
        doubt = f'<span class="pill">open: {escaped(finding.doubt)}</span>' if finding.doubt else ""
        found.append(
            f'<div class="panel finding" style="--v:{colour}"><span class="verdict">'
            f"{escaped(verdict_word(finding.verdict))}</span> {doubt}"
            f'<p class="sentence">{escaped(finding.message)}</p>{rule_html(finding.rule)}</div>'
        )
    return (
        f'<div class="answer {look}"><b>{word}</b><span>{meaning}</span></div>'
        f"{''.join(found)}"
    )  # fmt: skip


def problems_html(problems: list[str]) -> str:
    """What cannot be read."""
    told = "".join(f"<li>{escaped(problem)}</li>" for problem in problems)
    return f'<div class="answer warn"><b>This cannot be read</b></div><ul class="small problems">{told}</ul>'
