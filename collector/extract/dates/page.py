"""When a page was published and last changed: JSON-LD, metas, time elements, printed times near the headline, the URL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from selectolax.lexbor import LexborNode

from collector.extract.dates.parse import is_future, read_time
from collector.extract.dates.printed import printed_times
from collector.extract.dates.zones import zone
from collector.extract.jsonld import strings
from collector.extract.model import Field, missing
from collector.extract.page import Page, ancestors
from collector.extract.text import collapse

_PUBLISHED = (
    "article:published_time", "og:article:published_time", "og:published_time", "datepublished", "publishdate", "publish_date",
    "publish-date", "pubdate", "pub_date", "publishtime", "publish_time", "article:published", "bytedance:published_time", "weibo:article:create_at",
    "published_time", "parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime", "citation_publication_date",
    "citation_online_date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created", "dcterms.date",
    "article.published", "article_date_original", "date_published", "displaydate", "firstpublishdate", "rnews:datepublished",
    "originalpublicationdate", "shareaholic:article_published_time", "vr:published_time", "nextgen.publishdate", "apub:time",
)  # fmt: skip
_PUBLISHED_WEAK = (
    "date",
    "dc.date",
    "datecreated",
    "citation_date",
    "created",
    "og:pubdate",
    "contentpublishdate",
    "pdate",
)
_MODIFIED = (
    "article:modified_time", "og:article:modified_time", "og:updated_time", "og:modified_time", "datemodified", "dcterms.modified",
    "dc.date.modified", "lastmod", "last-modified", "modified", "modified_time", "updated_time", "last_updated_date", "revised",
)  # fmt: skip
_URL_DAY = re.compile(
    r"/(?P<y>(?:19|20)\d{2})[/_-]?(?P<m>0?[1-9]|1[0-2])[/_-]?(?P<d>0[1-9]|[12]\d|3[01]|[1-9])(?=[/_.-]|t\d|\D|$)"
)
_URL_STAMP = re.compile(r"/t?(?P<y>(?:19|20)\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?=[_/.-])")
_FOREIGN = re.compile(
    r"related|recommend|comment|sidebar|widget|latest|trending|teaser|footer|popular|clock|weather|reply|calendar",
    re.IGNORECASE,
)
_SCRIPT_TIME = re.compile(
    r"""\b(?:publish_?(?:ed)?_?(?:time|date|at)|pub_?(?:time|date)|datePublished|ptime|oriCreateTime|create_?time|var ct)["']{0,2}\s{0,4}[:=]\s{0,4}["']?(\d{13}\b|\d{10}\b|(?:19|20)\d{2}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,6})?(?:Z|[+-]\d{2}:?\d{2})?)?)""",
    re.IGNORECASE,
)
_OUTSIDE = frozenset(("aside", "footer", "nav"))
# A page that stamps itself while it is rendered is at most this far from the moment it was fetched.
_RENDER_CLOCK = timedelta(seconds=5)
_PRINTED_CLOCK = timedelta(minutes=2)
_CREDIBLE = 0.5


@dataclass(frozen=True, slots=True)
class Moment:
    """Where times are read: now (aware), the source's zone and language, and the order of day and month."""

    now: datetime
    tz: str = "UTC"
    lang: str | None = None
    order: str | None = None

    def read(self, text: str, *, loose: bool = False) -> str | None:
        """The time in a text, None where there is none or it lies in the future.

        ``loose`` also asks dateparser, which takes too long for the many candidates of a page.
        """
        value = read_time(text, self.now, self.tz, self.lang, self.order, loose=loose)
        return None if value is None or is_future(value, self.now, self.tz) else value


@dataclass(frozen=True, slots=True)
class _Candidate:
    value: str
    path: str
    confidence: float


def find_published(page: Page, at: Moment, lines: Iterable[str] = ()) -> Field:
    """The publication time, or a not_found field; never the time of collection and never a page's render clock.

    ``lines`` are the visible lines around the headline, in document order. A bare date is refined by a printed time of the
    same day.
    """
    lines = list(lines)
    best: _Candidate | None = None
    for candidate in _published(page, at, lines):
        if _is_clock(candidate, at):
            continue
        if best is None:
            best = candidate
            if len(best.value) > 10:
                break
        elif len(candidate.value) > 10 and candidate.value[:10] == best.value:
            best = candidate
            break
    return Field(best.value, best.path, confidence=best.confidence) if best else missing()


def find_modified(page: Page, at: Moment) -> Field:
    """The time of the last change that the page states, or a not_found field."""
    for path, text in _modified_texts(page):
        if (value := at.read(text)) is not None:
            return Field(value, path, confidence=0.9)
    return missing()


