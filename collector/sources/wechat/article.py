"""What an article's page tells in its own way: account, time and text. Pure."""

from __future__ import annotations

import html as entities
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from collector import extract
from collector.sources.links import strings
from collector.sources.model import Item
from kit.contracts.config import SourceConfig

HEAD_CHARS: Final = 2_000_000
_SECONDS: Final = re.compile(
    r"(?:\bct|\bcreate_time|\boriCreateTime|publish_time)\s{0,3}[:=]\s{0,3}(?:JsDecode\()?['\"](\d{10})['\"]"
)
_NICKNAME: Final = re.compile(r"\bnick_?name\s{0,3}[:=]\s{0,3}(?:htmlDecode\(|JsDecode\()?['\"]([^'\"\n]{1,100})['\"]")
_MARK: Final = "js_content"


def complete(item: Item, html: str, source: SourceConfig) -> Item:
    """The item with the page's own account name, publication time (UTC, from its script) and text; other pages stay as they are."""
    if _MARK not in html:
        return item
    page = html[:HEAD_CHARS]
    tree = LexborHTMLParser(page)
    account, (published, content), title = _account(tree, page), (_published(page), _content(tree)), _title(tree)
    paths = {
        **({"title": "css:#activity-name"} if title else {}),
        **({"published": "re:create_time"} if published else {}),
        **({"content": "css:#js_content"} if content else {}),
    }
    named = account or item.extra.get("account") or str(source.options.get("account", ""))
    author = _text(tree, "#js_author_name, span.rich_media_meta_text")
    return replace(
        item,
        title=title or item.title,
        content=content or item.content,
        published=published or item.published,
        authors=(author,) if author else item.authors,
        paths={**item.paths, **paths},
        extra={**item.extra, **strings({"account": named})},
    )


def _account(tree: LexborHTMLParser, html: str) -> str:
    found = _NICKNAME.search(html)
    return _text(tree, "#js_name, .profile_nickname, #js_wx_follow_nickname") or (
        entities.unescape(found[1]).strip() if found else ""
    )


def _published(html: str) -> str:
    found = _SECONDS.search(html)
    return datetime.fromtimestamp(int(found[1]), UTC).isoformat() if found else ""


def _content(tree: LexborHTMLParser) -> str:
    node = tree.css_first("#js_content")
    return extract.html_to_text(node.inner_html or "") if node is not None else ""


def _title(tree: LexborHTMLParser) -> str:
    node = tree.css_first("meta[property='og:title'][content]")
    said = (node.attributes.get("content") or "") if node is not None else ""
    return _text(tree, "#activity-name") or " ".join(entities.unescape(said).split())


def _text(tree: LexborHTMLParser, selector: str) -> str:
    node = tree.css_first(selector)
    return " ".join(node.text(deep=True).split())[:300] if node is not None else ""
