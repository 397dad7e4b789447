"""All checks of this slice."""

from __future__ import annotations

from services.monitoring.base import Check
from services.monitoring.collection.checks.dead_letters import DeadLetters
from services.monitoring.collection.checks.delayed import Delayed
from services.monitoring.collection.checks.oldest import OldestWaiting
from services.monitoring.collection.checks.success_rate import SuccessRate


def checks() -> tuple[Check, ...]:
    return (OldestWaiting(), DeadLetters(), SuccessRate(), Delayed())
