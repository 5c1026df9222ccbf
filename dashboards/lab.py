"""The position lab: build a situation by clicking or typing, and ask whether a play in it is legal.

The address holds the situation as text, and everything is drawn from the address, so that a link is the question.
Judges nothing: replay.review does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from dashboards import lab_html, lakes
from dashboards.cards import card_name, style_sheet
from dashboards.choices_html import choices_html, choices_of
from dashboards.examples import EXAMPLES
from dashboards.faces import NAMES
from dashboards.mishaps import guarded
from dashboards.plain_text import label
from dashboards.situation import LONGEST, Asked, Situation, read
from dashboards.table_html import Table, table_html, views_of
from dashboards.theme import COLOUR_INK, SUIT_INK
from dashboards.wording import SUIT_GLYPHS, TEXT_STYLE, Perspective
from data import ruleset
from data.cards import BLUE, GREEN, RED, SUIT_CODES, SUIT_NAMES, CardKind, Deck
from data.recorded import Recorded
from data.ruleset import RulesetError
from data.terminal import safe
from replay.review import Verdict, judge_written

TAB = "Position lab"
FIRST = next(iter(EXAMPLES))
PLAY_HELP = "Draw: +7. Take the pile: +pile. Meld: KKK. Lay out a red three: !3r. Discard: -7. Go out: out."
SAID = {"*": "Joker", "T": "10", "E": "11"}  # how cards are called where CGN has another code
MOST_STOCK, MOST_SCORE = 400, 100_000
NO_SUIT = 0
TINTS = {COLOUR_INK[RED]: "red", COLOUR_INK[GREEN]: "green", COLOUR_INK[BLUE]: "blue"}  # as Streamlit calls them


def link_to(situation: Situation) -> dict[str, str]:
    """The query of an address that opens the lab with this situation."""
    return {"tab": TAB, "position": situation.text()}


def lab() -> None:
    """The lab, drawn anew with every change of the situation."""
    import streamlit as st

    st.fragment(guarded(_lab))()


def _lab() -> None:
    import streamlit as st

    asked, problems = read(_text())
    st.html(
        '<p class="quiet">May this be played? Build the table below or type it, play a turn, and read the answer.</p>'
    )
    _begin(asked)
    verdict, problems = _verdict(asked) if asked else (None, problems)
    st.html(lab_html.problems_html(problems, PLAY_HELP) if problems else lab_html.answer_html(verdict))
    left, right = st.columns([2.3, 1], gap="small")
    with left:
        if asked:
            _table(asked)
            _build(asked.situation)
        _typed(unreadable=asked is None)
    with right:
        if asked:
            _details(asked, verdict)


def _text() -> str:
    """The situation that the address holds."""
    import streamlit as st

    return st.query_params.get("position") or EXAMPLES[FIRST]


def _now() -> Situation:
    """The situation as it is when something is clicked, which may be ahead of what the browser shows."""
    asked, _ = read(_text())
    return asked.situation if asked else Situation()


def _change(text: str, *, keep: bool = False) -> None:
    """Ask about something else: the address says what.  `keep`: the fields that say the same stay as they are."""
    import streamlit as st

    st.query_params["position"] = text[: LONGEST + 1]
    st.session_state["lab_changes"] = _changes() + (not keep)


def _changes() -> int:
    """How often something was changed.  The fields that change with it are drawn anew each time: what a browser that is
    behind still says of the old ones is no wish of anybody.
    """
    import streamlit as st

    return int(st.session_state.get("lab_changes", 0))


# -- what lies on the table --------------------------------------------------------------------------------------------


def _begin(asked: Asked | None) -> None:
    """An example to begin with, the rules, and who is to move."""
    import streamlit as st

    situation = asked.situation if asked else Situation()

    drawn = _changes()
    play_key = f"lab_play_{drawn}"

    def example() -> None:
        chosen = st.session_state["lab_example"]
        if chosen:
            _change(EXAMPLES[chosen])

    def rules() -> None:
        _change(_under(_now(), st.session_state["lab_rules"]).text())

    def to_move() -> None:
        changed = _now()
        changed.to_move = st.session_state["lab_to_move"] or changed.to_move
        _change(changed.text())

    def play() -> None:
        if drawn == _changes():
            changed = _now()
            changed.play = " ".join((st.session_state[play_key] or "").split())
            _change(changed.text(), keep=True)

    known = ruleset.names()
    st.session_state[play_key] = situation.play
    st.session_state["lab_rules"] = _named(situation.rules, known)
    st.session_state["lab_to_move"] = situation.to_move
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Begin with", list(EXAMPLES), index=None, placeholder="An example", key="lab_example",
                     on_change=example, width=260)  # fmt: skip
        st.selectbox("Ruleset", known, key="lab_rules", on_change=rules, width=220, disabled=asked is None)
        st.segmented_control("To move", situation.seats, key="lab_to_move", on_change=to_move, disabled=asked is None)
        st.text_input("The play", key=play_key, on_change=play, placeholder="+pile KKK -7", disabled=asked is None,
                      max_chars=400, help=PLAY_HELP)  # fmt: skip


def _named(rules: str, known: list[str]) -> str:
    """The ruleset that a header means; the classic one where it means none."""
    name = rules.partition("@")[0].partition("-")[0]
    name = ruleset.canonical_name(name) if name in ruleset.aliases() else name
    return name if name in known else "classic"


def _under(situation: Situation, name: str) -> Situation:
    """The situation under another ruleset; with other seats or another deck the table is cleared."""
    try:
        resolved = ruleset.resolve(name, 0, [])
    except RulesetError:
        situation.rules = name
        return situation
    deck, count, sides = str(resolved["deck"]), resolved.players, str(resolved["sides"])
    if deck != situation.deck or count != len(situation.seats):
        situation.deck = deck
        situation = situation.with_seats(count, sides)
    situation.rules, situation.options = f"{name}-{resolved.cards}", ""
    return situation


def _table(asked: Asked) -> None:
    """The table before the play, or after it."""
    import streamlit as st

    played = asked.last > asked.setting
    after = played and st.toggle("Show the table after the play", key="lab_after")
    record = Recorded("lab", "", "", asked.game, asked.events)
    rows = [asked.setting, asked.last] if after else [asked.setting]
    views, why = views_of(record, rows)
    st.html(f"<style>{style_sheet(asked.game.deck)}</style>")
    if not views:
        st.info(label(why), icon=":material/info:")
        return
    st.html(table_html(Table(asked.game, views[-1], views[0] if after else None, Perspective())))


def _build(situation: Situation) -> None:
    """Cards to click, where they go, and the numbers of the table."""
    import streamlit as st

    zones, drawn = situation.zones(), _changes()
    zone_key = f"lab_zone_{drawn}"
    zone = st.session_state.get("lab_zone")
    zone = zone if zone in zones else next(iter(zones))
    st.session_state["lab_zone"] = st.session_state[zone_key] = zone

    def aim() -> None:
        if drawn == _changes():
            st.session_state["lab_zone"] = st.session_state[zone_key]

    def put(card: int) -> None:
        now, there = _now(), st.session_state["lab_zone"]
        if there in now.zones():
            now, st.session_state["lab_zone"] = now.put(there, card)
            _change(now.text())

    def back() -> None:
        now = _now()
        if st.session_state["lab_zone"] in now.zones():
            _change(now.take_back(st.session_state["lab_zone"]).text())

    def add(operation: str) -> None:
        now = _now()
        now.play = f"{now.play} {operation}".strip()
        _change(now.text())

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox("Cards go to", list(zones), format_func=lambda key: safe(zones[key]), key=zone_key, on_change=aim,
                     width=240)  # fmt: skip
        suit = _suit(situation.cards)
        st.button("Take the last one back", icon=":material/backspace:", on_click=back, key="lab_back")
        st.button("Play: take the pile", on_click=add, args=("+pile",), key="lab_pile")
        st.button("Play: go out", on_click=add, args=("out",), key="lab_out")
    _palette(situation.cards, suit, put)
    _numbers(situation)


def _suit(deck: Deck) -> int:
    """The suit of the cards that are offered."""
    import streamlit as st

    suits = [NO_SUIT, *dict.fromkeys(kind.suit for kind in deck.kinds if kind.suit)]
    if st.session_state.get("lab_suit") not in suits:
        st.session_state["lab_suit"] = NO_SUIT
    return st.segmented_control("Suit", suits, format_func=_suit_word, key="lab_suit", required=True) or NO_SUIT


def _palette(deck: Deck, suit: int, put: Callable[[int], None]) -> None:
    import streamlit as st

    with st.container(horizontal=True, gap="xxsmall", key="palette"):
        for kind in palette(deck, suit):
            known, word = deck.card(kind), deck.code(kind).strip("<>")
            words = label(SAID.get(word) or NAMES.get(word, word))
            if known.suit:
                rank, colour = word[:-1], TINTS.get(SUIT_INK[deck.name][known.suit])
                words = label(f"{SAID.get(rank, rank)} {_suit_word(known.suit)}")
                words = f":{colour}[{words}]" if colour else words
            st.button(words, key=f"card_{kind}",
                      help=label(card_name(deck, kind)), on_click=put, args=(kind,))  # fmt: skip


def _suit_word(suit: int) -> str:
    """A suit on a button: its shape, or its name where the shape is no letter."""
    glyph = SUIT_GLYPHS.get(SUIT_CODES.get(suit, ""), "any")
    return SUIT_NAMES[suit] if glyph.isascii() and suit else glyph + TEXT_STYLE * (suit > 0)


def palette(deck: Deck, suit: int = NO_SUIT) -> list[int]:
    """The cards that can be clicked: the ranks of a suit, or without one and threes by colour; then those that have no
    suit at all (jokers, special cards), and a card nobody knows.
    """
    suited = {kind.rank for kind in deck.kinds if kind.suit}

    def offered(kind: CardKind) -> bool:
        if suit:
            return kind.suit == suit or not (kind.suit or kind.colour or kind.rank in suited)
        return not kind.suit and bool(kind.colour) == (deck.name == "french" and kind.rank == 3)

    kinds = [kind for kind in deck.kinds if kind.rank and offered(kind)]
    kinds.sort(key=lambda kind: (kind.colour > 0 and not suit, kind.rank > 16, abs(kind.rank - 16), kind.id))
    return [kind.id for kind in kinds] + [deck.unknown]


def _numbers(situation: Situation) -> None:
    """Stock and totals."""
    import streamlit as st

    def change() -> None:
        now = _now()
        now.stock = st.session_state["lab_stock"]
        now.scores = {name: int(st.session_state.get(f"lab_score_{name}") or 0) for name in now.teams}
        _change(now.text())

    st.session_state["lab_stock"] = min(situation.stock or 0, MOST_STOCK) if situation.stock is not None else None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input("Stock", 0, MOST_STOCK, step=1, key="lab_stock", on_change=change, width=130,
                        placeholder="?")  # fmt: skip
        for name in situation.teams:
            score = max(-MOST_SCORE, min(MOST_SCORE, situation.scores.get(name, 0)))
            st.session_state[f"lab_score_{name}"] = score
            st.number_input(f"Total of {label(name)}", -MOST_SCORE, MOST_SCORE, step=5, key=f"lab_score_{name}",
                            on_change=change, width=150)  # fmt: skip


def _typed(*, unreadable: bool) -> None:
    """The situation as text: to be typed into, and to be copied."""
    import streamlit as st

    drawn = _changes()
    key = f"lab_text_{drawn}"
    st.session_state[key] = _text()

    def typed() -> None:
        if drawn == _changes():
            _change(st.session_state[key] or EXAMPLES[FIRST])

    with st.expander("As text: type or copy it", icon=":material/edit:", expanded=unreadable, key="lab_typed"):
        st.text_area("CGN (docs/NOTATION.md, section 7); the last line is the play", key=key, height=290,
                     max_chars=LONGEST, on_change=typed)  # fmt: skip
        with st.popover("Copy", icon=":material/content_copy:"):
            st.caption("The address of this page opens the same question.")
            st.code(_text(), language=None)


# -- the answer --------------------------------------------------------------------------------------------------------


def _verdict(asked: Asked) -> tuple[Verdict | None, list[str]]:
    """The answer, None where nothing is played; or why there is none."""
    if not asked.situation.play:
        return None, []
    try:
        return judge_written(asked.events, asked.game), []
    except RulesetError as error:
        return None, [str(error)]
    except Exception:
        logging.getLogger(__name__).exception("no verdict on %s", asked.situation.text())
        return None, ["The replay failed on this situation; please report it with its text."]


def _details(asked: Asked, verdict: Verdict | None) -> None:
    """What the answer rests on, and what could be played instead."""
    import streamlit as st

    if verdict:
        st.html(lab_html.findings_html(verdict, lakes.in_address()))
    record = Recorded("lab", "", "", asked.game, asked.events)
    found = choices_of(record, [asked.setting])[0]
    st.html(choices_html(asked.game, found, Perspective(), "What could be played here"))
