"""Why extraction chose what it chose: each field with its rule, the candidates that lost, and the role of every block of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from collector.extract.authors.find import rank_authors
from collector.extract.authors.relations import NOBODY
from collector.extract.content.blocks import Block, flatten
from collector.extract.content.generic import find_content
from collector.extract.dates.days import Witness, best_witness
from collector.extract.dates.page import Moment, rank_days
from collector.extract.dates.relations import NOTHING
from collector.extract.engine import extract
from collector.extract.model import Extraction, Field
from collector.extract.page import Page
from collector.extract.ranking import Ranked
from collector.extract.roles.blocks import block_roles
from collector.extract.roles.body import find_body
from collector.extract.templates.models import DetailTemplate
from collector.extract.title.find import rank_titles

FIELDS = ("title", "published", "modified", "authors", "language", "lead_image", "type", "images", "content")
LOSERS = 5
_DOM_LIMIT = 5_000_000


@dataclass(frozen=True, slots=True)
class Loser:
    """A candidate that was not taken; ``probability`` is among all candidates of the page."""

    value: Any
    path: str
    probability: float


@dataclass(frozen=True, slots=True)
class FieldExplained:
    """``losers``: the likeliest others of the general rules, at most five; empty where these keep no candidates."""

    name: str
    found: Field
    losers: tuple[Loser, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockExplained:
    """``role`` is one of roles.blocks.ROLES, "other" for text that was left out; ``probability`` that of being body."""

    role: str
    probability: float
    tag: str
    marks: str
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    fields: tuple[FieldExplained, ...]
    blocks: tuple[BlockExplained, ...]
    errors: tuple[str, ...]
    template_hit: bool


def explain(
    html: str,
    *,
    url: str,
    fetched_at: datetime,
    tz: str = "UTC",
    template: DetailTemplate | None = None,
    site_name: str | None = None,
    language: str | None = None,
) -> Explanation:
    """As `extract` with the same arguments, and what it was chosen from. Takes about twice as long."""
    found = extract(
        html, url=url, fetched_at=fetched_at, tz=tz, template=template, site_name=site_name, language=language
    )
    page = Page(html, url)
    at = Moment(fetched_at, tz, language, None)
    ranks = _ranks(page, at, found, site_name) if len(page.html) <= _DOM_LIMIT else {}
    fields = [
        FieldExplained(name, getattr(found, name), _losers(getattr(found, name), ranks.get(name))) for name in FIELDS
    ]
    extra = [FieldExplained(name, one) for name, one in found.extra.items()]
    blocks = _blocks(page, found, at)
    return Explanation((*fields, *extra), blocks, found.errors, found.template_hit)


def _ranks(
    page: Page, at: Moment, found: Extraction, site_name: str | None
) -> dict[str, Callable[[], Sequence[Ranked]]]:
    title = found.title.value
    around = find_content(page, title, lines_only=True)
    lines = around.head + around.foot
    return {
        "title": lambda: rank_titles(page, site_name),
        "published": lambda: rank_days(page, at, lines, title=title),
        "authors": lambda: rank_authors(page, lines=lines, site_name=site_name, title=title),
    }


def _losers(found: Field, ranks: Callable[[], Sequence[Ranked]] | None) -> tuple[Loser, ...]:
    if ranks is None:
        return ()
    told = [(*_told(one), round(one.probability, 3)) for one in ranks()]
    return tuple(Loser(*one) for one in told if (one[0] or None) != (found.value or None))[:LOSERS]


def _told(one: Ranked) -> tuple[Any, str]:
    """Value and rule; of a day its most exact statement, None for "the page states none"."""
    value = one.candidate.value
    if one.candidate.path in (NOTHING, NOBODY):
        return None, one.candidate.path
    if isinstance(value, list | tuple) and value and isinstance(value[0], Witness):
        witness = best_witness(one.candidate)
        return witness.value, witness.path
    return (list(value) if isinstance(value, tuple) else value), one.candidate.path


def _blocks(page: Page, found: Extraction, at: Moment) -> tuple[BlockExplained, ...]:
    root = page.tree.body or page.root
    flat = flatten(root) if root is not None else None
    if flat is None or not flat.blocks:
        return ()
    title = found.title.value or ""
    body = find_body(flat, title)
    roles = block_roles(flat, body.chosen, title, found.authors.value or (), found.published.value or "", at.read)

    def one(block: Block, role: str, probability: float) -> BlockExplained:
        return BlockExplained(role, round(float(probability), 3), block.tag, flat.marks(block.element), block.text)

    return tuple(map(one, flat.blocks, roles, body.probability))
