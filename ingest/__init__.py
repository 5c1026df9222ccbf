"""Logs in, events out."""

from data.compiled import plain_if_asked

plain_if_asked(__path__)
