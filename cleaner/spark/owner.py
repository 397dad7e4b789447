"""One job per checkpoint. Two would each take the other's offsets for their own."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

from kit.errors import ConfigError, Conflict

LOCK_NAME = "owner.lock"


def folder_of(checkpoint: str) -> Path | None:
    """The local folder that a checkpoint names, None for another file system."""
    parts = urlsplit(checkpoint)
    if parts.scheme in ("", "file"):
        return Path(unquote(parts.path) if parts.scheme else checkpoint).resolve()
    return None


@contextmanager
def local_owner(folder: Path) -> Iterator[None]:
    """Held while the block runs; the system gives it up when the process ends, however it ends. Raises Conflict or ConfigError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise ConfigError(f"--checkpoint: cannot use {folder}: {error.strerror}") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(handle, 200, 0).decode("utf-8", "replace")
            raise refusal(str(folder), holder) from error
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.uname().nodename}:{os.getpid()}".encode(), 0)
        yield
    finally:
        os.close(handle)


def refusal(checkpoint: str, holder: str) -> Conflict:
    return Conflict(
        f"the checkpoint {checkpoint} belongs to a running job ({holder or 'unknown'}): stop that one, or give this one --checkpoint "
        "of its own",
        existing=holder,
    )
