"""Small pages with status 200 that say in their title that there is no page, or that the server failed. Pure."""

from __future__ import annotations

import re
from typing import Final

from kit.contracts.task import FailureClass

# Error pages are short, and say so first; a news page about "404 Not Found" is longer, or has more in its title.
MAX_BYTES: Final = 16_384
_TITLE: Final = re.compile(rb"<title[^<>]{0,200}>([^<]{1,200})</title", re.IGNORECASE)
_GONE: Final = re.compile(
    r"(?:(?:http |error |错误 ?)?404(?: error| 错误|错误)?(?:[ :：\-–—|,.，。]{0,3}(?:page |file |object )?(?:not found|页面不存在|找不到页面|未找到))?"
    r"|(?:page|file|object|the page cannot be|the requested url was) ?not found|not found|the page cannot be found"
    r"|(?:您访问的|你访问的|该|此|您请求的)?(?:页面|网页|文章|内容)(?:不存在|找不到|未找到|已被?删除|不存在或已被?删除)|找不到(?:该|此)?(?:页面|网页)|无法找到(?:该|此)?(?:页面|网页|页))"
)
_FAILED: Final = re.compile(
    r"(?:(?:http |error )?50[0234](?: error)?(?:[ :：\-–—|,.]{0,3}(?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out))?"
    r"|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|数据库连接错误|error establishing a database connection"
    r"|database error|系统维护中?|服务器(?:错误|内部错误|繁忙))"
)
_EDGES: Final = " \t\r\n!！.。…?？\"'“”‘’[]()（）"


def of_page(body: bytes) -> tuple[FailureClass, str] | None:
    """(class, sentence) where a page that came with status 200 is an error page by its whole title; None for all others."""
    if len(body) > MAX_BYTES or (found := _TITLE.search(body)) is None:
        return None
    title = " ".join(_text(found[1]).split()).strip(_EDGES).lower()
    if _GONE.fullmatch(title):
        return FailureClass.HTTP_404, f"the page came with status 200 and says: {title[:100]}"
    if _FAILED.fullmatch(title):
        return FailureClass.HTTP_5XX, f"the page came with status 200 and says: {title[:100]}"
    return None


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")
