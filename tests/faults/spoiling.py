"""Disks: full ones, and files whose last record was never finished."""

from __future__ import annotations

import resource
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from pusher.client import record
from pusher.client.lock import FolderLock, try_lock
from tests.faults.proxy import Trouble
from tests.faults.rig import Rig

UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
COLLECTORS = ("collector-a", "collector-b")


def disk_full(rig: Rig, rng: Random) -> str:
    """No file of a collector may grow, its log included."""
    seconds, names = rng.uniform(1.0, 4.0), rng.choice((COLLECTORS, COLLECTORS[:1], COLLECTORS[1:]))
    for name in names:
        _limit(rig.crew.pid(name), (1, resource.RLIM_INFINITY))
    time.sleep(seconds)
    for name in names:
        unlimited(rig.crew.pid(name))
    return f"{' '.join(names)} {seconds:.1f} s"


def spool_full(rig: Rig, rng: Random) -> str:
    """The spool alone finds no room."""
    seconds = rng.uniform(1.0, 4.0)
    rig.traps.arm("spooling", "full")
    time.sleep(seconds)
    rig.traps.disarm("spooling")
    return f"{seconds:.1f} s"


def torn_record(rig: Rig, rng: Random) -> str:
    """A collector dies with work in its spool and in the middle of writing the next record."""
    name = rng.choice(COLLECTORS)
    rig.proxy.break_with(Trouble("hang"))
    time.sleep(rng.uniform(0.5, 1.5))
    rig.crew.hold(name)
    torn = 0
    for lock in _unused(rig.folder / "spool"):
        torn += _tear(lock.folder, rng)
        lock.release()
    rig.crew.release(name)
    rig.proxy.heal()
    return f"{name}, {torn} records"


def unlimited(pid: int) -> None:
    _limit(pid, UNLIMITED)


def _limit(pid: int, limit: tuple[int, int]) -> None:
    if pid:
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)


def _unused(base: Path) -> list[FolderLock]:
    time.sleep(0.1)
    return [lock for folder in sorted(base.glob("slot-*")) if (lock := try_lock(folder)) is not None]


def _tear(folder: Path, rng: Random) -> bool:
    segments = sorted(folder.glob("*.seg"))
    if not segments:
        return False
    whole = record.encode(rng.randbytes(rng.randint(20, 4000)))
    with segments[-1].open("ab") as file:
        file.write(whole[: rng.randint(1, len(whole) - 1)])
    return True
