"""Exclusive use of a folder for as long as a process lives."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from kit.errors import Conflict

_NAME = "lock"


class FolderLock:
    """Held until `release` or the end of the process. Raises Conflict when another holds it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._fd = os.open(folder / _NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._fd)
            raise Conflict(f"spool folder {folder} is in use by another process", existing=str(folder)) from error

    def release(self) -> None:
        os.close(self._fd)


def try_lock(folder: Path) -> FolderLock | None:
    try:
        return FolderLock(folder)
    except Conflict:
        return None
