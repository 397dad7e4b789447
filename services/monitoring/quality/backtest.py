"""What limits would have done to the days that are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from sqlalchemy.orm import Session

from kit.chunks import chunks
from services.monitoring.base import State
from services.monitoring.quality import judging, memory, series
from services.monitoring.quality.limits import Values, limits_of
from services.monitoring.quality.memory import Counts, LimitsOf
from services.monitoring.quality.series import Series

_ALARM = (State.WARN, State.DOWN)


def fired(session: Session, source_ids: Sequence[int], today: date, days: int, values: Values) -> int:
    """Alarms that would have begun within the last `days` days, today left out; whole days are judged, once each."""
    since = today - timedelta(days=days)
    first, total = since - timedelta(days=series.KEPT_DAYS), 0
    for some in chunks(source_ids, memory.CHUNK):
        counts = memory.counts_of(session, some, first, today - timedelta(days=1))
        for (source, _), lived in counts.items():
            total += _episodes(lived, since, limits_of(values, source))
    return total


def _episodes(lived: Mapping[date, Counts], since: date, limits: LimitsOf) -> int:
    known: dict[str, Series] = {}
    alarm, begun = False, 0
    for day in sorted(lived):
        number = day.toordinal()
        today = {name: (ok, seen) for name, ok, seen in memory.complete(lived[day], known)}
        before = {name: memory.ready_of(name, one, number) for name, one in known.items()}
        verdict = judging.judge(number, today, before, limits)
        bad = verdict.state in _ALARM
        begun += bad and not alarm and day >= since
        alarm = bad
        for name, (ok, seen) in today.items():
            known[name] = series.closed(known.get(name, Series()), number, ok, seen, verdict.found.get(name))
    return begun
