"""The sign-off of a game: where the agreement on its score stands, how it came to it, and what may be done now.

Draws, and hands on what is pressed; the rules are data.signoff's.  What people write as a reason may name hidden cards,
so it is shown where all cards are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from dashboards import lakes, login, signoffs
from dashboards.downloads import table_button
from dashboards.notes_panel import FIELD, LONGEST_NAME, may_write
from dashboards.plain_text import escaped, label
from dashboards.queries import LakeState, Row
from dashboards.reviewed import Review
from dashboards.wording import Perspective
from data.lake import LakeError, account
from data.signoff import OFFICIAL, Standing, State, Step, Taken, allowed, in_words, moment, told
from data.signoff_store import Refused, Score
from data.signoff_text import earlier_word

LONGEST_WHY = 1000
PILLS = {State.DRAFT: "", State.CONFIRMED: "warn", State.DISPUTED: "bad", State.FINAL: "good"}
PROBLEM = "sign_problem"
Wanted = tuple[State, int]


def signoff_panel(review: Review, perspective: Perspective) -> None:
    """The state, the history, and a button for each kind of step that is allowed."""
    import streamlit as st

    score = signoffs.score_of(review.state, review.row)
    found = signoffs.standing_of(review.state, score)
    if not score.digest and not found.history:
        return
    with st.container(key="signoff"):
        earlier = signoffs.corrected_by(review.state, score)
        st.html(standing_html(score, review.sides(), found, reasons=perspective.all, corrected=earlier))
        if review.row["status"] != "complete":
            st.caption(
                f"The log is {review.row['status'].replace('_', ' ')}: another record may still change the score."
            )
        if st.session_state.get(PROBLEM):
            st.error(label(st.session_state.pop(PROBLEM)))
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            if may_write():
                _buttons(review.state, score, found)
            if found.history and perspective.all:
                table_button(lambda: history_rows(score, found), "sign-off", "signoff_csv")


# -- what is shown ---------------------------------------------------------------------------------------------------


def standing_html(
    score: Score, sides: Sequence[str], found: Standing, *, reasons: bool,
    corrected: Sequence[tuple[Score, Standing]] = (),
) -> str:  # fmt: skip
    """The whole block; `sides` are the names of the sides with who sits there, `corrected` records that it corrects."""
    since = f"<span>since {moment(found.since)}</span>" if found.since else ""
    totals = " · ".join(
        f"{escaped(side)} {in_words(total)}" for side, total in zip(score.sides, score.totals, strict=False)
    )
    head = (
        f'<div class="stands"><b>Sign-off</b> <span class="pill {PILLS[found.state]}">{found.state.value}</span> '
        f'{since}<span class="quiet">{totals}</span></div>'
    )
    words = "".join(f"<p>{line}</p>" for line in _lines(score, sides, found))
    warnings = [*_warnings(score, found)]
    warnings += [f"This record corrects {escaped(one.game)}: {earlier_word(stands)}." for one, stands in corrected]
    warning = "".join(f'<p class="cut">{line}</p>' for line in warnings)
    return f'<div class="panel signoff">{head}{warning}{words}{_history(score, found, reasons=reasons)}</div>'


def _lines(score: Score, sides: Sequence[str], found: Standing) -> Iterator[str]:
    for number, side in enumerate(sides):
        yield f"<b>{escaped(side)}</b>: {_side_line(found, number)}"
    if found.one_voice:
        yield '<span class="quiet">One person has confirmed for every side.</span>'
    if found.state is State.CONFIRMED:
        yield f"Every side may object until {moment(found.until)}; then the score is final."
    if found.state is State.FINAL and not found.until:
        yield "An official has made the score final."
    if score.differences:
        there = escaped("disputes?" + urlencode({"words": score.game, **lakes.in_address()}))
        which = f'<a href="{there}" target="_self">{score.differences}</a>'
        yield f'<span class="quiet">Written figures that differ from the recomputed ones: {which}.</span>'


def _side_line(found: Standing, side: int) -> str:
    words = "has not confirmed"
    if side in found.confirmed:
        words = f"confirmed {_when_and_who(found.confirmed[side])}"
    if side in found.objections:
        words = f"objects since {_when_and_who(found.objections[side])}"
    asked = f"; asked to open it again {_when_and_who(found.asked[side])}" if side in found.asked else ""
    return words + asked


def _when_and_who(step: Step) -> str:
    return f"{moment(step.at)}, {escaped(step.author or step.by or 'nobody named')}"


def _warnings(score: Score, found: Standing) -> Iterator[str]:
    if not score.digest:
        yield "No result of this game is published any more, so nothing of it is agreed."
    elif found.outdated:
        names = ", ".join(f"{escaped(score.side(step.side))} {told(step)} {_about(step)}" for step in found.outdated)
        yield f"The figures have changed, and what was said of others does not count: {names}."


def _about(step: Step) -> str:
    return " : ".join(map(in_words, step.totals)) or "other figures"


def _history(score: Score, found: Standing, *, reasons: bool) -> str:
    if not found.history:
        return ""
    steps = "".join(_step_html(score, taken, reasons=reasons) for taken in reversed(found.history))
    count = len(found.history)
    title = f"History: {count} step{'s' if count > 1 else ''}, the latest first"
    return f'<details><summary class="quiet small">{title}</summary><ul class="steps-taken">{steps}</ul></details>'


def _step_html(score: Score, taken: Taken, *, reasons: bool) -> str:
    step = taken.step
    account_too = f" ({escaped(step.by)})" if step.author and step.by and step.by != step.author else ""
    about = "" if taken.current else f' <span class="pill">about {_about(step)}</span>'
    line = f"{_when_and_who(step)}{account_too}: <b>{escaped(score.side(step.side))}</b> {told(step)}{about}"
    why = f"<p><q>{escaped(step.why)}</q></p>" if step.why and reasons else ""
    problem = f'<p class="quiet">Does not count: {escaped(taken.problem)}</p>' if taken.problem else ""
    return f"<li>{line}{why}{problem}</li>"


def history_rows(score: Score, found: Standing) -> list[Row]:
    """The history as rows of a file."""
    return [
        {
            "when": moment(taken.step.at), "side": score.side(taken.step.side), "step": told(taken.step),
            "author": taken.step.author, "decided_by": taken.step.by, "why": taken.step.why,
            "figures": _about(taken.step), "current": taken.current, "problem": taken.problem,
            "hours": taken.step.hours,
        }
        for taken in found.history
    ]  # fmt: skip


# -- what may be done ------------------------------------------------------------------------------------------------


def _buttons(state: LakeState, score: Score, found: Standing) -> None:
    """One button for each kind of step; it opens a form with those that are allowed."""
    import streamlit as st

    offered = allowed(found, score.digest)
    official = [one for one in reversed(offered) if one[1] == OFFICIAL] if login.may_decide() else []
    by_side = [one for one in offered if one[1] != OFFICIAL]
    kinds = (
        ("Confirm", ":material/check:", [one for one in by_side if one[0] is State.CONFIRMED]),
        ("Object", ":material/gavel:", [one for one in by_side if one[0] is State.DISPUTED]),
        ("Ask to open again", ":material/lock_open:", [one for one in by_side if one[0] is State.DRAFT]),
        ("Official", ":material/verified_user:", official),
    )
    for name, icon, steps in kinds:
        if steps:
            # After a step it is another button, so that its form does not stay open.
            with st.popover(name, icon=icon, key=f"sign_{name.split()[0].lower()}_{len(found.history)}"):
                _form(state, score, name.split()[0].lower(), steps)


def _form(state: LakeState, score: Score, key: str, steps: Sequence[Wanted]) -> None:
    import streamlit as st

    who = login.person()
    st.session_state.setdefault(f"sign_{key}_name", account()[:LONGEST_NAME])
    with st.form(f"sign_{key}", border=False):
        if st.session_state.get(f"sign_{key}_step") not in steps:
            st.session_state[f"sign_{key}_step"] = steps[0]
        st.radio("Step", steps, key=f"sign_{key}_step", format_func=lambda step: _sentence(score, step),
                 label_visibility="collapsed")  # fmt: skip
        if key != "confirm":
            st.text_area("Reason", key=f"sign_{key}_why", max_chars=LONGEST_WHY, height=FIELD,
                         placeholder="Kept with the step")  # fmt: skip
        if who is None:
            st.text_input("Your name", key=f"sign_{key}_name", max_chars=LONGEST_NAME)
        st.form_submit_button("Keep it", type="primary", on_click=_take, args=(state, score, key))


def _sentence(score: Score, wanted: Wanted) -> str:
    """What a step says, for its choice in a form."""
    state, side = wanted
    if side == OFFICIAL:
        return "Make the score final" if state is State.FINAL else "Open it again: nothing said before counts"
    says = {State.CONFIRMED: "confirms these figures", State.DISPUTED: "objects"}
    return f"{label(score.side(side))} {says.get(state, 'asks to open it again')}"


def _take(state: LakeState, score: Score, key: str) -> None:
    """Take the step that a form asks for; the page says why where it is not taken."""
    import streamlit as st

    who, wanted = login.person(), st.session_state[f"sign_{key}_step"]
    if not may_write() or (wanted[1] == OFFICIAL and not login.may_decide()):
        st.session_state[PROBLEM] = "Who is logged in may not do that."
        return
    name = who.name if who else str(st.session_state.get(f"sign_{key}_name") or "")
    said = {
        "why": str(st.session_state.get(f"sign_{key}_why") or "").strip()[:LONGEST_WHY],
        "author": name[:LONGEST_NAME],
    }
    try:
        signoffs.take(state, score, wanted, said, by=who.address if who else "")
    except Refused as error:
        st.session_state[PROBLEM] = str(error)
    except (LakeError, OSError) as error:
        st.session_state[PROBLEM] = f"The step was not kept: {error}"
    else:
        st.session_state[f"sign_{key}_why"] = ""
