"""Rules: every ruleset with the source of each value, the position lab, and the rules that are checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboards import lakes
from dashboards.finding_queries import Group, finding_groups
from dashboards.lab import TAB, lab
from dashboards.listing import listing
from dashboards.plain_text import escaped, label
from dashboards.review_html import CATALOGUE
from dashboards.rule_texts import cited
from dashboards.theme import verdict_word
from data import ruleset
from data.options import options, to_text
from data.ruleset import RulesetError, Stated
from data.source_keys import keys_of
from replay.review import rule_texts

VALUE_COLUMNS = {
    "option": "Option", "value": "Value", "standing": "Standing", "source": "Source", "sentence": "What it says",
    "group": "About",
}  # fmt: skip
KEY_COLUMNS = {"key": "Key", "meaning": "Source", "family": "Said of"}
OPTION_COLUMNS = {"ruleset": "Ruleset", "value": "Value", "standing": "Standing", "source": "Source"}
WAYS = ("Two rulesets", "One option in all")
RULE_COLUMNS = {
    "rule": "Rule", "found": "Findings here", "says": "What it asks for", "verdict": "If broken", "source": "Source",
    "codes": "All codes", "cases": "Cases",
}  # fmt: skip


def page() -> None:
    """Four tabs, each of which works without a lake; only the one that is looked at is drawn."""
    tabs = st.tabs(list(TABS), key="tab", bind="query-params")
    for tab, draw in zip(tabs, TABS.values(), strict=True):
        if tab.open:
            with tab:
                draw()


def _title(name: str) -> str:
    try:
        return f"{ruleset.title(name)} ({name})"
    except RulesetError:
        return name


def _choose(what: str, key: str, default: str) -> str:
    """A ruleset by its name, which the address says; an alias does as well."""
    known, asked = ruleset.names(), st.query_params.get(key, default)
    asked = ruleset.canonical_name(asked) if asked in ruleset.aliases() else asked
    st.session_state[key] = asked if asked in known else default if default in known else known[0]

    def chosen() -> None:
        st.query_params[key] = st.session_state[key]

    return st.selectbox(what, known, format_func=_title, key=key, on_change=chosen)


def _value(option: str, stated: Stated) -> str:
    return to_text(options()[option], stated.value)


def _rows(values: Mapping[str, Stated]) -> list[dict[str, Any]]:
    known = options()
    return [
        {"option": name, "value": _value(name, stated), "standing": "sourced" if stated.sourced else "assumed",
         "source": stated.source, "sentence": known[name].sentence, "group": known[name].group}
        for name, stated in values.items()
    ]  # fmt: skip


def _browse() -> None:
    name = _choose("Ruleset", "ruleset", "classic")
    try:
        chosen = ruleset.load(name)
    except RulesetError as error:
        st.error(f"This ruleset cannot be read: {label(error)}")
        return
    chain = " \u2192 ".join(chosen.chain)
    st.html(
        f'<div class="panel"><h3>{escaped(chosen.title)}</h3><p>{escaped(chosen.summary)}</p>'
        f'<p class="small quiet">built from: {escaped(chain)}</p></div>'
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        words = st.text_input("Search options", key="option_words", placeholder="Option or words of its sentence",
                              icon=":material/search:", label_visibility="collapsed", type="search")  # fmt: skip
        own = st.toggle("Only what it states", help="Leave out options that have their default.")
        assumed = st.toggle("Only assumed values", help="Values that no source states: they can leave a play in doubt.")
    rows = [
        row for row in _rows(chosen.values)
        if (words or "").lower() in f"{row['option']} {row['sentence']} {row['group']}".lower()
        and (not own or row["source"] != "default") and (not assumed or row["standing"] == "assumed")
    ]  # fmt: skip
    if rows:
        listing(rows, VALUE_COLUMNS, "options")
    else:
        st.info("No option is left. Use other words, or switch the filters off.")
    keys = [key._asdict() for key in keys_of(name)]
    if keys:
        with st.expander("What the keys of the sources stand for", icon=":material/menu_book:"):
            listing(keys, KEY_COLUMNS, "keys of sources")


def _compare() -> None:
    way = st.segmented_control("Compare", WAYS, default=WAYS[0], required=True, key="compare", bind="query-params",
                               label_visibility="collapsed")  # fmt: skip
    if way == WAYS[1]:
        _one_option()
    else:
        _two_rulesets()


def _one_option() -> None:
    """What every ruleset says of one option."""
    known = options()
    option = st.selectbox("Option", list(known), key="option", bind="query-params")
    st.html(f'<p class="quiet">{escaped(known[option].sentence)}</p>')
    rows = []
    for name in ruleset.names():
        try:
            stated = ruleset.load(name).values.get(option)
        except RulesetError:
            continue
        if stated:
            rows.append({"ruleset": _title(name), "value": _value(option, stated), "source": stated.source,
                         "standing": "sourced" if stated.sourced else "assumed"})  # fmt: skip
    listing(rows, OPTION_COLUMNS, "rulesets")


def _two_rulesets() -> None:
    left, right = st.columns(2)
    with left:
        first = _choose("One", "one", "classic")
    with right:
        second = _choose("The other", "other", "bicycle")
    try:
        one, other = ruleset.load(first), ruleset.load(second)
    except RulesetError as error:
        st.error(f"A ruleset cannot be read: {label(error)}")
        return
    rows = [
        {"option": d.option, "first": _value(d.option, d.first), "second": _value(d.option, d.second),
         "first_source": d.first.source, "second_source": d.second.source, "sentence": options()[d.option].sentence}
        for d in ruleset.diff(one.values, other.values)
    ]  # fmt: skip
    if not rows:
        st.success("They have the same value for every option.", icon=":material/check_circle:")
        return
    columns = {"option": "Option", "first": first, "second": second, "sentence": "What it says",
               "first_source": f"Source in {first}", "second_source": f"Source in {second}"}  # fmt: skip
    listing(rows, columns, "differences")


def _catalogue() -> None:
    words = st.text_input("Search rules", key="rule", bind="query-params", placeholder="Id, code or words of a rule",
                          icon=":material/search:", label_visibility="collapsed", type="search")  # fmt: skip
    state = lakes.current()
    found = {row["what"]: row["findings"] for row in finding_groups(state, Group(every=True))} if state else {}
    rows = []
    for rule in rule_texts():
        rows.append({
            "rule": rule.id, "found": found.get(rule.id, 0), "says": rule.sentence,
            "verdict": verdict_word(rule.verdict), "source": rule.citation,
            "codes": ", ".join(f"{code.page} {code.code}" for code in cited(rule.id)),
            "cases": rule.cases,
        })  # fmt: skip
    st.caption("Each rule has one permanent id. Sources name the page and code of the written rules it answers to; the "
               "file of cases holds a legal and an illegal example of each.")  # fmt: skip
    wanted = [row for row in rows if all(word in f"{row['rule']} {row['says']} {row['source']} {row['codes']}".lower()
                                         for word in (words or "").lower().split())]  # fmt: skip
    if wanted:
        listing(sorted(wanted, key=lambda row: (-row["found"], row["rule"])), RULE_COLUMNS, "rules")
    else:
        st.info("No rule has all of these words.")


TABS = {"Rulesets": _browse, TAB: lab, "Compare": _compare, CATALOGUE: _catalogue}

if __name__ == "__main__":
    page()
