"""The fields of CGN-JSONL records that stand for an `@` line: from its text to fields, and back.

One table of keys serves both ways, so that what is written can be read.  Raises Unreadable for fields that no line can
hold; compares and judges nothing.
"""

from __future__ import annotations

import re
from typing import Any

from data.actions import RULINGS, Kind
from ingest.formats import cgn_lines as lines
from ingest.formats.cgn_cards import Unreadable

Record = dict[str, Any]

# Record key -> attribute key, for what is neither a team's figure nor a claim.
KEYS: dict[str, dict[str, str]] = {
    "hand_start": {"dealer": "dealer", "sits": "sits", "position": "position", "to_move": "turn"},
    "score": {"by": "by"},
    "total": {},
    "ruling": {"by": "by", "law": "law"},
    "penalty": {"at": "at", "scope": "scope"},
    "game_end": {"result": "result"},
}
FIGURES = {"hand_start": "carry", "score": "claim", "total": "claim", "game_end": "claimed"}
BEFORE_FIGURES = ("dealer", "sits", "position", "by")
WHOLE = re.compile(r"0|-?[1-9]\d{0,8}")
PLAIN = re.compile(r'[^\s"]+')


def fields_of(record_type: str, text: str) -> Record:
    """The fields for the attributes of a line; `raw` with the text itself where the fields would not give it back."""
    try:
        fields = _fields(record_type, text)
        if text_of(record_type, fields) == text:
            return fields
    except Unreadable:
        pass
    return {"raw": text}


def _fields(record_type: str, text: str) -> Record:
    fields: Record = {}
    comment = None
    if record_type == "ruling":
        text, comment, _ = lines.split_comment(text)
        fields["verdict"], _, text = text.partition(" ")
    elif record_type == "penalty":
        amount, _, text = text.partition(" ")
        if amount.startswith("min+"):
            fields["minimum"] = _number(amount[4:])
        else:
            fields["points"] = _number(amount)
    names = {attribute: key for key, attribute in KEYS[record_type].items()}
    figures: Record = {}
    more: Record = {}
    for part in lines.attributes(text):
        if part.key in names:
            fields[names[part.key]] = _named(names[part.key], part.value)
        elif record_type in FIGURES and (part.key[0].isupper() or record_type == "score"):
            figures[part.key] = _number(part.value)
        else:
            more[part.key] = part.value
    if record_type in FIGURES and (figures or record_type != "game_end"):
        fields[FIGURES[record_type]] = figures
    if more:
        fields["more"] = more
    return fields | ({"text": comment} if comment is not None else {})


def _named(key: str, value: str) -> Any:
    if key == "sits":
        return value.split(",")
    return True if key == "position" and value == "yes" else value


def _number(text: str) -> int | str:
    return int(text) if WHOLE.fullmatch(text) else text


def text_of(record_type: str, fields: Record) -> str:
    """The text of the line that the fields stand for, behind its first words; raises Unreadable."""
    raw = fields.get("raw")
    if raw is not None:
        return _string(raw, "raw")
    words = []
    if record_type == "ruling":
        words.append(_choice(fields.get("verdict"), RULINGS))
    elif record_type == "penalty":
        words.append(_penalty(fields))
    keys = KEYS[record_type]
    first = [key for key in keys if key in BEFORE_FIGURES]
    words += [_attribute(keys[key], fields[key]) for key in first if key in fields]
    if record_type in FIGURES:
        words += _attributes(fields, FIGURES[record_type])
    words += [_attribute(keys[key], fields[key]) for key in keys if key not in first and key in fields]
    words += _attributes(fields, "more")
    if record_type == "ruling" and fields.get("text") is not None:
        words.append("; " + _string(fields["text"], "text"))
    return " ".join(words)


def _penalty(fields: Record) -> str:
    key = "minimum" if "minimum" in fields else "points"
    value = fields.get(key)
    if isinstance(value, str):
        return ("min+" if key == "minimum" else "") + _string(value, key)
    if isinstance(value, bool) or not isinstance(value, int) or (key == "minimum" and value < 0):
        raise Unreadable("E134", 0, "points or minimum, a whole number", repr(value)[:40])
    return f"min+{value}" if key == "minimum" else f"{value:+d}"


def _attributes(fields: Record, key: str) -> list[str]:
    figures = fields.get(key, {})
    if not isinstance(figures, dict):
        raise Unreadable("E141", 0, f"an object for {key}", repr(figures)[:40])
    return [_attribute(name, value) for name, value in figures.items()]


def _attribute(key: str, value: Any) -> str:
    if not lines.ATTRIBUTE_KEY.fullmatch(key):
        raise Unreadable("E141", 0, "the key of an attribute", repr(key)[:40])
    if value is True:
        value = "yes"
    if isinstance(value, list):
        value = ",".join(_string(part, key) for part in value)
    if isinstance(value, int):
        value = str(value)
    if not isinstance(value, str) or '"' in value or "\n" in value or "\r" in value:
        raise Unreadable("E141", 0, f"text or a whole number for {key}", repr(value)[:40])
    return f"{key}={value}" if PLAIN.fullmatch(value) else f'{key}="{value}"'


def _string(value: Any, key: str) -> str:
    if not isinstance(value, str) or "\n" in value or "\r" in value:
        raise Unreadable("E141", 0, f"one line of text for {key}", repr(value)[:40])
    return value


def _choice(value: Any, words: tuple[str, ...]) -> str:
    if value not in words:
        raise Unreadable("E135", 0, " or ".join(words), repr(value)[:40])
    return str(value)


TEXT_TYPES = {Kind.DEAL_START: "hand_start", Kind.SHEET: "score", Kind.TOTALS: "total", Kind.RULING: "ruling",
              Kind.PENALTY: "penalty", Kind.GAME_END: "game_end"}  # fmt: skip
