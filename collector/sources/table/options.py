"""Options of TABLE sources."""

from __future__ import annotations

from collector.sources.rows.options import PullOptions


class TableOptions(PullOptions):
    """As for every pulled source."""
