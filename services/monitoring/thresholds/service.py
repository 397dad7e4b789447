"""Setting thresholds: who, why, until when; each change is audited and stays in the list as history."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.errors import Conflict, InvalidInput, NotFound
from services.audit.service import AuditService
from services.monitoring.quality import backtest
from services.monitoring.thresholds import repository
from services.monitoring.thresholds.knobs import FIELDS, KNOBS
from services.monitoring.thresholds.models import CheckThreshold
from services.monitoring.thresholds.resolve import Row, Thresholds
from services.monitoring.thresholds.schemas import BackTest, Level, NewThreshold, ThresholdView
from services.sources.vitals import types

DAYS_MAX = 3650.0
TEXT_MAX = 200
TRIED_DAYS = 30
TRIED_SOURCES = 100


class ThresholdService:
    def __init__(self, session: Session, clock: Clock, audit: AuditService) -> None:
        self._session, self._clock, self._audit = session, clock, audit

    def entries(self, limit: int = 500) -> tuple[ThresholdView, ...]:
        """The newest first, what has ended included."""
        return tuple(map(self._view, repository.newest(self._session, limit)))

    def set(self, wanted: NewThreshold, *, actor: str) -> int:
        """Takes the place of the one that holds there, which ends. Raises InvalidInput with the field that is wrong."""
        self._check(wanted)
        now = self._clock.now()
        for row in repository.holding(self._session, now, wanted.check_key):
            if _same_place(row, wanted):
                row.ends_at, row.ended_by = now, actor[:64]
        row = self._row(wanted, actor)
        repository.add(self._session, row)
        self._audit.record(actor, "create", "threshold", row.id, {}, _facts(row))
        return row.id

    def end(self, threshold_id: int, *, actor: str) -> None:
        row = repository.get(self._session, threshold_id)
        if row is None:
            raise NotFound(f"there is no threshold {threshold_id}")
        now = self._clock.now()
        if row.ends_at is not None and row.ends_at <= now:
            raise Conflict("this threshold has ended already")
        row.ends_at, row.ended_by = now, actor[:64]
        self._audit.record(actor, "end", "threshold", row.id, _facts(row), {})

    def try_out(self, wanted: NewThreshold) -> BackTest:
        """What it would have done in the last 30 days; for thresholds of fields, whose days are kept. Raises InvalidInput."""
        self._check(wanted)
        if wanted.check_key != FIELDS:
            return BackTest(TRIED_DAYS)
        kinds, rows = types(self._session), repository.holding(self._session, self._clock.now(), FIELDS)
        sources = self._reached(wanted, kinds)
        present = Thresholds(FIELDS, rows, kinds)
        others: list[Row] = [row for row in rows if not _same_place(row, wanted)]
        changed = Thresholds(FIELDS, [*others, self._row(wanted, "")], kinds)
        today = self._clock.now().date()
        fired = [backtest.fired(self._session, sources, today, TRIED_DAYS, one) for one in (changed, present)]
        return BackTest(TRIED_DAYS, len(sources), *fired)

    def _reached(self, wanted: NewThreshold, kinds: dict[int, str]) -> list[int]:
        """Sources that it is for, TRIED_SOURCES of them at most: spread evenly, so that they are the same each time."""
        if wanted.level in (Level.SOURCE, Level.FIELD):
            return [wanted.source_id]
        found = sorted(ident for ident, kind in kinds.items() if wanted.level == Level.GLOBAL or kind == wanted.kind)
        return found[:: max(-(-len(found) // TRIED_SOURCES), 1)]

    def _check(self, wanted: NewThreshold) -> None:
        knob = KNOBS.get((wanted.check_key, wanted.name))
        if knob is None:
            raise InvalidInput("there is no such threshold", field="name")
        if not knob.least <= wanted.value <= knob.most:
            raise InvalidInput(f"must be from {knob.least:g} to {knob.most:g}", field="value")
        if wanted.level not in tuple(Level):
            raise InvalidInput("there is no such level", field="level")
        if wanted.level == Level.KIND and not wanted.kind:
            raise InvalidInput("name the kind of source", field="kind")
        if wanted.level in (Level.SOURCE, Level.FIELD) and not 0 < wanted.source_id < 2**63:
            raise InvalidInput("name the source by its number", field="source_id")
        if wanted.level == Level.FIELD and (not wanted.field or not knob.by_field):
            raise InvalidInput("name the field; not every threshold may differ by field", field="field")
        for name in ("owner", "reason"):
            if not getattr(wanted, name).strip() or len(getattr(wanted, name)) > TEXT_MAX:
                raise InvalidInput("say who answers for it and why", field=name)
        if wanted.days is not None and not 0 < wanted.days <= DAYS_MAX:
            raise InvalidInput(f"must be from 0 to {DAYS_MAX:g}", field="days")

    def _row(self, wanted: NewThreshold, actor: str) -> CheckThreshold:
        now, level = self._clock.now(), wanted.level
        return CheckThreshold(
            check_key=wanted.check_key, name=wanted.name, level=level, value=wanted.value,
            kind=wanted.kind[:16] if level == Level.KIND else "",
            source_id=wanted.source_id if level in (Level.SOURCE, Level.FIELD) else 0,
            field=wanted.field[:40] if level == Level.FIELD else "",
            owner=wanted.owner.strip()[:64], reason=wanted.reason.strip(), created_by=actor[:64], created_at=now,
            ends_at=None if wanted.days is None else now + timedelta(days=wanted.days), ended_by="",
        )  # fmt: skip

    def _view(self, row: CheckThreshold) -> ThresholdView:
        names = [name for name in ThresholdView.__struct_fields__ if name != "holds"]
        holds = row.ends_at is None or row.ends_at > self._clock.now()
        return ThresholdView(**{name: getattr(row, name) for name in names}, holds=holds)


def _same_place(row: CheckThreshold, wanted: NewThreshold) -> bool:
    level = wanted.level
    return (row.check_key, row.name, row.level) == (wanted.check_key, wanted.name, level) and (
        (level == Level.GLOBAL)
        or (level == Level.KIND and row.kind == wanted.kind)
        or (row.source_id == wanted.source_id and (level == Level.SOURCE or row.field == wanted.field))
    )


def _facts(row: CheckThreshold) -> dict[str, object]:
    names = ("check_key", "name", "level", "kind", "source_id", "field", "value", "owner", "reason", "ends_at")
    return {name: getattr(row, name) for name in names}
