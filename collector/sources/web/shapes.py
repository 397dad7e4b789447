"""What a link of a page leads to, judged by its address and its text. Pure."""

from __future__ import annotations

import re
from typing import Final, Literal

from kit.url_parse import Url

Shape = Literal["article", "list", "other"]
MAX_SEGMENTS: Final = 8
MAX_SECTION_PARAMS: Final = 2
_FILES: Final = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|ico|bmp|css|js|json|xml|pdf|docx?|xlsx?|pptx?|zip|rar|7z|gz|tar|exe|apk|dmg|mp[34]|m4a|avi|mov|wmv|flv|mkv|wav|woff2?|ttf)$",
    re.IGNORECASE,
)
_USELESS: Final = re.compile(
    r"/(?:log-?in|log-?out|sign-?in|sign-?up|register|account|cart|checkout|search|share|print|wp-admin|wp-login|user|passport|privacy|terms|contact|imprint|impressum)(?:[/.?]|$)",
    re.IGNORECASE,
)
_DATE: Final = re.compile(r"(?:19|20)\d\d[-/_]?(?:0[1-9]|1[0-2])(?:[-/_]?(?:0[1-9]|[12]\d|3[01]))?(?!\d{3})")
_NUMBER: Final = re.compile(r"\d{4,}")
_PAGE: Final = re.compile(r"\.(?:s?html?|php|aspx?|jsp)$", re.IGNORECASE)
_INDEX: Final = re.compile(r"(?:^|/)(?:index|default|list|home)(?:_\d{1,6})?\.\w{2,5}$", re.IGNORECASE)
_CJK: Final = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]")
_TITLE_CHARS: Final = 12
_LONG_TITLE_CHARS: Final = 24
_ARTICLE_SCORE: Final = 3


def shape_of(url: Url, text: str) -> Shape:
    """An article, a list of articles, or nothing that is collected."""
    path = url.path
    segments = [part for part in path.split("/") if part]
    if _FILES.search(path) or _USELESS.search(path) or len(segments) > MAX_SEGMENTS or _repeats(segments):
        return "other"
    if not segments and not url.query:
        return "list"
    if _score(url, segments, text) >= _ARTICLE_SCORE:
        return "article"
    return "list" if (url.query or "").count("=") <= MAX_SECTION_PARAMS else "other"


def _score(url: Url, segments: list[str], text: str) -> int:
    last = segments[-1] if segments else ""
    length = len(text) + len(_CJK.findall(text))
    score = (length >= _TITLE_CHARS) + (length >= _LONG_TITLE_CHARS)
    score += 2 * bool(_DATE.search(url.path)) + 2 * bool(_NUMBER.search(last))
    score += 2 * (last.count("-") >= 3 or last.count("_") >= 3) + bool(_PAGE.search(last))
    score += bool(_NUMBER.search(url.query or ""))
    return score - 3 * bool(_INDEX.search(url.path)) - (len(segments) <= 1 and length < _TITLE_CHARS)


def _repeats(segments: list[str]) -> bool:
    """The mark of a trap: /a/b/a/b/…, links that lead deeper into themselves."""
    return len(segments) - len(set(segments)) >= 2
