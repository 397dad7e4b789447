"""Lists of feeds as readers exchange them (OPML 1.0 and 2.0): an outline with xmlUrl is a feed, one with another address a site, one without a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from xml.sax.saxutils import quoteattr

from kit.errors import InvalidInput
from services.sources.schemas import LABELS_MAX

if TYPE_CHECKING:
    from lxml.etree import _Element

FEED, SITE = "BLOGGER", "WEB"
OUTLINES_MAX: Final = 100_000
DEPTH_MAX: Final = 40
# Once an hour, away from the full hour, when everybody asks.
SCHEDULE: Final = "17 * * * *"
_LABEL_MAX: Final = 40
_NAME_MAX: Final = 200


def read_opml(body: bytes) -> list[dict[str, Any]]:
    """One row for each outline with an address. What is under `new` counts only for sources that do not exist yet. Raises InvalidInput."""
    # Imported on use: it takes libraries that a scheduler never needs.
    from collector.extract.feeds.xml import local, parse_xml

    root, errors = parse_xml(body)
    if root is None or local(root) != "opml":
        raise InvalidInput(
            errors[0] if errors else "not an OPML file: its outermost element is not <opml>", field="file"
        )
    bodies = [child for child in root if local(child) == "body"]
    return [row for outline, folders in _outlines(bodies) if (row := _row(outline, folders))]


def write_opml(sources: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The feeds and sites among rows of an export, their labels as categories."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n<head><title>Catchment</title></head>\n<body>\n'
    for source in sources:
        if source["source_type"] in (FEED, SITE):
            where = "xmlUrl" if source["source_type"] == FEED else "url"
            kind = "rss" if source["source_type"] == FEED else "link"
            name, url = quoteattr(_printable(source["name"])), quoteattr(source["entry_url"])
            categories = f" category={quoteattr(','.join(source['labels']))}" if source["labels"] else ""
            yield f"<outline type={quoteattr(kind)} text={name} {where}={url}{categories}/>\n"
    yield "</body>\n</opml>\n"


def _outlines(bodies: list[_Element]) -> Iterator[tuple[_Element, tuple[str, ...]]]:
    """Every outline with the names of the folders around it, in the order of the file."""
    from collector.extract.feeds.xml import local

    waiting: list[tuple[_Element, tuple[str, ...]]] = [(body, ()) for body in reversed(bodies)]
    seen = 0
    while waiting:
        element, folders = waiting.pop()
        if local(element) == "outline":
            seen += 1
            if seen > OUTLINES_MAX:
                raise InvalidInput(f"more than {OUTLINES_MAX:,} outlines: split the file", field="file")
            yield element, folders
            if not _address(element)[1]:
                folders = (*folders, *_named(element))
        if len(folders) > DEPTH_MAX:
            raise InvalidInput(f"folders are nested deeper than {DEPTH_MAX}", field="file")
        waiting.extend((child, folders) for child in reversed(element))


def _address(outline: _Element) -> tuple[str, str]:
    """(kind of source, address); the address is empty for a folder."""
    told = {name.lower(): str(value).strip() for name, value in outline.attrib.items()}
    if feed := told.get("xmlurl", ""):
        return FEED, feed
    return SITE, told.get("url", "") or told.get("htmlurl", "")


def _row(outline: _Element, folders: tuple[str, ...]) -> dict[str, Any] | None:
    kind, url = _address(outline)
    if not url:
        return None
    categories = [part for path in (outline.get("category") or "").split(",") for part in path.split("/")]
    labels = list(dict.fromkeys(label for text in (*folders, *categories) if (label := _label(text))))
    name = next(iter(_named(outline)), "") or _host(url)
    new = {"name": name[:_NAME_MAX], "labels": labels[:LABELS_MAX], "cron_expr": SCHEDULE}
    return {"source_type": kind, "entry_url": url, "name": name[:_NAME_MAX], "new": new}


def _named(outline: _Element) -> list[str]:
    texts = (" ".join((outline.get(name) or "").split()) for name in ("title", "text"))
    return [text for text in texts if text][:1]


def _label(text: str) -> str:
    return " ".join(text.replace("|", " ").replace(",", " ").split())[:_LABEL_MAX].strip()


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or url
    except ValueError:
        return url


def _printable(text: str) -> str:
    return "".join(char for char in text if char.isprintable())
