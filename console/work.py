"""The services of one transaction, each built when a page first needs it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from sqlalchemy.orm import Session

from console.state import Console
from services.accounts.service import AccountService
from services.audit.service import AuditService
from services.documents.service import DocumentService
from services.monitoring.service import MonitoringService
from services.review.service import ReviewService
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

    @cached_property
    def review(self) -> ReviewService:
        ports = self._console.ports
        return ReviewService(ports.archive, ports.index, self._console.clock, self.audit)

    @cached_property
    def monitoring(self) -> MonitoringService:
        return MonitoringService(self._session, self._console.clock)

    def source_names(self, ids: Collection[str]) -> dict[str, str]:
        """Name by number as text; what is no number is left out."""
        numbers = {int(one) for one in ids if one.isdecimal() and len(one) < 19}
        return {str(number): source.name for number, source in self.sources.by_ids(numbers).items()}

    def open_tasks(self, source_ids: Collection[int]) -> dict[int, str]:
        """Source id → its unfinished window."""
        return self.tasks.open_windows(source_ids) if source_ids else {}
