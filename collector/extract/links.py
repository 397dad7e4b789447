"""list_links: the articles a list page links to, by template or by the largest repeated block of like links."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urldefrag, urlsplit

from selectolax.lexbor import LexborNode

from collector.extract.content.blocks import weight
from collector.extract.dates.page import Moment
from collector.extract.dates.printed import printed_times
from collector.extract.model import ListItem, ListPage
from collector.extract.page import Page, ancestors
from collector.extract.templates.feed import FeedPage
from collector.extract.templates.lists import template_list
from collector.extract.templates.models import ListTemplate
from collector.extract.templates.transforms import Surroundings
from collector.extract.text import collapse, node_text

# Without a time of collection only absolute times can be read; any later day is as good as the next.
_NO_TIME = datetime(2049, 12, 31, tzinfo=UTC)
_MAX_LINKS = 5_000
_LEVELS = 5
_BOX_LEVELS = 4
_CHROME = frozenset(("nav", "footer", "header", "form"))
_FURNITURE = re.compile(
    r"(?:^|[\s_-])(?:nav\w*|menu|foot\w*|head\w*|crumbs?|breadcrumbs?|pager|pagination|page|tags?|friend\w*|copyright|login|share|hot|rank\w*|side\w*|aside|related)(?:[\s_-]|$)",
    re.I,
)
_NEXT = re.compile(
    r"^(?:下一页|下一頁|下页|下頁|后一页|次へ|次のページ|다음|next(?: page)?|older(?: posts| entries)?|weiter|nächste(?: seite)?|suivante?|siguiente|далее|следующая|następna|próxima|[›»→]|>|>>)\W{0,3}$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+")
_MIN_TITLE = 12.0


@dataclass(slots=True)
class _Link:
    url: str
    title: str
    node: LexborNode
    size: float


@dataclass(slots=True)
class _Group:
    links: list[_Link] = field(default_factory=list)

    def score(self, host: str) -> float:
        """Text of the distinct links, counted to 60 letters each; links to other hosts count a quarter."""
        total = 0.0
        for link in {link.url: link for link in self.links}.values():
            same = (urlsplit(link.url).hostname or "").endswith(host.removeprefix("www."))
            total += min(link.size, 60.0) * (1.0 if same else 0.25) * (1.0 if link.size >= _MIN_TITLE else 0.1)
        return total


def list_links(
    html: str,
    *,
    url: str,
    template: ListTemplate | None = None,
    fetched_at: datetime | None = None,
    tz: str = "UTC",
    language: str | None = None,
    kind: str = "html",
) -> ListPage:
    """Items of a list page in document order, each address once.

    With a template its items; without, the repeated block of links of one shape that carries most text, never navigation or
    footer. ``fetched_at`` (aware) lets relative times be read. ``kind`` is the template's: "feed" reads the text as XML. Raises ValueError for an unknown ``tz``.
    """
    page = FeedPage(html, url) if kind == "feed" and template is not None else Page(html, url)
    at = Moment(fetched_at or _NO_TIME, tz, language)
    if template is not None:
        return template_list(page, template, Surroundings(page, at))
    links = _main_group(page)
    times = _times(links, at) if links else {}
    found: dict[str, ListItem] = {}
    for link in links:
        found.setdefault(link.url, ListItem(link.url, link.title, times.get(link.url)))
    errors = page.errors if found else (*page.errors, "no repeated block of links was found")
    return ListPage(tuple(found.values()), next_page(page), errors)


def next_page(page: Page) -> str | None:
    """The page's link to the next page of its list: rel=next, else a link so named."""
    for node in page.tree.css("link[rel~=next][href],a[rel~=next][href]")[:3]:
        if target := page.absolute(node.attributes.get("href") or ""):
            return target
    for node in page.tree.css("a[href]")[:_MAX_LINKS]:
        if _NEXT.match(collapse(node.text())):
            target = page.absolute(node.attributes.get("href") or "")
            if target and target != page.url:
                return target
    return None


def _main_group(page: Page) -> list[_Link]:
    host = urlsplit(page.url).hostname or ""
    groups: dict[tuple[str, ...], _Group] = defaultdict(_Group)
    for link in _links(page):
        groups[_shape(link.node)].links.append(link)
    ranked = sorted(groups.values(), key=lambda group: group.score(host), reverse=True)
    if not ranked or len({link.url for link in ranked[0].links}) < 3:
        return []
    return _one_each(ranked[0].links)


def _links(page: Page) -> Iterator[_Link]:
    own = urldefrag(page.url)[0]
    for node in page.tree.css("a[href]")[:_MAX_LINKS]:
        target = page.absolute(node.attributes.get("href") or "")
        title = collapse(node.attributes.get("title") or "") or collapse(node_text(node).replace("\n", " "))
        if target and title and urldefrag(target)[0] != own and not _furniture(node):
            yield _Link(urldefrag(target)[0], title, node, weight(title))


def _one_each(links: list[_Link]) -> list[_Link]:
    """Picture and "more" links to the same page give way to the link with the longest text."""
    best: dict[str, _Link] = {}
    for link in links:
        if link.url not in best or link.size > best[link.url].size:
            best[link.url] = link
    return list(best.values())


def _shape(node: LexborNode) -> tuple[str, ...]:
    """Tags and classes (numbers aside) of the link and the elements around it."""
    parts = [node.tag or ""]
    for parent in list(ancestors(node))[:_LEVELS]:
        classes = " ".join(sorted((parent.attributes.get("class") or "").split())[:3])
        parts.append(f"{parent.tag}.{_NUMBER.sub('', classes)}" if len(parts) > 2 else str(parent.tag))
    return tuple(parts)


def _furniture(node: LexborNode) -> bool:
    for parent in list(ancestors(node))[:8]:
        if parent.tag in _CHROME:
            return True
        attributes = parent.attributes
        marks = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
        if parent.tag not in ("body", "html") and marks.strip() and _FURNITURE.search(marks):
            return True
    return False


def _times(links: list[_Link], at: Moment) -> dict[str, str]:
    """A time printed in the largest element around a link that holds no other link of the list."""
    around = {link.url: list(ancestors(link.node))[:_BOX_LEVELS] for link in links}
    holders = Counter(parent.mem_id for parents in around.values() for parent in parents)
    found: dict[str, str] = {}
    for url, parents in around.items():
        boxes = [parent for parent in parents if holders[parent.mem_id] == 1]
        if boxes and (value := _printed(boxes[-1], at)):
            found[url] = value
    return found


def _printed(box: LexborNode, at: Moment) -> str | None:
    times = (at.read(text) for _, text, _ in printed_times(node_text(box).split("\n")))
    return next((value for value in times if value), None)
