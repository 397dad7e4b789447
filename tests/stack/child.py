"""A server as a child process: its log in a file, ready when its port answers, stopped for sure."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def port_answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1.0)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Child:
    """`command` runs in its own session in `folder`; everything it prints goes to `<name>.log` there."""

    def __init__(
        self, name: str, command: Sequence[str], folder: Path, *, environment: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                list(command),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_until(self, ready: Callable[[], bool], *, seconds: float) -> None:
        """Raises RuntimeError with the end of the log when the server dies or is not ready in time."""
        deadline = time.monotonic() + seconds
        while not ready():
            if self._process.poll() is not None:
                raise RuntimeError(f"{self.name} ended with {self._process.returncode}:\n{self.tail()}")
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} is not ready after {seconds:.0f} s:\n{self.tail()}")
            time.sleep(0.1)

    def tail(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-3000:]

    def kill(self) -> None:
        os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self, *, grace_s: float = 20.0) -> None:
        if self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=grace_s)
        except subprocess.TimeoutExpired:
            self.kill()
