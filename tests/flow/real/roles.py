"""The product on real servers: provisioned once, every role a process of its own that is started again when it ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import psutil

from tests.flow.product import Product, environment_of
from tests.shared_data import CHECKOUT

ROLES = ("ingest", "cleaner", "scheduler", "collector", "monitor", "console")
PROVISION_S = 120.0
READY_S = 120.0
STOP_S = 20.0
PAUSE_S = 1.0


class RealProduct(Product):
    """`deaths`: roles that ended although nobody asked them to, with their exit codes."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        super().__init__(folder, environment)
        self.deaths: list[tuple[str, int]] = []
        self._roles: dict[str, subprocess.Popen[bytes]] = {}
        self._keep_at = 0.0

    def start(self) -> None:
        """Provisions and starts every role; returns when console and ingest are ready."""
        (self.folder / "logs").mkdir(parents=True, exist_ok=True)
        self._provision()
        for role in ROLES:
            self.add(role)
        try:
            self.wait_until(self._ready, "console and ingest are ready", READY_S)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        running, self._roles = list(self._roles.values()), {}
        for process in running:
            process.terminate()
        deadline = time.monotonic() + STOP_S
        for process in running:
            _end(process, max(deadline - time.monotonic(), 0.1))

    def add(self, name: str) -> None:
        """Starts another process; its role is the name's part before a dash."""
        command = [sys.executable, "-m", "deploy", name.partition("-")[0], "--parent", str(os.getpid())]
        with (self.folder / "logs" / f"{name}.log").open("ab") as output:
            self._roles[name] = subprocess.Popen(
                command, cwd=CHECKOUT, env=environment_of(self.environment), stdout=output, stderr=output
            )

    def retire(self, name: str) -> None:
        """Stops a process in good order, for good."""
        process = self._roles.pop(name)
        process.terminate()
        _end(process, STOP_S)

    def kill(self, role: str, signal_number: int = 9) -> int:
        """Kills the process outright and starts another; the old one's pid."""
        old = self._roles.pop(role)
        old.send_signal(signal_number)
        old.wait(STOP_S)
        self.add(role)
        return old.pid

    def pid(self, role: str) -> int:
        return self._roles[role].pid

    def processes(self) -> list[psutil.Process]:
        return [psutil.Process(process.pid) for process in self._roles.values() if process.poll() is None]

    def wait_until(self, holds: Callable[[], object], what: str, timeout_s: float, every_s: float = 0.2) -> None:
        """Starts what has ended again while it waits. Raises AssertionError with the ends of the logs when it is not true in time."""
        deadline = time.monotonic() + timeout_s
        while not holds():
            assert time.monotonic() < deadline, f"not within {timeout_s:.0f} s: {what}\n{self.deaths}\n{self.logs()}"
            self._keep()
            time.sleep(every_s)

    def go_on(self, seconds: float) -> None:
        """Lets the product run for a while."""
        until = time.monotonic() + seconds
        self.wait_until(lambda: time.monotonic() >= until, "time has passed", seconds + 5)

    def _keep(self) -> None:
        if time.monotonic() < self._keep_at:
            return
        self._keep_at = time.monotonic() + PAUSE_S
        for name, process in list(self._roles.items()):
            code = process.poll()
            if code is not None:
                self.deaths.append((name, code))
                self.add(name)

    def _provision(self) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "deploy", "provision"],
            cwd=CHECKOUT,
            env=environment_of(self.environment),
            capture_output=True,
            text=True,
            timeout=PROVISION_S,
            check=False,
        )
        assert done.returncode == 0, f"catchment provision failed:\n{done.stdout}{done.stderr[-3000:]}"


def _end(process: subprocess.Popen[bytes], patience_s: float) -> None:
    try:
        process.wait(patience_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(STOP_S)
