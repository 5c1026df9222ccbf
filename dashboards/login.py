"""Who is looking: a login through an OpenID provider, where the pages were started with one.

Owns whether a login is asked for and who is let in.  Streamlit does the rest: `canasta dashboard --login FILE` hands it
a file of secrets (docs/DASHBOARD.md), in which `[canasta] allow` may name those who are let in.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from dashboards.plain_text import label

WANTED = "CANASTA_LOGIN"  # set where the pages were started with a login


class Person(NamedTuple):
    """Somebody who is logged in, as the provider names them; untrusted text."""

    name: str
    address: str


def is_wanted() -> bool:
    return bool(os.environ.get(WANTED))


def person() -> Person | None:
    """Who is logged in and let in; None where no login is asked for, or nobody is."""
    import streamlit as st

    if not is_wanted() or not st.user.get("is_logged_in"):
        return None
    address = str(st.user.get("email") or "")
    if st.user.get("email_verified") is False or not _is_allowed(address):
        return None
    return Person(str(st.user.get("name") or address or "somebody"), address)


def _is_allowed(address: str) -> bool:
    """Whether the file names this address, or its `@domain`; where it names none, the provider alone decides."""
    import streamlit as st

    named = st.secrets.get("canasta", {}).get("allow")
    if named is None:
        return True
    domain = "@" + address.rpartition("@")[2]
    return bool({address.lower(), domain.lower()} & {str(one).lower() for one in named})


def gate() -> bool:
    """Whether the page may be shown; where it may not, ask for a login."""
    import streamlit as st

    if not is_wanted() or person():
        return True
    with st.container(horizontal_alignment="center", key="login"):
        if st.user.get("is_logged_in"):
            st.warning(f"{label(st.user.get('email') or 'This account')} is not let in here.", icon=":material/lock:")
            st.button("Log out", icon=":material/logout:", on_click=st.logout)
        else:
            st.info("These pages are for people who are known here.", icon=":material/lock:")
            st.button("Log in", icon=":material/login:", type="primary", on_click=st.login)
    return False


def badge() -> None:
    """Who is logged in, and the way out."""
    import streamlit as st

    who = person()
    if who:
        st.caption(f"Logged in as {label(who.name)}")
        st.button("Log out", icon=":material/logout:", on_click=st.logout, key="logout")
