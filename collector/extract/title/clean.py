"""Cleaning title text: entities, white space, separators, and the site name where a separator sets it off."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from html import unescape

from collector.extract.text import collapse

MAX_CHARS = 500
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# Between white space any of these separates; without it only marks that occur in no word, and _ or - next to CJK.
_SEPARATOR = re.compile(
    r"\s*[|｜┃〡丨]+\s*|\s+(?:[-–—_·•»«‹›:~*]|::|--|/{1,2})\s+|\s*(?:»|«|::|-{2,3}|_{1,3})\s*(?=\S)"
    r"|(?<=[\u3040-\u9fff\uac00-\ud7af”》）)!?！？。0-9])\s?[-–·]\s?(?=[\u3400-\u9fff\uac00-\ud7af])"
)
_COLON = re.compile(r"\s*[:：]\s+|：")
_CHANNEL = re.compile(
    r"(?:网|網|网站|频道|頻道|新闻|新聞|资讯|資訊|中心|在线|在線|论坛|論壇|日报|日報|晚报|晚報|时报|時報|周刊|週刊|社区|社區|博客|门户|首页|首頁|专题|栏目"
    r"|電子報|财经|財經|体育|體育|娱乐|娛樂|科技|军事|国际|國際|国内|國內|社会|社會|要闻|滚动|汽车|房产|教育|健康|文化|历史|评论|热点|电视台|卫视|公司"
    r"|报|報|局|政府|ニュース|뉴스|com|cn|net|org)$",
    re.IGNORECASE,
)
# Tags that authors put into title elements; other words in angle brackets are text ("When to use <dialog>").
INLINE_MARKUP = re.compile(
    r"</?(?:b|i|em|strong|span|a|br|p|sub|sup|code|font|u|small|img|div)\b[^<>]{0,500}>", re.IGNORECASE
)
_FOLDED = re.compile(r"[\W_]+")
_NO_WORD = bytes(code for code in range(128) if not chr(code).isalnum())


def plain(text: str) -> str:
    """Entities decoded (twice where they were escaped twice), one line, at most as long as titles may be."""
    decoded = unescape(text)
    if "&" in decoded and ";" in decoded:
        decoded = unescape(decoded)
    return collapse(decoded.replace("\n", " "))


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """For comparison: NFKC, case folded, letters and digits only."""
    if text.isascii():
        return text.lower().encode("ascii").translate(None, _NO_WORD).decode("ascii")
    return _FOLDED.sub("", unicodedata.normalize("NFKC", text).casefold())


def is_cjk(text: str) -> bool:
    """Whether a text holds ideographs, kana or Hangul."""
    return bool(_CJK.search(text))


def segments(title: str) -> list[str]:
    """The parts between separators, without empty ones."""
    return [part for part in (piece.strip() for piece in _SEPARATOR.split(title)) if part]


def without_site(title: str, names: Collection[str]) -> str:
    """The title without outer segments that are the site's name; never inside a sentence and never empty."""
    known = {folded(name) for name in names if folded(name)}
    if not known:
        return title
    cut = _trim(title, known, _SEPARATOR)
    return _trim(cut, known, _COLON, front_only=True)


def _trim(title: str, known: set[str], separator: re.Pattern[str], *, front_only: bool = False) -> str:
    marks = list(separator.finditer(title))
    start, end = 0, len(title)
    while not front_only and marks and folded(title[marks[-1].end() : end]) in known and marks[-1].start() > start:
        end = marks.pop().start()
    while marks and folded(title[start : marks[0].start()]) in known and marks[0].end() < end:
        start = marks.pop(0).end()
    return title[start:end].strip() or title


def headline_part(title: str, host: str) -> str:
    """The segment span that reads like the headline: channel and site segments go from the end, a short site name from the front."""
    marks = list(_SEPARATOR.finditer(title))
    spans = _spans(title, marks)
    if len(spans) < 2:
        return title
    first, last = 0, len(spans) - 1
    while last > first and _is_suffix(title[slice(*spans[last])], title[spans[first][0] : spans[last - 1][1]], host):
        last -= 1
    if first < last and _is_prefix(title[slice(*spans[first])], title[spans[first + 1][0] : spans[last][1]], host):
        first += 1
    return title[spans[first][0] : spans[last][1]].strip() or title


def _spans(title: str, marks: list[re.Match[str]]) -> list[tuple[int, int]]:
    edges = [0, *(position for mark in marks for position in mark.span()), len(title)]
    return [(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True) if title[start:end].strip()]


def _is_suffix(segment: str, rest: str, host: str) -> bool:
    """Site or channel: named like the host, a channel word, or clearly shorter than what stands before it."""
    if names_host(segment, host):
        return True
    if _CJK.search(segment + rest):
        short = len(segment) <= 10 and len(folded(rest)) >= len(folded(segment))
        return bool(_CHANNEL.search(segment)) and len(segment) <= 16 or short
    words, before = len(segment.split()), len(rest.split())
    return words <= 5 and before > words or (words <= 2 and before >= 2)


def _is_prefix(segment: str, rest: str, host: str) -> bool:
    if names_host(segment, host):
        return True
    if _CJK.search(segment + rest):
        return bool(_CHANNEL.search(segment)) and len(segment) <= 8 and len(rest) > len(segment) + 4
    return False


def names_host(segment: str, host: str) -> bool:
    """Whether a segment, squeezed, is a label of the host ("The Example Times" at example-times.com)."""
    name = folded(segment)
    if name.startswith("the") and len(name) > 6:
        name = name[3:]
    labels = [folded(label) for label in host.lower().split(".")]
    squeezed = "".join(labels)
    return len(name) >= 3 and (
        name in labels
        or name == squeezed.removeprefix("www")
        or any(
            len(label) >= 4 and (name == label or (name.startswith(label) and len(name) <= len(label) + 8))
            for label in labels
        )
    )
