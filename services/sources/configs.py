"""A source as the collectors see it."""

from __future__ import annotations

from kit.contracts.config import SourceConfig
from kit.settings import Settings
from services.credentials.service import text_of
from services.sources.models import CollectSource


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
