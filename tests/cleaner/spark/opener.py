"""Ports for executors in tests: embedded archive, index and objects, Kafka as the log, no Redis; some with a fault."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from cleaner.local.ports import CleanerPorts
from kit.backends import Backends
from kit.clock import Clock, SystemClock
from kit.errors import BackendUnavailable
from kit.ports.archive import Row, Table
from kit.settings import Settings
from tests.cleaner.stage import NOW

PLAIN = f"{__name__}:plain"
SLOW = f"{__name__}:slow"
FLAKY = f"{__name__}:flaky"


class FixedDay(SystemClock):
    """Time passes, but it is always the same moment: the documents of the tests stay inside the window."""

    def now(self) -> datetime:
        return NOW


def plain(settings: Settings) -> tuple[CleanerPorts, Clock]:
    backends = Backends(settings, FixedDay())
    return CleanerPorts(backends.log, backends.archive, backends.index, backends.objects), backends.clock


class _Archive:
    def __init__(self, inner: Any, folder: Path) -> None:
        self._inner, self._folder = inner, folder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class _SlowArchive(_Archive):
    """Says in a file when pages are about to be written, and takes its time."""

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        if table == "page" and rows:
            with (self._folder / "writing").open("a") as file:
                file.write("x")
            time.sleep(1.0)
        self._inner.put(table, rows)


class _FlakyArchive(_Archive):
    """The first writes of each kind are lost on the way, one of them after its work."""

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        mark = self._folder / f"failed-{table}"
        if mark.exists() or not rows:
            self._inner.put(table, rows)
            return
        mark.touch()
        if table == "sight":
            self._inner.put(table, rows)
        raise BackendUnavailable(f"the archive lost {table}")


def slow(settings: Settings) -> tuple[CleanerPorts, Clock]:
    ports, clock = plain(settings)
    return replace(ports, archive=_SlowArchive(ports.archive, settings.data_dir)), clock


def flaky(settings: Settings) -> tuple[CleanerPorts, Clock]:
    ports, clock = plain(settings)
    return replace(ports, archive=_FlakyArchive(ports.archive, settings.data_dir)), clock
