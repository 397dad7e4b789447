"""Notices that Redis may have gone back in time, and puts the queue in order before anybody takes from it again."""

from __future__ import annotations

from kit import logs
from kit.ports.queue import Era
from scheduler.context import Context
from services.tasks.era import EraBook

log = logs.get(__name__)


def keep(context: Context) -> bool:
    """Begins the next era where the queue is not the one that the last era began on; whether it did.

    A restarted server, a promoted replica and an emptied one may each lack the last changes. The first two refuse all claims until then.
    """
    known, seen = context.era, context.queue.era()
    if seen == Era(known.number, known.server, known.server) and known.number:
        return False
    number = EraBook(context.database, context.clock).number(seen)
    if number is None:
        return False
    begun = (number, seen.server) != (seen.number, seen.began)
    if begun and not context.queue.begin_era(number, now_ms=context.now_ms()):
        return False
    known.number, known.server = number, seen.server
    if begun:
        log.warning("queue_era_begun", era=number, before=seen.number)
    return begun
