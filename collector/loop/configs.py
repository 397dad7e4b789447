"""Source and template configuration through the shared cache, remembered for one second against a stampede (C7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from collector.loop.bounded import Recent
from collector.loop.bridge import Bridge
from collector.loop.errors import HandBack
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.task import WaitCause
from kit.ports.cache import ConfigCache

KEEP_SECONDS: Final = 1.0
WISH_DELAY_MS: Final = 1000


@dataclass(frozen=True, slots=True)
class Config:
    source: SourceConfig
    template: TemplateConfig | None


class Configs:
    def __init__(self, cache: ConfigCache, bridge: Bridge) -> None:
        self._cache = cache
        self._bridge = bridge
        self._known: Recent[int, tuple[float, Config]] = Recent(1024)

    async def of(self, source_id: int) -> Config:
        """Raises HandBack when the cache has to be filled first."""
        now = self._bridge.clock.monotonic()
        known = self._known.get(source_id)
        if known is not None and known[0] > now:
            return known[1]
        config = await self._bridge.call(self._read, source_id)
        self._known.put(source_id, (now + KEEP_SECONDS, config))
        return config

    def known(self, source_id: int) -> SourceConfig | None:
        """The source as it was last read, without asking."""
        held = self._known.get(source_id)
        return held[1].source if held is not None else None

    def _read(self, source_id: int) -> Config:
        source = self._cache.source(source_id)
        if source is None:
            self._cache.want("source", source_id)
            raise HandBack(WISH_DELAY_MS, WaitCause.CONFIG)
        return Config(source, self._template(source.template_id))

    def _template(self, template_id: int | None) -> TemplateConfig | None:
        if template_id is None:
            return None
        template = self._cache.template(template_id)
        if template is None:
            self._cache.want("template", template_id)
            raise HandBack(WISH_DELAY_MS, WaitCause.CONFIG)
        return template
