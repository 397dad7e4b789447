"""What the head of a page, its scripts and its address state about time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from collector.extract.dates.moment import Moment
from collector.extract.page import Page

PUBLISHED_METAS = (
    "article:published_time", "og:article:published_time", "og:published_time", "datepublished", "publishdate", "publish_date",
    "publish-date", "pubdate", "pub_date", "publishtime", "publish_time", "article:published", "bytedance:published_time", "weibo:article:create_at",
    "published_time", "parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime", "citation_publication_date",
    "citation_online_date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created", "dcterms.date",
    "article.published", "article_date_original", "date_published", "displaydate", "firstpublishdate", "rnews:datepublished",
    "originalpublicationdate", "shareaholic:article_published_time", "vr:published_time", "nextgen.publishdate", "apub:time",
)  # fmt: skip
WEAK_METAS = (
    "date",
    "dc.date",
    "datecreated",
    "citation_date",
    "created",
    "og:pubdate",
    "contentpublishdate",
    "pdate",
)
MODIFIED_METAS = (
    "article:modified_time", "og:article:modified_time", "og:updated_time", "og:modified_time", "datemodified", "dcterms.modified",
    "dc.date.modified", "lastmod", "last-modified", "modified", "modified_time", "updated_time", "last_updated_date", "revised",
)  # fmt: skip
_URL_DAY = re.compile(
    r"/(?P<y>(?:19|20)\d{2})(?:(?P<s>[/_-])(?P<m>1[0-2]|0?[1-9])(?P=s)(?P<d>3[01]|[12]\d|0?[1-9])|[/_-]?(?P<m2>0[1-9]|1[0-2])[/_-]?(?P<d2>0[1-9]|[12]\d|3[01]))"
    r"(?=[/_.-]|t\d|\D|$)"
)
_URL_STAMP = re.compile(r"/t?(?P<y>(?:19|20)\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?=[_/.-])")
_URL_EUROPEAN = re.compile(r"[/_-](?P<d>0[1-9]|[12]\d|3[01])[-_.](?P<m>0[1-9]|1[0-2])[-_.](?P<y>20\d{2})(?=[/_.-]|$)")
_SCRIPT_TIME = re.compile(
    r"""\b(?:publish_?(?:ed)?_?(?:time|date|at)|pub_?(?:time|date)|datePublished|ptime|oriCreateTime|create_?time|var ct)["']{0,2}\s{0,4}[:=]\s{0,4}["']?(\d{13}\b|\d{10}\b|(?:19|20)\d{2}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,6})?(?:Z|[+-]\d{2}:?\d{2})?)?)""",
    re.IGNORECASE,
)

_SCRIPT_KEYS = (
    "ublish",
    "ptime",
    "var ct",
    "ubDate",
    "ubdate",
    "ub_date",
    "ub_time",
    "ubTime",
    "reateTime",
    "reate_time",
)
_PUBLISHING = re.compile(
    r"publi\w*[-_.:]?(?:date|time|on|at)|^published$|pub[-_]?(?:date|time)|date[-_.]?(?:publi|issued)|(?:article|post|release)[-_.]date"
)
_HAN_LABELS = (
    "发表于", "发布于", "发布时间", "发布日期", "发表时间", "发表日期", "时间：", "时间:", "日期：", "發表於", "發佈", "發布", "于20", "于19",
)  # fmt: skip
_LABELS = (
    "Posted on", "Published", "published on", "Veröffentlicht", "veröffentlicht am", "Publié le", "Stand:", "Pressemitteilung vom", "Date:", "Datum:",
)  # fmt: skip
_TAGS = re.compile(r"<[^<>]{0,300}>|&nbsp;|\s+")
_MAX_HITS = 100
_CHANGED = re.compile(r"更新|修改|最后|最近|截止|活动|[Uu]pdate|[Mm]odif")
_DATE_AHEAD = re.compile(
    r"[\s:：am,|-]{0,10}(?:(?:19|20)\d{2}\s?[-/.年]|\d{1,2}[./]|\d{1,2}\.?\s[^\W\d_]{3,}|[A-Z][a-z]{2,8}\.?\s\d)"
)


def published_metas(page: Page) -> Iterator[str]:
    """Names of the page's metas that speak of a publication, the usual ones first."""
    usual = [name for name in PUBLISHED_METAS if name in page.metas]
    yield from usual
    yield from (name for name in page.metas if _PUBLISHING.search(name) and name not in usual and "modif" not in name)


def labelled_times(html: str, *, chinese: bool) -> Iterator[tuple[str, str]]:
    """(path, text) of dates that follow a word such as "发表于" anywhere in the page, at most 12."""
    found = 0
    for label in _HAN_LABELS if chinese else _LABELS:
        position = html.find(label)
        size = len(label.rstrip("0129"))
        for _ in range(_MAX_HITS):
            if position < 0 or found >= 12:
                break
            text = _TAGS.sub(" ", html[position + size : position + size + 300])[:60]
            if _DATE_AHEAD.match(text) and not _CHANGED.search(html[max(0, position - 8) : position]):
                found += 1
                yield "generic:label", text
            position = html.find(label, position + len(label))


def printed_anywhere(html: str, day: str, at: Moment) -> bool:
    """Whether a day is printed somewhere in the text of the page, in another form than that of machines (ISO)."""
    year, number = day[:4], re.compile(rf"(?<!\d)0?{int(day[8:])}(?!\d)")
    position = html.find(year)
    for _ in range(200):
        if position < 0:
            return False
        before = html[max(0, position - 26) : position + 4]
        before = before[max(before.rfind(mark) for mark in ">\"'=") + 1 :]
        after = html[position : position + 14]
        for text in (before, after if "年" in after else ""):
            if number.search(text[:-4] if text is before else text) and (at.read(text) or "")[:10] == day:
                return True
        position = html.find(year, position + 4)
    return False


def script_times(html: str) -> Iterator[tuple[str, str]]:
    """(path, text) of a publication time that the page's script data holds."""
    for key in _SCRIPT_KEYS:
        position = html.find(key)
        for _ in range(60):
            if position < 0:
                break
            if found := _SCRIPT_TIME.search(html, max(0, position - 8), position + 90):
                yield "script:time", found.group(1)
                return
            position = html.find(key, position + len(key))


def url_days(url: str) -> Iterator[tuple[str, str]]:
    """(path, ISO day) of the days that an address holds."""
    path = urlsplit(url).path if "://" in url else url
    for pattern in (_URL_DAY, _URL_STAMP, _URL_EUROPEAN):
        if found := pattern.search(path):
            parts = found.groupdict()
            yield "url", f"{parts['y']}-{int(parts.get('m') or parts['m2']):02}-{int(parts.get('d') or parts['d2']):02}"
