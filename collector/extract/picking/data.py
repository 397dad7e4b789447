"""The same value elsewhere on the page: in its metadata, or beside a label."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from collector.extract.page import Page
from collector.extract.picking.evidence import values_of
from collector.extract.picking.tree import text_of
from collector.extract.text import collapse

_JSONLD = (
    "headline",
    "name",
    "author.name",
    "datePublished",
    "dateModified",
    "articleBody",
    "publisher.name",
    "image.url",
)
_LABEL = re.compile(r"[^\W\d_][\w \u00a0]{0,23}[:：]")
_LONGEST_LABEL = 26
_NOISE = re.compile(r"[\s|·—–_-]+")


def data_selectors(page: Page, node: LexborNode, text: str) -> list[str]:
    """Selectors of metadata whose value is the text, or is the moment that the element carries."""
    found = [f"jsonld:{name}" for name in _JSONLD if _same(text, values_of(f"jsonld:{name}", page))]
    for name, values in page.metas.items():
        if _same(text, values):
            found.append(f"og:{name[3:]}" if name.startswith("og:") else f"meta:{name}")
    if node.tag == "time" and node.attributes.get("datetime"):
        found.append("css:time::attr(datetime)")
    return found[:4]


def label_selectors(page: Page, node: LexborNode) -> list[str]:
    """The element that follows a label such as "来源：" directly, found by the label."""
    before = node.prev
    while before is not None and before.tag == "-text" and not collapse(before.text(deep=True)):
        before = before.prev
    if before is None or before.tag == "-comment":
        return []
    label = collapse(before.text(deep=True))[-_LONGEST_LABEL:] if before.tag == "-text" else text_of(before)
    match = _LABEL.search(label)
    if match is None or not label.endswith(match.group()) or "'" in label:
        return []
    words = match.group()
    if before.tag == "-text":
        return [f"xpath://{node.tag}[contains(preceding-sibling::text()[1], '{words}')]"]
    return [f"xpath://*[normalize-space(.)='{words}']/following-sibling::{node.tag}[1]"]


def _same(text: str, values: list[str]) -> bool:
    wanted = _NOISE.sub("", text)
    return bool(wanted) and any(_NOISE.sub("", collapse(str(value))) == wanted for value in values)
