"""One spool folder per process: the first free `slot-N` under a base folder, and what dead processes left beside it."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from kit.clock import Clock
from kit.settings import Settings
from pusher.client.lock import FolderLock, try_lock
from pusher.client.outbox import Outbox


def open_outbox(settings: Settings, clock: Clock, *, worker: str = "") -> Outbox:
    """An outbox in the first free slot of `data_dir/spool`; pages left in other slots that nobody uses are sent by it, too."""
    base = settings.data_dir / "spool"
    lock = _first_free(base)
    token = settings.ingest_token.get_secret_value()
    outbox = Outbox(lock.folder, settings.ingest_address(), token, settings, clock, lock=lock, worker=worker)
    for folder in sorted(base.glob("slot-*")):
        _adopt(outbox, folder)
    return outbox


def _first_free(base: Path) -> FolderLock:
    locks = (try_lock(base / f"slot-{number}") for number in count())
    return next(lock for lock in locks if lock is not None)


def _adopt(outbox: Outbox, folder: Path) -> None:
    lock = try_lock(folder)
    if lock is None:
        return
    try:
        outbox.adopt(folder)
    finally:
        lock.release()
