"""Overdue work is spread instead of released at once (pure, requirement S5)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from services.sources.planning import Cadence
from services.sources.schemas import DueSource

# Later than this a source was not served in time: the scheduler, or what it depends on, was away.
OVERDUE: Final = timedelta(minutes=2)
# A handful of overdue sources is no burst.
FEW: Final = 20
LOWEST: Final = 9


def overdue(due: Sequence[DueSource], now: datetime) -> list[DueSource]:
    """Those of a batch that have to wait a little more, none when they are few. What has waited already runs now."""
    late = [source for source in due if not source.waited and now - source.due_at > OVERDUE]
    return late if len(late) > FEW else []


def turn(source: DueSource, now: datetime, longest: timedelta) -> datetime:
    """When an overdue source runs: within `longest` for the lowest priority, in proportion sooner for higher ones.

    Never over more time than it was late or than lies between two of its runs, so that catching up takes no longer than the outage, and is
    no denser than the cadence asks for anyway. The place in that time follows from source and window alone.
    """
    interval = Cadence(source.cron_expr, source.timezone).interval(now)
    span = min(longest, now - source.due_at, interval or longest) * (min(source.priority, LOWEST) / LOWEST)
    return now + span * _place(f"{source.id} {source.due_at.isoformat()}")


def _place(text: str) -> float:
    """From 0 up to 1, evenly spread."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big") / 2**32
