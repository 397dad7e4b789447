"""What tests of the kinds share: a source of a kind with options, and a page as fetched."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from collector.extract import TemplateSpec
from collector.sources.model import Discovered, Entry, Page, Start
from collector.sources.registry import KINDS
from kit.contracts.config import SourceConfig

NOW = datetime(2026, 2, 4, 9, 30, tzinfo=UTC)
HERE = Path(__file__).parent


def source_of(kind: str, entry_url: str, **options: Any) -> SourceConfig:
    return SourceConfig(1, 1, kind, "n", entry_url, "AUTO", None, 5, "UTC", 2, 2, 1, options, {})


def sample(kind: str, name: str) -> bytes:
    return (HERE / kind.lower() / name).read_bytes()


def discover(
    source: SourceConfig,
    body: bytes | str,
    *,
    url: str = "",
    content_type: str = "text/html; charset=utf-8",
    state: Mapping[str, str] | None = None,
    template: TemplateSpec | None = None,
) -> Discovered:
    raw = body.encode() if isinstance(body, str) else body
    page = Page(url or source.entry_url, raw, content_type, NOW, state or {})
    return KINDS[source.source_type].discover(page, source, template)


def begin(
    source: SourceConfig, cursor: Mapping[str, str] | None = None, template: TemplateSpec | None = None
) -> tuple[Entry, ...]:
    return KINDS[source.source_type].entry_requests(source, template, Start(NOW, cursor or {}))
