"""The one owner of a checkpoint on a file system without locks: a file that is renewed while the job runs."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from cleaner.spark.owner import refusal
from kit import logs
from kit.clock import Clock, to_ms
from kit.errors import Conflict

LIFE_S = 60.0
RENEW_S = 15.0
LEASE_NAME = "owner.lease"
log = logs.get(__name__)


class LeaseFile(Protocol):
    """The lease as text: one holder, one moment."""

    def create(self, text: str) -> bool:
        """False where there is one already."""

    def read(self) -> str:
        """Empty where there is none."""

    def write(self, text: str) -> None: ...

    def remove(self) -> None: ...


class HadoopFile:
    """A file on whatever file system Hadoop's client knows: HDFS, S3A, GCS."""

    def __init__(self, spark: Any, checkpoint: str) -> None:
        java = spark._jvm
        self._path = java.org.apache.hadoop.fs.Path(checkpoint, LEASE_NAME)
        self._files = self._path.getFileSystem(spark._jsc.hadoopConfiguration())
        self._java = java

    def create(self, text: str) -> bool:
        if self._files.exists(self._path):
            return False
        self._put(text, overwrite=False)
        return True

    def read(self) -> str:
        if not self._files.exists(self._path):
            return ""
        stream = self._files.open(self._path)
        try:
            return bytes(stream.readAllBytes()).decode("utf-8", "replace")
        finally:
            stream.close()

    def write(self, text: str) -> None:
        self._put(text, overwrite=True)

    def remove(self) -> None:
        self._files.delete(self._path, False)

    def _put(self, text: str, *, overwrite: bool) -> None:
        stream = self._files.create(self._path, overwrite)
        stream.write(bytearray(text.encode()))
        stream.close()


@contextmanager
def lease(file: LeaseFile, checkpoint: str, clock: Clock, stop: threading.Event) -> Iterator[None]:
    """Held and renewed while the block runs. A lease that was not renewed for LIFE_S is taken over.

    Raises Conflict when another job holds it. Where it is lost meanwhile, `stop` is set: two owners do more harm than none.
    """
    me = f"{socket.gethostname()}:{os.getpid()}"
    _take(file, checkpoint, me, clock)
    done = threading.Event()
    keeper = threading.Thread(target=_keep, args=(file, me, clock, done, stop), name="checkpoint-lease", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        done.set()
        keeper.join(RENEW_S)
        if _holder(file.read()) == me:
            file.remove()


def _take(file: LeaseFile, checkpoint: str, me: str, clock: Clock) -> None:
    text = _text(me, clock)
    if file.create(text):
        return
    held = file.read()
    if to_ms(clock.now()) - _renewed_ms(held) < LIFE_S * 1000:
        raise refusal(checkpoint, _holder(held))
    log.warning("checkpoint_taken_over", checkpoint=checkpoint, of=_holder(held))
    file.write(text)


def _keep(file: LeaseFile, me: str, clock: Clock, done: threading.Event, stop: threading.Event) -> None:
    while not done.wait(RENEW_S):
        if not _renewed(lambda: _renew(file, me, clock)):
            stop.set()
            return


def _renew(file: LeaseFile, me: str, clock: Clock) -> None:
    holder = _holder(file.read())
    if holder != me:
        raise Conflict(f"the checkpoint was taken over by {holder}", existing=holder)
    file.write(_text(me, clock))


def _renewed(renew: Callable[[], None]) -> bool:
    try:
        renew()
    except Conflict as error:
        log.error("checkpoint_lost", error=str(error))
        return False
    except Exception as error:  # noqa: BLE001 -- the file system is away for a moment: the next turn tries again
        log.warning("checkpoint_lease_not_renewed", error=str(error))
    return True


def _text(me: str, clock: Clock) -> str:
    return f"{me} {to_ms(clock.now())}"


def _holder(text: str) -> str:
    return text.rpartition(" ")[0]


def _renewed_ms(text: str) -> int:
    moment = text.rpartition(" ")[2]
    return int(moment) if moment.isascii() and moment.isdigit() else 0
