"""Deciding on changes of structure, and what collectors are told of families (requirement X6)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.contracts.structure import StructureConfig
from kit.errors import Conflict, NotFound
from kit.ports.cache import ConfigCache
from services.audit.service import AuditService
from services.db import after_commit
from services.structure import families, learnt, repository, repository_held, views
from services.structure.configs import configs_of
from services.structure.models import StructureCase
from services.structure.schemas import UNSETTLED, CaseStatus, CaseView, HeldStatus, HeldView

LIST_MAX = 100


class StructureService:
    """A decision takes effect at once for what comes; what was held goes back to the cleaner step by step, through the monitor."""

    def __init__(self, session: Session, cache: ConfigCache, clock: Clock, audit: AuditService) -> None:
        self._session, self._cache, self._clock, self._audit = session, cache, clock, audit

    def configs(self, ids: Collection[int]) -> list[StructureConfig]:
        """One for each source, also where nothing is known of it."""
        return configs_of(self._session, ids)

    def cases(self, statuses: Collection[str] = (), *, before: int | None = None, limit: int = 50) -> list[CaseView]:
        """Newest first; `before` is the id of the last one of the page before. Without `statuses` all."""
        rows = repository.cases(self._session, list(statuses), before=before, limit=min(limit, LIST_MAX))
        return views.cases(self._session, rows)

    def case(self, case_id: int) -> CaseView:
        """Raises NotFound."""
        return views.cases(self._session, [self._row(case_id)])[0]

    def held(self, case_id: int, *, limit: int = 50, after: str = "") -> list[HeldView]:
        """The documents of a case by key; `after` is the key of the last one of the page before. Raises NotFound."""
        self._row(case_id)
        return [views.held(row) for row in repository_held.of_case(self._session, case_id, limit=limit, after=after)]

    def held_one(self, key: str) -> tuple[HeldView, str]:
        """A document in quarantine and the key of its object. Raises NotFound."""
        row = repository_held.get(self._session, key)
        if row is None:
            raise NotFound("no such document is held")
        return views.held(row), row.object_key

    def confirm(self, case_id: int, *, actor: str, note: str = "") -> CaseView:
        """The new structure is right: the baseline moves to it, what is held goes on to the cleaner.

        Doing it again changes nothing. Raises NotFound, and Conflict once a new version of the template has settled the case.
        """
        row = self._row(case_id, lock=True)
        if row.status != CaseStatus.CONFIRMED:
            if row.status not in UNSETTLED:
                raise Conflict("a new version of the template has settled this case")
            self._move_baseline(row)
            repository_held.move(
                self._session, row.id, row.source_id, (HeldStatus.HELD, HeldStatus.FIXING), HeldStatus.RELEASING
            )
            self._decide(row, CaseStatus.CONFIRMED, actor, note)
        return self.case(case_id)

    def reject(self, case_id: int, *, actor: str, note: str = "") -> CaseView:
        """The pages are read wrongly: what is held is extracted again once a new version of the template is live.

        Doing it again changes nothing. Raises NotFound, and Conflict for a case that is confirmed or settled.
        """
        row = self._row(case_id, lock=True)
        if row.status != CaseStatus.REJECTED:
            if row.status != CaseStatus.OPEN:
                raise Conflict("the case has been settled already")
            repository_held.move(self._session, row.id, row.source_id, (HeldStatus.HELD,), HeldStatus.FIXING)
            self._decide(row, CaseStatus.REJECTED, actor, note)
        return self.case(case_id)

    def fix(self, row: StructureCase, version: int) -> None:
        """A new version of the template is live: the family is learnt anew with it, and what is held can be extracted again."""
        now = self._clock.now()
        family = repository.family(self._session, row.source_id, row.family_key)
        if family is not None and family.template_version != version:
            families.set_sights(family, {}, version, now)
        row.revision = family.revision if family is not None else row.revision + 1
        row.status = CaseStatus.FIXED
        self._settle(row.source_id, now)

    def _move_baseline(self, row: StructureCase) -> None:
        family = repository.family(self._session, row.source_id, row.family_key)
        if family is None:
            family = families.fresh(row.source_id, row.family, row.template_id, row.template_version, self._clock.now())
            family.revision = row.revision
            repository.add(self._session, family)
        families.set_sights(family, learnt.sights(row.learnt), row.template_version, self._clock.now())
        family.began = row.revision = family.revision

    def _decide(self, row: StructureCase, status: CaseStatus, actor: str, note: str) -> None:
        before, now = row.status, self._clock.now()
        row.status, row.decided_by, row.decided_at, row.note = status, actor[:64], now, note[:500]
        after = {"status": status, "family": row.family, **({"note": note[:500]} if note else {})}
        self._audit.record(actor, f"structure_{status}", "structure", row.id, {"status": before}, after)
        self._session.flush()
        self._settle(row.source_id, now)

    def _settle(self, source_id: int, now: datetime) -> None:
        """Ends the pause of a source whose last case is settled, and has the collectors told."""
        self._session.flush()
        site = repository.site(self._session, source_id)
        if site is not None:
            site.version, site.changed_at = site.version + 1, now
            repository.forget_days(self._session, source_id)
            if not repository.unsettled(self._session, [source_id]):
                site.paused, site.paused_at, site.paused_why = False, None, ""
                repository_held.move(self._session, 0, source_id, (HeldStatus.HELD,), HeldStatus.RELEASING)
        self._session.flush()
        (config,) = configs_of(self._session, [source_id])
        after_commit(self._session, lambda: self._cache.put_structure(config))

    def _row(self, case_id: int, *, lock: bool = False) -> StructureCase:
        row = repository.case(self._session, case_id, lock=lock)
        if row is None:
            raise NotFound(f"there is no structure case {case_id}")
        return row
