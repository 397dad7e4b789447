"""The console role: serves pages until it is told to stop."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn

from console import operation_runner
from console.app import create_app
from console.state import ConsolePorts
from kit import logs
from kit.clock import Clock, to_ms
from kit.errors import CatchmentError, ConfigError
from kit.ports.cache import Heartbeats
from kit.settings import Settings

log = logs.get(__name__)
_GRACE_SECONDS = 5
_BEAT_SECONDS = 5.0


class _Server(uvicorn.Server):
    """Ends when the role's stop event is set; signals belong to whoever started the role."""

    def __init__(self, config: uvicorn.Config, stop: threading.Event) -> None:
        super().__init__(config)
        self._stop = stop

    async def on_tick(self, counter: int) -> bool:
        return self._stop.is_set() or await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


def run(ports: ConsolePorts, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    """Serves on settings.host:console_port until `stop` is set; requests under way get five seconds to end.

    Raises ConfigError when the address is in use or not ours.
    """
    app = create_app(ports, settings, clock)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    listening = _listen(settings.host, settings.console_port)
    beating = threading.Thread(target=_beat, args=(ports.heartbeats, clock, stop), name="console-beat", daemon=True)
    worker = f"{socket.gethostname()}:{os.getpid()}"
    working = threading.Thread(
        target=operation_runner.run, args=(app.state.console, worker, stop), name="console-operations"
    )
    beating.start()
    working.start()
    log.info("console_started", address=f"http://{settings.host}:{settings.console_port}")
    try:
        _Server(config, stop).run(sockets=[listening])
    finally:
        listening.close()
        # However the server ended, the role has ended with it.
        stop.set()
        working.join()
    log.info("console_stopped")


def _beat(heartbeats: Heartbeats, clock: Clock, stop: threading.Event) -> None:
    """Tells every few seconds that this process is here; waiting for people is what it is for, so that counts as progress."""
    worker = f"{socket.gethostname()}:{os.getpid()}"
    while True:
        now_ms = to_ms(clock.now())
        facts = {"progress_at": str(now_ms), "host": socket.gethostname(), "pid": str(os.getpid())}
        try:
            heartbeats.beat("console", worker, facts, now_ms=now_ms)
        except CatchmentError as error:
            log.warning("heartbeat_failed", error=str(error))
        if stop.wait(_BEAT_SECONDS):
            return


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=256
        )
    except OSError as error:
        raise ConfigError(
            f"CATCHMENT_CONSOLE_PORT: cannot listen on {host} port {port}: {error.strerror}; choose a free port"
        ) from error
