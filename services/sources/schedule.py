"""The scheduler's half of sources: what is due, when it runs next, what the end of a window means for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Row
from sqlalchemy.orm import Session

from kit.ports.cache import ConfigCache
from kit.settings import Settings
from services.audit.service import AuditService
from services.db import after_commit
from services.sources import repository
from services.sources.configs import config_of
from services.sources.cron import window_of
from services.sources.health import Health, after_end
from services.sources.models import CollectSource
from services.sources.planning import Cadence, Policy, following
from services.sources.revisit import revisit_of
from services.sources.schemas import DueSource, SourceStatus
from services.sources.spread import overdue, turn
from services.tasks.schemas import WindowEnd

ACTOR = "scheduler"
Key = TypeVar("Key", bound=Hashable)


class SourceSchedule:
    """Works in batches: sources that get the same values are written by one statement."""

    def __init__(self, session: Session, cache: ConfigCache, settings: Settings, audit: AuditService) -> None:
        self._session = session
        self._cache = cache
        self._settings = settings
        self._audit = audit
        self._policy = Policy.of(settings)

    def due(self, now: datetime, limit: int) -> list[DueSource]:
        """Up to `limit` sources whose time has come, the longest waiting first; probes of paused sources among them.

        Call `scheduled`, `held_back` or `spread` for each of them, else it stays due.
        """
        return [_due(row) for row in repository.due(self._session, now, limit)]

    def scheduled(self, sources: Iterable[DueSource], now: datetime) -> None:
        """These have a window now: sets when each comes due next. Windows missed since `due_at` are not made up for."""
        for (window, at), ids in _grouped(sources, lambda one: (one.window, self._next(one, now))).items():
            repository.set_scheduled(self._session, window, at, ids)

    def held_back(self, sources: Iterable[DueSource], now: datetime) -> None:
        """These still have an open window: the ones missed meanwhile collapse into one, which comes when the open one has ended."""
        for (due_at, at), ids in _grouped(sources, lambda one: (one.due_at, self._next(one, now))).items():
            repository.set_missed(self._session, due_at, at, ids)

    def spread(self, due: Sequence[DueSource], now: datetime) -> list[DueSource]:
        """Gives those of a batch that are overdue, if they are many, each its turn a little later (S5); answers the others."""
        longest = timedelta(seconds=self._settings.overdue_spread_seconds)
        later = {source.id: source for source in overdue(due, now)} if longest else {}
        turns = [
            {"id": one.id, "missed_at": one.due_at, "next_run_at": turn(one, now, longest)} for one in later.values()
        ]
        repository.set_turns(self._session, turns)
        return [source for source in due if source.id not in later]

    def record(self, ends: Sequence[WindowEnd]) -> list[int]:
        """Takes the ends of windows into their sources, in order. Answers the ids of sources that were paused by it."""
        rows = {row.id: row for row in repository.by_ids(self._session, {end.source_id for end in ends})}
        before = {source_id: _health(row) for source_id, row in rows.items()}
        after = dict(before)
        for end in ends:
            if end.source_id in rows and rows[end.source_id].deleted_at is None:
                cadence = _cadence(rows[end.source_id])
                after[end.source_id] = after_end(after[end.source_id], end, cadence, self._policy)
        changed = {source_id: health for source_id, health in after.items() if health != before[source_id]}
        repository.set_health(
            self._session, [{"id": source_id, **_columns(health)} for source_id, health in changed.items()]
        )
        paused = [source_id for source_id, health in changed.items() if health.status != before[source_id].status]
        for source_id in paused:
            self._announce_pause(rows[source_id], before[source_id], changed[source_id])
        return paused

    def _next(self, source: DueSource, now: datetime) -> datetime | None:
        if source.status != SourceStatus.ENABLED:
            return None
        seconds = source.revisit_s
        return following(
            Cadence(source.cron_expr, source.timezone, revisit_of(seconds > 0, seconds, seconds)),
            source.due_at,
            now,
            self._policy,
            throttled=source.throttled,
            not_before=source.not_before,
            revisit_s=seconds,
        )

    def _announce_pause(self, row: CollectSource, before: Health, after: Health) -> None:
        repository.update_version(self._session, row.id, row.version, {})
        old = {"status": before.status}
        new = {"status": after.status, "reason": after.status_reason, **after.status_params}
        self._audit.record(ACTOR, "pause", "source", row.id, old, new)
        config = config_of(row, self._settings)
        after_commit(self._session, lambda: self._cache.put_source(config))


def _due(row: Row[*tuple[Any, ...]]) -> DueSource:
    due_at = row.missed_at or row.next_run_at
    return DueSource(
        id=row.id,
        source_type=row.source_type,
        priority=row.priority,
        status=row.status,
        cron_expr=row.cron_expr,
        timezone=row.timezone,
        throttled=row.throttled_since is not None,
        not_before=row.not_before,
        due_at=due_at,
        window=_window(due_at, row.last_window),
        waited=row.missed_at is not None,
        revisit_s=_revisit_s(row),
    )


def _revisit_s(row: Row[*tuple[Any, ...]]) -> float:
    revisit = revisit_of(row.adaptive, row.revisit_min_s, row.revisit_max_s)
    if revisit is None or row.revisit_s is None:
        return 0.0
    return revisit.bounded(timedelta(seconds=row.revisit_s)).total_seconds()


def _window(due_at: datetime, last: datetime | None) -> datetime:
    """The minute that names the window: the one it came due in, or the next free one where a person asked for a second run in it."""
    minute = window_of(due_at)
    return minute if last is None or minute > last else last + timedelta(minutes=1)


def _grouped(sources: Iterable[DueSource], key: Callable[[DueSource], Key]) -> dict[Key, list[int]]:
    groups: dict[Key, list[int]] = defaultdict(list)
    for source in sources:
        groups[key(source)].append(source.id)
    return groups


def _health(row: CollectSource) -> Health:
    return Health(**{name: getattr(row, name) for name in repository.HEALTH})


def _columns(health: Health) -> dict[str, object]:
    return {name: getattr(health, name) for name in repository.HEALTH}


def _cadence(row: CollectSource) -> Cadence:
    return Cadence(row.cron_expr, row.timezone, revisit_of(row.adaptive, row.revisit_min_s, row.revisit_max_s))
