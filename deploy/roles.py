"""One function per role: builds its ports from the backends and runs it until `stop` is set. Imports are made on use, so that a
collector's host needs no console and a console's no parser pool."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from deploy import last_words
from deploy.secrets import with_secrets
from kit.backends import Backends
from kit.clock import Clock
from kit.errors import CatchmentError, ConfigError
from kit.settings import Settings

if TYPE_CHECKING:
    from cleaner.local.ports import CleanerPorts
    from cleaner.spark.options import SparkOptions
    from services.monitoring.ports import Duty

Role = Callable[[Backends, Settings, Clock, threading.Event], None]


def run_scheduler(backends: Backends, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    from scheduler.loop import run
    from scheduler.ports import SchedulerPorts

    ports = SchedulerPorts(backends.database, backends.queue, backends.config_cache, backends.heartbeats)
    run(ports, settings, clock, stop)


def run_collector(backends: Backends, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    from collector.loop.ports import Ports
    from collector.loop.run import run
    from pusher.client import open_outbox

    outbox = open_outbox(settings, clock)
    try:
        ports = Ports(
            backends.queue,
            backends.config_cache,
            backends.rates,
            backends.heartbeats,
            outbox,
            backends.notes,
            backends.rows,
            backends.trials,
        )
        run(ports, settings, clock, stop)
    finally:
        outbox.close(deadline_s=5.0)


def run_ingest(backends: Backends, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    from pusher.ingest import IngestPorts, run

    ports = IngestPorts(backends.queue, backends.marks, backends.log, backends.objects, backends.heartbeats)
    run(ports, settings, clock, stop)


def run_cleaner(backends: Backends, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    from cleaner.local.run import run

    run(cleaner_ports(backends), settings, clock, stop)


def spark_cleaner(options: SparkOptions) -> Role:
    """The cleaner's role on Spark instead of in one process."""

    def run_spark_cleaner(backends: Backends, settings: Settings, clock: Clock, stop: threading.Event) -> None:
        try:
            from cleaner.spark.job import run
        except ImportError as error:
            raise ConfigError(f"--engine spark: {error}; install catchment[spark]") from error
        run(cleaner_ports(backends), settings, clock, stop, options, f"{__name__}:{open_cleaner_ports.__name__}")

    return run_spark_cleaner


def cleaner_ports(backends: Backends) -> CleanerPorts:
    from cleaner.local.ports import CleanerPorts

    return CleanerPorts(
        backends.log, backends.archive, backends.index, backends.objects, backends.heartbeats, backends.config_cache
    )


def open_cleaner_ports(settings: Settings) -> tuple[CleanerPorts, Clock]:
    """Called by name on Spark's executors, once per process, whose end closes what it opened."""
    backends = Backends(settings)
    return cleaner_ports(backends), backends.clock


def run_monitor(backends: Backends, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    from deploy.asker import GuardedAsker
    from kit.ids import random_id
    from services.alerts.channels import AppriseSender
    from services.alerts.desk import AlertDesk
    from services.db import Database
    from services.monitoring.links.watch import LinkWatch
    from services.monitoring.run import MonitorPorts, run

    links = LinkWatch(Database(backends.database), clock, lambda: backends.index, GuardedAsker(settings, clock))
    alerts = AlertDesk(Database(backends.database), clock, settings, AppriseSender(settings), random_id())
    duties: tuple[Duty, ...] = (
        alerts,
        links,
        _structure(backends, settings, clock),
        *_trace_export(backends, settings, clock),
    )
    ports = MonitorPorts(
        backends.database, backends.queue, backends.log, backends.heartbeats, lambda: backends.index, duties
    )
    run(ports, settings, clock, stop)


def _structure(backends: Backends, settings: Settings, clock: Clock) -> Duty:
    from deploy.rereader import PoolReader
    from services.db import Database
    from services.structure.desk import StructureDesk

    return StructureDesk(
        Database(backends.database), clock, backends.config_cache, backends.log, backends.objects,
        lambda: PoolReader(settings, backends.objects),
    )  # fmt: skip


def _trace_export(backends: Backends, settings: Settings, clock: Clock) -> tuple[Duty, ...]:
    if not settings.otlp_url:
        return ()
    from deploy.otlp import OtlpSender
    from services.monitoring.traces.export import TraceExport

    return (TraceExport(backends.log, OtlpSender(settings), clock),)


def run_console(backends: Backends, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    from console.run import run
    from console.state import ConsolePorts

    ports = ConsolePorts(
        database=backends.database,
        queue=backends.queue,
        cache=backends.config_cache,
        index=backends.index,
        archive=backends.archive,
        objects=backends.objects,
        heartbeats=backends.heartbeats,
        trials=backends.trials,
    )
    run(ports, settings, clock, stop)


ROLES: dict[str, Role] = {
    "ingest": run_ingest,
    "cleaner": run_cleaner,
    "scheduler": run_scheduler,
    "collector": run_collector,
    "monitor": run_monitor,
    "console": run_console,
}


def run_role(name: str, backends: Backends, stop: threading.Event, role: Role | None = None) -> None:
    """Runs one role (`role` in place of the usual one) to its end and closes the backends. Raises what ended it."""
    from deploy.metrics.listener import listening

    settings = with_secrets(backends.settings)
    try:
        with listening(name, backends, settings):
            (role or ROLES[name])(backends, settings, backends.clock, stop)
    except CatchmentError as error:
        last_words.say(name, backends, error)
        raise
    finally:
        backends.close()
