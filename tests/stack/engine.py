"""Docker compose, where packages cannot be installed: `compose.yml` holds the same servers, each on ports of ours."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

FILE = Path(__file__).with_name("compose.yml")
LOOK_S, START_S = 20.0, 900.0


def is_there() -> bool:
    """Whether `docker compose` is installed and its engine answers."""
    try:
        return all(_run(["docker", *words], LOOK_S, {}).returncode == 0 for words in (["compose", "version"], ["info"]))
    except (OSError, subprocess.TimeoutExpired):
        return False


class Project:
    """One server under a project name of its own, so that several test processes do not meet. `ports` are the file's variables."""

    def __init__(self, service: str, ports: Mapping[str, int]) -> None:
        self._service = service
        self._name = f"catchment-tests-{service}-{os.getpid()}"
        self._ports = {name: str(port) for name, port in ports.items()}

    def start(self) -> None:
        """Builds or fetches the image at first. Returns when the health check is content. Raises RuntimeError with the engine's words."""
        self._compose("up", "--detach", "--wait", self._service)

    def stop(self) -> None:
        self._compose("stop", "--timeout", "60", self._service)

    def kill(self) -> None:
        self._compose("kill", self._service)

    def restart(self) -> None:
        self._compose("restart", "--timeout", "60", self._service)
        self.start()

    def remove(self) -> None:
        """Container, network and data."""
        self._compose("down", "--volumes", "--timeout", "1")

    def _compose(self, *words: str) -> None:
        command = ["docker", "compose", "--file", str(FILE), "--project-name", self._name, *words]
        done = _run(command, START_S, self._ports)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}:\n{(done.stdout + done.stderr)[-3000:]}")


def _run(command: Sequence[str], seconds: float, more: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **more}
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=environment, check=False)
