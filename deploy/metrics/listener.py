"""A small HTTP listener beside each role, on an address of its own so that the console's users never see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Gauge, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from deploy.metrics.beats import RememberedBeats
from deploy.metrics.names import MEANING, Name
from deploy.metrics.watching import Watching
from kit import logs
from kit.backends import Backends
from kit.errors import ConfigError
from kit.settings import Settings
from services.db import Database

log = logs.get(__name__)
# Each role's distance from CATCHMENT_METRICS_PORT, so that all of them can live on one host.
OFFSETS = {"console": 0, "ingest": 1, "scheduler": 2, "collector": 3, "cleaner": 4, "monitor": 5}


@contextmanager
def listening(role: str, backends: Backends, settings: Settings) -> Iterator[None]:
    """Serves /metrics of this process while inside; nothing where no port is set. Raises ConfigError when the port is taken."""
    if not settings.metrics_port:
        yield
        return
    port = settings.metrics_port + OFFSETS.get(role, len(OFFSETS))
    try:
        server, thread = start_http_server(port, addr=settings.host, registry=_registry(role, backends))
    except OSError as error:
        raise ConfigError(f"CATCHMENT_METRICS_PORT: {settings.host}:{port} of {role}: {error.strerror}") from error
    log.info("metrics_listen", port=port)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)


def _registry(role: str, backends: Backends) -> CollectorRegistry:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    text, labels = MEANING[Name.UP]
    Gauge(str(Name.UP), text, labels, registry=registry).labels(role).set(1)
    beats = RememberedBeats(backends.heartbeats)
    # The roles take the port from where they always do.
    vars(backends)["heartbeats"] = beats
    registry.register(_as_collector(beats))
    if role == "monitor":
        watching = Watching(lambda: backends.queue, lambda: Database(backends.database), backends.clock)
        registry.register(_as_collector(watching))
    return registry


class _AsCollector(Collector):
    def __init__(self, source: RememberedBeats | Watching) -> None:
        self._source = source

    def collect(self) -> Iterable[Metric]:
        return self._source.collect()

    def describe(self) -> Iterable[Metric]:
        """Nothing: registering must not ask backends."""
        return ()


def _as_collector(source: RememberedBeats | Watching) -> Collector:
    return _AsCollector(source)
