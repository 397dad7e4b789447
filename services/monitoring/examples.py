"""Pages that show what a finding means: the newest without a field, and the newest that still had it."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy.orm import Session

from services.monitoring.events import repository

LOOKED = 400


class Pair(Struct, frozen=True):
    """Addresses; empty where none of the events that are kept shows it."""

    before: str = ""
    after: str = ""


def of_field(session: Session, source_id: int, name: str, version: str) -> Pair:
    """`after`: the newest page of this version without the field. `before`: the newest older one with it, of any version."""
    after = ""
    for event in repository.of_source(session, source_id, "extracted", None, LOOKED):
        if "links" in event.facts:
            continue
        if not after and event.template_version == version and not event.facts.get(name):
            after = event.url
        elif after and event.facts.get(name):
            return Pair(event.url, after)
    return Pair("", after)


def of_list(session: Session, source_id: int) -> Pair:
    """`after`: the newest list without a link; `before`: the newest older one with some."""
    after = ""
    for event in repository.of_source(session, source_id, "extracted", None, LOOKED):
        if "links" not in event.facts:
            continue
        found = event.facts["links"] or event.facts.get("items")
        if not after and not found:
            after = event.url
        elif after and found:
            return Pair(event.url, after)
    return Pair("", after)
