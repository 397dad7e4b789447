"""What every role's process does: stop on signals, end with its parent, log."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from types import FrameType

from kit import logs
from kit.settings import Settings

_PR_SET_PDEATHSIG = 1


def prepare(settings: Settings, role: str, *, parent: int = 0) -> threading.Event:
    """Sets up logging and returns the event that SIGTERM and SIGINT set. With `parent`, the process ends when that process does."""
    logs.setup(settings.log_level, settings.log_format, role=role)
    return on_signals(parent=parent)


def on_signals(*, parent: int = 0) -> threading.Event:
    """The event that SIGTERM, SIGINT and the end of `parent` set."""
    stop = threading.Event()

    def ask_to_stop(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, ask_to_stop)
    signal.signal(signal.SIGINT, ask_to_stop)
    if parent:
        _end_with(parent, stop)
    return stop


def _end_with(parent: int, stop: threading.Event) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it died before we asked
        stop.set()
