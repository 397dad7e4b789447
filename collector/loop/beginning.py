"""Where a window begins: its list pages, and the site that a source belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from collector.loop import parse
from collector.loop.configs import Config
from collector.loop.errors import WorkFailed
from collector.sources.model import Entry, Start
from collector.sources.registry import kind_of
from kit import urls
from kit.contracts.task import FailureClass
from kit.errors import InvalidInput, PermanentError

_ANY_TIME: Final = datetime(2026, 1, 1, tzinfo=UTC)


def entries(config: Config, now: datetime, cursor: Mapping[str, str]) -> tuple[Entry, ...]:
    """The list pages to begin with. Raises WorkFailed of class config."""
    source = config.source
    start = Start(now, cursor)
    try:
        return kind_of(source.source_type).entry_requests(source, parse.template_spec(config.template), start)
    except PermanentError as error:
        raise WorkFailed(FailureClass.CONFIG, str(error)) from error


def home(config: Config) -> str:
    """The address that names the source's site: its entry, or where the entry is no address, what its first request asks for."""
    if "://" in config.source.entry_url:
        return config.source.entry_url
    return next((entry.url for entry in entries(config, _ANY_TIME, {})), "")


def origin(config: Config) -> str:
    """The origin that the source's headers are meant for, "" where there is none. Raises WorkFailed of class config."""
    try:
        return urls.origin(home(config))
    except InvalidInput:
        return ""


def host(url: str) -> str:
    """The host whose courtesy counts, of a web address or a database's. Raises WorkFailed of class config."""
    try:
        return urls.host(url) if url.startswith("http") else urlsplit(url).hostname or "local"
    except (InvalidInput, ValueError) as error:
        raise WorkFailed(FailureClass.CONFIG, str(error)) from error
