"""Days stated outside the visible text: JSON-LD, metas, script data, labels in the markup."""

from __future__ import annotations

from collector.extract.dates.days import Days
from collector.extract.dates.stated import (
    MODIFIED_METAS,
    WEAK_METAS,
    labelled_times,
    published_metas,
    script_times,
)
from collector.extract.jsonld import strings, types_of
from collector.extract.page import Page


def from_head(page: Page, days: Days) -> dict[str, str]:
    """What the head of the page states, by kind: "pub", "meta", "mod"."""
    found: dict[str, str] = {}
    article = page.article or {}
    kind = kind_of(page)
    for key, name in (("datePublished", "pub"), ("uploadDate", "upload"), ("dateCreated", "created")):
        for text in strings(article.get(key))[:1]:
            value = days.add(text, f"jsonld:{key}", 0, f"ld:{name}", f"ld:{name}:{kind}")
            if value and name == "pub":
                found["pub"] = value
                if kind in ("WebPage", "other") and (page.meta("og:type") or ("", ""))[1].lower() != "article":
                    days.found[value[:10]].features.add("ld:pub:bare")
    for text in strings(article.get("dateModified"))[:1]:
        if value := days.at.read(text):
            found["mod"] = value
    for name in published_metas(page):
        value = days.add(page.metas[name][0], f"meta:{name}", 1, "meta:pub", f"meta:{name}")
        if value:
            found.setdefault("meta", value)
    for name in WEAK_METAS:
        for text in page.metas.get(name, ())[:1]:
            days.add(text, f"meta:{name}", 6, "meta:weak", f"meta:{name}")
    for name in MODIFIED_METAS:
        for text in page.metas.get(name, ())[:1]:
            if value := days.at.read(text):
                found.setdefault("mod", value)
    return found


def kind_of(page: Page) -> str:
    names = types_of(page.article) if page.article else []
    for name in ("NewsArticle", "BlogPosting", "Article", "WebPage", "Recipe", "VideoObject", "DiscussionForumPosting"):
        if any(one.endswith(name) for one in names):
            return name
    return "other"


def from_source(html: str, days: Days, *, told: bool, chinese: bool) -> None:
    """What stands in the markup alone: dates after a label anywhere, times in script data."""
    for path, text in labelled_times(html, chinese=chinese):
        days.add(text, path, 5, "labelled")
    for path, text in script_times(html):
        kind = "script:epoch" if text.isdigit() else "script:iso"
        days.add(text, path, 6, "script", kind, "script:told" if told else "script:alone")
