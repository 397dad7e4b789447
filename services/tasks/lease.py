"""Who leads: one of several schedulers holds a lease in the database, with a fencing number (requirement S1).

A lease has lapsed when a candidate saw the same beat for the whole lease time on its own monotonic clock. No wall clock takes part, so a
host whose clock jumps or is wrong neither steals a lease nor keeps one.
"""

from __future__ import annotations

from kit.clock import Clock
from services.db import Database
from services.tasks import repository

HOLDER_MAX = 80


class LeaderLease:
    """`holder` must be unique per process. Renew well within `seconds`; stop leading as soon as `held` is false."""

    def __init__(self, database: Database, name: str, holder: str, clock: Clock, seconds: float) -> None:
        self._database = database
        self._name = name
        self._holder = holder[:HOLDER_MAX]
        self._clock = clock
        self._seconds = seconds
        self._seen: tuple[int, int] | None = None
        self._seen_at = 0.0
        self._until = 0.0
        self.fence = 0

    @property
    def held(self) -> bool:
        """Whether this process may act as the leader now, without asking the database."""
        return self.fence > 0 and self._clock.monotonic() < self._until

    def acquire(self) -> int | None:
        """The fencing number when this process leads now, else None. Numbers only grow. Renews a lease that is held already."""
        if self.held:
            return self.fence if self.renew() else None
        started = self._clock.monotonic()
        with self._database.session() as session:
            repository.add_lease(session, self._name, self._clock.now())
            row = repository.lease(session, self._name)
            assert row is not None
            holder, fence, beat = row
            if holder not in ("", self._holder) and not self._lapsed(fence, beat, started):
                return None
            values = {"holder": self._holder, "fence": fence + 1, "beat": 0, "renewed_at": self._clock.now()}
            won = repository.swap_lease(session, self._name, (fence, beat), values)
        if not won:
            return None
        self.fence, self._until, self._seen = fence + 1, started + self._seconds, (fence + 1, 0)
        return self.fence

    def renew(self) -> bool:
        """Prolongs the lease. False: it is lost, somebody else may lead."""
        started = self._clock.monotonic()
        if not self.held or self._seen is None:
            return self._lose()
        fence, beat = self._seen
        with self._database.session() as session:
            values = {"beat": beat + 1, "renewed_at": self._clock.now()}
            kept = repository.swap_lease(session, self._name, (fence, beat), values)
        if not kept:
            return self._lose()
        self._seen, self._until = (fence, beat + 1), started + self._seconds
        return True

    def release(self) -> None:
        """Lets another one lead at once."""
        if self.held and self._seen is not None:
            with self._database.session() as session:
                repository.swap_lease(session, self._name, self._seen, {"holder": "", "beat": self._seen[1] + 1})
        self._lose()

    def _lapsed(self, fence: int, beat: int, now: float) -> bool:
        if self._seen != (fence, beat):
            self._seen, self._seen_at = (fence, beat), now
        return now - self._seen_at >= self._seconds

    def _lose(self) -> bool:
        self.fence, self._until, self._seen = 0, 0.0, None
        return False
