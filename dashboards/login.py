"""Who is looking: a login through an OpenID provider, where the pages were started with one.

Owns whether a login is asked for, what the file of secrets must say, and who is let in.  Streamlit does the rest:
`canasta dashboard --login FILE` hands it that file (docs/DASHBOARD.md), in which `[canasta] allow` may name those who
are let in.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dashboards.plain_text import label

WANTED = "CANASTA_LOGIN"  # set where the pages were started with a login
OURS = ("redirect_uri", "cookie_secret")
THEIRS = ("client_id", "client_secret", "server_metadata_url")
CALLBACK = "/oauth2callback"  # where Streamlit takes people back


class Person(NamedTuple):
    """Somebody who is logged in, as the provider names them; untrusted text."""

    name: str
    address: str


def is_wanted() -> bool:
    return bool(os.environ.get(WANTED))


def problem(path: Path) -> str:
    """Why a file of secrets cannot be used for a login; "" where it can.  OSError if it cannot be opened."""
    import tomllib

    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        return f"it is no TOML in UTF-8: {error}"
    return _missing(said)


def _missing(said: Mapping[str, Any]) -> str:
    auth = said.get("auth")
    if not isinstance(auth, Mapping):
        return "it has no section [auth]"
    absent = [name for name in (*OURS, *THEIRS) if not isinstance(auth.get(name), str) or not auth[name]]
    if absent:
        return f"its section [auth] does not say {', '.join(absent)}"
    if not auth["redirect_uri"].endswith(CALLBACK):
        return f"redirect_uri does not end with {CALLBACK}"
    ours = said.get("canasta", {})
    for name in ("allow", "officials"):
        named = ours.get(name, []) if isinstance(ours, Mapping) else None
        if not isinstance(named, list) or not all(isinstance(one, str) for one in named):
            return f"{name} in its section [canasta] is no list of addresses"
    return ""


def has_library() -> bool:
    """Whether what Streamlit needs for a login is installed: `pip install 'canasta-replay[login]'`."""
    from importlib.util import find_spec

    return all(find_spec(name) for name in ("authlib", "httpx"))


def _why_not() -> str:
    """Why nobody can log in, though that is asked for; "" where people can."""
    import streamlit as st

    if not has_library():
        return "The library for it is missing: pip install 'canasta-replay[login]'"
    try:
        said = st.secrets.to_dict()
    except Exception:  # Streamlit's errors for a missing and for an unreadable file have no common name
        return "There is no file of secrets that can be read."
    missing = _missing(said)
    return f"The file of secrets cannot be used: {missing}." if missing else ""


def person() -> Person | None:
    """Who is logged in and let in; None where no login is asked for, or nobody is."""
    import streamlit as st

    if not is_wanted() or not st.user.get("is_logged_in"):
        return None
    address = str(st.user.get("email") or "")
    if st.user.get("email_verified") is False or not _is_allowed(address):
        return None
    return Person(str(st.user.get("name") or address or "somebody"), address)


def may_decide() -> bool:
    """Whether whoever looks may act as an official: those the file names, and where it names none, everybody."""
    who = person()
    return who is None or not is_wanted() or _is_named("officials", who.address)


def _is_allowed(address: str) -> bool:
    """Whether the file lets this address in; where it names none, the provider alone decides."""
    return _is_named("allow", address)


def _is_named(what: str, address: str) -> bool:
    """Whether the file names this address, or its `@domain`, or nobody at all."""
    import streamlit as st

    named = st.secrets.get("canasta", {}).get(what)
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
        elif why := _why_not():
            st.error(f"These pages ask for a login, and none is possible. {label(why)}", icon=":material/lock:")
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
