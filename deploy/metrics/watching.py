"""What only the monitor tells: the queue, the findings, the alerts, read when Prometheus asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client.core import GaugeMetricFamily

from deploy.metrics.beats import family
from deploy.metrics.names import Name
from kit import logs
from kit.clock import Clock, to_ms
from kit.errors import CatchmentError
from kit.ports.queue import TaskQueue
from services.alerts.figures import firing, notices_waiting
from services.db import Database
from services.monitoring.service import MonitoringService

log = logs.get(__name__)
Families = Iterator[GaugeMetricFamily]


class Watching:
    """A backend that does not answer costs its own figures, which are then missing and said to be."""

    def __init__(self, queue: Callable[[], TaskQueue], database: Callable[[], Database], clock: Clock) -> None:
        self._queue, self._database, self._clock = queue, database, clock

    def collect(self) -> Families:
        unreadable = family(Name.UNREADABLE)
        for backend, read in (("queue", self._tasks), ("database", self._found)):
            try:
                found = list(read())
            except CatchmentError as error:
                log.warning("figures_missing", backend=backend, error=str(error))
                unreadable.add_metric([backend], 1.0)
                continue
            unreadable.add_metric([backend], 0.0)
            yield from found
        yield unreadable

    def _tasks(self) -> Families:
        stats, now_ms = self._queue().stats(), to_ms(self._clock.now())
        waiting, oldest, tasks = (family(name) for name in (Name.WAITING, Name.OLDEST, Name.QUEUE))
        for lane in stats.lanes:
            waiting.add_metric([f"p{lane.priority}"], lane.waiting)
            oldest.add_metric([f"p{lane.priority}"], max(now_ms - lane.oldest_ms, 0) / 1000 if lane.oldest_ms else 0.0)
        for state in ("pending", "running", "delayed", "dead"):
            tasks.add_metric([state], getattr(stats, state))
        yield from (waiting, oldest, tasks)

    def _found(self) -> Families:
        checks, alerts, notices = (family(name) for name in (Name.CHECKS, Name.ALERTS, Name.NOTICES))
        with self._database().session(read_only=True) as session:
            for part in MonitoringService(session, self._clock).overview(limit=1).slices:
                for state, count in part.counts.items():
                    checks.add_metric([str(part.slice), str(state)], count)
            for severity, count in firing(session).items():
                alerts.add_metric([severity], count)
            notices.add_metric([], notices_waiting(session))
        yield from (checks, alerts, notices)
