"""`python -m tests.faults.role ROLE NAME PARENT`: one role of the product as ever, with points to be caught at and a clock that can be shifted."""

from __future__ import annotations

import os
import sys
from datetime import datetime, timedelta
from pathlib import Path

from deploy.process import prepare
from deploy.roles import run_role
from kit.backends import Backends
from kit.clock import SystemClock
from kit.settings import load
from tests.faults.history import History
from tests.faults.hooks import install
from tests.faults.points import HOOKS
from tests.faults.sabotage import SABOTAGES, VARIABLE
from tests.faults.traps import Traps


class ShiftedClock(SystemClock):
    """The wall clock of a host whose time is wrong by the seconds written in `file`; its monotonic clock is right."""

    LOOK_S = 0.1

    def __init__(self, file: Path) -> None:
        self._file = file
        self._shift = timedelta()
        self._look_at = 0.0

    def now(self) -> datetime:
        if self.monotonic() >= self._look_at:
            self._look_at = self.monotonic() + self.LOOK_S
            self._shift = timedelta(seconds=_number(self._file))
        return super().now() + self._shift


def _number(file: Path) -> float:
    try:
        return float(file.read_text(encoding="ascii") or 0)
    except FileNotFoundError:
        return 0.0


def main(role: str, name: str, parent: int) -> None:
    settings = load()
    stop = prepare(settings, role, parent=parent)
    folder = settings.data_dir / "faults"
    if planted := os.environ.get(VARIABLE):
        SABOTAGES[planted]()
    install(HOOKS[role], Traps(folder / "traps"), History(folder / "history", name))
    run_role(role, Backends(settings, ShiftedClock(folder / f"clock-{name}")), stop)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
