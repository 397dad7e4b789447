"""Source and template configuration as the collectors see it (cached in Redis, requirement C7)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class SourceConfig(Struct, frozen=True):
    """`version` grows with every change of the source; a cache never replaces a newer version by an older one.

    `rate` is requests per second for the source and for its host (0 = unlimited), `concurrency` the tasks of it that may run at once.
    `options` are the kind's own (validated by its options model), `headers` are sent with every request, their values sealed
    (kit.vault) or as they are. `credential` is sealed or empty.
    """

    id: int
    version: int
    source_type: str
    name: str
    entry_url: str
    charset: str
    template_id: int | None
    priority: int
    timezone: str
    rate: float
    concurrency: int
    status: int
    options: dict[str, Any]
    headers: dict[str, str]
    language: str = ""
    site_name: str = ""
    credential: str = ""


class ShadowConfig(Struct, frozen=True):
    """A version that runs beside the published one and writes nothing (requirement C6): on `share` permille of the pages, until `until_ms`.

    `run` tells one run of a version from the next.
    """

    version: int
    run: int
    spec: dict[str, Any]
    share: int
    until_ms: int


class TemplateConfig(Struct, frozen=True):
    """A published template version. `spec` is the JSON of collector.extract's TemplateSpec."""

    id: int
    version: int
    name: str
    spec: dict[str, Any]
    shadow: ShadowConfig | None = None
