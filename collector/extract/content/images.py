"""The pictures between headline and end of the text, as absolute addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from selectolax.lexbor import LexborNode

from collector.extract.content.blocks import Flat
from collector.extract.model import Field, missing
from collector.extract.page import Page, ancestors

_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-actualsrc", "data-url", "src")
_METAS = ("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src")
# What sites declare where an article has no picture of its own.
_STAND_IN = re.compile(
    r"(?:^|[_.-])(?:logo|default|placeholder|favicon|icon|blank|avatar|dummy|no[-_]?image)", re.IGNORECASE
)
_MAX_IMAGES = 100
_SMALL = 50
_FOREIGN = re.compile(
    r"related|recommend|sidebar|share|avatar|author|logo|icon|comment|promo|advert|widget|qrcode", re.IGNORECASE
)
_OUTSIDE = frozenset(("aside", "nav", "footer", "form"))


def images_between(page: Page, flat: Flat, first: int, last: int) -> list[str]:
    """Pictures that stand after block ``first`` and not after the block behind ``last``, each once, in order."""
    found: dict[str, None] = {}
    for before, node in flat.images:
        if not first <= before <= last + 1 or len(found) >= _MAX_IMAGES or _foreign(node):
            continue
        if url := image_url(page, node):
            found.setdefault(url)
    return list(found)


def lead_image(page: Page, images: Sequence[str]) -> Field:
    """The address of the picture that stands for the page: what it declares, unless that is a logo, else the first of ``images``."""
    for path, reference, confidence in _declared_images(page):
        url = page.absolute(reference)
        if url and not _STAND_IN.search(url.rpartition("/")[2]):
            return Field(url, path, confidence=confidence)
    return Field(images[0], "generic:images", confidence=0.6) if images else missing()


def _declared_images(page: Page) -> Iterator[tuple[str, str, float]]:
    for name in _METAS:
        for content in page.metas.get(name, ())[:1]:
            yield f"meta:{name}", content, 0.95
    for value in _listed((page.article or {}).get("image"))[:1]:
        reference = (
            value
            if isinstance(value, str)
            else (value.get("url") or value.get("contentUrl"))
            if isinstance(value, dict)
            else None
        )
        if isinstance(reference, str):
            yield "jsonld:image", reference, 0.9


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def image_url(page: Page, node: LexborNode) -> str | None:
    """The address of an img element, lazy loading attributes first; None for data URIs and pictures under 50 pixels."""
    attributes = node.attributes
    if any(_is_small(attributes.get(side)) for side in ("width", "height")):
        return None
    for name in _SOURCES:
        value = attributes.get(name)
        if value and not value.strip().startswith(("data:", "about:", "javascript:")):
            return page.absolute(value)
    return None


def _is_small(size: str | None) -> bool:
    digits = (size or "").removesuffix("px")
    return digits.isascii() and digits.isdigit() and int(digits) < _SMALL


def _foreign(node: LexborNode) -> bool:
    own = f"{node.attributes.get('class') or ''} {node.attributes.get('src') or ''}"
    if re.search(r"(?:^|[/_\s-])(?:logo|icon|avatar|spacer|blank|pixel|qrcode)", own, re.IGNORECASE):
        return True
    for parent in list(ancestors(node))[:4]:
        attributes = parent.attributes
        if parent.tag in _OUTSIDE or _FOREIGN.search(f"{attributes.get('class') or ''} {attributes.get('id') or ''}"):
            return True
    return False
