"""Works operations on many sources off, beside the requests: whoever asked for one may close the page."""

from __future__ import annotations

import threading
from typing import Final

from console.state import Console
from console.work import Work
from kit import logs
from kit.errors import CatchmentError

LOOK_SECONDS: Final = 0.5
REST_SECONDS: Final = 5.0
log = logs.get(__name__)


def run(console: Console, worker: str, stop: threading.Event) -> None:
    """Until `stop` is set. Several consoles share the work; each operation has one worker at a time."""
    rest = 0.0
    while not stop.wait(rest):
        try:
            rest = 0.0 if work_off(console, worker) else LOOK_SECONDS
        except CatchmentError as error:
            log.warning("operations_waiting", error=str(error), code=error.code)
            rest = REST_SECONDS


def work_off(console: Console, worker: str) -> bool:
    """One batch of each operation that has something to do; whether there is more."""
    with console.database.session(read_only=True) as session:
        waiting = Work(console, session).operation_work.open()
    more = [_batch(console, operation_id, worker) for operation_id in waiting]
    return any(more)


def _batch(console: Console, operation_id: int, worker: str) -> bool:
    try:
        with console.database.session() as session:
            return Work(console, session).operation_work.advance(operation_id, worker)
    except CatchmentError:
        raise
    except Exception as error:
        log.exception("operation_given_up", operation=operation_id, error=type(error).__name__)
        with console.database.session() as session:
            Work(console, session).operation_work.give_up(operation_id)
        return False
