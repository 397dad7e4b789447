"""The era of the queue, counted in the database: it grows each time that Redis may have lost its last changes.

A restart, the promotion of a replica and an emptied server are all noticed by this: the queue is not the one that the last era began on.
"""

from __future__ import annotations

from kit.clock import Clock
from kit.ports.queue import Era
from services.db import Database
from services.tasks import repository

NAME = "queue_era"


class EraBook:
    """A row of its own beside the leases: `holder` is the server process of the era, `fence` its number."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def number(self, seen: Era) -> int | None:
        """The era for the queue as `seen`: its own while nothing has changed, else one that no era had before. None: somebody else counts."""
        with self._database.session() as session:
            repository.add_lease(session, NAME, self._clock.now())
            row = repository.lease(session, NAME)
            assert row is not None
            server, number, beat = row
            if number and seen == Era(number, server, server):
                return number
            fresh = max(number, seen.number) + 1
            values = {"holder": seen.server, "fence": fresh, "renewed_at": self._clock.now()}
            won = repository.swap_lease(session, NAME, (number, beat), values)
        return fresh if won else None
