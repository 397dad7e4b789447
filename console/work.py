"""The services of one transaction, each built when a page first needs it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from sqlalchemy.orm import Session

from console.state import Console
from services.accounts.service import AccountService
from services.audit.service import AuditService
from services.documents.service import DocumentService
from services.sources.service import SourceService
from services.tasks.service import TaskLedger
from services.templates.service import TemplateService


class Work:
    def __init__(self, console: Console, session: Session) -> None:
        self._console = console
        self._session = session

    @cached_property
    def audit(self) -> AuditService:
        return AuditService(self._session, self._console.clock)

    @cached_property
    def accounts(self) -> AccountService:
        return AccountService(self._session, self._console.clock, self._console.settings, self.audit)

    @cached_property
    def templates(self) -> TemplateService:
        return TemplateService(self._session, self._console.ports.cache, self._console.clock, self.audit)

    @cached_property
    def sources(self) -> SourceService:
        console = self._console
        return SourceService(
            self._session, console.ports.cache, console.clock, console.settings, self.audit, self.templates
        )

    @cached_property
    def tasks(self) -> TaskLedger:
        return TaskLedger(self._session, self._console.clock, self.audit, self._console.ports.queue)

    @cached_property
    def documents(self) -> DocumentService:
        ports = self._console.ports
        return DocumentService(ports.index, ports.archive, ports.objects)

    def open_tasks(self, source_ids: Collection[int]) -> dict[int, str]:
        """Source id → its unfinished window."""
        return self.tasks.open_windows(source_ids) if source_ids else {}
