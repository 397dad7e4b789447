"""Text from the web made safe to show: hidden controls visible, highlights marked, only harmless links."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from markupsafe import Markup, escape

from kit.ports.index import MARK_CLOSE, MARK_OPEN

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_LINK_SCHEMES = frozenset({"http", "https", "mailto"})


def visible(text: object) -> str:
    """Control and bidirectional-override characters as ⟦U+202E⟧, so that they can neither hide nor reorder what is shown."""
    return _CONTROLS.sub(lambda found: f"⟦U+{ord(found.group()):04X}⟧", str(text))


def highlighted(text: str) -> Markup:
    """Escapes first; only then do the index's private markers become `<mark>`, always balanced."""
    safe = str(escape(visible(text)))
    parts = safe.split(MARK_OPEN)
    marked = parts[0].replace(MARK_CLOSE, "")
    for part in parts[1:]:
        inside, closed, after = part.partition(MARK_CLOSE)
        marked += f"<mark>{inside}</mark>{after.replace(MARK_CLOSE, '')}" if closed else inside
    return Markup(marked)  # noqa: S704 -- everything but our own <mark> was escaped above


def unmarked(text: str) -> str:
    return text.replace(MARK_OPEN, "").replace(MARK_CLOSE, "")


def safe_link(url: str) -> str:
    """The URL if it may stand in an href, else an empty string."""
    try:
        scheme = urlsplit(url.strip()).scheme.lower()
    except ValueError:
        return ""
    return url.strip() if scheme in _LINK_SCHEMES else ""


def host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def cut(text: str, length: int) -> str:
    """At most `length` characters, with an ellipsis where something is missing."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
