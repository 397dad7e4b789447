"""The product under faults: its real roles, two collectors and two schedulers of them, a Redis and a proxy that can be broken."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

from deploy.first_run import prepare_data
from kit.adapters.embedded.redis_server import RedisServer
from tests.faults.crew import Crew
from tests.faults.proxy import FaultProxy
from tests.faults.sabotage import VARIABLE
from tests.faults.traps import Traps
from tests.flow.product import Product
from tests.flow.product import _answers as answers
from tests.flow.site import ReplaySite

HOSTS = 240
READY_S = 90.0
MEMBERS = {
    "ingest": "ingest",
    "cleaner": "cleaner",
    "scheduler-a": "scheduler",
    "scheduler-b": "scheduler",
    "collector-a": "collector",
    "collector-b": "collector",
}
# Short pauses everywhere, so that a run takes seconds.
SHORT: dict[str, str] = {
    "CATCHMENT_LOCK_SECONDS": "4",
    "CATCHMENT_RENEW_SECONDS": "1.2",
    "CATCHMENT_REAP_SECONDS": "0.7",
    "CATCHMENT_REAP_GRACE_SECONDS": "1.5",
    "CATCHMENT_LEASE_SECONDS": "2",
    "CATCHMENT_RETRY_DELAYS": "[0.5, 0.5, 0.5, 0.5, 0.5, 0.5]",
    "CATCHMENT_PUSH_WAIT_SECONDS": "1.5",
    "CATCHMENT_APPEND_SECONDS": "2",
    "CATCHMENT_COLLECTOR_CONCURRENCY": "8",
    "CATCHMENT_PARSE_PROCESSES": "1",
    # Shorter than Redis is stopped for.
    "CATCHMENT_REDIS_TIMEOUT_SECONDS": "1.5",
    "CATCHMENT_TAKE_TIMEOUT_SECONDS": "0.5",
    "CATCHMENT_ROBOTS": "false",
}


class Rig(Product):
    """As `Product`, without console and monitors, in processes that can be caught at named points."""

    def __init__(self, folder: Path, sabotage: str = "") -> None:
        """`sabotage` plants a bug of `tests.faults.sabotage`."""
        super().__init__(folder, SHORT)
        self._sabotage = {VARIABLE: sabotage} if sabotage else {}
        faults = folder / "faults"
        self.history = faults / "history"
        self.traps = Traps(faults / "traps")
        self.proxy = FaultProxy(self.settings.ingest_port)
        self.redis = RedisServer()
        # Two faults at once may not start two servers.
        self.redis_at_work = threading.Lock()
        self.site = ReplaySite(HOSTS)
        self.hosts_used = 0
        self.urls: list[str] = []
        # From when to when Redis lost what it had been told.
        self.forgotten: list[tuple[float, float]] = []
        self.crew = Crew(MEMBERS, {name: self._environment_of(name) for name in MEMBERS}, folder / "logs")
        self._entered = False

    def __enter__(self) -> Rig:
        self.start()
        return self

    def start(self) -> None:
        self.redis.start(self.folder)
        prepare_data(self.backends, None)
        self.proxy.__enter__()
        self.site.__enter__()
        self._entered = True
        self.crew.start()
        self.wait_until(self.all_alive, "every role runs", READY_S)

    def stop(self) -> None:
        if not self._entered:
            return
        self._entered = False
        self.crew.stop()
        self.site.__exit__(None, None, None)
        self.proxy.__exit__(None, None, None)
        self.redis.stop()

    def wait_until(self, holds: Callable[[], object], what: str, timeout_s: float, every_s: float = 0.1) -> None:
        """Raises TimeoutError."""
        deadline = time.monotonic() + timeout_s
        while not holds():
            if time.monotonic() > deadline:
                raise TimeoutError(f"not within {timeout_s:.0f} s: {what}")
            time.sleep(every_s)

    def all_alive(self) -> bool:
        """Whether each process that runs now has said that it works."""
        pids = {str(self.crew.pid(name)) for name in MEMBERS}
        return pids <= {beat.get("pid", "") for beat in self.backends.heartbeats.all(now_ms=0)}

    def ingest_ready(self) -> bool:
        return answers(f"http://{self.settings.host}:{self.settings.ingest_port}/readyz")

    def shift_clock(self, name: str, seconds: float) -> None:
        """The host of a process has the wrong time from now on."""
        file = self.folder / "faults" / f"clock-{name}"
        fresh = file.with_suffix(".new")
        fresh.write_text(str(seconds), encoding="ascii")
        fresh.rename(file)

    def keep(self, target: Path) -> None:
        """Copies logs, history and databases of a failed run aside."""
        shutil.copytree(self.folder, target, ignore=shutil.ignore_patterns("*.sock"), dirs_exist_ok=True)

    def _environment_of(self, name: str) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("CATCHMENT_")}
        return {
            **kept,
            **self.environment,
            **self._sabotage,
            "CATCHMENT_INGEST_URL": f"http://127.0.0.1:{self.proxy.port}",
        }
