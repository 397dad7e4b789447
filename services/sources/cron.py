"""Cron expressions in a time zone (pure).

Five fields as in crontab(5), names for months and days, ranges, steps, lists, `L`, `LW`, `5L` and `FRI#2`. Weekday 0 and 7 are Sunday.
Day of month and day of week: when both are restricted, either matches; when one of them begins with `*`, both must match (cronie).
Daylight saving: a fixed time inside the skipped hour runs once right after the jump; inside the repeated hour it runs once, the
first time. Jobs with `*` hours keep their real distance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any

from cronsim import CronSim, CronSimError

from kit.errors import InvalidInput
from services.zones import zone

COUNT_MAX = 1000
EXPR_MAX = 120
MACROS = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
# A week that ends on Sunday: crontab counts it as day 7 there.
_TO_SUNDAY = re.compile(r"-SUN\b", re.IGNORECASE)


class NoSuchDay(InvalidInput):
    """The expression is well formed and never fires, e.g. 30 February."""


def next_runs(expr: str, tz: str, after: datetime, count: int) -> list[datetime]:
    """The next `count` fire times after `after` (exclusive, aware), in the zone `tz`.

    Raises InvalidInput for a bad expression, zone or count, NoSuchDay for an expression that never fires.
    """
    if not 0 <= count <= COUNT_MAX:
        raise InvalidInput(f"count must be from 0 to {COUNT_MAX}", field="count")
    runs = _runs(_normal(expr), zone(tz), after)
    return [run for _, run in zip(range(count), runs, strict=False)]


def next_run(expr: str, tz: str, after: datetime) -> datetime:
    """The first fire time after `after`, in UTC."""
    # Fire times are whole minutes, so every moment of a minute has the same answer and sources of one cadence share it.
    return _next_run(expr, tz, window_of(after))


@lru_cache(maxsize=20_000)
def _next_run(expr: str, tz: str, after: datetime) -> datetime:
    return next_runs(expr, tz, after, 1)[0].astimezone(UTC)


def describe_problem(expr: str, tz: str) -> str:
    """One sentence on what is wrong with the expression or the zone, empty when nothing is."""
    try:
        next_runs(expr, tz, datetime(2024, 1, 1, tzinfo=UTC), 1)
    except InvalidInput as error:
        return str(error)
    return ""


def window_of(moment: datetime) -> datetime:
    """The window (UTC minute) that a moment belongs to."""
    return moment.astimezone(UTC).replace(second=0, microsecond=0)


def probe(case: dict[str, Any]) -> Any:
    """Answers one case: fire times as ISO 8601 with offset, booleans for a `window` with `times`, or {"error": …}."""
    from services.sources import hours

    try:
        if "window" in case:
            return hours.probe(case)
        after = datetime.fromisoformat(case["after"])
        after = after if after.tzinfo else after.replace(tzinfo=zone(case["tz"]))
        return [run.isoformat() for run in next_runs(case["expr"], case["tz"], after, int(case["count"]))]
    except NoSuchDay:
        return {"error": "no such day"}
    except InvalidInput as error:
        return {"error": str(error)}


def _runs(expr: str, where: tzinfo, after: datetime) -> Iterator[datetime]:
    """Ever-later fire times. The library alone may name a time before `after` inside a repeated hour, and skips fixed hours with
    `*` minutes on the day of a jump; both are mended here."""
    last = after
    try:
        rule = CronSim(expr, after.astimezone(where))
        for run in rule:
            for found in (_after_jump(expr, where, last, run), run):
                if found.astimezone(UTC) > last.astimezone(UTC):
                    yield found
                    last = found
    except CronSimError as error:
        raise _explained(expr, error) from error
    except (ValueError, OverflowError) as error:
        raise InvalidInput(f"cannot read the cron expression {expr!r}", field="cron_expr") from error
    raise NoSuchDay(f"no such day: {expr!r} never fires", field="cron_expr")


def _after_jump(expr: str, where: tzinfo, last: datetime, run: datetime) -> datetime:
    """The end of a skipped hour that held the only fire times of fixed hours with `*` minutes; else `run` itself."""
    minute, hour = expr.split()[:2]
    if where is UTC or not minute.startswith("*") or hour.startswith("*"):
        return run
    wanted = next(CronSim(expr, last.astimezone(where).replace(tzinfo=None)), None)
    if wanted is None or _exists(wanted.replace(tzinfo=where)):
        return run
    while not _exists(wanted.replace(tzinfo=where)):
        wanted += timedelta(minutes=1)
    return min(run, wanted.replace(tzinfo=where), key=lambda moment: moment.astimezone(UTC))


def _exists(moment: datetime) -> bool:
    return moment == moment.astimezone(UTC).astimezone(moment.tzinfo)


def _normal(expr: str) -> str:
    text = MACROS.get(expr.strip().lower(), expr.strip())
    fields = text.split()
    if len(text) > EXPR_MAX:
        raise InvalidInput(f"the cron expression is longer than {EXPR_MAX} characters", field="cron_expr")
    if len(fields) != 5:
        raise InvalidInput(
            f"a cron expression has five fields (minute, hour, day, month, weekday), not {len(fields)}",
            field="cron_expr",
        )
    return " ".join([*fields[:4], _TO_SUNDAY.sub("-7", fields[4])])


def _explained(expr: str, error: CronSimError) -> InvalidInput:
    """The library reports an impossible date as a bad day of the month: tell that from a day out of range."""
    fields = expr.split()
    if str(error) == "Bad day-of-month" and _parses(" ".join([*fields[:3], "*", fields[4]])):
        return NoSuchDay(f"no such day: {expr!r} never fires", field="cron_expr")
    part = str(error).removeprefix("Bad ")
    return InvalidInput(f"the {part} in {expr!r} is not valid", field="cron_expr")


def _parses(expr: str) -> bool:
    try:
        CronSim(expr, datetime(2024, 1, 1, tzinfo=UTC))
    except (CronSimError, ValueError):
        return False
    return True
