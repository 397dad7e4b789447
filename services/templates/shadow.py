"""Shadow runs: a version beside the live one on live pages, for a set time, on a share of the pages (requirement C6)."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy.orm import Session

from kit.clock import Clock, to_ms
from kit.contracts.config import ShadowConfig, TemplateConfig
from kit.errors import Conflict, InvalidInput, NotFound
from kit.ports.cache import ConfigCache
from services.audit.service import AuditService
from services.db import after_commit
from services.templates import repository, repository_shadow
from services.templates.models import Template, TemplateShadow, TemplateVersion
from services.templates.schemas import ShadowReport, ShadowView
from services.templates.shadow_report import RUNNING, report_of, view_of

HOURS_MAX = 24 * 14
SHARE_MAX = 50


class ShadowService:
    """One run at a time for each template; every source that shares it takes part at once."""

    def __init__(self, session: Session, cache: ConfigCache, clock: Clock, audit: AuditService) -> None:
        self._session = session
        self._cache = cache
        self._clock = clock
        self._audit = audit

    def start(
        self, template_id: int, number: int, *, actor: str, hours: float = 24.0, percent: float = 10.0
    ) -> ShadowView:
        """Begins a run; what an earlier run of the version found is forgotten, a run of another version is stopped.

        `percent` of the pages (0.1 to 50) are read twice, for up to `hours` (at most 14 days). Raises InvalidInput, NotFound, and Conflict
        where nothing is live to compare with.
        """
        if not 0 < hours <= HOURS_MAX:
            raise InvalidInput(f"a shadow run lasts more than 0 and at most {HOURS_MAX} hours", field="hours")
        if not 0.1 <= percent <= SHARE_MAX:
            raise InvalidInput(f"a shadow run reads 0.1 to {SHARE_MAX} % of the pages", field="percent")
        template, version = self._both(template_id, number)
        if not template.live_version:
            raise Conflict("nothing is live yet that the version could be compared with")
        if number == template.live_version:
            raise Conflict(f"version {number} is the live one")
        now = self._clock.now()
        end_runs(self._session, template_id, actor=actor, clock=self._clock, except_for=number)
        row = repository_shadow.get(self._session, template_id, number, lock=True)
        fields = {
            "live_version": template.live_version, "share": round(percent * 10), "pages": 0, "different": 0,
            "started_by": actor, "started_at": now, "until": now + timedelta(hours=hours), "ended_by": "", "ended_at": None,
            "outcome": "",
        }  # fmt: skip
        if row is None:
            row = TemplateShadow(template_id=template_id, number=number, run=1, **fields)
            repository_shadow.add(self._session, row)
        else:
            repository_shadow.forget(self._session, template_id, number)
            row.run += 1
            for name, value in fields.items():
                setattr(row, name, value)
        self._audit.record(
            actor, "start_shadow", "template", template_id, {}, {"version": number, "hours": hours, "percent": percent}
        )
        self._tell(template, version, row)
        return view_of(row, now)

    def stop(self, template_id: int, number: int, *, actor: str, discard: bool = False) -> ShadowView:
        """Ends a run before its time; its report stays. `discard` notes that the version is not wanted."""
        template, _ = self._both(template_id, number)
        row = repository_shadow.get(self._session, template_id, number, lock=True)
        if row is None:
            raise NotFound(f"version {number} has not run in shadow")
        if row.outcome == "":
            now = self._clock.now()
            row.ended_at, row.ended_by, row.outcome = now, actor, "discarded" if discard else "stopped"
            self._audit.record(
                actor, "stop_shadow", "template", template_id, {}, {"version": number, "outcome": row.outcome}
            )
            self._tell(template, None, row)
        return view_of(row, self._clock.now())

    def runs(self, template_id: int) -> list[ShadowView]:
        """The latest run of each version that had one, newest version first."""
        return [view_of(row, self._clock.now()) for row in repository_shadow.of_template(self._session, template_id)]

    def report(self, template_id: int, number: int) -> ShadowReport | None:
        """Differences by field with counts and examples; None where the version has not run."""
        return report_of(self._session, template_id, number, self._clock.now())

    def _both(self, template_id: int, number: int) -> tuple[Template, TemplateVersion]:
        template = repository.get(self._session, template_id, lock=True)
        version = repository.version(self._session, template_id, number)
        if template is None or version is None:
            raise NotFound(f"template {template_id} has no version {number}")
        return template, version

    def _tell(self, template: Template, draft: TemplateVersion | None, row: TemplateShadow) -> None:
        live = repository.version(self._session, template.id, template.live_version)
        if live is not None:
            shadow = config_of(row, draft) if draft is not None else None
            config = TemplateConfig(template.id, live.number, template.name, live.spec, shadow)
            after_commit(self._session, lambda: self._cache.put_template(config))


def config_of(row: TemplateShadow, draft: TemplateVersion) -> ShadowConfig:
    return ShadowConfig(draft.number, row.run, draft.spec, row.share, to_ms(row.until))


def running_configs(session: Session, ids: list[int], clock: Clock) -> dict[int, ShadowConfig]:
    """Template id → what runs in its shadow now."""
    rows = repository_shadow.not_ended(session, ids) if ids else []
    now = clock.now()
    return {row.template_id: config_of(row, draft) for row, draft in rows if view_of(row, now).outcome == RUNNING}


def end_runs(
    session: Session, template_id: int, *, actor: str, clock: Clock, published: int = 0, except_for: int = 0
) -> None:
    """Ends what runs in a template's shadow: for a publication (`published`), or for another run (`except_for`)."""
    for row, _ in repository_shadow.not_ended(session, [template_id]):
        if row.number == except_for:
            continue
        if view_of(row, clock.now()).outcome == RUNNING:
            row.ended_at, row.ended_by = clock.now(), actor
            row.outcome = "promoted" if row.number == published else "replaced" if published else "stopped"
