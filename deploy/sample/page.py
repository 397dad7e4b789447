"""What a route makes: a body with its type and the time it last changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from deploy.sample.content import ZONE

EPOCH = datetime(2026, 3, 1, 8, tzinfo=ZONE)
"""When the site was set up: the last change of all that carries no date of its own."""


@dataclass(frozen=True, slots=True)
class Context:
    now: datetime
    base_url: str


@dataclass(frozen=True, slots=True)
class Page:
    body: bytes
    content_type: str
    modified: datetime


Route = Callable[[Context], Page]


def html_page(text: str, modified: datetime) -> Page:
    return Page(text.encode("utf-8"), "text/html; charset=utf-8", modified)


def midnight(now: datetime) -> datetime:
    """The start of the present day in the site's zone: pages that print the day change then."""
    return now.astimezone(ZONE).replace(hour=0, minute=0, second=0, microsecond=0)
