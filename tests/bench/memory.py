"""Peak memory of a process and all its descendants, sampled beside the run."""

from __future__ import annotations

import threading
from types import TracebackType

import psutil

EVERY_S = 0.5


class PeakMemory:
    """Samples while it is entered; `megabytes` is the peak of the sum of PSS (memory shared by several counts once)."""

    def __init__(self, pids: list[int]) -> None:
        self._pids = pids
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory", daemon=True)
        self.megabytes = 0.0

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(EVERY_S):
            self.megabytes = max(self.megabytes, sum(map(_tree_bytes, self._pids)) / 1e6)


def _tree_bytes(pid: int) -> int:
    try:
        root = psutil.Process(pid)
        return sum(_bytes(process) for process in [root, *root.children(recursive=True)])
    except psutil.NoSuchProcess:
        return 0


def _bytes(process: psutil.Process) -> int:
    try:
        return int(process.memory_full_info().pss)
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return 0
