"""Reading sources: one, many, pages, what collectors need, why they wait."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.contracts.config import SourceConfig
from kit.errors import NotFound
from kit.settings import Settings
from services import paging
from services.credentials.service import view
from services.orm import NEVER
from services.paging import Page
from services.reasons import Reason
from services.sources import entry, repository
from services.sources.configs import config_of
from services.sources.models import CollectSource
from services.sources.reasons import reason_of
from services.sources.schemas import SourceFilter, SourceSort, SourceStatus, SourceView
from services.templates.service import TemplateService

_CURSORS: dict[SourceSort, type] = {"name": str, "next_run_at": datetime, "id": int}


class SourceReader:
    """The half of SourceService that changes nothing."""

    def __init__(self, session: Session, clock: Clock, settings: Settings, templates: TemplateService) -> None:
        self._session = session
        self._clock = clock
        self._settings = settings
        self._templates = templates

    def get(self, source_id: int, *, deleted: bool = False) -> SourceView:
        """Raises NotFound; a deleted source is only found when `deleted` is set."""
        return view_of(self._row(source_id, deleted=deleted))

    def by_ids(self, ids: Collection[int]) -> dict[int, SourceView]:
        """Those that exist, deleted ones included, by id."""
        return {row.id: view_of(row) for row in repository.by_ids(self._session, ids)}

    def find(self, source_type: str, entry_url: str) -> SourceView | None:
        """The source that collects this entry."""
        row = repository.by_hash(self._session, entry.entry_hash(source_type, entry_url))
        return view_of(row) if row else None

    def page(
        self,
        wanted: SourceFilter | None = None,
        *,
        sort: SourceSort = "id",
        descending: bool = False,
        limit: int = 50,
        after: str = "",
    ) -> Page[SourceView]:
        """`after` is the `next` of the page before, of the same filter and sort. Sorting by next_run_at, those that never run come last."""
        matching = repository.matching(wanted or SourceFilter())
        statement, total, more = paging.narrowed(self._session, matching, CollectSource.id)
        last: Any = tuple(paging.decode(after, [_CURSORS[sort], int])) if after else None
        rows = repository.page(
            self._session,
            statement,
            sort=sort,
            descending=descending,
            after=last,
            limit=paging.checked_limit(limit) + 1,
        )
        following = (
            paging.encode([getattr(rows[limit - 1], sort) or NEVER, rows[limit - 1].id]) if len(rows) > limit else ""
        )
        return Page(tuple(view_of(row) for row in rows[:limit]), following, total, more)

    def each(self, wanted: SourceFilter | None = None) -> Iterable[SourceView]:
        """Every source that matches, by id, without holding them all in memory."""
        return (view_of(row) for row in repository.each(self._session, repository.matching(wanted or SourceFilter())))

    def counts(self) -> dict[SourceStatus, int]:
        """Sources per status."""
        found = repository.counts(self._session)
        return {status: found.get(status, 0) for status in SourceStatus}

    def template_usage(self, template_ids: Collection[int]) -> dict[int, int]:
        """How many sources use each template; those without any are left out."""
        return repository.template_usage(self._session, template_ids) if template_ids else {}

    def config(self, source_id: int) -> SourceConfig | None:
        """What collectors need. None for an unknown or deleted source."""
        return next(iter(self.configs([source_id])), None)

    def configs(self, ids: Collection[int]) -> list[SourceConfig]:
        rows = repository.by_ids(self._session, ids)
        return [config_of(row, self._settings) for row in rows if row.deleted_at is None]

    def reasons(self, sources: Sequence[SourceView], open_tasks: Mapping[int, str]) -> dict[int, Reason]:
        """Per source id, why it is not running (S8). `open_tasks`: source id → id of its unfinished window."""
        live = self._templates.by_ids({one.template_id for one in sources if one.template_id is not None})
        now = self._clock.now()
        found = {}
        for one in sources:
            template = live.get(one.template_id or 0)
            version = template.live_version if template else None
            found[one.id] = reason_of(one, now, open_task=open_tasks.get(one.id, ""), live_version=version)
        return found

    def _row(self, source_id: int, *, deleted: bool = False) -> CollectSource:
        row = repository.get(self._session, source_id)
        if row is None or (row.deleted_at is not None and not deleted):
            raise NotFound(f"there is no source {source_id}")
        return row


def view_of(row: CollectSource) -> SourceView:
    values = {name: getattr(row, name) for name in SourceView.__struct_fields__}
    return SourceView(**{**values, "labels": tuple(row.labels), "credential": view(row.credential)})
