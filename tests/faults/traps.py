"""Traps at named points of the product's code: the n-th process step that passes an armed point is killed, stopped, or fails.

A trap is a file, so that any process can be caught whenever it was started; whoever removes the file is the one that is caught.
"""

from __future__ import annotations

import errno
import os
import signal
from collections import Counter
from pathlib import Path
from typing import Literal

Action = Literal["kill", "stop", "full"]


class Traps:
    """`folder` is shared by all processes of one run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._passed: Counter[str] = Counter()
        folder.mkdir(parents=True, exist_ok=True)

    def arm(self, point: str, action: Action, nth: int = 1) -> None:
        """The `nth` time that one process passes `point`, it is caught. `full` catches every one until it is disarmed."""
        fresh = self._folder / f".{point}"
        fresh.write_text(f"{action} {nth}", encoding="ascii")
        fresh.rename(self._folder / point)

    def armed(self, point: str) -> bool:
        return (self._folder / point).exists()

    def disarm(self, point: str) -> None:
        (self._folder / point).unlink(missing_ok=True)

    def passing(self, point: str) -> None:
        """Called by the product's processes. Raises OSError for `full`; does not return from `kill`."""
        try:
            action, nth = (self._folder / point).read_text(encoding="ascii").split()
        except FileNotFoundError:
            self._passed.pop(point, None)
            return
        if action == "full":
            raise OSError(errno.ENOSPC, "no space left on device")
        self._passed[point] += 1
        if self._passed[point] >= int(nth) and self._spring(point):
            os.kill(os.getpid(), signal.SIGKILL if action == "kill" else signal.SIGSTOP)

    def _spring(self, point: str) -> bool:
        try:
            (self._folder / point).unlink()
        except FileNotFoundError:
            return False
        return True
