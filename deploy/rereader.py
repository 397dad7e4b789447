"""Held pages read once more for the monitor, in a parsing process as collectors have them."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from collector.loop.again import document_of, job_of
from collector.loop.pool import ParsePool
from kit.contracts.config import TemplateConfig
from kit.contracts.document import Document
from kit.errors import NotFound
from kit.ports.objects import ObjectStore
from kit.settings import Settings


class PoolReader:
    """See services.structure.reread.Reader."""

    def __init__(self, settings: Settings, objects: ObjectStore) -> None:
        self._objects = objects
        self._pool = ParsePool(settings.model_copy(update={"parse_processes": 1}))
        self._runner = asyncio.Runner()

    def __enter__(self) -> Self:
        self._runner.run(self._pool.start())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._runner.run(self._pool.close())
        self._runner.close()

    def read(self, document: Document, template: TemplateConfig) -> Document | str:
        raw = document.raw
        if raw is None:
            return "the page was not kept"
        try:
            body = self._objects.get(raw.key) if raw.key else raw.body
            job = job_of(document, body, template)
        except (NotFound, ValueError) as error:
            return str(error)
        parsed = self._runner.run(self._pool.parse(job))
        if parsed.failure or len(parsed.items) != 1:
            return parsed.detail or "nothing was found on the page"
        return document_of(document, parsed, template)
