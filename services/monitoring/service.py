"""What the console and `catchment status` ask the monitors."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from sqlalchemy.orm import Session

from kit.clock import Clock, to_ms
from kit.ports.cache import Heartbeats
from services import paging
from services.monitoring import repository
from services.monitoring.base import WORST_FIRST, Slice, State, worst
from services.monitoring.collection import service as collection
from services.monitoring.collection.schemas import DayCount, DayLatency
from services.monitoring.events.schemas import Journey
from services.monitoring.events.trace import journey
from services.monitoring.models import CheckFlip, CheckRun, CheckState
from services.monitoring.quality import charts
from services.monitoring.quality import service as quality
from services.monitoring.quality.charts import Charts
from services.monitoring.quality.schemas import DayShare
from services.monitoring.schemas import FlipView, Overview, RoleView, RunView, SliceView, StateView
from services.monitoring.server import beats
from services.paging import Page


class MonitoringService:
    """Reads only."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def overview(self, *, limit: int = 20) -> Overview:
        """All slices with up to `limit` of their worst findings each, the alarming ones first and of these the oldest."""
        now = self._clock.now()
        runs, counts = repository.runs(self._session), repository.counts(self._session)
        fresh = {run.check_key: run.fresh_until for run in runs}
        slices = tuple(self._slice(part, runs, counts, fresh, now, limit) for part in Slice)
        return Overview(worst(one.state for one in slices), slices)

    def of_subject(self, subject_type: str, subject_id: str) -> tuple[StateView, ...]:
        """Every check's finding about one subject, e.g. ("source", "7")."""
        fresh = {run.check_key: run.fresh_until for run in repository.runs(self._session)}
        rows = repository.of_subject(self._session, subject_type, subject_id)
        return tuple(_state_view(row, fresh, self._clock.now()) for row in rows)

    def flips(
        self, subject_type: str = "", subject_id: str = "", *, limit: int = 50, after: str = ""
    ) -> Page[FlipView]:
        """Changes of state, newest first; of all subjects when none is named. `after` is the `next` of the page before."""
        last = paging.decode(after, [int])[0] if after else None
        size = paging.checked_limit(limit)
        rows = repository.flips(self._session, subject_type, subject_id, before_id=last, limit=size + 1)
        following = paging.encode([rows[size - 1].id]) if len(rows) > size else ""
        return Page(tuple(map(_flip_view, rows[:size])), following)

    def trace(self, asked: str) -> Journey:
        """The journey of a document by task id, URL or content hash. Raises InvalidInput for an empty text."""
        return journey(self._session, asked)

    def daily(self, since: date, until: date, source_id: int | None = None) -> tuple[DayCount, ...]:
        """Events per UTC day, stage and outcome, both days included; of one source or of all."""
        return collection.daily(self._session, since, until, source_id)

    def latency(self, since: date, until: date) -> tuple[DayLatency, ...]:
        """From due to searchable and to done, per UTC day, both days included."""
        return collection.latency(self._session, since, until)

    def quality(self, source_id: int, since: date, until: date) -> tuple[DayShare, ...]:
        """Shares of fields, flags and rejections per UTC day and template version of a source, both days included."""
        return quality.shares(self._session, [source_id], since, until)

    def extraction(self, source_id: int, since: date, until: date) -> Charts:
        """Scores, shares with where they are expected, and documents by severity, per UTC day, both days included."""
        return charts.of_source(self._session, source_id, since, until)

    def _slice(
        self, part: Slice, runs: list[CheckRun], counts: Mapping[tuple[str, str], int], fresh: Mapping[str, datetime],
        now: datetime, limit: int,
    ) -> SliceView:  # fmt: skip
        mine = tuple(_run_view(run, now) for run in runs if run.slice == part)
        found = {state: counts.get((part, state), 0) for state in State}
        shown: list[CheckState] = []
        for state in WORST_FIRST:
            if found[state] and len(shown) < limit and state is not State.OK:
                shown += repository.in_state(self._session, part, state, limit - len(shown))
        views = tuple(_state_view(row, fresh, now) for row in shown)
        return SliceView(part, _overall(found, mine), found, views, mine)


def roles(heartbeats: Heartbeats, clock: Clock) -> dict[str, RoleView]:
    """Every role that must be at work, and any other that beats."""
    now_ms = to_ms(clock.now())
    found = beats.read(heartbeats.all(now_ms=now_ms))
    names = dict.fromkeys([*beats.ROLES, *(beat.role for beat in found)])
    return {name: _role([beat for beat in found if beat.role == name], now_ms) for name in names}


def _role(found: list[beats.Beat], now_ms: int) -> RoleView:
    alive = [beat for beat in found if beat.alive(now_ms)]
    progress = max((beat.progress_at for beat in found), default=0)
    return RoleView(bool(alive), progress or None, len(alive))


def _overall(counts: Mapping[State, int], runs: tuple[RunView, ...]) -> State:
    """Single subjects without data are ordinary; a check that does not run is not, and neither is knowing nothing."""
    if counts[State.DOWN] or counts[State.WARN]:
        return State.DOWN if counts[State.DOWN] else State.WARN
    blind = any(run.stale or run.error for run in runs)
    return State.UNKNOWN if blind or not counts[State.OK] else State.OK


def _state_view(row: CheckState, fresh: Mapping[str, datetime], now: datetime) -> StateView:
    return StateView(
        row.check_key, Slice(row.slice), row.subject_type, row.subject_id, State(row.state), row.value, row.expected,
        row.evidence, row.since, row.checked_at, row.check_key not in fresh or fresh[row.check_key] < now,
    )  # fmt: skip


def _run_view(run: CheckRun, now: datetime) -> RunView:
    return RunView(
        run.check_key, Slice(run.slice), run.checked_at, run.elapsed_ms, run.findings, run.error, run.fresh_until < now
    )


def _flip_view(row: CheckFlip) -> FlipView:
    return FlipView(**{name: getattr(row, name) for name in FlipView.__struct_fields__})
