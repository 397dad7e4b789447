"""The success of each extracted field now against the days before (requirement M5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Any, ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, State, worst
from services.monitoring.quality import detect
from services.monitoring.quality.detect import Verdict
from services.monitoring.quality.schemas import DayShare
from services.monitoring.quality.service import active_sources, shares

Days = Sequence[DayShare]


class FieldSuccess:
    """One finding per source and template version, with every conspicuous field in its evidence: a redesign hits several at once.

    Today is judged once it has SAMPLES pages; until then the days before it are added, to POOLED_DAYS at most. The baseline are the
    BASELINE_DAYS before those. Fewer than SAMPLES on either side: unknown.
    """

    key: ClassVar[str] = "quality.field_success"
    title: ClassVar[str] = "Success of extracted fields"
    slice: ClassVar[Slice] = Slice.QUALITY
    every_s: ClassVar[float] = 300.0
    SAMPLES: ClassVar[int] = 20
    POOLED_DAYS: ClassVar[int] = 3
    BASELINE_DAYS: ClassVar[int] = 10
    WARN_P: ClassVar[float] = 1e-3
    DOWN_P: ClassVar[float] = 1e-4
    DROP: ClassVar[float] = 0.1
    NEAR_ZERO: ClassVar[float] = 0.5

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        today = ctx.clock.now().date()
        recent = today - timedelta(days=self.POOLED_DAYS - 1)
        since = recent - timedelta(days=self.BASELINE_DAYS)
        with ctx.session() as session:
            rows = shares(session, active_sources(session, recent), since, today)
        for subject, fields in _grouped(row for row in rows if row.kind == "field").items():
            if any(day.day >= recent for days in fields.values() for day in days):
                yield self._judge(subject, fields, recent)

    def _judge(self, subject: str, fields: dict[str, Days], recent: date) -> Finding:
        found = {name: self._verdict(days, recent) for name, days in fields.items()}
        states = {name: self._state(verdict) for name, verdict in found.items() if verdict}
        if not states:
            return Finding("template", subject, State.UNKNOWN, None, f">= {self.SAMPLES} pages now and before")
        bad = {name: _shown(found[name], state) for name, state in states.items() if state is not State.OK}
        return Finding("template", subject, worst(states.values()), len(bad), "0 fields below their mean", bad)

    def _verdict(self, days: Days, recent: date) -> Verdict | None:
        now, first = self._pooled(days, recent)
        start = first - timedelta(days=self.BASELINE_DAYS)
        before = [(day.ok, day.seen) for day in days if start <= day.day < first]
        enough = now[1] >= self.SAMPLES and sum(seen for _, seen in before) >= self.SAMPLES
        return detect.judge(now, before) if enough else None

    def _pooled(self, days: Days, recent: date) -> tuple[tuple[int, int], date]:
        """(successes, trials) of the newest days that have SAMPLES together, and the first of these days."""
        ok, seen, first = 0, 0, recent
        for day in sorted(days, key=lambda one: one.day, reverse=True):
            if day.day < recent or seen >= self.SAMPLES:
                break
            ok, seen, first = ok + day.ok, seen + day.seen, day.day
        return (ok, seen), first

    def _state(self, verdict: Verdict) -> State:
        if verdict.drop < self.DROP or verdict.p >= self.WARN_P:
            return State.OK
        broken = verdict.p < self.DOWN_P and verdict.share < self.NEAR_ZERO * verdict.mean
        return State.DOWN if broken else State.WARN


def _grouped(rows: Iterable[DayShare]) -> dict[str, dict[str, Days]]:
    """Subject ("source/version", "source/-" without a template) → field → its days."""
    groups: dict[str, dict[str, list[DayShare]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        groups[f"{row.source_id}/{row.template_version or '-'}"][row.name].append(row)
    return {subject: dict(fields) for subject, fields in groups.items()}


def _shown(verdict: Verdict | None, state: State) -> dict[str, Any]:
    assert verdict is not None
    return {
        "state": state,
        "share": round(verdict.share, 3),
        "mean": round(verdict.mean, 3),
        "surprise": round(detect.surprise(verdict.p), 1),
    }
