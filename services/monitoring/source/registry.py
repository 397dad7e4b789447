"""All checks of this slice."""

from __future__ import annotations

from services.monitoring.base import Check
from services.monitoring.links.check import DeadLinks
from services.monitoring.source.checks.content import Content
from services.monitoring.source.checks.failures import FailuresInARow
from services.monitoring.source.checks.paused import PausedByFailures
from services.monitoring.source.checks.staleness import Staleness
from services.monitoring.source.readings import Readings


def checks() -> tuple[Check, ...]:
    readings = Readings()
    return (Staleness(readings), FailuresInARow(readings), PausedByFailures(readings), Content(readings), DeadLinks())
