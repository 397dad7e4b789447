"""Helpers of the kinds: decoding as the operator asked, bounds and patterns over links, values as strings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from collector import extract
from collector.sources.model import Page
from collector.sources.options import Options
from kit import urls
from kit.contracts.config import SourceConfig
from kit.errors import InvalidInput

if TYPE_CHECKING:
    from collector.extract import Decoded

MAX_META_CHARS: Final = 2000
Row = TypeVar("Row")


def decoded(page: Page, source: SourceConfig) -> Decoded:
    """The page as text; a charset other than AUTO is the operator's word."""
    forced = None if source.charset.upper() in ("", "AUTO") else source.charset
    return extract.decode(page.body, page.content_type, forced=forced)


def bounded(rows: Iterable[Row], options: Options, url_of: Callable[[Row], str]) -> tuple[list[Row], list[str]]:
    """The rows whose address the options let through, each page once, at most `max_items`; and what went wrong."""
    kept: dict[str, Row] = {}
    errors: list[str] = []
    for place, row in enumerate(rows):
        if len(kept) >= options.max_items:
            errors.append(f"more than {options.max_items} items: the rest was left out")
            break
        try:
            if options.wants(url_of(row)):
                kept.setdefault(_key(row, url_of(row), place), row)
        except InvalidInput as error:
            errors.append(str(error))
        except TimeoutError:
            errors.append(f"include/exclude: a pattern took too long on {url_of(row)[:200]}")
    return list(kept.values()), errors[:20]


def _key(row: object, url: str, place: int) -> str:
    # Items without an address of their own have an identity; entries of a feed are told apart by their place.
    if identity := getattr(row, "identity", ""):
        return str(identity)
    return f"{place}" if getattr(row, "url", url) is None else urls.fingerprint(url)


def strings(values: Mapping[str, Any]) -> dict[str, str]:
    """What has a value, as bounded strings; lists are joined."""
    return {name: _string(value)[:MAX_META_CHARS] for name, value in values.items() if value not in (None, "", [], ())}


def _string(value: Any) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
