"""All checks of this slice."""

from __future__ import annotations

from services.monitoring.base import Check
from services.monitoring.quality.checks.field_success import FieldSuccess
from services.monitoring.quality.checks.flag_drift import FlagDrift


def checks() -> tuple[Check, ...]:
    return (FieldSuccess(), FlagDrift())
