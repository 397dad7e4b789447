"""What a failure means for its task (S9) and how long a task may take (K6). Pure."""

from __future__ import annotations

from typing import Final

from kit.contracts.task import FailureClass, Outcome, Task, TaskState
from kit.ids import md5_hex
from kit.settings import Settings

JITTER: Final = 0.1
MAX_DELAY_S: Final = 86400.0
# Trying again cannot help, or is not wanted by the site.
DEAD_AT_ONCE: Final = frozenset(
    {
        FailureClass.HTTP_401,
        FailureClass.HTTP_403,
        FailureClass.HTTP_404,
        FailureClass.HTTP_410,
        FailureClass.ROBOTS,
        FailureClass.BLOCKED,
        FailureClass.PARSE,
        FailureClass.TOO_LARGE,
        FailureClass.CONFIG,
    }
)


def failed(
    task: Task, failure: FailureClass, reason: str, *, settings: Settings, now_ms: int, retry_after_s: float | None = None,
    http_status: int = 0, elapsed_ms: int = 0,
) -> Outcome:  # fmt: skip
    """FAILED with the time of the next try, or DEAD when the class or the number of earlier failures says so."""
    delay = _delay(task, settings, retry_after_s)
    dead = failure in DEAD_AT_ONCE or delay is None
    return Outcome(
        TaskState.DEAD if dead else TaskState.FAILED,
        reason=reason[:500],
        failure=failure.value,
        retry_at_ms=0 if dead or delay is None else now_ms + round(delay * 1000),
        http_status=http_status,
        elapsed_ms=elapsed_ms,
        retry_after_s=retry_after_s or 0.0,
    )


def time_limit_s(priority: int, settings: Settings) -> float:
    """Seconds that a task of a priority may take: a straight line through the limits of p1 and p5."""
    step = (settings.limit_seconds_p5 - settings.limit_seconds_p1) / 4
    return max(settings.limit_seconds_p1 + (priority - 1) * step, 1.0)


def _delay(task: Task, settings: Settings, retry_after_s: float | None) -> float | None:
    if task.retries >= len(settings.retry_delays):
        return None
    asked = settings.retry_delays[task.retries]
    return min(max(asked * _jitter(task), retry_after_s or 0.0), MAX_DELAY_S)


def _jitter(task: Task) -> float:
    # From the id, so that tasks that failed together do not come back together, and tests know when.
    share = int(md5_hex(f"{task.id} {task.retries}")[:8], 16) / 0xFFFFFFFF
    return 1 - JITTER + 2 * JITTER * share
