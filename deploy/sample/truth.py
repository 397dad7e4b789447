"""What a perfect collection of the site would hold; `truth.json` is this, kept beside the code."""

from __future__ import annotations

import json
from typing import Any

from deploy.sample.content import Article, articles


def truth() -> list[dict[str, Any]]:
    """One dict per article.

    `path`; `title`; `published` (ISO 8601 with offset; null where the page gives no fixed time); `published_as`
    (attribute, text, relative, none); `relative_hours` (before the time of the fetch, else null); `authors`;
    `content_start` (first 60 characters of the first paragraph); `source` (the outlet that the page names, or ""); `column`
    (zh, fukan, en).
    """
    return [_entry(article) for column in ("zh", "fukan", "en") for article in articles(column)]


def truth_json() -> str:
    return json.dumps(truth(), ensure_ascii=False, indent=1) + "\n"


def _entry(article: Article) -> dict[str, Any]:
    return {
        "path": article.path,
        "title": article.title,
        "published": article.published.isoformat() if article.published else None,
        "published_as": article.published_as,
        "relative_hours": article.relative_hours,
        "authors": list(article.authors),
        "content_start": article.opening[:60],
        "source": article.source,
        "column": article.column,
    }
