"""All checks of this slice."""

from __future__ import annotations

from services.monitoring.base import Check
from services.monitoring.source.checks.failures import FailuresInARow
from services.monitoring.source.checks.paused import PausedByFailures
from services.monitoring.source.checks.staleness import Staleness


def checks() -> tuple[Check, ...]:
    return (Staleness(), FailuresInARow(), PausedByFailures())
