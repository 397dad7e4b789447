"""The real product as real processes: `catchment up` in a folder of its own, on free ports, stopped for sure."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
import psutil

from kit.backends import Backends
from kit.settings import SCHEMES, Settings, load
from tests.shared_data import CHECKOUT

READY_S = 90.0
STOP_S = 30.0
# Quick cadences, so that a test waits for the product and not for its pauses; nothing else differs from the defaults.
QUICK: dict[str, str] = {
    "CATCHMENT_ALLOW_PRIVATE": '["127.0.0.0/8"]',
    "CATCHMENT_DEFAULT_RATE": "0",
    "CATCHMENT_TICK_SECONDS": "0.2",
    "CATCHMENT_DUTY_SECONDS": "0.2",
    "CATCHMENT_LEASE_SECONDS": "3",
    "CATCHMENT_REAP_SECONDS": "1",
    "CATCHMENT_REAP_GRACE_SECONDS": "2",
    "CATCHMENT_LOCK_SECONDS": "6",
    "CATCHMENT_RENEW_SECONDS": "1.5",
    "CATCHMENT_TAKE_TIMEOUT_SECONDS": "1",
    "CATCHMENT_RETRY_DELAYS": "[1, 1, 1, 1]",
    "CATCHMENT_PUSH_WAIT_SECONDS": "2",
    "CATCHMENT_LOG_FORMAT": "json",
}


class Product:
    """Runs while it is entered. `backends` are the same stores, opened in this process to look at them and to configure."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        console, ingest = free_ports(2)
        self.environment = {
            **QUICK,
            **(environment or {}),
            "CATCHMENT_DATA_DIR": str(folder),
            "CATCHMENT_CONSOLE_PORT": str(console),
            "CATCHMENT_INGEST_PORT": str(ingest),
        }
        self._output = folder.parent / f"{folder.name}.up.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._known: list[psutil.Process] = []
        self.settings: Settings = _settings(self.environment)
        self.backends = Backends(self.settings)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.backends.close()
        self.stop()

    def start(self) -> None:
        """Starts everything and waits until console and ingest are ready. Raises AssertionError with the logs' ends otherwise."""
        command = [sys.executable, "-m", "deploy", "up", "--no-sample"]
        with self._output.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                cwd=CHECKOUT,
                env=environment_of(self.environment),
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            self.wait_until(self._ready, "console and ingest are ready", READY_S)
        except BaseException:
            self.stop()
            raise
        self._known += self.processes()

    def stop(self) -> None:
        """SIGTERM, then SIGKILL of every process of this product that is left."""
        if self._process is None:
            return
        everyone = [*self._known, *self.processes()]
        self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(STOP_S)
        _, alive = psutil.wait_procs(everyone, timeout=2)
        for process in alive:
            process.kill()
        self._process = None

    def root_pid(self) -> int:
        """The supervisor's process."""
        assert self._process is not None
        return self._process.pid

    def processes(self) -> list[psutil.Process]:
        """Every living descendant of the supervisor."""
        assert self._process is not None
        try:
            return psutil.Process(self._process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []

    def everyone(self) -> list[psutil.Process]:
        """The supervisor and all its descendants."""
        return [psutil.Process(self.root_pid()), *self.processes()]

    def cpu_seconds(self) -> dict[str, float]:
        """Processor time of each child of the supervisor with its own children so far, by role."""
        return {_name(child): _cpu(child) for child in psutil.Process(self.root_pid()).children()}

    def pid(self, role: str) -> int:
        """The process of a role that runs now. Raises AssertionError when there is none."""
        assert self._process is not None
        found = _role_pid(self._process.pid, role)
        assert found is not None, f"no {role} runs\n{self.logs()}"
        return found

    def kill(self, role: str, signal_number: int = signal.SIGKILL) -> int:
        """Sends a signal to the role's process alone; its pid. The supervisor starts another."""
        pid = self.pid(role)
        os.kill(pid, signal_number)
        return pid

    def wait_restarted(self, role: str, old_pid: int, timeout_s: float = 30.0) -> None:
        """Until another process of that role runs."""
        assert self._process is not None
        supervisor = self._process.pid
        self.wait_until(lambda: _role_pid(supervisor, role) not in (None, old_pid), f"{role} runs again", timeout_s)

    def wait_until(self, holds: Callable[[], object], what: str, timeout_s: float, every_s: float = 0.1) -> None:
        """Raises AssertionError with the ends of the logs when `holds()` is not true in time or the product has ended."""
        deadline = time.monotonic() + timeout_s
        while not holds():
            assert self._process is not None, f"stopped while waiting: {what}"
            assert self._process.poll() is None, f"catchment up ended while waiting: {what}\n{self.logs()}"
            assert time.monotonic() < deadline, f"not within {timeout_s:.0f} s: {what}\n{self.logs()}"
            time.sleep(every_s)

    def logs(self, lines: int = 12) -> str:
        """The last lines of each process's log."""
        files = [self._output, *sorted((self.folder / "logs").glob("*.log"))]
        return "\n".join(f"== {file.name}\n{_tail(file, lines)}" for file in files if file.is_file())

    def _ready(self) -> bool:
        ports = (self.settings.console_port, self.settings.ingest_port)
        return all(_answers(f"http://{self.settings.host}:{port}/readyz") for port in ports)


def _name(process: psutil.Process) -> str:
    words = process.cmdline()
    return words[3] if words[1:3] == ["-m", "deploy"] else process.name()


def _cpu(process: psutil.Process) -> float:
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(time.user + time.system for time in times)


def free_ports(count: int) -> list[int]:
    """Ports that nothing listens on now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(opened.getsockname()[1]) for opened in sockets]
    for opened in sockets:
        opened.close()
    return ports


def environment_of(ours: Mapping[str, str]) -> dict[str, str]:
    """This process's environment with these settings of Catchment and no others."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CATCHMENT_")}
    return {**kept, **ours}


def _settings(environment: Mapping[str, str]) -> Settings:
    """The settings that the processes will read, checked here first."""
    names = ("data_dir", "console_port", "ingest_port", *SCHEMES)
    given = {name: environment.get(f"CATCHMENT_{name.upper()}") for name in names}
    return load(**{name: value for name, value in given.items() if value is not None})


def _role_pid(supervisor: int, role: str) -> int | None:
    try:
        for child in psutil.Process(supervisor).children():
            if role in child.cmdline()[1:5] and child.status() != psutil.STATUS_ZOMBIE:
                return child.pid
    except psutil.NoSuchProcess:
        return None
    return None


def _answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=2.0, trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


def _tail(file: Path, lines: int) -> str:
    return "\n".join(line[:2000] for line in file.read_text(errors="replace").splitlines()[-lines:])
