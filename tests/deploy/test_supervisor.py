"""With real child processes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from deploy.supervisor import Program, Supervisor
from kit.clock import SystemClock

SLEEPER = "import time; time.sleep(60)"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
)


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "condition not met in time"
        time.sleep(0.02)


def program(tmp_path: Path, name: str, code: str) -> Program:
    return Program(name, [sys.executable, "-c", code], tmp_path / f"{name}.log")


def test_a_killed_child_is_started_again_and_stop_ends_all(tmp_path: Path) -> None:
    supervisor, stop = Supervisor(SystemClock(), os.environ), threading.Event()
    supervisor.start(program(tmp_path, "a", SLEEPER))
    first = supervisor.running()["a"]
    watching = threading.Thread(target=supervisor.watch, args=(stop,))
    watching.start()
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: supervisor.running().get("a", first) != first)
    stop.set()
    watching.join()
    supervisor.stop()
    assert supervisor.running() == {}


def test_a_child_that_ignores_sigterm_is_killed_after_the_grace(tmp_path: Path) -> None:
    supervisor = Supervisor(SystemClock(), os.environ, grace_s=0.2)
    supervisor.start(program(tmp_path, "deaf", STUBBORN))
    wait_for(lambda: (tmp_path / "deaf.log").read_text() == "deaf\n")
    supervisor.stop()
    assert supervisor.running() == {}


def test_a_child_that_keeps_dying_is_restarted_with_growing_pauses(tmp_path: Path) -> None:
    supervisor, stop = Supervisor(SystemClock(), os.environ), threading.Event()
    supervisor.start(program(tmp_path, "fails", "print('up', flush=True); raise SystemExit(3)"))
    watching = threading.Thread(target=supervisor.watch, args=(stop,))
    watching.start()
    wait_for(lambda: (tmp_path / "fails.log").read_text().count("up") == 2)
    begun = time.monotonic()
    wait_for(lambda: (tmp_path / "fails.log").read_text().count("up") == 3)
    assert time.monotonic() - begun > 1.0
    stop.set()
    watching.join()
    supervisor.stop()
