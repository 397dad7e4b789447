"""All services over one session, wired to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.ports.cache import ConfigCache
from kit.ports.queue import TaskQueue
from kit.settings import Settings
from kit.vault import Vault
from services.accounts.service import AccountService
from services.audit.service import AuditService
from services.reasons import Reason
from services.searches.service import SavedSearches
from services.sources.operation_work import OperationWork
from services.sources.operations import OperationService
from services.sources.schedule import SourceSchedule
from services.sources.schemas import SourceView
from services.sources.service import SourceService
from services.sources.transfer import SourceTransfer
from services.structure.service import StructureService
from services.tasks.service import TaskLedger
from services.templates.samples import SampleService
from services.templates.service import TemplateService
from services.templates.shadow import ShadowService
from services.tokens.service import TokenService


@dataclass(frozen=True)
class Ports:
    """What the services need besides a database; the same for the whole life of a process."""

    cache: ConfigCache
    queue: TaskQueue
    clock: Clock
    settings: Settings


class Services:
    """The services of one transaction. Made where the session is opened, thrown away with it."""

    def __init__(self, session: Session, ports: Ports) -> None:
        self.session = session
        self.ports = ports

    @cached_property
    def audit(self) -> AuditService:
        return AuditService(self.session, self.ports.clock)

    @cached_property
    def templates(self) -> TemplateService:
        ports = self.ports
        needed = ports.settings.template_samples_required
        return TemplateService(self.session, ports.cache, ports.clock, self.audit, samples_needed=needed)

    @cached_property
    def samples(self) -> SampleService:
        return SampleService(self.session, self.ports.clock, self.audit)

    @cached_property
    def shadows(self) -> ShadowService:
        return ShadowService(self.session, self.ports.cache, self.ports.clock, self.audit)

    @cached_property
    def sources(self) -> SourceService:
        ports = self.ports
        return SourceService(
            self.session, ports.cache, ports.clock, ports.settings, self.audit, self.templates, queue=ports.queue
        )

    @cached_property
    def schedule(self) -> SourceSchedule:
        return SourceSchedule(self.session, self.ports.cache, self.ports.settings, self.audit)

    @cached_property
    def transfer(self) -> SourceTransfer:
        return SourceTransfer(self.session, self.sources, self.templates)

    @cached_property
    def operations(self) -> OperationService:
        return OperationService(self.session, self.ports.clock, self.audit)

    @cached_property
    def operation_work(self) -> OperationWork:
        vault = Vault.of(self.ports.settings)
        return OperationWork(self.session, self.ports.clock, self.sources, self.transfer, vault)

    @cached_property
    def tasks(self) -> TaskLedger:
        return TaskLedger(self.session, self.ports.clock, self.audit, self.ports.queue)

    @cached_property
    def structure(self) -> StructureService:
        return StructureService(self.session, self.ports.cache, self.ports.clock, self.audit)

    @cached_property
    def accounts(self) -> AccountService:
        return AccountService(self.session, self.ports.clock, self.ports.settings, self.audit)

    @cached_property
    def searches(self) -> SavedSearches:
        return SavedSearches(self.session, self.ports.clock, self.audit)

    @cached_property
    def tokens(self) -> TokenService:
        return TokenService(self.session, self.ports.clock, self.audit)

    def why(self, sources: Sequence[SourceView]) -> dict[int, Reason]:
        """Per source id, why it is not running (requirement S8)."""
        return self.sources.reasons(sources, self.tasks.open_windows([source.id for source in sources]))
