"""The services of one transaction as pages need them: those of `services.bundle`, and the read side of documents and monitors."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from sqlalchemy.orm import Session

from console.state import Console
from services.alerts.service import AlertService
from services.alerts.settings_service import AlertSettings
from services.bundle import Ports, Services
from services.documents.service import DocumentService
from services.monitoring.service import MonitoringService
from services.monitoring.thresholds.service import ThresholdService
from services.review.service import ReviewService
from services.tags.service import TagService


class Work(Services):
    def __init__(self, console: Console, session: Session) -> None:
        super().__init__(session, Ports(console.ports.cache, console.ports.queue, console.clock, console.settings))
        self._console = console

    @cached_property
    def documents(self) -> DocumentService:
        ports = self._console.ports
        return DocumentService(ports.index, ports.archive, ports.objects)

    @cached_property
    def review(self) -> ReviewService:
        ports = self._console.ports
        return ReviewService(self.session, ports.archive, ports.index, self._console.clock, self.audit)

    @cached_property
    def tags(self) -> TagService:
        return TagService(self.sources, self._console.ports.index)

    @cached_property
    def monitoring(self) -> MonitoringService:
        return MonitoringService(self.session, self._console.clock)

    @cached_property
    def thresholds(self) -> ThresholdService:
        return ThresholdService(self.session, self._console.clock, self.audit)

    @cached_property
    def alerts(self) -> AlertService:
        return AlertService(self.session, self._console.clock, self.audit)

    @cached_property
    def alert_settings(self) -> AlertSettings:
        return AlertSettings(self.session, self._console.clock, self._console.settings, self.audit)

    def source_names(self, ids: Collection[str]) -> dict[str, str]:
        """Name by number as text; what is no number is left out."""
        numbers = {int(one) for one in ids if one.isdecimal() and len(one) < 19}
        return {str(number): source.name for number, source in self.sources.by_ids(numbers).items()}

    def open_tasks(self, source_ids: Collection[int]) -> dict[int, str]:
        """Source id → its unfinished window."""
        return self.tasks.open_windows(source_ids) if source_ids else {}
