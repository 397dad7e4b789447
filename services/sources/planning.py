"""When a source runs next (pure): its cadence, stretched while it fails, never earlier than asked (requirements S3, S6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from kit.errors import InvalidInput
from kit.settings import Settings
from services.sources.cron import next_run
from services.sources.revisit import Revisit

# Fire times are whole minutes: the last instant before a moment finds a fire time at the moment itself.
_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Policy:
    """Weighted failures in a row that stretch (`throttle`) and pause; `factor` stretches an interval, at most to `longest`."""

    throttle: float
    factor: float
    longest: timedelta
    pause: float

    @classmethod
    def of(cls, settings: Settings) -> Policy:
        longest = timedelta(seconds=settings.throttle_max_seconds)
        return cls(settings.throttle_failures, settings.throttle_factor, longest, settings.pause_failures)

    def stretched(self, interval: timedelta) -> timedelta:
        """An interval longer than `longest` stays as it is: throttling never makes a source run more often."""
        return max(interval, min(interval * self.factor, self.longest))


@dataclass(frozen=True, slots=True)
class Cadence:
    """A cron expression in a zone; an empty one never fires, nor does one that cannot be read (any more). `revisit`: bounds of the adaptive interval, None: every fire time."""

    expr: str
    tz: str
    revisit: Revisit | None = None

    def after(self, moment: datetime) -> datetime | None:
        try:
            return next_run(self.expr, self.tz, moment) if self.expr else None
        except InvalidInput:
            # One damaged row must not stop the scheduling of all others; the source says why it does not run.
            return None

    def not_before(self, moment: datetime) -> datetime | None:
        """The first fire time at or after `moment`."""
        return (
            self.after(moment - _INSTANT)
            if moment.second or moment.microsecond
            else self.after(moment - timedelta(minutes=1))
        )

    def interval(self, moment: datetime) -> timedelta:
        """Distance of the two fire times after `moment`; zero when there is none."""
        first = self.after(moment)
        second = self.after(first) if first else None
        return second - first if first and second else timedelta()


def following(
    cadence: Cadence,
    run: datetime,
    now: datetime,
    policy: Policy,
    *,
    throttled: bool,
    not_before: datetime | None,
    revisit_s: float = 0.0,
) -> datetime | None:
    """The fire time after `now` for a source that last came due at `run`; later while throttled or asked to wait. None: never.

    `revisit_s`: the learned interval of an adaptive source.
    """
    asked = cadence.after(max(now, run))
    if asked is None:
        return None
    earliest = asked
    if cadence.revisit is not None and revisit_s:
        earliest = max(earliest, run + cadence.revisit.bounded(timedelta(seconds=revisit_s)))
    if throttled:
        earliest = max(earliest, run + policy.stretched(cadence.interval(run)))
    if not_before is not None:
        earliest = max(earliest, not_before)
    return asked if earliest <= asked else cadence.not_before(earliest)
