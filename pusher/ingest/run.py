"""The ingest role: the API on its port until told to stop, and its heartbeat."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from kit import logs
from kit.clock import Clock, to_ms
from kit.errors import CatchmentError, ConfigError
from kit.settings import Settings
from pusher.ingest.api import create_app
from pusher.ingest.metrics import Metrics
from pusher.ingest.ports import IngestPorts

_BEAT_SECONDS = 5.0
log = logs.get(__name__)


class _Server(uvicorn.Server):
    """Leaves the signals to the process that runs the role."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def run(ports: IngestPorts, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    """Serves until `stop` is set, then lets requests in flight end. Raises ConfigError when the port is taken."""
    if not settings.ingest_token.get_secret_value():
        raise ConfigError("CATCHMENT_INGEST_TOKEN: ingest needs the token that collectors send")
    app = create_app(ports, settings, clock)
    listener = _listen(settings.host, settings.ingest_port)
    config = uvicorn.Config(
        app, log_config=None, access_log=False, timeout_keep_alive=75, timeout_graceful_shutdown=15, lifespan="off"
    )
    server = _Server(config)
    watcher = threading.Thread(
        target=_watch, args=(server, stop, ports, app.state.ingest.metrics, clock), name="ingest-watch", daemon=True
    )
    watcher.start()
    log.info("ingest_started", host=settings.host, port=settings.ingest_port)
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()
    log.info("ingest_stopped")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ConfigError(f"CATCHMENT_INGEST_PORT: cannot listen on {host}:{port}: {error.strerror}") from error
    return listener


def _watch(server: _Server, stop: threading.Event, ports: IngestPorts, metrics: Metrics, clock: Clock) -> None:
    progress = to_ms(clock.now())
    handled = -1
    while True:
        now = to_ms(clock.now())
        # An idle ingest has nothing to get on with; one that holds requests without ending any is stuck.
        if metrics.handled != handled or metrics.in_flight == 0:
            handled, progress = metrics.handled, now
        _beat(ports, handled, progress, now)
        if stop.wait(_BEAT_SECONDS):
            server.should_exit = True
            return


def _beat(ports: IngestPorts, handled: int, progress_ms: int, now_ms: int) -> None:
    if ports.heartbeats is None:
        return
    host, pid = socket.gethostname(), os.getpid()
    facts = {"progress_at": str(progress_ms), "pushes": str(handled), "host": host, "pid": str(pid)}
    try:
        ports.heartbeats.beat("ingest", f"{host}:{pid}", facts, now_ms=now_ms)
    except CatchmentError as error:
        log.warning("heartbeat_failed", error=str(error))
