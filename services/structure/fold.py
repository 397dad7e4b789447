"""Takes in what collectors and cleaners tell of structure: each event once, in the transaction that notes how far the log was read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy.orm import Session

from services.monitoring.observed import Seen
from services.structure import cases, families, repository, repository_held
from services.structure.models import StructureSite
from services.structure.schemas import CaseStatus
from services.templates.live import live_numbers

BLOCKING = frozenset({"review", "missing"})
PAUSE_SHARE = 0.05
PAUSE_PAGES = 2
DAYS_KEPT = 30
CASES_KEPT_DAYS = 180


class StructureWatch:
    """A projection of events: families, cases, quarantine, and the pause of a site."""

    def fold(self, session: Session, events: Sequence[Seen]) -> None:
        sources: dict[int, list[Seen]] = defaultdict(list)
        for seen in events:
            if seen.event.stage in ("judged", "quarantined") or seen.event.numbers.get("judged"):
                sources[seen.source_id].append(seen)
        named = {found[0] for some in sources.values() for seen in some if (found := _template(seen))}
        live = live_numbers(session, named)
        for source_id in sorted(sources):
            _Source(session, source_id, live).take(sources[source_id])

    def prune(self, session: Session, today: date, limit: int) -> int:
        repository.delete_days(session, today - timedelta(days=DAYS_KEPT))
        before = datetime.combine(today - timedelta(days=CASES_KEPT_DAYS), time(), UTC)
        return repository.delete_cases(session, before, (CaseStatus.CONFIRMED, CaseStatus.FIXED))


class _Source:
    """One source's events of one batch."""

    def __init__(self, session: Session, source_id: int, live: dict[int, int]) -> None:
        self._session, self._source_id, self._live = session, source_id, live
        self._blocked: dict[date, int] = defaultdict(int)
        self._twice = False

    def take(self, events: Sequence[Seen]) -> None:
        site = self._site(events[-1].at)
        told = [seen for seen in events if seen.event.stage == "judged"]
        changed = self._learn([seen for seen in told if seen.event.fields.get("verdict") not in BLOCKING])
        for seen in told:
            if seen.event.fields.get("verdict") in BLOCKING:
                changed |= cases.stands_out(self._session, self._source_id, seen)
                self._blocked[seen.day] += 1
        for seen in events:
            if seen.event.stage == "quarantined":
                changed |= self._held(seen, paused=site.paused)
        self._count(events)
        changed |= self._pause(site, events[-1])
        if changed:
            site.version, site.changed_at = site.version + 1, max(site.changed_at, events[-1].at)

    def _site(self, at: datetime) -> StructureSite:
        row = repository.site(self._session, self._source_id)
        if row is None:
            row = StructureSite(
                source_id=self._source_id, version=1, changed_at=at, paused=False, paused_at=None, paused_why=""
            )
            repository.add(self._session, row)
        return row

    def _learn(self, told: Sequence[Seen]) -> bool:
        grouped: dict[str, list[Seen]] = defaultdict(list)
        for seen in told:
            if (family := seen.event.fields.get("family")) and seen.event.fields.get("verdict") != "incomplete":
                grouped[family].append(seen)
        learnt = [
            families.learn(self._session, self._source_id, name, grouped[name], self._live) for name in sorted(grouped)
        ]
        return any(learnt)

    def _held(self, seen: Seen, *, paused: bool) -> bool:
        row, opened = cases.held(self._session, self._source_id, seen, paused=paused)
        if row is not None and row.verdict == "review" and row.case_id:
            self._twice |= repository_held.of_page(self._session, self._source_id, row.page, row.case_id, row.held_key)
        return opened

    def _count(self, events: Sequence[Seen]) -> None:
        judged: dict[date, int] = defaultdict(int)
        for seen in events:
            if seen.event.stage == "extracted":
                judged[seen.day] += 1
        for day in sorted({*judged, *self._blocked}):
            repository.count(self._session, day, self._source_id, judged[day], self._blocked[day])

    def _pause(self, site: StructureSite, last: Seen) -> bool:
        """Where pages stand out that nobody has settled yet: too many in a day, or one twice running."""
        if site.paused or not (self._blocked or self._twice):
            return False
        if not repository.unsettled(self._session, [self._source_id]):
            return False
        judged, blocked = repository.daily(self._session, last.day, self._source_id)
        if self._twice:
            why = "a page stood out twice running"
        elif blocked >= PAUSE_PAGES and blocked > PAUSE_SHARE * judged:
            why = f"{blocked} of {judged} pages of the day stand out"
        else:
            return False
        site.paused, site.paused_at, site.paused_why = True, last.at, why
        return True


def _template(seen: Seen) -> tuple[int, int] | None:
    return families.template_of(seen.event.template_version)