def _published(page: Page, at: Moment, lines: list[str]) -> Iterator[_Candidate]:
    yield from _read(at, _jsonld(page, "datePublished", "uploadDate"), 0.95)
    yield from _read(at, _metas(page, _PUBLISHED), 0.9)
    yield from _read(at, _elements(page), 0.85)
    stamped: list[_Candidate] | None = None
    for path, text, confidence in printed_times(lines):
        if path == "generic:relative" and stamped is None:
            stamped = list(_read(at, _scripts(page), 0.7))
            yield from stamped
        yield from _read(at, [(path, text)], confidence)
    yield from _read(at, _scripts(page), 0.7) if stamped is None else ()
    yield from _read(at, _jsonld(page, "dateCreated"), 0.7)
    yield from _read(at, _metas(page, _PUBLISHED_WEAK), 0.6)
    yield from _read(at, _from_url(page.url), 0.6)


def _read(at: Moment, texts: Iterable[tuple[str, str]], confidence: float) -> Iterator[_Candidate]:
    for path, text in texts:
        if (value := at.read(text)) is not None and value[:4] >= "1990":
            yield _Candidate(value, path, confidence)


def _is_clock(candidate: _Candidate, at: Moment) -> bool:
    if len(candidate.value) == 10:
        return False
    relative = candidate.path.startswith("generic:relative")
    distance = abs(datetime.fromisoformat(candidate.value) - at.now)
    allowed = _PRINTED_CLOCK if candidate.confidence < _CREDIBLE else _RENDER_CLOCK
    return not relative and distance <= allowed


def _jsonld(page: Page, *keys: str) -> Iterator[tuple[str, str]]:
    article = page.article or {}
    for key in keys:
        for text in strings(article.get(key))[:1]:
            yield f"jsonld:{key}", text


def _metas(page: Page, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in names:
        for content in page.metas.get(name, ())[:1]:
            yield f"meta:{name}", content


def _scripts(page: Page) -> Iterator[tuple[str, str]]:
    """A publication time that only the page's script data holds (a text such as "yesterday" is then told from it)."""
    for found in _SCRIPT_TIME.finditer(page.html[:3_000_000]):
        yield "script:time", found.group(1)
        return


def _elements(page: Page) -> Iterator[tuple[str, str]]:
    """Times of microdata and time elements inside the article; one marked as modified gives only its text's first time."""
    for node in page.tree.css('[itemprop*="datePublished"],time')[:40]:
        if _foreign(node):
            continue
        attributes = node.attributes
        marked = f"{attributes.get('itemprop') or ''} {attributes.get('class') or ''}".lower()
        text = collapse(node.text(separator=" "))
        if "modif" in marked or "updat" in marked:
            if len(printed := list(_times_within(text))) > 1:
                yield "css:time::text", printed[0]
            continue
        for name in ("datetime", "content", "data-timestamp", "data-time", "data-utc", "title"):
            if value := attributes.get(name):
                yield f"css:time::attr({name})", value
        if text:
            yield "css:time::text", text


def _times_within(text: str) -> Iterator[str]:
    return (
        part
        for part in re.split(
            r"\s*[|•·]\s*|\b(?:updated|actualizado|aktualisiert|mis à jour)\b", text, flags=re.IGNORECASE
        )
        if part and re.search(r"\d{2}", part)
    )


def _modified_texts(page: Page) -> Iterator[tuple[str, str]]:
    yield from _jsonld(page, "dateModified")
    yield from _metas(page, _MODIFIED)
    for node in page.tree.css('[itemprop*="dateModified"],time[class*=updat],time[class*=modif]')[:5]:
        value = node.attributes.get("datetime") or node.attributes.get("content") or node.text()
        yield "css:[itemprop=dateModified]", value


def _from_url(url: str) -> Iterator[tuple[str, str]]:
    path = urlsplit(url).path if "://" in url else url
    for pattern in (_URL_DAY, _URL_STAMP):
        if found := pattern.search(path):
            yield "url", f"{found['y']}-{int(found['m']):02}-{int(found['d']):02}"


def _foreign(node: LexborNode) -> bool:
    for parent in [node, *list(ancestors(node))[:12]]:
        attributes = parent.attributes
        marks = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
        if parent.tag in _OUTSIDE or (parent.tag not in ("body", "html") and _FOREIGN.search(marks)):
            return True
    return False


def today(at: Moment) -> str:
    """The day of collection in the source's zone."""
    return at.now.astimezone(zone(at.tz)).date().isoformat()
