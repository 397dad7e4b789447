"""The command line around it: settings, signals, and what is printed."""

from __future__ import annotations

import asyncio
import signal
import threading
from functools import partial

from deploy.reclean import report as reports
from deploy.reclean.plan import Plan, Wish, moment
from deploy.reclean.run import Reclean
from deploy.services import transaction
from kit.backends import Backends
from kit.errors import InvalidInput
from kit.settings import load


def reclean(*, since: str, until: str, source: str, dry_run: bool, processes: int, as_json: bool) -> tuple[str, bool]:
    """What to print, and whether everything was done."""
    if source and not source.isdecimal():
        raise InvalidInput(f"--source {source[:40]!r}: expected the number of a source", field="source")
    wish = Wish(moment(since, "since"), moment(until, "until"), source)
    settings = load()
    backends = Backends(settings.model_copy(update={"parse_processes": processes}) if processes else settings)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    try:
        run = Reclean(backends, partial(transaction, backends), stop)
        if dry_run:
            found, done = asyncio.run(run.preview(wish)), not stop.is_set()
            rest = "" if done else "\nstopped: the counts are of a part"
        else:
            state = asyncio.run(run.apply(wish, Plan(settings.data_dir / "reclean")))
            found, done = state.report, state.done >= state.total
            rest = "" if done else f"\nstopped after {state.done} of {state.total} rows: the same command goes on"
    finally:
        backends.close()
    return (reports.as_json(found) if as_json else reports.as_text(found, dry_run=dry_run) + rest), done
