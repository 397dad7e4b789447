"""A source as the collectors see it."""

from __future__ import annotations

from typing import Any

from kit.contracts.config import SourceConfig
from kit.settings import Settings
from services.credentials.service import text_of
from services.sources.models import CollectSource
from services.sources.schemas import SourceInput


def draft_config(
    source: SourceInput, source_id: int, headers: dict[str, str], credential: dict[str, Any] | None, settings: Settings
) -> SourceConfig:
    """A source that is not saved (yet), with sealed secrets; its version is 0, so that it shares no cookies."""
    return SourceConfig(
        id=source_id,
        version=0,
        source_type=source.source_type,
        name=source.name,
        entry_url=source.entry_url,
        charset=source.charset,
        template_id=source.template_id,
        priority=source.priority,
        timezone=source.timezone,
        rate=settings.default_rate if source.rate is None else source.rate,
        concurrency=source.concurrency,
        status=int(source.status),
        options=source.options,
        headers=headers,
        language=source.language,
        site_name=source.site_name,
        credential=text_of(credential),
    )


def config_of(row: CollectSource, settings: Settings) -> SourceConfig:
    return SourceConfig(
        id=row.id,
        version=row.version,
        source_type=row.source_type,
        name=row.name,
        entry_url=row.entry_url,
        charset=row.charset,
        template_id=row.template_id,
        priority=row.priority,
        timezone=row.timezone,
        rate=settings.default_rate if row.rate is None else row.rate,
        concurrency=row.concurrency,
        status=row.status,
        options=row.options,
        headers=row.headers,
        language=row.language,
        site_name=row.site_name,
        credential=text_of(row.credential),
    )
