"""The processes of one product, started through `tests.faults.role` and started again at once when they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import psutil

from tests.shared_data import CHECKOUT

AGAIN_S = 0.2
LOOK_S = 0.05
STOP_S = 15.0


class Crew:
    """`members` maps name → role. Only the watching thread starts processes."""

    def __init__(self, members: Mapping[str, str], environments: Mapping[str, Mapping[str, str]], logs: Path) -> None:
        self.members = dict(members)
        self._environments = environments
        self._logs = logs
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._held: set[str] = set()
        self._lock = threading.RLock()
        self._ending = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="crew", daemon=True)
        self.starts = 0

    def start(self) -> None:
        self._logs.mkdir(parents=True, exist_ok=True)
        for name in self.members:
            self._launch(name)
        self._watcher.start()

    def stop(self) -> None:
        """SIGTERM to all, SIGKILL to what is left; stopped ones are woken first."""
        self._ending.set()
        self._watcher.join(STOP_S)
        for process in self._running.values():
            _signal(process, signal.SIGCONT)
            _signal(process, signal.SIGTERM)
        deadline = time.monotonic() + STOP_S
        for process in self._running.values():
            try:
                process.wait(max(deadline - time.monotonic(), 0.1))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def pid(self, name: str) -> int:
        """0 while it does not run."""
        with self._lock:
            process = self._running.get(name)
            return process.pid if process is not None and process.poll() is None else 0

    def signal(self, name: str, number: int) -> bool:
        """False when it does not run."""
        with self._lock:
            process = self._running.get(name)
            return process is not None and _signal(process, number)

    def hold(self, name: str) -> None:
        """Kills it and does not start it again until `release`."""
        with self._lock:
            self._held.add(name)
            self.signal(name, signal.SIGKILL)

    def release(self, name: str) -> None:
        with self._lock:
            self._held.discard(name)

    def wake_all(self) -> None:
        """Whatever was stopped goes on."""
        with self._lock:
            self._held.clear()
            for process in self._running.values():
                _signal(process, signal.SIGCONT)

    def memory(self) -> dict[str, int]:
        """Resident bytes by name, children included."""
        with self._lock:
            return {name: _memory(process.pid) for name, process in self._running.items() if process.poll() is None}

    def _watch(self) -> None:
        while not self._ending.wait(LOOK_S):
            with self._lock:
                ended = [name for name, process in self._running.items() if process.poll() is not None]
            if ended and self._ending.wait(AGAIN_S):
                return
            for name in ended:
                if name not in self._held:
                    self._launch(name)

    def _launch(self, name: str) -> None:
        command = [sys.executable, "-m", "tests.faults.role", self.members[name], name, str(os.getpid())]
        with (self._logs / f"{name}.log").open("ab") as output, self._lock:
            self.starts += 1
            self._running[name] = subprocess.Popen(
                command,
                cwd=CHECKOUT,
                env=dict(self._environments[name]),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )


def _signal(process: subprocess.Popen[bytes], number: int) -> bool:
    if process.poll() is not None:
        return False
    process.send_signal(number)
    return True


def _memory(pid: int) -> int:
    try:
        process = psutil.Process(pid)
        return sum(one.memory_info().rss for one in (process, *process.children(recursive=True)))
    except psutil.NoSuchProcess:
        return 0
