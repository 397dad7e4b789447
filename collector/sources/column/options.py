"""Options of COLUMN sources."""

from __future__ import annotations

from pydantic import Field

from collector.sources.options import Options


class ColumnOptions(Options):
    follow: bool = Field(
        True, description="Collect the pages that the list links to; otherwise the rows themselves are the documents."
    )
