"""What all feed formats share: resolving links, plain titles, bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import unescape

from collector.extract.page import absolute_url
from collector.extract.text import collapse, html_to_text
from collector.extract.title.clean import INLINE_MARKUP

MAX_ITEMS = 5_000


@dataclass(frozen=True, slots=True)
class Reading:
    """Where a feed came from, and how its times are read into UTC."""

    url: str
    time: Callable[[str | None], str | None]

    def link(self, reference: str | None, base: str | None = None) -> str | None:
        """An absolute http(s) address, or None."""
        if not reference or not reference.strip():
            return None
        return absolute_url(absolute_url(self.url, base) or self.url if base else self.url, reference)


def html_title(text: str) -> str | None:
    """A title whose content is HTML by declaration: entities decoded once, real inline markup dropped, other brackets kept."""
    plain = unescape(INLINE_MARKUP.sub("", text)) if "<" in text or "&" in text else text
    return collapse(plain.replace("\n", " ")) or None


def plain_html(text: str) -> str | None:
    """HTML as one line of text."""
    return collapse(html_to_text(text).replace("\n", " ")) or None
