"""Many sources that fail together are one fault of the platform, not many of sources (pure)."""

from __future__ import annotations

from typing import Final

LEAST: Final = 10
SHARE: Final = 0.2
# Only what went bad lately counts: sources that have been broken for weeks say nothing about the platform.
RECENT_S: Final = 1800.0


def shut(recent: int, watched: int, *, before: bool) -> bool:
    """Whether `recent` sources of `watched` failing lately are too many to be their own fault; once so, until they are less than half of that."""
    limit = max(LEAST, SHARE * watched)
    return recent >= (limit / 2 if before else limit)
