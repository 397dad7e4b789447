"""The alerts' part of the monitor that leads: takes findings in, decides who is told, and sends in a thread of its own."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Final

import httpx

from kit import logs
from kit.clock import Clock
from kit.errors import CatchmentError
from kit.settings import Settings
from services.alerts import repository
from services.alerts.channels import Sender
from services.alerts.engine import Engine
from services.alerts.outbox import Outbox
from services.alerts.telling import Teller
from services.db import Database

log = logs.get(__name__)
SEND_PAUSE_S: Final = 0.5
# A monitor that has not stepped for so long may have lost its lease: another one sends.
IN_CHARGE_S: Final = 30.0
PING_S: Final = 60.0
PRUNE_S: Final = 3_600.0
KEPT_DAYS: Final = 92


class AlertDesk:
    """`step` from the monitor's thread while it leads; `close` at its end. The thread starts with the first step."""

    def __init__(self, database: Database, clock: Clock, settings: Settings, sender: Sender, worker: str) -> None:
        self._clock, self._database = clock, database
        self._engine = Engine(database, clock)
        self._teller = Teller(database, clock, settings.public_address())
        self._outbox = Outbox(database, clock, sender, worker)
        self._ping_url = settings.deadman_url.get_secret_value()
        self._stepped_at = self._ping_at = self._prune_at = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def step(self) -> None:
        """Raises BackendUnavailable when the database does not answer."""
        self._engine.take_in()
        self._teller.step()
        self._prune()
        self._stepped_at = self._clock.monotonic()
        if self._thread is None:
            self._thread = threading.Thread(target=self._send, name="alerts", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Waits for the notice that is being sent."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _send(self) -> None:
        while not self._stop.wait(SEND_PAUSE_S):
            if self._clock.monotonic() - self._stepped_at > IN_CHARGE_S:
                continue
            try:
                self._outbox.step()
            except CatchmentError as error:
                log.warning("outbox_waits", error=str(error))
            self._ping()

    def _ping(self) -> None:
        """Tells a service outside that alerts are looked after; when it hears nothing, it is that service that alarms."""
        now = self._clock.monotonic()
        if not self._ping_url or now < self._ping_at:
            return
        self._ping_at = now + PING_S
        try:
            httpx.get(self._ping_url, timeout=10, follow_redirects=False).raise_for_status()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            log.warning("deadman_not_pinged", error=type(error).__name__)

    def _prune(self) -> None:
        if self._clock.monotonic() < self._prune_at:
            return
        self._prune_at = self._clock.monotonic() + PRUNE_S
        with self._database.session() as session:
            repository.prune(session, self._clock.now() - timedelta(days=KEPT_DAYS), 5_000)
