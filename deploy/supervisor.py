"""Runs child processes: starts them in order, restarts what dies with a growing pause, stops them in reverse order."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kit import logs
from kit.clock import Clock

log = logs.get(__name__)
FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 30.0
STEADY_S = 10.0


@dataclass(frozen=True, slots=True)
class Program:
    """One child: its name, command line and extra environment. Its output goes to `log_file`."""

    name: str
    command: Sequence[str]
    log_file: Path
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Child:
    program: Program
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE_S
    start_at: float = 0.0
    restarts: int = 0


class Supervisor:
    """Not thread-safe: one thread calls `start`, then `watch` until it returns, then `stop`."""

    def __init__(self, clock: Clock, environment: Mapping[str, str], *, grace_s: float = 15.0) -> None:
        self._clock = clock
        self._environment = dict(environment)
        self._grace = grace_s
        self._children: list[_Child] = []

    def start(self, program: Program) -> None:
        child = _Child(program)
        self._children.append(child)
        self._launch(child)

    def watch(self, stop: threading.Event, *, every_s: float = 0.2) -> None:
        """Keeps the children alive until `stop` is set."""
        while not stop.wait(every_s):
            for child in self._children:
                self._look_after(child)

    def running(self) -> dict[str, int]:
        """Process id by name of each child that lives now."""
        return {c.program.name: c.process.pid for c in self._children if c.process and c.process.poll() is None}

    def stop(self) -> None:
        """SIGTERM to all, the last started first; SIGKILL to what is still there after the grace."""
        alive = [child.process for child in reversed(self._children) if child.process and child.process.poll() is None]
        for process in alive:
            process.terminate()
        deadline = self._clock.monotonic() + self._grace
        for process in alive:
            self._wait(process, deadline)

    def _look_after(self, child: _Child) -> None:
        now = self._clock.monotonic()
        if child.process is not None and child.process.poll() is not None:
            self._plan_restart(child, now)
        if child.process is None and now >= child.start_at:
            child.restarts += 1
            self._launch(child)

    def _plan_restart(self, child: _Child, now: float) -> None:
        assert child.process is not None
        steady = now - child.started > STEADY_S
        child.pause = FIRST_PAUSE_S if steady else min(child.pause * 2, LONGEST_PAUSE_S)
        log.warning("child_ended", child=child.program.name, code=child.process.returncode, restart_in_s=child.pause)
        child.process = None
        child.start_at = now + child.pause

    def _launch(self, child: _Child) -> None:
        program = child.program
        program.log_file.parent.mkdir(parents=True, exist_ok=True)
        with program.log_file.open("ab") as output:
            child.process = subprocess.Popen(
                list(program.command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**self._environment, **program.environment},
                start_new_session=True,
            )
        child.started = self._clock.monotonic()
        log.info("child_started", child=program.name, pid=child.process.pid)

    def _wait(self, process: subprocess.Popen[bytes], deadline: float) -> None:
        try:
            process.wait(timeout=max(deadline - self._clock.monotonic(), 0.01))
        except subprocess.TimeoutExpired:
            log.warning("child_killed", pid=process.pid, after_s=self._grace)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
