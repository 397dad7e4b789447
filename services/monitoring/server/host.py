"""Readings of the machine that the monitor runs on."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import psutil


@dataclass(frozen=True, slots=True)
class DiskUse:
    free: int
    total: int


class Host(Protocol):
    """Each reading raises OSError where the machine does not tell."""

    name: str

    def cpu_share(self) -> float:
        """Busy share of all cores (0 to 1) since the call before; the first answer means nothing."""

    def memory_free_share(self) -> float:
        """Memory that can be had without swapping, as a share of all (0 to 1)."""

    def disk(self, folder: Path) -> DiskUse:
        """Of the volume that `folder` is, or would be, on; in bytes."""


class ThisHost:
    def __init__(self) -> None:
        self.name = socket.gethostname()

    def cpu_share(self) -> float:
        return psutil.cpu_percent(interval=None) / 100

    def memory_free_share(self) -> float:
        memory = psutil.virtual_memory()
        return memory.available / memory.total

    def disk(self, folder: Path) -> DiskUse:
        there = folder.resolve()
        while not there.exists() and there != there.parent:
            there = there.parent
        use = psutil.disk_usage(str(there))
        return DiskUse(use.free, use.total)
